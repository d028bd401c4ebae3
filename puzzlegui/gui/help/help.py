"""Help: pages for the families, the solvers and the keys, from the program's own tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QTextDocument
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QTextBrowser,
    QWidget,
)

from puzzlegui import assets
from puzzlegui.core.language import mark, tr
from puzzlegui.documents.lessons import LESSONS, Lesson
from puzzlegui.documents.presets import PREFIX, load_preset
from puzzlegui.engine import registry
from puzzlegui.engine.sources import source_title
from puzzlegui.families.family import Family
from puzzlegui.families.registry import FAMILIES
from puzzlegui.gui.board.thumbnails import thumbnail
from puzzlegui.gui.help.keys import shortcuts_html

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


FIRST_STEPS, KEYS = mark("First steps"), mark("Keyboard shortcuts")
"""Titles of pages that are opened from elsewhere."""


def pages() -> list[Page]:
    """All pages, in order."""
    found = [Page(tr(FIRST_STEPS), markdown=assets.read_help("first-steps"))]
    found += [
        Page(family.title, markdown=assets.read_family_help(family.name))
        for family in FAMILIES.values()
    ]
    found += [
        Page(_solvers_title(family), html=_solvers_html(family)) for family in FAMILIES.values()
    ]
    found.append(Page(tr("Comparing solvers"), markdown=assets.read_help("compare")))
    found.append(Page(tr("Exploring arrangements"), markdown=assets.read_help("explore")))
    found.append(Page(tr("Studies"), markdown=assets.read_help("study")))

    found.append(Page(tr("Neighbours"), markdown=assets.read_help("walk")))
    found.append(Page(tr("Formats and notations"), markdown=assets.read_help("formats")))
    found.append(Page(tr("Command line"), markdown=assets.read_help("command-line")))
    found += [Page(tr(lesson.title), markdown=_with_link(lesson)) for lesson in LESSONS.values()]
    return [*found, _keys_page()]


def _keys_page() -> Page:
    heading = escape(tr("Keyboard"))
    return Page(tr(KEYS), html=f"<h1>{heading}</h1>{shortcuts_html()}")


def _solvers_title(family: Family) -> str:
    return tr("Solvers: {family}").format(family=family.title)


def _with_link(lesson: Lesson) -> str:
    """The text of a lesson, with a link that opens it after its title."""
    title, _, text = lesson.text.partition("\n")
    return f"{title}\n\n[{tr('Open the lesson')}]({_LESSON}:{lesson.name})\n{text}"


def _solvers_html(family: Family) -> str:
    parts = [f"<h1>{escape(_solvers_title(family))}</h1>"]
    parts.append(f"<p><b>{registry.AUTO}</b>: {escape(tr(registry.AUTO_SENTENCE))}</p>")
    for solver in family.solvers:
        title = source_title(solver.source)
        source = f" <i>[{escape(title)}]</i>" if title else ""
        parts.append(f"<p><b>{escape(solver.name)}</b>{source}: {escape(solver.sentence)}</p>")
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
    """The pages by title, and the one chosen.

    Signals:
        lesson_wanted: the lesson of this name is to be opened.
    """

    lesson_wanted = Signal(str)

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
        self.text = _Browser()
        self.text.setAccessibleName(tr("Text of the page"))
        self.text.setOpenLinks(False)
        self.text.anchorClicked.connect(self._follow)
        self.text.document().setDocumentMargin(14)
        row = QHBoxLayout(self)
        row.addWidget(self.titles)
        row.addWidget(self.text, 1)
        self.titles.currentRowChanged.connect(self._show)
        self.resize(QSize(760, 540))

    def open_page(self, title: str) -> None:
        """Show a page."""
        self.titles.setCurrentRow([page.title for page in self._pages].index(title))
        self.show()

    def _follow(self, address: QUrl) -> None:
        """Open a lesson, or a page of the web."""
        if address.scheme() == _LESSON:
            self.lesson_wanted.emit(address.path())
        else:
            QDesktopServices.openUrl(address)

    def _show(self, row: int) -> None:
        page = self._pages[row]
        show: Callable[[str], None] = self.text.setHtml if page.html else self.text.setMarkdown
        show(page.html or page.markdown)
