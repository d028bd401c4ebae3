"""Locks are released when their process ends, and only then."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from puzzlegui.core.locks import Lock, locked

HOLDING = """
import sys
from pathlib import Path
from puzzlegui.core.locks import Lock
lock = Lock(Path(sys.argv[1]))
assert lock.acquire()
print("taken", flush=True)
sys.stdin.read()
"""


def test_one_takes_it(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    one, other = Lock(path), Lock(path)
    assert one.is_free()
    assert not path.exists()
    assert one.acquire()
    assert one.acquire()  # it has it already
    assert not other.acquire()
    assert not other.is_free()
    other.release()  # which does nothing
    assert path.exists()
    one.release()
    assert not path.exists()
    assert one.holder() is None
    path.touch()
    assert other.is_free()
    assert other.acquire()
    assert not one.acquire()
    other.release()


def test_it_ends_with_its_process(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    command = [sys.executable, "-c", HOLDING, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"taken"
        os.utime(path, (0, 0))  # no date tells anything
        assert not Lock(path).acquire()
        assert not Lock(path).is_free()
        assert Lock(path).holder() == process.pid
        process.send_signal(signal.SIGKILL)
    assert path.exists()
    lock = Lock(path)
    assert lock.acquire()
    lock.release()
    assert not path.exists()


def test_locked_waits_for_the_holder(tmp_path: Path) -> None:
    path, order = tmp_path / "lock", list[str]()
    begun = threading.Event()

    def work() -> None:
        with locked(path):
            begun.set()
            order.append("one")
            threading.Event().wait(0.05)
            order.append("one")

    thread = threading.Thread(target=work)
    thread.start()
    begun.wait()
    with locked(path):
        order.append("two")
    thread.join()
    assert order == ["one", "one", "two"]
    assert not path.exists()


def test_locked_never_runs_its_body_without_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with locked(path), pytest.raises(TimeoutError), locked(path, 0.02):
        pytest.fail("the lock is held")
    assert not path.exists()


@pytest.mark.parametrize("kind", ["folder", "loop"])
def test_lock_sets_aside_what_has_its_name(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "lock"
    if kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(path)
    assert Lock(path).is_free()
    with locked(path):
        assert path.is_file()
    assert [each.name for each in tmp_path.iterdir()] == ["lock.damaged-1"]


def test_where_no_lock_can_be_made(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Lock(tmp_path / "none" / "lock").acquire()
