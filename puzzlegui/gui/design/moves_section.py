"""The section of the design panel for the moves that a board defines."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QWidget,
)

from puzzlegui.core.errors import MoveTextError, as_sentence
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import tr
from puzzlegui.families.move_editing import Cycle
from puzzlegui.gui.design.editor import Editor
from puzzlegui.gui.design.tools import CYCLE
from puzzlegui.gui.model.document import Document
from puzzlegui.gui.style import spacing
from puzzlegui.gui.style.theme import icon, theme
from puzzlegui.gui.widgets.basic import set_style_property
from puzzlegui.gui.widgets.card import Card

_NAME_LETTERS = 10
_SHOWN_MOVES = 3
"""Moves that the list shows without scrolling."""
_MESSAGE_LINES = 2


class _Message(QLabel):
    """Label of a fixed height: one that asked for more would change the lists above it."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("moveMessage")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setFixedHeight(_MESSAGE_LINES * self.fontMetrics().lineSpacing())

    def hasHeightForWidth(self) -> bool:
        return False


class _CyclesField(QLineEdit):
    """Field for cycles, whose text takes effect when it is finished.

    Signals:
        abandoned: Escape was pressed.
    """

    abandoned = Signal()
    _MODIFIERS = (Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_Meta)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("moveCyclesEdit")
        self.setAccessibleName(tr("Cycles of the move"))
        self.setPlaceholderText("A1 B1 A2, C3 D3")
        self.setToolTip(tr("The tile of each cell goes to the next, that of the last to the first"))

    def event(self, event: QEvent) -> bool:
        handled = super().event(event)
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and not event.isAccepted()
            and event.key() not in self._MODIFIERS
        ):
            self.editingFinished.emit()  # a command such as Save sees what was typed
        return handled

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.abandoned.emit()
        else:
            super().keyPressEvent(event)

    def mark(self, problem: str) -> None:
        """Mark the text as wrong for a reason; without a reason, remove the mark."""
        self.setAccessibleDescription(problem)
        set_style_property(self, "wrong", bool(problem))


