"""Definitions and scrambles of twsearch and ksolve (``*.tws``, ``*.def``, ``*.scr``).

A definition lists sets of pieces, the solved arrangement and the moves. A move lists, for each
slot, the slot that its piece comes from, and how far pieces turn: in ``Move`` for each piece, in
``MoveTransformation``, which counts from 0, for each slot.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from puzzlegui.core.board import Board
from puzzlegui.core.errors import Problem, PuzzleError, line_and_column
from puzzlegui.core.language import tr
from puzzlegui.families.permutation.board import PermutationBoard
from puzzlegui.families.permutation.definitions.definition import (
    MOST_READ,
    NOTE,
    check_length,
    check_limits,
    definition_of,
    inverse,
    make_board,
    read_note,
    sets_of,
    with_states,
    write_note,
)
from puzzlegui.families.permutation.definitions.pieces import (
    PiecePuzzle,
    PieceState,
    SetTurn,
)

_DEFINITION = re.compile(r"^[ \t]*(?:Solved|StartState)[ \t]*\r?$", re.MULTILINE)
_SET = re.compile(r"^[ \t]*Set[ \t]+\S+[ \t]+[0-9]+[ \t]+[0-9]+[ \t]*\r?$", re.MULTILINE)
_SCRAMBLE = re.compile(
    r"^[ \t]*(?:Scramble|ScrambleState|ScrambleAlg|StartState)(?:[ \t]|\r?$)", re.MULTILINE
)
_HEAD = 1 << 17
"""Characters of a text in which the sets and the goal begin."""
_LINE = re.compile(r"^[ \t\r]*+([^#\s][^\n]*+)", re.MULTILINE)
_REMARK = re.compile(r"(?<=\S)[ \t]++#.*+")
_NUMBERS = re.compile(r"(?:\s*+[0-9]{1,6}(?![0-9]))++\s*+")
_STATES = "Scramble", "ScrambleState", "StartState"
_HINTS = "ForbiddenPairs", "ForbiddenGroups", "ParallelMoves"
"""Sections of ksolve that only speed up its search."""
_RESTRICTIONS = "Illegal", "Block", "MoveLimits"
"""Sections that forbid moves."""
_MAX_SET = 1 << 16
"""Greatest number of slots or orientations that is read, so that messages can name the size."""
_MAX_WRITTEN = 255
"""Largest set that twsearch reads."""
_CELLS = "CELLS"
_STEP = re.compile(r"([0-9]{0,4}[A-Za-z_][A-Za-z_]*)([0-9]{0,6})('?)")
_NOTE_MARK = f"# {NOTE} "
_NOTE = re.compile(rf"^{_NOTE_MARK}(.*)$", re.MULTILINE)


def is_definition(text: str) -> bool:
    """Return True if a text looks like a definition."""
    return bool(_SET.search(text, 0, _HEAD)) and bool(_DEFINITION.search(text, 0, _HEAD))


def is_scramble(text: str) -> bool:
    """Return True if a text looks like scrambles."""
    return bool(_SCRAMBLE.search(text, 0, _HEAD)) and not _SET.search(text, 0, _HEAD)


class _Lines:
    """Lines of words, without comments and empty lines."""

    def __init__(self, text: str) -> None:
        check_length(text)
        self._text = text
        self._lines = _LINE.finditer(text)
        self._at = 0
        self._line = ""
        self.words: list[str] = []
        note = _NOTE.search(text, 0, _HEAD)
        self.note = read_note(note[1]) if note else None

    def __iter__(self) -> Iterator[list[str]]:
        for match in self._lines:
            self._at, self._line = match.start(1), _REMARK.sub("", match[1])
            self.words = self._line.split()
            yield self.words

    def error(self, message: str) -> PuzzleError:
        """Return an error at the current line."""
        line, _ = line_and_column(self._text, self._at)
        return PuzzleError(str(Problem(message, line=line, column=1)))

    def numbers(self, count: int, least: int, most: int, *, wild: bool = False) -> list[int | None]:
        """Return the numbers of the current line; None for a ``?`` where it is allowed."""
        if len(self.words) != count:
            text = tr("there are {count} numbers here; the set has {wanted} pieces")
            raise self.error(text.format(count=str(len(self.words)), wanted=str(count)))
        found: list[int | None] = []
        if _NUMBERS.fullmatch(self._line):
            found = list(map(int, self.words))
            if least <= min(map(int, self.words)) and max(map(int, self.words)) <= most:
                return found
            found = []
        for word in self.words:
            if wild and word == "?":
                found.append(None)
                continue
            number = int(word) if word.isascii() and word.isdigit() and len(word) < 7 else -1
            if not least <= number <= most:
                text = tr("{word} is not a number from {least} to {most}")
                raise self.error(
                    text.format(word=repr(word[:20]), least=str(least), most=str(most))
                )
            found.append(number)
        return found


def read_definition(text: str) -> Board:
    """Read a definition; its start is its goal.

    Raises:
        PuzzleError: with the line of what is wrong.
    """
    puzzle = PiecePuzzle()
    lines = _Lines(text)
    for words in lines:
        word = words[0]
        _check_size(puzzle)
        if word == "Name":
            puzzle.title = " ".join(words[1:])
        elif word == "Set":
            _read_set(lines, puzzle)
        elif word in ("Solved", "StartState"):
            if puzzle.solved:
                raise lines.error(tr("the goal is given twice"))
            rows = _read_section(lines, puzzle.sizes, wild=True)
            puzzle.solved = {
                name: _state(lines, rows.get(name, []), size, zero=word == "StartState")
                for name, size in puzzle.sizes.items()
            }
        elif word in ("Move", "MoveTransformation"):
            name = _name(lines, puzzle)
            rows = _read_section(lines, puzzle.sizes, wild=False)
            puzzle.moves[name] = {
                each: _turn(lines, row, puzzle.sizes[each], zero=word == "MoveTransformation")
                for each, row in rows.items()
            }
        elif word in ("MoveAlias", "MoveSequence"):
            name = _name(lines, puzzle)
            puzzle.sequences[name] = [_step(lines, puzzle, step) for step in words[2:]]
        elif word in _HINTS:
            for inner in lines:
                if inner[0] == "End":
                    break
        elif word in _RESTRICTIONS:
            text = tr("{word} forbids moves in some positions, which boards cannot have")
            raise lines.error(text.format(word=word))
        else:
            text = tr("{word} is not a part of a definition")
            raise lines.error(text.format(word=repr(word[:20])))
    if not puzzle.solved or not puzzle.moves:
        raise PuzzleError(tr("the definition ends before its goal or its moves"))
    return make_board(puzzle.definition(), lines.note)


def _check_size(puzzle: PiecePuzzle) -> None:
    """Raise PuzzleError if there are far too many cells or moves to read on."""
    cells = sum(size * orientations for size, orientations in puzzle.sizes.values())
    moves = len(puzzle.moves) + len(puzzle.sequences)
    if max(cells, moves) > MOST_READ:
        check_limits(cells, moves)


def _read_set(lines: _Lines, puzzle: PiecePuzzle) -> None:
    if len(lines.words) != 4 or puzzle.solved or lines.words[1] in puzzle.sizes:
        raise lines.error(tr("a set is given as Set NAME PIECES ORIENTATIONS, before the goal"))
    name = lines.words[1]
    lines.words = lines.words[2:]
    size, orientations = lines.numbers(2, 1, _MAX_SET)
    assert size is not None
    assert orientations is not None
    puzzle.sizes[name] = size, orientations


def _name(lines: _Lines, puzzle: PiecePuzzle) -> str:
    """Return the name of a move in the current line."""
    words = lines.words
    if not puzzle.solved:
        raise lines.error(tr("the moves must come after the goal"))
    if len(words) < 2 or (len(words) == 2) == (words[0] in ("MoveAlias", "MoveSequence")):
        raise lines.error(tr("the move has no name, or the line has too many words"))
    if words[1] in puzzle.moves or words[1] in puzzle.sequences:
        text = tr("the move {name} is given twice")
        raise lines.error(text.format(name=repr(words[1][:20])))
    return words[1]


def _read_section(
    lines: _Lines, sizes: dict[str, tuple[int, int]], *, wild: bool
) -> dict[str, list[list[int | None]]]:
    """Return the rows of numbers for each set, two at most, up to the line with ``End``."""
    found: dict[str, list[list[int | None]]] = {}
    name = ""
    for words in lines:
        if words[0] == "End":
            return found
        if words[0] in sizes and len(words) == 1:
            name = words[0]
            if name in found:
                raise lines.error(tr("the set {name} is given twice").format(name=name))
            found[name] = []
        elif not name or len(found[name]) == 2:
            text = tr("{word} is not a set of the puzzle")
            raise lines.error(text.format(word=repr(words[0][:20])))
        else:
            size, orientations = sizes[name]
            most = _MAX_SET if not found[name] else orientations - 1
            found[name].append(lines.numbers(size, 0, most, wild=wild and bool(found[name])))
    raise PuzzleError(tr("the definition ends before the End of a section"))


def _rows(
    lines: _Lines, rows: Sequence[Sequence[int | None]], size: tuple[int, int], *, zero: bool
) -> tuple[list[int], list[int | None]]:
    """Return the pieces of a set, from 1, and their orientations; the identity if not given."""
    pieces = [number or 0 for number in rows[0]] if rows else list(range(1, size[0] + 1))
    if zero and rows:
        pieces = [number + 1 for number in pieces]
    if min(pieces) < 1:
        raise lines.error(tr("the pieces of the section that ends here are counted from 1, not 0"))
    return pieces, list(rows[1]) if len(rows) > 1 else [0] * size[0]


def _state(
    lines: _Lines, rows: Sequence[Sequence[int | None]], size: tuple[int, int], *, zero: bool
) -> PieceState:
    pieces, turns = _rows(lines, rows, size, zero=zero)
    moduli = [1 if turn is None else size[1] for turn in turns]
    return PieceState(pieces, [turn or 0 for turn in turns], moduli)


def _turn(
    lines: _Lines, rows: Sequence[Sequence[int | None]], size: tuple[int, int], *, zero: bool
) -> SetTurn:
    pieces, turns = _rows(lines, rows, size, zero=zero)
    if sorted(pieces) != list(range(1, size[0] + 1)):
        text = tr("the move that ends here does not name each slot of a set once")
        raise lines.error(text)
    sources = [piece - 1 for piece in pieces]
    by = [turn or 0 for turn in turns]
    return SetTurn(sources, by if zero else [by[source] for source in sources])


def _step(lines: _Lines, puzzle: PiecePuzzle, word: str) -> tuple[str, int]:
    """Return a move of a sequence, and how often it is made."""
    if word in puzzle.moves or word in puzzle.sequences:
        return word, 1
    match = _STEP.fullmatch(word)
    if match is None:
        text = tr("{word} is not a move")
        raise lines.error(text.format(word=repr(word[:20])))
    return match[1], int(match[2] or 1) * (-1 if match[3] else 1)


# --- scrambles ----------------------------------------------------------------------------------


def read_scrambles(board: Board, text: str) -> list[Board]:
    """Return a board for each scramble of a text.

    Raises:
        PuzzleError: with the line of what is wrong.
    """
    assert isinstance(board, PermutationBoard)
    lines = _Lines(text)
    found: list[Board] = []
    for words in lines:
        word, title = words[0], " ".join(words[1:])
        if word == "ScrambleAlg":
            found.append(_played(board, lines, title))
        elif word in _STATES:
            sets = sets_of(board)
            sizes = {
                name: (len(each.pieces), each.orientations) for name, (each, _) in sets.items()
            }
            rows = _read_section(lines, _readable(sizes), wild=True)
            states = {}
            for name, listed in rows.items():
                pieces, turns = _rows(lines, listed, sizes[name], zero=word != "Scramble")
                states[name] = pieces, [turn or 0 for turn in turns]
            found.append(with_states(board, states, title))
        else:
            text = tr("{word} is not a part of a list of scrambles")
            raise lines.error(text.format(word=repr(word[:20])))
    return found


def _readable(sizes: dict[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """Return sizes that accept all orientations of sets whose orientations do not count."""
    return {name: (size, width if width > 1 else _MAX_SET) for name, (size, width) in sizes.items()}


def _played(board: PermutationBoard, lines: _Lines, title: str) -> Board:
    """Return a board with moves played from its goal; the moves end with a line ``End``."""
    words: list[str] = []
    for line in lines:
        if line[0] == "End":
            break
        words += line
    position, _, error = board.play_all(board.parse_moves(" ".join(words)), board.goal)
    if error is not None:
        raise error
    return board.with_fields(start=position, title=title or board.title)


# --- writing ------------------------------------------------------------------------------------


def write_definition(board: Board) -> str:
    """Return a board as a definition with a single set; raises PuzzleError.

    What twsearch has no words for, such as the places of the cells, stands in a comment.
    """
    definition, note = definition_of(board)
    count = len(definition.goal)
    if count > _MAX_WRITTEN:
        text = tr("twsearch allows {most} pieces in a set; this board has {count} cells")
        raise PuzzleError(text.format(most=str(_MAX_WRITTEN), count=str(count)))
    title = re.sub(r"\s+", "_", definition.title) or "Puzzle"
    lines = [f"{_NOTE_MARK}{write_note({'title': definition.title, **note})}", f"Name {title}"]
    lines += ["", f"Set {_CELLS} {count} 1", "", "Solved", _CELLS, _line(definition.goal), "End"]
    for name, images in definition.moves.items():
        sources = [source + 1 for source in inverse(images)]
        lines += ["", f"Move {name}", _CELLS, _line(sources), "End"]
    if definition.aliases:
        lines.append("")
    lines += [f"MoveAlias {alias} {name}" for alias, name in definition.aliases.items()]
    return "\n".join([*lines, ""])


def write_scramble(board: Board) -> str:
    """Return the start of a board as a scramble of its definition."""
    definition, _ = definition_of(board)
    title = re.sub(r"\s+", "_", definition.title) or "Start"
    assert definition.start is not None
    return "\n".join([f"Scramble {title}", _CELLS, _line(definition.start), "End", ""])


def _line(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))
