"""Grids of words in texts: separators, frames, arrays, headers, sizes and several grids."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from puzzlegui.core.cells import Grid
from puzzlegui.core.errors import PuzzleError
from puzzlegui.documents import loading
from puzzlegui.documents.grid_values import value_grid
from puzzlegui.documents.text_blocks import Kind
from puzzlegui.documents.word_grids import grids_of
from tests.boards import grid
from tests.effort import examples

EIGHT = "3 7 6/5 1 2/4 0 8"


def read(text: str) -> list[Grid]:
    return [value_grid(each).values for each in grids_of(text).grids]


@pytest.mark.parametrize(
    "text",
    [
        "3 7 6\n5 1 2\n4 0 8\n",
        "3\t7\t6\r\n5\t1\t2\r\n4\t0\t8\r\n",
        "3,7,6\n5,1,2\n4,0,8",
        "3; 7; 6\n5; 1; 2\n4; 0; 8",
        "3 7 6/5 1 2/4 0 8",
        "3,7,6/5,1,2/4,0,8",
        "3 7 6; 5 1 2; 4 0 8",
        "3,7,6;5,1,2;4,0,8",
        "3 7 6 | 5 1 2 | 4 0 8",
        "3 7 6 5 1 2 4 0 8",
        "3,7,6,5,1,2,4,0,8",
        "3\n7\n6\n5\n1\n2\n4\n0\n8",
        "376512408",
        "376/512/408",
        "376\n512\n408",
        "37651240 8".replace(" ", ""),
        "3 7 6\n\n5 1 2\n\n4 0 8",
        "３　７　６\n５　１　２\n４　０　８",
    ],
)
def test_separators_of_words_and_rows(text: str) -> None:
    assert read(text) == [grid(EIGHT)]


@pytest.mark.parametrize("gap", ["_", ".", "*", "-", "x", "X", "None", "null", "blank", "__", "□"])
def test_gap_signs(gap: str) -> None:
    assert read(f"3 7 6\n5 1 2\n4 {gap} 8") == [grid(EIGHT)]


@pytest.mark.parametrize(
    "text",
    [
        "3,7,6\n5,1,2\n4,,8",
        "3\t7\t6\n5\t1\t2\n4\t\t8",
        "3 7 6\n5 1 2\n4   8",
        "|3|7|6|\n|5|1|2|\n|4| |8|",
    ],
)
def test_empty_cell_inside_a_grid_is_the_gap(text: str) -> None:
    assert read(text) == [grid(EIGHT)]


@pytest.mark.parametrize(
    "text",
    [
        "3,7,6,\n5,1,2,\n4,0,8,\n,,,\n",
        ",3,7,6\n,5,1,2\n,4,0,8",
        "\t\t\t\n\t3\t7\t6\n\t5\t1\t2\n\t4\t0\t8",
        ",,\n3,7,6\n5,1,2\n4,0,8",
    ],
)
def test_empty_rows_and_columns_at_the_edge_are_no_cells(text: str) -> None:
    assert read(text) == [grid(EIGHT)]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("# remark\n3 7 6 // top\n5 1 2 % middle\n4 0 8 # last", Kind.COMMENT),
        ("/* remark */\n3 7 6\n5 1 2\n4 0 8", Kind.COMMENT),
        ("My puzzle:\n3 7 6\n5 1 2\n4 0 8", Kind.TITLE),
        ("Puzzle 12 (hard, 1880)\n3 7 6\n5 1 2\n4 0 8", Kind.TITLE),
        ("3 7 6\n5 1 2\n4 0 8\nby Sam Loyd", Kind.TITLE),
        ("```text\n3 7 6\n5 1 2\n4 0 8\n```", Kind.FENCE),
        ("> 3 7 6\n> 5 1 2\n> 4 0 8", Kind.QUOTE),
        ("+---+---+---+\n| 3 | 7 | 6 |\n| 5 | 1 | 2 |\n| 4 | 0 | 8 |\n+---+---+---+", Kind.FRAME),
        ("┌─┬─┬─┐\n│3│7│6│\n├─┼─┼─┤\n│5│1│2│\n├─┼─┼─┤\n│4│ │8│\n└─┴─┴─┘", Kind.FRAME),
        ("| 3 | 7 | 6 |\n| :-: | --- | - |\n| 5 | 1 | 2 |\n| 4 | 0 | 8 |", Kind.FRAME),
        ("  3 7 6\n-------\n5 1 2\n-------\n4 0 8", Kind.FRAME),
        ("3\n3 7 6\n5 1 2\n4 0 8", Kind.SIZE),
        ("3 3\n3 7 6\n5 1 2\n4 0 8", Kind.SIZE),
        ("3x3\n3 7 6\n5 1 2\n4 0 8", Kind.SIZE),
        ("3 x 3\n3 7 6\n5 1 2\n4 0 8", Kind.SIZE),
        ("N=3\n\n3 7 6\n5 1 2\n4 0 8", Kind.SIZE),
        ("size: 3\n3 7 6 5 1 2 4 0 8", Kind.SIZE),
        ("3\n3\n7\n6\n5\n1\n2\n4\n0\n8", Kind.SIZE),
        ("A,B,C\n3,7,6\n5,1,2\n4,0,8", Kind.HEADER),
        ("col 1;col 2;col 3\n3;7;6\n5;1;2\n4;0;8", Kind.TITLE),
        (",A,B,C\n1,3,7,6\n2,5,1,2\n3,4,0,8", Kind.HEADER),
        ("   0  1  2\n0  3  7  6\n1  5  1  2\n2  4  0  8", Kind.HEADER),
        ("1: 3 7 6\n2: 5 1 2\n3: 4 0 8", Kind.NUMBERING),
        ("1 3 7 6\n2 5 1 2\n3 4 0 8", Kind.NUMBERING),
        ("sep=;\n3;7;6\n5;1;2\n4;0;8", Kind.DECLARATION),
        ("int b[3][3] = {{3,7,6},\n{5,1,2},{4,0,8}};", Kind.DECLARATION),
    ],
)
def test_stretches_beside_a_grid_are_set_aside(text: str, kind: Kind) -> None:
    found = grids_of(text)
    assert [value_grid(each).values for each in found.grids] == [grid(EIGHT)]
    aside = [each for each in found.set_aside if each.kind == kind]
    assert aside, found.set_aside
    for each in aside:
        assert text[each.start : each.stop].strip()
        assert text.count("\n", 0, each.start) + 1 == each.line


@pytest.mark.parametrize(
    "text",
    [
        "[[3, 7, 6], [5, 1, 2], [4, 0, 8]]",
        "board = ((3, 7, 6),\n         (5, 1, 2),\n         (4, None, 8),)",
        "(3, 7, 6, 5, 1, 2, 4, 0, 8)",
        "[3, 7, 6]\n[5, 1, 2]\n[4, 0, 8]",
        "{{3,7,6},{5,1,2},{4,0,8}}",
        "int[][] a = new int[][] {\n {3, 7, 6},\n {5, 1, 2},\n {4, 0, 8}\n};",
        "A = [3 7 6; 5 1 2; 4 0 8];",
        "A = [3 7 6\n5 1 2\n4 0 8]",
        "[[3 7 6]\n [5 1 2]\n [4 0 8]]",
        "np.array([[3, 7, 6],\n          [5, 1, 2],\n          [4, 0, 8]], dtype=int)",
        "[[3. 7. 6.]\n [5. 1. 2.]\n [4. 0. 8.]]",
        '{"board": [[3, 7, 6], [5, 1, 2], [4, null, 8]]}',
        "[['3', '7', '6'], ['5', '1', '2'], ['4', '', '8']]",
    ],
)
def test_arrays_of_programs(text: str) -> None:
    assert read(text) == [grid(EIGHT)]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("3 7 6\n5 1 2\n4 0 8\n\n5 3 6\n7 0 2\n4 1 8\n", 2),
        ("3 7 6\n5 1 2\n4 0 8\n---\n5 3 6\n7 0 2\n4 1 8\n", 2),
        ("3 7 6\n5 1 2\n4 0 8\n5 3 6\n7 0 2\n4 1 8\n", 2),
        ("2\n3 7 6\n5 1 2\n4 0 8\n5 3 6\n7 0 2\n4 1 8\n", 2),
        ("Puzzle 1\n3 7 6\n5 1 2\n4 0 8\nPuzzle 2\n5 3 6\n7 0 2\n4 1 8\n", 2),
        ("3 7 6 5 1 2 4 0 8\n5 3 6 7 0 2 4 1 8\n1 2 3 4 5 6 7 8 0", 3),
        ("1 3 7 6 5 1 2 4 0 8\n2 5 3 6 7 0 2 4 1 8", 2),
        ("376512408\n536702418", 2),
        ("3,7,6\n5,1,2\n4,0,8\n,,\n5,3,6\n7,0,2\n4,1,8\n", 2),
        ("a = [[3,7,6],[5,1,2],[4,0,8]]\nb = [[5,3,6],[7,0,2],[4,1,8]]", 2),
        ("[[[3,7,6],[5,1,2],[4,0,8]],[[5,3,6],[7,0,2],[4,1,8]]]", 2),
    ],
)
def test_several_grids(text: str, count: int) -> None:
    found = read(text)
    assert found[:2] == [grid(EIGHT), grid("5 3 6/7 0 2/4 1 8")]
    assert len(found) == count


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 2 3\n4 5 6\n7 8 0\n1 2 3 4\n", "3 rows of 3 numbers, then a row of 4 (line 4)"),
        ("1 2 3 4 5 6 7 8 9 10 11 0", "12 values in line 1: the size is unclear"),
        ("1\n2\n3\n4\n5\n0", "6 values, one in a line from line 1: the size is unclear"),
        ("1 2 3 4 5 6 0", "no board has so many cells"),
        ("4x4\n1 2 3\n4 5 6\n7 8 0", "the size is given as 4×4, but from line 2"),
        ("2 2\n1 1\n1 0", "may give the size, 2x2, or be a row of the grid"),
        ("[[1, 2], [3, 4}]", "} in line 1 closes no bracket"),
        ("1 2 3 4 5 6 7 8 9\n" * 9, "9 lines of 9 values may be one grid"),
        ("1 2\n" * 31, "too large"),
    ],
)
def test_unclear_grids_are_refused(text: str, message: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        grids_of(text)
    assert message in str(caught.value)


def test_trailing_blank_is_not_taken_for_the_gap() -> None:
    with pytest.raises(PuzzleError, match="then a row of 2"):
        grids_of("1 2 3\n4 5 6\n7 8")


def test_gap_of_unaligned_columns_is_not_guessed() -> None:
    with pytest.raises(PuzzleError, match="then a row of 3"):
        grids_of("1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15")


# --- random grids in random styles ---

Style = Callable[[list[list[str]]], str]


def aligned(rows: list[list[str]]) -> str:
    return "\n".join(" ".join(word.rjust(3) for word in row) for row in rows)


def boxed(rows: list[list[str]]) -> str:
    rule = "+" + "----+" * len(rows[0])
    lines = ["|" + "|".join(f" {word:>2} " for word in row) + "|" for row in rows]
    return "\n".join([rule, *(f"{line}\n{rule}" for line in lines)])


def markdown(rows: list[list[str]]) -> str:
    first, *rest = ("| " + " | ".join(row) + " |" for row in rows)
    return "\n".join([first, "|" + "---|" * len(rows[0]), *rest])


def numbers(rows: list[list[str]]) -> str:
    return json.dumps([[int(word) for word in row] for row in rows])


STYLES: dict[str, Style] = {
    "blanks": aligned,
    "tabs": lambda rows: "\n".join("\t".join(row) for row in rows),
    "commas": lambda rows: "\r\n".join(", ".join(row) for row in rows),
    "semicolons": lambda rows: "\n".join(";".join(row) for row in rows),
    "bars": lambda rows: "\n".join(" | ".join(row) for row in rows),
    "slashes": lambda rows: "/".join(" ".join(row) for row in rows),
    "quoted": lambda rows: "\n".join(",".join(f'"{word}"' for word in row) for row in rows),
    "floats": lambda rows: "\n".join(",".join(f"{word}.0" for word in row) for row in rows),
    "frame": boxed,
    "markdown": markdown,
    "json": numbers,
    "python": lambda rows: "x = " + numbers(rows).replace("[", "(").replace("]", ")"),
    "c": lambda rows: (
        f"int x[{len(rows)}][{len(rows[0])}] = "
        + numbers(rows).replace("[", "{").replace("]", "}")
        + ";"
    ),
    "matlab": lambda rows: "x = [" + "; ".join(" ".join(row) for row in rows) + "];",
    "numpy": lambda rows: "[" + "\n ".join("[" + " ".join(row) + "]" for row in rows) + "]",
}
SURROUNDINGS: dict[str, Callable[[str, int, int], str]] = {
    "bare": lambda text, _r, _c: text,
    "comment": lambda text, _r, _c: f"# a remark, 1 2 3\n{text}\n// another",
    "title": lambda text, _r, _c: f"Puzzle of the day:\n\n{text}\n",
    "fence": lambda text, _r, _c: f"```\n{text}\n```",
    "quote": lambda text, _r, _c: "\n".join(f"> {line}" for line in text.splitlines()),
    "size": lambda text, r, c: f"{r}x{c}\n{text}",
    "full-width": lambda text, _r, _c: text.translate({48 + d: 0xFF10 + d for d in range(10)}),
}


@st.composite
def arrangements(draw: st.DrawFn) -> list[list[str]]:
    rows, columns = draw(st.integers(2, 6)), draw(st.integers(2, 6))
    least = draw(st.sampled_from([0, 1]))
    values = draw(st.permutations(range(least, least + rows * columns)))
    return [[str(v) for v in values[r * columns : (r + 1) * columns]] for r in range(rows)]


@example([["3", "2"], ["1", "4"], ["5", "6"], ["7", "8"]], "frame", "bare")
@given(arrangements(), st.sampled_from(sorted(STYLES)), st.sampled_from(sorted(SURROUNDINGS)))
@examples(400)
def test_random_grids_are_read_in_any_style(
    rows: list[list[str]], style: str, surroundings: str
) -> None:
    text = SURROUNDINGS[surroundings](STYLES[style](rows), len(rows), len(rows[0]))
    assert read(text) == [tuple(tuple(map(int, row)) for row in rows)], text


@given(st.text("0123456789 ,;|/\t\n[](){}\"'_.-+x#AB:=", max_size=80))
@examples(300)
def test_any_text_is_grids_or_refused(text: str) -> None:
    try:
        found = grids_of(text)
    except PuzzleError as error:
        assert str(error)
        return
    for each in found.grids:
        assert len({len(row) for row in each.words}) == 1
    for stretch in found.set_aside:
        assert 0 <= stretch.start <= stretch.stop <= len(text)


@pytest.mark.parametrize(
    "text", ["9" * 4000 + "q \n1 2", "a" + " " * 100_000 + "b", "1 2\n3 " + "1" * 400 + "é"]
)
def test_long_runs_of_digits_and_blanks_are_refused_at_once(text: str) -> None:
    # Not after all ways to divide them were tried.
    assert loading.read(text, "x").problems
