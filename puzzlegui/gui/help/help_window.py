"""The help window: guides, families, solvers, lessons and keyboard shortcuts."""

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
from puzzlegui.gui.help.shortcuts import shortcuts_html
from puzzlegui.gui.model.mode import DESIGN, PLAY, SOLUTION
from puzzlegui.gui.style.theme import theme
from puzzlegui.gui.widgets.basic import text_label

_PICTURE_SIZE = 180
_LESSON = "lesson"
"""Scheme of the links that open a lesson."""
_LEAST_LETTERS = 3
"""Letters of a search word from which its synonyms are found, too."""
_ZOOM_STEP = 2
"""Points that the text grows at a key press."""


@dataclass(frozen=True)
class HelpPage:
    """A page of the help.

    Attributes:
        title: title in the list.
        markdown: text in Markdown, or empty.
        html: text generated from a table, or empty.
    """

    title: str
    markdown: str = ""
    html: str = ""


KEYS = gettext_noop("Keyboard shortcuts")
"""Title of the page that other parts of the program open."""
MODE_PAGES = {
    DESIGN: gettext_noop("Design a board"),
    PLAY: gettext_noop("Play by hand"),
    SOLUTION: gettext_noop("Solve and follow"),
}
"""Titles of the pages on the modes of the window."""
_GUIDES = {
    "first-steps": gettext_noop("First steps"),
    "design": MODE_PAGES[DESIGN],
    "play": MODE_PAGES[PLAY],
    "solve": MODE_PAGES[SOLUTION],
    "export": gettext_noop("Export and print"),
    "rooms": gettext_noop("Classes, exhibitions, puzzle rooms"),
}
_TOOLS = {
    "state-graph": gettext_noop("State graph"),
    "benchmark": gettext_noop("Benchmarks"),
    "watch": gettext_noop("Watch a search"),
    "formats": gettext_noop("Formats and notations"),
    "command-line": gettext_noop("Command line"),
}
"""Names and titles of the pages after those of the families; ``_GUIDES``: before them."""
_SYNONYMS = (
    gettext_noop("scramble shuffle mix"),
    gettext_noop("algorithm solver method"),
    gettext_noop("parity solvable unsolvable"),
    gettext_noop("shortcut hotkey key"),
    gettext_noop("timer clock time"),
    gettext_noop("rubik cube"),
    gettext_noop("gif video movie film"),
    gettext_noop("letter word name"),
    gettext_noop("colour color"),
    gettext_noop("undo back"),
    gettext_noop("teacher class pupil"),
    gettext_noop("pdf print paper"),
)
"""Groups of words for each of which a search finds the others, too."""
_WINDOW_PICTURES = re.compile(r"(?m)^!\[[^]]*\]\(window:[\w-]+\)\n+")
"""Pictures of windows, shown only in the documentation."""


def help_pages() -> list[HelpPage]:
    """Return all pages in order."""
    pages = [_help_page(name, title) for name, title in _GUIDES.items()]
    pages += [
        HelpPage(family.title, markdown=assets.read_family_help(family.name))
        for family in FAMILIES.values()
    ]
    pages += [
        HelpPage(_solvers_title(family), html=_solvers_html(family)) for family in FAMILIES.values()
    ]
    pages += [_help_page(name, title) for name, title in _TOOLS.items()]
    pages += [
        HelpPage(tr(lesson.title), markdown=_lesson_markdown(lesson)) for lesson in LESSONS.values()
    ]
    return [*pages, _keys_page()]


def _help_page(name: str, title: str) -> HelpPage:
    return HelpPage(tr(title), markdown=_WINDOW_PICTURES.sub("", assets.read_help(name)))


def _keys_page() -> HelpPage:
    heading = escape(tr("Keyboard"))
    return HelpPage(tr(KEYS), html=f"<h1>{heading}</h1>{shortcuts_html()}")


def _solvers_title(family: Family) -> str:
    return tr("Solvers: {family}").format(family=family.title)


def _lesson_markdown(lesson: Lesson) -> str:
    """Return the texts and questions of a lesson, with a link that opens it after its title."""
    parts = [f"# {tr(lesson.title)}", f"[{tr('Open the lesson')}]({_LESSON}:{lesson.name})"]
    for step in lesson.steps():
        parts += [step.text, f"*{step.question}*" if step.question else ""]
    return "\n\n".join(parts)


def _solvers_html(family: Family) -> str:
    parts = [f"<h1>{escape(_solvers_title(family))}</h1>"]
    parts.append(f"<p><b>{registry.AUTO}</b>: {escape(tr(registry.AUTO_DESCRIPTION))}</p>")
    for solver in family.solvers:
        title = source_title(solver.source)
        source = f" <i>[{escape(title)}]</i>" if title else ""
        parts.append(f"<p><b>{escape(solver.name)}</b>{source}: {escape(solver.description)}</p>")
    said = tr("In brackets: the source whose method the solver reproduces.")
    parts.append(f"<p>{escape(said)}</p>")
    return "".join(parts)


class _Browser(QTextBrowser):
    """Text browser that draws a page's pictures from the boards that they name."""

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        address = name if isinstance(name, str) else name.toString()
        if kind == QTextDocument.ResourceType.ImageResource.value and address.startswith(PREFIX):
            board = load_preset(address.removeprefix(PREFIX))
            return thumbnail(board, _PICTURE_SIZE, self.devicePixelRatioF())
        return super().loadResource(kind, name)


