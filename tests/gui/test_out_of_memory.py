"""A search that finds no memory ends, and the window goes on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from puzzlegui.documents.presets import load_preset
from puzzlegui.engine import memory, watchdog
from puzzlegui.engine.run import solve
from puzzlegui.families.creation import new_board
from puzzlegui.solvers.control import Limits, Request

SOLVING = """
import resource, sys, time
from pathlib import Path
import psutil
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QComboBox, QLabel
from puzzlegui.documents.boardfile import Loaded
from puzzlegui.families.creation import new_board
from puzzlegui.folders import Folders
from puzzlegui.gui import app
from puzzlegui.gui.model.settings import Settings
from puzzlegui.solvers import table_store
folder, family, rows, solver, room = sys.argv[1:]
application = app.make_application()
from puzzlegui.gui.program import Program
folders = Folders.below(Path(folder))
table_store.set_cache_folder(folders.cache)
settings = Settings(folders.settings)
settings["tour"] = False
window = Program(folders).open_window(Loaded("x", new_board(family, int(rows), int(rows), 3)))
until = time.monotonic() + 1
while time.monotonic() < until:  # the window is prepared
    QCoreApplication.processEvents()
taken = psutil.Process().memory_info().vms
most = taken + (int(room) << 20)
resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))
combo = window.findChild(QComboBox, "solverCombo")
combo.setCurrentIndex(combo.findText(solver))
window.commands.finding.solve(anyway=True)
while window.solving():
    QCoreApplication.processEvents()
    time.sleep(0.01)
print(window.findChild(QLabel, "outcomeLabel").text())
document = window.document()
document.edit(document.board.with_fields(title="After"), "type")
print(window.board().title, flush=True)
window._leaving = True
window.close()
"""


@pytest.mark.examples(1)
@pytest.mark.skipif(sys.platform != "linux", reason="where the room of a process has a limit")
@pytest.mark.parametrize(
    ("family", "rows", "solver", "room", "said"),
    [
        ("maze", 20, "dfs", 5, "emory"),  # not even for a thread
        ("sliding", 5, "macro", 12, "no memory left"),  # not for what a run needs besides
        ("rotation", 4, "optimal", 100, "no memory left"),  # not for numpy, which would end all
        ("sliding", 4, "optimal", 330, "no memory left"),  # not for its tables
        ("sliding", 4, "bfs", 400, "no memory left"),  # not for its states
    ],
)
def test_the_window_lives(
    family: str, rows: int, solver: str, room: int, said: str, tmp_path: Path
) -> None:
    command = [sys.executable, "-c", SOLVING, str(tmp_path), family, str(rows), solver, str(room)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    outcome, title = done.stdout.splitlines()[-2:]
    assert said in outcome
    assert title == "After"
    assert "Traceback" not in done.stderr


def test_a_search_stops_before_the_system_has_no_memory_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = new_board("sliding", 4, 4, 3)
    monkeypatch.setattr(memory, "system_memory_mib", lambda: memory.RESERVE_MIB + 0.5)
    assert "no memory left" in solve(board, "bfs").note  # there is not enough to begin
    monkeypatch.setattr(watchdog, "can_start_search", lambda: True)
    monkeypatch.setattr(watchdog, "system_memory_mib", lambda: memory.RESERVE_MIB - 0.5)
    assert "no memory left" in solve(board, "bfs").note
    assert "no memory left" in solve(board, "optimal").note
    monkeypatch.undo()
    assert "memory limit of 1 MiB" in solve(board, "bfs", Request(Limits(memory_mib=1))).note
    assert solve(load_preset("mystery-box")).solved
    assert memory.system_memory_mib() > memory.RESERVE_MIB or os.name != "posix"
