"""The window for studies."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import psutil
import pytest
from PySide6.QtCore import QEvent, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QListWidget,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QSpinBox,
)
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from puzzlegui.engine.studies import cluster
from puzzlegui.engine.studies.results import Results
from puzzlegui.engine.studies.study import Progress
from puzzlegui.folders import Folders
from puzzlegui.gui.main_window import MainWindow
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.program import Program
from puzzlegui.gui.study import asking
from puzzlegui.gui.study import window as study_window
from puzzlegui.gui.study.places import ResultsFiles
from puzzlegui.gui.study.task import Pace
from puzzlegui.gui.study.window import StudyWindow
from puzzlegui.gui.widgets import dialogs
from tests.engine.test_studies import PAIRS, rows_in
from tests.gui.conftest import WAIT
from tests.gui.driving import LEFT, action, find, text_of

FEW = PAIRS.replace('"bfs", ', "").replace("0 0/0 0/1 1", "0 0/1 1")
MANY = PAIRS.replace("0 0/0 0/1 1", "0 0 0/0 0 1/1 1 1")
FEW_ROWS, MANY_ROWS = 36, 2 * 126 * 126
Make = Callable[..., StudyWindow]


@pytest.fixture
def open_study(
    qtbot: QtBot, make_window: Callable[..., MainWindow], tmp_path: Path, settings: Settings
) -> Iterator[Make]:
    """Opens it from the menu of a window, with the study in a file."""
    opened: list[StudyWindow] = []
    settings["folder"] = str(tmp_path)
    settings.write()

    def make(text: str = FEW, *, jobs: int = 1) -> StudyWindow:
        (tmp_path / "own.toml").write_text(text)
        main = make_window()
        main.settings["folder"] = str(tmp_path)
        action(main, "actionStudy").trigger()
        study = main.findChild(StudyWindow)
        assert study is not None
        qtbot.waitExposed(study)
        opened.append(study)
        find(study, QSpinBox, "studyJobs").setValue(jobs)
        choose_file(qtbot, study, tmp_path / "own.toml")
        return study

    yield make
    for study in filter(isValid, opened):
        study.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def choose_file(qtbot: QtBot, study: StudyWindow, path: Path) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(asking, "ask_spec_path", lambda *_: path)
        action(study, "studyOpen").trigger()
    settle(qtbot, study)


def settle(qtbot: QtBot, study: StudyWindow) -> None:
    """Until it is known what the study is, or what is wrong with it."""
    qtbot.waitUntil(lambda: study.ready or bool(wrong(study)), timeout=WAIT)


def wrong(study: StudyWindow) -> str:
    text = find(study, QPlainTextEdit, "studyMessage").toPlainText()
    assert bool(text) == find(study, QPlainTextEdit, "studyMessage").isVisible()
    return text


def wait_end(qtbot: QtBot, study: StudyWindow) -> None:
    qtbot.waitUntil(lambda: not study.running, timeout=2 * WAIT)


def shown_rows(study: StudyWindow) -> int:
    return sum(summary.runs for summary in study.table.found)


def test_a_study_runs_to_its_end(qtbot: QtBot, open_study: Make, tmp_path: Path) -> None:
    study = open_study()
    assert find(study, QLineEdit, "studyRowsEdit").text() == "own.sqlite"
    assert text_of(study, "studyRowsFolder") == str(tmp_path)
    assert text_of(study, "studyNote") == "36 runs on 36 boards with optimal."
    assert not action(study, "studyReport").isEnabled()
    action(study, "studyStart").trigger()
    assert not action(study, "studyStart").isEnabled()
    assert not find(study, QListWidget, "studyList").isEnabled()
    wait_end(qtbot, study)
    qtbot.waitUntil(lambda: shown_rows(study) == FEW_ROWS, timeout=WAIT)
    assert study.bar.value() == 1000
    assert text_of(study, "studyFigures") == "36 of 36 runs  ·  0 failures"
    assert "New results: 36" in text_of(study, "studyStatus")
    rows = rows_in(tmp_path / "own.sqlite")
    model = study.table.model()
    cells = {
        model.headerData(column, Qt.Orientation.Horizontal): model.index(0, column).data()
        for column in range(model.columnCount())
    }
    assert cells["Solved"] == str(sum(row["status"] == "solved" for row in rows))
    assert cells["Max moves"] == str(max(row["length"] or 0 for row in rows))
    qtbot.waitUntil(
        lambda: "36 results are already saved" in text_of(study, "studyNote"), timeout=WAIT
    )


def test_a_study_is_stopped_and_gone_on_with(
    qtbot: QtBot, open_study: Make, tmp_path: Path
) -> None:
    study = open_study(MANY)
    children = set(psutil.Process().children())
    action(study, "studyStart").trigger()
    qtbot.waitUntil(lambda: shown_rows(study) > 0, timeout=WAIT)
    assert set(psutil.Process().children()) - children
    assert "results/s" in text_of(study, "studyFigures")
    action(study, "studyStop").trigger()
    assert not action(study, "studyStop").isEnabled()
    wait_end(qtbot, study)
    assert set(psutil.Process().children()) <= children
    first = len(rows_in(tmp_path / "own.sqlite"))
    assert 0 < first < MANY_ROWS
    qtbot.waitUntil(lambda: shown_rows(study) == first, timeout=WAIT)
    assert "Press Run to continue" in text_of(study, "studyStatus")
    qtbot.waitUntil(lambda: "already saved" in text_of(study, "studyNote"), timeout=WAIT)
    action(study, "studyStart").trigger()
    qtbot.waitUntil(lambda: shown_rows(study) > first, timeout=WAIT)
    action(study, "studyStop").trigger()
    wait_end(qtbot, study)
    keys = [row["key"] for row in rows_in(tmp_path / "own.sqlite")]
    assert len(set(keys)) == len(keys) > first


@pytest.mark.parametrize("closed", ["study", "main"])
def test_closing_while_it_runs_leaves_rows_and_no_process(
    qtbot: QtBot, program: Program, tmp_path: Path, closed: str
) -> None:
    (tmp_path / "own.toml").write_text(MANY)
    main = program.open_window()
    main.settings["folder"] = str(tmp_path)
    action(main, "actionStudy").trigger()
    study = find(main, StudyWindow, "studyWindow")
    choose_file(qtbot, study, tmp_path / "own.toml")
    before = set(psutil.Process().children())
    action(study, "studyStart").trigger()
    qtbot.waitUntil(lambda: shown_rows(study) > 0, timeout=WAIT)
    children = list(set(psutil.Process().children()) - before)
    assert children
    main._leaving = True
    (main if closed == "main" else study).close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    _, left = psutil.wait_procs(children, timeout=60)
    assert not left
    assert rows_in(tmp_path / "own.sqlite")


def test_results_stay_where_they_are_whatever_else_is_opened(
    qtbot: QtBot,
    open_study: Make,
    tmp_path: Path,
    folders: Folders,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    study = open_study()
    listed = find(study, QListWidget, "studyList")
    own = listed.currentRow()
    default = folders.data / "studies" / "graphs-3x3-pairs.sqlite"
    study.settings["folder"] = str(tmp_path / "elsewhere")  # where a board was opened
    listed.setCurrentRow(0)
    assert study.choice.choice.rows == default
    settle(qtbot, study)
    assert study.ready
    listed.setCurrentRow(own)
    assert study.choice.choice.rows == tmp_path / "own.sqlite"
    chosen = tmp_path / "chosen.sqlite"
    monkeypatch.setattr(asking, "ask_rows_path", lambda *_: chosen)
    qtbot.mouseClick(find(study, QPushButton, "studyRowsButton"), LEFT)
    listed.setCurrentRow(0)
    assert study.choice.choice.rows == default
    study.close()
    again = open_study()
    assert again.choice.choice.rows == chosen
    for damaged in ("[", "[1]", '{"study:graphs-3x3-pairs": 5}'):
        again.settings["study files"] = damaged
        assert ResultsFiles(again.settings, folders.data).of("study:graphs-3x3-pairs") == default


def test_closing_the_main_window_asks_before_it_ends_a_study(
    qtbot: QtBot, open_study: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = open_study(MANY)
    main = study.parent()
    assert isinstance(main, MainWindow)
    monkeypatch.setattr(study_window, "LONG", 0.0)
    action(study, "studyStart").trigger()
    qtbot.waitUntil(lambda: bool(study.at_work()), timeout=WAIT)
    for button, stays in (("Keep running", True), ("End and close", False)):
        main.close()
        assert main.isVisible()
        box = find(main, QMessageBox, "")
        assert box.text() == "A study is still running. Its results so far are kept."
        clicked = next(b for b in box.buttons() if b.text().replace("&", "") == button)
        qtbot.mouseClick(clicked, LEFT)
        qtbot.waitUntil(lambda: not box.isVisible(), timeout=WAIT)  # noqa: B023 - called at once
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        qtbot.waitUntil(lambda: main.isVisible() == stays, timeout=WAIT)  # noqa: B023 - likewise


def test_reports_are_written_while_it_runs(
    qtbot: QtBot, open_study: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = open_study(MANY)
    action(study, "studyStart").trigger()
    qtbot.waitUntil(lambda: action(study, "studyReport").isEnabled(), timeout=WAIT)
    for name in ("report.html", "report.csv"):
        path = tmp_path / name
        monkeypatch.setattr(dialogs, "choose_save_path", lambda *asked, path=path: asked[-1](path))
        action(study, "studyReport").trigger()
        qtbot.waitUntil(path.exists, timeout=WAIT)
    assert study.running
    action(study, "studyStop").trigger()
    wait_end(qtbot, study)
    with (tmp_path / "report.csv").open(newline="") as file:
        keys = [row["key"] for row in csv.DictReader(file)]
    assert set(keys) <= {row["key"] for row in rows_in(tmp_path / "own.sqlite")}
    qtbot.waitUntil(lambda: action(study, "studyOpenReport").isEnabled(), timeout=WAIT)
    urls: list[QUrl] = []

    def open_url(url: QUrl) -> bool:
        urls.append(url)
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    action(study, "studyOpenReport").trigger()
    assert [url.fileName() for url in urls] == ["report.csv"]
    (tmp_path / "report.csv").unlink()
    action(study, "studyOpenReport").trigger()
    assert len(urls) == 1
    assert "no longer there" in text_of(study, "studyStatus")


def test_what_is_wrong_is_said_in_the_window(
    qtbot: QtBot, open_study: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = open_study(FEW.replace('"optimal"', '"optimum"').replace("family", "familie"))
    assert not action(study, "studyStart").isEnabled()
    assert "line 4, column 1: there is no solver “optimum”" in wrong(study)
    assert "unknown key “familie”" in wrong(study)
    (tmp_path / "own.toml").write_text(FEW)  # mended, and opened again
    choose_file(qtbot, study, tmp_path / "own.toml")
    qtbot.waitUntil(lambda: study.ready, timeout=WAIT)
    action(study, "studyStart").trigger()
    wait_end(qtbot, study)
    text = tmp_path / "text"
    text.write_text("no database, but long enough to be looked at" * 30)
    find(study, QListWidget, "studyList").setCurrentRow(1)
    for path, said in (
        (tmp_path / "own.sqlite", "contains results of another study"),
        (text, "cannot be used as a results file"),
        (tmp_path / "none" / "rows.sqlite", "there is no folder"),
        (tmp_path, "is a folder"),
    ):
        monkeypatch.setattr(asking, "ask_rows_path", lambda *_, path=path: path)
        qtbot.mouseClick(find(study, QPushButton, "studyRowsButton"), LEFT)
        qtbot.waitUntil(partial(_is_told, study, said), timeout=WAIT)
        assert not action(study, "studyStart").isEnabled()


def _is_told(study: StudyWindow, said: str) -> bool:
    return said in wrong(study)


@pytest.mark.thorough
def test_the_rest_is_lost_with_nothing_where_the_disk_is_full(
    qtbot: QtBot, open_study: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Results._prepare

    def small(self: Results, *given: object) -> None:
        real(self, *given)  # type: ignore[arg-type]
        self._file.execute("PRAGMA max_page_count = 8")  # SQLite takes the disk to be full then

    study = open_study(MANY)
    monkeypatch.setattr(Results, "_prepare", small)
    action(study, "studyStart").trigger()
    wait_end(qtbot, study)
    assert "could not save results: database or disk is full" in wrong(study)
    before = len(rows_in(tmp_path / "own.sqlite"))
    monkeypatch.undo()
    action(study, "studyStart").trigger()
    qtbot.waitUntil(lambda: shown_rows(study) > before, timeout=WAIT)
    assert not wrong(study)


def test_a_scheduler_that_does_not_answer(
    qtbot: QtBot, open_study: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_CONNECT", 0.5)
    study = open_study()
    qtbot.mouseClick(find(study, QRadioButton, "studyCluster"), LEFT)
    assert not study.ready
    assert not find(study, QSpinBox, "studyJobs").isEnabled()
    find(study, QLineEdit, "studyAddress").setText("tcp://127.0.0.1:9")
    settle(qtbot, study)
    action(study, "studyStart").trigger()
    assert "Waiting for the scheduler" in text_of(study, "studyStatus")
    wait_end(qtbot, study)
    assert wrong(study).startswith("no scheduler answers at tcp://127.0.0.1:9")
    monkeypatch.setattr(cluster, "_CONNECT", 1.0)
    action(study, "studyStart").trigger()
    action(study, "studyStop").trigger()  # which does not wait for it
    wait_end(qtbot, study)
    assert text_of(study, "studyStatus") == "Stopped."


def test_the_pace_is_that_of_late() -> None:
    pace = Pace()
    assert pace.rate == 0
    for second in range(60):
        added = 100 * second if second < 30 else 3000 + second - 30
        pace.note(Progress(added, 9999, added, float(second), 1))
    assert 0.9 < pace.rate < 1.1
