"""Sheet that shows how a text is read, before the board in it is opened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, takewhile

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import (
    QColor,
    QFontDatabase,
    QGuiApplication,
    QIcon,
    QImage,
    QKeySequence,
    QPixmap,
    QShortcut,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from puzzlegui.core.board import Board
from puzzlegui.core.errors import PuzzleError, as_sentence
from puzzlegui.core.formatting import group_digits, quantity
from puzzlegui.core.goals import COLUMNS, GAP_FIRST, IN_ORDER, SNAIL
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.documents.boardfile import Loaded
from puzzlegui.documents.importing import (
    Import,
    Preview,
    begins_with_moves_of,
    import_again,
    import_moves,
    preview_of,
)
from puzzlegui.families.notation import notations_for
from puzzlegui.families.registry import FAMILIES
from puzzlegui.gui.board.thumbnails import thumbnail
from puzzlegui.gui.style import spacing
from puzzlegui.gui.style.theme import icon, theme
from puzzlegui.gui.threads.abandonable_threads import AbandonableThread
from puzzlegui.gui.threads.worker import Job
from puzzlegui.gui.widgets import dialogs
from puzzlegui.gui.widgets.basic import heading_label, text_label
from puzzlegui.gui.widgets.choice_row import ChoiceRow
from puzzlegui.render.style import Style

GOALS = {
    IN_ORDER: gettext_noop("In order"),
    GAP_FIRST: gettext_noop("Gap first"),
    SNAIL: gettext_noop("Snail"),
    COLUMNS: gettext_noop("Columns"),
}
"""Titles of the usual goals."""
MOVES, OWN_GOAL, SECOND_GRID, FROM_FILE = "moves", "own", "second", "file"
"""Choices besides families and usual goals: moves of the open board, the goal that the text has,
the second of two grids, and a goal from a file."""

_PAUSE_MS, _POLL_MS = 150, 20
"""Delay from the last key to reading the text, and interval of asking for the result."""
_SOON = 0.03
"""Seconds to wait for the result at once; most texts are read sooner."""
_MOST_TEXT, _MOST_MARKS = 100_000, 1_000
"""Maximum number of characters that are shown, and of stretches that are marked."""
_MOST_LINES = 4
_BOARD_PIXELS, _GOAL_PIXELS = 240, 40
_WIDTH, _HEIGHT = 860, 480
_FAMILIES_IN_A_ROW, _GOALS_IN_A_ROW = 4, 6


@dataclass(frozen=True)
class _Drawn:
    """Preview with its pictures, drawn in the thread that reads.

    Attributes:
        preview: the preview.
        board: picture of the board; None if there is none.
        goals: pictures of the usual goals by name.
    """

    preview: Preview
    board: QImage | None = None
    goals: Mapping[str, QImage] = field(default_factory=dict)


class ImportSheet(QDialog):
    """Sheet with a text, the choices of how to read it, and the board that this makes.

    Args:
        parent: parent window.
        title: title, which names the source of the text.
        source: the text as it was read first.
        board: open board without problems, whose moves the text may be; None if there is none.
        folder: folder in which a file with a goal is looked for.
        moves_only: read the text only as moves of this board.

    Attributes:
        preview: what would be opened now; None while the text is read.
        as_moves: True if the text is read as moves of the open board.
    """

    def __init__(
        self,
        parent: QWidget | None,
        title: str,
        source: Import,
        board: Board | None,
        folder: str = "",
        *,
        moves_only: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("importSheet")
        self.setWindowTitle(title)
        self._source, self._board, self._folder = source, board, folder
        self._moves_only = moves_only
        self._options = source.options
        self._text = source.loaded.text
        self._listed: tuple[object, ...] = ()
        self._has_own_goal = self._is_pair = self._was_shown = False
        self._job: Job | None = None
        self._thread: AbandonableThread[_Drawn] | None = None
        self.preview: Preview | None = None
        self.as_moves = source.is_moves
        self.editor = QPlainTextEdit()
        self.families = ChoiceRow(tr("Read as"), _FAMILIES_IN_A_ROW)
        self.goals = ChoiceRow(tr("Goal"), _GOALS_IN_A_ROW)
        self.scramble = QLineEdit()
        self.reading = text_label("readingLabel", 2)
        self.problems = text_label("importProblemLabel", 0)
        self.heading = heading_label("")
        self.picture = QLabel()
        self.verdict = text_label("importVerdictLabel", 2)
        self._mark = QLabel()
        self.other_goal = QPushButton()
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.open_button = QPushButton(tr("&Open"))
        self._lay_out()
        self._pause = _timer(self, _PAUSE_MS, self._read_changed, single=True)
        self._poll = _timer(self, _POLL_MS, self._show_if_read, single=False)
        self._connect()
        self._read()

    # --- layout ---

    def _lay_out(self) -> None:
        self.editor.setObjectName("importText")
        self.editor.setAccessibleName(tr("Text"))
        self.editor.setTabChangesFocus(True)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(self.font().pointSizeF())
        self.editor.setFont(font)
        self.editor.setPlainText(self._text[:_MOST_TEXT])
        self.editor.setReadOnly(len(self._text) > _MOST_TEXT)
        self.editor.setMinimumSize(300, 90)
        self.reading.setProperty("role", "faint")
        self.problems.setProperty("role", "bad")
        self.picture.setFixedSize(_BOARD_PIXELS, _BOARD_PIXELS)
        self.picture.setObjectName("importPicture")
        self.other_goal.setObjectName("otherGoalButton")
        self.other_goal.setAutoDefault(False)
        self.open_button.setObjectName("importButton")
        self.open_button.setDefault(True)
        self.open_button.setProperty("primary", True)
        self._buttons.addButton(self.open_button, QDialogButtonBox.ButtonRole.AcceptRole)
        caption = heading_label(tr("&Text"))
        if self._moves_only and self._board is not None:
            text = tr("&Moves from the start, in any notation ({forms}), or a table as exported")
            forms = ", ".join(notation.title for notation in notations_for(self._board))
            caption.setText(text.format(forms=forms))
            caption.setWordWrap(True)
        caption.setBuddy(self.editor)
        left = QVBoxLayout()
        left.addWidget(caption)
        left.addWidget(self.editor, 1)
        left.addWidget(self.problems)
        left.addWidget(self.reading)
        left.addLayout(self._rows_of_choices())
        verdict = QHBoxLayout()
        verdict.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        verdict.addWidget(self.verdict, 1)
        right = QVBoxLayout()
        right.addWidget(self.heading)
        right.addWidget(self.picture)
        right.addLayout(verdict)
        right.addWidget(self.other_goal, 0, Qt.AlignmentFlag.AlignLeft)
        right.addStretch()
        right.addWidget(self._buttons)
        both = QHBoxLayout(self)
        both.setSpacing(spacing.WIDE)
        both.addLayout(left, 1)
        both.addLayout(right)
        self.setTabOrder(
            self.open_button, self._buttons.button(QDialogButtonBox.StandardButton.Cancel)
        )
        self.resize(_WIDTH, _HEIGHT)

    def _fit(self) -> None:
        """Make room for the texts, whose height depends on the width."""
        layout = self.layout()
        assert layout is not None
        layout.activate()
        width = max(self.width(), layout.totalMinimumSize().width())
        self.resize(width, max(self.height(), layout.totalHeightForWidth(width)))

    def _rows_of_choices(self) -> QGridLayout:
        rows = QGridLayout()
        self._captions = QLabel(tr("Read as")), QLabel(tr("Goal"))
        for number, (caption, row) in enumerate(
            zip(self._captions, (self.families, self.goals), strict=True)
        ):
            rows.addWidget(caption, number, 0)
            rows.addWidget(row, number, 1)
        self._scramble_caption = QLabel(tr("&Scramble"))
        self._scramble_caption.setBuddy(self.scramble)
        self.scramble.setObjectName("importScramble")
        self.scramble.setPlaceholderText(tr("Moves from the goal, an arrangement, or a file"))
        rows.addWidget(self._scramble_caption, 2, 0)
        rows.addWidget(self.scramble, 2, 1)
        rows.setColumnStretch(1, 1)
        return rows

    def _connect(self) -> None:
        self.editor.textChanged.connect(self._change_text)
        self.families.chosen.connect(self._choose_family)
        self.goals.chosen.connect(self._choose_goal)
        self.scramble.textEdited.connect(self._change_text)
        self.other_goal.clicked.connect(self._take_other_goal)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        theme().changed.connect(self._read)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self, self.accept)

    def _set_first_focus(self) -> None:
        """Let Enter take the best reading, or begin where the text is wrong or to be typed."""
        assert self.preview is not None
        if self._moves_only:
            self.editor.setFocus()
            self.editor.selectAll()
            return
        if self.open_button.isEnabled():
            self.open_button.setFocus()
            return
        self.editor.setFocus()
        if self.preview.wrong:
            self._move_cursor(self.preview.wrong[0][0])

    def _move_cursor(self, offset: int) -> None:
        cursor = self.editor.textCursor()
        (place,) = _positions(self._text, [offset])
        cursor.setPosition(min(place, self.editor.document().characterCount() - 1))
        self.editor.setTextCursor(cursor)

    # --- choices ---

    def accept(self) -> None:
        """Close the sheet with the preview, unless the text is being read or is wrong."""
        if self.open_button.isEnabled():
            super().accept()

    def _change_text(self) -> None:
        self._stop_reading()
        self.open_button.setEnabled(False)
        self._pause.start()

    def _read_changed(self) -> None:
        if not self.editor.isReadOnly():
            self._text = self.editor.toPlainText()
        self._options = replace(self._options, scramble=self.scramble.text().strip() or None)
        self._read()

    def _choose_family(self, name: str) -> None:
        self.as_moves = name == MOVES
        if not self.as_moves:
            goal = self._options.goal
            if goal == GAP_FIRST and FAMILIES[name].board.gap is None:
                goal = None
            if not FAMILIES[name].board.has_tiles:
                goal = None
            self._options = replace(self._options, family=name, goal=goal)
        self._read()

    def _choose_goal(self, name: str) -> None:
        if name == FROM_FILE:
            path = dialogs.ask_open_path(self, self._folder)
            if path is None:
                self._show_choices()
                return
            name = str(path)
        second = name == SECOND_GRID
        goal = None if second or name == OWN_GOAL else name
        self._options = replace(self._options, goal=goal, second_is_goal=second)
        self._read()

    def _take_other_goal(self) -> None:
        if self.preview is not None and self.preview.solvable:
            self._choose_goal(self.preview.solvable[0])
            self.open_button.setFocus()

    # --- reading ---

    def _read(self) -> None:
        """Read the text with the chosen options in a thread."""
        self._stop_reading()
        self.open_button.setEnabled(False)
        style, ratio = theme().board_style, self.devicePixelRatioF()
        source, text, board = self._source, self._text, self._board
        options, as_moves, moves_only = self._options, self.as_moves, self._moves_only

        def work(job: Job) -> _Drawn:
            if moves_only and board is not None:
                found = import_moves(text, board, job.is_wanted)
            else:
                found = import_again(source, text, board, options, job.is_wanted)
            moves = found.moves is not None and (as_moves or found.is_moves)
            return _drawn(preview_of(found, as_moves=moves), style, ratio)

        self._job = job = Job(work, "")
        try:
            self._thread = AbandonableThread(lambda: work(job))
        except PuzzleError as error:
            self.problems.setText(as_sentence(error))
            self.problems.show()
            return
        if self._thread.wait(_SOON):
            self._show_if_read()
        else:
            self._poll.start()

    def _show_if_read(self) -> None:
        if self._thread is None or not self._thread.ended:
            return
        self._poll.stop()
        thread, self._thread = self._thread, None
        self._show(thread.result())

    def _stop_reading(self) -> None:
        self._pause.stop()
        self._poll.stop()
        self.preview = None
        if self._thread is not None and self._job is not None:
            self._job.cancel()
            self._thread.abandon()
            self._thread = None

    def done(self, result: int) -> None:
        """Close the sheet and keep the preview."""
        preview = self.preview
        self._stop_reading()
        self.preview = preview
        super().done(result)

    # --- what is shown ---

    def _show(self, drawn: _Drawn) -> None:
        self.preview = preview = drawn.preview
        self.as_moves = preview.board is not None and preview.board is preview.source.board
        self._is_pair = self._is_pair or preview.is_pair
        own = not (self._options.goal or self._options.second_is_goal)
        if own and preview.goals and not preview.goal:
            self._has_own_goal = True
        self._list_choices()
        self._show_choices()
        for name, image in drawn.goals.items():
            button = self.goals.buttons[name]
            button.setIcon(QIcon(QPixmap.fromImage(image)))
            button.setIconSize(QSize(_GOAL_PIXELS, _GOAL_PIXELS))
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        self.picture.setPixmap(QPixmap.fromImage(drawn.board) if drawn.board else QPixmap())
        self.picture.setAccessibleName(preview.board.describe() if preview.board else "")
        self._show_texts(preview)
        self._show_verdict(preview)
        self._mark_text(preview)
        self._fit()
        if not self._was_shown:
            self._was_shown = True
            self._set_first_focus()

    def _list_choices(self) -> None:
        """List the families and goals of the preview, unless they are listed."""
        assert self.preview is not None
        families = {name: str(FAMILIES[name].title) for name in self.preview.families}
        if self.preview.source.moves is not None and not self._moves_only:
            families[MOVES] = tr("Moves of the open board")
        goals = {name: tr(GOALS[name]) for name in self.preview.goals}
        if goals and self._has_own_goal:
            goals[OWN_GOAL] = tr("As in the text")
        if goals and self._is_pair:
            goals[SECOND_GRID] = tr("Second grid")
        if goals:
            goals[FROM_FILE] = tr("From a file…")
        if self._listed != (tuple(families), tuple(goals)):
            self._listed = tuple(families), tuple(goals)
            fixed = (
                tr("&Text"),
                tr("&Open"),
                tr("&Use “{goal}”"),
                tr("&Scramble"),
                self.open_button.text(),
            )
            buttons = [button.text() for button in self._buttons.buttons()]
            taken = {_mnemonic(text) for text in (*fixed, *buttons)}
            self.families.list_choices(families, taken)
            self.goals.list_choices(goals, taken)
        for caption, row in zip(self._captions, (self.families, self.goals), strict=True):
            caption.setVisible(bool(row.buttons))
            row.setVisible(bool(row.buttons))
        for widget in (self._scramble_caption, self.scramble):
            widget.setVisible(self.preview.takes_scramble)

    def _show_choices(self) -> None:
        """Check the buttons of what is chosen."""
        if self.preview is None:
            return
        board = self.preview.board
        family = MOVES if self.as_moves else "" if board is None else board.family
        self.families.choose(family)
        other = FROM_FILE if self._options.goal else OWN_GOAL
        goal = SECOND_GRID if self._options.second_is_goal else self.preview.goal or other
        self.goals.choose(goal)

    def _show_texts(self, preview: Preview) -> None:
        """Show all guesses, warnings and problems, a line for each."""
        loaded, moves = preview.source.loaded, preview.source.moves
        said: list[str] = []
        wrong: list[str] = []
        self.heading.setText("" if preview.board is None else tr("The board"))
        open_text: str = "&" + tr("Follow") if self._moves_only else tr("&Open")
        if self.as_moves and moves is not None:
            self.heading.setText(
                tr("The open board before the error") if moves.problem
                else tr("The open board after the moves")
            )  # fmt: skip
            open_text = "&" + (tr("Follow") if moves.solved else tr("Make these moves"))
            (wrong if moves.problem else said).append(moves.message)
        elif loaded.book is not None:
            count = len(loaded.book.entries())
            self.heading.setText(tr("First of {puzzles}").format(puzzles=quantity(count, "puzzle")))
            open_text = tr("&Open the set")
            said += [tr("{puzzles}, which open as a set").format(puzzles=quantity(count, "puzzle"))]
            if unsolvable := sum(len(notes) > 1 for notes in loaded.puzzle_notes):
                text = tr("{number} of them are solvable for another goal only")
                said.append(text.format(number=group_digits(unsolvable)))
            for broken in loaded.book.broken:
                text = tr("Puzzle {number}: {problem}")
                problem = "; ".join(map(str, broken.problems))
                wrong.append(text.format(number=str(broken.number), problem=problem))
        else:
            said += [loaded.reading] if loaded.reading else loaded.notes
            wrong += [str(each) for each in loaded.problems]
            if loaded.move_error:
                wrong.append(loaded.move_error)
                open_text = tr("&Open the board only")
            elif preview.board is not None and loaded.problems:
                open_text = tr("&Open to fix")
        said += loaded.warnings
        if self.editor.isReadOnly():
            said.append(tr("Only the beginning of the text is shown"))
        self.reading.setText(_lines(said))
        self.problems.setText(_lines(wrong))
        self.problems.setVisible(bool(wrong))
        self.editor.setAccessibleDescription(self.problems.text() or self.reading.text())
        self.open_button.setText(open_text)
        found = preview.board is not None or loaded.book is not None
        if self.as_moves:
            found = moves is not None and moves.problem is None and bool(moves.moves)
        self.open_button.setEnabled(found)

    def _show_verdict(self, preview: Preview) -> None:
        """Show if the board is solvable, or for which usual goal it would be."""
        verdict, colours = preview.verdict, theme().colours
        shown = verdict is not None
        self._mark.setVisible(shown)
        other = preview.solvable[0] if preview.solvable else ""
        self.other_goal.setVisible(bool(other))
        if verdict is None:
            self.verdict.setText("")
            self.open_button.setAccessibleDescription("")
            return
        name, tint, text = {
            True: ("yes", colours.good, tr("Solvable.")),
            False: ("no", colours.bad, tr("Not solvable for this goal.")),
            None: ("unknown", colours.doubt, verdict.reason),
        }[verdict.solvable]
        if verdict.solvable is False and not preview.goals:
            text = verdict.reason
        if other:
            said = tr("It is solvable for the goal “{goal}”.").format(goal=tr(GOALS[other]))
            text = f"{text} {said}"
            self.other_goal.setText(tr("&Use “{goal}”").format(goal=tr(GOALS[other])))
        self.verdict.setText(text)
        self.open_button.setAccessibleDescription(text)
        self._mark.setPixmap(icon(name, tint).pixmap(QSize(20, 20)))

    def _mark_text(self, preview: Preview) -> None:
        """Grey what was set aside, and underline what is wrong."""
        colours, source = theme().colours, preview.source
        aside, wrong = QTextCharFormat(), QTextCharFormat()
        aside.setForeground(QColor(colours.faint))
        aside.setFontItalic(True)
        wrong.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        wrong.setUnderlineColor(QColor(colours.bad))
        beginning = takewhile(lambda each: each.start < _MOST_TEXT, source.loaded.set_aside)
        stretches = [] if self.as_moves else islice(beginning, _MOST_MARKS)
        shown = [(each.start, each.stop, aside) for each in stretches]
        shown += [(*each, wrong) for each in preview.wrong if each[0] < _MOST_TEXT]
        ends = [offset for start, stop, _ in shown for offset in (start, stop)]
        places = dict(zip(ends, _positions(source.loaded.text, ends), strict=True))
        last = self.editor.document().characterCount() - 1
        selections = []
        for start, stop, format_ in shown:
            cursor = QTextCursor(self.editor.document())
            cursor.setPosition(min(places[start], last))
            cursor.setPosition(min(places[stop], last), QTextCursor.MoveMode.KeepAnchor)
            mark = QTextEdit.ExtraSelection()
            mark.cursor, mark.format = cursor, format_
            selections.append(mark)
        self.editor.setExtraSelections(selections)


def _timer(parent: QDialog, milliseconds: int, slot: object, *, single: bool) -> QTimer:
    timer = QTimer(parent)
    timer.setInterval(milliseconds)
    timer.setSingleShot(single)
    timer.timeout.connect(slot)
    return timer


def _drawn(preview: Preview, style: Style, ratio: float) -> _Drawn:
    """Return a preview with its pictures."""
    board = preview.board
    if board is None:
        return _Drawn(preview)
    image = thumbnail(board, _BOARD_PIXELS, ratio, style, preview.position)
    goals = {
        name: thumbnail(each.with_fields(start=each.grid("goal")), _GOAL_PIXELS, ratio, style)
        for name, each in preview.goals.items()
    }
    return _Drawn(preview, image, goals)


def _lines(texts: Sequence[str]) -> str:
    """Return sentences as lines, at most a few."""
    lines = [as_sentence(text) for text in texts[:_MOST_LINES]]
    if len(texts) > _MOST_LINES:
        lines[-1] += " …"
    return "\n".join(lines)


def _mnemonic(text: str) -> str:
    """Return the letter of a mnemonic; empty if there is none."""
    return text[text.find("&") + 1 :][:1].lower() if "&" in text else ""


def _positions(text: str, offsets: Iterable[int]) -> list[int]:
    """Return the positions in Qt's document of offsets in a text.

    Qt counts in UTF-16, and a line break of two characters once.
    """
    found: dict[int, int] = {}
    at = position = 0
    ordered = list(offsets)
    for offset in sorted(set(ordered)):
        piece = text[at:offset]
        position += len(piece.encode("utf-16-le", "surrogatepass")) // 2 - piece.count("\r\n")
        at = offset
        found[offset] = position
    return [found[offset] for offset in ordered]


def moves_sheet(parent: QWidget, board: Board) -> ImportSheet:
    """Return a sheet for moves of a board, with the text of the clipboard if that is moves."""
    copied = QGuiApplication.clipboard().text()
    if len(copied) > _MOST_TEXT or not begins_with_moves_of(board, copied):
        copied = ""
    source = Import(Loaded(tr("text"), text=copied), board=board)
    return ImportSheet(parent, tr("Type or paste moves"), source, board, moves_only=True)


def show_import_sheet(sheet: ImportSheet) -> None:
    """Show a sheet without blocking; it deletes itself when closed."""
    sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    sheet.open()
