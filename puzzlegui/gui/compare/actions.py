"""What can be done in the window that compares solvers."""

from __future__ import annotations

from puzzlegui.core.language import mark
from puzzlegui.engine.comparing.sourced import TABLES
from puzzlegui.engine.sources import source_title
from puzzlegui.gui.actions.table import ActionSpec, ActionTable

MENUS = {"compare": mark("&Compare"), "sources": mark("&Sources"), "table": mark("&Table")}

# fmt: off
ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec("compareStart", "&Compare", "compare", "start", "F5", "solve", "ready",
               "Run the selected solvers on the boards"),
    ActionSpec("compareStop", "&Stop all", "compare", "stop", "Shift+F5", "stop", "running",
               "Stop all runs and keep their results"),
    ActionSpec("compareEnd", "Stop sel&ected", "compare", "end_chosen", "Del", "no",
               "chosen running", "Stop only the selected runs"),
    ActionSpec("compareAdd", "&Add boards…", "compare", "add_file", "Ctrl+O", "open",
               tip="Add boards from files to the comparison"),
    ActionSpec("compareClose", "C&lose", "compare", "close", "Ctrl+W",
               tip="Stop all runs and close this window"),
    *(
        ActionSpec(f"compareSource{table.key}", source_title(table.key), "sources",
                   "compare_source", when="idle", tip=table.sentence, argument=table.key)
        for table in TABLES
    ),
    ActionSpec("comparePlay", "&Play in the main window", "table", "play", "Ctrl+Return", "play",
               "playable", "Play the selected solution in the main window"),
    ActionSpec("compareBeside", "Play &side by side", "table", "play_beside", "Ctrl+B", "copy",
               "two", "Play the solutions of two selected rows in parallel"),
    ActionSpec("compareExport", "&Export table…", "table", "export_table", "Ctrl+E", "export",
               "rows", "Save the table as text, CSV, JSON, Markdown or a web page"),
    ActionSpec("comparePlots", "Export plo&ts…", "table", "export_plots", "Ctrl+Shift+E",
               when="plots", tip="Save the plots as PNG or SVG"),
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
