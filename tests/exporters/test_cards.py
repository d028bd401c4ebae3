"""Cards: a picture of a puzzle with its ID and a QR code."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest
from PySide6.QtGui import QImage

from puzzlegui.documents.board_id import write_id
from puzzlegui.documents.book import BookPuzzle
from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.engine.run import solve
from puzzlegui.exporters.cards import CARD_FORMATS, MOST_QR_VERSION, Card, qr_squares
from puzzlegui.exporters.settings import SETTINGS, ExportSettings, ignore_progress


def written(card: Card, name: str = "svg", **settings: Any) -> bytes:
    return b"".join(CARD_FORMATS[name].write(card, ExportSettings(**settings), ignore_progress))


def texts(card: Card, **settings: Any) -> str:
    """Return all texts of the SVG card, without blanks."""
    root = ET.fromstring(written(card, **settings))
    return "".join("".join(root.itertext()).split())


def card_of(name: str, **changes: Any) -> Card:
    board = load_preset(name)
    return Card(BookPuzzle(board, **changes), write_id(board))


def answered(name: str) -> Card:
    found = solve(load_preset(name))
    return card_of(name, length=len(found.moves), optimal=found.optimal, moves=found.moves)


@pytest.mark.thorough
@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_has_a_card(name: str) -> None:
    card = card_of(name)
    text = texts(card)
    assert "".join(load_preset(name).title.split()) in text
    assert card.board_id in text
    assert ("toolongforaQRcode" in text) == (qr_squares(card.board_id) is None)
    image = QImage.fromData(written(card, "png"))
    assert image.width() == 2000


def test_card_shows_a_clue() -> None:
    card = card_of("mystery-box")
    assert "Lookunder<therug>." in texts(card, note="Look under\n<the rug>.")
    with pytest.raises(ValueError, match="at most 200"):
        SETTINGS["note"].parse("x" * 201)
    assert SETTINGS["note"].parse("x" * 200) == "x" * 200


@pytest.mark.parametrize("name", ["mystery-box", "schonbrunn-hard", "shift-4x4"])
@pytest.mark.examples(1)
def test_nothing_gives_the_answer_away(name: str) -> None:
    card, with_answer = card_of(name), answered(name)
    moves = "".join(card.puzzle.board.format_moves(with_answer.puzzle.moves or ()))
    assert moves not in texts(card)
    assert "Answer" not in texts(card)
    assert moves in texts(with_answer)
    assert "Answer" in texts(with_answer)
    assert written(card) == written(card)


def test_a_qr_code_is_that_of_the_id() -> None:
    segno = pytest.importorskip("segno")
    text = card_of("mystery-box").board_id
    squares = qr_squares(text)
    assert squares is not None
    code = segno.make(text.upper(), micro=False, error="l")
    assert code.mode == "alphanumeric"
    assert squares == [[bool(dark) for dark in row] for row in code.matrix]
    assert len(squares) == 17 + 4 * code.version


def test_long_ids_have_no_qr_code() -> None:
    longest = qr_squares("A" * 1249)
    assert longest is not None
    assert len(longest) == 17 + 4 * MOST_QR_VERSION
    assert qr_squares("A" * 1250) is None
    assert qr_squares("A" * 10_000) is None
