"""Board and solution files: JSON, read with every problem named, written to be read by people."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import Any

from puzzlegui.core import jsontext
from puzzlegui.core.board import Board, palette_fields
from puzzlegui.core.counting import group_digits, mebibytes
from puzzlegui.core.errors import BoardFileError, Problem
from puzzlegui.core.fields import Fields, kind_of
from puzzlegui.core.language import tr
from puzzlegui.core.solution import Segment, Solution, Status, Walk
from puzzlegui.documents.movereader import MoveReader
from puzzlegui.families.registry import FAMILIES
from puzzlegui.solvers.listing import MAX_LISTED

BOARD_FORMAT = "puzzlegui/board"
SOLUTION_FORMAT = "puzzlegui/solution"
VERSION = 1
SUFFIX = ".puzzle"
DRAFT = "draft"
"""The key by which a board that was saved with problems says so."""

MOST_BYTES = {BOARD_FORMAT: 1 << 20, SOLUTION_FORMAT: 64 << 20}
"""How large a document of each format may be. A 30×30 board is about 10 kB."""

_SOLUTION_MARKS = (SOLUTION_FORMAT, SOLUTION_FORMAT.replace("/", "\\/"))
"""How a solution's format may be written in JSON."""


@dataclass(frozen=True)
class Loaded:
    """What was read: a document, or what is wrong with it.

    Attributes:
        name: what it was asked for by, for messages.
        content: the board or the solution; None if it could not be read whole.
        problems: all that is wrong, each with its place. With a board beside them, they are the
            board's own.
        path: the file that it was read from, if it was one.
        replayed: the moves of the solution have been replayed.
        fault: what is wrong with these moves, empty if they are right.
        walk: the positions along these moves, known from replaying them.
        draft: it says itself that it was saved with problems, to be mended later.
        digest: of the content of the file, empty if it is none.
    """

    name: str
    content: Board | Solution | None = None
    problems: tuple[Problem, ...] = ()
    path: Path | None = None
    replayed: bool = False
    fault: str = ""
    walk: Walk | None = None
    draft: bool = False
    digest: str = ""

    @property
    def mendable(self) -> bool:
        """Whether there is a board that only has to be mended."""
        return self.content is not None and bool(self.problems)

    @property
    def message(self) -> str:
        """Everything that is wrong, in words."""
        return str(BoardFileError(self.name, self.problems)) if self.problems else self.fault

    def sound(self) -> Board | Solution:
        """The document.

        Raises:
            BoardFileError: it has problems.
        """
        if self.problems or self.content is None:
            raise BoardFileError(self.name, self.problems)
        return self.content

    def sound_board(self) -> Board:
        """The board, or that of the solution; raises as ``sound`` does."""
        content = self.sound()
        return content.board if isinstance(content, Solution) else content


def parse(text: str, name: str, wanted: Callable[[], bool] = lambda: True) -> Loaded:
    """The board or the solution written in ``text``, told apart by its ``format``.

    Args:
        text: what is in the file.
        name: is used in messages.
        wanted: is asked before each of several solutions whether to go on; if not, the answer is
            worthless.
    """
    size = len(text.encode(errors="surrogatepass"))
    if size > MOST_BYTES[BOARD_FORMAT] and not any(mark in text for mark in _SOLUTION_MARKS):
        return Loaded(name, None, _too_large(BOARD_FORMAT))
    try:
        fields = _fields(text, name)
    except BoardFileError as error:
        return Loaded(name, None, error.problems)
    kind = fields.choice("format", tuple(MOST_BYTES))
    if kind is None:
        return Loaded(name, None, tuple(fields.problems))
    if size > MOST_BYTES[kind]:
        return Loaded(name, None, _too_large(kind))
    found = _read_board(fields) if kind == BOARD_FORMAT else _read_solution(fields, wanted)
    draft = kind == BOARD_FORMAT and fields.marked(DRAFT)
    problems = tuple(fields.problems)
    if problems and not (isinstance(found, Board) and len(found.problems()) == fields.count):
        found = None  # some of them are the file's and cannot be mended in the window
    return Loaded(name, found, problems, draft=draft)


def parse_board(text: str, name: str = "board") -> Board:
    """The board written in ``text``.

    Raises:
        BoardFileError: with every problem found, each with its line and column.
    """
    found = parse(text, name)
    if isinstance(found.content, Solution):
        raise BoardFileError(name, problem(tr("this is a solution; a board is expected")))
    return found.sound_board()


