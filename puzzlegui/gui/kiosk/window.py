"""Full-screen window in which a board can be played and nothing else."""

from __future__ import annotations

import logging

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QCloseEvent,
    QFont,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QShortcut,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QStackedLayout, QVBoxLayout, QWidget

from puzzlegui.core.formatting import group_digits, quantity
from puzzlegui.core.language import tr
from puzzlegui.core.result_text import solved_in
from puzzlegui.families.registry import family_of
from puzzlegui.gui.board.board_area import BoardArea
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.desktop.programs import start_detached
from puzzlegui.gui.desktop.reduced_motion import animations_enabled, system_reduced_motion
from puzzlegui.gui.desktop.sound import play_sound
from puzzlegui.gui.files.autosave import legal_moves
from puzzlegui.gui.kiosk.backdrop import Backdrop
from puzzlegui.gui.kiosk.finger import Finger, find_gesture
from puzzlegui.gui.kiosk.kiosk_file import Exhibition, KioskFile, Progress
from puzzlegui.gui.kiosk.pages import MessagePage, PinPage, large_button
from puzzlegui.gui.model.document import Document
from puzzlegui.gui.model.puzzle import ManualGame
from puzzlegui.gui.model.session import Session
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.play.clock import GameClock
from puzzlegui.gui.play.input import PlayInput
from puzzlegui.gui.play.mode import PlayMode
from puzzlegui.gui.play.win import current_win
from puzzlegui.gui.style import spacing
from puzzlegui.gui.style.theme import icon, theme
from puzzlegui.gui.widgets.basic import ElidedLabel, text_label

_LARGER = 1.4
"""Factor between sizes of letters; the smallest are larger than those of other windows."""
_USUAL_HEIGHT = 768
"""Height in pixels of a screen on which letters have their usual size."""
_MARGIN = spacing.WIDE
_CELEBRATION_MS = 1500
"""Milliseconds for which the solved board is celebrated before the message covers it."""
_HOLD_MS = 3000
"""Milliseconds for which the title is held to be asked for the PIN."""
_SOUND = "solved"
_log = logging.getLogger(__name__)


