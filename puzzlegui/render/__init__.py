"""One painter for screen, PNG and SVG: a picture and a style in, QPainter calls out."""