def _too_large(kind: str) -> tuple[Problem, ...]:
    text = tr("is larger than {size}, too large for a solution")
    if kind == BOARD_FORMAT:
        text = tr("is larger than {size}, too large for a board")
    return tuple(problem(text.format(size=mebibytes(MOST_BYTES[kind] >> 20))))


def dump_board(board: Board) -> str:
    """The text of a board file, one row of a grid a line."""
    lines = [f"  {json.dumps(key)}: {_layout(value)}" for key, value in _board_fields(board)]
    lines += [f"  {json.dumps(key, ensure_ascii=False)}: {text}" for key, text in board.extra]
    return jsontext.escaped("{\n" + ",\n".join(lines) + "\n}\n")


def dump_board_line(board: Board) -> str:
    """The text of a board file on one line, without a line feed."""
    lines = [f"{json.dumps(key)}: {_compact(value)}" for key, value in _board_fields(board)]
    lines += [f"{json.dumps(key, ensure_ascii=False)}: {text}" for key, text in board.extra]
    return jsontext.escaped("{" + ", ".join(lines) + "}")


def dump_solution(solution: Solution) -> str:
    """Return a solution for another process: as in a file, and why its solver was chosen."""
    return "".join(_pieces(solution, ()))


def solution_pieces(solution: Solution, written: Sequence[str] = ()) -> Iterator[str]:
    """The text of a solution file, on one line, in pieces.

    Args:
        solution: what is written.
        written: of its listed solutions, from the second on, those that ``dump_moves`` has
            written already.
    """
    return _pieces(replace(solution, chosen=""), written)


def _pieces(solution: Solution, written: Sequence[str]) -> Iterator[str]:
    yield f'{{"format": "{SOLUTION_FORMAT}", "version": {VERSION}'
    yield f', "board": {dump_board_line(solution.board)}'
    for key, value in _solution_fields(solution):
        yield f", {json.dumps(key)}: "
        if key != "solutions":
            yield jsontext.escaped(_compact(value))
            continue
        for index, moves in enumerate(value):
            yield ", " if index else "["
            known = 0 < index <= len(written)
            yield written[index - 1] if known else dump_moves(solution.board, moves)
        yield "]" if value else "[]"
    yield "}\n"


def dump_moves(board: Board, moves: Sequence[Any]) -> str:
    """A list of moves as it stands in a solution file."""
    return _compact(board.moves_text(moves))


def _solution_fields(solution: Solution) -> list[tuple[str, Any]]:
    board = solution.board
    moves = board.moves_text(solution.moves) if solution.solved else []
    lead = len(board.moves_text(()))  # a maze's path has its first cell before the jumps
    segments = [
        {"name": s.name, "from": s.start + lead if s.start else 0, "to": s.stop + lead}
        for s in solution.segments
    ]
    fields: list[tuple[str, Any]] = [
        ("solver", solution.solver),
        ("status", solution.status.value),
        ("optimal", solution.optimal),
        ("length", solution.length),
        ("lower_bound", solution.lower_bound),
        ("moves", moves),
        ("segments", segments),
        ("states", solution.states),
        ("seconds", round(solution.seconds, 6)),
    ]
    if solution.solutions is not None:
        fields.append(("solutions", solution.solutions))
        fields.append(("count", solution.count))
    if solution.attempts:
        fields.append(("attempts", solution.attempts))
    for name, text in (("note", solution.note), ("chosen", solution.chosen)):
        if text:
            fields.append((name, text))
    return fields


def _board_fields(board: Board) -> list[tuple[str, Any]]:
    fields: list[tuple[str, Any]] = [
        ("format", BOARD_FORMAT),
        ("version", VERSION),
        ("family", board.family),
    ]
    if board.title:
        fields.append(("title", board.title))
    fields += board.to_fields().items()
    if board.palette:
        fields.append(("palette", palette_fields(board.palette)))
    if board.problems() and DRAFT not in dict(board.extra):
        fields.append((DRAFT, True))
    return fields


def _compact(value: Any) -> str:
    return _ENCODER.encode(value)


_ENCODER = json.JSONEncoder(ensure_ascii=False)


