"""Family, goal and scramble of texts that do not say them, guessed or given."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import puzzlegui
from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError
from puzzlegui.core.goals import USUAL_GOALS, usual_goal
from puzzlegui.documents.grid_boards import GRID_FAMILIES, fitting_families
from puzzlegui.documents.loading import expand_books, load, read
from puzzlegui.documents.reading import ReadingOptions, cells_for
from puzzlegui.documents.word_grids import grids_of
from puzzlegui.families.registry import FAMILIES
from tests.boards import grid

EIGHT = "3 7 6\n5 1 2\n4 0 8\n"


def board(text: str, **options: Any) -> Board:
    return read(text, "x", options=ReadingOptions(**options)).valid_board()


@pytest.mark.parametrize(
    ("text", "family"),
    [
        (EIGHT, "sliding"),
        ("3 7 6\n5 1 2\n4 9 8", "rotation"),
        ("3 2 4 4 4\n3 1 2 2 2\n2 1 1 2 2\n1 3 2 2 1\n2 4 4 3 0", "maze"),
        ("2 -2\n1 0", "maze"),
        ("1 1 2\n2 0 9\n9 3 3", "sliding"),
        ("5 5\n7 7", "rotation"),
        ("ABCDEFGHI", "rotation"),
        ("a b\nc _", "sliding"),
    ],
)
def test_family_of_a_grid_is_guessed_and_said(text: str, family: str) -> None:
    loaded = read(text, "x")
    assert loaded.valid_board().family == family
    assert loaded.notes[0].startswith(f"Read as {family} ")
    assert "change with --family" in loaded.notes[0]


@pytest.mark.parametrize("family", GRID_FAMILIES)
def test_family_can_be_given(family: str) -> None:
    found = board("3 2 4 4\n3 1 2 2\n2 1 1 2\n1 3 2 0", family=family)
    assert found.family == family
    assert not found.problems()


def test_fitting_families_begin_with_the_likeliest() -> None:
    (found,) = grids_of(EIGHT).grids
    assert fitting_families(found)[0] == "sliding"
    assert set(fitting_families(found)) == set(GRID_FAMILIES)
    (found,) = grids_of("A B\nC _").grids
    assert fitting_families(found) == ["sliding"]


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ("in-order", "1 2 3/4 5 6/7 8 0"),
        ("gap-first", "0 1 2/3 4 5/6 7 8"),
        ("snail", "1 2 3/8 0 4/7 6 5"),
        ("columns", "1 4 7/2 5 8/3 6 0"),
    ],
)
def test_usual_goals(goal: str, expected: str) -> None:
    assert board(EIGHT, goal=goal).grid("goal") == grid(expected)
    for rows, columns in ((2, 2), (2, 5), (5, 2), (3, 4), (30, 30)):
        found = usual_goal(goal, range(1, rows * columns), rows, columns, 0)
        assert sorted(v for row in found for v in row) == list(range(rows * columns))


def test_goal_names_match_those_of_new_boards() -> None:
    for name in USUAL_GOALS:
        made = puzzlegui.new("sliding", rows=3, columns=3, seed=1, goal=name)
        assert board(EIGHT, goal=name).grid("goal") == made.grid("goal")


def test_goal_is_that_of_another_file(tmp_path: Path) -> None:
    start, goal = tmp_path / "start.txt", tmp_path / "goal.txt"
    start.write_text("pink green\nblue red\n")
    goal.write_text("red blue\ngreen pink\n")
    loaded = load(start, options=ReadingOptions(goal=str(goal)))
    assert loaded.valid_board().grid("start") == grid("4 3/2 1")
    assert loaded.valid_board().grid("goal") == grid("1 2/3 4")
    assert "goal from" in loaded.notes[0]
    assert "--goal" not in loaded.notes[0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"goal": "snial"}, "Did you mean snail?"),
        ({"goal": "gap-first", "family": "rotation"}, "needs a board with a gap"),
        ({"goal": "snail", "family": "maze"}, "have a target, no goal"),
        ({"scramble": "U U U U"}, "the scramble: move"),
        ({"scramble": "hello"}, "the scramble: line 1, column 1"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: dict[str, str], message: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        board(EIGHT, **options)
    assert message in str(caught.value)


def test_family_of_a_board_file_cannot_be_changed() -> None:
    loaded = load("preset:mystery-box", options=ReadingOptions(family="sliding"))
    assert "this is a rotation board" in loaded.message
    snail = load("preset:mystery-box", options=ReadingOptions(goal="snail")).valid_board()
    assert snail.grid("goal") == grid("1 2 3/8 9 4/7 6 5")


@pytest.mark.parametrize(
    "scramble", ["D R", "1 2 3\n4 5 6\n7 8 0".replace("8 0", "0 8"), "123456708"]
)
def test_scramble_gives_the_start(scramble: str) -> None:
    found = board("1 2 3\n4 5 6\n7 8 0", scramble=scramble)
    expected = "1 2 3/4 0 5/7 8 6" if "D" in scramble else "1 2 3/4 5 6/7 0 8"
    assert found.grid("start") == grid(expected)
    assert found.grid("goal") == grid("1 2 3/4 5 6/7 8 0")


def test_unsolvable_grid_names_the_goals_that_would_do() -> None:
    loaded = read("2 8 3\n1 6 4\n7 0 5", "x")
    assert loaded.notes[1].startswith("Not solvable for this goal, but solvable with --goal ")
    assert "snail" in loaded.notes[1]
    assert not loaded.plain


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (EIGHT, True),
        ("3,7,6\n5,1,2\n4,0,8", True),
        ("# remark\n" + EIGHT, False),
        ("376512408", False),
        ("3 7 6 5 1 2 4 0 8", False),
        ("2 8 3\n1 6 4\n7 0 5", False),
        ("A B\nC _", False),
        ("3x3:3,7,6,5,1,2,4,0,8", True),
    ],
)
def test_plain_grid_has_its_rows_and_its_usual_goal(text: str, plain: bool) -> None:
    assert read(text, "x").plain == plain


# --- several grids ---


@pytest.mark.parametrize(
    "text",
    [
        "Start:\n3 7 6\n5 1 2\n4 0 8\nGoal:\n0 3 6\n5 7 1\n4 8 2",
        "goal = [[0,3,6],[5,7,1],[4,8,2]]\nstart = [[3,7,6],[5,1,2],[4,0,8]]",
        "# initial state\n3 7 6\n5 1 2\n4 0 8\n# target\n0 3 6\n5 7 1\n4 8 2",
        '{"start": [[3,7,6],[5,1,2],[4,0,8]], "goal": [[0,3,6],[5,7,1],[4,8,2]]}',
    ],
)
def test_grid_that_is_labelled_as_the_goal_is_the_goal(text: str) -> None:
    found = board(text)
    assert found.grid("start") == grid("3 7 6/5 1 2/4 0 8")
    assert found.grid("goal") == grid("0 3 6/5 7 1/4 8 2")


def test_second_grid_in_a_usual_order_is_the_goal() -> None:
    found = board("2 8 3\n1 6 4\n7 0 5\n\n1 2 3\n8 0 4\n7 6 5\n")
    assert found.grid("goal") == grid("1 2 3/8 0 4/7 6 5")


def test_other_grids_are_a_set_that_names_its_puzzles(tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text("3 7 6\n5 1 2\n4 0 8\n\n5 3 6\n7 0 2\n4 1 8\n")
    loaded = load(path)
    assert loaded.book is not None
    assert len(loaded.book.book.puzzles) == 2
    assert f"{path}#1 --goal {path}#2" in loaded.notes[0]
    assert [source.load().valid_board().title for source in expand_books([path])] == [
        "two 1", "two 2",
    ]  # fmt: skip
    joined = load(f"{path}#1", options=ReadingOptions(goal=f"{path}#2")).valid_board()
    assert joined.grid("start") == grid("3 7 6/5 1 2/4 0 8")
    assert joined.grid("goal") == grid("5 3 6/7 0 2/4 1 8")


def test_broken_grid_of_a_set_is_named(tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text("1 2\n3 0\n\n1 2\n0 0\n\n2 1\n3 0\n")
    first, second, third = expand_books([path])
    assert first.load().content is not None
    assert third.load().content is not None
    assert "gap (0) appears 2 times" in second.load().message or second.load().content


# --- encodings, saves and names ---


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings_with_their_marks(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes("３ ７ ６\r\n５ １ ２\r\n４ ０ ８\r\n".encode(encoding))
    assert load(path).valid_board().grid("start") == grid("3 7 6/5 1 2/4 0 8")


SAVE = """SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :{length}:{game}
PARAMS  :{size}:{params}
DESC    :{count}:{desc}
NSTATES :1:1
"""


def save(game: str, params: str, desc: str) -> str:
    return SAVE.format(
        length=len(game), game=game, size=len(params), params=params, count=len(desc), desc=desc
    )


@pytest.mark.parametrize(
    ("game", "params", "desc", "family"),
    [
        ("Fifteen", "3x3", "3,7,6,5,1,2,4,0,8", "sliding"),
        ("Sixteen", "3x2m5", "3,2,1,6,5,4", "shift"),
        ("Twiddle", "3x3n2", "3,7,2,6,5,1,8,4,9", "rotation"),
    ],
)
def test_saves_and_named_ids_of_games(
    tmp_path: Path, game: str, params: str, desc: str, family: str
) -> None:
    path = tmp_path / "x.sav"
    path.write_text(save(game, params, desc))
    name = f"{game}:{params}:{desc}"
    assert load(path).valid_board().puzzle == load(name).valid_board().puzzle
    assert load(name).valid_board().family == family


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (save("Untangle", "10", "0-1"), "this is a saved game of Untangle. Supported: Twiddle"),
        ("SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nGAME:7:Fifteen\n", "PARAMS is"),
        (save("Fifteen", "3x3", "1,2,3"), "needs 9 numbers"),
    ],
)
def test_saves_that_are_refused(text: str, message: str) -> None:
    assert message in read(text, "x").message


# --- keys of board files ---


def test_unknown_keys_are_named_and_kept() -> None:
    text = '{"format": "puzzlegui/board", "version": 1, "family": "rotation", "diagonal": true,'
    loaded = read(text + '"start": [[2, 1], [3, 4]], "goal": [[1, 2], [3, 4]]}', "x")
    assert loaded.warnings == ("diagonal: unknown, ignored",)
    assert dict(loaded.valid_board().extra) == {"diagonal": "true"}


@pytest.mark.parametrize("key", ["walls", "locked", "wrap", "holes", "directed"])
def test_keys_of_other_rules_are_refused(key: str) -> None:
    text = '{"format": "puzzlegui/board", "version": 1, "family": "rotation", "key": true,'
    text = text.replace("key", key)
    loaded = read(text + '"start": [[2, 1], [3, 4]], "goal": [[1, 2], [3, 4]]}', "x")
    assert loaded.content is None
    assert f"{key}: rotation boards have no such rule here" in loaded.message


# --- the clipboard and the library ---


@pytest.mark.parametrize("text", ["7", "1 2 3", "1 2\n3 4", "1 2 3 4 5 6 7 8 0", "\t2\n3\t4"])
def test_numbers_are_pasted_into_cells(text: str) -> None:
    like = board(EIGHT)
    assert cells_for(text, like) is not None


@pytest.mark.parametrize("text", ["0 -1\n2 -3", "0\t-1\n2\t-3"])
def test_signs_are_no_dashes_between_numbers(text: str) -> None:
    assert cells_for(text, board(EIGHT)) == ((0, -1), (2, -3))


@pytest.mark.parametrize("text", ["376512408", "# x\n1 2\n3 0", "A B\nC _", "Start:\n1 2\n3 0"])
def test_whole_puzzles_are_pasted_as_boards(text: str) -> None:
    assert cells_for(text, board(EIGHT)) is None
    assert isinstance(read(text, "x").content, Board)


@pytest.mark.parametrize(
    ("text", "family"),
    [
        ("3 7 6\n5 1 2\n4 9 8", "shift"),
        ("1 1\n0 1\n2 3", "shift"),
        (EIGHT, "sliding"),
        ("2 -2\n1 0", "maze"),
    ],
)
def test_preferred_family_is_taken_where_it_fits(text: str, family: str) -> None:
    assert board(text, like="shift").family == family


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("1 2\n3", "3"),
        ("# x\n1 2 3\n4 x5 6\n7 8 9", "x5"),
        ("1 2 3 4 5 6", "1 2 3 4 5 6"),
        ("2 3\n1 4\n5 0", None),
    ],
)
def test_place_of_an_error_is_known(text: str, wrong: str | None) -> None:
    found = read(text, "x").wrong
    assert (found and text[found[0] : found[1]]) == wrong


def test_library_takes_family_goal_and_scramble() -> None:
    found = puzzlegui.load(EIGHT, family="sliding", goal="gap-first", scramble=EIGHT)
    assert isinstance(found, Board)
    assert found.grid("goal") == grid("0 1 2/3 4 5/6 7 8")
    with pytest.raises(PuzzleError, match="Did you mean sliding"):
        puzzlegui.load(EIGHT, family="slidng")
    with pytest.warns(UserWarning, match="Read as sliding 3×3"):
        puzzlegui.load("# remark\n" + EIGHT)


def test_every_family_of_grids_makes_boards_of_its_own() -> None:
    for name in GRID_FAMILIES:
        reader = FAMILIES[name].grids
        assert reader is not None
        assert reader.make(grid("2 1/3 0"), grid("1 2/3 0")).family == name
