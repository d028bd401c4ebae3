"""Message boxes and file dialogs; those not triggered by the user open without blocking."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QDialog,
    QFileDialog,
    QInputDialog,
    QLabel,
    QLineEdit,
    QMessageBox,
    QWidget,
)
from shiboken6 import isValid

from puzzlegui.core.formatting import quantity
from puzzlegui.core.language import tr
from puzzlegui.core.solution import BY_HAND, Solution
from puzzlegui.core.solution_lock import LEAST_PIN
from puzzlegui.engine.runner.client import ProcessDiedError, failure_text
from puzzlegui.gui.actions.table import with_mnemonic
from puzzlegui.gui.style.theme import icon, theme

SAVE, DISCARD = "save", "discard"
OVERWRITE, ELSEWHERE = "overwrite", "elsewhere"
PIN, NEW_KEY, EXISTING_KEY = "pin", "new", "existing"
AS_NEW, MOVED, CUT_OFF = "as new", "moved", "cut off"


def _readable() -> str:
    """Return the patterns of files with boards."""
    return tr(
        "Boards, solutions and books (*.puzzle *.json *.puzzlebook);;"
        "Rows of numbers (*.txt *.csv);;All files (*)"
    )


def ask_open_path(parent: QWidget, folder: str) -> Path | None:
    """Ask for a file to open."""
    name, _ = QFileDialog.getOpenFileName(parent, tr("Open"), folder, _readable())
    return Path(name) if name else None


def ask_open_paths(parent: QWidget, folder: str) -> list[Path]:
    """Ask for files to open; none on cancel."""
    names, _ = QFileDialog.getOpenFileNames(parent, tr("Open"), folder, _readable())
    return [Path(name) for name in names]


def ask_key_path(parent: QWidget, folder: str) -> Path | None:
    """Ask for a key file to read."""
    patterns = tr("Keys (*.puzzlekey);;All files (*)")
    name, _ = QFileDialog.getOpenFileName(parent, tr("Choose the key"), folder, patterns)
    return Path(name) if name else None


def ask_picture(parent: QWidget, title: str) -> Path | None:
    """Ask for a picture to open."""
    patterns = tr("Pictures (*.png *.jpg *.jpeg *.webp *.bmp *.gif)")
    name, _ = QFileDialog.getOpenFileName(parent, title, "", patterns)
    return Path(name) if name else None


def ask_save_path(
    parent: QWidget, title: str, suggested: Path, kinds: Mapping[str, str]
) -> Path | None:
    """Ask for a file to write.

    Args:
        parent: parent window.
        title: title of the dialog.
        suggested: suggested path.
        kinds: descriptions by suffix; the first suffix is added if none is given.
    """
    patterns = ";;".join(f"{text} (*{suffix})" for suffix, text in kinds.items())
    name, pattern = QFileDialog.getSaveFileName(parent, title, str(suggested), patterns)
    if not name:
        return None
    path = Path(name)
    if path.suffix.lower() in kinds:
        return path
    suffix = next((s for s in kinds if f"(*{s})" in pattern), next(iter(kinds)))
    path = path.with_name(path.name + suffix)
    # The dialog asked about the name without its suffix.
    return path if not path.exists() or _ask_replace(parent, path.name) else None


def choose_save_path(
    parent: QWidget,
    title: str,
    suggested: Path,
    kinds: Mapping[str, str],
    then: Callable[[Path], object],
) -> None:
    """Ask for a file to write without blocking in a nested event loop.

    Args:
        parent: parent window.
        title: title of the dialog.
        suggested: suggested path.
        kinds: descriptions by suffix; the suffix of the chosen kind is added if none is given.
        then: called with the chosen file.
    """

    def chosen(name: str) -> None:
        path = Path(name)
        if path.suffix.lower() not in kinds:
            path = path.with_name(f"{path.name}.{dialog.defaultSuffix()}")
            # The dialog asked about the name without its suffix.
            if path.exists() and not _ask_replace(parent, path.name):
                return
        then(path)

    dialog = QFileDialog(parent, title, str(suggested.parent))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    suffixes = {f"{text} (*{suffix})": suffix for suffix, text in kinds.items()}
    dialog.setNameFilters(list(suffixes))
    dialog.setDefaultSuffix(next(iter(kinds)))
    dialog.filterSelected.connect(lambda kind: dialog.setDefaultSuffix(suffixes[kind]))
    dialog.selectFile(str(suggested))
    dialog.fileSelected.connect(chosen)
    dialog.open()


def _ask_replace(parent: QWidget, name: str) -> bool:
    button = QMessageBox.StandardButton
    box = QMessageBox(
        QMessageBox.Icon.Question,
        tr("Replace the file?"),
        tr("A file named “{name}” already exists. Replace it?").format(name=name),
        button.Yes | button.No,
        parent,
    )
    box.setDefaultButton(button.No)
    _prepare(box)
    answer = box.exec()
    box.deleteLater()
    return answer == button.Yes


def ask_unsaved(parent: QWidget, name: str, then: Callable[[str], None], what: str = "") -> None:
    """Ask what to do with unsaved work, without blocking.

    Args:
        parent: parent window.
        name: name of the document.
        then: called with ``SAVE`` or ``DISCARD``; not called on cancel.
        what: sentence with a field ``{name}`` that states the unsaved work; changes by default.
    """
    what = what or tr("“{name}” has unsaved changes.")
    box = QMessageBox(
        QMessageBox.Icon.Question,
        tr("Unsaved work"),
        what.format(name=name),
        QMessageBox.StandardButton.Save
        | QMessageBox.StandardButton.Discard
        | QMessageBox.StandardButton.Cancel,
        parent,
    )
    box.setInformativeText(tr("Save your changes?"))
    box.setDefaultButton(QMessageBox.StandardButton.Save)
    answers = {
        QMessageBox.StandardButton.Save: SAVE,
        QMessageBox.StandardButton.Discard: DISCARD,
    }

    def answered(button: QAbstractButton) -> None:
        if answer := answers.get(box.standardButton(button)):
            # After the box is closed, because the callback may open another dialog.
            QTimer.singleShot(0, parent, lambda: then(answer))

    box.buttonClicked.connect(answered)
    show_box(box)


def ask_with_solution(parent: QWidget, name: str, solution: Solution) -> bool | None:
    """Ask whether to save a solution with its board; return None on cancel."""
    moves = quantity(len(solution.moves), "move")
    text = (
        tr("“{name}” has your solution in {moves}. Save the solution too?")
        if solution.solver == BY_HAND
        else tr("“{name}” has a solution in {moves}. Save the solution too?")
    )
    box = QMessageBox(
        QMessageBox.Icon.Question,
        tr("Save"),
        text.format(name=name, moves=moves),
        QMessageBox.StandardButton.Cancel,
        parent,
    )
    box.setInformativeText(tr("Save will remember this choice. Save as asks again."))
    alone = box.addButton(tr("Save &board only"), QMessageBox.ButtonRole.AcceptRole)
    both = box.addButton(tr("Save board &and solution"), QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(alone)  # avoids passing on the answer by accident
    clicked = _clicked(box)
    return clicked is both if clicked in (both, alone) else None


def ask_lock(parent: QWidget) -> str:
    """Ask for the kind of key to lock a board with.

    Returns:
        ``PIN``, ``NEW_KEY``, ``EXISTING_KEY``, or an empty string on cancel.
    """
    box = QMessageBox(
        QMessageBox.Icon.Question,
        tr("Lock hints and solutions"),
        tr("Hints and solutions stay hidden until you give the PIN or open the key file."),
        QMessageBox.StandardButton.Cancel,
        parent,
    )
    box.setInformativeText(
        tr(
            "The board stays readable as text: the command line and other programs can still "
            "solve it."
        )
    )
    accept = QMessageBox.ButtonRole.AcceptRole
    texts = {PIN: tr("&PIN…"), NEW_KEY: tr("&New key…"), EXISTING_KEY: tr("&Existing key…")}
    buttons = {box.addButton(text, accept): answer for answer, text in texts.items()}
    box.setDefaultButton(next(iter(buttons)))
    clicked = _clicked(box)
    return next((answer for button, answer in buttons.items() if button is clicked), "")


def ask_new_pin(parent: QWidget) -> str:
    """Ask for a PIN to lock a board with; return an empty text on cancel."""
    label = tr("PIN of {count} characters or more, to be given to unlock the board:")
    shown, pin = QLineEdit.EchoMode.Normal, ""
    while len(pin) < LEAST_PIN:
        pin, given = QInputDialog.getText(
            parent, tr("Lock hints and solutions"), label.format(count=str(LEAST_PIN)), shown, pin
        )
        if not given:
            return ""
    return pin


def ask_pin(parent: QWidget) -> str:
    """Ask for the PIN of a board; return an empty text on cancel."""
    hidden = QLineEdit.EchoMode.Password
    pin, given = QInputDialog.getText(parent, tr("Unlock the board"), tr("PIN:"), hidden)
    return pin if given else ""


def ask_overwrite(parent: QWidget, name: str) -> str:
    """Ask what to do with a file that was changed by another program.

    Returns:
        ``OVERWRITE``, ``ELSEWHERE``, or an empty string on cancel.
    """
    box = QMessageBox(
        QMessageBox.Icon.Warning,
        tr("Save"),
        tr("“{name}” has changed since it was opened here.").format(name=name),
        QMessageBox.StandardButton.Cancel,
        parent,
    )
    box.setInformativeText(
        tr("Another program or window saved it. Overwriting discards those changes.")
    )
    other = box.addButton(tr("Save &as…"), QMessageBox.ButtonRole.AcceptRole)
    overwrite = box.addButton(tr("&Overwrite"), QMessageBox.ButtonRole.DestructiveRole)
    box.setDefaultButton(other)
    clicked = _clicked(box)
    return ELSEWHERE if clicked is other else OVERWRITE if clicked is overwrite else ""


def ask_recover(parent: QWidget, works: Sequence[str], then: Callable[[bool], None]) -> None:
    """Ask whether to open recovered work, without blocking.

    Args:
        parent: parent window.
        works: descriptions of the recovered work.
        then: called with True to open or False to discard; not called if postponed.
    """
    box = QMessageBox(
        QMessageBox.Icon.Question,
        tr("Unsaved work"),
        tr("PuzzleGUI was not closed properly. Unsaved work was recovered:"),
        QMessageBox.StandardButton.Cancel,
        parent,
    )
    box.setInformativeText("\n".join(works))
    box.button(QMessageBox.StandardButton.Cancel).setText(tr("Ask me later"))
    restore = box.addButton(tr("Open"), QMessageBox.ButtonRole.AcceptRole)
    drop = box.addButton(tr("Discard"), QMessageBox.ButtonRole.DestructiveRole)
    box.setDefaultButton(restore)
    for button, wanted in ((restore, True), (drop, False)):
        button.clicked.connect(
            lambda _=False, wanted=wanted: QTimer.singleShot(0, parent, lambda: then(wanted))
        )
    show_box(box)


def ask_remove(parent: QWidget, name: str, then: Callable[[], object]) -> None:
    """Ask whether to remove a board from the gallery, without blocking.

    Args:
        parent: parent window.
        name: name of the board.
        then: called if the user confirms.
    """
    box = QMessageBox(
        QMessageBox.Icon.Question,
        tr("Remove from the gallery?"),
        tr("“{name}” will be deleted. This cannot be undone.").format(name=name),
        QMessageBox.StandardButton.Cancel,
        parent,
    )
    remove = box.addButton(tr("Remove"), QMessageBox.ButtonRole.DestructiveRole)
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    remove.clicked.connect(lambda: QTimer.singleShot(0, parent, then))
    show_box(box)


def ask_board_name(parent: QWidget, name: str) -> str | None:
    """Ask for a new name of a user's board; return None on cancel."""
    normal = QLineEdit.EchoMode.Normal
    text, given = QInputDialog.getText(parent, tr("Rename the board"), tr("Name:"), normal, name)
    return text.strip() if given else None


