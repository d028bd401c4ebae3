"""What can be done in the window for studies."""

from __future__ import annotations

from puzzlegui.core.language import mark
from puzzlegui.gui.actions.table import ActionSpec, ActionTable

MENUS = {"study": mark("St&udy"), "report": mark("&Report")}

# fmt: off
ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec("studyStart", "&Run", "study", "start", "F5", "solve", "ready",
               "Run everything not done yet"),
    ActionSpec("studyStop", "S&top", "study", "stop", "Shift+F5", "stop", "running",
               "Stop all runs; results are kept, and Run continues from there"),
    ActionSpec("studyOpen", "&Open study…", "study/files", "open_spec", "Ctrl+O", "open", "idle",
               "Open a study from a file"),
    ActionSpec("studyRows", "Results &file…", "study/files", "choose_rows", "Ctrl+Shift+S",
               "save", "idle", "Choose where to save results, or an earlier results file to "
                               "continue"),
    ActionSpec("studyClose", "C&lose", "study/close", "close", "Ctrl+W",
               tip="Stop all runs and close this window; results are kept"),
    ActionSpec("studyReport", "&Save report…", "report", "write_report", "Ctrl+E", "export",
               "rows", "Save the results so far as a web page with plots, or as CSV"),
    ActionSpec("studyOpenReport", "&Open report", "report", "open_report", "Ctrl+R",
               when="written", tip="Open the last saved report"),
)
# fmt: on

TOOLBAR: tuple[tuple[str, bool], ...] = (
    ("studyStart", True),
    ("studyStop", True),
    ("", False),
    ("studyOpen", True),
    ("studyReport", True),
)
TABLE = ActionTable(mark("Studies"), MENUS, ACTIONS, TOOLBAR)
