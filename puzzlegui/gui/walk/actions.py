"""What can be done in the window in which one walks in a graph."""

from __future__ import annotations

from puzzlegui.core.language import mark
from puzzlegui.gui.actions.table import ActionSpec, ActionTable

MENUS = {"walk": mark("&Go"), "ways": mark("&Paths"), "view": mark("&View")}

# fmt: off
ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec("walkBack", "&Back", "walk", "back", "Alt+Left", "back", "back",
               "Go back to the previous arrangement"),
    ActionSpec("walkForward", "&Forward", "walk", "forward", "Alt+Right", "forward", "forward",
               "Go forward again"),
    ActionSpec("walkNearer", "One step &nearer to the goal", "walk/goal", "nearer", "Ctrl+Return",
               "level", "nearer", "Go to a neighbour that is nearer to the goal"),
    ActionSpec("walkStart", "Go to &start", "walk/goal", "to_start", "Home", "first",
               tip="Go to the start of the board"),
    ActionSpec("walkGoal", "Go to &goal", "walk/goal", "to_goal", "End", "target",
               tip="Go to the goal of the board"),
    ActionSpec("walkOpen", "&Open as board", "walk/file", "open_board", "Ctrl+O", "open",
               tip="Open this arrangement as a board in the main window"),
    ActionSpec("walkExport", "&Export picture…", "walk/file", "export", "Ctrl+E", "export",
               "drawn", "Save the picture as PNG or SVG"),
    ActionSpec("walkStop", "S&top search", "walk/file", "stop", "Shift+F5", "stop", "looking",
               "Stop searching for distances and paths"),
    ActionSpec("walkClose", "&Close", "walk/file", "close", "Ctrl+W", tip="Close this window"),
    ActionSpec("walkA", "Set as &A", "ways", "choose_a", "Ctrl+Shift+A",
               tip="Start paths at this arrangement, even after you move on"),
    ActionSpec("walkB", "Set as &B", "ways", "choose_b", "Ctrl+Shift+B",
               tip="End paths at this arrangement, even after you move on"),
    ActionSpec("walkUsual", "&Clear A and B", "ways", "choose_usual",
               "Ctrl+Shift+G", when="chosen", tip="Show paths from the current arrangement to "
                                                  "the goal again"),
    ActionSpec("walkRings", "&Neighbours", "view", "show_rings", "F2", "tree", group="page",
               tip="Show the arrangements around the current one, by distance"),
    ActionSpec("walkWays", "Shortest &paths", "view", "show_ways", "F3", "solution", group="page",
               tip="Show all shortest paths between two arrangements, level by level"),
    ActionSpec("walkZoomIn", "Zoom &in", "view/zoom", "zoom_in", "Ctrl++|Ctrl+="),
    ActionSpec("walkZoomOut", "Zoom &out", "view/zoom", "zoom_out", "Ctrl+-"),
    ActionSpec("walkZoomFit", "Show a&ll", "view/zoom", "zoom_fit", "Ctrl+0",
               tip="Fit the whole picture in the window"),
)
# fmt: on

TOOLBAR: tuple[tuple[str, bool], ...] = (
    ("walkBack", False),
    ("walkForward", False),
    ("", False),
    ("walkRings", True),
    ("walkWays", True),
    ("", False),
    ("walkNearer", True),
    ("walkStart", False),
    ("walkGoal", False),
    ("", False),
    ("walkStop", False),
    ("walkOpen", True),
    ("walkExport", False),
)
TABLE = ActionTable(mark("Neighbours"), MENUS, ACTIONS, TOOLBAR)