def ask_link_base(parent: QWidget) -> str:
    """Ask for the address of the page that plays links; return an empty text on cancel."""
    text, given = QInputDialog.getText(
        parent, tr("Copy link"),
        tr("Address of your page to play, as in Export → Page to play:"),
        QLineEdit.EchoMode.Normal, "https://",
    )  # fmt: skip
    return text.strip() if given and text.strip() != "https://" else ""


def ask_paste(
    parent: QWidget,
    size: str,
    board: str,
    cell: str,
    then: Callable[[str], None],
    *,
    can_move: bool,
) -> None:
    """Ask what to do with pasted cells that exceed the board, without blocking.

    Args:
        parent: parent window.
        size: size of the pasted cells.
        board: size of the board.
        cell: target cell.
        then: called with ``AS_NEW``, ``MOVED`` or ``CUT_OFF``; not called on cancel.
        can_move: True if the cells fit elsewhere on the board.
    """
    box = QMessageBox(
        QMessageBox.Icon.Question, tr("Paste"),
        tr("{size} cells do not fit on the {board} board at {cell}.").format(
            size=size, board=board, cell=cell
        ),
        QMessageBox.StandardButton.Cancel, parent,
    )  # fmt: skip
    accept = QMessageBox.ButtonRole.AcceptRole
    answers = {AS_NEW: tr("As a &new board"), CUT_OFF: tr("C&ut off what does not fit")}
    if can_move:
        answers = {MOVED: tr("&Move them to where they fit"), **answers}
    for answer, text in answers.items():
        button = box.addButton(text, accept)
        button.setObjectName(answer)
        button.clicked.connect(
            lambda _=False, answer=answer: QTimer.singleShot(0, parent, lambda: then(answer))
        )
        if box.defaultButton() is None:
            box.setDefaultButton(button)
    show_box(box)


