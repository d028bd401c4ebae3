"""Export formats of boards as other programs read them: definitions and starts of puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from puzzlegui.core.board import Board
from puzzlegui.core.language import Translatable
from puzzlegui.documents.text_formats import WRITTEN_FORMATS
from puzzlegui.exporters.formats import Format
from puzzlegui.exporters.settings import ExportSettings, ProgressReporter
from puzzlegui.families.registry import FAMILIES


def _format(
    name: str, title: Translatable, suffix: str, write: Callable[[Board], str]
) -> Format[Board]:
    def pieces(
        board: Board, _settings: ExportSettings, _report: ProgressReporter
    ) -> Iterator[bytes]:
        yield write(board).encode()

    return Format(name, title, suffix, pieces)


_STARTS = tuple(
    _format(reader.name, reader.title, reader.suffix, reader.write)
    for family in FAMILIES.values()
    for reader in family.scramble_readers
    if reader.write is not None
)
DEFINITION_FORMATS: dict[str, Format[Board]] = {
    format_.name: format_
    for format_ in (
        *(
            _format(form.name, form.title, form.suffix, form.write_board)
            for form in WRITTEN_FORMATS.values()
            if form.suffix and form.write_board is not None
        ),
        *_STARTS,
    )
}
"""Formats of boards whose moves permute their cells, by name."""
START_FORMATS = frozenset(format_.name for format_ in _STARTS)
"""Names of the formats that hold the start alone."""
