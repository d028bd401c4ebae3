"""Help: pages for the families, the solvers and the keys, from the program's own tables."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QDesktopServices,
    QKeySequence,
    QShortcut,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QTextBrowser,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from puzzlegui import assets
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.documents.lessons import LESSONS, Lesson
from puzzlegui.documents.presets import PREFIX, load_preset
from puzzlegui.engine import registry
from puzzlegui.engine.sources import source_title
from puzzlegui.families.family import Family
from puzzlegui.families.registry import FAMILIES
from puzzlegui.gui.board.thumbnails import thumbnail
from puzzlegui.gui.help.keys import shortcuts_html
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets.basic import text_label

_PICTURE = 180
_LESSON = "lesson"
"""What links that open a lesson begin with."""


@dataclass(frozen=True)
class Page:
    """One page of the help.

    Attributes:
        title: as listed.
        markdown: its text, if it is written so.
        html: its text, if it is made from a table.
    """

    title: str
    markdown: str = ""
    html: str = ""


FIRST_STEPS, KEYS = gettext_noop("First steps"), gettext_noop("Keyboard shortcuts")
"""Titles of pages that are opened from elsewhere."""
_GUIDE = {
    "first-steps": FIRST_STEPS,
    "design": gettext_noop("Design a board"),
    "play": gettext_noop("Play by hand"),
    "solve": gettext_noop("Solve and follow"),
    "export": gettext_noop("Export and print"),
}
_TOOLS = {
    "state-graph": gettext_noop("State graph"),
    "benchmark": gettext_noop("Benchmarks"),
    "watch": gettext_noop("Watch a search"),
    "formats": gettext_noop("Formats and notations"),
    "command-line": gettext_noop("Command line"),
}
"""Names and titles of the pages before and after those of the families."""
_WINDOWS = re.compile(r"(?m)^!\[[^]]*\]\(window:[\w-]+\)\n+")
"""Pictures of windows, which only the documentation shows: here, the windows are at hand."""


def pages() -> list[Page]:
    """All pages, in order."""
    found = [_help_page(name, title) for name, title in _GUIDE.items()]
    found += [
        Page(family.title, markdown=assets.read_family_help(family.name))
        for family in FAMILIES.values()
    ]
    found += [
        Page(_solvers_title(family), html=_solvers_html(family)) for family in FAMILIES.values()
    ]
    found += [_help_page(name, title) for name, title in _TOOLS.items()]
    found += [Page(tr(lesson.title), markdown=_with_link(lesson)) for lesson in LESSONS.values()]
    return [*found, _keys_page()]


def _help_page(name: str, title: str) -> Page:
    return Page(tr(title), markdown=_WINDOWS.sub("", assets.read_help(name)))


def _keys_page() -> Page:
    heading = escape(tr("Keyboard"))
    return Page(tr(KEYS), html=f"<h1>{heading}</h1>{shortcuts_html()}")


def _solvers_title(family: Family) -> str:
    return tr("Solvers: {family}").format(family=family.title)


def _with_link(lesson: Lesson) -> str:
    """Return the texts and questions of a lesson, with a link that opens it after its title."""
    parts = [f"# {tr(lesson.title)}", f"[{tr('Open the lesson')}]({_LESSON}:{lesson.name})"]
    for step in lesson.steps():
        parts += [step.text, f"*{step.question}*" if step.question else ""]
    return "\n\n".join(parts)


def _solvers_html(family: Family) -> str:
    parts = [f"<h1>{escape(_solvers_title(family))}</h1>"]
    parts.append(f"<p><b>{registry.AUTO}</b>: {escape(tr(registry.AUTO_SENTENCE))}</p>")
    for solver in family.solvers:
        title = source_title(solver.source)
        source = f" <i>[{escape(title)}]</i>" if title else ""
        parts.append(f"<p><b>{escape(solver.name)}</b>{source}: {escape(solver.description)}</p>")
    said = tr("In brackets: the source whose method the solver reproduces.")
    parts.append(f"<p>{escape(said)}</p>")
    return "".join(parts)


class _Browser(QTextBrowser):
    """Shows pages; the pictures in them are drawn from the boards that they name."""

    def loadResource(self, kind: int, name: QUrl | str) -> Any:  # noqa: N802 - Qt's name
        address = name if isinstance(name, str) else name.toString()
        if kind == QTextDocument.ResourceType.ImageResource.value and address.startswith(PREFIX):
            board = load_preset(address.removeprefix(PREFIX))
            return thumbnail(board, _PICTURE, self.devicePixelRatioF())
        return super().loadResource(kind, name)


class HelpWindow(QDialog):
    """The pages by title, the one chosen, and a field that searches them all.

    Signals:
        lesson_requested: the lesson of this name is to be opened.
    """

    lesson_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Help"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._pages = pages()
        self.titles = QListWidget()
        self.titles.setAccessibleName(tr("Pages"))
        self.titles.ensurePolished()  # rows are as high as the style wants them
        self.titles.setFixedWidth(250)
        self.titles.setWordWrap(True)
        self.titles.setResizeMode(QListWidget.ResizeMode.Adjust)
        for page in self._pages:
            self.titles.addItem(page.title)
        self._texts: list[str] = []
        self.search = QLineEdit()
        self.search.setObjectName("helpSearch")
        self.search.setPlaceholderText(tr("Search the help"))
        self.search.setAccessibleName(tr("Search the help"))
        self.search.setClearButtonEnabled(True)
        self.search.setFixedWidth(self.titles.width())
        self.nothing = text_label("helpNothingFound", 2)
        self.nothing.setText(tr("No page contains all of these words."))
        self.nothing.setFixedWidth(self.titles.width())
        self.nothing.hide()
        self.text = _Browser()
        self.text.setAccessibleName(tr("Text of the page"))
        self.text.setOpenLinks(False)
        self.text.anchorClicked.connect(self._follow)
        self.text.document().setDocumentMargin(14)
        side = QVBoxLayout()
        for widget in (self.search, self.nothing, self.titles):
            side.addWidget(widget)
        row = QHBoxLayout(self)
        row.addLayout(side)
        row.addWidget(self.text, 1)
        self.titles.currentRowChanged.connect(self._show)
        self.search.textChanged.connect(self._search)
        self.search.returnPressed.connect(self._show_next)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.activated.connect(self._begin_search)
        self.resize(QSize(760, 540))

    def open_page(self, title: str) -> None:
        """Show a page."""
        self.search.clear()
        self.titles.setCurrentRow([page.title for page in self._pages].index(title))
        self.show()

    def _follow(self, address: QUrl) -> None:
        """Open a lesson, or a page of the web."""
        if address.scheme() == _LESSON:
            self.lesson_requested.emit(address.path())
        else:
            QDesktopServices.openUrl(address)

    # --- searching ---

    def _begin_search(self) -> None:
        self.search.setFocus()
        self.search.selectAll()

    def _words(self) -> list[str]:
        return self.search.text().casefold().split()

    def _search(self) -> None:
        """List the pages with all words that were typed, and show where on the page they are."""
        if not self._texts:
            self._texts = [_plain_text(page).casefold() for page in self._pages]
        words = self._words()
        found = [all(word in text for word in words) for text in self._texts]
        for row, shown in enumerate(found):
            self.titles.setRowHidden(row, not shown)
        self.nothing.setVisible(not any(found))
        if any(found) and not found[self.titles.currentRow()]:
            self.titles.setCurrentRow(found.index(True))
        else:
            self._mark_words()

    def _mark_words(self) -> None:
        """Mark the words on the page, and show the first of them."""
        self._places: list[QTextCursor] = []
        look = QTextCharFormat()
        look.setBackground(QColor(theme().colours.accent))
        look.setForeground(QColor(theme().colours.on_accent))
        for word in (word for word in self._words() if len(word) > 1):
            place = self.text.document().find(word)
            while not place.isNull():
                self._places.append(place)
                place = self.text.document().find(word, place)
        self._places.sort(key=QTextCursor.selectionEnd)
        marked = [QTextEdit.ExtraSelection() for _ in self._places]
        for selection, place in zip(marked, self._places, strict=True):
            selection.cursor, selection.format = place, look
        self.text.setExtraSelections(marked)
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
        self._show_next()

    def _show_next(self) -> None:
        """Show the next of the words on the page; after the last, the first."""
        if not self._places:
            return
        now = self.text.textCursor().position()
        place = next((each for each in self._places if each.selectionEnd() > now), self._places[0])
        cursor = self.text.textCursor()
        cursor.setPosition(place.selectionEnd())
        self.text.setTextCursor(cursor)

    def _show(self, row: int) -> None:
        page = self._pages[row]
        show: Callable[[str], None] = self.text.setHtml if page.html else self.text.setMarkdown
        show(page.html or page.markdown)
        self._mark_words()


def _plain_text(page: Page) -> str:
    document = QTextDocument()
    if page.html:
        document.setHtml(page.html)
    else:
        document.setMarkdown(page.markdown)
    return document.toPlainText()
