"""The actions of the state graph window, as a table."""

from __future__ import annotations

from puzzlegui.core.language import gettext_noop
from puzzlegui.gui.actions.side_window import VIEW_MENU, view_actions
from puzzlegui.gui.actions.table import ActionSpec, ActionTable

COUNTS, NEIGHBOURS, PATHS = "graphCounts", "graphNeighbours", "graphPaths"
"""The actions that show the views of the window."""
MENUS = {
    "graph": gettext_noop("&Graph"), "view": VIEW_MENU,
    "counts": gettext_noop("&Explore"),
    "go": gettext_noop("G&o"), "paths": gettext_noop("&Paths"),
}  # fmt: skip
COUNTS_MENUS, NEIGHBOURS_MENUS = ("counts",), ("go", "paths")
"""Menus and menu groups that belong to a single page."""

# fmt: off
ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec("graphOpen", "&Open as board", "graph", "open_board", "Ctrl+O", "open", "openable",
               "Open the selected or current arrangement as a board in the main window"),
    ActionSpec("graphStop", "S&top", "graph", "stop", "Shift+F5", "stop", "running",
               "Stop searching and keep the results"),
    ActionSpec("graphExport", "&Export…", "graph/export", "export", "Ctrl+E", "export",
               "exportable", "Save the counts as text, CSV or JSON, or the picture as PNG or SVG"),
    ActionSpec("graphClose", "&Close", "graph/close", "close", "Ctrl+W", tip="Close this window"),
    ActionSpec(COUNTS, "&Counts", "view", "show_counts", "F2", "numbers", group="page",
               tip="Show how many arrangements there are at each distance"),
    ActionSpec(NEIGHBOURS, "&Neighbours", "view", "show_neighbours", "F3", "tree", group="page",
               tip="Show the arrangements around the current one, by distance"),
    ActionSpec(PATHS, "Shortest &paths", "view", "show_paths", "F4", "solution", group="page",
               tip="Show all shortest paths between two arrangements, level by level"),
    *view_actions("graph"),
    ActionSpec("graphExplore", "&Explore", "counts", "counts.start", "F5", "solve", "ready",
               "Count all arrangements, or continue after a stop"),
    ActionSpec("graphShowNeighbours", "Show &neighbours", "counts", "show_neighbours_of_selected",
               "Shift+F9", "tree", "openable", "Show the neighbours of the selected arrangement"),
    ActionSpec("graphExportPlot", "Export &plot…", "counts", "counts.export_plot", "Ctrl+Shift+E",
               when="plotted", tip="Save the plot as PNG or SVG"),
    ActionSpec("graphBack", "&Back", "go", "neighbours.back", "Alt+Left", "back", "back",
               "Go back to the previous arrangement"),
    ActionSpec("graphForward", "&Forward", "go", "neighbours.forward", "Alt+Right", "forward",
               "forward", "Go forward again"),
    ActionSpec("graphNearer", "One step &nearer to the goal", "go/goal", "neighbours.step_nearer",
               "Ctrl+Return", "level", "nearer", "Go to a neighbour that is nearer to the goal"),
    ActionSpec("graphStart", "Go to &start", "go/goal", "neighbours.go_to_start", "Home", "first",
               tip="Go to the start of the board"),
    ActionSpec("graphGoal", "Go to &goal", "go/goal", "neighbours.go_to_goal", "End", "target",
               tip="Go to the goal of the board"),
    ActionSpec("graphA", "Set as &A", "paths", "neighbours.set_a", "Ctrl+Shift+A",
               tip="Start paths at this arrangement, even after you move on"),
    ActionSpec("graphB", "Set as &B", "paths", "neighbours.set_b", "Ctrl+Shift+B",
               tip="End paths at this arrangement, even after you move on"),
    ActionSpec("graphClearEnds", "&Clear A and B", "paths", "neighbours.clear_ends",
               "Ctrl+Shift+G", when="ends",
               tip="Show paths from the current arrangement to the goal again"),
)
# fmt: on

TOOLBAR: tuple[tuple[str, bool], ...] = (
    (COUNTS, True),
    (NEIGHBOURS, True),
    (PATHS, True),
    ("", False),
    ("graphExplore", True),
    ("graphBack", False),
    ("graphForward", False),
    ("graphNearer", True),
    ("graphStart", False),
    ("graphGoal", False),
    ("graphStop", False),
    ("graphOpen", True),
    ("graphShowNeighbours", True),
    ("graphExport", False),
)
TABLE = ActionTable(gettext_noop("State graph"), MENUS, ACTIONS, TOOLBAR)
