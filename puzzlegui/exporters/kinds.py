"""Kinds of exports of a puzzle: a card of the export sheet for each. Independent of Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from puzzlegui.core.language import Translatable, tr, translated_fields
from puzzlegui.exporters.formats import Format
from puzzlegui.exporters.puzzles import ANSWER_PAGE, BOOKLET, PAGE, Puzzle, formats_of

PRINT, KIOSK = "print", "kiosk"
"""Names of the kinds that write no file."""


@translated_fields
@dataclass(frozen=True)
class ExportKind:
    """Kind of exports that serve the same purpose.

    Attributes:
        name: name of the kind and of its icon.
        title: title of its card.
        description: two lines about it.
        verb: text of the button that does it.
        formats: names of its formats, of which the user chooses.
        needs_solution: True if all formats show the moves of a solution.
        needs_valid: True if the board must have no problems.
        has_link: True if a link to the board serves the same purpose.
    """

    name: str
    title: Translatable
    description: Translatable
    verb: Translatable
    formats: tuple[str, ...] = ()
    needs_solution: bool = False
    needs_valid: bool = False
    has_link: bool = False

    def formats_of(self, puzzle: Puzzle) -> Mapping[str, Format[Puzzle]]:
        """Return its formats for a puzzle, by name."""
        available = formats_of(puzzle)
        return {name: available[name] for name in self.formats if name in available}

    def unavailable_reason(self, puzzle: Puzzle, *, locked: bool, valid: bool) -> str:
        """Return why a puzzle cannot be exported so; empty if it can.

        Args:
            puzzle: the puzzle.
            locked: True if its solutions are locked.
            valid: True if its board has no problems.
        """
        if self.needs_valid and not valid:
            return tr("The board has problems. Mend them in Design first.")
        if self.needs_solution and locked:
            return tr("The board is locked, so it gives no answer.")
        if self.needs_solution and puzzle.solution is None:
            return tr("There is no solution yet. Solve the board first.")
        return ""


EXPORT_KINDS: dict[str, ExportKind] = {
    kind.name: kind
    for kind in (
        ExportKind(
            PRINT, "Print", "The board, with or without its answer. A4, Letter, cut-out tiles.",
            "P&rint…", (PAGE, ANSWER_PAGE, BOOKLET),
        ),
        ExportKind(
            "page", "Page to play", "One file or a link that anyone can open and play. "
            "No answer inside.", "&Save page…", ("play-page",), needs_valid=True, has_link=True,
        ),
        ExportKind(
            "moves", "Moves", "The list of moves in any notation: text, table, JSON.",
            "&Save moves…", ("text", "csv", "json", "markdown"), needs_solution=True,
        ),
        ExportKind(
            "film", "Film or page with the solution", "GIF, WebP, MP4, or a page or picture that "
            "shows every step.", "&Save film…",
            ("gif", "webp", "mp4", "html", "storyboard", "storyboard-svg"), needs_solution=True,
        ),
        ExportKind(
            "card", "Card", "A picture with rule, link and QR code to share or to hang up.",
            "&Save card…", ("card", "card-svg", "picture", "picture-svg"), needs_valid=True,
            has_link=True,
        ),
        ExportKind(
            KIOSK, "Kiosk", "The board alone, full screen, with timer, message and PIN.",
            "&Start kiosk…", needs_valid=True,
        ),
    )
}  # fmt: skip
"""Kinds of exports by name, in the order of their cards."""


def kind_of(format_name: str) -> str:
    """Return the name of the kind that has a format; empty if none has it."""
    return next((kind.name for kind in EXPORT_KINDS.values() if format_name in kind.formats), "")
