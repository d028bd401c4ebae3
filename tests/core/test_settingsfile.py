"""Settings file: JSON, and the INI file of an older version."""

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QSettings

from puzzlegui.core import notices
from puzzlegui.core.locks import locked
from puzzlegui.core.settingsfile import FILE, OLD_FILE, SettingsFile, Value, read_settings


def test_what_was_put_is_read_again(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "new")
    values: dict[str, Value] = {"seconds": 5, "speed": 0.5, "tour": True, "recent": "/a b\n/ä€\\"}
    for name, value in values.items():
        file.put(name, value)
        assert file.get(name) == value
    assert read_settings(tmp_path / "new") == {}
    file.write()
    assert read_settings(tmp_path / "new") == values
    assert [path.name for path in (tmp_path / "new").iterdir()] == [FILE]


def test_what_another_process_wrote_in_the_meantime_is_kept(tmp_path: Path) -> None:
    ours, theirs = SettingsFile(tmp_path), SettingsFile(tmp_path)
    ours.put("both", 1)
    ours.put("ours", 1)
    theirs.put("both", 2)
    theirs.put("theirs", 2)
    theirs.write()
    ours.write()
    assert read_settings(tmp_path) == {"both": 1, "ours": 1, "theirs": 2}
    assert ours.get("theirs") == 2


def test_the_settings_of_an_older_version_are_read(tmp_path: Path) -> None:
    store = QSettings(str(tmp_path / OLD_FILE), QSettings.Format.IniFormat)
    values = {
        "seconds": 5, "speed": 0.5, "animation": "false", "goal marks": True,
        "new/maze": "4x4, wrap",
        "recent": '/home/a b\n/home/ä€\\"x"', "last file": "", "solver/rotation": "auto",
    }  # fmt: skip
    for name, value in values.items():
        store.setValue(name, value)
    store.setValue("window/geometry", QByteArray(b"\x01\xd9"))
    store.sync()
    expected = {name: str(value).lower() if value is True else str(value)
                for name, value in values.items()}  # fmt: skip
    assert read_settings(tmp_path) == expected
    file = SettingsFile(tmp_path)
    file.put("seconds", 6)
    file.write()
    assert read_settings(tmp_path) == expected | {"seconds": 6}
    assert (tmp_path / OLD_FILE).exists()  # an older version may be started again


@pytest.mark.parametrize(
    "text", ["", "{", "[1]", "null", '{"a": [1], "b": null, "c": {}}', "[" * 10_000, "9" * 5_000]
)
def test_a_damaged_file_counts_as_none(text: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(text)
    assert read_settings(tmp_path) == {}


def test_settings_file_merges_the_recent_files_of_two_programs(tmp_path: Path) -> None:
    ours, theirs = SettingsFile(tmp_path), SettingsFile(tmp_path)

    def add(file: SettingsFile, name: str) -> None:
        file.change("recent", lambda old: "\n".join([name, *str(old or "").splitlines()][:3]))

    add(ours, "a")
    add(theirs, "b")
    ours.write()
    theirs.write()
    assert theirs.get("recent") == "b\na"
    add(ours, "c")
    ours.write()
    assert ours.get("recent") == "c\nb\na"


COUNTING = """
import sys
from pathlib import Path
from puzzlegui.core.settingsfile import SettingsFile
file = SettingsFile(Path(sys.argv[1]))
for _ in range(20):
    file.change("count", lambda old: (old or 0) + 1)
    file.write()
"""


def test_settings_file_keeps_the_changes_of_all_processes(tmp_path: Path) -> None:
    command = [sys.executable, "-c", COUNTING, str(tmp_path)]
    processes = [subprocess.Popen(command) for _ in range(3)]
    assert [process.wait(60) for process in processes] == [0, 0, 0]
    assert read_settings(tmp_path) == {"count": 60}


def test_settings_file_keeps_changes_that_cannot_be_written(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path)
    file.put("seconds", 5)
    with locked(tmp_path / f".{FILE}.puzzlegui-lock"), pytest.raises(TimeoutError):
        file.write(0.01)
    (notice,) = notices.pending()
    assert "Another program is writing it" in notice
    assert read_settings(tmp_path) == {}
    file.write()
    assert read_settings(tmp_path) == {"seconds": 5}
    assert notices.pending() == []
