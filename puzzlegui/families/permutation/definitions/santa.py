"""Tables of Kaggle's Santa 2023: ``puzzle_info.csv`` and ``puzzles.csv``.

A move lists, for each cell, the cell that its content comes from, from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from puzzlegui.core.board import Board
from puzzlegui.core.errors import Problem, PuzzleError
from puzzlegui.core.language import tr
from puzzlegui.core.palettes import with_names
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.families.permutation.definitions.definition import (
    Definition,
    Images,
    PieceSet,
    check_limits,
    inverse,
    make_board,
    sets_of,
)

_INFO = "puzzle_type", "allowed_moves"
_PUZZLES = "id", "puzzle_type", "solution_state", "initial_state"
_INFO_HEAD = re.compile(r'\ufeff?"?puzzle_type"?\s*,\s*"?allowed_moves\b')
_PUZZLES_HEAD = re.compile(r'\ufeff?"?id"?\s*,\s*"?puzzle_type"?\s*,\s*"?solution_state\b')
_FIELD = re.compile(r'[ \t]*+"([^"]*+(?:""[^"]*+)*+)"[ \t]*+|([^,\r\n]*+)')
_MAX_ROWS = 5_000
_MOST_LISTED = 10
_MOVE = re.compile(r"\s*(?:'([^'\"\\\n]{1,40})'|\"([^'\"\\\n]{1,40})\")\s*:\s*\[([0-9,\s]*)\]\s*")


def is_info(text: str) -> bool:
    """Return True if a text looks like a table of puzzles and their moves."""
    return bool(_INFO_HEAD.match(text))


def is_puzzles(text: str) -> bool:
    """Return True if a text looks like a table of starts and goals."""
    return bool(_PUZZLES_HEAD.match(text))


def _rows(text: str, wanted: tuple[str, ...]) -> Iterator[tuple[int, list[str]]]:
    """Yield the wanted columns of each row, with the number of its first line."""
    columns: list[int] = []
    for number, (line, row) in enumerate(_fields(text.lstrip("\ufeff"))):
        if number > _MAX_ROWS:
            raise _error(line, tr("there are more than {most} lines").format(most=str(_MAX_ROWS)))
        if not columns:
            missing = [name for name in wanted if name not in row]
            if missing:
                raise _error(line, tr("a column is missing: {names}").format(names=missing[0]))
            columns = [row.index(name) for name in wanted]
        elif len(row) <= max(columns):
            message = tr("there are too few columns here: {count}")
            raise _error(line, message.format(count=str(len(row))))
        else:
            yield line, [row[column] for column in columns]


def _fields(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the fields of each row that is not empty, with the number of its first line."""
    at, line = 0, 1
    row: list[str] = []
    begun = line
    while at < len(text):
        match = _FIELD.match(text, at)
        assert match is not None  # it may be empty
        quoted = match[1]
        row.append((match[2] if quoted is None else quoted.replace('""', '"')).strip())
        line += match[0].count("\n")
        at = match.end()
        if at < len(text) and text[at] == ",":
            at += 1
            continue
        if at < len(text) and text[at] not in "\r\n":
            raise _error(line, tr("unexpected quotation mark"))
        if any(row):
            yield begun, row
        line += text.count("\n", at, at + 1)
        at += 1
        row, begun = [], line


def _error(line: int, message: str) -> PuzzleError:
    return PuzzleError(str(Problem(message, line=line, column=1)))


def _moves(text: str, line: int) -> dict[str, Images]:
    """Return the images of the moves in a dict of Python, which is not evaluated."""
    found: dict[str, list[int]] = {}
    body = text.strip()
    at, end = 1, len(body) - 1
    sound = body.startswith("{") and body.endswith("}")
    while sound and at < end:
        match = _MOVE.match(body, at, end)
        sound = match is not None
        if match is None:
            break
        words = match[3].replace(",", " ").split()
        if len(words) > 1 << 16:
            sound = False
            break
        found[match[1] or match[2]] = [int(word) if len(word) < 7 else -1 for word in words]
        at = match.end()
        if at < end:
            sound = body[at] == ","
            at += 1
            if not body[at:end].strip():
                break
    count = len(next(iter(found.values()), []))
    whole = set(range(count))
    if not (sound and found) or any(
        len(sources) != count or set(sources) != whole for sources in found.values()
    ):
        message = tr("allowed_moves should be a dict of lists, each with the cells from 0")
        raise _error(line, message)
    return {name: inverse(sources) for name, sources in found.items()}


def read_all(text: str) -> list[Board]:
    """Return a board for each kind of puzzle in a table; raises PuzzleError."""
    found: list[Board] = []
    for line, (kind, moves) in _rows(text, _INFO):
        images = _moves(moves, line)
        count = len(next(iter(images.values())))
        check_limits(count, len(images))
        whole = tuple(range(1, count + 1))
        sets = (PieceSet(kind, 1, whole, (0,) * count),)
        found.append(make_board(Definition(whole, images, title=kind, sets=sets)))
    return found


def read_info(text: str) -> Board:
    """Return the board of a table with a single kind of puzzle; raises PuzzleError."""
    kinds = [kind for _, (kind, _) in _rows(text, _INFO)]
    if len(kinds) != 1:
        message = tr("the table has {count} kinds of puzzles ({names}); keep the line of one kind")
        raise PuzzleError(message.format(count=str(len(kinds)), names=_listed(kinds)))
    return read_all(text)[0]


def _listed(names: list[str]) -> str:
    more = "…" if len(names) > _MOST_LISTED else ""
    return ", ".join(name[:20] for name in names[:_MOST_LISTED]) + more


def read_starts(board: Board, text: str) -> list[Board]:
    """Return a board for each puzzle of a table that is of the kind of the board.

    Start and goal are those of the table; letters and other words become names of values.

    Raises:
        PuzzleError: a state does not fit the board.
    """
    assert isinstance(board, PermutationBoard)
    sets = sets_of(board)
    kinds = set()
    found: list[Board] = []
    for line, (number, kind, goal, start) in _rows(text, _PUZZLES):
        kinds.add(kind)
        if kind not in sets:
            continue
        cells = sets[kind][1]
        ends = [state.split(";") for state in (start, goal)]
        if any(len(end) != len(cells) for end in ends) or sorted(ends[0]) != sorted(ends[1]):
            message = tr("start and goal should have the same {count} entries, separated by ;")
            raise _error(line, message.format(count=str(len(cells))))
        words = {
            word: value for value, word in enumerate(dict.fromkeys(sorted(ends[1], key=_key)), 1)
        }
        grids = []
        for end in ends:
            grid = [list(row) for row in board.goal]
            for (r, c), word in zip(cells, end, strict=True):
                grid[r][c] = words[word]
            grids.append(tuple(map(tuple, grid)))
        own = board.with_fields(
            start=grids[0], goal=grids[1], title=f"{kind} {number}", palette=(), extra=()
        )
        found.append(with_names(own, {value: word for word, value in words.items()}))
    if not found:
        message = tr("the table has no puzzle of the kind {kind}, only {names}")
        text = message.format(kind=", ".join(sets)[:40], names=_listed(sorted(kinds)))
        raise PuzzleError(text)
    return found


def _key(word: str) -> tuple[int, str]:
    return len(word), word
