"""The help window, the tour, the About dialog and crash reports."""
