import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from puzzlegui.core import files
from puzzlegui.core.files import open_file, remove_leftovers, scratch_folder, write_file


def test_write_and_replace(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    write_file(path, b"one")
    assert path.read_bytes() == b"one"
    path.chmod(0o640)
    write_file(path, b"two")
    assert path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_is_followed(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_bytes(b"old")
    link.symlink_to(real)
    write_file(link, b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"


def test_a_failure_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_file(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_no_such_folder(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_file(tmp_path / "none" / "file", b"x")


def test_a_device(tmp_path: Path) -> None:
    write_file(Path("/dev/null"), b"x")


KILLED = """
import os, signal, sys
from pathlib import Path
from puzzlegui.core import files
die = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
if sys.argv[2] == "file":
    os.fsync = die
    files.write_file(Path(sys.argv[1], "board.puzzle"), b"new")
else:
    with files.scratch_folder() as folder:
        Path(folder, "film.mp4").write_bytes(b"half")
        die()
"""


def killed(folder: Path, what: str) -> list[Path]:
    """What a process that is killed while it writes leaves in a folder."""
    before = set(folder.iterdir())
    command = [sys.executable, "-c", KILLED, str(folder), what]
    done = subprocess.run(command, env=os.environ | {"TMPDIR": str(folder)}, check=False)
    assert done.returncode == -signal.SIGKILL
    return [path for path in folder.iterdir() if path not in before]


@pytest.mark.skipif(os.name != "posix", reason="where a process can be asked for")
def test_what_a_killed_process_left_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "board.puzzle"
    path.write_bytes(b"old")
    (left,) = killed(tmp_path, "file")
    (scratch,) = killed(tmp_path, "folder")
    assert list(scratch.iterdir())
    others = [tmp_path / name for name in (".board.puzzle.x", f".a.puzzlegui-{os.getpid()}-x")]
    for other in others:
        other.touch()
    remove_leftovers(tmp_path)  # another machine's, perhaps, that is writing it just now
    assert left.exists()
    assert path.read_bytes() == b"old"
    monkeypatch.setattr(files, "_WRITING", 0)
    write_file(path, b"new")
    assert set(tmp_path.iterdir()) == {path, *others}
    for other in others:
        os.utime(other, (0, 0))
    write_file(path, b"newer")
    assert set(tmp_path.iterdir()) == {path, others[0]}


def test_a_scratch_folder_is_gone_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with scratch_folder() as folder:
        assert list(tmp_path.iterdir()) == [folder]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="where there are pipes that have names")
def test_pipes_devices_and_loops_are_not_waited_for(tmp_path: Path) -> None:
    pipe, loop = tmp_path / "pipe", tmp_path / "loop"
    os.mkfifo(pipe)
    loop.symlink_to(loop)
    for path, message in (
        (pipe, "a pipe or a device"), (Path("/dev/zero"), "a pipe or a device"),
        (loop, "symbolic links"), (tmp_path, "directory"),
    ):  # fmt: skip
        with pytest.raises(OSError, match=message):
            open_file(path)
