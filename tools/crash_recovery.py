"""Kill the program at random moments and check what its next start finds.

``python -m tools.crash_recovery --count 1000 --seed 7 --jobs 2`` reports lost work, damaged files
and leftover files.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from puzzlegui.core.board import Board
from puzzlegui.core.solution import Solution
from puzzlegui.documents.boardfile import Loaded, dump_board
from puzzlegui.documents.loading import load_document
from puzzlegui.documents.presets import load_preset
from puzzlegui.engine.run import solve
from puzzlegui.exporters.formats import export
from puzzlegui.exporters.settings import Chapter, ExportSettings
from puzzlegui.exporters.solutions import SOLUTION_FORMATS
from puzzlegui.families.creation import new_board
from puzzlegui.folders import Folders
from puzzlegui.solvers import table_store

KEPT = 3.0
"""Maximum age in seconds of work that may be lost."""
LONGEST = 4.5
"""Default maximum lifetime of a process, in seconds."""

Say = Callable[[int], None]
"""Reports progress from the process that will be killed."""


@dataclass
class Observations:
    """Observations of a killed process and of the next start.

    Attributes:
        folder: folder of all files.
        said: times (by the system-wide clock) and values of the reported progress.
        killed: time of the kill.
        works: titles of the recovered boards, with the number of moves made by hand.
        left: files that should not exist.
    """

    folder: Path
    said: list[tuple[float, int]]
    killed: float
    works: list[tuple[str, int]] = field(default_factory=list)
    left: list[str] = field(default_factory=list)

    def safe(self, seconds: float) -> int:
        """Return the progress reported ``seconds`` before the kill; 0 for none."""
        return max((what for when, what in self.said if when <= self.killed - seconds), default=0)

    def folders(self) -> Folders:
        return Folders.below(self.folder / "own")


@dataclass(frozen=True)
class Scenario:
    """Activity of a process until it is killed, and the check of the next start.

    Attributes:
        work: runs without end.
        check: returns faults, and the age in seconds of the latest work that was lost.
    """

    work: Callable[[Path, Say], None]
    check: Callable[[Observations], tuple[list[str], float]]


# --- activities ---


def _window(folder: Path, loaded: Loaded | None = None, *, recover: bool = False) -> Any:
    """Start the program with a window."""
    from puzzlegui.gui import app
    from puzzlegui.gui.model.settings import Settings
    from puzzlegui.gui.widgets import dialogs

    app.make_application()
    from puzzlegui.gui.program import Program

    folders = Folders.below(folder / "own")
    table_store.set_cache_folder(folders.cache)
    settings = Settings(folders.settings)
    settings["tour"] = False
    program = Program(folders)
    window = program.open_window(loaded)
    if recover:

        def restore(parent: object, works: object, then: Callable[[bool], None]) -> None:  # noqa: ARG001
            then(True)

        dialogs.ask_recover = restore
        program.offer_recovery()
        program.remove_leftovers()
    return window


def _again(action: Callable[[int], None], milliseconds: int) -> None:
    """Repeat an action with its number in the event loop."""
    from PySide6.QtCore import QCoreApplication, QTimer

    numbers = iter(range(1, 10**9))
    timer = QTimer()
    timer.timeout.connect(lambda: action(next(numbers)))
    timer.start(milliseconds)
    QCoreApplication.exec()


def _edit(folder: Path, say: Say) -> None:
    document = _window(folder).document()

    def edit(number: int) -> None:
        document.edit(document.board.with_fields(title=f"Edit {number}"), "type")
        say(number)

    _again(edit, 20)


def _play(folder: Path, say: Say) -> None:
    board = new_board("rotation", 6, 6, 1)
    window = _window(folder, Loaded("x", board))
    window.show_play()
    moves = board.parse_moves("A1 B2 C3")

    def play(number: int) -> None:
        window._play_input.moves_requested.emit([moves[number % 3]], True)
        say(number)

    _again(play, 40)


def _save(folder: Path, say: Say) -> None:
    window = _window(folder, Loaded("x", new_board("rotation", 30, 30, 1)))
    document = window.document()

    def save(number: int) -> None:
        document.edit(document.board.with_fields(title=f"Save {number}"), "type")
        path = _out(folder) / "saved.puzzle"
        document.write(path)
        document.mark_saved(path)
        say(number)

    _again(save, 0)


def _recover(folder: Path, say: Say) -> None:
    recovery = Folders.below(folder / "own").recovery
    recovery.mkdir(parents=True)
    for number in (1, 2):
        board = load_preset("mystery-box").with_fields(title=f"Edit {number}")
        head = json.dumps({"path": "", "time": number, "moves": ["B1"]})
        text = f"{head}\n{dump_board(board)}"
        (recovery / f"{number}.unsaved").write_text(text, encoding="utf-8")
    say(1)
    _window(folder, recover=True)
    _again(say, 50)


def _remember(folder: Path, say: Say) -> None:
    from puzzlegui.gui.files.last_board import LastBoard
    from puzzlegui.gui.gallery.user_boards import UserBoards
    from puzzlegui.gui.model.puzzle import PersonalBest
    from puzzlegui.gui.play.records import Records

    window = _window(folder)
    data = Folders.below(folder / "own").data
    records, own = Records(data), UserBoards(data)
    last = LastBoard(data, window.settings)

    def remember(number: int) -> None:
        window.settings["seconds"] = number
        window.settings.write()
        records.record(new_board("rotation", 3, 3, number), PersonalBest(number, 1.0))
        path = own.add(load_preset("mystery-box"), "kept")
        own.remove(own.rename(path, "renamed"))
        last.remember(window.document())
        say(number)

    _again(remember, 5)


def _export(folder: Path, say: Say) -> None:
    """Export in the window, through its worker."""
    window = _window(folder)
    formats = [format_ for format_ in SOLUTION_FORMATS.values() if not format_.unavailable_reason]
    turn = random.randrange(len(formats))

    def next_one(_: object = None) -> None:
        nonlocal turn
        turn += 1
        format_ = formats[turn % len(formats)]
        path = _out(folder) / f"moves{format_.suffix}"
        window.files.exports.export_to(path, _solution(), format_, _SETTINGS)

    window.files.exports.finished.connect(lambda _: say(turn))
    window.files.exports.finished.connect(next_one)
    next_one()
    _again(lambda _: None, 1000)


def _command(folder: Path, say: Say) -> None:
    from puzzlegui.__main__ import run

    common = ["--folders", str(folder / "own"), "--quiet"]
    formats = [format_ for format_ in SOLUTION_FORMATS.values() if not format_.unavailable_reason]
    number = 0
    while True:
        for format_ in random.sample(formats, len(formats)):
            path = _out(folder) / f"solved{format_.suffix}"
            options = ["--format", format_.name, "-o", str(path), *common]
            assert run(["solve", "preset:mystery-box", *options]) == 0
            number += 1
            say(number)


def _tables(folder: Path, say: Say) -> None:
    import numpy as np

    from puzzlegui.__main__ import run

    table_store.set_cache_folder(folder / "own" / "cache")
    arrays = {"numbers": np.arange(1 << 20), "more": np.ones((1 << 10, 1 << 10), np.uint8)}
    for number in range(1, random.choice((2, 1000))):
        table_store.save(f"made-{number % 3}", arrays)
        say(number)
    assert run(["tables", "--build", "--folders", str(folder / "own")]) == 0


_SETTINGS = ExportSettings(size=200)


@cache
def _solution() -> Solution:
    return solve(load_preset("mystery-box"))


def _out(folder: Path) -> Path:
    path = folder / "out"
    path.mkdir(exist_ok=True)
    return path


# --- checks ---


def _lost(found: Observations, kept: int, what: str) -> tuple[list[str], float]:
    """Return a fault if work older than ``KEPT`` is lost, and the age of the latest lost work."""
    lost = next((when for when, number in sorted(found.said) if number > kept), found.killed)
    wrong = [] if kept >= found.safe(_patience[0]) else [f"{what}: {kept} of {found.safe(KEPT)}"]
    return wrong, found.killed - lost


_patience = [KEPT]
"""Maximum age in seconds of work that may be lost; longer on a busy machine."""


def _check_edit(found: Observations) -> tuple[list[str], float]:
    kept = max((int(title.split()[-1]) for title, _ in found.works), default=0)
    return _lost(found, kept, "edits")


def _check_play(found: Observations) -> tuple[list[str], float]:
    return _lost(found, max((moves for _, moves in found.works), default=0), "moves")


def _check_save(found: Observations) -> tuple[list[str], float]:
    path = found.folder / "out" / "saved.puzzle"
    if not path.exists():
        return (["nothing was saved"] if found.said else []), 0.0
    board = load_document(path)  # raises PuzzleError if it is incomplete
    assert isinstance(board, Board)
    last = max((what for _, what in found.said), default=0)
    number = int(board.title.split()[-1])
    return ([] if number >= last else [f"save {number} of {last}"]), 0.0


def _check_recover(found: Observations) -> tuple[list[str], float]:
    if not found.said:
        return [], 0.0
    works = sorted(found.works)
    return ([] if works == [("Edit 1", 1), ("Edit 2", 1)] else [f"only {works} left"]), 0.0


def _check_remember(found: Observations) -> tuple[list[str], float]:
    from puzzlegui.gui.model.settings import Settings
    from puzzlegui.gui.play.records import Records

    last = max((what for _, what in found.said), default=0)
    seconds = Settings(found.folders().settings)["seconds"]
    wrong = [] if seconds >= last else [f"setting {seconds} of {last}"]
    records = len(Records(found.folders().data)._file.read() or {})
    return wrong + ([] if records >= last else [f"{records} records of {last}"]), 0.0


def _check_exports(found: Observations) -> tuple[list[str], float]:
    wrong = []
    for path in (found.folder / "out").glob("*"):
        format_ = next(f for f in SOLUTION_FORMATS.values() if f.suffix == path.suffix)
        content = path.read_bytes()
        whole = content.endswith(_ENDS.get(format_.name, b"")) and len(content) > 50
        if path.stem == "moves":
            whole = content == _expected(format_.name)
        wrong += [] if whole else [f"{path.name} is damaged"]
    return wrong, 0.0


_ENDS = {
    "text": b"\n", "csv": b"\n", "json": b"}\n", "markdown": b"\n", "html": b"</html>\n",
    "pdf": b"%%EOF\n", "gif": b"\x3b", "storyboard": b"IEND\xaeB`\x82",
    "storyboard-svg": b"</svg>\n",
}  # fmt: skip


@cache
def _expected(name: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        export([Chapter(_solution())], Path(folder, "x"), SOLUTION_FORMATS[name], _SETTINGS)
        return Path(folder, "x").read_bytes()


def _check_tables(found: Observations) -> tuple[list[str], float]:
    table_store.set_cache_folder(found.folders().cache)
    damaged = [
        table.name for table in table_store.list_tables() if table.state != table_store.READY
    ]
    return [f"{name} is damaged" for name in damaged], 0.0


SCENARIOS = {
    "editing": Scenario(_edit, _check_edit),
    "playing": Scenario(_play, _check_play),
    "saving": Scenario(_save, _check_save),
    "recovering": Scenario(_recover, _check_recover),
    "remembering": Scenario(_remember, _check_remember),
    "exporting": Scenario(_export, _check_exports),
    "solving and rendering": Scenario(_command, _check_exports),
    "making tables": Scenario(_tables, _check_tables),
}


# --- killing ---


def kill_one(name: str, rng: random.Random, longest: float) -> tuple[list[str], float, int]:
    """Kill a process; return the faults, the age of the lost work, and the number of steps done."""
    scenario = SCENARIOS[name]
    with tempfile.TemporaryDirectory(prefix="kills-") as place:
        folder = Path(place)
        (folder / "tmp").mkdir()
        with _forked(folder, lambda say: scenario.work(folder, say)) as (process, pipe):
            until = time.monotonic() + rng.uniform(0, longest)
            text = b""
            os.set_blocking(pipe, False)
            while time.monotonic() < until:
                time.sleep(min(0.05, max(0.0, until - time.monotonic())))
                text += _read(pipe)
            killed = time.monotonic()
            os.kill(process, signal.SIGKILL)
            _, status = os.waitpid(process, 0)
            text += _read(pipe)
        if not os.WIFSIGNALED(status):
            return [f"it ended by itself: {text.decode()[-2000:]}"], 0.0, 0
        said = [line.split() for line in text.decode().splitlines()]
        found = Observations(folder, [(float(when), int(what)) for when, what in said], killed)
        with _forked(folder, lambda _: _look(scenario, found, folder)) as (process, pipe):
            os.set_blocking(pipe, True)
            answer = b"".join(iter(lambda: os.read(pipe, 1 << 16), b""))
            os.waitpid(process, 0)
        wrong, age = json.loads(answer)
        return wrong, age, len(said)


def _read(pipe: int) -> bytes:
    try:
        return os.read(pipe, 1 << 20)
    except BlockingIOError:
        return b""


@contextmanager
def _forked(folder: Path, work: Callable[[Say], object]) -> Iterator[tuple[int, int]]:
    """Fork a process that reports progress or, at its end, a result through a pipe."""
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        try:
            yield process, reading
        finally:
            os.close(reading)
        return
    try:
        os.environ["TMPDIR"] = tempfile.tempdir = str(folder / "tmp")
        for stream in (1, 2):
            os.dup2(os.open(folder / "said", os.O_CREAT | os.O_WRONLY | os.O_APPEND), stream)
        random.seed()

        def say(number: int) -> None:
            os.write(writing, b"%.6f %d\n" % (time.monotonic(), number))

        os.write(writing, json.dumps(work(say)).encode())
    except BaseException:  # noqa: BLE001 - report it to the parent process
        os.write(writing, json.dumps([[traceback.format_exc()[-3000:]], 0]).encode())
    finally:
        os._exit(1)


_OURS = {"own/settings/settings.json", "own/data/last.puzzle", "own/data/best.json", "said"}


def _look(scenario: Scenario, found: Observations, folder: Path) -> tuple[list[str], float]:
    """Check the next start, which accepts and discards the recovered work."""
    from puzzlegui.gui.files import autosave

    window = _window(folder)
    left = autosave.find_recoverable(found.folders().recovery)
    works = [work for work in left if isinstance(work, autosave.RecoverableWork) and work.claim()]
    found.works = [(work.board.title, len(work.progress.moves)) for work in works]
    wrong, age = scenario.check(found)
    for work in works:
        work.discard()
    from puzzlegui.gui.program import Program

    time.sleep(0.2)  # ffmpeg's end
    settings = window.settings
    settings["recent"] = str(folder / "out" / "x")
    settings.write()
    Program(found.folders()).remove_leftovers().join()
    for path in folder.rglob("*"):
        name = str(path.relative_to(folder))
        expected = name in _OURS or path.suffix == ".table"
        expected = expected or name.startswith(("out/", "own/data/boards/"))
        if not path.is_dir() and (not expected or path.name.startswith(".")):
            wrong.append(f"{name} was left behind")
    wrong += [f"{path.name} was left behind" for path in (folder / "tmp").iterdir()]
    return wrong, age


def run(
    count: int, seed: int, jobs: int, longest: float, names: list[str] | None
) -> tuple[list[str], str]:
    """Kill ``count`` processes; return the faults and a summary by scenario."""
    import PySide6.QtPrintSupport
    import PySide6.QtWidgets  # noqa: F401 - import once, before forking

    import puzzlegui.gui.main_window  # noqa: F401

    _solution()
    rng = random.Random(seed)
    tasks = [(names or list(SCENARIOS))[n % len(names or SCENARIOS)] for n in range(count)]
    wrong: list[str] = []
    counts, done = Counter[str](), Counter[str]()
    oldest = 0.0
    with ThreadPoolExecutor(jobs) as pool:
        seeds = [random.Random(rng.random()) for _ in tasks]
        for name, (faults, age, steps) in zip(
            tasks, pool.map(kill_one, tasks, seeds, [longest] * count), strict=True
        ):
            counts[name] += 1
            done[name] += steps
            oldest = max(oldest, age)
            for fault in faults:
                wrong.append(f"{name}: {fault}")
                sys.stderr.write(f"{wrong[-1]}\n")
    kinds = ", ".join(
        f"{number} while {name} ({done[name]} steps)" for name, number in counts.items()
    )
    return wrong, f"{count} kills: {kinds}; the oldest work lost was {oldest:.2f} s old"


def main() -> int:
    """Run with the arguments of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", action="append", choices=SCENARIOS)
    parser.add_argument("--longest", type=float, default=LONGEST, help="seconds to a kill")
    parser.add_argument("--patience", type=float, default=KEPT, help="seconds of work to be lost")
    args = parser.parse_args()
    _patience[0] = args.patience
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    wrong, told = run(args.count, args.seed, args.jobs, args.longest, args.only)
    sys.stdout.write(f"{told}; {len(wrong)} faults\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
