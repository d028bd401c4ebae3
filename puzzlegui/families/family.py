"""The interface between a family of boards and the rest of the program."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from puzzlegui.core.board import Board
from puzzlegui.core.cells import Grid
from puzzlegui.core.creation import (
    CreationMethod,
    ExactBoardMaker,
    Parameter,
    SimilarBoardMaker,
    similar_tile_board,
)
from puzzlegui.core.language import Translatable, TranslatableTuple, translated_fields
from puzzlegui.core.notation import Notation
from puzzlegui.core.repair import Repair
from puzzlegui.families.move_editing import MoveEditing
from puzzlegui.solvers.control import Control, Request
from puzzlegui.solvers.move_search.solvers import SolverTable, move_set_solvers
from puzzlegui.solvers.solver import Solver, SolverChoice
from puzzlegui.solvers.transitions import Transitions


@dataclass(frozen=True)
class GameIdFormat:
    """Game ID format of the same puzzle in Simon Tatham's Portable Puzzle Collection.

    Attributes:
        name: name of the game.
        parameters: regular expression for the part of an ID between size and description.
        accepts_bare_id: accept IDs without parameters and without the name of the game.
        check: raises PuzzleError if the parameters select an unsupported variant.
        read: makes a board from the numbers of the description and the parameters; raises
            PuzzleError.
        write: returns the parameters of a board; raises PuzzleError if the game lacks it.
    """

    name: str
    parameters: str
    accepts_bare_id: bool
    check: Callable[[str], None]
    read: Callable[[Grid, str], Board]
    write: Callable[[Board], str]


@translated_fields
@dataclass(frozen=True)
class BoardReader:
    """Reader of a text format in which other programs write boards of a family.

    Attributes:
        name: identifier in code and tests.
        title: name shown to users, in the list of what is read.
        recognises: returns True if a text, stripped and not empty, looks like this format; takes
            linear time.
        read: parses a board; raises PuzzleError.
        write: formats any board whose moves permute its cells; raises PuzzleError. None if the
            format is only read.
        suffix: suffix of files in this format; empty if they are only read.
        notes: returns sentences on what was changed to make a board that was read.
    """

    name: str
    title: Translatable
    recognises: Callable[[str], bool]
    read: Callable[[str], Board]
    write: Callable[[Board], str] | None = None
    suffix: str = ""
    notes: Callable[[Board], tuple[str, ...]] = lambda _: ()


@translated_fields
@dataclass(frozen=True)
class ScrambleReader:
    """Reader of a text format of arrangements, from which a given board is to start.

    Attributes:
        name: identifier in code and tests.
        title: name shown to users, in the list of what is read.
        recognises: returns True if a text, stripped and not empty, looks like this format.
        read: returns the board with each start that a text describes, at least 1; raises
            PuzzleError.
        write: formats the start of a board, as ``BoardReader.write``.
        suffix: as in ``BoardReader``.
    """

    name: str
    title: Translatable
    recognises: Callable[[str], bool]
    read: Callable[[Board, str], list[Board]]
    write: Callable[[Board], str] | None = None
    suffix: str = ""


@dataclass(frozen=True)
class GridReader:
    """Makes boards of a family of bare grids, which say neither family nor goal.

    Attributes:
        score: returns the likelihood that a grid is meant as a board of the family, from 0 to 4.
        make: makes a board of a grid and its goal, which only boards with tiles have.
    """

    score: Callable[[Grid], int]
    make: Callable[[Grid, Grid], Board]


@dataclass(frozen=True)
class Table:
    """A precomputed table that a solver uses if it exists.

    Attributes:
        name: name of its file.
        description: the boards it serves, in a few words.
        build: builds and stores it; raises SearchStopped.
        automatic: if true, the solver builds it when needed; otherwise only on request.
    """

    name: str
    description: str
    build: Callable[[Control], None]
    automatic: bool


Tables: TypeAlias = Callable[[], Sequence[Table]]


@translated_fields
@dataclass(frozen=True)
class Family:
    """A family of puzzles.

    Attributes:
        name: identifier in files and on the command line.
        title: name shown to users.
        known_as: names of well-known puzzles of the family.
        board: class of its boards: rules, notation of moves, pictures.
        rule: the effect of a move and the aim of the game, in a sentence.
        play_instructions: instructions for mouse and keyboard, for any board of the family.
        touch_instructions: instructions for fingers, in a sentence.
        reading_captions: captions for readers of pictures: what to do with a picture of a single
            move (preceded by "... a move:"), and the notation of moves.
        parameters: parameters of every new board.
        make_exact: makes a board whose shortest solution has an exact length; None if the boards
            have a goal, from which such boards can be found by search.
        starts: methods of making new boards, the default first.
        solvers: its solvers, the best first.
        choose: chooses the best solver for a board, with the reason.
        graph: constructor of the graph of a board's arrangements, as ``module:function`` in
            ``puzzlegui``.
        simplify: removes redundant moves from a list, as ``module:function`` in ``puzzlegui``;
            empty where none is ever redundant.
        repairs: lists repairs of a board, the best first.
        metric_solvers: returns its solvers in other metrics than the usual, and the choice between
            them.
        notations: notations of its moves, besides the standard one and words.
        game: format of game IDs of the same puzzle, if there is one.
        tables: lists its precomputed tables, as ``module:function`` in ``puzzlegui``.
        make_similar: makes a board similar to a given one.
        transitions: makes the transitions between arrangements of a board.
        move_editing: edits of the moves, where boards define moves of their own.
        rule_for: words the rule of a given board, where boards differ.
        play_instructions_for: makes instructions for a given board, where boards differ.
        readers: readers of boards in formats of other programs; consulted before grids are read.
        scramble_readers: readers of arrangements for the start of a board.
        grids: makes boards of bare grids; None if a grid alone is no board of the family.
    """

    name: str
    title: Translatable
    board: type[Board]
    rule: Translatable
    play_instructions: Translatable
    touch_instructions: Translatable
    reading_captions: TranslatableTuple
    parameters: tuple[Parameter, ...]
    starts: tuple[CreationMethod, ...]
    solvers: tuple[Solver, ...]
    choose: Callable[[Board, Request], SolverChoice]
    graph: str
    repairs: Callable[[Board], Iterator[Repair]]
    simplify: str = "solvers.move_search.puzzle:simplified"
    metric_solvers: Callable[[str], SolverTable] = move_set_solvers
    notations: tuple[Notation, ...] = field(default=())
    game: GameIdFormat | None = None
    tables: str = ""
    make_similar: SimilarBoardMaker = similar_tile_board
    make_exact: ExactBoardMaker | None = None
    transitions: Callable[[Board], Transitions] = Transitions
    move_editing: MoveEditing | None = None
    rule_for: Callable[[Board], str] | None = None
    play_instructions_for: Callable[[Board], str] | None = None
    readers: tuple[BoardReader, ...] = ()
    scramble_readers: tuple[ScrambleReader, ...] = ()
    grids: GridReader | None = None
    known_as: Translatable = ""

    @property
    def choice(self) -> str:
        """Title with the names of well-known puzzles, for lists to choose from."""
        return f"{self.title} ({self.known_as})" if self.known_as else self.title

    def rule_of(self, board: Board) -> str:
        """Return the rule of a board."""
        return self.rule if self.rule_for is None else self.rule_for(board)

    def instructions(self, board: Board) -> str:
        """Return instructions for moves on a board by mouse and keyboard."""
        return (
            self.play_instructions
            if self.play_instructions_for is None
            else self.play_instructions_for(board)
        )
