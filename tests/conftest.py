"""What every test needs: no display, no user's settings, and no leftovers."""

import gc
import os
import random
import shutil
import signal
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from puzzlegui.core import language
from puzzlegui.engine.runner import pool
from puzzlegui.folders import Folders
from puzzlegui.solvers import stored
from tests import comparisons, display, effort, fuzz
from tests.inprocess import InProcess
from tests.solvers import differential


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("differential", "solvers against brute force")
    group.addoption("--differential-seconds", type=float, help="how long, in all")
    group.addoption("--differential-seed", type=int, help="the one of a run to be repeated")
    group = parser.getgroup("oracle", "the window against a fresh one in the same state")
    group.addoption("--oracle-examples", type=int, help="how many, of 30 steps each")
    group = parser.getgroup("fuzz", "damaged input for everything that reads")
    group.addoption("--fuzz-examples", type=int, help="how many for each reader")


def pytest_configure(config: pytest.Config) -> None:
    display.choose()
    effort.configure(config)
    os.environ["LC_ALL"] = "C.UTF-8"  # the processes that tests start speak English
    if not _of_worker(config, "workerinput"):
        _have_no_user(config)
    seed = config.getoption("--differential-seed")
    if seed is None:
        seed = _of_worker(config, "workerinput").get(_SEED, random.randrange(10**9))
    config.stash[differential.SEED] = seed
    config.stash[differential.COMPARED] = Counter()
    config.stash[comparisons.WINDOWS] = [0]
    option = config.option
    if option.differential_seconds is None:
        option.differential_seconds = effort.scaled(40) / 10
    if option.oracle_examples is None:
        option.oracle_examples = effort.scaled(6)
    fuzz.EXAMPLES[0] = option.fuzz_examples or effort.scaled(60)


def _have_no_user(config: pytest.Config) -> None:
    """Give the processes that tests start an empty home: they leave nothing in the user's."""
    home = tempfile.mkdtemp(prefix="puzzlegui-tests-")
    config.add_cleanup(lambda: shutil.rmtree(home, ignore_errors=True))
    for name in ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"):
        os.environ[name] = home
    for name in ("CONFIG", "CACHE", "DATA", "STATE"):
        os.environ.pop(f"XDG_{name}_HOME", None)
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = home
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(Path(home) / "bytecode")  # compiled once for all


# --- several processes, each with some of the tests ---

_SEED, _COMPARED, _WINDOWS = "seed", "compared", "windows"
_MOST = 4
"""Processes; windows and kernels take their memory in each."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """As many processes as can share the files; none beside this one where time is measured.

    One more than there are processors, since tests wait much of their time.
    """
    if any("benchmarks" in argument for argument in config.args):
        return 0
    files = [Path(argument.partition("::")[0]) for argument in config.args]
    most = len(set(files)) if all(file.is_file() for file in files) else _MOST
    workers = min(most, _MOST, 1 + (os.cpu_count() or 1))
    return workers if workers > 1 else 0


def _of_worker(config: pytest.Config, name: str) -> dict[str, Any]:
    """What goes from the process that hands out tests to this one, or back; empty in the former."""
    found: dict[str, Any] = getattr(config, name, {})
    return found


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    node.workerinput[_SEED] = node.config.stash[differential.SEED]


def pytest_sessionfinish(session: pytest.Session) -> None:
    config = session.config
    compared = config.stash[differential.COMPARED]
    counts = {_COMPARED: {**compared}, _WINDOWS: config.stash[comparisons.WINDOWS]}
    _of_worker(config, "workeroutput").update(counts)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    counts = _of_worker(node, "workeroutput")
    compared: dict[str, int] = counts.get(_COMPARED, {})
    windows: list[int] = counts.get(_WINDOWS, [])
    node.config.stash[differential.COMPARED].update(compared)
    together = node.config.stash[comparisons.WINDOWS]
    together.extend(windows)


# --- what is said ---


def pytest_report_header(config: pytest.Config) -> str:
    return f"differential seed: {config.stash[differential.SEED]}"


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if compared := config.stash[differential.COMPARED]:
        terminalreporter.write_line(
            f"{compared.total()} boards × solvers were compared with brute force, each of "
            f"{len(compared)} solvers on {min(compared.values())} or more; "
            f"differential seed {config.stash[differential.SEED]}"
        )
    windows = config.stash[comparisons.WINDOWS]
    if total := sum(windows):
        terminalreporter.write_line(f"{total} times a window said what a fresh one says")


@pytest.hookimpl(tryfirst=True)  # before the marker expression is applied
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if "qapp" in getattr(item, "fixturenames", ()):
            item.add_marker("gui")
    if not any("::" in argument for argument in config.args):  # a test that is named runs whole
        for item in effort.left_out(items):
            item.add_marker("thorough")


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solvers run in this process, so that they can be patched."""
    monkeypatch.setattr(pool, "Client", InProcess)
    monkeypatch.setattr(pool.POOL, "_idle", [])


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    """The program's folders, of this test alone."""
    return Folders.below(tmp_path / "folders")


