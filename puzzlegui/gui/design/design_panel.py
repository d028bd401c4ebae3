"""The side panel of the design mode: cards for the board, its moves, its tiles and a check."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtWidgets import QWidget

from puzzlegui.core.board import Board, Verdict
from puzzlegui.core.language import tr
from puzzlegui.core.repair import Repair
from puzzlegui.gui.design.board_card import BoardCard
from puzzlegui.gui.design.check_card import CheckCard
from puzzlegui.gui.design.editor import Editor
from puzzlegui.gui.design.moves_section import MovesSection
from puzzlegui.gui.design.tiles_card import TilesCard
from puzzlegui.gui.model.document import Document
from puzzlegui.gui.model.puzzle import PuzzleState
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets.card import CardColumn


class DesignPanel(CardColumn):
    """Side panel with the cards Board, Moves, Tiles and Check.

    Attributes:
        board_card: title, size, rules and message.
        moves: moves that the board defines; hidden if it defines none.
        tiles: tools and values.
        check: problems, repairs and difficulty.
    """

    def __init__(self, document: Document, editor: Editor) -> None:
        super().__init__()
        self._document, self._editor = document, editor
        self._shown: tuple[object, ...] = ()
        self._board: Board | None = None
        self._state: tuple[Verdict, PuzzleState, Sequence[Repair]] | None = None
        self.board_card = BoardCard(document)
        self.moves = MovesSection(document, editor)
        self.tiles = TilesCard(document, editor)
        self.check = CheckCard()
        for card in (self.board_card, self.moves, self.tiles, self.check):
            self.column.addWidget(card)
        self.column.addStretch(1)
        theme().changed.connect(self._show)

    def refresh(self, verdict: Verdict, state: PuzzleState, repairs: Sequence[Repair]) -> None:
        """Show the document's board.

        Args:
            verdict: verdict on it.
            state: its difficulty, as far as it is known.
            repairs: repairs that make it valid or solvable.
        """
        editor, board = self._editor, self._document.board
        shown = editor.hides_problems, self.is_typing, verdict, state
        if board is not self._board or shown != self._shown:
            self._board, self._shown, self._state = board, shown, (verdict, state, repairs)
            self._show()

    @property
    def is_typing(self) -> bool:
        """True while the user types values and these have problems."""
        return self._editor.typing and bool(self._document.problems)

    def verdict(self, verdict: Verdict) -> Verdict:
        """Return the verdict to show: that the board is unfinished, while problems are hidden."""
        if not self._editor.hides_problems:
            return verdict
        text: str = tr("Unfinished: some cells are still empty.")
        if self.is_typing:
            text = tr("Unfinished: the board is checked when you stop typing (Esc).")
        return Verdict(None, text)

    def _show(self) -> None:
        if self._state is None:
            return
        verdict, state, repairs = self._state
        renewed = [self.board_card.refresh(), self.tiles.refresh()]
        self.moves.refresh()
        self.check.refresh(
            self._document.board, self._document.shown_problems, verdict, state, repairs,
            quiet=self._editor.hides_problems,
        )  # fmt: skip
        if any(renewed):
            self._order_tabs()

    def _order_tabs(self) -> None:
        """Set the tab order from top to bottom: tools and options are recreated per family."""
        widgets = [
            *self.board_card.tab_order, *self.moves.tab_order, *self.tiles.tab_order,
            *self.check.tab_order,
        ]  # fmt: skip
        for before, after in pairwise(widgets):
            QWidget.setTabOrder(before, after)
