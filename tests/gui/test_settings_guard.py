"""The file of the settings is looked through before Qt reads it."""

from pathlib import Path

import pytest

from puzzlegui.core.settingsfile import FILE
from puzzlegui.gui.common.settings_guard import make_safe

BOMB = r"(\0\0\0\x9\x7f\xff\xff\xff)"
"""A list of two thousand million values."""


@pytest.mark.parametrize(
    "value",
    [
        "@Variant", "a, @Variant", '"@Variant', r"\x40Variant", r"@\x56\x61riant", r"\100Variant",
        "@Var\\\niant", r"\@Variant", r"@\zVariant", "@DateTime", r"@\x44\x61teTime", '""@Variant',
    ],
)  # fmt: skip
def test_values_that_the_program_never_writes_are_removed(value: str, tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.write_text(f"[General]\nlabels=letters\nseconds={value}{BOMB}\nspeed=2\n", "latin-1")
    assert make_safe(tmp_path)
    assert path.read_text("latin-1") == "[General]\nlabels=letters\nspeed=2\n"


def test_what_it_writes_stays(tmp_path: Path) -> None:
    assert make_safe(tmp_path)
    text = (
        "[General]\nrecent=/home/x@Variant/a.puzzle\nx=@@Variant\n"
        r"[window]\ngeometry=@ByteArray(\x1\xd9\xd0@)"
    )
    (tmp_path / FILE).write_text(text)
    assert make_safe(tmp_path)
    assert (tmp_path / FILE).read_text() == text


def test_more_than_any_settings_is_not_read(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"[General]\n" + b"a=1\n" * 1_000_000)
    assert make_safe(tmp_path)
    assert (tmp_path / FILE).read_bytes() == b""
