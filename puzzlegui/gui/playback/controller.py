"""The playback controller: moves through the solution or the player's moves."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication

from puzzlegui.families.notation import notation_or_standard
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.model.mode import DESIGN, SOLUTION
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.model.settings import SPEEDS
from puzzlegui.gui.model.solution_list import SolutionListOptions
from puzzlegui.gui.playback.moves_page import MovesPage
from puzzlegui.gui.playback.timeline_bar import TimelineBar, part_starts


class PlaybackController(QObject):
    """Moves the timeline as the bar, the table, the wheel, keys and menus request.

    Args:
        session: session with the timeline and the moves.
        bar: buttons and slider.
        page: list of moves.
        view: board view.
    """

    def __init__(
        self, session: Session, bar: TimelineBar, page: MovesPage, view: BoardView
    ) -> None:
        super().__init__(session)
        self._session = session
        self._timeline, self._settings = session.timeline, session.settings
        bar.navigated.connect(self.show_moves)
        bar.part_requested.connect(self._go_to_part)
        bar.speed_chosen.connect(self._choose_speed)
        view.wheel_turned.connect(self._wheel)
        table = page.table
        table.position_requested.connect(self._go_to)
        table.loop_range_requested.connect(self._loop_between)
        table.hovered.connect(self._preview_row)
        table.step_requested.connect(self.step)
        table.toggle_requested.connect(self.play)
        page.notation_chosen.connect(self._choose_notation)
        solutions = page.solutions
        solutions.listing_requested.connect(self._list_solutions)
        solutions.table.chosen.connect(session.choose_variant)
        page.solution_combo.chosen.connect(session.choose_solution)

    def show_moves(self) -> None:
        """Leave the design mode, so that the moves are shown."""
        if self._session.mode.name == DESIGN:
            self._session.choose_mode(SOLUTION)

    @property
    def _part_starts(self) -> Sequence[int]:
        """Start positions of the solution's parts; empty unless there are several."""
        solution = self._session.solution
        return (
            () if self._session.mode.by_hand or solution is None else part_starts(solution.segments)
        )

    def step(self, by: int) -> None:
        """Step by a number of moves; negative steps go back."""
        self.show_moves()
        self._timeline.step(by)

    def _list_solutions(self, listing: SolutionListOptions) -> None:
        """Filter or sort the listed solutions differently."""
        session = self._session
        state = session.state.with_followed_entry(list_options=listing)
        session.update_state(entries=state.entries)

    def _choose_notation(self, name: str) -> None:
        self._settings["notation"] = name

    def _choose_speed(self, speed: float) -> None:
        self._settings["speed"] = speed

    # --- actions ---

    def first(self) -> None:
        self.show_moves()
        self._timeline.go_to(0)

    def step_back(self) -> None:
        self.show_moves()
        self._timeline.step(-1)

    def play(self) -> None:
        """Play or pause."""
        self.show_moves()
        self._timeline.toggle()

    def step_forward(self) -> None:
        self.show_moves()
        self._timeline.step(1)

    def last(self) -> None:
        self.show_moves()
        self._timeline.go_to(self._timeline.length)

    def previous_part(self) -> None:
        """Go to the start of the current part of the solution, or of the previous part."""
        self._go_to_part(-1)

    def next_part(self) -> None:
        """Go to the start of the next part of the solution."""
        self._go_to_part(1)

    def _go_to_part(self, by: int) -> None:
        begins = [0, *self._part_starts, self._timeline.length]
        now = self._timeline.position
        ahead = [at for at in begins if (at > now if by > 0 else at < now)]
        if ahead:
            self.show_moves()
            self._timeline.go_to(min(ahead) if by > 0 else max(ahead))

    def set_looping(self, on: bool) -> None:
        """Turn looping on or off."""
        self._timeline.set_looping(on)

    def loop_from(self) -> None:
        """Start the loop at the current position."""
        first, (_, last) = self._timeline.position, self._timeline.play_limits
        self._loop_between(first, last if last > first else self._timeline.length)

    def loop_to(self) -> None:
        """End the loop at the current position."""
        last, (first, _) = self._timeline.position, self._timeline.play_limits
        self._loop_between(first if first < last else 0, last)

    def loop_part(self) -> None:
        """Loop the part of the solution that contains the next move."""
        begins = [*(self._part_starts or [0]), self._timeline.length]
        index = bisect_right(begins[:-1], self._timeline.position)
        self._loop_between(begins[index - 1], begins[min(index, len(begins) - 1)])

    def clear_loop(self) -> None:
        """Play all moves without looping."""
        self._timeline.set_play_range(None)
        self._timeline.set_looping(False)

    def _loop_between(self, first: int, last: int) -> None:
        if first < last:
            self._session.preview_row = -1
            self.show_moves()
            self._timeline.set_play_range((first, last))
            self._timeline.set_looping(True)
            if not first <= self._timeline.position <= last:
                self._timeline.go_to(first)

    def faster(self) -> None:
        self._change_speed(1)

    def slower(self) -> None:
        self._change_speed(-1)

    def _change_speed(self, by: int) -> None:
        at = SPEEDS.index(self._settings["speed"]) + by
        self._settings["speed"] = SPEEDS[min(max(at, 0), len(SPEEDS) - 1)]

    def set_goal_marks(self, on: bool) -> None:
        """Mark the cells that differ from the goal, or stop marking them."""
        self._settings["goal marks"] = on

    def copy_moves(self) -> None:
        """Copy the moves in the chosen notation."""
        line = self._session.sequence
        if line is not None:
            notation = notation_or_standard(line.board, self._settings["notation"])
            QGuiApplication.clipboard().setText(notation.write(line.board, line.moves))

    def _go_to(self, position: int) -> None:
        self._session.preview_row = -1
        self._timeline.go_to(position)

    def _wheel(self, notches: int) -> None:
        if self._session.sequence is not None:
            self.step(notches)

    def _preview_row(self, row: int) -> None:
        """Highlight the moves of a table row on the board without going there."""
        if row != self._session.preview_row:
            self._session.preview_row = row
            self._session.notify_position_changed()

    def key(self, key: Qt.Key) -> bool:
        """Handle Page Up and Page Down; return True if the key was used."""
        action = {
            Qt.Key.Key_PageUp: self.previous_part,
            Qt.Key.Key_PageDown: self.next_part,
        }.get(key)
        if action is None or self._session.sequence is None:
            return False
        action()
        return True
