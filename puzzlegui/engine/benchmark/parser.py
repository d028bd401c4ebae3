"""Parser of benchmark files in TOML, which reports every mistake with its line."""

from __future__ import annotations

import hashlib
import json
import os
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path
from typing import Any, NamedTuple

from puzzlegui import assets
from puzzlegui.core.board import MAX_SIZE, MIN_SIZE, Board
from puzzlegui.core.cells import Grid, rows_of
from puzzlegui.core.errors import BoardFileError, Problem, ProblemList, PuzzleError
from puzzlegui.core.formatting import group_digits
from puzzlegui.core.language import gettext_noop, tr
from puzzlegui.core.permutations import count_arrangements
from puzzlegui.core.strict_json import long_number_problem
from puzzlegui.core.suggestions import with_suggestion
from puzzlegui.documents.boardfile import parse_board
from puzzlegui.documents.loading import NO_OPTIONS, expand_books, read_text
from puzzlegui.documents.presets import PRESETS, load_preset
from puzzlegui.documents.reading import ReadingOptions
from puzzlegui.engine import registry
from puzzlegui.engine.benchmark.comparison import reference_spec
from puzzlegui.engine.benchmark.reference_results import TABLES
from puzzlegui.engine.benchmark.spec import BenchmarkSpec, BoardCases, Case, PublishedMaximum
from puzzlegui.engine.benchmark.toml_lines import TomlLines, syntax_problem
from puzzlegui.families.creation import new_board, parameters_by_name
from puzzlegui.families.registry import FAMILIES
from puzzlegui.solvers.control import Limits

FORMAT = "puzzlegui/study"
VERSION = 1
MOST_CHARACTERS = 1 << 17
"""Greatest length of a benchmark's file; boards that do not fit go into files of their own."""
MOST_PAIRS = MOST_SEEDS = 20_000_000
MOST_STARTS = 1000
MOST_FILES = MOST_FOLDERS = 10_000
"""Files that a pattern matches and folders that it searches, at most."""
_LIMITS = {"moves": int, "states": int, "seconds": float, "memory_mib": int, "threads": int}
_KEYS = {
    "format", "version", "title", "solvers", "seeds", "limits", "boards", "figures", "isolated",
}  # fmt: skip
_KINDS = ("presets", "files", "board", "new", "pairs", "starts")
_SIZE = re.compile(r"(\d{1,3})x(\d{1,3})")
_RANGE = re.compile(r"(-?\d{1,12})\.\.(-?\d{1,12})")


BUILTIN_PREFIX = "study:"
"""Prefix of the names of built-in benchmarks."""


class BuiltinBenchmark(NamedTuple):
    """Description of a built-in benchmark.

    Attributes:
        title: title shown to the user.
        sentence: sentence on what it measures.
    """

    title: str
    sentence: str


BUILTIN = {
    "graphs-3x3-pairs": BuiltinBenchmark(
        gettext_noop("All pairs of 3×3 boards"),
        gettext_noop(
            "All pairs of arrangements of five and four equal tiles: worst cases of two methods "
            "and of shortest solutions."
        ),
    ),
    "korf-100": BuiltinBenchmark(
        gettext_noop("Korf's hundred"),
        gettext_noop("Korf's hundred random fifteen puzzles, which need 53.05 moves on average."),
    ),
    "macro-quality": BuiltinBenchmark(
        gettext_noop("Macro-move solutions"),
        gettext_noop("Quality of macro-move solutions from 5×5 to 30×30."),
    ),
    "maze-difficulty": BuiltinBenchmark(
        gettext_noop("Number mazes"),
        gettext_noop(
            "Jumps that random number mazes need, and cells that a search visits, by size."
        ),
    ),
}
"""Built-in benchmarks by name."""
SOURCES = {table.key.lower(): table for table in TABLES}
"""Write-ups whose results are reproduced by benchmarks of these names."""
_SOURCE_LIMITS = Limits(seconds=120)


@dataclass(frozen=True)
class _BoardSource:
    """A generator of boards.

    Attributes:
        families: number of boards of each family.
        boards: generates them.
    """

    families: Mapping[str, int]
    boards: Callable[[], Iterator[Board]]


