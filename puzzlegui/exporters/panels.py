"""The pictures that a solution is told in, one for each move or for several. Knows no Qt."""

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
    """A text for each move, to stand under a picture."""
    chosen = notation_for(solution.board, notation)
    if not chosen.one_move_per_term:
        chosen = STANDARD
    terms = chosen.terms(solution.board, solution.moves)
    return [term.text for term in terms if term.stop]


def sample_positions(length: int, most: int) -> list[int]:
    """The positions along so many moves that are shown: all, or ``most`` evenly spaced ones."""
    count = max(1, min(length, most - 1))
    return sorted({round(i * length / count) for i in range(count + 1)})


@dataclass(frozen=True)
class Panel:
    """A board, and what is to be done next.

    Attributes:
        caption: the number of the move and its text, or the numbers of the moves.
        words: the move in words.
        picture: the board before it.
        coming: the move; None where there are several, or none.
        lit: the cells that will have changed; None where there is nothing to compare.
        sum: how far what is counted up has come; empty where nothing is.
    """

    caption: str
    move_in_words: str
    picture: Picture
    next_move: Motion | None = None
    highlighted: frozenset[Cell] | None = None
    total_text: str = ""


class Panels:
    """The panels of a solution, made when they are asked for; the last one shows its end.

    Args:
        solution: what is told.
        notation: in which moves are written where a panel has but one.
        most: panels at most; if there are more moves than that, each stands for several.
    """

    def __init__(self, solution: Solution, notation: str, most: int) -> None:
        self._solution = solution
        length = len(solution.moves)
        self._stops = sample_positions(length, most)
        self._walk = LazyReplay(solution.board, solution.moves)
        self._texts = move_texts(solution, notation)
        self._sums = solution.board.running_totals(solution.moves)

    def __len__(self) -> int:
        return len(self._stops)

    def __iter__(self) -> Iterator[Panel]:
        return (self[index] for index in range(len(self)))

    def __getitem__(self, index: int) -> Panel:
        board, moves = self._solution.board, self._solution.moves
        at = self._stops[index]
        picture = board.picture(self._walk[at])
        if at == len(moves):
            return Panel(after_label(at), "", picture, total_text=self.total_text_after(at))
        stop = self._stops[index + 1]
        if stop == at + 1:
            motion = board.motion(self._walk[at], moves[at])
            lit = None if picture.ground else frozenset(motion.cells)
            words = board.describe_moves(moves[at:stop], self._walk[at])[0]
            return Panel(
                move_label(stop, self._texts[at]),
                words,
                picture,
                motion,
                lit,
                self.total_text_after(at),
            )
        after = board.picture(self._walk[stop])
        changed = (
            (r, c)
            for r, c in cells_of(picture.values)
            if picture.values[r][c] != after.values[r][c]
        )
        lit = None if picture.ground else frozenset(changed)
        return Panel(
            move_label(at + 1, "", stop), "", picture, None, lit, self.total_text_after(at)
        )

    def total_text_after(self, moves: int) -> str:
        """How far what is counted up has come after so many moves; empty where nothing is."""
        return (
            sum_label(self._sums[moves], self._solution.board.required_total) if self._sums else ""
        )