@pytest.fixture(autouse=True)
def nothing_of_the_users(folders: Folders, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables in a folder of the test's own, none from another test; the user's stay unknown."""
    stored.forget()
    stored.use_folder(folders.cache)
    stored.use_limit(stored.MOST_MIB)
    monkeypatch.setattr(Folders, "of_user", lambda: pytest.fail("these folders are the user's"))


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """A test that speaks another language leaves English behind."""
    yield
    language.use(language.SOURCE)


def _threads() -> set[threading.Thread]:
    """Python's own threads; it never learns that one of Qt's has ended.

    Those that read from a solver process are there as long as it waits for its next order.
    """
    own = {t for t in threading.enumerate() if not isinstance(t, threading._DummyThread)}
    return {thread for thread in own if thread.name != "answers"}


@pytest.fixture(autouse=True)
def no_leaked_threads() -> Iterator[None]:
    """Fail a test that leaves a thread running."""
    before = _threads()
    yield
    stored.forget()  # and stop what is being built
    deadline = time.monotonic() + 60  # a busy machine is slow to end them
    while (left := _threads() - before) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not left, f"threads left running: {left}"


class _Kinds(dict[type, bool]):
    """Whether objects of a class may be left running; objects are many, classes are few."""

    def __missing__(self, kind: type) -> bool:
        from PySide6.QtCore import QAbstractAnimation, QThread, QTimer

        self[kind] = issubclass(kind, QThread | QTimer | QAbstractAnimation)
        return self[kind]


_IS_QT = _Kinds()


@pytest.fixture(autouse=True)
def no_running_workers(request: pytest.FixtureRequest) -> Iterator[None]:
    """Wait for the window's worker threads after a GUI test."""
    yield
    if "qapp" in request.fixturenames:
        from puzzlegui.gui.threads.worker import wait_for_threads

        wait_for_threads()


@pytest.fixture(autouse=True, scope="module")
def no_leaked_qt_objects() -> Iterator[None]:
    """Fail a file whose tests leave a thread, timer or animation of Qt running.

    Walking all of Python's objects takes too long to do it after each test.
    """
    from PySide6.QtCore import QThread, QTimer
    from shiboken6 import isValid

    yield
    running = []
    for found in gc.get_objects():
        if not _IS_QT[type(found)] or not isValid(found):
            continue
        if isinstance(found, QThread):
            active = found.isRunning()
        elif isinstance(found, QTimer):
            active = found.isActive() and not found.isSingleShot()
        else:
            active = found.state() == found.State.Running
        if active:
            running.append(found)
    assert not running, f"left running by a test of this file: {running}"


@pytest.fixture(scope="session")
def qapp_cls() -> type:
    from puzzlegui.gui.app import Application

    return Application


@pytest.fixture(scope="session")
def qapp_args() -> list[str]:
    return ["puzzlegui"]


@pytest.fixture(scope="session", autouse=True)
def application_for_windows(request: pytest.FixtureRequest) -> None:
    """It is there before anything is drawn, or that would make one that no window can use."""
    request.getfixturevalue("qapp")


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Have processes listen to interrupts, as started from a terminal, even in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
