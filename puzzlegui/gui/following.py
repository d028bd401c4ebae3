"""Following a line of moves: a solution, or the moves made by hand, and all that goes along it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QLabel

from puzzlegui.core.board import Board
from puzzlegui.core.solution import Solution, Walk
from puzzlegui.gui.board_view import BoardView
from puzzlegui.gui.moves_page import MovesPage
from puzzlegui.gui.timeline import PACE, Timeline, TimelineBar
from puzzlegui.render.painter import Frame, Marks
from puzzlegui.render.style import frame_colours

_PLAY_PACE = 6.0
"""Moves a second while playing by hand."""


class Following(QObject):
    """Where one is in a line of moves, shown by the board, its heading, the bar and the table.

    Args:
        parent: the window.
        view: shows the board.
        heading: says which move has just been made.
        page: lists the moves.

    Signals:
        moved: another position, or another line, is to be shown.
        used: the user moved along the line.
        solution_changed: another solution is followed, or none.
    """

    moved = Signal()
    used = Signal()
    solution_changed = Signal()

    def __init__(self, parent: QObject, view: BoardView, heading: QLabel, page: MovesPage) -> None:
        super().__init__(parent)
        self.timeline = Timeline(self)
        self.bar = TimelineBar(self.timeline)
        self.solution: Solution | None = None
        self.line: Walk | None = None
        self._by_hand = False
        self._places = {False: 0, True: 0}
        self._walk: Walk | None = None
        self._view, self._heading, self._page = view, heading, page
        self.timeline.changed.connect(self.moved)
        self.bar.used.connect(self.used)
        page.table.position_wanted.connect(self.timeline.go_to)

    # --- which line ---

    def use(self, solution: Solution | None) -> None:
        """Take a solution to be followed, one that has been replayed; None for none."""
        self.solution = solution
        self._walk = None if solution is None else Walk(solution.board, solution.moves)
        if not self._by_hand:
            self._begin(self._walk, 0)
        self._places[False] = 0
        self.solution_changed.emit()

    def recolour(self, board: Board) -> None:
        """Only colours or title of the board are others."""
        if self.solution is not None:
            self.solution = replace(self.solution, board=board)
            self.solution_changed.emit()

    def go_along(self, by_hand: Walk | None, at: int | None = None) -> None:
        """Go along moves made by hand, or if there are none, the solution.

        Args:
            by_hand: the moves made by hand.
            at: how many of them are done; by default, as many as when they were left.
        """
        self._places[self._by_hand] = self.timeline.position
        self._by_hand = by_hand is not None
        self.timeline.pace = _PLAY_PACE if self._by_hand else PACE
        line = self._walk if by_hand is None else by_hand
        self._begin(line, self._places[self._by_hand] if at is None else at)

    def _begin(self, line: Walk | None, at: int) -> None:
        self.line = line
        solution = None if self._by_hand else self.solution
        self.bar.set_segments(() if solution is None else solution.segments)
        self.bar.setEnabled(line is not None)
        self._list_moves()
        self.timeline.set_length(0 if line is None else len(line), at)

    def extend(self, index: int) -> None:
        """Moves were made by hand after so many others; show them being made."""
        assert self.line is not None
        self._list_moves()
        self.timeline.set_length(len(self.line), index)
        self.timeline.move_to(len(self.line))

    def _list_moves(self) -> None:
        self._page.show_moves(self.line, by_hand=self._by_hand)

    # --- actions ---

    def first(self) -> None:
        self.used.emit()
        self.timeline.go_to(0)

    def step_back(self) -> None:
        self.used.emit()
        self.timeline.step(-1)

    def play(self) -> None:
        """Play or pause."""
        self.used.emit()
        self.timeline.toggle()

    def step_on(self) -> None:
        self.used.emit()
        self.timeline.step(1)

    def last(self) -> None:
        self.used.emit()
        self.timeline.go_to(self.timeline.length)

    def key(self, key: Qt.Key) -> bool:
        """A key pressed on the board while the solution is followed; whether it means anything."""
        action = {
            Qt.Key.Key_Space: self.play,
            Qt.Key.Key_Right: self.step_on,
            Qt.Key.Key_Left: self.step_back,
            Qt.Key.Key_Home: self.first,
            Qt.Key.Key_End: self.last,
        }.get(key)
        if action is None or self.line is None:
            return False
        action()
        return True

    # --- what is shown ---

    def draw(self, board: Board, marks: Marks | None) -> None:
        """Show the position.

        Args:
            board: with the colours to be used.
            marks: what is pointed out while no move is being made; by default, the next move.
        """
        line = self.line
        assert line is not None
        done, part = self.timeline.frame
        position = line[done]
        if part > 0 and done < len(line):
            motion, marks = board.motion(position, line.moves[done]), Marks()
        else:
            motion, marks = None, self._next(board, line, done) if marks is None else marks
        frame = Frame(board.picture(position), frame_colours(board), motion, part, marks)
        self._view.show_frame(frame)
        self._show_place(line)

    def _next(self, board: Board, line: Walk, done: int) -> Marks:
        """The next move, pointed out."""
        if done == len(line) or self.timeline.playing:
            return Marks()
        return Marks(coming=board.motion(line[done], line.moves[done]))

    def _show_place(self, line: Walk) -> None:
        """Say which move has just been made."""
        position = self.timeline.position
        text = "Start"
        if position:
            text = f"Move {position}: {line.board.describe_move(line.moves[position - 1])}"
            if position == len(line) and line.board.is_solved(line[position]):
                text += " · solved"
        self._heading.setText(text)
        self._page.table.follow(position)
