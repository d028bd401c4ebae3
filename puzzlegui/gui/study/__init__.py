"""The window in which studies are started, watched, stopped and gone on with."""
