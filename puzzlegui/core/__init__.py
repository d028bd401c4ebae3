"""What all boards share, whatever their family. Imports no Qt and no numpy."""
