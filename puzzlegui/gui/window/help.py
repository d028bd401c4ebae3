"""Help: pages for the families, the solvers and the keys, from the program's own tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QTextBrowser,
    QWidget,
)

from puzzlegui import assets
from puzzlegui.documents.presets import PREFIX, load_preset
from puzzlegui.engine import registry
from puzzlegui.engine.sources import source_title
from puzzlegui.families.family import Family
from puzzlegui.families.registry import FAMILIES
from puzzlegui.gui.window.actions import shortcuts_html
from puzzlegui.gui.window.thumbnails import thumbnail

_PICTURE = 180


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


def pages() -> list[Page]:
    """All pages, in order."""
    found = [Page("First steps", markdown=assets.read_text("help", "first-steps.md"))]
    found += [
        Page(family.title, markdown=assets.read_family_help(family.name))
        for family in FAMILIES.values()
    ]
    found += [
        Page(f"Solvers: {family.title.lower()}", html=_solvers_html(family))
        for family in FAMILIES.values()
    ]
    return [*found, Page("Keyboard shortcuts", html=f"<h1>Keyboard</h1>{shortcuts_html()}")]


def _solvers_html(family: Family) -> str:
    parts = [f"<h1>Solvers: {escape(family.title.lower())}</h1>"]
    parts.append(f"<p><b>{registry.AUTO}</b>: {escape(registry.AUTO_SENTENCE)}</p>")
    for solver in family.solvers:
        title = source_title(solver.source)
        source = f" <i>[{escape(title)}]</i>" if title else ""
        parts.append(f"<p><b>{escape(solver.name)}</b>{source}: {escape(solver.sentence)}</p>")
    parts.append("<p>In brackets: the write-up whose method a solver reproduces.</p>")
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
    """The pages by title, and the one chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Help")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._pages = pages()
        self.titles = QListWidget()
        self.titles.setAccessibleName("Pages")
        self.titles.ensurePolished()  # rows are as high as the style wants them
        self.titles.setFixedWidth(190)
        for page in self._pages:
            self.titles.addItem(page.title)
        self.text = _Browser()
        self.text.setAccessibleName("Text of the page")
        self.text.setOpenExternalLinks(True)
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

    def _show(self, row: int) -> None:
        page = self._pages[row]
        show: Callable[[str], None] = self.text.setHtml if page.html else self.text.setMarkdown
        show(page.html or page.markdown)
