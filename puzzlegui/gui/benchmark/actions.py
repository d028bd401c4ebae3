"""The actions of the benchmark window, as a table."""

from __future__ import annotations

from puzzlegui.core.language import gettext_noop
from puzzlegui.gui.actions.side_window import VIEW_MENU, view_actions
from puzzlegui.gui.actions.table import ActionSpec, ActionTable

MENUS = {
    "benchmark": gettext_noop("&Benchmark"),
    "boards": gettext_noop("Bo&ards"),
    "results": gettext_noop("&Results"),
    "view": VIEW_MENU,
}

# fmt: off
ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec("benchmarkStart", "&Run", "benchmark", "start", "F5", "solve", "ready",
               "Run everything not done yet"),
    ActionSpec("benchmarkStop", "S&top all", "benchmark", "stop", "Shift+F5", "stop", "running",
               "Stop all runs and keep their results"),
    ActionSpec("benchmarkEnd", "Stop sel&ected", "benchmark", "stop_chosen", "Del", "no",
               "chosen running", "Stop only the selected runs"),
    ActionSpec("benchmarkOpen", "&Open benchmark…", "benchmark/files", "open_spec", "Ctrl+O",
               "open", "idle", "Open a benchmark from a file"),
    ActionSpec("benchmarkCopy", "E&dit a copy", "benchmark/files", "edit_copy", "Ctrl+D", "",
               "copyable", "Change boards and solvers of this benchmark in a copy"),
    ActionSpec("benchmarkSave", "&Save benchmark…", "benchmark/files", "save_spec", "Ctrl+S",
               "save", "savable", "Save boards, solvers and limits as a file, and keep the results "
                                  "beside it"),
    ActionSpec("benchmarkResults", "Results &file…", "benchmark/files", "choose_results",
               "Ctrl+Shift+S", when="kept", tip="Choose where to save results, or an earlier "
                                                "results file to continue"),
    ActionSpec("benchmarkClose", "C&lose", "benchmark/close", "close", "Ctrl+W",
               tip="Stop all runs and close this window"),
    ActionSpec("benchmarkAddOpen", "The &open board", "boards", "add_open_board", "Ctrl+B",
               when="editable", tip="Add the board of the main window"),
    ActionSpec("benchmarkAddGallery", "From the &gallery…", "boards", "add_from_gallery",
               "Ctrl+G", when="editable", tip="Add boards from the gallery"),
    ActionSpec("benchmarkAddFiles", "From &files…", "boards", "add_files", "Ctrl+Shift+O",
               when="editable", tip="Add boards from files"),
    ActionSpec("benchmarkAddRandom", "&Random boards…", "boards", "add_random", "Ctrl+N",
               when="editable", tip="Add new boards of a family and size"),
    ActionSpec("benchmarkRemove", "Re&move", "boards/remove", "remove_boards", "Ctrl+Backspace",
               when="removable", tip="Remove the selected boards from the benchmark"),
    ActionSpec("benchmarkPlay", "&Play in the main window", "results", "play", "Ctrl+Return",
               "play", "playable", "Play the selected solution in the main window"),
    ActionSpec("benchmarkShow", "&Open the board", "results", "open_board", "Ctrl+Shift+Return",
               when="board", tip="Open the board of the selected run in the main window"),
    ActionSpec("benchmarkBeside", "Play s&ide by side", "results", "play_beside", "Ctrl+P", "copy",
               "two", "Play the solutions of two selected runs in parallel"),
    ActionSpec("benchmarkExport", "&Export results…", "results/export", "export", "Ctrl+E",
               "export", "rows", "Save the results as a web page with plots, text, CSV, JSON or "
                                 "Markdown"),
    ActionSpec("benchmarkPlots", "Export plo&ts…", "results/export", "export_plots",
               "Ctrl+Shift+E", when="plots", tip="Save the plots as PNG or SVG"),
    *view_actions("benchmark"),
)
# fmt: on

ADD_ACTIONS = ("benchmarkAddOpen", "benchmarkAddGallery", "benchmarkAddFiles", "benchmarkAddRandom")
"""The actions that add boards."""
TOOLBAR: tuple[tuple[str, bool], ...] = (
    ("benchmarkStart", True),
    ("benchmarkStop", True),
    ("benchmarkEnd", True),
    ("", False),
    ("benchmarkSave", True),
    ("benchmarkBeside", True),
    ("benchmarkExport", True),
)
TABLE = ActionTable(gettext_noop("Benchmark"), MENUS, ACTIONS, TOOLBAR)