class KioskWindow(QWidget):
    """Boards to be played one after the other, with clock and counter, but without help.

    After a while without input, the first board begins again. The window can only be closed by its
    exit key, with the PIN if there is one, and by the end of the desktop session.

    Args:
        exhibition: boards and options; the settings in its folders are not changed.
        file: keeps the progress, from which the window goes on; None to keep none.

    Attributes:
        session: state of the game.
        board_view: view of the board.

    Signals:
        closed: emitted when the window is closed.
    """

    closed = Signal()

    def __init__(self, exhibition: Exhibition, file: KioskFile | None = None) -> None:
        super().__init__()
        self.setObjectName("kioskWindow")
        kind = Qt.WindowType
        self.setWindowFlags(kind.Window | kind.FramelessWindowHint | kind.WindowStaysOnTopHint)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._boards, self._options = exhibition.boards, exhibition.options
        self._file, self._kept, self._number = file, Progress(), 0
        self._ended = self._has_result = self._leaving = False
        settings = Settings(exhibition.folders.settings, self)
        theme().apply(settings["theme"])
        theme().set_tile_labels(settings["labels"])
        theme().apply_to(self)
        self.session = Session(Document(self._boards[0], self), settings, self)
        self.board_view, self._goal_view = BoardView("boardView"), BoardView("goalView")
        self._goal_view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area = BoardArea(self.board_view, self._goal_view)
        self._input = PlayInput(self.board_view, self.session)
        self._mode = PlayMode(self.session, self._input)
        self._clock = GameClock(self.session, self._options.seconds)
        self._finger, self._gesture = Finger(self.board_view), find_gesture(self._boards[0])
        self._backdrop = Backdrop(self._options.background)
        self._create_widgets()
        self._idle = QTimer(self, singleShot=True, interval=self._options.idle * 1000)
        self._celebration = QTimer(self, singleShot=True, interval=_CELEBRATION_MS)
        self._hold = QTimer(self, singleShot=True, interval=_HOLD_MS)
        self._connect()
        self.session.timeline.animated = animations_enabled(settings)
        system_reduced_motion().changed.connect(self._apply_reduced_motion)
        self.session.start([self._mode])
        self._mode.enter()
        self._resume()

    def _create_widgets(self) -> None:
        self._title = ElidedLabel("titleLabel", "figure")
        self._moves = text_label("movesLabel", 1)
        self._time = text_label("timeLabel", 1)
        self._hint = text_label("hintLabel", 1)
        for label in (self._moves, self._time, self._hint):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        for label in (self._moves, self._time):
            label.setWordWrap(False)
        font, large = self._enlarged(_LARGER), self._enlarged(_LARGER**2)
        self._undo = large_button("undoButton", tr("Undo"), font)
        self._other = large_button("otherButton", tr("Other direction"), font)
        self._other.setCheckable(True)
        self._restart = large_button("restartButton", tr("Start again"), font)
        # Widgets with a style sheet do not inherit the font of their window.
        labels = self._area.board_heading, self._area.goal_heading
        for widget in (*labels, self._moves, self._time, self._hint):
            widget.setFont(font)
        self._title.setFont(large)
        self._message = MessagePage(font)
        self._pin = PinPage(self._options.pin_lock, font)
        self._lay_out()

    def _enlarged(self, factor: float) -> QFont:
        """Return the font for a screen of this height, enlarged by a factor."""
        font = QFont(self.font())
        height = max(1.0, self.screen().size().height() / _USUAL_HEIGHT)
        font.setPointSizeF(font.pointSizeF() * factor * height)
        return font

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self._moves)
        head.addSpacing(2 * _MARGIN)
        head.addWidget(self._time)
        hand = QLabel()
        size = self._hint.fontMetrics().height()
        hand.setPixmap(icon("hand").pixmap(size, size))
        hint = QHBoxLayout()
        hint.addWidget(hand)
        hint.addWidget(self._hint, 1)
        self._hint_row = QWidget()
        self._hint_row.setLayout(hint)
        kept = self._hint_row.sizePolicy()
        kept.setRetainSizeWhenHidden(True)  # the board does not move
        self._hint_row.setSizePolicy(kept)
        board = QFrame()
        board.setObjectName("kioskCard")
        board.setProperty("role", "card")
        card = QVBoxLayout(board)
        card.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        card.setSpacing(spacing.NEAR)
        card.addLayout(head)
        card.addWidget(self._area, 1)
        card.addWidget(self._hint_row)
        buttons = QHBoxLayout()
        for button in (self._undo, self._other, self._restart):
            buttons.addWidget(button)
        self._game = QWidget()
        column = QVBoxLayout(self._game)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(_MARGIN)
        column.addWidget(board, 1)
        column.addLayout(buttons)
        self._pages = QStackedLayout()
        for page in (self._game, self._message, self._pin):
            self._pages.addWidget(page)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        whole.addLayout(self._pages)

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
        for button in (self._restart, self._message.again):
            button.clicked.connect(lambda: self._open(self._number))
        self._message.next.clicked.connect(lambda: self._open(self._following))
        self._idle.timeout.connect(self._begin_again)
        self._celebration.timeout.connect(self._show_message)
        for signal in (view.place_pressed, view.place_dragged, view.place_hovered, view.key_typed):
            signal.connect(self._note_input)
        buttons = self._undo, self._other, self._restart, self._message.again, self._message.next
        for button in buttons:
            button.clicked.connect(self._note_input)
        leave = QShortcut(QKeySequence(self._options.exit_key), self)
        leave.setContext(Qt.ShortcutContext.ApplicationShortcut)
        leave.activated.connect(self.leave)
        self._pin.opened.connect(self._close)
        self._pin.cancelled.connect(self._return_to_game)
        self._hold.timeout.connect(self.leave)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.commitDataRequest.connect(self._allow_closing)

    # --- the game ---

    def _resume(self) -> None:
        """Go on where a killed process was, or begin the first board."""
        kept = Progress() if self._file is None else self._file.read_progress()
        self._open(kept.number if kept.number < len(self._boards) else 0)
        moves = legal_moves(self.session.board, list(kept.moves))
        if moves and self._number == kept.number:
            game = ManualGame(moves, len(moves), max(0.0, kept.seconds))
            self.session.restore_state(self.session.current_state().with_new_game(game))
        if self._has_result:
            self._show_message()
        if self._number or moves:
            self._note_input()
            _log.info("the kiosk goes on with board %d, move %d", self._number + 1, len(moves))

    def _open(self, number: int) -> None:
        """Begin a board from its start."""
        self._number, self._ended, self._has_result = number, False, False
        board, view = self._boards[number], self.board_view
        self._celebration.stop()
        with self.session.changing():
            if board is not self.session.board:
                self.session.document.open(board)
                self._gesture = find_gesture(board)
            self.session.start_game(())
        self._pages.setCurrentWidget(self._game)
        self._other.setChecked(False)
        self._other.setVisible(self._input.needs_other_button)
        view.celebration.show("", animated=False)
        view.zoom_to_fit()
        view.move_cursor((0, 0))
        self._allow_moves()
        self._show_hint()
        view.setFocus()
        self._announce(family_of(board).instructions(board))
        self._idle.stop()  # there is nothing to begin again

    @property
    def _following(self) -> int:
        """Index of the next board; the first after the last."""
        return (self._number + 1) % len(self._boards)

    def _begin_again(self) -> None:
        """Begin the first board again, for the next visitor."""
        if self._pages.currentWidget() is self._pin:
            self._note_input()
        else:
            self._open(0)

    def _allow_moves(self) -> None:
        self._input.set_active(not self._ended)
        self.board_view.allow(
            editing=False,
            playing=not self._ended,
            cursor=self._mode.shows_cursor() and not self._ended,
        )
        self._undo.setEnabled(not self._ended and self._mode.undo_text() is not None)

    def _end(self, message: str, result: str = "", following: str = "") -> None:
        """End the game with a message; the board takes no moves until it begins again."""
        self._ended = self._has_result = True
        self._message.show_texts(message, result, following)
        self._allow_moves()
        self.board_view.show_frame(self._mode.frame())  # without the move aimed at
        self._announce(self._message.accessibleName())
        self._note_input()

    def _show_message(self) -> None:
        if self._pages.currentWidget() is self._game:
            self._pages.setCurrentWidget(self._message)
            self._message.setFocus()

    def _win(self) -> None:
        animated, message = self.session.timeline.animated, self._options.message
        self.board_view.celebration.show(tr("Solved"), animated=animated)
        solved = solved_in(self.session.timeline.position, 0, proved=False, longest=False)
        following: str = ""
        if len(self._boards) > 1:
            following = tr("Next puzzle") if self._following else tr("First puzzle")
        if message := message or self.session.win_message:
            self._end(message, f"{solved} {self._clock.text}", following)
        else:
            self._end(f"{solved}\n{self._clock.text}", following=following)
        if self._options.sound:
            play_sound(_SOUND)
        if animated:
            self._celebration.start()
        else:
            self._show_message()

    def _end_time(self) -> None:
        self.session.start_game(())
        self._end(tr("Time is up. The board is back at its start."))
        self._show_message()

    def _finish(self) -> None:
        """Take no more moves while the last is animated; start the program after the last board."""
        self._ended = True
        self._allow_moves()
        if self._options.command and not self._following:
            start_detached(self._options.command)

    def _note_input(self) -> None:
        """Begin again only after another while without input."""
        if self._options.idle:
            self._idle.start()

    def _keep_progress(self) -> None:
        """Write the progress if it has changed."""
        game, made = self.session.state.game, self.session.timeline.position
        moves = tuple(self.session.board.format_moves(game.moves[:made]))
        if (self._number, moves) != (self._kept.number, self._kept.moves):
            self._kept = Progress(self._number, moves, game.elapsed)
            if self._file is not None:
                self._file.write_progress(self._kept)

    # --- what is shown ---

    def _show_board(self) -> None:
        board = self.session.board
        self.setWindowTitle(f"{board.title or tr('Board')} — PuzzleGUI")
        self._title.setText(board.title)
        self._hint.setText(family_of(board).touch_instructions)
        heading: str = tr("Board")
        if (count := len(self._boards)) > 1:
            heading = tr("Board {number} of {count}").format(
                number=group_digits(self._number + 1), count=group_digits(count)
            )
        self._area.board_heading.setText(heading)
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
        self._show_hint()
        self._keep_progress()
        if not self._has_result and current_win(self.session) is not None:
            self._win()

    def _show_hint(self) -> None:
        """Show how moves are made, until the first."""
        shown = not self._ended and not self.session.state.game.moves
        self._hint_row.setVisible(shown)
        gesture, animated = self._gesture if shown else None, self.session.timeline.animated
        self._finger.show_gesture(gesture, animated=animated)

    def _apply_reduced_motion(self) -> None:
        self.session.timeline.animated = animations_enabled(self.session.settings)
        self._show_hint()

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

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        with QPainter(self) as painter:
            self._backdrop.paint(painter, self.rect(), self.devicePixelRatioF())

    # --- keys and closing ---

    def _handle_key(self, event: QKeyEvent) -> None:
        if not self._ended:
            self.session.handle_key(event)

    def keyPressEvent(self, _event: QKeyEvent) -> None:
        self._note_input()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Ask for the PIN when the title, or the space around it, is held."""
        point = event.position().toPoint()
        above = point.y() < self._area.mapTo(self, QPoint()).y() and point.x() < self.width() / 2
        if above and self._options.pin_lock and self._pages.currentWidget() is self._game:
            self._hold.start()

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        self._hold.stop()

    def leave(self) -> None:
        """Close the window; if there is a PIN, ask for it."""
        if not self._options.pin_lock:
            self._close()
        else:
            self._pages.setCurrentWidget(self._pin)
            self._pin.ask()

    def _return_to_game(self) -> None:
        self._pages.setCurrentWidget(self._game)
        self.board_view.setFocus()
        if self._has_result:
            self._show_message()

    def _close(self) -> None:
        self._allow_closing()
        self.close()

    def _allow_closing(self) -> None:
        self._leaving = True

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange and not self._leaving:
            QTimer.singleShot(0, self, self._return_to_full_screen)

    def _return_to_full_screen(self) -> None:
        if self.isVisible() and (self.isMinimized() or not self.isFullScreen()):
            self.showFullScreen()

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self._leaving:
            event.ignore()
            return
        self.session.close()
        event.accept()
        self.closed.emit()
