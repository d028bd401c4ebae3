"""What can be chosen about an export, and how it reports: one table for command line and window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any

from puzzlegui.core.counting import counted, group_digits
from puzzlegui.core.notation import STANDARD
from puzzlegui.core.solution import Solution
from puzzlegui.families.notation import TITLES


class CancelledError(Exception):
    """Raised by a ``Report`` to end an export; nothing has been written then."""


Report = Callable[[int, int], None]
"""Is told many times a second how many pieces of work are done, of how many."""


def unheard(_done: int, _total: int) -> None:
    """The report of an export that nobody watches."""


@dataclass(frozen=True)
class Chapter:
    """One of the results that are written into one file.

    Attributes:
        solution: what is written, None where there is only ``error``.
        heading: stands above it where there are several.
        error: what went wrong instead.
        written: of several solutions, from the second on, those that are written already, by
            ``Format.one``.
    """

    solution: Solution | None
    heading: str = ""
    error: str = ""
    written: Sequence[str] = ()


@dataclass(frozen=True)
class Preview:
    """What a file will look like, for a dialog; may be used in any thread.

    Attributes:
        pages: of a booklet, positions of a film, 1 for a single picture.
        image: a page, counted from 0, as the largest QImage that fits into a width and a height.
        noun: what a page is called.
        note: what should be known of the file besides, in a sentence.
    """

    pages: int
    image: Callable[[int, int, int], Any]
    noun: str = "Page"
    note: str = ""


def stretched(pictures: int, moves: int) -> str:
    """What there is to say of a file that has not a picture for each move."""
    if pictures > moves:
        return ""
    counts = f"{group_digits(pictures)} pictures for {group_digits(moves)} moves"
    return f"A picture stands for several moves: {counts}."


@dataclass(frozen=True)
class Forecast:
    """What a film will be, before it is made; may be used in any thread.

    Attributes:
        moves: of the solution.
        speed: moves in a second.
        seconds: it lasts.
        pictures: in the file.
        skipped: how many positions are shown and why, where not all are; else empty.
        weigh: the size of the file in bytes, told from a part of it; takes some tenths of a
            second.
    """

    moves: int
    speed: float
    seconds: float
    pictures: int
    skipped: str
    weigh: Callable[[Report], int]

    def words(self, size: int | None = None) -> str:
        """All that in a line, with the size if it is known."""
        parts = [lasting(self.seconds), f"{group_digits(self.pictures)} pictures"]
        parts += [] if size is None else [f"about {megabytes(size)}"]
        text = f"{counted(self.moves, 'move')} at {self.speed:g} a second: {', '.join(parts)}."
        return f"{text} {self.skipped}." if self.skipped else text


def lasting(seconds: float) -> str:
    """A time in words."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"


def megabytes(size: int) -> str:
    """A size in two or three digits."""
    millions = size / 1_000_000
    if millions < 1:
        return f"{max(1, round(size / 1000))} kB"
    return f"{millions:.1f} MB" if millions < 10 else f"{group_digits(round(millions))} MB"


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
    label: str
    choices: tuple[tuple[Any, str], ...] = ()
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
            raise ValueError(f"choose from {', '.join(map(str, allowed))}")
        if value is not None and self.least <= value <= self.most:
            return value
        raise ValueError(f"a number from {self.least:g} to {self.most:g} is wanted")


PER_PAGE = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4), 20: (4, 5)}
"""How many pictures a page can have, each with how many across and down."""

SETTINGS: dict[str, Setting] = {
    setting.name: setting
    for setting in (
        Setting("notation", "Notation", tuple(TITLES.items())),
        Setting("paper", "Paper", (("a4", "A4"), ("letter", "Letter"))),
        Setting("per_page", "Pictures on a page", tuple((n, str(n)) for n in PER_PAGE)),
        Setting("theme", "Colours", (("light", "Light"), ("dark", "Dark"))),
        Setting("size", "Size of the board in pixels", least=64, most=2000),
        Setting("speed", "Moves in a second", least=0.1, most=1000),
        Setting("stride", "Moves to a picture", least=1, most=1000),
    )
}  # fmt: skip

assert list(SETTINGS) == [field.name for field in fields(Settings)]
