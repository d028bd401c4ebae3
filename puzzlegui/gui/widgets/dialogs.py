"""Questions to the user, and messages; those that come up by themselves do not wait."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
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

from puzzlegui.core.formatting import quantity
from puzzlegui.core.language import tr
from puzzlegui.core.solution import BY_HAND, Solution
from puzzlegui.gui.style.theme import icon, theme

SAVE, DISCARD = "save", "discard"
OVERWRITE, ELSEWHERE = "overwrite", "elsewhere"
AS_NEW, MOVED, CUT_OFF = "as new", "moved", "cut off"


def ask_open_path(parent: QWidget, folder: str) -> Path | None:
    """A file to open."""
    patterns = tr(
        "Boards and solutions (*.puzzle *.json);;Rows of numbers (*.txt *.csv);;All files (*)"
    )
    name, _ = QFileDialog.getOpenFileName(parent, tr("Open"), folder, patterns)
    return Path(name) if name else None


def ask_picture(parent: QWidget) -> Path | None:
    """A picture to open."""
    patterns = tr("Pictures (*.png *.jpg *.jpeg *.webp *.bmp *.gif)")
    name, _ = QFileDialog.getOpenFileName(parent, tr("Picture on the tiles"), "", patterns)
    return Path(name) if name else None


def ask_save_path(
    parent: QWidget, title: str, suggested: Path, kinds: Mapping[str, str]
) -> Path | None:
    """A file to write to.

    Args:
        parent: the window.
        title: of the dialog.
        suggested: the name offered.
        kinds: what each suffix stands for; the first is added where none is given.
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
    """Ask for a file to write to, without waiting in an event loop of the dialog's own.

    A window whose worker reports meanwhile goes on as if there were no dialog.

    Args:
        parent: the window.
        title: of the dialog.
        suggested: the name offered.
        kinds: what each suffix stands for; that of the chosen kind is added where none is given.
        then: called with the file that was chosen.
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
    quote(box)
    answer = box.exec()
    box.deleteLater()
    return answer == button.Yes


def ask_unsaved(parent: QWidget, name: str, then: Callable[[str], None], what: str = "") -> None:
    """Ask what to do with unsaved work, without waiting.

    Args:
        parent: the window.
        name: of the document.
        then: called with ``SAVE`` or ``DISCARD``; not called if the user stays.
        what: is not saved, as a sentence with a field ``{name}``; changes, unless it is given.
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
            # Once the box is gone, as the answer may bring another dialog.
            QTimer.singleShot(0, parent, lambda: then(answer))

    box.buttonClicked.connect(answered)
    show_box(box)


def ask_with_solution(parent: QWidget, name: str, solution: Solution) -> bool | None:
    """Ask whether a solution is to be saved with its board; None if nothing is to be saved."""
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
    box.setDefaultButton(alone)  # the answer is not handed out unasked
    clicked = _clicked(box)
    return clicked is both if clicked in (both, alone) else None


def ask_overwrite(parent: QWidget, name: str) -> str:
    """Ask what to do where the file that is to be saved was changed by somebody else.

    Returns:
        ``OVERWRITE`` or ``ELSEWHERE``; empty if nothing is to be saved.
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
    """Ask whether work that was left unsaved is to be opened, without waiting.

    Args:
        parent: the window.
        works: what there is, a line each.
        then: called with whether it is wanted; not called if that is left open.
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
    """Ask whether a board is to be taken out of the gallery, without waiting.

    Args:
        parent: the window.
        name: of the board.
        then: called if it is.
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
    """Another name for a board of one's own."""
    normal = QLineEdit.EchoMode.Normal
    text, given = QInputDialog.getText(parent, tr("Rename the board"), tr("Name:"), normal, name)
    return text.strip() if given else None


def ask_paste(
    parent: QWidget,
    size: str,
    board: str,
    cell: str,
    then: Callable[[str], None],
    *,
    can_move: bool,
) -> None:
    """Ask what to do with cells that do not fit where they are pasted, without waiting.

    Args:
        parent: the window.
        size: of the cells.
        board: its size.
        cell: where they are pasted.
        then: called with ``AS_NEW``, ``MOVED`` or ``CUT_OFF``; not called if it is cancelled.
        can_move: they fit elsewhere on the board.
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


def ask_to_fix(parent: QWidget, title: str, text: str, then: Callable[[], None]) -> None:
    """Say that a board has problems, and offer to open it all the same, to mend it."""
    box = QMessageBox(
        QMessageBox.Icon.Warning, title, text, QMessageBox.StandardButton.Cancel, parent
    )
    mend = box.addButton(tr("Open to fix"), QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(mend)
    mend.clicked.connect(lambda: QTimer.singleShot(0, parent, then))
    show_box(box)


def accepts(dialog: QDialog) -> bool:
    """Wait until a dialog is closed, and let it go: its window would keep it for good.

    What was chosen in it can be asked until the event loop goes on.
    """
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    dialog.deleteLater()
    return accepted


_ICONS = {
    QMessageBox.Icon.Question: "unknown",
    QMessageBox.Icon.Warning: "warning",
    QMessageBox.Icon.Information: "info",
}
_ICON_SIZE = 40


def quote(box: QDialog) -> None:
    """Show the texts of a box as they are: they may quote a file, and a file may be like HTML.

    The icon of a message box is taken from the set that the rest of the window uses.
    """
    if isinstance(box, QMessageBox) and box.icon() in _ICONS:
        colours = theme().colours
        tint = colours.doubt if box.icon() is QMessageBox.Icon.Warning else colours.accent
        box.setIconPixmap(icon(_ICONS[box.icon()], tint).pixmap(_ICON_SIZE, _ICON_SIZE))
    for label in box.findChildren(QLabel):
        label.setTextFormat(Qt.TextFormat.PlainText)


def _clicked(box: QMessageBox) -> QAbstractButton:
    """Show a box, and wait for the button that is clicked."""
    quote(box)
    box.exec()
    box.deleteLater()
    return box.clickedButton()


def show_box(box: QMessageBox) -> None:
    """Show a box without waiting for its answer."""
    quote(box)
    box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()


def show_problem(parent: QWidget, title: str, text: str) -> None:
    """Say what went wrong; the text can be selected and copied."""
    box = QMessageBox(QMessageBox.Icon.Warning, title, text, QMessageBox.StandardButton.Ok, parent)
    show_box(box)


def ask_seed(parent: QWidget) -> int | None:
    """A seed, one being proposed."""
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


def ask_value(parent: QWidget, value: int, values: Sequence[int]) -> int | None:
    """Another of some values."""
    others = [str(other) for other in values if other != value]
    if not others:
        return None
    text, given = QInputDialog.getItem(
        parent,
        tr("Merge values"),
        tr("Replace {value} with:").format(value=str(value)),
        others,
        0,
        editable=False,
    )
    return int(text) if given else None
