"""Views of boards: drawing, zooming, thumbnails."""