def _layout(value: Any) -> str:
    """A value of a board file; a grid gets a line for each row, its columns aligned."""
    if not (isinstance(value, tuple) and value and isinstance(value[0], tuple)):
        return _compact(value)
    width = max(len(str(number)) for row in value for number in row)
    rows = (", ".join(f"{number:{width}}" for number in row) for row in value)
    return "[\n" + ",\n".join(f"    [{row}]" for row in rows) + "\n  ]"


def problem(message: str) -> list[Problem]:
    """A single problem of a whole file."""
    return [Problem(message)]


def _fields(text: str, name: str) -> Fields:
    try:
        value = jsontext.parse(text)
    except jsontext.JsonError as error:
        raise BoardFileError(name, error.problems) from None
    if not isinstance(value, dict):
        text = tr("should hold an object, not {kind}").format(kind=kind_of(value))
        raise BoardFileError(name, problem(text))
    return Fields(value, text)


def _check_version(fields: Fields) -> bool:
    version = fields.integer("version")
    if version is not None and version > VERSION:
        text = tr(
            "the file has version {version}, but this program reads version {known}; install a "
            "newer program"
        )
        fields.note(text.format(version=str(version), known=str(VERSION)), "version")
        return False
    if version is not None and version < 1:
        text = tr("there is no version {version}; the first is 1")
        fields.note(text.format(version=str(version)), "version")
    return True


def _read_board(fields: Fields) -> Board | None:
    fields.get("format")
    if not _check_version(fields):
        return None  # what else a newer file holds cannot be judged
    family = fields.choice("family", tuple(FAMILIES))
    if family is None:
        return None
    title = fields.text("title")
    palette = fields.palette()
    board = FAMILIES[family].board.from_fields(fields)
    fields.marked(DRAFT)
    extra = fields.unknown()
    if board is None:
        return None
    for problem in board.problems():
        fields.add_board_problem(problem)
    return board.changed(title=title, palette=palette, extra=extra)


def _read_solution(fields: Fields, wanted: Callable[[], bool]) -> Solution | None:
    fields.get("format")
    if not _check_version(fields):
        return None
    inner = fields.object("board")
    board = _read_board(inner) if inner is not None else None
    solver = fields.text("solver")
    status = fields.choice("status", tuple(Status))
    texts = fields.texts("moves")
    segments = _read_segments(fields, len(texts or ()))
    if board is None or status is None or texts is None or fields.count:
        return None
    moves: tuple[Any, ...] = ()
    reader = MoveReader(fields, board)
    if status == Status.SOLVED:
        moves = reader.read(texts, "moves")
        lead = reader.lead
        segments = tuple(Segment(s.name, max(0, s.start - lead), s.stop - lead) for s in segments)
    solutions = None
    if fields.has("solutions"):
        on = lambda _: wanted() and not fields.stop_when_full()  # noqa: E731
        listed = fields.lists_of_texts("solutions", MAX_LISTED)
        lists = takewhile(on, listed)
        solutions = tuple(
            reader.read(texts, "solutions", number) for number, texts in enumerate(lists)
        )
    return Solution(
        board,
        solver,
        Status(status),
        moves,
        optimal=fields.flag("optimal"),
        lower_bound=fields.natural("lower_bound") or 0,
        segments=segments,
        states=fields.natural("states") or 0,
        seconds=fields.number("seconds"),
        solutions=solutions,
        count=None if solutions is None else _count(fields, len(solutions)),
        note=fields.text("note"),
        chosen=fields.text("chosen"),
    )


def _count(fields: Fields, listed: int) -> int:
    """How many solutions there are, of which some are listed."""
    count = fields.natural("count")
    if count is not None and count < listed:
        fields.note(
            tr("count is {count}, but {listed} solutions are listed").format(
                count=group_digits(count), listed=group_digits(listed)
            ),
            "count",
        )
    return listed if count is None else count


def _read_segments(fields: Fields, moves: int) -> tuple[Segment, ...]:
    """The named stretches, which must follow one another and cover all moves."""
    found: list[Segment] = []
    for entry in fields.objects("segments", required=False):
        if fields.stop_when_full():
            break
        name, start, stop = entry.text("name"), entry.integer("from"), entry.integer("to")
        if start is not None and stop is not None:
            found.append(Segment(name, start, stop))
    ends = [0, *(segment.stop for segment in found)]
    if found and not fields.count:
        gaps = any(s.start != end or s.stop < s.start for s, end in zip(found, ends, strict=False))
        if gaps or ends[-1] != moves:
            fields.note(tr("segments must be contiguous and cover all moves"), "segments")
    return tuple(found)
