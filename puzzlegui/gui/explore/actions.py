"""What can be done in the window in which a whole puzzle is explored."""

from __future__ import annotations

from puzzlegui.core.language import mark
from puzzlegui.gui.common.actions import ActionSpec, ActionTable

MENUS = {"explore": mark("&Explore"), "arrangement": mark("&Arrangement")}

# fmt: off
ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec("exploreStart", "&Explore", "explore", "start", "F5", "solve", "ready",
               "Count all arrangements, or go on where it was stopped"),
    ActionSpec("exploreStop", "&Stop", "explore", "stop", "Shift+F5", "stop", "running",
               "Stop counting; what was found is kept, to go on from"),
    ActionSpec("exploreCounts", "Export the &counts …", "explore/export", "export_counts",
               "Ctrl+E", "export", "counted", "Write the counts as text, CSV or JSON"),
    ActionSpec("explorePlot", "Export the &plot …", "explore/export", "export_plot",
               "Ctrl+Shift+E", when="plotted",
               tip="Write the plot as a PNG picture or an SVG drawing"),
    ActionSpec("exploreClose", "C&lose", "explore/close", "close", "Ctrl+W",
               tip="Stop counting and close this window"),
    ActionSpec("exploreOpen", "&Open in the main window", "arrangement", "open_chosen",
               "Ctrl+Return", "open", "chosen",
               "Open the board that needs as many moves as the chosen arrangement is away"),
    ActionSpec("exploreWalk", "&Walk around it", "arrangement", "walk_around_chosen", "Shift+F9",
               "tree", "chosen", "Go from arrangement to arrangement, from the chosen one on"),
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
TABLE = ActionTable(mark("Explore the puzzle"), MENUS, ACTIONS, TOOLBAR)
