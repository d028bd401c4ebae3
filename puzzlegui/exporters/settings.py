"""What can be chosen about an export, and how it reports: one table for command line and window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any

from puzzlegui.core.files import without_folders
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
    """Raised by a ``Report`` to end an export; nothing has been written then."""


ProgressReporter = Callable[[int, int], None]
"""Is told many times a second how many pieces of work are done, of how many."""


def ignore_progress(_done: int, _total: int) -> None:
    """The report of an export that nobody watches."""


@dataclass(frozen=True)
class Chapter:
    """One of the results that are written into one file.

    Attributes:
        solution: what is written, None where there is only ``error``.
        file: where its board comes from, as it was given, where there are several.
        error: what went wrong instead.
        written: of several solutions, from the second on, those that are written already, by
            ``Format.one``.
    """

    solution: Solution | None
    file: str = ""
    error: str = ""
    formatted: Sequence[str] = ()

    @property
    def heading(self) -> str:
        """What stands above it where there are several."""
        return without_folders(self.file)


@dataclass(frozen=True)
class Preview:
    """What a file will look like, for a dialog; may be used in any thread.

    Attributes:
        pages: of a booklet, positions of a film, 1 for a single picture.
        image: a page, counted from 0, as the largest QImage that fits into a width and a height.
        noun: what a page is called, marked.
        note: what should be known of the file besides, in a sentence.
    """

    pages: int
    image: Callable[[int, int, int], Any]
    noun: str = gettext_noop("Page")
    note: str = ""


def frames_note(pictures: int, moves: int) -> str:
    """What there is to say of a file that has not a picture for each move."""
    if pictures > moves:
        return ""
    return tr("Each frame covers several moves: {pictures} frames for {moves} moves.").format(
        pictures=group_digits(pictures), moves=group_digits(moves)
    )


@dataclass(frozen=True)
class FilmEstimate:
    """What a film will be, before it is made; may be used in any thread.

    Attributes:
        length: how many moves or steps it shows, in words.
        speed: moves or steps in a second.
        seconds: it lasts.
        pictures: in the file.
        skipped: says in a sentence how much of the whole is shown; empty if all is.
        weigh: the size of the file in bytes, told from a part of it; takes some tenths of a
            second.
    """

    length_text: str
    speed: float
    seconds: float
    frame_count: int
    skipped_note: str
    estimate_size: Callable[[ProgressReporter], int]

    def summary(self, size: int | None = None) -> str:
        """All that in a line, with the size if it is known."""
        text = tr("{length} at {speed} per second: {time}, {pictures}.")
        if size is not None:
            text = tr("{length} at {speed} per second: {time}, {pictures}, about {size}.")
        said = text.format(
            length=self.length_text,
            speed=short_decimal(self.speed),
            time=format_duration(self.seconds),
            pictures=quantity(self.frame_count, "frame"),
            size="" if size is None else format_file_size(size),
        )
        return f"{said} {self.skipped_note}" if self.skipped_note else said


def format_duration(seconds: float) -> str:
    """A time in words."""
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
    """A size in two or three digits."""
    millions = size / 1_000_000
    if millions < 1:
        return f"{max(1, round(size / 1000))} kB"
    return f"{decimal(millions, 1)} MB" if millions < 10 else f"{group_digits(round(millions))} MB"


@dataclass(frozen=True)
class Settings:
    """What is chosen for an export; each format uses those that it names."""

    notation: str = STANDARD.name
    paper: str = "a4"
    per_page: int = 6
    theme: str = "light"
    size: int = 400
    speed: float = 2.0
    stride: int = 1


@translated_fields
@dataclass(frozen=True)
class Setting:
    """A field of ``Settings`` as a user sees it.

    Attributes:
        name: of the field; on the command line with hyphens.
        label: what the user sees.
        choices: pairs of value and label; empty where a number between the bounds is wanted.
        least: smallest number.
        most: largest number.
    """

    name: str
    label: Translatable
    choices: TranslatableChoices = ()
    least: float = 0
    most: float = 0

    @property
    def default(self) -> Any:
        return getattr(Settings(), self.name)

    @property
    def option(self) -> str:
        """As it is written on the command line."""
        return "--" + self.name.replace("_", "-")

    def parse(self, text: str) -> Any:
        """The value written in ``text``.

        Raises:
            ValueError: it is none; the message says what is.
        """
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
        raise ValueError(
            tr("must be a number from {least} to {most}").format(
                least=short_decimal(self.least), most=short_decimal(self.most)
            )
        )


PER_PAGE = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4), 20: (4, 5)}
"""How many pictures a page can have, each with how many across and down."""

SETTINGS: dict[str, Setting] = {
    setting.name: setting
    for setting in (
        Setting("notation", "Notation", tuple(TITLES.items())),
        Setting("paper", "Paper", (("a4", "A4"), ("letter", "Letter"))),
        Setting("per_page", "Pictures per page", tuple((n, str(n)) for n in PER_PAGE)),
        Setting("theme", "Theme", (("light", "Light"), ("dark", "Dark"))),
        Setting("size", "Board size in pixels", least=64, most=2000),
        Setting("speed", "Speed (per second)", least=0.1, most=1000),
        Setting("stride", "Moves per frame", least=1, most=1000),
    )
}  # fmt: skip

assert list(SETTINGS) == [field.name for field in fields(Settings)]