def load_spec(
    source: str, *, outside: bool = False, options: ReadingOptions = NO_OPTIONS
) -> BenchmarkSpec:
    """Return the benchmark in a file, or a built-in benchmark named ``study:NAME``.

    Args:
        source: the file or the name.
        outside: allow boards in files outside the folder of the benchmark.
        options: family, goal and scramble of the boards in files.

    Raises:
        BoardFileError: the file has mistakes, each with its line.
        PuzzleError: there is no benchmark of that name.
    """
    if source.startswith(BUILTIN_PREFIX):
        name = source.removeprefix(BUILTIN_PREFIX)
        if name in SOURCES:
            return reference_spec(SOURCES[name], load_preset, _SOURCE_LIMITS)
        if name not in BUILTIN:
            names = [*BUILTIN, *SOURCES]
            text = tr("there is no study {name}; choose from {names}")
            message = text.format(name=repr(name), names=", ".join(names))
            raise PuzzleError(with_suggestion(message, name, names))
        return parse_spec(assets.read_text("studies", f"{name}.toml"), source, Path())
    folder = Path(source).parent
    return parse_spec(read_text(source), source, folder, outside=outside, options=options)


def load_document(source: str) -> dict[str, Any]:
    """Return the tables of a benchmark that ``load_spec`` can read from a file or by name."""
    if source.startswith(BUILTIN_PREFIX):
        return tomllib.loads(
            assets.read_text("studies", f"{source.removeprefix(BUILTIN_PREFIX)}.toml")
        )
    return tomllib.loads(read_text(source))


def dump_document(document: Mapping[str, Any]) -> str:
    """Return the tables of a benchmark as the text of its file."""
    import tomli_w  # only a window writes benchmarks

    return tomli_w.dumps({"format": FORMAT, "version": VERSION, **document})


def parse_spec(
    text: str,
    name: str,
    folder: Path,
    *,
    outside: bool = False,
    options: ReadingOptions = NO_OPTIONS,
) -> BenchmarkSpec:
    """Return the benchmark in a text whose files are in ``folder``; raises as ``load_spec``."""
    if len(text) > MOST_CHARACTERS:
        template = tr("is too long for a study: {count} characters; the limit is {most}")
        message = template.format(count=group_digits(len(text)), most=group_digits(MOST_CHARACTERS))
        raise BoardFileError(name, [Problem(message)])
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BoardFileError(name, [syntax_problem(str(error), text)]) from None
    except RecursionError:
        raise BoardFileError(name, [Problem(tr("this is nested too deeply"))]) from None
    except ValueError:
        raise BoardFileError(name, [long_number_problem(text)]) from None
    return _SpecParser(text, folder, outside, options).read(table, name)


