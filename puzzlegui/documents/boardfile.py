"""Board and solution files in JSON: parsing with every problem reported, and readable output."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path
from typing import Any

from puzzlegui.core import strict_json
from puzzlegui.core.board import Board, palette_fields
from puzzlegui.core.errors import BoardFileError, Problem, PuzzleError
from puzzlegui.core.formatting import group_digits, mebibytes
from puzzlegui.core.json_reader import JsonObjectReader, describe_json_value
from puzzlegui.core.language import tr
from puzzlegui.core.lines import read_line
from puzzlegui.core.metrics import find_metric
from puzzlegui.core.palettes import NAMES
from puzzlegui.core.solution import (
    LONGEST,
    LazyReplay,
    MetricResult,
    Segment,
    Solution,
    Status,
)
from puzzlegui.core.solution_lock import LOCK, is_lock, with_lock
from puzzlegui.core.strict_json import JsonLimits
from puzzlegui.core.tilepicture import PICTURE
from puzzlegui.core.win_message import MESSAGE, message_problem, with_message
from puzzlegui.documents.book import BOOK_FORMAT, LoadedBook
from puzzlegui.documents.movereader import MoveReader
from puzzlegui.documents.text_blocks import SetAside
from puzzlegui.documents.word_grids import WordGrid
from puzzlegui.families.registry import FAMILIES
from puzzlegui.solvers.enumeration import MAX_LISTED

BOARD_FORMAT = "puzzlegui/board"
SOLUTION_FORMAT = "puzzlegui/solution"
VERSION = 1
SUFFIX = ".puzzle"
DRAFT = "draft"
"""Key that marks a board saved with problems."""

MAX_BYTES = {BOARD_FORMAT: 1 << 20, SOLUTION_FORMAT: 64 << 20}
"""Maximum size of a document, by format. A 30×30 board is about 10 kB."""

JSON_LIMITS = {
    SOLUTION_FORMAT: JsonLimits(objects=300_000, lists=300_000, keys=1_000_000),
    BOOK_FORMAT: JsonLimits(objects=100_000, lists=500_000, keys=1_000_000),
    BOARD_FORMAT: JsonLimits(objects=20_000, lists=100_000, keys=100_000),
}
"""Limits of documents by format; the first format that a text mentions decides."""

_OPTIONAL_KEYS = frozenset((NAMES, PICTURE, MESSAGE, LOCK, DRAFT))
"""Keys that are kept among the unknown ones, since they change no rule."""
RESERVED_KEYS = frozenset((
    "walls", "locked", "wrap", "holes", "directed", "start_directions", "goal_directions",
    "directions",
))  # fmt: skip
"""Keys of rules that a family may not have: to ignore them would change the puzzle."""


@dataclass(frozen=True)
class Loaded:
    """Document that was read, or its problems.

    Attributes:
        name: name of the source, for messages.
        content: board or solution; None if it could not be read completely.
        problems: all problems with their locations. If there is a board, they are the board's own.
        path: file that was read, if any.
        replayed: True if the moves of the solution have been replayed.
        move_error: error in these moves; empty if they are correct.
        lazy_replay: lazy replay of these moves, with the positions known from replaying them.
        draft: True if the file is marked as saved with problems.
        digest: digest of the file's content; empty if there is no file.
        book: book of puzzles that the file holds in place of a board or a solution, if any.
        notes: sentences on what was guessed when a text was read.
        warnings: sentences on what was ignored.
        set_aside: stretches of the text that are no part of a board.
        plain: True if nothing had to be guessed but a usual goal.
        puzzle_notes: for a book, the notes on each puzzle; empty if nothing was guessed.
        text: text that was read, which can be read again with other options.
        title: title for a board that has none, from the name of its file.
        reading: sentence on how a grid was read, without the options that change it.
        grid: the grid that became the board, or the first board of a set.
        wrong: start and end offset of what is wrong in the text, where it is no grid.
    """

    name: str
    content: Board | Solution | None = None
    problems: tuple[Problem, ...] = ()
    path: Path | None = None
    replayed: bool = False
    move_error: str = ""
    lazy_replay: LazyReplay | None = None
    draft: bool = False
    digest: str = ""
    book: LoadedBook | None = None
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    set_aside: tuple[SetAside, ...] = ()
    plain: bool = True
    puzzle_notes: tuple[tuple[str, ...], ...] = ()
    text: str = field(default="", repr=False)
    title: str = ""
    reading: str = ""
    grid: WordGrid | None = None
    wrong: tuple[int, int] | None = None

    @property
    def fixable(self) -> bool:
        """True if there is a board whose problems can be fixed in the window."""
        return self.content is not None and bool(self.problems)

    @property
    def message(self) -> str:
        """All problems, in words."""
        return str(BoardFileError(self.name, self.problems)) if self.problems else self.move_error

    def valid_content(self) -> Board | Solution:
        """Return the document.

        Raises:
            BoardFileError: the document has problems.
        """
        if self.problems or self.content is None:
            raise BoardFileError(self.name, self.problems)
        return self.content

    def valid_board(self) -> Board:
        """Return the board, or the board of the solution; raises as ``sound`` does."""
        content = self.valid_content()
        return content.board if isinstance(content, Solution) else content


def mentions(text: str, form: str) -> bool:
    """Return True if a text contains the name of a format, which another file may do too."""
    return form in text or form.replace("/", "\\/") in text


_DOCUMENT = re.compile(r'\s*\{\s*(?:"[^"\n]*(?:"\s*(?::|$)|$)|\}?\s*$)')


def is_document(text: str) -> bool:
    """Return True if a text is meant as a JSON document of this program, not as an array."""
    if not _DOCUMENT.match(text):
        return False
    return "[" not in text or any(key in text for key in ('"format"', '"family"', '"version"'))


def parse(text: str, name: str, should_continue: Callable[[], bool] = lambda: True) -> Loaded:
    """Parse a board or a solution, according to its ``format``.

    Args:
        text: content of the file.
        name: name of the source, for messages.
        should_continue: called before each of several solutions; if it returns False, the result is
            meaningless.
    """
    size = len(text.encode(errors="surrogatepass"))
    if size > MAX_BYTES[BOARD_FORMAT] and not mentions(text, SOLUTION_FORMAT):
        return Loaded(name, None, _too_large(BOARD_FORMAT))
    try:
        fields = read_object(text, name)
    except BoardFileError as error:
        return Loaded(name, None, error.problems)
    kind = fields.choice("format", tuple(MAX_BYTES))
    if kind is None:
        return Loaded(name, None, tuple(fields.problems))
    if size > MAX_BYTES[kind]:
        return Loaded(name, None, _too_large(kind))
    found = read_board(fields) if kind == BOARD_FORMAT else _read_solution(fields, should_continue)
    draft = kind == BOARD_FORMAT and fields.is_true(DRAFT)
    problems = tuple(fields.problems)
    if problems and not (isinstance(found, Board) and len(found.problems()) == fields.count):
        found = None  # some are problems of the file, which the window cannot fix
    board = found.board if isinstance(found, Solution) else found
    return Loaded(name, found, problems, draft=draft, warnings=_unknown_keys(board))


def _unknown_keys(board: Board | None) -> tuple[str, ...]:
    """Return a warning for each key of a board that this program does not know."""
    known = _OPTIONAL_KEYS if board is None else _OPTIONAL_KEYS | board.optional_keys
    keys = () if board is None else (key for key, _ in board.extra if key not in known)
    return tuple(tr("{key}: unknown, ignored").format(key=_shortened(key)) for key in keys)


def _shortened(key: str) -> str:
    return key if len(key) <= 40 else key[:40] + "…"


def parse_board(text: str, name: str = "board") -> Board:
    """Parse a board.

    Raises:
        BoardFileError: with every problem found, each with its line and column.
    """
    found = parse(text, name)
    if isinstance(found.content, Solution):
        raise BoardFileError(name, problem(tr("this is a solution; a board is expected")))
    return found.valid_board()


def parse_solution(text: str, name: str) -> Solution:
    """Parse a solution.

    Raises:
        BoardFileError: with every problem found.
    """
    found = parse(text, name).valid_content()
    if not isinstance(found, Solution):
        raise BoardFileError(name, problem(tr("this is a board; a solution is expected")))
    return found


def _too_large(kind: str) -> tuple[Problem, ...]:
    text = tr("is larger than {size}, too large for a solution")
    if kind == BOARD_FORMAT:
        text = tr("is larger than {size}, too large for a board")
    return tuple(problem(text.format(size=mebibytes(MAX_BYTES[kind] >> 20))))


def dump_board(board: Board) -> str:
    """Format a board as a file, with a line for each row of a grid."""
    lines = [f"  {json.dumps(key)}: {_format_value(value)}" for key, value in _board_fields(board)]
    lines += [f"  {json.dumps(key, ensure_ascii=False)}: {text}" for key, text in board.extra]
    return strict_json.escape_json_controls("{\n" + ",\n".join(lines) + "\n}\n")


def dump_board_line(board: Board) -> str:
    """Format a board as a file on a single line, without a line feed."""
    lines = [f"{json.dumps(key)}: {_compact(value)}" for key, value in _board_fields(board)]
    lines += [f"{json.dumps(key, ensure_ascii=False)}: {text}" for key, text in board.extra]
    return strict_json.escape_json_controls("{" + ", ".join(lines) + "}")


def dump_puzzle(board: Board) -> str:
    """Format what makes a board the puzzle that it is, without title, colours and names."""
    fields = {"family": board.family, **board.to_fields()}
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def dump_solution(solution: Solution) -> str:
    """Format a solution for another process: as in a file, with the reason for its solver."""
    return "".join(_pieces(solution, ()))


def solution_pieces(solution: Solution, written: Sequence[str] = ()) -> Iterator[str]:
    """Yield the text of a solution file, on a single line, in pieces.

    Args:
        solution: the solution.
        written: listed solutions, from the second on, already formatted by ``dump_moves``.
    """
    return _pieces(replace(solution, chosen=""), written)


def _pieces(solution: Solution, written: Sequence[str]) -> Iterator[str]:
    yield f'{{"format": "{SOLUTION_FORMAT}", "version": {VERSION}'
    yield f', "board": {dump_board_line(solution.board)}'
    for key, value in _solution_fields(solution):
        yield f", {json.dumps(key)}: "
        if key != "solutions":
            yield strict_json.escape_json_controls(_compact(value))
            continue
        for index, moves in enumerate(value):
            yield ", " if index else "["
            known = 0 < index <= len(written)
            yield written[index - 1] if known else dump_moves(solution.board, moves)
        yield "]" if value else "[]"
    yield "}\n"


def dump_moves(board: Board, moves: Sequence[Any]) -> str:
    """Format a list of moves for a solution file."""
    return _compact(board.format_moves(moves))


def _solution_fields(solution: Solution) -> list[tuple[str, Any]]:
    board = solution.board
    moves = board.format_moves(solution.moves) if solution.solved else []
    lead = len(board.format_moves(()))  # a maze's path has its first cell before the jumps
    segments = [
        {"name": s.name, "from": s.start + lead if s.start else 0, "to": s.stop + lead}
        for s in solution.segments
    ]
    claim = solution.in_metric or MetricResult(
        board.metrics[0].name, solution.length, solution.optimal, solution.lower_bound
    )
    fields: list[tuple[str, Any]] = [
        ("solver", solution.solver),
        ("status", solution.status.value),
        ("optimal", claim.optimal),
        *([("longest", solution.longest)] if solution.solver == LONGEST else []),
        ("length", claim.length),
        ("lower_bound", claim.lower_bound),
        ("moves", moves),
        ("segments", segments),
        ("states", solution.states),
        ("seconds", round(solution.seconds, 6)),
        ("metric", claim.metric),
        ("counts", {each.name: each.count(solution.moves) for each in board.metrics}),
    ]
    if solution.solutions is not None:
        fields.append(("solutions", solution.solutions))
        fields.append(("count", solution.count))
    if solution.lines:
        fields.append(("lines", solution.lines))
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


def _format_value(value: Any) -> str:
    """Format a value of a board file; a grid gets a line for each row, its columns aligned.

    An object gets a line for each key.
    """
    if isinstance(value, dict) and value:
        lines = (f"    {_compact(key)}: {_compact(entry)}" for key, entry in value.items())
        return "{\n" + ",\n".join(lines) + "\n  }"
    if not (isinstance(value, tuple) and value and isinstance(value[0], tuple)):
        return _compact(value)
    width = max(len(_compact(number)) for row in value for number in row)
    rows = (", ".join(_compact(number).rjust(width) for number in row) for row in value)
    return "[\n" + ",\n".join(f"    [{row}]" for row in rows) + "\n  ]"


def problem(message: str) -> list[Problem]:
    """Return a list with a single problem of a whole file."""
    return [Problem(message)]


def read_object(text: str, name: str) -> JsonObjectReader:
    """Return a reader of the object that a text holds.

    Raises:
        BoardFileError: the text is not strict JSON, not an object, or exceeds its limits.
    """
    form = next((form for form in JSON_LIMITS if mentions(text, form)), BOARD_FORMAT)
    try:
        value = strict_json.parse(text, JSON_LIMITS[form])
    except strict_json.JsonError as error:
        raise BoardFileError(name, error.problems) from None
    if not isinstance(value, dict):
        text = tr("should hold an object, not {kind}").format(kind=describe_json_value(value))
        raise BoardFileError(name, problem(text))
    return JsonObjectReader(value, text)


def check_version(fields: JsonObjectReader) -> bool:
    """Check the version of a file; return False if it is newer than this program."""
    version = fields.integer("version")
    if version is not None and version > VERSION:
        text = tr(
            "the file has version {version}, but this program reads version {known}; install a "
            "newer program"
        )
        fields.report(text.format(version=str(version), known=str(VERSION)), "version")
        return False
    if version is not None and version < 1:
        text = tr("there is no version {version}; the first is 1")
        fields.report(text.format(version=str(version)), "version")
    return True


def read_board(fields: JsonObjectReader) -> Board | None:
    """Read a board, and report its problems; return None if there is no board with problems."""
    fields.get("format")
    if not check_version(fields):
        return None  # the rest of a newer file cannot be checked
    family = fields.choice("family", tuple(FAMILIES))
    if family is None:
        return None
    title = fields.text("title")
    palette = fields.palette()
    board = FAMILIES[family].board.from_fields(fields)
    fields.is_true(DRAFT)
    message = fields.text(MESSAGE)
    if fault := message_problem(message):
        fields.report(fault, MESSAGE)
    lock = fields.text(LOCK)
    if lock and not is_lock(lock):
        fields.report(tr('the lock should be "sha256:" and 64 hexadecimal digits'), LOCK)
    extra = fields.unknown_keys()
    for key, _ in extra:
        if key in RESERVED_KEYS:
            text = tr("{key}: {family} boards have no such rule here; it cannot be left out")
            fields.report(text.format(key=key, family=family), key)
    if board is None:
        return None
    for problem in board.problems():
        fields.add_board_problem(problem)
    board = board.with_fields(title=title, palette=palette, extra=extra)
    return with_lock(with_message(board, message), lock)


def _read_solution(
    fields: JsonObjectReader, should_continue: Callable[[], bool]
) -> Solution | None:
    fields.get("format")
    if not check_version(fields):
        return None
    inner = fields.object("board")
    board = read_board(inner) if inner is not None else None
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
        on = lambda _: should_continue() and not fields.stop_when_full()  # noqa: E731
        listed = fields.lists_of_texts("solutions", MAX_LISTED)
        lists = takewhile(on, listed)
        solutions = tuple(
            reader.read(texts, "solutions", number) for number, texts in enumerate(lists)
        )
    # Before there was "longest", "optimal" meant the same of this solver.
    optimal, bound = fields.flag("optimal") and solver != LONGEST, fields.natural("lower_bound")
    claim = None
    names = tuple(metric.name for metric in board.metrics)
    name = fields.choice("metric", names) if fields.has("metric") else None
    metric = find_metric(board.metrics, name or "")
    if metric.joined is not None:
        length = metric.count(moves) if status == Status.SOLVED else None
        claim = MetricResult(metric.name, length, optimal, bound or 0)
        optimal = False
    lines = tuple(fields.texts("lines") or ()) if fields.has("lines") else ()
    if lines and not fields.count:
        try:
            same = read_line(board, "\n".join(lines)).moves(board) == tuple(moves)
        except PuzzleError as error:
            fields.report(tr("lines: {error}").format(error=str(error)), "lines")
        else:
            if not same:
                fields.report(tr("lines: these are not the moves of this solution"), "lines")
    return Solution(
        board,
        solver,
        Status(status),
        moves,
        optimal=optimal,
        longest=fields.flag("longest" if fields.has("longest") else "optimal")
        and solver == LONGEST,
        lower_bound=bound or 0,
        in_metric=claim,
        lines=lines,
        segments=segments,
        states=fields.natural("states") or 0,
        seconds=fields.number("seconds"),
        solutions=solutions,
        count=None if solutions is None else _count(fields, len(solutions)),
        note=fields.text("note"),
        chosen=fields.text("chosen"),
    )


def _count(fields: JsonObjectReader, listed: int) -> int:
    """Read the number of solutions, of which some are listed."""
    count = fields.natural("count")
    if count is not None and count < listed:
        fields.report(
            tr("count is {count}, but {listed} solutions are listed").format(
                count=group_digits(count), listed=group_digits(listed)
            ),
            "count",
        )
    return listed if count is None else count


def _read_segments(fields: JsonObjectReader, moves: int) -> tuple[Segment, ...]:
    """Read the segments, which must be contiguous and cover all moves."""
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
            fields.report(tr("segments must be contiguous and cover all moves"), "segments")
    return tuple(found)
