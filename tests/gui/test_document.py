"""The undo history against a plain list of boards."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from PySide6.QtWidgets import QApplication

from puzzlegui.core import edits
from puzzlegui.core.board import Board
from puzzlegui.core.edits import EDITS
from puzzlegui.core.palettes import keep_colouring
from puzzlegui.core.region import Region
from puzzlegui.core.resizing import resized
from puzzlegui.documents.boardfile import dump_board, parse_board
from puzzlegui.documents.loading import load_board
from puzzlegui.documents.presets import load_preset
from puzzlegui.families.creation import generated_title, new_board
from puzzlegui.families.registry import repairs_of
from puzzlegui.gui.model.document import Document
from tests.boards import TITLES, any_board
from tests.effort import examples


class Editing(RuleBasedStateMachine):
    """Edits, undo, redo, saving and opening in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.document = Document(load_preset("mystery-box"))
        self.history: list[Board] = [self.document.board]
        self.at = 0
        self.clean: int | None = 0
        self.stroke = ""
        self.folder = tempfile.TemporaryDirectory()

    def teardown(self) -> None:
        self.folder.cleanup()
        self.document.deleteLater()

    @initialize(board=any_board(3))
    def begin(self, board: Board) -> None:
        self.open(board)

    def open(self, board: Board) -> None:
        self.document.open(board)
        self.history, self.at, self.clean, self.stroke = [board], 0, 0, ""

    def _push(self, board: Board, stroke: str = "") -> None:
        before = self.document.board
        self.document.edit(board, "edit", stroke=stroke)
        if board == before:
            return
        board = keep_colouring(board, before)
        goes_on = stroke != "" and stroke == self.stroke
        merged = goes_on and self.at > 0 and self.clean != self.at
        if self.clean is not None and self.clean > self.at:
            self.clean = None
        del self.history[self.at + 1 :]
        if merged:
            self.history[self.at] = board
        else:
            self.history.append(board)
            self.at += 1
        self.stroke = stroke

    @rule(data=st.data(), value=st.integers(0, 20), stroke=st.sampled_from(["", "type", "paint"]))
    def edit_cell(self, data: st.DataObject, value: int, stroke: str) -> None:
        board = self.document.board
        field = data.draw(st.sampled_from(board.grid_fields))
        cell = (
            data.draw(st.integers(0, board.rows - 1)),
            data.draw(st.integers(0, board.columns - 1)),
        )
        self._push(board.with_cell(field, cell, value), stroke)

    @rule(value=st.integers(0, 9), colour=st.from_regex(r"\A#[0-9A-F]{6}\Z"))
    def edit_colour(self, value: int, colour: str) -> None:
        self._push(self.document.board.with_colour(value, colour))

    @rule(title=TITLES)
    def edit_title(self, title: str) -> None:
        self._push(self.document.board.with_fields(title=title), "title")

    @rule()
    def end_stroke(self) -> None:
        self.document.end_stroke()
        self.stroke = ""

    @rule(data=st.data(), name=st.sampled_from(sorted(EDITS)), seed=st.integers(0, 99))
    def change_a_region(self, data: st.DataObject, name: str, seed: int) -> None:
        board = self.document.board
        field = data.draw(st.sampled_from(board.grid_fields))
        rows, columns = len(board.grid(field)), len(board.grid(field)[0])
        cells = st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1))
        region = data.draw(st.none() | st.builds(Region.between, cells, cells))
        if EDITS[name].applies(board, field, region):
            self._push(EDITS[name].apply(board, field, region, seed))

    @rule(data=st.data(), value=st.integers(0, 20), flood=st.booleans())
    def fill_or_swap(self, data: st.DataObject, value: int, flood: bool) -> None:
        board = self.document.board
        field = data.draw(st.sampled_from(board.grid_fields))
        rows, columns = len(board.grid(field)), len(board.grid(field)[0])
        cells = st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1))
        one, other = data.draw(cells), data.draw(cells)
        if flood:
            self._push(edits.flood(board, field, one, value))
        else:
            self._push(edits.swap(board, field, one, other))

    @rule(rows=st.integers(2, 5), columns=st.integers(2, 5))
    def resize(self, rows: int, columns: int) -> None:
        self._push(resized(self.document.board, rows, columns))

    @precondition(lambda self: self.document.board.problems())
    @rule()
    def apply_repair(self) -> None:
        for repair in repairs_of(self.document.board)[:1]:
            self._push(repair.board)

    @precondition(lambda self: self.at > 0)
    @rule()
    def undo(self) -> None:
        self.document.undo_stack.undo()
        self.at -= 1
        self.stroke = ""

    @precondition(lambda self: self.at + 1 < len(self.history))
    @rule()
    def redo(self) -> None:
        self.document.undo_stack.redo()
        self.at += 1
        self.stroke = ""

    @rule()
    def save(self) -> None:
        path = Path(self.folder.name, "board.puzzle")
        self.document.write(path)
        self.document.mark_saved(path)
        self.clean = self.at
        self.stroke = ""
        if not self.document.board.problems():
            assert load_board(path) == self.document.board

    @rule(board=any_board(3))
    def open_another(self, board: Board) -> None:
        self.open(board)

    @invariant()
    def same_as_the_list(self) -> None:
        stack = self.document.undo_stack
        assert self.document.board == self.history[self.at]
        assert self.document.problems == self.document.board.problems()
        assert (stack.canUndo(), stack.canRedo()) == (
            self.at > 0,
            self.at + 1 < len(self.history),
        )
        assert self.document.modified == (self.clean != self.at)

    @invariant()
    def a_sound_board_survives_a_file(self) -> None:
        if not self.document.problems:
            assert parse_board(dump_board(self.document.board)) == self.document.board


TestEditing = Editing.TestCase
TestEditing.settings = examples(60, stateful_step_count=40)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("seed", [None, 26_149])
def test_a_generated_title_is_generated_again(seed: int | None) -> None:
    board = new_board("sliding", 3, 4, seed or 0)
    board = board.with_fields(title=generated_title(board, seed))
    document = Document(board)
    document.edit(board.with_colour(3, "#123456"), "colour 3")
    assert document.board.title == board.title
    assert seed is None or board.title == "Sliding puzzle 3×4, seed 26149"  # to be typed so
    document.edit(edits.swap(document.board, "start", (0, 0), (1, 1)), "swap")
    assert document.board.title == "Sliding puzzle 3×4"
    document.edit(resized(document.board, 4, 4), "resize")
    assert document.board.title == "Sliding puzzle 4×4"
    document.edit(document.board.with_fields(title="Mine"), "retitle")
    document.edit(resized(document.board, 5, 4), "resize")
    assert document.board.title == "Mine"
    for _ in range(4):
        document.undo_stack.undo()
    assert document.board.title == board.title


def test_titles_of_the_command_line_are_generated_ones() -> None:
    document = Document(new_board("maze", 4, 4, 7).with_fields(title="maze 4×4, seed 26149"))
    document.edit(document.board.with_cell("numbers", (0, 0), 3), "type")
    assert document.board.title == "Number maze 4×4"


def test_names_and_title() -> None:
    document = Document(load_preset("mystery-box").with_fields(title=""))
    assert document.name == "New board"
    document.edit(document.board.with_fields(title="Mine"), "retitle")
    assert document.name == "Mine"
    assert document.undo_stack.undoText() == "retitle"
    QApplication.processEvents()
