"""The actions of the search window, as a table."""

from __future__ import annotations

from puzzlegui.core.language import gettext_noop
from puzzlegui.gui.actions.side_window import VIEW_MENU, view_actions
from puzzlegui.gui.actions.table import ActionSpec, ActionTable

MENUS = {
    "search": gettext_noop("&Search"), "play": gettext_noop("&Playback"), "view": VIEW_MENU,
}  # fmt: skip

# fmt: off
ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec("watchStop", "S&top search", "search", "stop", "Shift+F5", "stop", "searching",
               "Stop the search; you can watch what was recorded"),
    ActionSpec("watchBeside", "Second search &beside it", "search", "toggle_second_search",
               "Ctrl+T", "add", "several", "Watch two searches of this board side by side",
               checkable=True),
    ActionSpec("watchExport", "&Export…", "search", "export", "Ctrl+E", "export",
               "recorded", "Save the search as a film or a web page that plays it, from the "
                           "current step on; two searches side by side"),
    ActionSpec("watchClose", "&Close", "search", "close", "Ctrl+W", tip="Close this window"),
    ActionSpec("watchFirst", "Go to &start", "play", "first", "Home", "first",
               tip="First step"),
    ActionSpec("watchBack", "Pre&vious step", "play", "previous_step", "Left", "back"),
    ActionSpec("watchPlay", "&Play or pause", "play", "toggle", "Space", "play",
               tip="Play or pause the search"),
    ActionSpec("watchOn", "&Next step", "play", "next_step", "Right", "forward"),
    ActionSpec("watchLevel", "Next &level", "play", "go_to_next_level", "PgDown", "level",
               tip="Go to the first position one move deeper, or to the next limit"),
    ActionSpec("watchGoal", "Go to &goal", "play", "go_to_goal", "Ctrl+G", "target",
               tip="Go to the step that expands the goal, in the search that comes to it first"),
    ActionSpec("watchLast", "Go to &end", "play", "last", "End", "last",
               tip="Last step; of two searches, of the longer one"),
    ActionSpec("watchQuicker", "&Faster", "play", "faster", "Ctrl+Up",
               tip="More steps per second"),
    ActionSpec("watchSlower", "Slo&wer", "play", "slower", "Ctrl+Down",
               tip="Fewer steps per second"),
    *view_actions("watch"),
)
# fmt: on

TOOLBAR: tuple[tuple[str, bool], ...] = (
    ("watchFirst", False),
    ("watchBack", False),
    ("watchPlay", False),
    ("watchOn", False),
    ("watchLast", False),
    ("", False),
    ("watchLevel", True),
    ("watchGoal", True),
    ("", False),
    ("watchBeside", True),
    ("watchStop", True),
    ("watchExport", True),
)
_TREE_KEYS = (
    (gettext_noop("In the tree: parent, or first child"), gettext_noop("up and down arrow keys")),
    (
        gettext_noop("In the tree: neighbour on the same level"),
        gettext_noop("left and right arrow keys"),
    ),
    (gettext_noop("In the tree: show the board and the path to it"), gettext_noop("Enter")),
    (gettext_noop("In the tree: back to the position being expanded"), gettext_noop("Escape")),
)
TABLE = ActionTable(gettext_noop("Watch a search"), MENUS, ACTIONS, TOOLBAR, _TREE_KEYS)
