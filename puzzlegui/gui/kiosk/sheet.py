"""The sheet that starts a kiosk: what is played and on what terms."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QRegularExpression, Qt
from PySide6.QtGui import QKeySequence, QRegularExpressionValidator, QValidator
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.board import Board
from puzzlegui.core.formatting import minutes_and_seconds
from puzzlegui.core.language import tr
from puzzlegui.core.solution_lock import LEAST_PIN
from puzzlegui.core.win_message import MAX_LENGTH, message_of
from puzzlegui.gui.design import colour_dialog
from puzzlegui.gui.desktop.paths import default_directory
from puzzlegui.gui.model.settings import Settings
from puzzlegui.gui.play.options import MAX_IDLE, MAX_SECONDS, PlayOptions
from puzzlegui.gui.style import spacing
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.basic import ElidedLabel, OptionalSpinBox, text_label
from puzzlegui.gui.widgets.choice_row import ChoiceRow

THIS_BOARD, FILES = "kioskThisBoard", "kioskFiles"
THEME, COLOUR, PICTURE = "kioskTheme", "kioskColour", "kioskPicture"
_SETTING = "kiosk"
_FIRST_COLOUR = "#1F3A5F"
_MOST_DIGITS = 12
_TIME = re.compile(r"([0-9]{0,3})(?::([0-5]?[0-9]?))?")


@dataclass(frozen=True)
class KioskRequest:
    """Choices of the user in the sheet.

    Attributes:
        files: files whose boards are played; none for the board of the window.
        options: the options; the lock of the PIN is not made yet.
        pin: PIN that has to be given to close the kiosk; empty for none.
    """

    files: tuple[Path, ...]
    options: PlayOptions
    pin: str


class KioskSheet(QDialog):
    """Sheet with the few settings of a kiosk; they are remembered, except for the PIN.

    Args:
        parent: parent window.
        settings: settings that store the choices.
        board: board of the window; None if it has problems.
        on_accept: called with the request.
    """

    def __init__(
        self,
        parent: QWidget,
        settings: Settings,
        board: Board | None,
        on_accept: Callable[[KioskRequest], object],
    ) -> None:
        super().__init__(parent)
        self.setObjectName("kioskSheet")
        self.setWindowTitle(tr("Kiosk"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._settings, self._board = settings, board
        self._files: list[str] = []
        self._background = ""
        self._played = ChoiceRow(tr("Boards"), 2)
        self._file_names = ElidedLabel("kioskFileNames")
        self.time = _TimeBox(tr("Time limit"), MAX_SECONDS, tr("no limit"))
        self.time.setObjectName("kioskTime")
        self.message = QLineEdit()
        self.message.setObjectName("kioskMessage")
        self.message.setMaxLength(MAX_LENGTH)
        self.sound = QCheckBox(tr("Play a sound when &solved"))
        self.sound.setObjectName("kioskSound")
        self._backgrounds = ChoiceRow(tr("Background"), 3)
        self._background_name = ElidedLabel("kioskBackgroundName")
        self.pin = QLineEdit()
        self.pin.setObjectName("kioskPin")
        self.pin.setPlaceholderText(tr("none"))
        digits = QRegularExpression(f"[0-9]{{0,{_MOST_DIGITS}}}")
        self.pin.setValidator(QRegularExpressionValidator(digits, self.pin))
        self.idle = OptionalSpinBox(tr("Start again when idle"), MAX_IDLE, tr("never"), " s")
        self.idle.setObjectName("kioskIdle")
        self._note = text_label("kioskNote", 2)
        self._note.setProperty("role", "faint")
        self._lay_out()
        self._restore()
        self._played.chosen.connect(self._choose_played)
        self._backgrounds.chosen.connect(self._choose_background)
        self.pin.textChanged.connect(self._update)
        self.accepted.connect(lambda: self._accept(on_accept))
        self._update()
        self._played.buttons[FILES if self._files else THIS_BOARD].setFocus()

    def _lay_out(self) -> None:
        taken = {"t", "m", "s", "p", "i"}
        played = {THIS_BOARD: tr("This board"), FILES: tr("Files…")}
        self._played.list_choices(played, taken)
        self._played.buttons[THIS_BOARD].setEnabled(self._board is not None)
        backgrounds = {THEME: tr("Theme"), COLOUR: tr("Colour…"), PICTURE: tr("Picture…")}
        self._backgrounds.list_choices(backgrounds, taken)
        button = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(button.Ok | button.Cancel, self)
        self.start = buttons.button(button.Ok)
        self.start.setText(tr("Start"))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form = QFormLayout()
        form.setVerticalSpacing(spacing.APART)
        form.addRow(QLabel(tr("Boards")), _beside(self._played, self._file_names))
        form.addRow(tr("&Time limit"), self.time)
        form.addRow(tr("&Message when solved"), self.message)
        form.addRow("", self.sound)
        form.addRow(QLabel(tr("Background")), _beside(self._backgrounds, self._background_name))
        form.addRow(tr("&PIN to leave"), self.pin)
        form.addRow(tr("Start again when &idle"), self.idle)
        column = QVBoxLayout(self)
        column.setSpacing(spacing.APART)
        column.addLayout(form)
        column.addWidget(self._note)
        column.addStretch()
        column.addWidget(buttons)
        self.setMinimumWidth(520)

    # --- as the last time ---

    def _restore(self) -> None:
        try:
            fields = json.loads(self._settings[_SETTING] or "{}")
        except (ValueError, RecursionError):
            fields = {}
        if not isinstance(fields, dict):
            fields = {}
        options, files = PlayOptions.of_fields(fields), fields.get("files")
        if isinstance(files, list) and all(isinstance(name, str) for name in files):
            self._files = files
        self._background = options.background
        self.time.setValue(options.seconds)
        self.message.setText(options.message)
        self.sound.setChecked(options.sound)
        self.idle.setValue(options.idle)

    def _accept(self, on_accept: Callable[[KioskRequest], object]) -> None:
        options = self._options()
        kept = {"files": self._files, **options.fields(secret=False)}
        self._settings[_SETTING] = json.dumps(kept)
        on_accept(KioskRequest(tuple(map(Path, self._files)), options, self.pin.text()))

    def _options(self) -> PlayOptions:
        return replace(
            PlayOptions(),
            message=self.message.text(),
            seconds=self.time.value(),
            idle=self.idle.value(),
            sound=self.sound.isChecked(),
            background=self._background,
        )

    # --- choices ---

    def _choose_played(self, name: str) -> None:
        if name == THIS_BOARD:
            self._files = []
        elif paths := dialogs.ask_open_paths(self, str(default_directory(self._settings))):
            self._files = [str(path.absolute()) for path in paths]
        self._update()

    def _choose_background(self, name: str) -> None:
        background: str | None = ""
        if name == COLOUR:
            first = self._background if self._background.startswith("#") else _FIRST_COLOUR
            background = colour_dialog.ask_colour(self, first, tr("Background"))
        elif name == PICTURE:
            path = dialogs.ask_picture(self, tr("Background"))
            background = None if path is None else str(path.absolute())
        if background is not None:
            self._background = background
        self._update()

    def _update(self) -> None:
        files, background = self._files, self._background
        self._played.choose(FILES if files else THIS_BOARD)
        self._file_names.setText(", ".join(Path(name).name for name in files))
        is_colour = background.startswith("#")
        chosen = COLOUR if is_colour else PICTURE if background else THEME
        self._backgrounds.choose(chosen)
        self._background_name.setText(background if is_colour else Path(background).name)
        own = message_of(self._board) if self._board is not None and not files else ""
        self.message.setPlaceholderText(own or tr("that of the board"))
        pin, key = self.pin.text(), QKeySequence(PlayOptions().exit_key)
        if pin:
            note: str = tr(
                "To leave, press {key} or hold the title for three seconds, and give the PIN."
            )
        else:
            note = tr("To leave, press {key}. Set a PIN if visitors have a keyboard.")
        if 0 < len(pin) < LEAST_PIN:
            note = tr("The PIN needs {count} digits or more.").replace("{count}", str(LEAST_PIN))
        self._note.setText(note.format(key=key.toString(QKeySequence.SequenceFormat.NativeText)))
        playable = bool(files) or self._board is not None
        self.start.setEnabled(playable and (not pin or len(pin) >= LEAST_PIN))


class _TimeBox(OptionalSpinBox):
    """Spin box for minutes and seconds; a number alone is minutes."""

    def textFromValue(self, value: int) -> str:
        return minutes_and_seconds(value) if value else ""

    def valueFromText(self, text: str) -> int:
        found = _TIME.fullmatch(text.strip())
        return 60 * int(found[1] or 0) + int(found[2] or 0) if found else 0

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        sound = _TIME.fullmatch(text.strip())
        state = QValidator.State.Acceptable if sound else QValidator.State.Invalid
        return state, text, position

    def stepBy(self, steps: int) -> None:
        super().stepBy(30 * steps)


def _beside(choices: ChoiceRow, name: QLabel) -> QWidget:
    """Return choices with the name of what was chosen at their right."""
    row = QWidget()
    line = QHBoxLayout(row)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(spacing.NEAR)
    line.addWidget(choices)
    line.addWidget(name, 1)
    return row
