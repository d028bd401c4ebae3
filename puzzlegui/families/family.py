"""What a family of boards is: everything that the rest of the program asks it for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Grid
from puzzlegui.core.creation import Another, Parameter, Start, Wanted, Watch, another_of_tiles
from puzzlegui.core.language import Shown, ShownTexts, with_texts
from puzzlegui.core.notation import Notation
from puzzlegui.core.repair import Repair
from puzzlegui.solvers.arcs import Arcs
from puzzlegui.solvers.control import Control, Request
from puzzlegui.solvers.solver import Choice, Solver


@dataclass(frozen=True)
class Game:
    """The same puzzle in Simon Tatham's Portable Puzzle Collection, which writes boards as IDs.

    Attributes:
        name: of the game.
        parameters: a pattern for what stands in an ID between size and description.
        bare: an ID that has no parameters and does not name the game may be one of its.
        check: raises PuzzleError if the parameters are of a variant that is not known here.
        read: a board from the numbers of the description; raises PuzzleError.
        write: the parameters of a board; raises PuzzleError if the game has no such board.
    """

    name: str
    parameters: str
    bare: bool
    check: Callable[[str], None]
    read: Callable[[Grid], Board]
    write: Callable[[Board], str]


@dataclass(frozen=True)
class Table:
    """A table that a solver makes use of if it is there.

    Attributes:
        name: of its file.
        what: which boards it serves, in a few words.
        build: builds and keeps it; raises Stopped.
        usual: the solver builds it by itself when it is needed; others only on request.
    """

    name: str
    what: str
    build: Callable[[Control], None]
    usual: bool


Tables: TypeAlias = Callable[[], Sequence[Table]]


@with_texts
@dataclass(frozen=True)
class Family:
    """A family of boards.

    Attributes:
        name: in files and on the command line.
        title: what people call it.
        board: its boards, with the rules, the texts of moves and what there is to see.
        rule: what a move does, and to what end, in a sentence.
        by_hand: how moves are made with mouse and keys, on any board of the family.
        of_length: makes a board of an exact length from its size and parameters, the length, a seed
            and a progress callback, with its solution; None if cancelled. None for families whose
            boards have a start and a goal: theirs are drawn from the graph.
        by_hand_on: the same for one board, where the boards of the family differ in this.
        how_to_read: what a reader of pictures is told: what to do with a picture that shows a
            single move ("... a move:" goes before it), and how moves are written.
        parameters: what can be said of every new board.
        starts: the ways in which new boards begin, the usual one first.
        solvers: the best first.
        choose: the best solver for a board, and why.
        graph: what makes the graph of a board's arrangements, as ``module:function`` in
            ``puzzlegui``.
        repairs: what would mend a board, the best first.
        notations: ways to write its moves, besides the standard one and words.
        game: the same puzzle elsewhere, if there is one whose IDs are read.
        tables: what makes a list of its tables, as ``module:function`` in ``puzzlegui``.
        another: makes another board like one.
        arcs: makes what walks from arrangement to arrangement of a board.
    """

    name: str
    title: Shown
    board: type[Board]
    rule: Shown
    by_hand: Shown
    how_to_read: ShownTexts
    parameters: tuple[Parameter, ...]
    starts: tuple[Start, ...]
    solvers: tuple[Solver, ...]
    choose: Callable[[Board, Request], Choice]
    graph: str
    repairs: Callable[[Board], Iterator[Repair]]
    notations: tuple[Notation, ...] = field(default=())
    game: Game | None = None
    tables: str = ""
    another: Another = another_of_tiles
    arcs: Callable[[Board], Arcs] = Arcs
    of_length: (
        Callable[[Wanted, int, int, Watch | None], tuple[Board, tuple[Any, ...]] | None] | None
    ) = None
    by_hand_on: Callable[[Board], str] | None = None

    def instructions(self, board: Board) -> str:
        """Return how moves are made on a board, for somebody who has made none yet."""
        return self.by_hand if self.by_hand_on is None else self.by_hand_on(board)
