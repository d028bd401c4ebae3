"""Cards on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_a_card(run: Run, tmp_path: Path, suffix: str) -> None:
    plain, answered = tmp_path / f"plain.{suffix}", tmp_path / f"answered.{suffix}"
    answer = run("card", "preset:mystery-box", "-o", plain)
    assert (answer.status, answer.out, answer.err) == (0, "", "")
    assert run("card", "preset:mystery-box", "--answer", "-o", answered).status == 0
    solution = tmp_path / "solution.json"
    run("solve", "preset:mystery-box", "--format", "json", "-o", solution)
    from_solution = tmp_path / f"solution.{suffix}"
    assert run("card", solution, "-o", from_solution).status == 0
    assert from_solution.read_bytes() == plain.read_bytes()
    if suffix == "svg":
        assert ">Answer<" in answered.read_text("utf-8")
        assert ">Answer<" not in plain.read_text("utf-8")


def test_a_long_id_is_said_to_have_no_qr_code(run: Run, tmp_path: Path) -> None:
    answer = run("card", "preset:grid-30x30", "-o", tmp_path / "card.png")
    assert answer.status == 0
    assert "the card has no QR code" in answer.err


def test_what_has_no_answer(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "card.svg"
    answer = run("card", "preset:fifteen-loyd", "--answer", "-o", out)
    assert answer.status == 1
    assert "Not solvable" in answer.err
    assert not out.exists()
    answer = run("card", "preset:stripes-6x6", "--answer", "-o", tmp_path / "card.pdf")
    assert answer.status == 2
    assert "must end in one of .png, .svg" in answer.err
