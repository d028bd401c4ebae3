"""What can be done in the window in which a search is watched."""

from __future__ import annotations

from puzzlegui.core.language import mark
from puzzlegui.gui.common.actions import ActionSpec, ActionTable

MENUS = {"search": mark("&Search"), "play": mark("&Playback")}

# fmt: off
ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec("watchStop", "S&top searching", "search", "stop", "Shift+F5", "stop", "searching",
               "End the search; what has been recorded can be watched"),
    ActionSpec("watchBeside", "Another search &beside it", "search", "toggle_beside", "Ctrl+T",
               "add", "several", "Watch two searches of the board, step by step", checkable=True),
    ActionSpec("watchExport", "&Export what is shown …", "search", "export", "Ctrl+E", "export",
               "recorded", "Write the search as a film, or as a page that plays in a browser, "
               "from the step shown on; two searches side by side"),
    ActionSpec("watchClose", "&Close", "search", "close", "Ctrl+W", tip="Close this window"),
    ActionSpec("watchFirst", "To the &start", "play", "first", "Home", "first",
               tip="To the first step"),
    ActionSpec("watchBack", "One step &back", "play", "back", "Left", "back"),
    ActionSpec("watchPlay", "&Play or pause", "play", "toggle", "Space", "play",
               tip="Play the search, or pause"),
    ActionSpec("watchOn", "One step &on", "play", "on", "Right", "forward"),
    ActionSpec("watchLevel", "To the next &level", "play", "level", "PgDown", "level",
               tip="To the first position that is one move deeper, or the next limit"),
    ActionSpec("watchGoal", "To the &goal", "play", "goal", "End", "target",
               tip="To where the goal is taken up, or to the end"),
    ActionSpec("watchQuicker", "&Quicker", "play", "quicker", "Ctrl+Up",
               tip="More steps in a second"),
    ActionSpec("watchSlower", "Slo&wer", "play", "slower", "Ctrl+Down",
               tip="Fewer steps in a second"),
)
# fmt: on

TOOLBAR: tuple[tuple[str, bool], ...] = (
    ("watchStop", False),
    ("watchBeside", False),
    ("watchExport", False),
    ("", False),
    ("watchFirst", False),
    ("watchBack", False),
    ("watchPlay", False),
    ("watchOn", False),
    ("watchLevel", False),
    ("watchGoal", False),
)
_OTHERS = (
    (mark("In the tree: to the one before, or the first one after"), mark("up and down arrow")),
    (mark("In the tree: to the next one on the level"), mark("left and right arrow")),
    (mark("In the tree: show the board and the way to it"), mark("Enter")),
    (mark("In the tree: back to the one taken up"), mark("Escape")),
)
TABLE = ActionTable(mark("Watch a search"), MENUS, ACTIONS, TOOLBAR, _OTHERS)