def exec_and_delete(dialog: QDialog) -> bool:
    """Execute a dialog and delete it, since its parent would keep it; return True if accepted.

    Its widgets remain readable until control returns to the event loop.
    """
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    if isValid(dialog):  # else its parent was destroyed meanwhile
        dialog.deleteLater()
    return accepted


_ICONS = {
    QMessageBox.Icon.Question: "unknown",
    QMessageBox.Icon.Warning: "warning",
    QMessageBox.Icon.Information: "info",
}
_ICON_SIZE = 40


def _prepare(box: QMessageBox) -> None:
    """Give a message box literal texts, the program's icon and a mnemonic for each button."""
    if box.icon() in _ICONS:
        colours = theme().colours
        tint = colours.doubt if box.icon() is QMessageBox.Icon.Warning else colours.accent
        box.setIconPixmap(icon(_ICONS[box.icon()], tint).pixmap(_ICON_SIZE, _ICON_SIZE))
    for label in box.findChildren(QLabel):
        label.setTextFormat(Qt.TextFormat.PlainText)  # a quoted file may contain HTML
    add_mnemonics(box.buttons())


def add_mnemonics(buttons: Iterable[QAbstractButton]) -> None:
    """Give the buttons of a dialog mnemonics, as far as they have none."""
    buttons = list(buttons)
    taken = {QKeySequence.mnemonic(button.text()).toString()[-1:].lower() for button in buttons}
    for button in buttons:
        if QKeySequence.mnemonic(button.text()).isEmpty():
            button.setText(with_mnemonic(button.text(), taken))


