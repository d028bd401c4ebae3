"""What can be done in the window for studies."""

from __future__ import annotations

from puzzlegui.core.language import mark
from puzzlegui.gui.common.actions import ActionSpec, ActionTable

MENUS = {"study": mark("St&udy"), "report": mark("&Report")}

# fmt: off
ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec("studyStart", "&Run", "study", "start", "F5", "solve", "ready",
               "Run what has no row yet"),
    ActionSpec("studyStop", "S&top", "study", "stop", "Shift+F5", "stop", "running",
               "End all runs; every row so far is kept, and Run goes on from there"),
    ActionSpec("studyOpen", "&Open a study …", "study/files", "open_spec", "Ctrl+O", "open", "idle",
               "Run what a file says"),
    ActionSpec("studyRows", "&File for the rows …", "study/files", "choose_rows", "Ctrl+Shift+S",
               "save", "idle", "Choose where the rows go, or the file of a study to go on with"),
    ActionSpec("studyClose", "C&lose", "study/close", "close", "Ctrl+W",
               tip="End all runs and close this window; every row so far is kept"),
    ActionSpec("studyReport", "&Write the report …", "report", "write_report", "Ctrl+E", "export",
               "rows", "Write what there is so far as a web page with plots, or the rows as CSV"),
    ActionSpec("studyOpenReport", "&Open the report", "report", "open_report", "Ctrl+R",
               when="written", tip="Open the report that was written last"),
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
