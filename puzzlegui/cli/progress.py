"""How far a search or a file has come, shown on a terminal."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Sequence
from typing import Self, TextIO

from puzzlegui.cli.common import note
from puzzlegui.core.counting import decimal, group_digits, mebibytes
from puzzlegui.core.counting import seconds as in_seconds
from puzzlegui.core.files import printable
from puzzlegui.core.language import tr
from puzzlegui.engine import run as runs
from puzzlegui.engine.benchmark import benchmark
from puzzlegui.engine.benchmark.rows import Row, Stage
from puzzlegui.engine.graph.explored import LevelCounts
from puzzlegui.exporters.formats import Content, Format
from puzzlegui.exporters.settings import Settings, unheard
from puzzlegui.exporters.texts import one_line


class Progress:
    """One line that is written over and over, at most five times a second, to a terminal only."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self._stream: TextIO | None = sys.stderr if sys.stderr.isatty() and not quiet else None
        self._shown = time.monotonic()  # what is done at once shows nothing
        self._width = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def solving(self, stats: runs.Stats) -> None:
        """Show how far a search has come."""
        if self._due():
            self._show(_figures(stats))

    def comparing(self, rows: Sequence[Row]) -> None:
        """Show how far a comparison has come, and what the first of its runs is doing."""
        running = [row for row in rows if row.stage is Stage.RUNNING]
        if not (running and self._due()):
            return
        first = running[0]
        ended = sum(row.ended for row in rows)
        stats = runs.Stats(
            first.solver, first.phase, first.seconds or 0.0, first.states or 0, 0,
            first.lower_bound, first.length, first.memory_mib or 0.0,
        )  # fmt: skip
        done = (
            0,
            tr("{ended} of {count}").format(
                ended=group_digits(ended), count=group_digits(len(rows))
            ),
        )
        self._show([done, *_figures(stats), (8, one_line(first.title))])

    def foretell(self, content: Content, format_: Format[Content], settings: Settings) -> None:
        """Say what a film will be, before it is made: to a terminal, or where it skips moves."""
        if format_.forecast is None or self.quiet:
            return
        forecast = format_.forecast(content, settings)
        if self._stream is not None:
            self.clear()
            note(forecast.words(forecast.weigh(unheard)))
        elif forecast.skipped:
            note(forecast.words())

    def exploring(self, explored: LevelCounts, states: int, seconds: float) -> None:
        """Show how far an exploration has come."""
        if not self._due():
            return
        duration, depth = decimal(seconds, 1), group_digits(len(explored.counts))
        self._show(
            [
                (0, tr("explore  {seconds} s").format(seconds=duration)),
                (1, tr("depth {depth}").format(depth=depth)),
                (2, tr("{count} arrangements").format(count=group_digits(states))),
            ]
        )

    def recording(self, steps: int) -> None:
        """Show how far the recording of a search has come."""
        if self._due():
            self._show([(0, tr("watch  {count} steps").format(count=group_digits(steps)))])

    def studying(self, progress: benchmark.Progress) -> None:
        """Show how far a study has come."""
        if not self._due():
            return
        said = tr("{done} of {total} runs").format(
            done=group_digits(progress.done), total=group_digits(progress.total)
        )
        rate = progress.added / progress.seconds if progress.seconds > 0 else 0.0
        self._show([(0, said), (1, tr("{rate}/s").format(rate=decimal(rate, 1)))])

    def making(self, steps: int, most: int, seconds: float) -> None:
        """Show how far the making of a board has come."""
        if not self._due():
            return
        parts = [(0, tr("new board  {seconds} s").format(seconds=decimal(seconds, 1)))]
        if most:
            said = tr("{done} of {total} steps")
            parts.append((1, said.format(done=group_digits(steps), total=group_digits(most))))
        self._show(parts)

    @property
    def shown(self) -> bool:
        """Whether anything is shown."""
        return self._stream is not None

    def drawing(self, done: int, total: int) -> None:
        """Show how far a file has come."""
        if self._due():
            self._show(
                [
                    (
                        0,
                        tr("writing  {done} of {total}").format(
                            done=group_digits(done), total=group_digits(total)
                        ),
                    )
                ]
            )

    def _due(self) -> bool:
        now = time.monotonic()
        if self._stream is None or now - self._shown < 0.2:
            return False
        self._shown = now
        return True

    def _show(self, parts: list[tuple[int, str]]) -> None:
        """Write the parts that there is room for, those of the lowest rank first."""
        assert self._stream is not None
        room = _columns(self._stream) - 1  # some terminals begin a new line after the last column
        line = _fitting([(rank, printable(text)) for rank, text in parts], room)
        self._stream.write("\r" + line.ljust(min(self._width, room)))
        self._stream.flush()
        self._width = len(line)

    def clear(self) -> None:
        """Take the line away."""
        if self._width and self._stream is not None:
            width = min(self._width, _columns(self._stream) - 1)
            self._stream.write("\r" + " " * width + "\r")
            self._stream.flush()
            self._width = 0


def _figures(stats: runs.Stats) -> list[tuple[int, str]]:
    """What there is to say of a run, each with its rank."""
    rate = round(stats.states / stats.seconds) if stats.seconds > 0 else 0
    parts = [
        (0, f"{stats.solver}  {in_seconds(stats.seconds)}"),
        (3, tr("{states} states").format(states=group_digits(stats.states))),
        (6, f"{group_digits(rate)}/s" if rate else ""),
        (4, tr("depth {depth}").format(depth=group_digits(stats.depth)) if stats.depth else ""),
        (
            2,
            tr("at least {bound} moves").format(bound=group_digits(stats.bound))
            if stats.bound
            else "",
        ),
        (
            1,
            tr("found {length}").format(length=group_digits(stats.length))
            if stats.length is not None
            else "",
        ),
        (5, mebibytes(stats.memory_mib)),
        (7, stats.phase),
    ]
    return [(rank, text) for rank, text in parts if text]


def _fitting(parts: list[tuple[int, str]], room: int) -> str:
    """The parts that so many columns hold, in their order; those of a low rank come first."""
    kept: set[int] = set()
    for number in sorted(range(len(parts)), key=lambda number: parts[number][0]):
        texts = [text for at, (_, text) in enumerate(parts) if at in kept or at == number]
        if len("  ".join(texts)) <= room:
            kept.add(number)
    return "  ".join(text for at, (_, text) in enumerate(parts) if at in kept)


def _columns(terminal: TextIO) -> int:
    """How wide a terminal is now; standard output may be another, or a file."""
    try:
        columns = os.get_terminal_size(terminal.fileno()).columns
    except (OSError, ValueError):
        columns = 0
    return columns or shutil.get_terminal_size().columns
