"""Lines of moves: read, written, and rewritten, each rewriting checked by playing it."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegui.core.board import Board
from puzzlegui.core.errors import IllegalMoveError, MoveTextError, PuzzleError
from puzzlegui.core.line_rewriting import flat, folded, inverted, mirrored, turned, written
from puzzlegui.core.lines import (
    COMMUTATOR,
    CONJUGATE,
    GROUP,
    Bracket,
    Comment,
    Line,
    Part,
    Stretch,
    Variation,
    read_line,
    undone,
)
from puzzlegui.core.move_input import parse_and_play
from puzzlegui.documents.presets import load_preset
from puzzlegui.families.creation import new_board
from puzzlegui.families.registry import simplified
from puzzlegui.families.rotation.board import CLOCKWISE, RotationBoard
from tests.boards import grid
from tests.effort import examples

ROTATION = new_board("rotation", 4, 4, 1)
ONE_WAY = RotationBoard(ROTATION.grid("start"), ROTATION.grid("goal"), CLOCKWISE)
SHIFT = new_board("shift", 3, 3, 1)
SLIDING = new_board("sliding", 4, 4, 1)
RINGS = load_preset("two-rings")
PERMUTING = (ROTATION, ONE_WAY, SHIFT, RINGS)


@st.composite
def lines(draw: st.DrawFn, board: Board) -> Line:
    """Any line of a board, its parts and variations as they are read again."""
    moves = st.lists(st.sampled_from(all_moves(board)), min_size=1, max_size=4)
    stretches = moves.map(lambda made: Stretch(tuple(made)))
    powers = st.sampled_from([1, 2, 3, -1, -2])

    def brackets(sides: st.SearchStrategy[tuple[Part, ...]]) -> st.SearchStrategy[Part]:
        one, two = st.tuples(sides), st.tuples(sides, sides)
        return st.one_of(
            st.builds(Bracket, st.just(GROUP), one, powers),
            st.builds(Bracket, st.sampled_from([COMMUTATOR, CONJUGATE]), two, powers),
        )

    comments = st.text("abc 12'", max_size=5).map(lambda text: Comment(text.strip()))
    parts = st.recursive(
        stretches | comments,
        lambda inner: brackets(st.lists(inner, max_size=3).map(joined)),
        max_leaves=6,
    )
    main = joined(draw(st.lists(parts, max_size=4)))
    count = len(Line(main).moves(board))
    variations = st.builds(
        Variation, st.text("xy 1", max_size=4).map(str.strip), st.integers(1, count + 1),
        st.lists(parts, max_size=3).map(joined),
    )  # fmt: skip
    return Line(main, tuple(draw(st.lists(variations, max_size=2))))


def joined(parts: list[Part]) -> tuple[Part, ...]:
    """Parts with the stretches that follow one another joined."""
    found: list[Part] = []
    for part in parts:
        if isinstance(part, Stretch) and found and isinstance(found[-1], Stretch):
            found[-1] = Stretch(found[-1].moves + part.moves)
        else:
            found.append(part)
    return tuple(found)


def all_moves(board: Board) -> list[object]:
    return list(dict.fromkeys(move for _, move in board.all_moves()))


def end(board: Board, line: Line) -> Board:
    """The board after a line, which must be legal."""
    position, played, error = board.play_all(line.moves(board))
    assert error is None, played
    return board.from_position(position)


def random_line(board: Board, count: int, seed: int) -> Line:
    rng, position, moves = random.Random(seed), board.initial(), []
    for _ in range(count):
        moves.append(rng.choice(board.legal_moves(position)))
        position = board.play(position, moves[-1])
    return Line((Stretch(tuple(moves)),))


# --- reading ---


@pytest.mark.parametrize(("text", "moves"), [
    ("(A1 B1)3", "A1 B1 A1 B1 A1 B1"),
    ("(A1 B1)'", "B1' A1'"),
    ("(A1 B2')2' C3", "B2 A1' B2 A1' C3"),
    ("(A1 B2')'2 C3", "B2 A1' B2 A1' C3"),
    ("(A1)^-2", "A1' A1'"),
    ("[A1, B2']", "A1 B2' A1' B2"),
    ("[A1: B2 C1]", "A1 B2 C1 A1'"),
    ("[A1, B2]'", "B2 A1 B2' A1'"),
    ("[A1: [B1, C1]]2", "A1 B1 C1 B1' C1' A1' A1 B1 C1 B1' C1' A1'"),
    ("[(0,1,F), (1,0,T)]", "A2' B1 A2 B1'"),
    ("A1{one}B1//two ) ]\nC1 # three (\n", "A1 B1 C1"),
    ("{(} A1, B1; C1", "A1 B1 C1"),
    ("A1 B1\n~other @2: C1\n~ @1: A2 {x}", "A1 B1"),
    ("()2 [,]", ""),
])  # fmt: skip
def test_line_is_written_out(text: str, moves: str) -> None:
    assert ROTATION.parse_moves(text) == ROTATION.parse_moves(moves)
    assert read_line(ROTATION, text).moves(ROTATION) == ROTATION.parse_moves(moves)
    assert parse_and_play(ROTATION, text).moves == ROTATION.parse_moves(moves)


@pytest.mark.parametrize(("text", "message"), [
    ("A1 (B1", "line 1, column 4: this bracket is not closed"),
    ("A1 B1)", "line 1, column 6: no bracket is open here"),
    ("[A1, (B1]", "line 1, column 9: the bracket that is open here is closed with )"),
    ("[A1 B1]", "line 1, column 1: write [A, B]"),
    ("[A1, B1: C1]", "line 1, column 1: write [A, B]"),
    ("A1\n{never", "line 2, column 1: this comment is not closed"),
    ("(A1)0", "line 1, column 5: a repeat count must be 1 to 1000"),
    ("(A1 [B1, x])", "line 1, column 10: 'x' is not a move"),
    ("(" * 11, "line 1, column 11: more than 10 brackets are nested"),
    ("((A1)1000)1000 ((A1)1000)1000", "line 1, column 18: there are more than 1,000,000 moves"),
    ("(((A1 B1)1000)1000)'", "line 1, column 14: there are more than 1,000,000 moves"),
    ("A1\n~x B1", "line 2, column 1: a variation begins with its name and its first move"),
    ("A1\n~x @3: B1", "line 2, column 7: there is no move 3 that a variation could replace"),
    ("A1\n~x @2: zz", "line 2, column 8: 'zz' is not a move"),
])  # fmt: skip
def test_error_in_line_has_its_place(text: str, message: str) -> None:
    with pytest.raises(MoveTextError) as error:
        read_line(ROTATION, text)
    assert str(error.value).startswith(message)


def test_paths_have_comments_but_no_variations() -> None:
    path = load_preset("schonbrunn")
    moves = path.legal_moves(path.initial())[:1]
    text = " {then} ".join(path.format_moves(moves))
    assert read_line(path, text).moves(path) == tuple(moves)
    with pytest.raises(MoveTextError, match="line 2, column 7: a path in a maze has no"):
        read_line(path, f"{text}\n~x @1: {text}")


def test_moves_before_an_error_are_played() -> None:
    found = parse_and_play(ROTATION, "[A1, B1]2 (C1 C1)2 (A1 zz)")
    assert len(found.moves) == 12
    assert found.message == (
        "Line 1, column 24: 'zz' is not a move; write a block's top-left cell, as in A1 or A1', "
        "or (X,Y,T)."
    )


def test_illegal_move_of_a_bracket_is_found_where_it_is_written() -> None:
    found = parse_and_play(SLIDING.from_position(SLIDING.grid("goal")), "(R D)3 (L U)'")
    assert found.moves == ("R", "D", "R", "D", "R", "D")
    assert found.message.startswith("Line 1, column 11: D: no tile can move down")


def test_inverse_of_a_turn_one_way_is_its_power() -> None:
    assert ONE_WAY.parse_moves("[A1, B1]") == ONE_WAY.parse_moves("A1 B1 A1 A1 A1 B1 B1 B1")


def test_move_without_inverse_is_not_undone() -> None:
    path = load_preset("schonbrunn")
    with pytest.raises(IllegalMoveError, match="no move undoes"):
        undone(path, path.legal_moves(path.initial()))


def test_tile_numbers_in_brackets_are_slides_from_where_they_stand() -> None:
    board = SLIDING.with_fields(start=grid("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"))
    after = end(board, read_line(board, "R R D"))
    found = parse_and_play(board.with_fields(goal=after.grid("start")), "(15 14)1 10")
    assert found.solved
    assert found.moves == ("R", "R", "D")


def test_tile_numbers_of_a_variation_are_slides_from_its_place() -> None:
    board = SLIDING.with_fields(start=grid("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"))
    convention = next(each for each in board.conventions if "numbers" in each.note)
    line = read_line(board, "15 14 13\n~up @3: 10 6", convention)
    assert [moves for _, moves in line.varied(board)] == [("R", "R", "D", "D")]


# --- writing ---


@pytest.mark.parametrize("board", [*PERMUTING, SLIDING], ids=str)
@given(st.data())
def test_line_round_trips_as_text(board: Board, data: st.DataObject) -> None:
    line = data.draw(lines(board))
    assert read_line(board, written(board, line)) == line


# --- rewriting ---


@pytest.mark.parametrize("board", PERMUTING, ids=str)
@given(st.data())
def test_inverse_leads_back(board: Board, data: st.DataObject) -> None:
    line = data.draw(lines(board))
    after = end(board, line)
    assert end(after, inverted(board, line)).grid("start") == board.grid("start")


@given(st.data())
def test_inverse_of_slides_undoes_each(data: st.DataObject) -> None:
    line = data.draw(lines(SLIDING))
    assert inverted(SLIDING, line).moves(SLIDING) == undone(SLIDING, line.moves(SLIDING))


def test_name_of_a_bracket_stays_behind_it() -> None:
    line = read_line(ROTATION, "{first} A1 [B1, C1] {a three-cycle} A2")
    assert written(ROTATION, inverted(ROTATION, line)) == (
        "{first} A2' [C1, B1] {a three-cycle} A1'"
    )


@pytest.mark.parametrize(("image", "moved"), [(mirrored, Board.reflected), (turned, Board.turned)])
@pytest.mark.parametrize("board", [ROTATION, SHIFT, SLIDING], ids=str)
@given(st.integers(0, 40), st.integers(0, 10**6))
def test_image_leads_to_the_image(
    board: Board,
    image: Callable[[Board, Line], Line],
    moved: Callable[[Board], Board],
    count: int,
    seed: int,
) -> None:
    line = folded(board, random_line(board, count, seed))
    assert end(moved(board), image(board, line)) == moved(end(board, line))


def test_image_that_is_no_move_is_refused() -> None:
    with pytest.raises(PuzzleError, match="no move of this board is the image of A1"):
        mirrored(ONE_WAY, read_line(ONE_WAY, "A1"))
    with pytest.raises(PuzzleError, match="only a square board can be turned"):
        turned(new_board("shift", 2, 3, 1), Line(()))


@pytest.mark.parametrize("board", [*PERMUTING, SLIDING], ids=str)
@given(st.integers(0, 60), st.integers(0, 10**6))
@examples(50)
def test_simplified_and_folded_moves_do_the_same(board: Board, count: int, seed: int) -> None:
    line = random_line(board, count, seed)
    simple = flat(board, line, lambda moves: simplified(board, moves))
    assert end(board, simple) == end(board, line)
    assert len(simple.moves(board)) <= count
    assert folded(board, line).moves(board) == line.moves(board)


@pytest.mark.parametrize(("moves", "line"), [
    ("A1 B1 A1 B1 A1 B1", "(A1 B1)3"),
    ("A1 B2' A1' B2 A1 B2' A1' B2", "[A1, B2']2"),
    ("A1 B1 C1 A2 B1' A1'", "[A1 B1: C1 A2]"),
    ("C3 A1 B1 C1 B1' C1' A1'", "C3 A1 [B1, C1] A1'"),
    ("A1 A1 B1", "A1 A1 B1"),
    ("A1 B1 A1'", "A1 B1 A1'"),
    ("", ""),
])  # fmt: skip
def test_structure_is_found_in_moves(moves: str, line: str) -> None:
    assert written(ROTATION, folded(ROTATION, read_line(ROTATION, moves))) == line


def test_variations_are_rewritten_too() -> None:
    line = read_line(ROTATION, "A1 B1 B1' C1\n~x @3: A2 A2 A2 A2 [C2, B2]")
    simple = flat(ROTATION, line, lambda moves: simplified(ROTATION, moves))
    assert written(ROTATION, simple) == "A1 C1\n~x @2: B1 C2 B2 C2' B2'"
    assert list(inverted(ROTATION, line).varied(ROTATION)) == [
        (name, undone(ROTATION, moves)) for name, moves in line.varied(ROTATION)
    ]


def test_moves_without_inverse_are_folded_into_powers_alone() -> None:
    line = read_line(ONE_WAY, "A1 B1 A1 B1")
    assert written(ONE_WAY, folded(ONE_WAY, line)) == "(A1 B1)2"