def _clicked(box: QMessageBox) -> QAbstractButton:
    """Execute a message box and return the clicked button."""
    _prepare(box)
    box.exec()
    box.deleteLater()
    return box.clickedButton()


def show_box(box: QMessageBox) -> None:
    """Show a message box without blocking."""
    _prepare(box)
    box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()


def show_problem(parent: QWidget, title: str, text: str) -> None:
    """Show an error message whose text can be selected and copied."""
    box = QMessageBox(QMessageBox.Icon.Warning, title, text, QMessageBox.StandardButton.Ok, parent)
    show_box(box)


def show_failure(parent: QWidget, title: str, error: object, retry: Callable[[], object]) -> None:
    """Show the reason why a task failed; offer to try again if its solver process has died.

    Args:
        parent: parent window.
        title: title, unless the process has died.
        error: exception that ended the task.
        retry: starts the task again.
    """
    if not isinstance(error, ProcessDiedError):
        show_problem(parent, title, failure_text(error))
        return
    box = QMessageBox(
        QMessageBox.Icon.Warning, tr("The solver stopped"), failure_text(error),
        QMessageBox.StandardButton.Close, parent,
    )  # fmt: skip
    again = box.addButton(tr("Try &again"), QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(again)
    again.clicked.connect(lambda: QTimer.singleShot(0, parent, retry))
    show_box(box)


def show_time_up(parent: QWidget) -> None:
    """Report that the time limit of a game was reached."""
    box = QMessageBox(
        QMessageBox.Icon.Information,
        tr("Time is up"),
        tr("Time is up. The board is back at its start."),
        QMessageBox.StandardButton.NoButton,
        parent,
    )
    box.addButton(tr("Start again"), QMessageBox.ButtonRole.AcceptRole)
    show_box(box)


def ask_seed(parent: QWidget) -> int | None:
    """Ask for a seed, suggesting a random number; return None on cancel."""
    proposed = random.randrange(1_000_000)
    seed, given = QInputDialog.getInt(
        parent,
        tr("Shuffle"),
        tr("Seed (the same seed shuffles the same way):"),
        proposed,
        0,
        999_999_999,
    )
    return seed if given else None
