"""List of the moves that a board defines, on paper."""

import random

import pytest

from puzzlegui.core.board import Board
from puzzlegui.documents.book import Book, BookPuzzle
from puzzlegui.documents.presets import load_preset
from puzzlegui.exporters.book_pdf import BookPages
from puzzlegui.exporters.books import NO_ANSWERS, BookEdition
from puzzlegui.exporters.move_list import MoveList, describe_move, describe_others
from puzzlegui.exporters.settings import ExportSettings
from puzzlegui.families.creation import new_board
from puzzlegui.render.move_pictures import move_shapes

pytestmark = pytest.mark.usefixtures("qapp")


def texts(board: Board) -> list[tuple[str, str]]:
    return [(describe_move(shape), describe_others(shape)) for shape in move_shapes(board)]


def board_with_moves(count: int) -> Board:
    rng = random.Random(3)
    cells = [(row, column) for row in range(6) for column in range(6)]
    moves = tuple((f"M{number}", (tuple(rng.sample(cells, 5)),)) for number in range(count))
    return new_board("permutation", 6, 6, 1).with_fields(moves=moves)


def test_cycles_as_text() -> None:
    ((first, _), _, (flip, _)) = texts(load_preset("disc"))
    assert first.startswith("O: A1 → B1 → C1 → D1 → D2")
    assert first.endswith("A3 → A2 → A1")
    assert flip == "F: A1 ↔ D1, B1 ↔ C1, A2 ↔ D2, B2 ↔ C2"


def test_moves_of_one_shape_are_written_once() -> None:
    cycles = "A1: A1 → C1 → C3 → A3 → A1, B1 → C2 → B3 → A2 → B1"
    alike = "Like A1, from other cells: B1, C1, A2, B2, C2, A3, B3, C3"
    assert texts(load_preset("twiddle-5x5-3")) == [(cycles, alike)]
    large = new_board("permutation", 12, 12, 1)
    assert texts(large) == [(cycles, "Moves like A1 begin at every cell from A1 to J10.")]
    ((_, others),) = texts(large.with_fields(moves=large.moves[:-1]))  # type: ignore[attr-defined]
    assert others.startswith("Like A1, from other cells: B1, C1")


def test_moves_that_are_not_named_for_their_cells() -> None:
    board = new_board("permutation", 3, 9, 1)
    pairs = tuple((f"P{column}", (((0, column), (1, column)),)) for column in range(8))
    ((first, others),) = texts(board.with_fields(moves=pairs))
    assert first == "P0: A1 ↔ A2"
    assert others.startswith("Like P0, from other cells: P1 (B1), P2 (C1), P3 (D1)")


def test_moves_are_forwards_only_where_the_board_says_so() -> None:
    board = load_preset("two-rings")
    assert MoveList(board, 20)._heading == "Moves, each also backwards:"
    assert MoveList(board.with_fields(inverses=False), 20)._heading == "Moves, forwards only:"


def test_a_family_with_the_same_moves_on_every_board_lists_none() -> None:
    assert MoveList(load_preset("mystery-box"), 20).height(1000) == 0


@pytest.mark.parametrize(("count", "pages"), [(2, 1), (12, 1), (120, 4)])
def test_a_long_list_has_pages_of_its_own(count: int, pages: int) -> None:
    board = board_with_moves(count)
    edition = BookEdition(Book(puzzles=(BookPuzzle(board),)), front=False)
    assert len(BookPages(edition, ExportSettings(answers=NO_ANSWERS, puzzles_per_page=1))) == pages
