"""What can be done in the window in which a whole puzzle is explored."""

from __future__ import annotations

from puzzlegui.core.language import mark
from puzzlegui.gui.actions.table import ActionSpec, ActionTable

MENUS = {"explore": mark("&Explore"), "arrangement": mark("&Arrangement")}

# fmt: off
ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec("exploreStart", "&Explore", "explore", "start", "F5", "solve", "ready",
               "Count all arrangements, or continue after a stop"),
    ActionSpec("exploreStop", "&Stop", "explore", "stop", "Shift+F5", "stop", "running",
               "Stop counting and keep the results, so that you can continue later"),
    ActionSpec("exploreCounts", "Export &counts…", "explore/export", "export_counts",
               "Ctrl+E", "export", "counted", "Save the counts as text, CSV or JSON"),
    ActionSpec("explorePlot", "Export &plot…", "explore/export", "export_plot",
               "Ctrl+Shift+E", when="plotted",
               tip="Save the plot as PNG or SVG"),
    ActionSpec("exploreClose", "C&lose", "explore/close", "close", "Ctrl+W",
               tip="Stop counting and close this window"),
    ActionSpec("exploreOpen", "&Open in the main window", "arrangement", "open_chosen",
               "Ctrl+Return", "open", "chosen",
               "Open a board that needs as many moves as the selected arrangement"),
    ActionSpec("exploreWalk", "Show &neighbours", "arrangement", "walk_around_chosen", "Shift+F9",
               "tree", "chosen", "Show the neighbours of the selected arrangement"),
)
# fmt: on

TOOLBAR: tuple[tuple[str, bool], ...] = (
    ("exploreStart", True),
    ("exploreStop", True),
    ("", False),
    ("exploreOpen", True),
    ("exploreWalk", True),
    ("exploreCounts", True),
)
TABLE = ActionTable(mark("Explore arrangements"), MENUS, ACTIONS, TOOLBAR)
