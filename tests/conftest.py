"""Fixtures and hooks for all tests: no display, no user settings, and no leftovers."""

import gc
import os
import random
import shutil
import signal
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from puzzlegui.core import language, notices
from puzzlegui.engine.runner import pool
from puzzlegui.folders import Folders
from puzzlegui.solvers import table_store
from tests import comparisons, display, effort, fuzz
from tests.inprocess import InProcess
from tests.solvers import differential


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("effort", "selection of tests")
    group.addoption(
        "--after-default",
        action="store_true",
        help="with -m '', leave out the tests that the default run runs in full",
    )
    group = parser.getgroup("differential", "solvers against brute force")
    group.addoption("--differential-seconds", type=float, help="total duration")
    group.addoption("--differential-seed", type=int, help="seed of a run to be repeated")
    group = parser.getgroup("oracle", "the window against a fresh one in the same state")
    group.addoption("--oracle-examples", type=int, help="number of examples of 30 steps each")
    group = parser.getgroup("fuzz", "damaged input for everything that reads")
    group.addoption("--fuzz-examples", type=int, help="number of examples for each reader")


def pytest_configure(config: pytest.Config) -> None:
    display.select_platform()
    effort.configure(config)
    os.environ["LC_ALL"] = "C.UTF-8"  # child processes use English
    if not _worker_value(config, "workerinput"):
        _isolate_home(config)
    seed = config.getoption("--differential-seed")
    if seed is None:
        seed = _worker_value(config, "workerinput").get(_SEED, random.randrange(10**9))
    config.stash[differential.SEED] = seed
    config.stash[differential.COMPARED] = Counter()
    config.stash[comparisons.WINDOWS] = [0]
    fuzz.EXAMPLES[0] = config.option.fuzz_examples


def _isolate_home(config: pytest.Config) -> None:
    """Give child processes an empty home folder, so that they change nothing of the user's."""
    home = tempfile.mkdtemp(prefix="puzzlegui-tests-")
    config.add_cleanup(lambda: shutil.rmtree(home, ignore_errors=True))
    for name in ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"):
        os.environ[name] = home
    for name in ("CONFIG", "CACHE", "DATA", "STATE"):
        os.environ.pop(f"XDG_{name}_HOME", None)
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = home
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(Path(home) / "bytecode")  # shared by all processes


# --- several processes, each with some of the tests ---

_SEED, _COMPARED, _WINDOWS = "seed", "compared", "windows"
_MOST = 4
"""Maximum number of processes; each needs memory for windows and kernels."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return the number of worker processes; 0 if time is measured.

    It is greater by 1 than the number of processors, since tests often wait.
    """
    if any("benchmarks" in argument for argument in config.args):
        return 0
    files = [Path(argument.partition("::")[0]) for argument in config.args]
    most = len(set(files)) if all(file.is_file() for file in files) else _MOST
    workers = min(most, _MOST, 1 + (os.cpu_count() or 1))
    return workers if workers > 1 else 0


def _worker_value(config: pytest.Config, name: str) -> dict[str, Any]:
    """Return the data exchanged with the process that distributes tests; empty in that process."""
    found: dict[str, Any] = getattr(config, name, {})
    return found


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    node.workerinput[_SEED] = node.config.stash[differential.SEED]


def pytest_sessionfinish(session: pytest.Session) -> None:
    config = session.config
    compared = config.stash[differential.COMPARED]
    counts = {_COMPARED: {**compared}, _WINDOWS: config.stash[comparisons.WINDOWS]}
    _worker_value(config, "workeroutput").update(counts)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    counts = _worker_value(node, "workeroutput")
    compared: dict[str, int] = counts.get(_COMPARED, {})
    windows: list[int] = counts.get(_WINDOWS, [])
    node.config.stash[differential.COMPARED].update(compared)
    together = node.config.stash[comparisons.WINDOWS]
    together.extend(windows)


# --- reports ---


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
        terminalreporter.write_line(f"{total} comparisons of a window with a fresh window")


@pytest.hookimpl(tryfirst=True)  # before the marker expression is applied
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if "qapp" in getattr(item, "fixturenames", ()):
            item.add_marker("gui")
    if not any("::" in argument for argument in config.args):  # selected by name: run all
        for item in effort.left_out(items):
            item.add_marker("thorough")
    if config.getoption("--after-default"):
        complete = [item for item in items if effort.is_complete_by_default(item)]
        config.hook.pytest_deselected(items=complete)
        done = set(complete)
        items[:] = [item for item in items if item not in done]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    with effort.profile_of(item):
        return (yield)


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run solvers in this process, so that they can be patched."""
    monkeypatch.setattr(pool, "Client", InProcess)
    monkeypatch.setattr(pool.POOL, "_idle", [])


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    """Folders of the program for this test alone."""
    return Folders.below(tmp_path / "folders")


@pytest.fixture(autouse=True)
def isolated_user_dirs(folders: Folders, monkeypatch: pytest.MonkeyPatch) -> None:
    """Isolate tests from stored tables of other tests and from the user's folders."""
    table_store.stop_and_clear()
    table_store.set_cache_folder(folders.cache)
    table_store.set_disk_limit(table_store.DEFAULT_LIMIT_MIB)
    monkeypatch.setattr(Folders, "of_user", lambda: pytest.fail("use of the user's folders"))


@pytest.fixture(autouse=True)
def no_old_notices() -> None:
    """Forget the notices of other tests."""
    notices.reset()


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Switch back to English after a test in another language."""
    yield
    language.set_language(language.SOURCE)


def _threads() -> set[threading.Thread]:
    """Return Python's own threads; it does not notice the end of Qt's threads.

    Threads that read from solver processes are left out: they live until the next order.
    """
    own = {t for t in threading.enumerate() if not isinstance(t, threading._DummyThread)}
    return {thread for thread in own if thread.name != "answers"}


@pytest.fixture(autouse=True)
def no_leaked_threads() -> Iterator[None]:
    """Fail a test that leaves a thread running."""
    before = _threads()
    yield
    table_store.stop_and_clear()  # also stops builds
    deadline = time.monotonic() + 60  # threads end slowly on a busy machine
    while (left := _threads() - before) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not left, f"threads left running: {left}"


class _Kinds(dict[type, bool]):
    """Cache of classes whose objects can be left running; objects are many, classes few."""

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

    Once per file, since walking all Python objects is slow.
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
    """Create the application first: drawing would create an instance without windows."""
    request.getfixturevalue("qapp")


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Enable SIGINT, as in a terminal, even if the tests run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
