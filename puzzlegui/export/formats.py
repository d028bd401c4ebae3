"""The one table of formats that a solution can be written in."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from puzzlegui.core.boardfile import dump_solution
from puzzlegui.core.solution import Segment, Solution

_PER_LINE = 20


@dataclass(frozen=True)
class Format:
    """A way of writing a solution.

    Attributes:
        name: as given on the command line.
        title: as shown in the window.
        suffix: of its files.
        write: the text of a solution.
    """

    name: str
    title: str
    suffix: str
    write: Callable[[Solution], str]


def as_text(solution: Solution) -> str:
    """Moves for people: a comment for each stretch, the moves in lines of twenty."""
    board = solution.board
    lines = [f"# {board.title}"] if board.title else []
    lines += [f"# {board.describe()}", f"# {solution.solver}: {solution.outcome()}"]
    lines += [f"# {solution.chosen}"] if solution.chosen else []
    lists = solution.solutions or ([solution.moves] if solution.solved else [])
    for number, moves in enumerate(lists, 1):
        if len(lists) > 1:
            lines.append(f"# solution {number}: {len(moves)} moves")
        named = solution.segments if moves == solution.moves else ()
        for name, texts in _stretches(board.moves_text(moves), len(moves), named):
            if name and len(named) > 1:
                lines.append(f"# {name}")
            lines += (" ".join(texts[i : i + _PER_LINE]) for i in range(0, len(texts), _PER_LINE))
    return "\n".join(lines) + "\n"


def as_csv(solution: Solution) -> str:
    """A row for each move: its number, the move, the stretch it belongs to.

    Where all solutions were asked for, the number of the solution comes first.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    several = solution.solutions is not None
    writer.writerow([*(["solution"] if several else []), "step", "move", "segment"])
    lists = solution.solutions or ([solution.moves] if solution.solved else [])
    for number, moves in enumerate(lists, 1):
        texts = solution.board.moves_text(moves)
        step = 1 - (len(texts) - len(moves))  # the first cell of a maze's path is step 0
        named = solution.segments if moves == solution.moves else ()
        for name, stretch in _stretches(texts, len(moves), named):
            for text in stretch:
                writer.writerow([*([number] if several else []), step, text, name])
                step += 1
    return out.getvalue()


def _stretches(
    texts: list[str], moves: int, segments: Sequence[Segment]
) -> Iterator[tuple[str, list[str]]]:
    """The texts of each segment; those before the first move go with it."""
    lead = len(texts) - moves
    if not segments:
        yield "", texts
    for segment in segments:
        begin = segment.start + lead if segment.start else 0
        yield segment.name, texts[begin : segment.stop + lead]


FORMATS: dict[str, Format] = {
    format_.name: format_
    for format_ in (
        Format("text", "Text", ".txt", as_text),
        Format("csv", "CSV table", ".csv", as_csv),
        Format("json", "JSON solution file", ".json", dump_solution),
    )
}
