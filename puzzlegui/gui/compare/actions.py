"""What can be done in the window that compares solvers."""

from __future__ import annotations

from puzzlegui.core.language import mark
from puzzlegui.engine.comparing.sourced import TABLES
from puzzlegui.engine.sources import source_title
from puzzlegui.gui.common.actions import ActionSpec, ActionTable

MENUS = {"compare": mark("&Compare"), "sources": mark("&Sources"), "table": mark("&Table")}

# fmt: off
ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec("compareStart", "&Compare", "compare", "start", "F5", "solve", "ready",
               "Run the chosen solvers on the boards"),
    ActionSpec("compareStop", "&Stop all", "compare", "stop", "Shift+F5", "stop", "running",
               "End all runs; what they have found is kept"),
    ActionSpec("compareEnd", "&End this run", "compare", "end_chosen", "Del", "no",
               "chosen running", "End the chosen runs alone; the others go on"),
    ActionSpec("compareAdd", "&Add boards …", "compare", "add_file", "Ctrl+O", "open",
               tip="Compare on the board in a file, too"),
    ActionSpec("compareClose", "C&lose", "compare", "close", "Ctrl+W",
               tip="End all runs and close this window"),
    *(
        ActionSpec(f"compareSource{table.key}", source_title(table.key), "sources",
                   "compare_source", when="idle", tip=table.sentence, argument=table.key)
        for table in TABLES
    ),
    ActionSpec("comparePlay", "&Play in the main window", "table", "play", "Ctrl+Return", "play",
               "playable", "Follow the solution of the chosen row"),
    ActionSpec("compareBeside", "Two &side by side", "table", "play_beside", "Ctrl+B", "copy",
               "two", "Play the solutions of two chosen rows in step"),
    ActionSpec("compareExport", "&Export the table …", "table", "export_table", "Ctrl+E", "export",
               "rows", "Write the table as text, CSV, JSON, Markdown or a web page"),
    ActionSpec("comparePlots", "Export the plo&ts …", "table", "export_plots", "Ctrl+Shift+E",
               when="plots", tip="Write the plots as a PNG picture or an SVG drawing"),
)
# fmt: on

TOOLBAR: tuple[tuple[str, bool], ...] = (
    ("compareStart", True),
    ("compareStop", True),
    ("compareEnd", True),
    ("", False),
    ("compareBeside", True),
    ("compareExport", True),
)
TABLE = ActionTable(mark("Compare solvers"), MENUS, ACTIONS, TOOLBAR)