class _SpecParser:
    """Parser of a specification that collects every mistake."""

    def __init__(
        self,
        text: str,
        folder: Path,
        outside: bool,
        options: ReadingOptions,
    ) -> None:
        self._places = TomlLines(text)
        self._outside = outside
        self._options = options
        self._notes: list[str] = []
        self._folder = folder
        self._noted = ProblemList()
        self._inputs: list[Path] = []

    def _wrong(self, path: tuple[str | int, ...], message: str) -> None:
        self._noted.add(Problem(message, "", (), self._places.line(path), 1))

    def read(self, table: dict[str, Any], name: str) -> BenchmarkSpec:
        self._only(table, (), _KEYS)
        if table.get("format") != FORMAT:
            self._wrong(("format",), tr('expected format = "{name}"').format(name=FORMAT))
        if table.get("version") != VERSION:
            text = tr("expected version = {version}; other versions cannot be read")
            self._wrong(("version",), text.format(version=str(VERSION)))
        title = table.get("title", name)
        if not isinstance(title, str):
            self._wrong(("title",), tr("must be a string"))
        solvers = self._solvers(table.get("solvers"))
        isolated = table.get("isolated", False)
        if not isinstance(isolated, bool):
            self._wrong(("isolated",), tr("must be true or false"))
        seeds = self._numbers(table.get("seeds", [0]), ("seeds",))
        limits = self._limits(table.get("limits", {}))
        sources = tuple(self._sources(table.get("boards")))
        maxima = tuple(self._figures(table.get("figures", []), solvers))
        if self._noted.count:
            raise BoardFileError(name, self._noted.summarized())
        # The title and the published results do not change any run.
        content = json.dumps({**table, "title": None, "figures": None}, sort_keys=True, default=str)
        if self._options.given:
            content += repr(self._options)
        digest = hashlib.sha256(content.encode()).hexdigest()
        boards = sum(sum(source.families.values()) for source in sources)
        runs = sum(
            count * len(_solvers_of(family, solvers)) * len(seeds)
            for source in sources
            for family, count in source.families.items()
        )
        spec = BenchmarkSpec(
            title, solvers, limits, boards, runs, lambda: _cases(sources, solvers, seeds), digest,
            maxima, isolated,
            tuple(dict.fromkeys(family for source in sources for family in source.families)),
            tuple(self._inputs), tuple(dict.fromkeys(self._notes)),
        )  # fmt: skip
        if not spec.runs:
            self._wrong(("solvers",), tr("none of these solvers works on any of these boards"))
            raise BoardFileError(name, self._noted.summarized())
        return spec

    def _only(
        self, table: Mapping[str, Any], path: tuple[str | int, ...], allowed: set[str]
    ) -> None:
        for key in table:
            if key not in allowed:
                text = tr("unknown key {key}; choose from {names}")
                message = text.format(key=repr(key), names=", ".join(sorted(allowed)))
                self._wrong((*path, key), with_suggestion(message, key, sorted(allowed)))

    def _solvers(self, value: Any) -> tuple[str, ...]:
        names = list(dict.fromkeys([registry.AUTO, *(s.name for s in registry.SOLVERS)]))
        if not (isinstance(value, list) and value and all(isinstance(s, str) for s in value)):
            self._wrong(("solvers",), tr("must be a list of solver names"))
            return ()
        for name in value:
            if name not in names:
                text = tr("there is no solver {name}; choose from {names}")
                message = text.format(name=repr(name), names=", ".join(names))
                self._wrong(("solvers",), with_suggestion(message, name, names))
        return tuple(dict.fromkeys(value))

    def _limits(self, table: Any) -> Limits:
        if not isinstance(table, dict):
            self._wrong(("limits",), tr("must be a table"))
            return Limits()
        self._only(table, ("limits",), set(_LIMITS))
        for key, value in table.items():
            kinds = (int, float) if _LIMITS.get(key) is float else (int,)
            if isinstance(value, bool) or not isinstance(value, kinds) or not value >= 0:
                self._wrong(("limits", key), tr("must be a number, 0 or greater"))
        return Limits(**{key: value for key, value in table.items() if key in _LIMITS})

    def _figures(self, tables: Any, solvers: Sequence[str]) -> Iterator[PublishedMaximum]:
        """Yield the published results of the solvers."""
        if not (isinstance(tables, list) and all(isinstance(table, dict) for table in tables)):
            self._wrong(("figures",), tr("must be [[figures]] tables"))
            return
        for number, table in enumerate(tables):
            path = ("figures", number)
            self._only(table, path, {"solver", "most", "source"})
            solver, most, source = table.get("solver"), table.get("most"), table.get("source")
            if solver not in solvers:
                text = tr("expected one of {values}")
                self._wrong((*path, "solver"), text.format(values=", ".join(solvers)))
            elif isinstance(most, bool) or not isinstance(most, int) or most < 0:
                self._wrong((*path, "most"), tr("must be a number, 0 or greater"))
            elif not isinstance(source, str):
                self._wrong((*path, "source"), tr("must be a string"))
            else:
                yield PublishedMaximum(solver, most, source)

    def _numbers(self, value: Any, path: tuple[str | int, ...]) -> Sequence[int]:
        """Return integers given as a number, a list, or ``"1..100"``."""
        if isinstance(value, str) and (ends := _RANGE.fullmatch(value)):
            numbers = range(int(ends[1]), int(ends[2]) + 1)
            if not 0 < len(numbers) <= MOST_SEEDS:
                text = tr("must be 1 to {most} numbers")
                self._wrong(path, text.format(most=group_digits(MOST_SEEDS)))
                return ()
            return numbers
        listed = value if isinstance(value, list) else [value]
        if listed and all(isinstance(n, int) and not isinstance(n, bool) for n in listed):
            return tuple(listed)
        self._wrong(path, tr('must be whole numbers: 1, [1, 2] or "1..100"'))
        return ()

    # --- boards ---

    def _sources(self, tables: Any) -> Iterator[_BoardSource]:
        if not (isinstance(tables, list) and tables and all(isinstance(t, dict) for t in tables)):
            self._wrong(("boards",), tr("needs at least one [[boards]] table"))
            return
        for number, table in enumerate(tables):
            path = ("boards", number)
            kinds = [kind for kind in _KINDS if kind in table]
            if len(kinds) != 1:
                self._wrong(
                    path, tr("needs exactly one of presets, files, board, new, pairs and starts")
                )
                continue
            try:
                made = getattr(self, f"_{kinds[0]}")(table, path)
            except PuzzleError as error:
                self._wrong((*path, kinds[0]), str(error))
                continue
            if made is not None:
                yield made

    def _strings(self, table: Any, key: str, path: tuple[str | int, ...]) -> list[str]:
        texts = table[key]
        if isinstance(texts, list) and texts and all(isinstance(text, str) for text in texts):
            return texts
        self._wrong((*path, key), tr("must be a list of strings"))
        return []

    def _presets(self, table: Any, path: tuple[str | int, ...]) -> Any:
        self._only(table, path, {"presets"})
        names = (
            list(PRESETS) if table["presets"] == "all" else self._strings(table, "presets", path)
        )
        boards = [load_preset(name) for name in names]
        return _listed(boards)

    def _files(self, table: Any, path: tuple[str | int, ...]) -> Any:
        self._only(table, path, {"files"})
        boards = []
        for pattern in self._strings(table, "files", path):
            paths = self._matching(pattern) if "*" in pattern else [self._folder / pattern]
            if not self._outside:
                self._check_inside(pattern, paths)
            self._inputs += paths
            if not paths:
                self._wrong((*path, "files"), tr("no file matches {name}").format(name=pattern))
            for source in expand_books(paths, self._options):
                loaded = source.load()
                board = loaded.valid_board()
                self._notes += (*source.notes, *loaded.notes, *loaded.warnings)
                title = board.title or Path(source.name).stem
                boards.append(board.with_fields(title=title))
        return _listed(boards)

    def _board(self, table: Any, path: tuple[str | int, ...]) -> Any:
        self._only(table, path, {"board"})
        text = table["board"]
        if not isinstance(text, str):
            self._wrong((*path, "board"), tr("must be a string"))
            return None
        return _listed([parse_board(text, "board")])

    def _matching(self, pattern: str) -> list[Path]:
        """Return the files in the benchmark's folder that match a pattern."""
        if not self._outside:
            self._check_inside(pattern, [Path(*Path(pattern).parts[:1])])
        try:
            if "**" in pattern:
                self._check_extent(pattern)
            found = list(islice(self._folder.glob(pattern), MOST_FILES + 1))
            if len(found) > MOST_FILES:
                text = tr("{name} matches more than {most} files")
                raise PuzzleError(text.format(name=pattern, most=group_digits(MOST_FILES)))
            return sorted(found)
        except (ValueError, NotImplementedError, OSError) as error:
            text = tr("{name} is not a usable file pattern: {reason}")
            raise PuzzleError(text.format(name=pattern, reason=str(error))) from None

    def _check_inside(self, pattern: str, paths: Sequence[Path]) -> None:
        """Raise PuzzleError if a pattern leads out of the benchmark's folder, also by a link."""
        try:
            folder = self._folder.resolve()
            inside = all((folder / path).resolve().is_relative_to(folder) for path in paths)
        except (OSError, RuntimeError, ValueError):  # a loop of links, or a NUL in the name
            inside = False
        if not inside or ".." in Path(pattern).parts:
            text = tr(
                "{name} is outside the folder of the study. Move it there, or use --allow-outside"
            )
            raise PuzzleError(text.format(name=pattern))

    def _check_extent(self, pattern: str) -> None:
        """Raise PuzzleError if there are too many folders to be searched."""
        for number, _ in enumerate(os.walk(self._folder)):
            if number >= MOST_FOLDERS:
                text = tr("{name} would search more than {most} folders")
                raise PuzzleError(text.format(name=pattern, most=group_digits(MOST_FOLDERS)))

    def _family(self, table: Any, key: str, path: tuple[str | int, ...]) -> str:
        name = table.get(key)
        if not isinstance(name, str) or name not in FAMILIES:
            text = tr("must be a family: {names}")
            self._wrong((*path, key), text.format(names=", ".join(FAMILIES)))
            return ""
        return name

    def _new(self, table: Any, path: tuple[str | int, ...]) -> Any:
        self._only(table, path, {"new", "sizes", "seeds", *parameters_by_name()})
        given = self._parameters(table, path)
        family = self._family(table, "new", path)
        sizes = []
        for text in self._strings(table, "sizes", path) if "sizes" in table else []:
            size = _SIZE.fullmatch(text)
            sides = [int(side) for side in size.groups()] if size else []
            if not sides or not all(MIN_SIZE <= side <= MAX_SIZE for side in sides):
                message = tr("must be a size from 2x2 to 30x30, such as 4x4, not {text}")
                self._wrong((*path, "sizes"), message.format(text=repr(text)))
            else:
                sizes.append(sides)
        if "sizes" not in table:
            self._wrong(path, tr("sizes is missing"))
        seeds = self._numbers(table.get("seeds", [0]), (*path, "seeds"))
        if not (family and sizes and seeds) or given is None:
            return None
        new_board(family, sizes[0][0], sizes[0][1], seeds[0], **given)  # raises if not possible

        def boards() -> Iterator[Board]:
            for (rows, columns), seed in product(sizes, seeds):
                board = new_board(family, rows, columns, seed, **given)
                yield board.with_fields(title=f"{family} {board.size}, seed {seed}")

        return _BoardSource({family: len(sizes) * len(seeds)}, boards)

    def _parameters(self, table: Any, path: tuple[str | int, ...]) -> dict[str, Any] | None:
        """Return the parameters of new boards besides size and seed; None after a mistake."""
        given: dict[str, Any] = {}
        for name, parameter in parameters_by_name().items():
            value = table.get(name)
            if value is None:
                continue
            if parameter.flag:
                right, expected = value is True, "true"
            elif parameter.choices:
                names = [choice for choice, _ in parameter.choices if choice]
                right, expected = value in names, ", ".join(names)
            else:
                right = isinstance(value, int) and not isinstance(value, bool)
                right = right and parameter.minimum <= value <= parameter.maximum
                expected = f"{parameter.minimum} … {parameter.maximum}"
            if not right:
                text = tr("expected one of {values}")
                self._wrong((*path, name), text.format(values=expected))
                return None
            given[name] = value
        return given

    def _turns(self, table: Any, path: tuple[str | int, ...]) -> dict[str, str]:
        """Return the direction in which blocks turn, if it is given."""
        turns = table.get("turns")
        if turns is not None and not isinstance(turns, str):
            self._wrong((*path, "turns"), tr("must be a string"))
        return {"turns": turns} if isinstance(turns, str) else {}

    def _grid(self, value: Any, path: tuple[str | int, ...]) -> Grid | None:
        """Return an arrangement given as rows, or as a text ``1 2/3 4``."""
        if isinstance(value, str):
            try:
                value = [[int(value) for value in row.split()] for row in value.split("/")]
            except ValueError:
                value = None
        if isinstance(value, list) and value and all(
            isinstance(row, list) and row and len(row) == len(value[0])
            and all(isinstance(value, int) and not isinstance(value, bool) for value in row)
            for row in value
        ):  # fmt: skip
            return tuple(map(tuple, value))
        self._wrong(path, tr('must be an arrangement such as "1 2 3/4 5 6"'))
        return None

    def _starts(self, table: Any, path: tuple[str | int, ...]) -> Any:
        self._only(table, path, {"family", "starts", "goal", "title", "turns"})
        family = self._family(table, "family", path)
        goal = self._grid(table.get("goal"), (*path, "goal"))
        texts = self._strings(table, "starts", path)
        if len(texts) > MOST_STARTS:
            message = tr(
                "too many starts: {count}; the limit is {most}. Put the boards in files instead"
            )
            count, most = group_digits(len(texts)), group_digits(MOST_STARTS)
            self._wrong((*path, "starts"), message.format(count=count, most=most))
            return None
        starts = [self._grid(text, (*path, "starts")) for text in texts]
        if not (family and goal) or None in starts:
            return None
        title = str(table.get("title", family))
        boards = []
        for number, start in enumerate(starts, 1):
            fields = {"family": family, "title": f"{title} {number}", "start": start, "goal": goal}
            fields |= self._turns(table, path)
            boards.append(_board(fields))
        return _listed(boards)

    def _pairs(self, table: Any, path: tuple[str | int, ...]) -> Any:
        self._only(table, path, {"family", "pairs", "turns"})
        family = self._family(table, "family", path)
        pattern = self._grid(table["pairs"], (*path, "pairs"))
        if not (family and pattern):
            return None
        values = sorted(value for row in pattern for value in row)
        columns = len(pattern[0])
        count = count_arrangements(values) ** 2
        if count > MOST_PAIRS:
            text = tr("too many pairs: {count}; the limit is {most}")
            self._wrong(
                (*path, "pairs"),
                text.format(count=group_digits(count), most=group_digits(MOST_PAIRS)),
            )
            return None
        turns = self._turns(table, path)
        first_board = _board({"family": family, "start": pattern, "goal": pattern, **turns})

        def boards() -> Iterator[Board]:
            for start, goal in product(distinct_permutations(values), repeat=2):
                title = f"{''.join(map(str, start))} to {''.join(map(str, goal))}"
                start_grid, goal_grid = rows_of(start, columns), rows_of(goal, columns)
                yield first_board.with_fields(start=start_grid, goal=goal_grid, title=title)

        return _BoardSource({family: count}, boards)


