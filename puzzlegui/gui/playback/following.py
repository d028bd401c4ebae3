"""Following a line of moves: a solution, or the moves made by hand, and all that goes along it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel

from puzzlegui.core.board import Board, group_digits
from puzzlegui.core.cells import Cell
from puzzlegui.core.picture import Motion
from puzzlegui.core.solution import Solution, Walk, chosen_variant
from puzzlegui.families.notation import notation_or_standard
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.common.jobs import Job
from puzzlegui.gui.common.settings import SPEEDS, Settings
from puzzlegui.gui.common.worker import Worker
from puzzlegui.gui.playback.moves import signed
from puzzlegui.gui.playback.moves_page import MovesPage
from puzzlegui.gui.playback.timeline import PACE, Timeline
from puzzlegui.gui.playback.timeline_bar import TimelineBar
from puzzlegui.render.marks import Marks
from puzzlegui.render.painter import Frame
from puzzlegui.render.style import frame_colours

_LONG = 5000
"""Moves from which on a line is gone along ahead."""
_AT_ONCE = 1000
"""Moves between two looks whether that is still wanted."""
_PLAY_PACE = 6.0
"""Moves a second while playing by hand."""


class Following(QObject):
    """Where one is in a line of moves, shown by the board, its heading, the bar and the table.

    Args:
        parent: the window.
        view: shows the board.
        heading: says which move has just been made.
        page: lists the moves.
        worker: goes along long lines ahead.
        settings: say how moves are written and whether cells off the goal are marked.

    Signals:
        moved: another position, or another line, is to be shown.
        used: the user moved along the line.
        solution_changed: another solution is followed, or none.
        stepped: a move was made or taken back, not by playback: what has just been done, in words.
    """

    moved = Signal()
    used = Signal()
    solution_changed = Signal()
    stepped = Signal(str)

    def __init__(
        self,
        parent: QObject,
        view: BoardView,
        heading: QLabel,
        page: MovesPage,
        settings: Settings,
        worker: Worker,
    ) -> None:
        super().__init__(parent)
        self.timeline = Timeline(self)
        self.bar = TimelineBar(self.timeline)
        self.solution: Solution | None = None
        self.line: Walk | None = None
        self._by_hand = False
        self._places = {False: 0, True: 0}
        self._walk: Walk | None = None
        self._found: Solution | None = None
        self._preview = -1
        self._shown: tuple[Any, ...] = ()
        self._off_goal: frozenset[Cell] = frozenset()
        self._view, self._heading, self._page = view, heading, page
        self._settings = settings
        self._worker = worker
        self._job: Job | None = None
        worker.solved.connect(self._prepared)
        self.timeline.changed.connect(self.moved)
        self.bar.used.connect(self.used)
        self.bar.part_wanted.connect(self._go_to_part)
        view.wheel_turned.connect(self._wheel)
        table = page.table
        table.position_wanted.connect(self._go_to)
        table.stretch_wanted.connect(self._loop)
        table.hovered.connect(self._look_at)
        table.step_wanted.connect(self.bar.step)
        table.toggle_wanted.connect(self.play)
        page.notation_chosen.connect(self._choose_notation)
        page.variants.chosen.connect(self._choose_variant)
        settings.changed.connect(self._setting_changed)

    # --- which line ---

    def use(self, solution: Solution | None, walk: Walk | None = None) -> None:
        """Follow a solution that has been replayed.

        Args:
            solution: the solution; None for none.
            walk: the positions along its moves, if they are known already.
        """
        self._found = solution
        self._page.variants.show_solutions(solution)
        self._use(solution, walk)

    def _choose_variant(self, number: int) -> None:
        """Follow another of the solutions that were listed."""
        assert self._found is not None
        self.used.emit()
        self._use(chosen_variant(self._found, number))

    def _use(self, solution: Solution | None, walk: Walk | None = None) -> None:
        self._end_preparing()
        self.solution = solution
        self._walk = walk
        if solution is not None and walk is None:
            self._walk = Walk(solution.board, solution.moves)
            if len(self._walk) > _LONG:
                self._prepare(self._walk)
        if not self._by_hand:
            self._begin(self._walk, 0)
        self._places[False] = 0
        self.solution_changed.emit()

    def _prepare(self, line: Walk) -> None:
        """Have the worker go along a long line once, so that no jump has to wait for it."""

        def work(job: Job) -> Walk:
            ahead = Walk(line.board, line.moves)
            for at in range(0, len(ahead), _AT_ONCE):
                if job.cancelled:
                    break
                _ = ahead[at]
            return ahead

        self._job = Job(work, "positions")
        self._worker.solve(self._job)

    def _prepared(self, job: object, result: object) -> None:
        if job is not self._job:
            return
        self._job = None
        if isinstance(result, Walk) and self._walk is not None:
            if self.line is self._walk:
                self.line = result
            self._walk = result

    def _end_preparing(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            job.cancel()

    def recolour(self, board: Board) -> None:
        """Only colours or title of the board are others."""
        if self.solution is not None and self._found is not None:
            self.solution = replace(self.solution, board=board)
            self._found = replace(self._found, board=board)
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
        self._preview = -1
        self._shown = ()
        solution = None if self._by_hand else self.solution
        self.bar.set_segments(() if solution is None else solution.segments)
        self.bar.setEnabled(line is not None)
        self._list_moves()
        self.timeline.set_length(0 if line is None else len(line), at)

    def extend(self, index: int, *, seen: bool) -> None:
        """Moves were made by hand after so many others; show them being made, if not yet seen."""
        assert self.line is not None
        self._list_moves()
        self.timeline.set_length(len(self.line), len(self.line) if seen else index)
        self.timeline.move_to(len(self.line))

    def _list_moves(self) -> None:
        self._page.show_moves(self.line, self._settings["notation"], by_hand=self._by_hand)
        self._shown = ()

    def _choose_notation(self, name: str) -> None:
        self._settings["notation"] = name

    def _setting_changed(self, name: str) -> None:
        if name == "notation":
            self._list_moves()
            self.moved.emit()
        elif name == "goal marks":
            self._shown = ()
            self.moved.emit()

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

    def part_back(self) -> None:
        """To where this part of the solution begins, or the one before."""
        self._go_to_part(-1)

    def part_on(self) -> None:
        """To where the next part of the solution begins."""
        self._go_to_part(1)

    def _go_to_part(self, by: int) -> None:
        begins = [0, *self.bar.slider.marks, self.timeline.length]
        now = self.timeline.position
        ahead = [at for at in begins if (at > now if by > 0 else at < now)]
        if ahead:
            self.used.emit()
            self.timeline.go_to(min(ahead) if by > 0 else max(ahead))

    def loop(self, on: bool) -> None:
        """Play again and again, or only once."""
        self.timeline.set_looping(on)

    def loop_from(self) -> None:
        """Play from here on, again and again."""
        first, (_, last) = self.timeline.position, self.timeline.ends
        self._loop(first, last if last > first else self.timeline.length)

    def loop_to(self) -> None:
        """Play up to here, again and again."""
        last, (first, _) = self.timeline.position, self.timeline.ends
        self._loop(first if first < last else 0, last)

    def loop_part(self) -> None:
        """Play the part of the solution that the last move belongs to, again and again."""
        begins = [*(self.bar.slider.marks or [0]), self.timeline.length]
        index = bisect_right(begins, max(self.timeline.position - 1, 0))
        self._loop(begins[index - 1], begins[min(index, len(begins) - 1)])

    def loop_all(self) -> None:
        """Play all moves, and only once."""
        self.timeline.set_stretch(None)
        self.timeline.set_looping(False)

    def _loop(self, first: int, last: int) -> None:
        if first < last:
            self._preview = -1
            self.used.emit()
            self.timeline.set_stretch((first, last))
            self.timeline.set_looping(True)
            if not first <= self.timeline.position <= last:
                self.timeline.go_to(first)

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
        if self.line is not None:
            board, moves = self.line.board, self.line.moves
            notation = notation_or_standard(board, self._settings["notation"])
            text = notation.separator.join(notation.format(board, moves))
            QGuiApplication.clipboard().setText(text)

    def _go_to(self, position: int) -> None:
        self._preview = -1
        self.timeline.go_to(position)

    def _wheel(self, notches: int) -> None:
        if self.line is not None:
            self.bar.step(notches)

    def _look_at(self, row: int) -> None:
        """Point out the moves of a row of the table without going there."""
        if row != self._preview:
            self._preview = row
            self._shown = ()
            if not self.timeline.playing:
                self.moved.emit()

    def key(self, key: Qt.Key) -> bool:
        """A key pressed on the board while the solution is followed; whether it means anything."""
        action = {
            Qt.Key.Key_Space: self.play,
            Qt.Key.Key_Right: self.step_on,
            Qt.Key.Key_Left: self.step_back,
            Qt.Key.Key_Home: self.first,
            Qt.Key.Key_End: self.last,
            Qt.Key.Key_PageUp: self.part_back,
            Qt.Key.Key_PageDown: self.part_on,
        }.get(key)
        if action is None or self.line is None:
            return False
        action()
        return True

    # --- what is shown ---

    def draw(
        self, board: Board, marks: Marks | None, held: tuple[Motion, float] | None = None
    ) -> None:
        """Show the position.

        Args:
            board: with the colours to be used.
            marks: what is pointed out while no move is being made; by default, the next move.
            held: tiles that are dragged, and how far.
        """
        line = self.line
        assert line is not None
        self._show_place(board, line)
        done, part = self.timeline.frame
        position = line[done]
        if part > 0 and done < len(line):
            motion, marks = board.motion(position, line.moves[done]), Marks()
        elif held is not None:
            (motion, part), marks = held, Marks()
        else:
            motion, marks = None, self._next(board, line, done) if marks is None else marks
            if self._preview >= 0 and not self.timeline.playing:
                at = self._page.table.moves.moves_of(self._preview)[0]
                marks = replace(marks, coming=None, preview=board.motion(line[at], line.moves[at]))
        if self._settings["goal marks"]:
            marks = replace(marks, differing=self._off_goal)
        frame = Frame(board.picture(position), frame_colours(board), motion, part, marks)
        self._view.show_frame(frame)

    def _next(self, board: Board, line: Walk, done: int) -> Marks:
        """The next move, pointed out."""
        if done == len(line) or self.timeline.playing:
            return Marks()
        return Marks(coming=board.motion(line[done], line.moves[done]))

    def _show_place(self, board: Board, line: Walk) -> None:
        """Say which move has just been made, and how far it still is."""
        timeline = self.timeline
        position = timeline.position
        if self._shown and position != self._shown[0]:
            self._preview = -1  # what is pointed at is another row by now
        now = position, len(line), timeline.stretch, self._preview
        if now == self._shown:
            return
        self._shown = now
        self._off_goal = board.off_goal(line[position])
        solved = position == len(line) and board.is_solved(line[position])
        table = self._page.table
        if self._preview >= 0:
            number = table.moves.moves_of(self._preview)[0] + 1
            text = f"Pointed at: move {number}, {table.moves.words(self._preview)}"
        elif position:
            text = f"Move {position}: {board.describe_move(line.moves[position - 1])}"
        else:
            text = "Start"
        text = f"{text} · solved" if solved and self._preview < 0 else text
        if text != self._heading.text():
            self._heading.setText(text)
            if not timeline.playing and not self._by_hand:
                self.stepped.emit(text)
        facts = []
        if timeline.stretch is not None:
            facts.append(f"moves {timeline.stretch[0] + 1} to {timeline.stretch[1]} only")
        if position < len(line):
            facts.append(f"{group_digits(len(line) - position)} left")
        if table.moves.sums:
            wanted = "" if board.wanted_tally is None else f" of {signed(board.wanted_tally)}"
            facts.append(f"sum {signed(table.moves.sums[position])}{wanted}")
        elif count := len(self._off_goal):
            facts.append(f"{count} cell{' differs' if count == 1 else 's differ'}")
        self.bar.facts.setText(" · ".join(facts))
        table.moves.mark_stretch(timeline.stretch)
        table.follow(position)
