"""Spacing scale: the distances between widgets, in pixels."""

from __future__ import annotations

TIGHT = 4
"""Between parts of one control, as a label above its field."""
NEAR = 8
"""Between controls that belong together."""
APART = 12
"""Between groups of controls, and inside the edge of a card."""
WIDE = 16
"""Between areas of the window."""
