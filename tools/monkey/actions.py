"""What the monkey does: with a window, with a dialog, with a menu, with the program."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import psutil
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QAction, QDropEvent, QGuiApplication, QWheelEvent
from PySide6.QtPrintSupport import QPrintDialog
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLineEdit,
    QMainWindow,
    QMenu,
    QMessageBox,
    QPlainTextEdit,
    QProgressDialog,
    QSlider,
    QSpinBox,
    QWidget,
)

from puzzlegui.documents.presets import PRESETS
from puzzlegui.families.registry import FAMILIES
from puzzlegui.gui.board.board_view import BoardView
from puzzlegui.gui.graph.diagram_view import DiagramView
from puzzlegui.gui.help.shortcuts import TABLES
from puzzlegui.gui.model.settings import SETTINGS, Settings
from puzzlegui.gui.program import Program
from puzzlegui.gui.style.theme import theme
from tools.monkey.files import board_up_to, leave_unsaved
from tools.monkey.watch import Watch

W = TypeVar("W", bound=QWidget)
Habits = dict[Callable[[], object], float]

KEYS = [
    *[getattr(Qt.Key, f"Key_{number}") for number in range(10)],
    Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Tab,
    Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Delete, Qt.Key.Key_Backspace,
    Qt.Key.Key_Minus, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown,
    Qt.Key.Key_Escape, Qt.Key.Key_Menu, Qt.Key.Key_F6,
]  # fmt: skip
DIAGRAM_KEYS = [
    Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Return,
]  # fmt: skip
OPENERS = ["actionExplore", "actionWalk", "actionWalk", "actionWatch", "actionBenchmark"]
MODIFIERS = [
    Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier,
]  # fmt: skip
TEXTS = [
    "", "1 2 3\n4 5 6", "x", "[[1,2],[3,4]]", "3x3n2:9,8,7,6,5,4,3,2,1", "A1 B2' A1", "U D L R",
    "2R CU 1L", "(0,1,F)", "<b>bold</b> & more", "99999999999999999999 1",
]  # fmt: skip
SIZES = [(900, 600), (1024, 600), (1366, 698), (1600, 900), (1180, 760), (1900, 1000)]
MOST_WINDOWS = 3
REST_EVERY, REST_MS = 120.0, 6000
"""Seconds after which all windows are closed, and milliseconds of rest with a new one."""
BESIDE = {action.name for table in TABLES[1:] for action in table.actions}
"""The actions of the windows beside the main one."""


class Monkey:
    """Does one random thing after the other, the same ones for the same seed as far as time allows.

    Args:
        program: whose windows it uses.
        watch: notes what comes of it.
        files: to be opened.
        folder: to save and export to.
        seed: of what is done.
        pause: milliseconds from one thing to the next.
        largest: rows and columns of new boards at most.
    """

    def __init__(
        self,
        program: Program,
        watch: Watch,
        files: list[Path],
        folder: Path,
        seed: int,
        *,
        pause: int = 0,
        largest: int = 30,
    ) -> None:
        self.program, self.watch = program, watch
        self.files, self.folder = files, folder
        self.rng = random.Random(seed)
        self.pause, self.largest = pause, largest
        self.steps = 0
        self._next = QTimer()  # what is called by QTimer.singleShot is never quite freed
        self._next.setSingleShot(True)
        self._next.setInterval(pause)
        self._next.timeout.connect(self._step)
        self._ending = self._resting = False
        self._rested = 0.0
        self._then: Callable[[], object] = QApplication.quit
        self._is_over: Callable[[], bool] = lambda: False
        self.with_window: Habits = {
            self.click_a_board: 24, self.press_a_key: 20, self.trigger: 22, self.press_a_button: 6,
            self.choose: 4, self.click_a_row: 5, self.slide: 3, self.type_a_word: 3,
            self.turn_the_wheel: 3, self.fill_the_clipboard: 1, self.open_a_file: 3,
            self.drop_a_file: 1, self.begin_a_board: 3, self.solve: 4, self.play_back: 3,
            self.resize: 1, self.set: 1, self.change_theme: 0.3, self.another_window: 0.4,
            self.close_a_window: 0.4, self.find_unsaved_work: 0.2, self.wait: 6,
            self.leave_full_screen: 1, self.open_a_preset: 2, self.open_beside: 3,
            self.kill_a_solver: 0.3,
        }  # fmt: skip
        self.with_dialog: Habits = {
            self.accept: 4, self.reject: 3, self.press_a_button: 6, self.choose: 5,
            self.spin: 5, self.type_a_word: 5, self.press_a_key: 3, self.click_a_row: 2,
            self.slide: 2, self.wait: 6, self.click_anywhere: 2, self.trigger_beside: 8,
            self.use_a_diagram: 6,
        }  # fmt: skip

    # --- being let loose ---

    def run(self, is_over: Callable[[], bool], then: Callable[[], object]) -> None:
        """Begin; when it is over, all windows are closed and ``then`` is called."""
        self._is_over, self._then = is_over, then
        self._next.start()

    def _step(self) -> None:
        """Do one thing. The next is arranged before, as a dialog has an event loop of its own."""
        if self._is_over():
            self._ending = True
        elif self.watch.elapsed - self._rested > REST_EVERY:
            self._resting = True
        if (self._ending or self._resting) and not self._modal() and not self.program.windows:
            self.__dict__.pop("window", None)  # else the last one would be kept
            self.__dict__.pop("root", None)
            if self._ending:
                self._then()
            else:
                self._rest()
            return
        self._next.start()
        self.steps += 1
        if self._ending or self._resting:
            self._finish()
        else:
            self._act()

    def _rest(self) -> None:
        """Do nothing for a moment, with one new window, and see what is held."""
        self._say("rest")
        self.program.open_window()
        self._resting = False
        self._next.timeout.disconnect(self._step)
        self._next.timeout.connect(self._rested_enough)
        self._next.start(REST_MS)

    def _rested_enough(self) -> None:
        self.watch.weigh_at_rest()
        self._rested = self.watch.elapsed
        self._next.timeout.disconnect(self._rested_enough)
        self._next.timeout.connect(self._step)
        self._next.start(self.pause)

    def _say(self, what: str) -> None:
        self.watch.do(f"step {self.steps}: {what}")

    def _act(self) -> None:
        popup = QApplication.activePopupWidget()
        modal = self._modal()
        with self.watch.aside():
            self._look()
        if isinstance(popup, QWidget):
            self._use_popup(popup)
        elif isinstance(modal, QFileDialog):
            self._use_file_dialog(modal)
        elif modal is not None:
            self.root = modal
            self._choose_from(self.with_dialog)
        elif not self.program.windows:
            self._say("start")
            self.program.open_window()
        else:
            with self.watch.aside():
                self.window = self.rng.choice(self.program.windows)
                self.root = self.window
                others = [
                    widget for widget in QApplication.topLevelWidgets()
                    if widget.isVisible() and isinstance(widget, QDialog | QMainWindow)
                    and widget not in self.program.windows
                ]  # fmt: skip
                waiting = self._waiting(self.window)
            if waiting is not None:
                self._use_progress(waiting)
            elif len(self.program.windows) > MOST_WINDOWS:  # there are many ways to another one
                self.close_a_window()
            elif others and self.rng.random() < 0.3:  # beside it, as the help is
                self.root = self.rng.choice(others)
                self._choose_from(self.with_dialog)
            else:
                self._choose_from(self.with_window)

    def _look(self) -> None:
        """Every window has the look of the theme."""
        for widget in QApplication.topLevelWidgets():
            alone = widget.parentWidget() is None and widget.isVisible()
            if alone and isinstance(widget, QDialog | QMainWindow) and not widget.styleSheet():
                self.watch.fault(f"{type(widget).__name__} has not the look of the theme")

    def _choose_from(self, habits: Habits) -> None:
        habit = self.rng.choices(list(habits), list(habits.values()))[0]
        self._say(habit.__name__)
        habit()

    @staticmethod
    def _modal() -> QWidget | None:
        return QApplication.activeModalWidget()

    @staticmethod
    def _waiting(window: QWidget) -> QProgressDialog | None:
        shown = window.findChildren(QProgressDialog)
        return next((dialog for dialog in shown if dialog.isVisible()), None)

    # --- what comes up ---

    def _use_popup(self, popup: QWidget) -> None:
        if isinstance(popup, QMenu) and self.rng.random() < 0.6:
            actions = [action for action in popup.actions() if action.isEnabled()]
            actions = [action for action in actions if not action.isSeparator()]
            if actions:
                action = self.rng.choice(actions)
                self._say(f"menu: {action.text()}")
                place = popup.actionGeometry(action).center()
                QTest.mouseClick(popup, Qt.MouseButton.LeftButton, _PLAIN, place)
                return
        self._say("leave the popup")
        QTest.keyClick(popup, Qt.Key.Key_Escape)
        if popup.isVisible():
            popup.close()

    def _use_file_dialog(self, dialog: QFileDialog) -> None:
        """Choose a file, or none; nothing else, as it shows the real folders."""
        if self.rng.random() < 0.25:
            self._say("no file")
            dialog.reject()
            return
        if dialog.acceptMode() == QFileDialog.AcceptMode.AcceptSave:
            suffix = self.rng.choice(["", "", ".txt", ".puzzle", ".pdf", ".gif"])
            path = self.folder / f"written-{self.rng.randrange(6)}{suffix}"
        else:
            path = self.rng.choice(self.files)
        self._say(f"file {path.name}")
        edit = dialog.findChild(QLineEdit, "fileNameEdit")
        if edit is None:
            dialog.reject()
            return
        edit.setText(str(path))
        box = dialog.findChild(QDialogButtonBox)
        assert box is not None
        button = next(
            b for b in box.buttons() if box.buttonRole(b) == QDialogButtonBox.ButtonRole.AcceptRole
        )
        button.setEnabled(True)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def _use_progress(self, dialog: QProgressDialog) -> None:
        choice = self.rng.random()
        if choice < 0.05:
            self._say("cancel what is being done")
            dialog.cancel()
        elif choice < 0.06:
            self._say("close the window meanwhile")
            self.window.close()
        elif choice < 0.2:
            self.press_a_key()
        else:
            self._say("wait")

    def _finish(self) -> None:
        """Close what is open, a thing at a time, and throw away what is unsaved."""
        popup, modal = QApplication.activePopupWidget(), self._modal()
        if isinstance(popup, QWidget):
            popup.close()
        elif isinstance(modal, QMessageBox):
            self._say(f"end: {modal.text()[:40]}")
            roles = {modal.buttonRole(button): button for button in modal.buttons()}
            for role in _ROLES:
                if role in roles:
                    roles[role].click()
                    return
            modal.reject()
        elif isinstance(modal, QDialog):
            self._say(f"end: {modal.windowTitle()}")
            modal.reject()
        elif self.program.windows:
            self._say("end: quit")
            self.program.quit()

    # --- widgets ---

    def _widget(self, kind: type[W]) -> W | None:
        with self.watch.aside():
            found = [w for w in self.root.findChildren(kind) if w.isVisible() and w.isEnabled()]
        return self.rng.choice(found) if found else None

    def _place(self, area: QWidget) -> QPoint:
        return QPoint(self.rng.randrange(area.width()), self.rng.randrange(area.height()))

    def click_a_board(self) -> None:
        view = self._widget(BoardView)
        if view is None or not view.viewport().width() or not view.viewport().height():
            return
        area, place = view.viewport(), self._place(view.viewport())
        left, right = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
        button = self.rng.choice([left, left, left, right])
        QTest.mousePress(area, button, self.rng.choice(MODIFIERS[:3]), place)
        for _ in range(self.rng.choice([0, 0, 1, 5])):
            QTest.mouseMove(area, self._place(area))
        QTest.mouseRelease(area, button, _PLAIN, self._place(area))

    def click_anywhere(self) -> None:
        widget = self._widget(QWidget)
        if widget is not None and widget.width() and widget.height():
            if widget.window() is not self.root.window():
                return
            QTest.mouseClick(widget, Qt.MouseButton.LeftButton, _PLAIN, self._place(widget))

    def press_a_key(self) -> None:
        key, modifier = self.rng.choice(KEYS), self.rng.choice(MODIFIERS)
        self._say(f"key {key.name} {modifier.name}")
        target = QApplication.focusWidget()
        if target is None or target.window() is not self.root.window():
            target = self.root
        QTest.keyClick(target, key, modifier)

    def press_a_button(self) -> None:
        button = self._widget(QAbstractButton)
        if button is not None:
            self._say(f"button {button.objectName() or button.text()}")
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def choose(self) -> None:
        combo = self._widget(QComboBox)
        if combo is not None and combo.count():
            row = self.rng.randrange(combo.count())
            self._say(f"choose {combo.itemText(row)} of {combo.objectName()}")
            combo.setCurrentIndex(row)
            combo.activated.emit(row)

    def spin(self) -> None:
        spin = self._widget(QAbstractSpinBox)
        if isinstance(spin, QSpinBox):
            most = min(spin.maximum(), self.largest)
            spin.setValue(self.rng.randint(spin.minimum(), max(spin.minimum(), most)))
        elif spin is not None:
            spin.stepBy(self.rng.choice([-1, 1, 5]))

    def click_a_row(self) -> None:
        view = self._widget(QAbstractItemView)
        if view is not None and view.model() and (rows := view.model().rowCount()):
            index = view.model().index(self.rng.randrange(rows), 0)
            view.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)
            place = view.visualRect(index).center()
            if view.viewport().rect().contains(place):
                left, right = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
                button = left if self.rng.random() < 0.9 else right
                QTest.mouseClick(view.viewport(), button, self.rng.choice(MODIFIERS), place)

    def slide(self) -> None:
        slider = self._widget(QSlider)
        if slider is not None:
            slider.setValue(self.rng.randint(slider.minimum(), slider.maximum()))

    def type_a_word(self) -> None:
        edit = self._widget(self.rng.choice([QLineEdit, QPlainTextEdit]))
        if edit is not None:
            edit.setFocus()
            word = self.rng.choice(["12", "-3", "abc", "+", "0", "A1 B2 A1'", "<i>it</i>", "mine"])
            QTest.keyClicks(edit, word)

    def turn_the_wheel(self) -> None:
        view = self._widget(BoardView)
        if view is None:
            return
        place = QPointF(view.viewport().rect().center())
        turn = QPoint(0, self.rng.choice([-120, 120, 360, -360]))
        modifiers = self.rng.choice(MODIFIERS)
        event = QWheelEvent(
            place, view.viewport().mapToGlobal(place), QPoint(), turn, Qt.MouseButton.NoButton,
            modifiers, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(view.viewport(), event)

    # --- dialogs ---

    def accept(self) -> None:
        if isinstance(self.root, QPrintDialog):
            self.root.reject()
        elif isinstance(self.root, QMessageBox):
            self.rng.choice(self.root.buttons()).click()
        elif isinstance(self.root, QDialog):
            box = self.root.findChild(QDialogButtonBox)
            accept = QDialogButtonBox.ButtonRole.AcceptRole
            buttons = [] if box is None else box.buttons()
            for button in buttons:
                if box is not None and box.buttonRole(button) == accept and button.isEnabled():
                    button.click()
                    return
            self.root.reject()

    def reject(self) -> None:
        if isinstance(self.root, QDialog):
            self.root.reject()
        else:
            self.root.close()

    # --- a window ---

    def trigger(self) -> None:
        with self.watch.aside():
            actions = [
                action for action in self.window.findChildren(QAction)
                if action.objectName().startswith("action") and action.isEnabled()
            ]  # fmt: skip
        action = self.rng.choice(actions)
        rare = action.objectName() in {"actionQuit", "actionNewWindow", "actionFullScreen"}
        if rare and self.rng.random() < 0.8:
            return
        if action.objectName() == "actionNewWindow" and len(self.program.windows) >= MOST_WINDOWS:
            return
        self._say(f"trigger {action.objectName()}")
        action.trigger()

    def trigger_beside(self) -> None:
        """An action of a window beside the main one."""
        with self.watch.aside():
            actions = [
                action for action in self.root.findChildren(QAction)
                if action.objectName() in BESIDE and action.isEnabled()
            ]  # fmt: skip
        if actions:
            action = self.rng.choice(actions)
            self._say(f"trigger {action.objectName()}")
            action.trigger()

    def use_a_diagram(self) -> None:
        """Go to an arrangement of the state graph by mouse or keyboard."""
        view = self._widget(DiagramView)
        if view is None or not view.viewport().width() or not view.viewport().height():
            return
        QTest.mouseMove(view.viewport(), self._place(view.viewport()))
        if self.rng.random() < 0.5:
            place = self._place(view.viewport())
            QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, _PLAIN, place)
            return
        for _ in range(self.rng.randint(1, 4)):
            QTest.keyClick(view, self.rng.choice(DIAGRAM_KEYS))

    def open_beside(self) -> None:
        """Open a window beside the main one, or show the board in it."""
        action = self.window.findChild(QAction, self.rng.choice(OPENERS))
        if action is not None and action.isEnabled():
            self._say(f"open {action.objectName()}")
            action.trigger()

    def open_a_preset(self) -> None:
        name = self.rng.choice(list(PRESETS))
        self._say(f"preset {name}")
        self.window.open_preset(name)

    def kill_a_solver(self) -> None:
        """As the system does when memory runs out."""
        with self.watch.aside():
            children = psutil.Process().children()
        if children:
            self._say("kill a solver")
            self.rng.choice(children).kill()

    def fill_the_clipboard(self) -> None:
        QGuiApplication.clipboard().setText(self.rng.choice(TEXTS))

    def open_a_file(self) -> None:
        path = self.rng.choice(self.files)
        self._say(f"open {path.name}")
        self.window.open_path(path)

    def drop_a_file(self) -> None:
        path = self.rng.choice(self.files)
        self._say(f"drop {path.name}")
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        event = QDropEvent(
            QPointF(100, 100), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, _PLAIN
        )
        QApplication.sendEvent(self.window, event)

    def begin_a_board(self) -> None:
        """One of any family and size, without the dialog, so that there are many."""
        family = self.rng.choice(list(FAMILIES))
        largest = self.rng.choice([4, 6, 12, self.largest])
        rows, columns = (self.rng.randint(2, min(largest, self.largest)) for _ in range(2))
        self._say(f"begin {family} {rows}×{columns}")
        with self.watch.aside():
            board = board_up_to(family, rows, columns, self.rng.randrange(10_000))
        self.window.document().open(board)
        self.window.files.board_created.emit()

    def solve(self) -> None:
        """With any solver, for some seconds."""
        self.window.panel().seconds.setValue(self.rng.randint(1, 4))
        self.window.session.set_solver_options(max_moves=0, all_solutions=self.rng.random() < 0.2)
        self.window.solve()

    def play_back(self) -> None:
        self.window.show_solution()
        self.window.playback.play()

    def resize(self) -> None:
        if self.rng.random() < 0.2:
            self._say("minimise")
            self.window.showMinimized()
            QTimer.singleShot(200, self.window, self.window.showNormal)
            return
        size = self.rng.choice(SIZES)
        self._say(f"resize {size}")
        self.window.resize(*size)

    def leave_full_screen(self) -> None:
        if self.window.isFullScreen():
            self.window.viewing.toggle_full_screen(False)

    def set(self) -> None:
        """Set something that can be chosen from a list."""
        settings: Settings = self.window.settings
        setting = self.rng.choice([s for s in SETTINGS.values() if s.choices])
        self._say(f"set {setting.name}")
        settings[setting.name] = self.rng.choice(setting.choices)[0]

    def change_theme(self) -> None:
        mode = self.rng.choice(["light", "dark"])
        self._say(f"theme {mode}, {len(self.program.windows)} windows")
        self.window.settings["theme"] = mode
        assert theme().mode == mode

    def another_window(self) -> None:
        if len(self.program.windows) < MOST_WINDOWS:
            self.window.new_window()

    def close_a_window(self) -> None:
        """While a solver is at work, too."""
        self._say(f"close a window, solving {self.window.solving()}")
        self.window.close()

    def find_unsaved_work(self) -> None:
        with self.watch.aside():
            leave_unsaved(self.window.folders.recovery, self.rng)
        if len(self.program.windows) < MOST_WINDOWS:
            self.program.offer_recovery()

    def wait(self) -> None:
        """Let the program come to what it has begun."""


_ROLES = [
    QMessageBox.ButtonRole.DestructiveRole,
    QMessageBox.ButtonRole.YesRole,
    QMessageBox.ButtonRole.AcceptRole,
]
_PLAIN = Qt.KeyboardModifier.NoModifier
