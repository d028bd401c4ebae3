"""Crash reports: their writing, retention and display."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from puzzlegui import __main__, crashes, logs, missing_libraries
from puzzlegui.crashes import CrashRecorder

ROOT = Path(__file__).parent.parent


def files(folder: Path) -> list[Path]:
    return sorted(folder.glob("crash-*"))


def run_python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), *arguments],
        check=False, cwd=ROOT, capture_output=True, text=True,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
    )  # fmt: skip


def test_a_program_that_ends_as_it_should_leaves_nothing(tmp_path: Path) -> None:
    recorder = CrashRecorder(tmp_path / "log")
    assert len(files(tmp_path / "log")) == 1
    recorder.close()
    recorder.record("too late")
    assert files(tmp_path / "log") == []


def test_what_was_told_is_not_kept(tmp_path: Path) -> None:
    recorder = CrashRecorder(tmp_path)
    recorder.record("one")
    recorder.discard()
    recorder.close()
    assert files(tmp_path) == []


def test_what_was_not_told_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    recorder = CrashRecorder(tmp_path)
    recorder.record("one")
    recorder.discard()
    recorder.record(f"two in {tmp_path}/secret")
    assert crashes.pending_reports(tmp_path) == []  # it is alive
    recorder.close()
    (report,) = crashes.pending_reports(tmp_path)
    assert "PuzzleGUI" in report.text
    assert "one" not in report.text
    assert "two in ~/secret" in report.text
    report.remove()
    assert crashes.pending_reports(tmp_path) == []


def test_a_report_does_not_grow_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crashes, "_MAX_BYTES", 1000)
    recorder = CrashRecorder(tmp_path)
    for _ in range(100):
        recorder.record("x" * 100)
    assert files(tmp_path)[0].stat().st_size < 2000
    recorder.discard()
    recorder.close()


@pytest.mark.parametrize("moment", [0, 2_000_000_000, 4_000_000_000])
def test_a_jump_of_the_clock_makes_nobody_dead(tmp_path: Path, moment: int) -> None:
    recorder = CrashRecorder(tmp_path)
    recorder.record("alive")
    os.utime(files(tmp_path)[0], (moment, moment))
    assert crashes.pending_reports(tmp_path) == []
    assert len(files(tmp_path)) == 1
    recorder.discard()
    recorder.close()


DYING = """
    import os, sys
    from pathlib import Path
    from puzzlegui.crashes import CrashRecorder
    recorder = CrashRecorder(Path(sys.argv[1]))
    os.kill(os.getpid(), int(sys.argv[2]))
"""


@pytest.mark.skipif(os.name != "posix", reason="ends itself by signals")
@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGABRT, signal.SIGFPE])
def test_a_crash_leaves_where_it_happened(tmp_path: Path, number: signal.Signals) -> None:
    assert run_python(DYING, str(tmp_path), str(number.value)).returncode == -number
    (report,) = crashes.pending_reports(tmp_path)
    assert "Fatal Python error" in report.text
    assert 'File "<string>", line 6' in report.text


@pytest.mark.skipif(os.name != "posix", reason="ends itself by signals")
@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM"])
def test_a_program_that_was_ended_by_others_has_not_crashed(tmp_path: Path, name: str) -> None:
    run_python(DYING, str(tmp_path), str(getattr(signal, name).value))
    assert len(files(tmp_path)) == 1
    assert crashes.pending_reports(tmp_path) == []
    assert files(tmp_path) == []


def test_where_nothing_can_be_written_the_program_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    recorder = CrashRecorder(tmp_path / "file" / "log")
    assert "no crash report can be written" in caplog.text
    recorder.record("lost")
    recorder.discard()
    recorder.close()
    assert crashes.pending_reports(tmp_path / "file" / "log") == []


@pytest.mark.parametrize("what", ["lock_open_file", "os.urandom"])
def test_where_there_is_no_lock_and_no_room_nothing_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    def fail(_handle: int) -> None:
        raise OSError("not here")

    monkeypatch.setattr(f"puzzlegui.crashes.{what}", fail)
    CrashRecorder(tmp_path).close()
    assert files(tmp_path) == []


def test_damaged_reports_are_shown_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "crash-0.txt").write_bytes(b"\xff\0\nWhat went wrong:\n\xfe")
    (tmp_path / "crash-1.txt").write_bytes(b"")
    (tmp_path / "crash-2.txt").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "crash-3.txt")
    (report,) = crashes.pending_reports(tmp_path)
    assert report.text.endswith("\ufffd")


def test_the_log_is_part_of_it(tmp_path: Path) -> None:
    assert crashes.log_lines(tmp_path) == ""
    lines = [f"line {number}" for number in range(100)]
    (tmp_path / logs.FILE).write_text("\n".join(lines))
    assert crashes.log_lines(tmp_path).splitlines() == lines[-40:]


# --- the command line ---


def fail_with(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, error: Exception) -> int:
    """Return the exit status of the program after an unexpected error in a command."""

    def fail(_argv: object) -> int:
        raise error

    status: list[int] = []
    monkeypatch.setattr(__main__, "run", fail)
    monkeypatch.setattr(os, "_exit", status.append)
    monkeypatch.setattr(sys, "argv", ["puzzlegui", "--folders", str(tmp_path), "presets"])
    __main__.main()
    return status[0]


def test_what_nobody_expected_is_a_sentence_and_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fail_with(monkeypatch, tmp_path, ZeroDivisionError("by hand")) == 2
    out, err = capsys.readouterr()
    log = tmp_path / "log" / logs.FILE
    assert out == ""
    assert err == (
        f"puzzlegui: unexpected error: ZeroDivisionError: by hand. Details are in the log: {log}\n"
    )
    assert "raise error" in log.read_text()


def test_all_missing_libraries_are_named_with_one_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    absent = {"libEGL.so.1", "libglib-2.0.so.0", "libgthread-2.0.so.0", "libxcb-cursor.so.0"}

    def load(library: str) -> None:
        if library in absent:
            raise OSError(f"{library}: cannot open shared object file")

    monkeypatch.setattr("ctypes.CDLL", load)
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    text = "libEGL.so.1: cannot open shared object file: No such file or directory"
    assert fail_with(monkeypatch, tmp_path, ImportError(text)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == (
        "puzzlegui: Libraries are missing on this machine: libEGL.so.1, libglib-2.0.so.0, "
        "libgthread-2.0.so.0, libxcb-cursor.so.0. On Debian and Ubuntu, install what is missing "
        "with: sudo apt install libegl1 libglib2.0-0 libxcb-cursor0\n"
    )
    absent.clear()
    assert missing_libraries.install_hint("libstrange.so: cannot open shared object file: x") == (
        "A library is missing on this machine: libstrange.so. Install the package that contains it."
    )
    assert missing_libraries.install_hint("something else") == ""