class HelpWindow(QDialog):
    """Window with a list of pages, the selected page and a search field.

    Signals:
        lesson_requested: name of a lesson that the user asked to open.
    """

    lesson_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Help"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._pages = help_pages()
        self.titles = QListWidget()
        self.titles.setAccessibleName(tr("Pages"))
        self.titles.ensurePolished()  # applies the style's row height
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
        self.no_match = text_label("helpNothingFound", 2)
        self.no_match.setText(tr("No page contains all of these words."))
        self.no_match.setFixedWidth(self.titles.width())
        self.no_match.hide()
        self.text = _Browser()
        self.text.setAccessibleName(tr("Text of the page"))
        self.text.setOpenLinks(False)
        self.text.anchorClicked.connect(self._follow)
        self.text.document().setDocumentMargin(14)
        side = QVBoxLayout()
        for widget in (self.search, self.no_match, self.titles):
            side.addWidget(widget)
        row = QHBoxLayout(self)
        row.addLayout(side)
        row.addWidget(self.text, 1)
        self.titles.currentRowChanged.connect(self._show)
        self.search.textChanged.connect(self._search)
        self.search.returnPressed.connect(self._show_next)
        self._enlarged = 0
        for keys, slot in (
            (QKeySequence.StandardKey.Find, self._focus_search),
            ("Ctrl++", lambda: self._enlarge(_ZOOM_STEP)),
            ("Ctrl+=", lambda: self._enlarge(_ZOOM_STEP)),
            ("Ctrl+-", lambda: self._enlarge(-_ZOOM_STEP)),
            ("Ctrl+0", lambda: self._enlarge(-self._enlarged)),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(slot)
        self.resize(QSize(760, 540))

    def open_page(self, title: str) -> None:
        """Open the window at a page."""
        self.search.clear()
        self.titles.setCurrentRow([page.title for page in self._pages].index(title))
        self.show()

    def _enlarge(self, points: int) -> None:
        """Make the text of the pages larger; negative numbers of points make it smaller."""
        before = self.text.font().pointSizeF()
        self.text.zoomIn(points)  # refused if nothing would be left
        self._enlarged += round(self.text.font().pointSizeF() - before)

    def _follow(self, address: QUrl) -> None:
        """Open a lesson or a web page."""
        if address.scheme() == _LESSON:
            self.lesson_requested.emit(address.path())
        else:
            QDesktopServices.openUrl(address)

    # --- searching ---

    def _focus_search(self) -> None:
        self.search.setFocus()
        self.search.selectAll()

    def _words(self) -> list[str]:
        """Return the search words."""
        return self.search.text().casefold().split()

    def _search(self) -> None:
        """List the pages that contain all search words or their synonyms, and mark them."""
        if not self._texts:
            self._texts = [_plain_text(page).casefold() for page in self._pages]
        wanted = [_with_synonyms(word) for word in self._words()]
        found = [
            all(any(word in text for word in words) for words in wanted) for text in self._texts
        ]
        for row, shown in enumerate(found):
            self.titles.setRowHidden(row, not shown)
        self.no_match.setVisible(not any(found))
        if any(found) and not found[self.titles.currentRow()]:
            self.titles.setCurrentRow(found.index(True))
        else:
            self._mark_words()

    def _mark_words(self) -> None:
        """Mark the search words on the page and scroll to the first match."""
        self._matches: list[QTextCursor] = []
        mark_format = QTextCharFormat()
        mark_format.setBackground(QColor(theme().colours.accent))
        mark_format.setForeground(QColor(theme().colours.on_accent))
        words = {other for word in self._words() if len(word) > 1 for other in _with_synonyms(word)}
        for word in words:
            place = self.text.document().find(word)
            while not place.isNull():
                self._matches.append(place)
                place = self.text.document().find(word, place)
        self._matches.sort(key=QTextCursor.selectionEnd)
        marked = [QTextEdit.ExtraSelection() for _ in self._matches]
        for selection, place in zip(marked, self._matches, strict=True):
            selection.cursor, selection.format = place, mark_format
        self.text.setExtraSelections(marked)
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
        self._show_next()

    def _show_next(self) -> None:
        """Scroll to the next match; after the last, to the first."""
        if not self._matches:
            return
        now = self.text.textCursor().position()
        place = next(
            (each for each in self._matches if each.selectionEnd() > now), self._matches[0]
        )
        cursor = self.text.textCursor()
        cursor.setPosition(place.selectionEnd())
        self.text.setTextCursor(cursor)

    def _show(self, row: int) -> None:
        page = self._pages[row]
        show: Callable[[str], None] = self.text.setHtml if page.html else self.text.setMarkdown
        show(page.html or page.markdown)
        self._mark_words()


def _with_synonyms(word: str) -> set[str]:
    """Return a search word, perhaps the beginning of one, with its synonyms."""
    found = {word}
    if len(word) >= _LEAST_LETTERS:
        for group in (*_SYNONYMS, *map(tr, _SYNONYMS)):
            if any(each.startswith(word) for each in group.split()):
                found.update(group.split())
    return found


def _plain_text(page: HelpPage) -> str:
    document = QTextDocument()
    if page.html:
        document.setHtml(page.html)
    else:
        document.setMarkdown(page.markdown)
    return document.toPlainText()
