"""The design mode, in which the start and goal are edited."""

from __future__ import annotations

from PySide6.QtGui import QKeyEvent

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Cell
from puzzlegui.core.edits import EDITS
from puzzlegui.core.solution import Solution
from puzzlegui.gui.design.cycles import MoveTrial
from puzzlegui.gui.design.editor import Editor
from puzzlegui.gui.design.repair_preview import with_preview
from puzzlegui.gui.design.tools import CYCLE
from puzzlegui.gui.model.mode import DESIGN, EditingMode, board_heading, goal_frame
from puzzlegui.gui.model.session import Session
from puzzlegui.render.frame import Frame
from puzzlegui.render.marks import Marks
from puzzlegui.render.style import frame_colours


class DesignMode(EditingMode):
    """Design mode: edits the board."""

    name = DESIGN
    by_hand = False

    def __init__(self, session: Session, editor: Editor) -> None:
        super().__init__(session.document)
        self._session = session
        self._editor = editor
        self._trial = MoveTrial(editor)
        session.replaced.connect(self._trial.stop)
        session.replaced.connect(editor.reset)
        changes = (editor.selection_changed, editor.tool_changed, editor.brush_changed)
        for signal in (*changes, editor.typing_ended):
            signal.connect(session.notify_board_changed)
        editor.move_changed.connect(session.notify_board_changed)
        editor.stroke_changed.connect(session.notify_position_changed)
        editor.trial_requested.connect(self._try_move)
        session.document.board_changed.connect(self._trial.stop)
        self._trial.changed.connect(session.notify_position_changed)

    def _marks(self, field: str) -> Marks:
        """Return the marks of a grid: problem cells, the selection and the move being drawn."""
        problems: frozenset[Cell] = frozenset()
        if not self._editor.hides_problems:
            problems = self._session.document.problem_cells(field)
        selected: frozenset[Cell] = frozenset()
        if self._editor.region and self._editor.field == field:
            selected = frozenset(self._editor.region.cells)
        drawn = self._editor.tool == CYCLE and field == self._session.board.grid_fields[0]
        return Marks(
            problems=problems, selected=selected,
            next_move=self._editor.move_motion(drawn=True) if drawn else None,
        )  # fmt: skip

    def frame(self) -> Frame:
        board = self._editor.preview_board
        if self._trial.motion is not None:
            motion, progress = self._trial.motion, self._trial.progress
            return Frame(board.picture(), frame_colours(board), motion, progress)
        board, marks = self._previewed_board(board.grid_fields[0])
        return Frame(board.picture(), frame_colours(board), marks=marks)

    def goal_frame(self) -> Frame | None:
        return goal_frame(*self._previewed_board("goal"))

    def _previewed_board(self, field: str) -> tuple[Board, Marks]:
        """Return the board to draw for a grid, with the repair being previewed, and its marks."""
        board, marks = self._editor.preview_board, self._marks(field)
        return with_preview(self._session, board, field, marks)

    def heading(self) -> str:
        return board_heading(self._session.board)

    def progress_text(self) -> str:
        return ""

    def hint_text(self) -> str:
        return ""

    def shows_cursor(self) -> bool:
        return True

    def allows(self, condition: str) -> bool:
        if condition.startswith("edit "):
            board, editor = self._session.board, self._editor
            return EDITS[condition[5:]].applies(board, editor.field, editor.region)
        return condition == "designing"

    def _try_move(self) -> None:
        """Make the chosen move on the board and take it back."""
        motion = self._editor.move_motion(drawn=False)
        if motion is not None and motion.carried:
            self._trial.start(motion, animated=self._session.timeline.animated)

    def handle_key(self, event: QKeyEvent) -> bool:  # the editor has handled it
        return False

    def solution_to_export(self) -> Solution | None:
        return self._session.solution

    def undo(self) -> None:
        if not self._editor.cancel_stroke():
            super().undo()

    def enter(self) -> None:
        pass

    def leave(self) -> None:
        self._trial.stop()
        self._editor.cancel_stroke()
