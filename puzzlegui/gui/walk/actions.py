"""What can be done in the window in which one walks in a graph."""

from __future__ import annotations

from puzzlegui.core.language import mark
from puzzlegui.gui.common.actions import ActionSpec, ActionTable

MENUS = {"walk": mark("&Walk"), "ways": mark("Wa&ys"), "view": mark("&View")}

# fmt: off
ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec("walkBack", "&Back", "walk", "back", "Alt+Left", "back", "back",
               "To the arrangement where one was before"),
    ActionSpec("walkForward", "&Forward", "walk", "forward", "Alt+Right", "forward", "forward",
               "To where one went back from"),
    ActionSpec("walkNearer", "One step &nearer", "walk/goal", "nearer", "Ctrl+Return", "level",
               "nearer", "To one of the neighbours that are nearest to the goal"),
    ActionSpec("walkStart", "To the &start", "walk/goal", "to_start", "Home", "first",
               tip="To the arrangement that the board begins from"),
    ActionSpec("walkGoal", "To the &goal", "walk/goal", "to_goal", "End", "target",
               tip="To the arrangement that the board asks for"),
    ActionSpec("walkOpen", "&Open as a board", "walk/file", "open_board", "Ctrl+O", "open",
               tip="Open the arrangement shown as a board in the main window"),
    ActionSpec("walkExport", "&Export the picture …", "walk/file", "export", "Ctrl+E", "export",
               "drawn", "Write what is shown as a PNG picture or an SVG drawing"),
    ActionSpec("walkStop", "S&top looking", "walk/file", "stop", "Shift+F5", "stop", "looking",
               "Look no further for distances and ways"),
    ActionSpec("walkClose", "&Close", "walk/file", "close", "Ctrl+W", tip="Close this window"),
    ActionSpec("walkA", "Choose as &A", "ways", "choose_a", "Ctrl+Shift+A",
               tip="Ways begin at the arrangement shown, wherever one goes"),
    ActionSpec("walkB", "Choose as &B", "ways", "choose_b", "Ctrl+Shift+B",
               tip="Ways end at the arrangement shown, wherever one goes"),
    ActionSpec("walkUsual", "From the one shown to the &goal", "ways", "choose_usual",
               "Ctrl+Shift+G", when="chosen", tip="Choose neither the one nor the other"),
    ActionSpec("walkRings", "A&round it", "view", "show_rings", "F2", "tree", group="page",
               tip="The arrangements around the one shown, by their distance from it"),
    ActionSpec("walkWays", "Shortest &ways", "view", "show_ways", "F3", "solution", group="page",
               tip="All shortest ways between two arrangements, level by level"),
    ActionSpec("walkZoomIn", "Zoom &in", "view/zoom", "zoom_in", "Ctrl++|Ctrl+="),
    ActionSpec("walkZoomOut", "Zoom &out", "view/zoom", "zoom_out", "Ctrl+-"),
    ActionSpec("walkZoomFit", "Show a&ll", "view/zoom", "zoom_fit", "Ctrl+0",
               tip="Show all of the picture, as large as it fits"),
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
TABLE = ActionTable(mark("Walk in the graph"), MENUS, ACTIONS, TOOLBAR)
