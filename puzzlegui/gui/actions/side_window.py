"""Actions that every side window has."""

from __future__ import annotations

from puzzlegui.core.language import gettext_noop
from puzzlegui.gui.actions.table import ActionSpec

VIEW_MENU = gettext_noop("&View")


def view_actions(name: str) -> tuple[ActionSpec, ...]:
    """Return the actions that enlarge the content of a side window and fill the screen.

    Args:
        name: prefix of the object names.
    """
    # fmt: off
    return (
        ActionSpec(f"{name}ZoomIn", "Zoom &in", "view/zoom", "zoom_in", "Ctrl++|Ctrl+=",
                   tip="Enlarge the picture, or the text in all windows"),
        ActionSpec(f"{name}ZoomOut", "Zoom &out", "view/zoom", "zoom_out", "Ctrl+-",
                   tip="Make the picture or the text smaller"),
        ActionSpec(f"{name}ZoomFit", "Nor&mal size", "view/zoom", "zoom_fit", "Ctrl+0",
                   tip="Show the whole picture, or text of the desktop's size"),
        ActionSpec(f"{name}FullScreen", "&Full screen", "view/zoom", "toggle_full_screen", "F11",
                   tip="Fill the screen with this window; press again to leave"),
    )
    # fmt: on
