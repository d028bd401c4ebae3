"""Full-screen window in which a board can be played and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QCloseEvent,
    QFont,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QShortcut,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.board import Board
from puzzlegui.core.formatting import quantity
from puzzlegui.core.language import tr
from puzzlegui.core.result_text import solved_in
from puzzlegui.folders import Folders
from puzzlegui.gui.board.board_area import BoardArea
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.desktop.programs import start_detached
from puzzlegui.gui.desktop.reduced_motion import animations_enabled
from puzzlegui.gui.model.document import Document
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.play.clock import GameClock
from puzzlegui.gui.play.input import PlayInput
from puzzlegui.gui.play.mode import PlayMode
from puzzlegui.gui.play.options import PlayOptions
from puzzlegui.gui.play.win import current_win
from puzzlegui.gui.style import spacing
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets.basic import ElidedLabel, set_style_property, text_label

_LARGER = 1.4
"""Factor between sizes of letters; the smallest are larger than those of other windows."""
_USUAL_HEIGHT = 768
"""Height in pixels of a screen on which letters have their usual size."""
_MARGIN = spacing.WIDE


class KioskWindow(QWidget):
    """Boards to be played one after the other, with clock and counter, but without help.

    After a while without input, the first board begins again. The window can only be closed by its
    exit key and by the end of the desktop session.

    Args:
        boards: boards, at least one.
        folders: folder of settings, which are not changed.
        options: message, time limit, command, exit key and time without input.

    Attributes:
        session: state of the game.
        board_view: view of the board.

    Signals:
        closed: emitted when the window is closed.
    """

    closed = Signal()

    def __init__(self, boards: Sequence[Board], folders: Folders, options: PlayOptions) -> None:
        super().__init__()
        self.setObjectName("kioskWindow")
        self.setWindowFlags(Qt.WindowType.Window | Qt.WindowType.FramelessWindowHint)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._boards, self._options, self._number = boards, options, 0
        self._ended = self._leaving = False
        settings = Settings(folders.settings, self)
        theme().apply(settings["theme"])
        theme().set_tile_labels(settings["labels"])
        theme().apply_to(self)
        self.session = Session(Document(boards[0], self), settings, self)
        self.board_view, self._goal_view = BoardView("boardView"), BoardView("goalView")
        self._goal_view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area = BoardArea(self.board_view, self._goal_view)
        self._input = PlayInput(self.board_view, self.session)
        self._mode = PlayMode(self.session, self._input)
        self._clock = GameClock(self.session, options.seconds)
        self._create_widgets()
        self._idle = QTimer(self, singleShot=True, interval=options.idle * 1000)
        self._connect()
        self.session.timeline.animated = animations_enabled(settings)
        self.session.start([self._mode])
        self._mode.enter()
        self._open(0)

    def _create_widgets(self) -> None:
        self._title = ElidedLabel("titleLabel", "figure")
        self._moves = text_label("movesLabel", 1)
        self._time = text_label("timeLabel", 1)
        for label in (self._moves, self._time):
            label.setWordWrap(False)
        self._result = text_label("resultLabel", 1)
        self._message = text_label("messageLabel", 1)
        for label in (self._moves, self._time, self._result, self._message):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        self._undo = _button("undoButton", tr("Undo"))
        self._other = _button("otherButton", tr("Other direction"))
        self._other.setCheckable(True)
        self._restart = _button("restartButton", tr("Start again"))
        self._next = _button("nextButton", tr("Next puzzle"))
        self._next.setProperty("primary", True)
        self._notice = QFrame()
        self._notice.setObjectName("notice")
        self._notice.setProperty("role", "card")
        # Widgets with a style sheet do not inherit the font of their window.
        labels = self._area.board_heading, self._area.goal_heading
        buttons = self._undo, self._other, self._restart, self._next
        for widget in (*labels, self._moves, self._time, self._result, *buttons):
            widget.setFont(self._enlarged(_LARGER))
        for widget in (self._title, self._message):
            widget.setFont(self._enlarged(_LARGER**2))
        self._lay_out()

    def _enlarged(self, factor: float) -> QFont:
        """Return the font for a screen of this height, enlarged by a factor."""
        font = QFont(self.font())
        height = max(1.0, self.screen().size().height() / _USUAL_HEIGHT)
        font.setPointSizeF(font.pointSizeF() * factor * height)
        return font

    def _lay_out(self) -> None:
        notice = QVBoxLayout(self._notice)
        notice.addWidget(self._result)
        notice.addWidget(self._message)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self._moves)
        head.addSpacing(2 * _MARGIN)
        head.addWidget(self._time)
        buttons = QHBoxLayout()
        for button in (self._undo, self._other, self._restart, self._next):
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        column.setSpacing(spacing.NEAR)
        column.addLayout(head)
        column.addWidget(self._area, 1)
        column.addWidget(self._notice)
        column.addLayout(buttons)

    def _connect(self) -> None:
        session, view = self.session, self.board_view
        session.board_changed.connect(self._show_board)
        session.position_changed.connect(self._show_position)
        session.announced.connect(self._announce_move)
        session.solved.connect(self._finish)
        self._clock.changed.connect(self._show_time)
        self._clock.time_up.connect(self._end_time)
        view.key_typed.connect(self._handle_key)
        view.cursor_moved.connect(self._describe)
        self._undo.clicked.connect(self._mode.undo)
        self._other.toggled.connect(self._input.set_reversed)
        self._restart.clicked.connect(lambda: self._open(self._number))
        self._next.clicked.connect(lambda: self._open(self._number + 1))
        self._idle.timeout.connect(lambda: self._open(0))
        for signal in (view.place_pressed, view.place_dragged, view.place_hovered, view.key_typed):
            signal.connect(self._note_input)
        for button in (self._undo, self._other, self._restart, self._next):
            button.clicked.connect(self._note_input)
        leave = QShortcut(QKeySequence(self._options.exit_key), self)
        leave.setContext(Qt.ShortcutContext.ApplicationShortcut)
        leave.activated.connect(self.leave)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.commitDataRequest.connect(self._allow_closing)

    # --- the game ---

    def _open(self, number: int) -> None:
        """Begin a board from its start."""
        self._number, self._ended = number, False
        board, view = self._boards[number], self.board_view
        with self.session.changing():
            if board is not self.session.board:
                self.session.document.open(board)
            self.session.start_game(())
        self._notice.hide()
        self._next.hide()
        self._other.setChecked(False)
        self._other.setVisible(self._input.needs_other_button)
        view.celebration.show("", animated=False)
        view.zoom_to_fit()
        view.move_cursor((0, 0))
        self._allow_moves()
        view.setFocus()
        self._idle.stop()  # there is nothing to begin again

    def _allow_moves(self) -> None:
        self._input.set_active(not self._ended)
        self.board_view.allow(
            editing=False,
            playing=not self._ended,
            cursor=self._mode.shows_cursor() and not self._ended,
        )
        self._undo.setEnabled(not self._ended and self._mode.undo_text() is not None)
        set_style_property(self._restart, "primary", self._ended and self._next.isHidden())

    def _end(self, result: str, message: str) -> None:
        """End the game with a notice; the board takes no moves until it begins again."""
        self._ended = True
        self._result.setText(result)
        self._message.setText(message)
        for label in (self._result, self._message):
            label.setVisible(bool(label.text()))
        self._notice.show()
        self._allow_moves()
        self.board_view.show_frame(self._mode.frame())  # without the move aimed at
        self._announce(f"{result} {message}".strip())
        self._note_input()

    def _win(self) -> None:
        made = self.session.timeline.position
        result = f"{solved_in(made, 0, proved=False, longest=False)} {self._clock.text}"
        self._next.setVisible(self._number + 1 < len(self._boards))
        self.board_view.celebration.show(tr("Solved"), animated=self.session.timeline.animated)
        self._end(result, self._options.message or self.session.win_message)

    def _end_time(self) -> None:
        self.session.start_game(())
        self._end("", tr("Time is up. The board is back at its start."))

    def _finish(self) -> None:
        """Take no more moves while the last is animated; start the program after the last board."""
        self._ended = True
        self._allow_moves()
        if self._options.command and self._number + 1 == len(self._boards):
            start_detached(self._options.command)

    def _note_input(self) -> None:
        """Begin again only after another while without input."""
        if self._options.idle:
            self._idle.start()

    # --- what is shown ---

    def _show_board(self) -> None:
        board = self.session.board
        self.setWindowTitle(f"{board.title or tr('Board')} — PuzzleGUI")
        self._title.setText(board.title)
        self._area.board_heading.setText(tr("Board"))
        self._area.arrange(board, equal=False)
        if (goal := self._mode.goal_frame()) is not None:
            self._goal_view.show_frame(goal)
            self._goal_view.describe(tr("Goal"), goal.picture)

    def _show_position(self) -> None:
        self.board_view.show_frame(self._mode.frame())
        moves = quantity(self.session.timeline.position, "move")
        if moves != self._moves.text():
            self._moves.setText(moves)
            self._describe()
        self._undo.setEnabled(not self._ended and self._mode.undo_text() is not None)
        if self._notice.isHidden() and current_win(self.session) is not None:
            self._win()

    def _show_time(self) -> None:
        if self._clock.text != self._time.text():
            self._time.setText(self._clock.text)

    def _describe(self) -> None:
        frame = self.board_view.frame
        if frame is not None:
            self.board_view.describe(tr("Board"), frame.picture)

    def _announce_move(self, text: str) -> None:
        if not self._ended:  # the result has been announced
            self._announce(text)

    def _announce(self, text: str) -> None:
        """Announce a text to assistive technology."""
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    # --- keys and closing ---

    def _handle_key(self, event: QKeyEvent) -> None:
        if not self._ended:
            self.session.handle_key(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        self._note_input()
        focus = self.focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(
            focus, QAbstractButton
        ):
            focus.animateClick()

    def leave(self) -> None:
        """Close the window."""
        self._allow_closing()
        self.close()

    def _allow_closing(self) -> None:
        self._leaving = True

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange and not self._leaving:
            QTimer.singleShot(0, self, self._return_to_full_screen)

    def _return_to_full_screen(self) -> None:
        if self.isVisible() and (self.isMinimized() or not self.isFullScreen()):
            self.showFullScreen()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        if not self._leaving:
            event.ignore()
            return
        self.session.close()
        event.accept()
        self.closed.emit()


def _button(name: str, text: str) -> QPushButton:
    """Return a button large enough for a finger."""
    button = QPushButton(text)
    button.setObjectName(name)
    button.setProperty("large", True)
    return button