class MovesSection(Card):
    """Card with the moves of a board, and the name and cycles of the chosen one."""

    def __init__(self, document: Document, editor: Editor) -> None:
        super().__init__("movesCard", tr("Moves"))
        self._document, self._editor = document, editor
        self._shown: tuple[int, str, tuple[Cycle, ...]] | None = None
        self.list = _move_list()
        self.add_button = _button("addMoveButton", tr("Add"), tr("Add a move"), self.add)
        self.remove_button = _button(
            "removeMoveButton", tr("Remove"), tr("Remove the chosen move"), self.remove
        )
        self.try_button = _button(
            "tryMoveButton", tr("Try"), tr("Make the chosen move on the board and take it back"),
            editor.trial_requested.emit,
        )  # fmt: skip
        self.name = QLineEdit()
        self.name.setObjectName("moveNameEdit")
        self.name.setAccessibleName(tr("Name of the move"))
        self.name.setPlaceholderText(tr("Name"))
        self.name.setMaxLength(8)
        self.name.setFixedWidth(_NAME_LETTERS * self.name.fontMetrics().averageCharWidth())
        self.name.setToolTip(tr("A letter, then letters, digits or _ (Enter in the list)"))
        self.cycles = _CyclesField()
        self.message = _Message()
        self._lay_out()
        self.list.currentRowChanged.connect(self._choose)
        self.list.itemClicked.connect(lambda _item: editor.choose_tool(CYCLE))
        self.list.itemActivated.connect(lambda _item: self.rename())
        delete = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.list)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self.remove)
        self.name.textEdited.connect(self._change_name)
        self.cycles.textEdited.connect(self._parse_cycles)
        self.cycles.editingFinished.connect(self._change_cycles)
        self.cycles.abandoned.connect(self._restore_cycles)
        self.name.editingFinished.connect(document.end_stroke)
        editor.move_changed.connect(self._show_fields)

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        for button in (self.add_button, self.remove_button, self.try_button):
            buttons.addWidget(button)
        fields = QHBoxLayout()
        fields.setSpacing(spacing.TIGHT)
        fields.addWidget(self.name)
        fields.addWidget(self.cycles, 1)
        self.body.addWidget(self.list)
        self.body.addLayout(buttons)
        self.body.addLayout(fields)
        self.body.addWidget(self.message)

    @property
    def tab_order(self) -> list[QWidget]:
        """The widgets from top to bottom."""
        return [
            self.list, self.add_button, self.remove_button, self.try_button, self.name, self.cycles,
        ]  # fmt: skip

    # --- showing the board ---

    def refresh(self) -> None:
        """Show the moves of the board; hide the section if it defines none."""
        editing, moves = self._editor.move_editing, self._editor.moves
        self.setVisible(editing is not None)
        if editing is None:
            return
        wrong = self._wrong_names()
        self.set_note(group_digits(len(moves)))
        fault = icon("warning", theme().colours.bad)
        with QSignalBlocker(self.list):
            while self.list.count() > len(moves):
                self.list.takeItem(self.list.count() - 1)
            for number, (name, cycles) in enumerate(moves):
                item = self.list.item(number)
                if item is None:
                    item = QListWidgetItem()
                    self.list.addItem(item)
                item.setText(f"{name}: {editing.format_cycles(cycles)}")
                item.setIcon(fault if name in wrong else QIcon())
        self._show_fields()

    def _wrong_names(self) -> set[str]:
        """Return the names of the moves that have problems."""
        problems = (problem for problem in self._document.problems if problem.field == "moves")
        return {str(problem.path[0]) for problem in problems if problem.path}

    def _show_fields(self) -> None:
        """Show the chosen move; leave texts alone that mean the same, or while it is the same."""
        editing, moves, number = self._editor.move_editing, self._editor.moves, self._editor.move
        if editing is None:
            return
        with QSignalBlocker(self.list):
            self.list.setCurrentRow(number)
        for widget in (self.name, self.cycles, self.remove_button):
            widget.setEnabled(bool(moves))
        name, cycles = moves[number] if moves else ("", ())
        self.try_button.setEnabled(bool(moves) and name not in self._wrong_names())
        if (number, name, cycles) == self._shown:
            return
        self._shown = number, name, cycles
        if self.name.text() != name:
            self.name.setText(name)
        typed = self._parse_cycles()
        if typed != cycles or not typed:
            self._restore_cycles()
        self.message.clear()

    # --- user actions ---

    def add(self) -> None:
        """Add a move without cycles, to be typed or drawn on the board."""
        editing = self._editor.move_editing
        if editing is None:
            return
        name, moves = editing.new_name(self._document.board), self._editor.moves
        self._document.end_stroke()
        self._editor.change_moves([*moves, (name, ())], tr("add move {name}").format(name=name))
        self._editor.choose_move(len(moves))
        self._editor.choose_tool(CYCLE)
        self.cycles.setFocus()

    def remove(self) -> None:
        """Remove the chosen move."""
        moves, number = list(self._editor.moves), self._editor.move
        if moves:
            name, _ = moves.pop(number)
            self._document.end_stroke()
            self._editor.change_moves(moves, tr("remove move {name}").format(name=name))
            self._editor.choose_move(min(number, len(moves) - 1))

    def rename(self) -> None:
        """Let the user type another name for the chosen move."""
        self.name.setFocus()
        self.name.selectAll()

    def _choose(self, number: int) -> None:
        self._editor.choose_move(number)
        self._editor.choose_tool(CYCLE)

    def _change_name(self, text: str) -> None:
        editing, moves, number = self._editor.move_editing, list(self._editor.moves), 0
        if editing is None or not moves:
            return
        number = self._editor.move
        problem = editing.name_problem(self._document.board, number, text)
        if problem:
            self.message.setText(as_sentence(problem))
            return
        before, cycles = moves[number]
        moves[number] = text, cycles
        self.message.clear()
        self._editor.change_moves(
            moves, tr("rename move {name}").format(name=before), stroke="name"
        )

    def _parse_cycles(self) -> tuple[Cycle, ...]:
        """Return the cycles in the field; if its text is wrong, say why and return none."""
        editing = self._editor.move_editing
        if editing is None:
            return ()
        problem = ""
        cycles: tuple[Cycle, ...] = ()
        try:
            cycles = editing.parse_cycles(self._document.board, self.cycles.text())
        except MoveTextError as error:
            problem = tr("Character {number}: {message}").format(
                number=group_digits(error.offset + 1), message=as_sentence(error.reason)
            )
        self.message.setText(problem)
        self.cycles.mark(problem)
        return cycles

    def _change_cycles(self) -> None:
        """Give the chosen move the cycles in the field, unless its text is wrong."""
        moves = list(self._editor.moves)
        if not moves or not self.cycles.isModified():
            return
        cycles = self._parse_cycles()
        if cycles:
            name, _ = moves[self._editor.move]
            moves[self._editor.move] = name, cycles
            self._document.end_stroke()
            self._editor.change_moves(moves, tr("change the cycles of {name}").format(name=name))

    def _restore_cycles(self) -> None:
        """Show the cycles of the chosen move in place of what was typed."""
        editing, moves = self._editor.move_editing, self._editor.moves
        if editing is None:
            return
        cycles = moves[self._editor.move][1] if moves else ()
        self.cycles.setText(editing.format_cycles(cycles))
        self.cycles.setCursorPosition(0)  # otherwise the start of a long text is hidden
        self.cycles.mark("")
        self.message.clear()


def _button(name: str, text: str, tip: str, slot: Callable[[], object]) -> QPushButton:
    button = QPushButton(text)
    button.setObjectName(name)
    button.setToolTip(tip)
    button.clicked.connect(lambda _checked: slot())
    return button


def _move_list() -> QListWidget:
    view = QListWidget()
    view.setObjectName("moveList")
    view.setAccessibleName(tr("Moves of the board"))
    view.setResizeMode(QListView.ResizeMode.Adjust)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setUniformItemSizes(True)
    view.setFixedHeight((_SHOWN_MOVES + 1) * (view.fontMetrics().lineSpacing() + 4))
    return view
