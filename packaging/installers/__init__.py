"""What the installers are made of; build.py puts it together."""
