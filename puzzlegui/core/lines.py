"""Lines: lists of moves with groups, powers, commutators, conjugates, comments and variations.

A line is read into a small tree whose leaves are moves in any notation of the board::

    (A1 B1)3  (A1 B1)'  [A1, B2']  [A1: B2] {what it does}  // a comment
    ~NAME @12: A1 B1

``[A, B]`` is the commutator A B A' B' and ``[A: B]`` the conjugate A B A', as cubers write them
(Singmaster 1981, Notes on Rubik's Magic Cube). A comment after a bracket is the bracket's name. A
variation replaces the move that it names and all that follow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, TypeAlias

from puzzlegui.core.errors import IllegalMoveError, MoveTextError
from puzzlegui.core.language import tr
from puzzlegui.core.movetext import MAX_MOVES, TokenRun, too_many_moves
from puzzlegui.core.permutations import Step, step_order


class _Rules(Protocol):
    """The part of a board that lines need."""

    @property
    def has_tiles(self) -> bool: ...
    @property
    def permutes_cells(self) -> bool: ...
    @property
    def bracketed_words(self) -> str: ...
    @property
    def steps(self) -> dict[Any, Step]: ...
    def __hash__(self) -> int: ...
    def initial(self) -> Any: ...
    def format_moves(self, moves: Sequence[Any]) -> list[str]: ...
    def play(self, position: Any, move: Any) -> Any: ...
    def play_all(self, moves: Iterable[Any], position: Any = None) -> tuple[Any, int, Any]: ...
    def legal_moves(self, position: Any) -> list[Any]: ...
    def all_moves(self) -> Iterator[tuple[Any, Any]]: ...
    def from_position(self, position: Any) -> Any: ...
    def read_moves(self, text: str) -> Iterator[TokenRun]: ...


class _Convention(Protocol):
    @property
    def read(self) -> Callable[[Any, str], Iterator[TokenRun]]: ...


GROUP, COMMUTATOR, CONJUGATE = "(", ",", ":"
"""Kinds of brackets."""
_CLOSING = {"(": ")", "[": "]"}
_MOST_NESTED = 10
MOST_REPEATS = 1000

_COMMENT = re.compile(r"\{([^}]*+)\}|//([^\n]*+)")
_COMMENT_OR_LINE = re.compile(rf"#[^\n]*+|{_COMMENT.pattern}")
_POWER = re.compile(
    r"\^(?P<power>-?\d{1,6})(?!\d)"
    r"|(?P<mark>['’′]|⁻¹)(?P<count>\d{0,6})(?![A-Za-z0-9_'’′^])"
    r"|(?P<times>\d{1,6})(?P<last>['’′]?)(?![A-Za-z0-9_'’′^])"
)
"""Power of a bracket; digits before a letter begin a move."""
_VARIATION = re.compile(r"[ \t]*~[ \t]*([^@:\n]*?)[ \t]*@[ \t]*([1-9]\d{0,6})[ \t]*:")
_VARIATION_SIGN = re.compile(r"\{[^}]*+\}|(?:#|//)[^\n]*+|^[ \t]*+(?P<sign>~)", re.MULTILINE)
"""Begin of a variation, or a comment, in which there is none."""


class Token(NamedTuple):
    """Word of a text that stands for moves.

    Attributes:
        text: the word.
        offset: its place in the text.
        moves: what it stands for.
    """

    text: str
    offset: int
    moves: tuple[Any, ...]


@dataclass(frozen=True)
class Stretch:
    """Successive moves.

    Attributes:
        moves: the moves.
        tokens: the words that they were read from; empty if they were not.
    """

    moves: tuple[Any, ...]
    tokens: tuple[Token, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True)
class Comment:
    """Comment, or the name of the bracket before it."""

    text: str


@dataclass(frozen=True)
class Bracket:
    """Parts in brackets, raised to a power.

    Attributes:
        kind: ``GROUP``, ``COMMUTATOR`` or ``CONJUGATE``.
        sides: its parts; those of a group, or of both sides of the others.
        power: number of repetitions, of the inverse if negative.
        extent: offsets of its opening and its closing sign in the text.
    """

    kind: str
    sides: tuple[Parts, ...]
    power: int = 1
    extent: tuple[int, int] = field(default=(0, 0), compare=False, repr=False)


Part: TypeAlias = Stretch | Comment | Bracket
Parts: TypeAlias = tuple[Part, ...]


@dataclass(frozen=True)
class Variation:
    """Other moves in place of a move of a line and all that follow.

    Attributes:
        name: its name, which may be empty.
        number: number of the first move that it replaces, from 1.
        parts: its own moves.
    """

    name: str
    number: int
    parts: Parts


@dataclass(frozen=True)
class Line:
    """List of moves with its structure.

    Attributes:
        parts: the moves.
        variations: other endings.
    """

    parts: Parts
    variations: tuple[Variation, ...] = ()

    def moves(self, board: _Rules) -> tuple[Any, ...]:
        """Return the moves, written out; raises IllegalMoveError as ``expanded`` does."""
        return _moves_of(expanded(board, self.parts))

    def varied(self, board: _Rules) -> Iterator[tuple[str, tuple[Any, ...]]]:
        """Yield the name of each variation, and all moves from the start to its end."""
        moves = self.moves(board)
        room = MAX_MOVES
        for variation in self.variations:
            own = _moves_of(expanded(board, variation.parts))
            room -= variation.number - 1 + len(own)
            if room < 0:
                raise _too_many(0)
            yield variation.name, moves[: variation.number - 1] + own


# --- reading ------------------------------------------------------------------------------------


def read_line(board: _Rules, text: str, convention: _Convention | None = None) -> Line:
    """Parse a line and its variations.

    Args:
        board: the board whose moves they are.
        text: the line; each variation begins a line of the text.
        convention: how the moves are written; None for the standard.

    Raises:
        MoveTextError: with line and column of what is wrong.
        IllegalMoveError: a path in a maze does not begin at its start.
    """
    main, *others = _sections(text)
    parts = _Reader(board, text, main, convention).line()
    moves = _moves_of(_located(board, text, parts))
    if others and not board.has_tiles:
        raise MoveTextError(tr("a path in a maze has no variations"), text, others[0].begin)
    variations = []
    for section in others:
        if section.number > len(moves) + 1:
            message = tr("there is no move {number} that a variation could replace")
            raise MoveTextError(message.format(number=str(section.number)), text, section.begin)
        # Some conventions name tiles, where they stand once the moves before have been made.
        before, _, _ = board.play_all(moves[: section.number - 1])
        there = board.from_position(before) if board.has_tiles else board
        varied = _Reader(there, text, section, convention).line()
        _located(board, text, varied)
        variations.append(Variation(section.name, section.number, varied))
    return Line(parts, tuple(variations))


def read_runs(
    board: _Rules, text: str, convention: _Convention | None = None
) -> Iterator[TokenRun]:
    """Parse a line and yield its moves, written out, without those of its variations.

    Raises as ``read_line`` does, after the moves before the error.
    """
    for part in _Reader(board, text, _sections(text)[0], convention).runs():
        if isinstance(part, TokenRun):
            yield part
        elif tokens := _located(board, text, (part,)):
            yield _run_of(tokens)


def _run_of(tokens: Sequence[Token]) -> TokenRun:
    return TokenRun(
        list(_moves_of(tokens)),
        lambda: iter([(token.text, token.offset) for token in tokens]),
        [len(token.moves) for token in tokens],
    )


class _Section(NamedTuple):
    """The line, or a variation, in a text.

    Attributes:
        name: name of the variation.
        number: number of its first move, from 1.
        begin: offset of the first sign after its head.
        end: offset after its last sign.
    """

    name: str
    number: int
    begin: int
    end: int


def _sections(text: str) -> list[_Section]:
    found_signs = _VARIATION_SIGN.finditer(text) if "~" in text else ()
    signs = [sign.start() for sign in found_signs if sign["sign"]]
    ends = [*signs, len(text)]
    found = [_Section("", 1, 0, ends[0])]
    for begin, end in zip(signs, ends[1:], strict=True):
        head = _VARIATION.match(text, begin, end)
        if head is None:
            message = tr("a variation begins with its name and its first move, as in ~NAME @12:")
            raise MoveTextError(message, text, begin)
        found.append(_Section(head[1], int(head[2]), head.end(), end))
    return found


@lru_cache(maxsize=16)
def _plain(own: str, separators: str) -> re.Pattern[str]:
    """Return the pattern of a text up to the next bracket, comment or separator.

    Args:
        own: pattern of words with brackets; empty for none.
        separators: signs that are taken for blanks.
    """
    words = rf"(?>{own})|" if own else ""
    return re.compile(rf"(?:{words}#[^\n]*+|[^()\[\]{{}}#/,:]|/(?!/){separators})++", re.IGNORECASE)


class _Reader:
    """Recursive descent parser of a line.

    Args:
        board: the board.
        text: the text.
        section: the section of it to be parsed.
        convention: how the moves are written; None for the standard.
    """

    def __init__(
        self, board: _Rules, text: str, section: _Section, convention: _Convention | None
    ) -> None:
        self._board, self._text, self._convention = board, text, convention
        self._at, self._end = section.begin, section.end
        # Only kept for conventions, which may depend on it; they read a path as a whole.
        self._position = board.initial()
        self._moves_on = convention is not None and board.has_tiles
        self._nested = 0
        self._played = 0  # moves of brackets, beyond those that are written

    def line(self) -> Parts:
        """Return all parts."""
        return _joined(self.runs())

    def runs(self) -> Iterator[TokenRun | Bracket | Comment]:
        """Yield runs of moves, brackets and comments."""
        if not self._board.has_tiles:  # a path has no parts that could be repeated or undone
            path = self._text[: self._end]
            if "{" in path or "//" in path:
                path = _COMMENT_OR_LINE.sub(
                    lambda found: found[0] if found[0][0] == "#" else " " * len(found[0]), path
                )
            yield from self._read(0, path)
            return
        while self._at < self._end:
            yield from self._next("")

    def _next(self, within: str) -> Iterator[TokenRun | Bracket | Comment]:
        """Yield what begins at the current place.

        Args:
            within: the bracket around it; empty for none.
        """
        text, at = self._text, self._at
        if found := _COMMENT.match(text, at, self._end):
            self._at = found.end()
            yield Comment((found[1] if found[1] is not None else found[2]).strip())
            return
        plain = _plain(self._board.bracketed_words, "" if within == "[" else "|[,:]")
        if found := plain.match(text, at, self._end):
            self._at = found.end()
            words = found[0]
            if text[self._at : self._at + 1] in ("(", "["):
                words = words.rstrip(".*")  # signs of a product
            yield from self._read(at, words)
        elif text[at] in _CLOSING:
            self._at += 1
            yield self._bracket(text[at], at)
        else:
            raise self._error(_wrong_sign(text[at], within), at)

    def _read(self, offset: int, words: str) -> Iterator[TokenRun]:
        """Yield the moves in a part of the text without brackets."""
        board, convention = self._board, self._convention
        if not words.strip() and board.has_tiles:
            return
        if self._moves_on:
            board = board.from_position(self._position)
        runs = board.read_moves(words) if convention is None else convention.read(board, words)
        try:
            for run in runs:
                if self._moves_on:
                    self._position, _, _ = board.play_all(run.moves, self._position)
                yield run if not offset else _moved(run, offset)
        except MoveTextError as error:
            raise self._error(error.reason, offset + error.offset) from None
        except IllegalMoveError as error:
            error.offset = None if error.offset is None else offset + error.offset
            raise

    def _bracket(self, sign: str, begin: int) -> Bracket:
        """Return the bracket that was opened at a place."""
        if self._nested == _MOST_NESTED:
            message = tr("more than {most} brackets are nested")
            raise self._error(message.format(most=str(_MOST_NESTED)), begin)
        self._nested += 1
        before = self._position
        sides: list[list[TokenRun | Bracket | Comment]] = [[]]
        kind = GROUP if sign == "(" else ""
        while True:
            if self._at == self._end:
                raise self._error(tr("this bracket is not closed"), begin)
            mark = self._text[self._at]
            if mark == _CLOSING[sign]:
                break
            if sign == "[" and mark in (COMMUTATOR, CONJUGATE):
                if kind:
                    break
                kind = mark
                sides.append([])
                self._at += 1
            else:
                sides[-1] += self._next(sign)
        if not kind or self._text[self._at] != _CLOSING[sign]:
            message = tr("write [A, B] for A B A' B', or [A: B] for A B A', with two parts")
            raise self._error(message, begin)
        extent = begin, self._at
        self._at += 1
        self._nested -= 1
        bracket = Bracket(kind, tuple(map(_joined, sides)), self._power(), extent)
        if self._moves_on:
            self._move_on(bracket, before)
        return bracket

    def _move_on(self, bracket: Bracket, before: Any) -> None:
        """Go to the position after a bracket, whose sides have been played once."""
        moves = _moves_of(_located(self._board, self._text, (bracket,)))
        position = before
        if bracket.power > 0:
            once = sum(_count(_located(self._board, self._text, side)) for side in bracket.sides)
            moves, position = moves[once:], self._position
        self._played += len(moves)
        if self._played > MAX_MOVES:
            raise too_many_moves(self._text, bracket.extent[1])
        self._position, _, _ = self._board.play_all(moves, position)

    def _power(self) -> int:
        """Return the power that follows a bracket."""
        found = _POWER.match(self._text, self._at, self._end)
        if found is None:
            return 1
        power = int(found["power"] or found["count"] or found["times"] or 1)
        if not 1 <= abs(power) <= MOST_REPEATS:
            raise self._error(tr("a repeat count must be 1 to 1000"), self._at)
        self._at = found.end()
        return -power if found["mark"] or found["last"] else power

    def _error(self, message: str, at: int) -> MoveTextError:
        return MoveTextError(message, self._text, at)


def _wrong_sign(sign: str, within: str) -> str:
    if sign == "{":
        return tr("this comment is not closed")
    if within and sign in _CLOSING.values():
        return tr("the bracket that is open here is closed with {sign}").format(
            sign=_CLOSING[within]
        )
    return tr("no bracket is open here")


def _moved(run: TokenRun, by: int) -> TokenRun:
    """Return a run of moves whose words stand further on in a text."""
    return replace(run, tokens=lambda: ((word, at + by) for word, at in run.tokens()))


def _joined(parts: Iterable[TokenRun | Bracket | Comment]) -> Parts:
    """Return parts, with successive runs joined in a stretch."""
    found: list[Part] = []
    tokens: list[Token] = []
    moves: list[Any] = []

    def end_stretch() -> None:
        if moves:
            found.append(Stretch(tuple(moves), tuple(tokens)))
            moves.clear()
            tokens.clear()

    for part in parts:
        if isinstance(part, TokenRun):
            at = len(moves)
            moves += part.moves
            for (word, offset), count in zip(part.tokens(), part.counts, strict=True):
                tokens.append(Token(word, offset, tuple(moves[at : at + count])))
                at += count
        else:
            end_stretch()
            found.append(part)
    end_stretch()
    return tuple(found)


# --- writing out --------------------------------------------------------------------------------


def expanded(board: _Rules, parts: Parts) -> list[Token]:
    """Return the words of a line with all brackets written out.

    Raises:
        IllegalMoveError: a move cannot be undone, or there are too many; located by ``offset``.
    """
    found: list[Token] = []
    room = MAX_MOVES
    for part in parts:
        if isinstance(part, Comment):
            continue
        if isinstance(part, Stretch):
            tokens: Sequence[Token] = part.tokens or [Token("", 0, part.moves)]
        else:
            tokens = _written_out(board, part)
        room -= _count(tokens)
        if room < 0:
            raise _too_many(tokens[0].offset)
        found += tokens
    return found


def _written_out(board: _Rules, bracket: Bracket) -> list[Token]:
    tokens, *others = (expanded(board, side) for side in bracket.sides)
    for other in others:
        after = _undone(board, other) if bracket.kind == COMMUTATOR else []
        tokens = [*tokens, *other, *_undone(board, tokens), *after]
    if bracket.power < 0:
        tokens = _undone(board, tokens)
    if _count(tokens) * abs(bracket.power) > MAX_MOVES:
        raise _too_many(bracket.extent[1])
    return tokens * abs(bracket.power)


def _count(tokens: Iterable[Token]) -> int:
    return sum(len(token.moves) for token in tokens)


def _too_many(offset: int) -> IllegalMoveError:
    error = IllegalMoveError(too_many_moves("", 0).reason)
    error.offset = offset
    return error


def _undone(board: _Rules, tokens: Sequence[Token]) -> list[Token]:
    """Return words that undo others, last first."""
    known = inverses(board)
    found: list[Token] = []
    for token in reversed(tokens):
        try:
            found.append(token._replace(moves=_undoing(board, known, token.moves)))
        except IllegalMoveError as error:
            error.offset = token.offset
            raise
    return found


def undone(board: _Rules, moves: Sequence[Any]) -> tuple[Any, ...]:
    """Return the moves that undo others, last first; raises IllegalMoveError if there are none."""
    return _undoing(board, inverses(board), moves)


def _undoing(
    board: _Rules, known: dict[Any, tuple[Any, ...]], moves: Sequence[Any]
) -> tuple[Any, ...]:
    found: list[Any] = []
    for move in reversed(moves):
        if move not in known:
            (*_, name) = board.format_moves((move,))
            raise IllegalMoveError(tr("no move undoes {move}").format(move=name))
        found += known[move]
    return tuple(found)


@lru_cache(maxsize=4)
def inverses(board: _Rules) -> dict[Any, tuple[Any, ...]]:
    """Return the moves that undo each move: its inverse, or else its repetitions."""
    found: dict[Any, tuple[Any, ...]] = {}
    if not board.permutes_cells:
        for position, move in board.all_moves():
            after = board.play(position, move)
            back = (m for m in board.legal_moves(after) if board.play(after, m) == position)
            if move not in found and (inverse := next(back, None)) is not None:
                found[move] = (inverse,)
        return found
    pairs = {
        frozenset(zip(step.sources, step.targets, strict=True)): move
        for move, step in board.steps.items()
    }
    for move, step in board.steps.items():
        inverse = pairs.get(frozenset(zip(step.targets, step.sources, strict=True)))
        if inverse is not None:
            found[move] = (inverse,)
        elif (order := step_order(step)) <= MOST_REPEATS:
            found[move] = (move,) * (order - 1)
    return found


def _located(board: _Rules, text: str, parts: Parts) -> list[Token]:
    """Return ``expanded``, with its errors located in the text."""
    try:
        return expanded(board, parts)
    except IllegalMoveError as error:
        raise MoveTextError(str(error), text, error.offset or 0) from None


def _moves_of(tokens: Iterable[Token]) -> tuple[Any, ...]:
    return tuple([move for token in tokens for move in token.moves])
