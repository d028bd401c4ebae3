"""Panels that show a solution, each for a move or for several. Independent of Qt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from puzzlegui.core.cells import Cell, cells_of
from puzzlegui.core.motion import Motion
from puzzlegui.core.move_labels import after_label, move_label, sum_label
from puzzlegui.core.notation import STANDARD
from puzzlegui.core.picture import Picture
from puzzlegui.core.solution import LazyReplay, Solution
from puzzlegui.families.notation import notation_for


def move_texts(solution: Solution, notation: str) -> list[str]:
    """Return the text of each move, for captions."""
    chosen = notation_for(solution.board, notation)
    if not chosen.one_move_per_term:
        chosen = STANDARD
    terms = chosen.terms(solution.board, solution.moves)
    return [term.text for term in terms if term.stop]


def sample_positions(length: int, most: int) -> list[int]:
    """Return the indices of at most ``most`` positions, evenly spaced along ``length`` moves."""
    count = max(1, min(length, most - 1))
    return sorted({round(i * length / count) for i in range(count + 1)})


@dataclass(frozen=True)
class Panel:
    """Picture of a board with the next move or moves.

    Attributes:
        caption: number and text of the move, or the numbers of the moves.
        move_in_words: description of the move; empty for several moves.
        picture: board before the moves.
        next_move: motion of the move; None for several moves, or none.
        highlighted: cells that the moves change; None to highlight nothing.
        total_text: running total before the moves; empty if the board has none.
    """

    caption: str
    move_in_words: str
    picture: Picture
    next_move: Motion | None = None
    highlighted: frozenset[Cell] | None = None
    total_text: str = ""


class Panels:
    """Sequence of the panels of a solution, created on demand; the last shows the end.

    Args:
        solution: solution to show.
        notation: notation of the moves, for panels of a single move.
        most: greatest number of panels; for longer solutions, each shows several moves.
    """

    def __init__(self, solution: Solution, notation: str, most: int) -> None:
        self._solution = solution
        length = len(solution.moves)
        self._stops = sample_positions(length, most)
        self._replay = LazyReplay(solution.board, solution.moves)
        self._texts = move_texts(solution, notation)
        self._totals = solution.board.running_totals(solution.moves)

    def __len__(self) -> int:
        return len(self._stops)

    def __iter__(self) -> Iterator[Panel]:
        return (self[index] for index in range(len(self)))

    def __getitem__(self, index: int) -> Panel:
        board, moves = self._solution.board, self._solution.moves
        at = self._stops[index]
        picture = board.picture(self._replay[at])
        if at == len(moves):
            return Panel(after_label(at), "", picture, total_text=self.total_text_after(at))
        stop = self._stops[index + 1]
        if stop == at + 1:
            motion = board.motion(self._replay[at], moves[at])
            highlighted = None if picture.ground else frozenset(motion.cells)
            (words,) = board.describe_moves(moves[at:stop], self._replay[at])
            if not board.move_templates:  # the moves have no other words than their names
                words = ""
            return Panel(
                move_label(stop, self._texts[at]),
                words,
                picture,
                motion,
                highlighted,
                self.total_text_after(at),
            )
        after = board.picture(self._replay[stop])
        changed = (
            (r, c)
            for r, c in cells_of(picture.values)
            if picture.values[r][c] != after.values[r][c]
        )
        highlighted = None if picture.ground else frozenset(changed)
        return Panel(
            move_label(at + 1, "", stop), "", picture, None, highlighted, self.total_text_after(at)
        )

    def total_text_after(self, moves: int) -> str:
        """Return the running total after some moves, as text; empty if the board has none."""
        return (
            sum_label(self._totals[moves], self._solution.board.required_total)
            if self._totals
            else ""
        )
