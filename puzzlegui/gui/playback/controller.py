"""Playback: going along a line of moves, the solution's or the player's."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication

from puzzlegui.families.notation import notation_or_standard
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.model.solution_list import Listing
from puzzlegui.gui.model.mode import DESIGN, SOLUTION
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.model.settings import SPEEDS
from puzzlegui.gui.playback.moves_page import MovesPage
from puzzlegui.gui.playback.timeline_bar import TimelineBar, parts_of


class Playback(QObject):
    """What bar, table, wheel, keys and menu do to the position.

    Args:
        session: says where one is.
        bar: has the buttons and the slider.
        page: lists the moves.
        view: shows the board.
    """

    def __init__(
        self, session: Session, bar: TimelineBar, page: MovesPage, view: BoardView
    ) -> None:
        super().__init__(session)
        self._session = session
        self._timeline, self._settings = session.timeline, session.settings
        bar.used.connect(self.use)
        bar.part_wanted.connect(self._go_to_part)
        bar.speed_chosen.connect(self._choose_speed)
        view.wheel_turned.connect(self._wheel)
        table = page.table
        table.position_wanted.connect(self._go_to)
        table.stretch_wanted.connect(self._loop)
        table.hovered.connect(self._look_at)
        table.step_wanted.connect(self.step)
        table.toggle_wanted.connect(self.play)
        page.notation_chosen.connect(self._choose_notation)
        solutions = page.solutions
        solutions.listing_wanted.connect(self._list_solutions)
        solutions.table.chosen.connect(session.choose_variant)
        page.found.chosen.connect(session.choose_found)

    def use(self) -> None:
        """It was used: show what it goes along."""
        if self._session.mode.name == DESIGN:
            self._session.choose_mode(SOLUTION)

    @property
    def _parts(self) -> Sequence[int]:
        """Where the parts of the solution begin, if it has several."""
        solution = self._session.solution
        return () if self._session.mode.by_hand or solution is None else parts_of(solution.segments)

    def step(self, by: int) -> None:
        """Go on, or back, by so many moves."""
        self.use()
        self._timeline.step(by)

    def _list_solutions(self, listing: Listing) -> None:
        """Show the solutions that were listed otherwise."""
        session = self._session
        session.alter(found=session.state.with_following(listing=listing).found)

    def _choose_notation(self, name: str) -> None:
        self._settings["notation"] = name

    def _choose_speed(self, speed: float) -> None:
        self._settings["speed"] = speed

    # --- actions ---

    def first(self) -> None:
        self.use()
        self._timeline.go_to(0)

    def step_back(self) -> None:
        self.use()
        self._timeline.step(-1)

    def play(self) -> None:
        """Play or pause."""
        self.use()
        self._timeline.toggle()

    def step_on(self) -> None:
        self.use()
        self._timeline.step(1)

    def last(self) -> None:
        self.use()
        self._timeline.go_to(self._timeline.length)

    def part_back(self) -> None:
        """To where this part of the solution begins, or the one before."""
        self._go_to_part(-1)

    def part_on(self) -> None:
        """To where the next part of the solution begins."""
        self._go_to_part(1)

    def _go_to_part(self, by: int) -> None:
        begins = [0, *self._parts, self._timeline.length]
        now = self._timeline.position
        ahead = [at for at in begins if (at > now if by > 0 else at < now)]
        if ahead:
            self.use()
            self._timeline.go_to(min(ahead) if by > 0 else max(ahead))

    def loop(self, on: bool) -> None:
        """Play again and again, or only once."""
        self._timeline.set_looping(on)

    def loop_from(self) -> None:
        """Play from here on, again and again."""
        first, (_, last) = self._timeline.position, self._timeline.ends
        self._loop(first, last if last > first else self._timeline.length)

    def loop_to(self) -> None:
        """Play up to here, again and again."""
        last, (first, _) = self._timeline.position, self._timeline.ends
        self._loop(first if first < last else 0, last)

    def loop_part(self) -> None:
        """Play the part of the solution that the next move belongs to, again and again."""
        begins = [*(self._parts or [0]), self._timeline.length]
        index = bisect_right(begins[:-1], self._timeline.position)
        self._loop(begins[index - 1], begins[min(index, len(begins) - 1)])

    def loop_all(self) -> None:
        """Play all moves, and only once."""
        self._timeline.set_stretch(None)
        self._timeline.set_looping(False)

    def _loop(self, first: int, last: int) -> None:
        if first < last:
            self._session.preview = -1
            self.use()
            self._timeline.set_stretch((first, last))
            self._timeline.set_looping(True)
            if not first <= self._timeline.position <= last:
                self._timeline.go_to(first)

    def quicker(self) -> None:
        self._change_speed(1)

    def slower(self) -> None:
        self._change_speed(-1)

    def _change_speed(self, by: int) -> None:
        at = SPEEDS.index(self._settings["speed"]) + by
        self._settings["speed"] = SPEEDS[min(max(at, 0), len(SPEEDS) - 1)]

    def mark_goal(self, on: bool) -> None:
        """Mark the cells that are not yet as in the goal, or do not."""
        self._settings["goal marks"] = on

    def copy_moves(self) -> None:
        """Put the moves on the clipboard, in the notation that is chosen."""
        line = self._session.line
        if line is not None:
            notation = notation_or_standard(line.board, self._settings["notation"])
            text = notation.separator.join(notation.format(line.board, line.moves))
            QGuiApplication.clipboard().setText(text)

    def _go_to(self, position: int) -> None:
        self._session.preview = -1
        self._timeline.go_to(position)

    def _wheel(self, notches: int) -> None:
        if self._session.line is not None:
            self.step(notches)

    def _look_at(self, row: int) -> None:
        """Point out the moves of a row of the table without going there."""
        if row != self._session.preview:
            self._session.preview = row
            self._session.touch_position()

    def key(self, key: Qt.Key) -> bool:
        """Go to another part of the solution; True if the key means that."""
        action = {
            Qt.Key.Key_PageUp: self.part_back,
            Qt.Key.Key_PageDown: self.part_on,
        }.get(key)
        if action is None or self._session.line is None:
            return False
        action()
        return True
