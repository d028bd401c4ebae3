"""Integration with the desktop: directories, file manager, reduced motion, window geometry."""
