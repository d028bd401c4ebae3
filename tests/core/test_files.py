import errno
import os
import signal
import stat
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from puzzlegui.core import files, locks
from puzzlegui.core.files import (
    FileChangedError,
    content_digest,
    open_file,
    remove_leftovers,
    scratch_folder,
    write_file,
    write_pieces,
)

posix = pytest.mark.skipif(os.name != "posix", reason="as on Linux and macOS")


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


def test_write_pieces_writes_to_a_device() -> None:
    write_pieces(Path("/dev/null"), [b"x"])


@pytest.mark.skipif(os.name != "posix", reason="where pipes have names")
def test_write_file_does_not_wait_for_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="pipe or a device"):
        write_file(tmp_path / "pipe", b"x")


def test_write_file_replaces_only_the_content_of_the_digest(tmp_path: Path) -> None:
    path = tmp_path / "board.puzzle"
    digest = content_digest(b"read")
    write_file(path, b"read", digest=digest)  # it was removed
    write_file(path, b"ours", digest=digest)
    with pytest.raises(FileChangedError) as raised:
        write_file(path, b"theirs", digest=digest)
    assert path.read_bytes() == b"ours"
    assert [each.name for each in tmp_path.iterdir()] == [path.name]
    write_file(path, b"theirs", digest=raised.value.digest)
    assert path.read_bytes() == b"theirs"


SAVING = """
import sys
from pathlib import Path
from puzzlegui.core.files import FileChangedError, content_digest, write_file
path = Path(sys.argv[1])
for line in sys.stdin:
    try:
        write_file(path, sys.argv[2].encode(), digest=content_digest(line.strip().encode()))
    except FileChangedError:
        print("changed", flush=True)
    else:
        print("saved", flush=True)
"""


def test_write_file_lets_a_single_process_replace_the_content(tmp_path: Path) -> None:
    path = tmp_path / "board.puzzle"
    with ExitStack() as stack:
        processes = [
            stack.enter_context(
                subprocess.Popen(
                    [sys.executable, "-c", SAVING, str(path), str(number)],
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                )
            )
            for number in range(3)
        ]  # fmt: skip
        for attempt in range(10):
            content = f"read {attempt}"
            path.write_text(content)
            for process in processes:
                assert process.stdin is not None
                process.stdin.write(f"{content}\n")
                process.stdin.flush()
            answers = [process.stdout.readline().strip() for process in processes if process.stdout]
            assert sorted(answers) == ["changed", "changed", "saved"]
            assert path.read_text() == str(answers.index("saved"))


KILLED = """
import os, signal, sys
from pathlib import Path
from puzzlegui.core import files, locks
die = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
files._UNNAMED = 0
if sys.argv[2] == "file":
    os.fsync = die
    files.write_file(Path(sys.argv[1], "board.puzzle"), b"new")
else:
    with files.scratch_folder() as folder:
        Path(folder, "film.mp4").write_bytes(b"half")
        die()
"""


def killed(folder: Path, what: str) -> list[Path]:
    """Return the files that a process killed while writing leaves in a folder."""
    before = set(folder.iterdir())
    command = [sys.executable, "-c", KILLED, str(folder), what]
    done = subprocess.run(command, env=os.environ | {"TMPDIR": str(folder)}, check=False)
    assert done.returncode == -signal.SIGKILL
    return [path for path in folder.iterdir() if path not in before]


@posix
def test_what_a_killed_process_left_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "board.puzzle"
    path.write_bytes(b"old")
    (left,) = killed(tmp_path, "file")
    (scratch,) = killed(tmp_path, "folder")
    assert list(scratch.iterdir())
    others = [tmp_path / name for name in (".board.puzzle.x", "board.puzzlegui-x", ".hidden")]
    for other in others:
        other.touch()
    assert path.read_bytes() == b"old"
    write_file(path, b"new")
    assert not left.exists()
    assert set(tmp_path.iterdir()) == {path, *others}


@pytest.mark.skipif(not files._UNNAMED, reason="where files need no name")
def test_a_file_that_is_being_written_has_no_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "board.puzzle"
    seen: list[list[Path]] = []
    monkeypatch.setattr(os, "fsync", lambda _: seen.append(list(tmp_path.iterdir())))
    write_file(path, b"old")
    path.chmod(0o640)
    write_file(path, b"new")
    assert seen == [[], [path]]
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    names = iter(["a", "a", "b"])
    taken = tmp_path / ".board.puzzle.puzzlegui-a"
    monkeypatch.setattr("secrets.token_hex", lambda _: next(names))
    monkeypatch.setattr(files, "remove_leftovers", lambda _: taken.touch())
    write_file(path, b"newer")
    assert path.read_bytes() == b"newer"
    assert list(names) == []


@posix
@pytest.mark.parametrize("date", [0, 2**33])
def test_what_is_being_written_is_no_leftover_whatever_the_clock_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, date: int
) -> None:
    path = tmp_path / "board.puzzle"
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    sweep = "import sys; from pathlib import Path; from puzzlegui.core import files; "
    sweep += "files.remove_leftovers(Path(sys.argv[1]))"

    def busy(_handle: int) -> None:
        with scratch_folder() as folder:
            film = folder / "film.mp4"
            film.touch()
            being_written = [*tmp_path.iterdir(), film]
            assert len(being_written) == 3
            for found in being_written:
                os.utime(found, (date, date))
            subprocess.run([sys.executable, "-c", sweep, str(tmp_path)], check=True)
            remove_leftovers(tmp_path)  # this process neither
            assert film.exists()

    monkeypatch.setattr(files, "_UNNAMED", 0)
    monkeypatch.setattr(os, "fsync", busy)
    write_file(path, b"new")
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


@posix
def test_a_leftover_that_is_taken_at_the_wrong_moment_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sweeps may come between a file's being made and its being locked."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    swept: list[str] = []

    def sweep(handle: int) -> bool:
        if len(swept) < 2:
            swept.append("")
            monkeypatch.setattr(files, "lock_open_file", locks.lock_open_file)
            monkeypatch.setattr(locks, "lock_open_file", lock)
            remove_leftovers(tmp_path)
            monkeypatch.setattr(files, "lock_open_file", sweep)
            monkeypatch.setattr(locks, "lock_open_file", sweep)
        return lock(handle)

    lock = locks.lock_open_file
    monkeypatch.setattr(files, "_UNNAMED", 0)
    monkeypatch.setattr(files, "lock_open_file", sweep)
    write_file(tmp_path / "x", b"new")
    assert (tmp_path / "x").read_bytes() == b"new"
    assert swept
    swept.clear()
    monkeypatch.setattr(locks, "lock_open_file", sweep)
    with scratch_folder() as folder:
        assert folder.is_dir()
        assert swept
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


@posix
def test_where_nothing_can_be_locked_files_are_written_and_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_handle: int) -> bool:
        raise OSError(errno.ENOLCK, "No locks available")

    (left,) = killed(tmp_path, "file")
    monkeypatch.setattr(files, "_UNNAMED", 0)
    for module in (files, locks):
        monkeypatch.setattr(module, "lock_open_file", refuse)
    write_file(tmp_path / "x", b"new")
    assert {path.name for path in tmp_path.iterdir()} == {"x", left.name}


def test_a_scratch_folder_is_gone_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with scratch_folder() as folder:
        assert list(tmp_path.iterdir()) == [folder]
    assert list(tmp_path.iterdir()) == []


@posix
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
