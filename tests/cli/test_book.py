"""Books on the command line."""

from __future__ import annotations

import io
from pathlib import Path

import pypdf
import pytest

from puzzlegui.cli import book
from puzzlegui.documents.presets import load_preset
from tests.cli.conftest import Run

FILES = ("preset:mystery-box", "preset:schonbrunn")


def text_of(path: Path) -> str:
    pages = pypdf.PdfReader(io.BytesIO(path.read_bytes())).pages
    return "".join("".join(page.extract_text().split()) for page in pages)


def test_boards_become_a_book_with_an_answer_key(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "book.pdf"
    answer = run("book", *FILES, "-o", out, "--title", "Two puzzles")
    assert (answer.status, answer.out, answer.err) == (0, "", "")
    text = text_of(out)
    for part in ("Twopuzzles", "1.MysteryBox", "2.Schönbrunnmaze", "Rules", "Answers", "B1B2A2"):
        assert part in text


def test_answers_in_a_file_of_their_own(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "book.pdf"
    assert run("book", *FILES, "-o", out, "--answers", "separate", "--per-page", 4).status == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["book-answers.pdf", "book.pdf"]
    assert "B1B2A2" not in text_of(out)
    assert "Answers:Puzzles" in text_of(tmp_path / "book-answers.pdf")


@pytest.mark.thorough
def test_without_answers_nothing_is_solved(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(book, "solve_with_progress", lambda *_: pytest.fail("it solves"))
    out = tmp_path / "book.pdf"
    assert run("book", *FILES, "preset:grid-30x30", "-o", out, "--answers", "none").status == 0
    assert "Difficulty" not in text_of(out)


def test_solutions_are_not_solved_again(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solution = tmp_path / "solution.json"
    run("solve", FILES[0], "--format", "json", "-o", solution)
    monkeypatch.setattr(book, "solve_with_progress", lambda *_: pytest.fail("it solves"))
    out = tmp_path / "book.pdf"
    answer = run("book", solution, "-o", out)
    assert answer.status == 0
    assert "not proved to be the shortest: answers 1" in answer.err
    assert "Solvedin10moves.Theremaybeashortersolution." in text_of(out)


def test_what_cannot_be_answered_is_said(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "book.pdf"
    answer = run("book", FILES[0], "preset:fifteen-loyd", "-o", out)
    assert answer.status == 1
    assert "14-15 puzzle, impossible: Not solvable" in answer.err
    assert "Notsolvable:startandgoal" in text_of(out)
    answer = run("book", "preset:shift-20x20", "-o", out, "--time-limit", 0)
    assert answer.status == 3
    assert "Stopped" in answer.err
    assert "Stoppedatthelimit" in text_of(out)


def test_unreadable_files_are_reported_and_left_out(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "book.pdf"
    answer = run("book", FILES[0], tmp_path / "none.puzzle", "-o", out, "--answers", "none")
    assert answer.status == 2
    assert "none.puzzle: cannot be read" in answer.err
    assert "MysteryBox" in text_of(out)
    out.unlink()
    assert run("book", tmp_path / "none.puzzle", "-o", out).status == 2
    assert not out.exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "book.txt"], "must end in one of .pdf"),
        (["-o", "book.pdf", "--per-page", 3], "invalid choice: 3"),
        (["-o", "book.pdf", "--pieces", 200], "must be a number from 8 to 80"),
        (["-o", "book.pdf", "--paper", "a5"], "a5"),
        (["-o", "-", "--answers", "separate"], "separate answers need a file"),
        (["-o", "book.html", "--answers", "separate"], "only a PDF book"),
        ([], "required"),
    ],
)
def test_wrong_usage(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = run("book", FILES[0], *arguments)
    assert answer.status == 2
    assert message in answer.err
    assert not list(tmp_path.iterdir())


def test_a_single_puzzle_gives_its_title(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "book.pdf"
    run("book", FILES[0], "-o", out, "--answers", "none", "--pieces", 20, "--large-print")
    found = pypdf.PdfReader(out).metadata
    assert found is not None
    assert found.title == load_preset("mystery-box").title
    assert "Tilesforpuzzle1" in text_of(out)


def test_a_book_file_keeps_what_it_knows(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, out = tmp_path / "set.puzzlebook", tmp_path / "book.pdf"
    run("new", "rotation", "--rows", 3, "--length", "1..3", "--count", 3, "--title", "Set",
        "-o", file)  # fmt: skip
    monkeypatch.setattr(book, "solve_with_progress", lambda *_: pytest.fail("it solves"))
    assert run("book", file, "-o", out).status == 0
    text = text_of(out)
    assert "Solvedin1move,provedshortest." in text
    assert "Solvedin3moves,provedshortest." in text
    found = pypdf.PdfReader(out).metadata
    assert found is not None
    assert found.title == "Set"
    damaged = file.read_text("utf-8").replace('"family": "rotation"', '"family": "chess"', 1)
    file.write_text(damaged, "utf-8")
    answer = run("book", file, "preset:mystery-box", "-o", out, "--answers", "none")
    assert answer.status == 2
    assert "set.puzzlebook#1" in answer.err
    assert "MysteryBox" in text_of(out)


def test_a_web_page(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "book.html"
    assert run("book", *FILES, "-o", out, "--title", "Two puzzles").status == 0
    page = out.read_text("utf-8")
    assert "<title>Two puzzles" in page
    assert run("book", *FILES, "-o", tmp_path / "none.html", "--answers", "none").status == 0
    assert len((tmp_path / "none.html").read_bytes()) < len(out.read_bytes())
