"""Settings, progress, previews and estimates of exports, for the command line and the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any

from puzzlegui.core.files import escape_controls, without_folders
from puzzlegui.core.formatting import decimal, group_digits, quantity, short_decimal
from puzzlegui.core.language import (
    Translatable,
    TranslatableChoices,
    gettext_noop,
    tr,
    translated_fields,
)
from puzzlegui.core.notation import STANDARD
from puzzlegui.core.solution import Solution
from puzzlegui.core.suggestions import with_suggestion
from puzzlegui.families.notation import TITLES


class CancelledError(Exception):
    """Raised by a ``ProgressReporter`` to cancel an export; no file is written."""


ProgressReporter = Callable[[int, int], None]
"""Progress callback, called many times per second with the work done and the total work."""


def ignore_progress(_done: int, _total: int) -> None:
    """Ignore the progress of an export."""


@dataclass(frozen=True)
class Chapter:
    """Result of solving a board, for a file that may hold several.

    Attributes:
        solution: solution to export; None if there is an error instead.
        file: source of the board as given by the user; empty for a single board.
        error: error message, if there is no solution.
        formatted: listed solutions, from the second on, already formatted by
            ``SolutionFormat.format_listed``.
    """

    solution: Solution | None
    file: str = ""
    error: str = ""
    formatted: Sequence[str] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "error", escape_controls(self.error))  # may quote a file

    @property
    def heading(self) -> str:
        """Heading of the chapter in a file with several."""
        return without_folders(self.file)


@dataclass(frozen=True)
class Preview:
    """Preview of a file, for a dialog; may be used in any thread.

    Attributes:
        pages: number of pages of a booklet or positions of a film; 1 for a single picture.
        image: returns a page, counted from 0, as the largest QImage that fits into a width and a
            height.
        noun: name of a page, marked for translation.
        note: additional note about the file, a sentence.
    """

    pages: int
    image: Callable[[int, int, int], Any]
    noun: str = gettext_noop("Page")
    note: str = ""


def frames_note(pictures: int, moves: int) -> str:
    """Return a note if a file has fewer pictures than moves; empty otherwise."""
    if pictures > moves:
        return ""
    return tr("Each frame covers several moves: {pictures} frames for {moves} moves.").format(
        pictures=group_digits(pictures), moves=group_digits(moves)
    )


@dataclass(frozen=True)
class FilmEstimate:
    """Estimated length and size of a film; may be used in any thread.

    Attributes:
        length_text: number of moves or steps, in words.
        speed: moves or steps per second.
        seconds: duration of the film.
        frame_count: number of frames in the file.
        skipped_note: sentence on omitted positions or steps; empty if all are shown.
        estimate_size: estimates the size of the file in bytes by encoding a part of it, which
            takes some tenths of a second.
    """

    length_text: str
    speed: float
    seconds: float
    frame_count: int
    skipped_note: str
    estimate_size: Callable[[ProgressReporter], int]

    def summary(self, size: int | None = None) -> str:
        """Return a line that describes the film, with the size in bytes if it is known."""
        text = tr("{length} at {speed} per second: {time}, {pictures}.")
        if size is not None:
            text = tr("{length} at {speed} per second: {time}, {pictures}, about {size}.")
        summary = text.format(
            length=self.length_text,
            speed=short_decimal(self.speed),
            time=format_duration(self.seconds),
            pictures=quantity(self.frame_count, "frame"),
            size="" if size is None else format_file_size(size),
        )
        return f"{summary} {self.skipped_note}" if self.skipped_note else summary


def format_duration(seconds: float) -> str:
    """Format a duration, such as ``28 min 39 s``."""
    if seconds < 60:
        return tr("{number} s").format(number=decimal(seconds, 1))
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return (
        tr("{hours} h {minutes} min").format(
            hours=group_digits(hours), minutes=group_digits(minutes)
        )
        if hours
        else tr("{minutes} min {rest} s").format(
            minutes=group_digits(minutes), rest=group_digits(rest)
        )
    )


def format_file_size(size: int) -> str:
    """Format a file size in kB or MB, with two or three digits."""
    millions = size / 1_000_000
    if millions < 1:
        return f"{max(1, round(size / 1000))} kB"
    return f"{decimal(millions, 1)} MB" if millions < 10 else f"{group_digits(round(millions))} MB"


@dataclass(frozen=True)
class ExportSettings:
    """Settings of an export; each format uses those listed in ``Format.settings``."""

    notation: str = STANDARD.name
    paper: str = "a4"
    per_page: int = 6
    theme: str = "light"
    size: int = 400
    speed: float = 2.0
    stride: int = 1
    puzzles_per_page: int = 2
    text_size: str = "normal"
    answers: str = "end"
    pieces: float = 0.0
    front: str = "both"
    stars: str = "absolute"
    lengths: str = "hidden"
    note: str = ""


@translated_fields
@dataclass(frozen=True)
class ExportSetting:
    """User-visible description of a field of ``ExportSettings``.

    Attributes:
        name: name of the field; on the command line with hyphens.
        label: label shown in the window.
        choices: pairs of value and label; empty for a text, and for a number from ``least`` to
            ``most``.
        least: smallest number.
        most: largest number, or greatest number of characters.
        without: text for the number 0, if that is possible besides the others.
        unit: unit of the number.
        flag: option on the command line, if it is not the name.
    """

    name: str
    label: Translatable
    choices: TranslatableChoices = ()
    least: float = 0
    most: float = 0
    without: Translatable = ""
    unit: str = ""
    flag: str = ""

    @property
    def default(self) -> Any:
        return getattr(ExportSettings(), self.name)

    @property
    def is_text(self) -> bool:
        """True if any text of at most ``most`` characters is a value."""
        return isinstance(self.default, str) and not self.choices

    @property
    def option(self) -> str:
        """Option on the command line."""
        return self.flag or "--" + self.name.replace("_", "-")

    def parse(self, text: str) -> Any:
        """Parse a value.

        Raises:
            ValueError: the text is not a valid value; the message lists the valid ones.
        """
        if self.is_text:
            if len(text) > self.most:
                raise ValueError(
                    tr("must have at most {most} characters").format(most=short_decimal(self.most))
                )
            return text
        kind = type(self.default)
        try:
            value = kind(text)
        except ValueError:
            value = None
        if self.choices:
            allowed = [choice for choice, _ in self.choices]
            if value in allowed:
                return value
            choices = tr("choose from {choices}").format(choices=", ".join(map(str, allowed)))
            raise ValueError(with_suggestion(choices, text, allowed))
        if value is not None and self.least <= value <= self.most:
            return value
        if self.without and value == 0:
            return value
        raise ValueError(
            tr("must be a number from {least} to {most}").format(
                least=short_decimal(self.least), most=short_decimal(self.most)
            )
        )


PER_PAGE = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4), 20: (4, 5)}
"""Possible numbers of pictures per page, with their columns and rows."""

PUZZLES_PER_PAGE = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}
"""Possible numbers of puzzles per page of a book, with their columns and rows."""

SETTINGS: dict[str, ExportSetting] = {
    setting.name: setting
    for setting in (
        ExportSetting("notation", "Notation", tuple(TITLES.items())),
        ExportSetting("paper", "Paper", (("a4", "A4"), ("letter", "Letter"))),
        ExportSetting("per_page", "Pictures per page", tuple((n, str(n)) for n in PER_PAGE)),
        ExportSetting("theme", "Theme", (("light", "Light"), ("dark", "Dark"))),
        ExportSetting("size", "Board size in pixels", least=64, most=2000),
        ExportSetting("speed", "Speed (per second)", least=0.1, most=1000),
        ExportSetting("stride", "Moves per frame", least=1, most=1000),
        ExportSetting(
            "puzzles_per_page", "Puzzles per page", tuple((n, str(n)) for n in PUZZLES_PER_PAGE),
            flag="--per-page",
        ),
        ExportSetting(
            "text_size", "Text size", (("normal", "Normal"), ("large", "Large print")),
            flag="--large-print",
        ),
        ExportSetting("answers", "Answers", (("end", "After the puzzles"), ("none", "None"))),
        ExportSetting("pieces", "Cut-out tiles", least=8, most=80, without="none", unit="mm"),
        ExportSetting(
            "front", "First pages",
            (("both", "Cover and rules"), ("cover", "Cover"), ("rules", "Rules"), ("none", "None")),
        ),
        ExportSetting(
            "stars", "Stars", (("absolute", "By number of moves"), ("relative", "Within the book"))
        ),
        ExportSetting(
            "lengths", "Number of moves", (("hidden", "Hidden"), ("shown", "Shown"))
        ),
        ExportSetting("note", "Clue or note", most=200),
    )
}  # fmt: skip

assert list(SETTINGS) == [field.name for field in fields(ExportSettings)]
