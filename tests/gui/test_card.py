"""Cards of the side panels."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from puzzlegui.gui.widgets.card import Card


def test_card_is_named_by_its_title(qtbot: QtBot) -> None:
    card = Card("boardCard", "Board", headed=False)
    qtbot.addWidget(card)
    card.body.addWidget(QLabel("Title"))
    card.show()
    assert card.accessibleName() == "Board"
    assert [label.text() for label in card.findChildren(QLabel) if label.isVisible()] == ["Title"]


def test_card_note_hides_while_it_is_empty(qtbot: QtBot) -> None:
    card = Card("boardCard", "Board")
    qtbot.addWidget(card)
    button = QPushButton("Palette")
    card.add_to_heading(button)
    card.resize(300, 100)
    card.show()
    assert not card.note.isVisible()
    card.set_note("Rotation grid")
    assert card.note.isVisible()
    assert button.geometry().left() > card.note.geometry().left()
    card.set_note("")
    assert not card.note.isVisible()
