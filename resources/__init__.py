"""Files that ship with the program; installed as ``puzzlegui.resources``, read by its assets."""
