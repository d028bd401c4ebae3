"""Progress display on a terminal."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Sequence
from typing import Self, TextIO

from puzzlegui.cli.common import print_note
from puzzlegui.core.files import printable
from puzzlegui.core.formatting import decimal, group_digits, mebibytes
from puzzlegui.core.formatting import seconds as in_seconds
from puzzlegui.core.language import tr
from puzzlegui.engine import run as runs
from puzzlegui.engine.benchmark import benchmark
from puzzlegui.engine.benchmark.rows import Row, Stage
from puzzlegui.engine.graph.level_counts import LevelCounts
from puzzlegui.exporters.formats import Content, Format
from puzzlegui.exporters.settings import ExportSettings, ignore_progress
from puzzlegui.exporters.solution_texts import single_line


class ProgressLine:
    """Status line on a terminal, rewritten at most five times a second."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self._stream: TextIO | None = sys.stderr if sys.stderr.isatty() and not quiet else None
        self._shown = time.monotonic()  # short operations show nothing
        self._width = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def show_search(self, stats: runs.Stats) -> None:
        """Show the progress of a search."""
        if self._due():
            self._show(_statistics(stats))

    def show_comparison(self, rows: Sequence[Row]) -> None:
        """Show the progress of a comparison and of its first running solver."""
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
        self._show([done, *_statistics(stats), (8, single_line(first.title))])

    def print_estimate(
        self, content: Content, format_: Format[Content], settings: ExportSettings
    ) -> None:
        """Print the size estimate of a film: on a terminal, or if it skips moves."""
        if format_.estimate is None or self.quiet:
            return
        forecast = format_.estimate(content, settings)
        if self._stream is not None:
            self.clear()
            print_note(forecast.summary(forecast.estimate_size(ignore_progress)))
        elif forecast.skipped_note:
            print_note(forecast.summary())

    def show_exploration(self, explored: LevelCounts, states: int, seconds: float) -> None:
        """Show the progress of an exploration."""
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

    def show_recording(self, steps: int) -> None:
        """Show the progress of recording a search."""
        if self._due():
            self._show([(0, tr("watch  {count} steps").format(count=group_digits(steps)))])

    def show_study(self, progress: benchmark.BenchmarkProgress) -> None:
        """Show the progress of a study."""
        if not self._due():
            return
        message = tr("{done} of {total} runs").format(
            done=group_digits(progress.done), total=group_digits(progress.total)
        )
        rate = progress.added / progress.seconds if progress.seconds > 0 else 0.0
        self._show([(0, message), (1, tr("{rate}/s").format(rate=decimal(rate, 1)))])

    def show_creation(self, steps: int, most: int, seconds: float) -> None:
        """Show the progress of creating a board."""
        if not self._due():
            return
        parts = [(0, tr("new board  {seconds} s").format(seconds=decimal(seconds, 1)))]
        if most:
            message = tr("{done} of {total} steps")
            parts.append((1, message.format(done=group_digits(steps), total=group_digits(most))))
        self._show(parts)

    @property
    def visible(self) -> bool:
        """True if progress is displayed."""
        return self._stream is not None

    def show_writing(self, done: int, total: int) -> None:
        """Show the progress of writing a file."""
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
        """Write the parts that fit, those of the lowest rank first."""
        assert self._stream is not None
        room = _columns(self._stream) - 1  # some terminals begin a new line after the last column
        line = _fit_parts([(rank, printable(text)) for rank, text in parts], room)
        self._stream.write("\r" + line.ljust(min(self._width, room)))
        self._stream.flush()
        self._width = len(line)

    def clear(self) -> None:
        """Clear the line."""
        if self._width and self._stream is not None:
            width = min(self._width, _columns(self._stream) - 1)
            self._stream.write("\r" + " " * width + "\r")
            self._stream.flush()
            self._width = 0


def _statistics(stats: runs.Stats) -> list[tuple[int, str]]:
    """Return the statistics of a run, each with its rank."""
    rate = round(stats.states / stats.seconds) if stats.seconds > 0 else 0
    parts = [
        (0, f"{stats.solver}  {in_seconds(stats.seconds)}"),
        (3, tr("{states} states").format(states=group_digits(stats.states))),
        (6, f"{group_digits(rate)}/s" if rate else ""),
        (4, tr("depth {depth}").format(depth=group_digits(stats.depth)) if stats.depth else ""),
        (
            2,
            tr("at least {bound} moves").format(bound=group_digits(stats.lower_bound))
            if stats.lower_bound
            else "",
        ),
        (
            1,
            tr("found {length}").format(length=group_digits(stats.best_length))
            if stats.best_length is not None
            else "",
        ),
        (5, mebibytes(stats.memory_mib)),
        (7, stats.phase),
    ]
    return [(rank, text) for rank, text in parts if text]


def _fit_parts(parts: list[tuple[int, str]], room: int) -> str:
    """Join the parts that fit into ``room`` columns, in order; low ranks take precedence."""
    kept: set[int] = set()
    for number in sorted(range(len(parts)), key=lambda number: parts[number][0]):
        texts = [text for at, (_, text) in enumerate(parts) if at in kept or at == number]
        if len("  ".join(texts)) <= room:
            kept.add(number)
    return "  ".join(text for at, (_, text) in enumerate(parts) if at in kept)


def _columns(terminal: TextIO) -> int:
    """Return the current width of a terminal; standard output may be another terminal."""
    try:
        columns = os.get_terminal_size(terminal.fileno()).columns
    except (OSError, ValueError):
        columns = 0
    return columns or shutil.get_terminal_size().columns