def _solvers_of(family: str, solvers: Sequence[str]) -> list[str]:
    """Return those of the solvers that a family has."""
    own = {registry.AUTO, *(solver.name for solver in registry.solvers_of(family))}
    return [solver for solver in solvers if solver in own]


def _cases(
    sources: Sequence[_BoardSource], solvers: Sequence[str], seeds: Sequence[int]
) -> Iterator[Case]:
    """Yield every run, in order, with the solvers of each board's family."""
    made = BoardCases()
    for source in sources:
        own = {family: _solvers_of(family, solvers) for family in source.families}
        for board in source.boards():
            pairs = product(own[board.family], seeds)
            yield from made.cases_of(
                board, ({"solver": name, "seed": seed} for name, seed in pairs)
            )


def _listed(boards: Sequence[Board]) -> _BoardSource:
    """Return given boards as a source."""
    return _BoardSource(Counter(board.family for board in boards), lambda: iter(boards))


def _board(fields: Mapping[str, Any]) -> Board:
    """Return the board with these fields; raises PuzzleError with the mistakes."""
    header = {"format": "puzzlegui/board", "version": 1}
    return parse_board(json.dumps({**header, **fields}), str(fields.get("title", "board")))


def distinct_permutations(values: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield the distinct orders of sorted values in lexicographic order (Knuth 2011, L)."""
    ordering = list(values)
    while True:
        yield tuple(ordering)
        at = len(ordering) - 2
        while at >= 0 and ordering[at] >= ordering[at + 1]:
            at -= 1
        if at < 0:
            return
        other = len(ordering) - 1
        while ordering[other] <= ordering[at]:
            other -= 1
        ordering[at], ordering[other] = ordering[other], ordering[at]
        ordering[at + 1 :] = ordering[:at:-1]
