"""The kiosk: a board alone on the whole screen, for exhibitions and puzzle rooms."""
