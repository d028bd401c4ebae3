"""The Python library, ``import puzzlegui``."""

import _thread
import gc
import inspect
import json
import os
import pkgutil
import re
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

import puzzlegui
from puzzlegui import cli, kernels
from puzzlegui.core.board import Board
from puzzlegui.core.solution import Solution
from puzzlegui.documents.boardfile import dump_board
from puzzlegui.documents.presets import load_preset
from puzzlegui.documents.text_formats import WRITTEN_FORMATS, write_share
from puzzlegui.engine import run as runs
from puzzlegui.exporters.solutions import SOLUTION_FORMATS
from puzzlegui.families.registry import FAMILIES
from puzzlegui.families.rotation.board import RotationBoard
from puzzlegui.families.sliding.board import SlidingBoard
from tests.boards import SMALL, any_board

ROOT = Path(__file__).parent.parent
TOUR = ROOT / "docs" / "python.md"
NAMES = [name for name in puzzlegui.__all__ if not name.startswith("_")]
SIX = SlidingBoard(((1, 5, 2), (4, 3, 0)), ((1, 2, 3), (4, 5, 0)), title="Six")
FUNCTIONS = ["explore", "export", "load", "load_book", "new", "replay", "solve", "verify"]


def board(name: str) -> Board:
    """Return a preset board."""
    return load_preset(name)


def run_python(code: str, *, home: Path, **environment: str) -> str:
    """Run code in a new interpreter without a display, and return its output."""
    kept = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "QT_QPA_PLATFORM")}
    found = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=kept | {"HOME": str(home), "PYTHONPATH": str(ROOT)} | environment,
        cwd=home, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (found.returncode, found.stderr) == (0, "")
    return found.stdout


# --- importing ---


def test_import_is_lazy(tmp_path: Path) -> None:
    code = (
        "import sys, puzzlegui; print(sorted(m for m in sys.modules if m.startswith('puzzlegui')))"
    )
    assert run_python(code, home=tmp_path) == "['puzzlegui', 'puzzlegui.version']\n"


def test_qt_and_numpy_are_loaded_on_demand(tmp_path: Path) -> None:
    run_python(
        "import sys, puzzlegui\n"
        "board = puzzlegui.new('maze', rows=3, seed=1)\n"
        "solution = puzzlegui.solve(board)\n"
        "assert puzzlegui.verify(board, solution)\n"
        "puzzlegui.export(solution, 'maze.html')\n"
        "assert not [m for m in sys.modules if m.startswith(('PySide6', 'shiboken6'))]\n"
        "puzzlegui.load('maze-8x8'), str(board), repr(board)\n"
        "assert puzzlegui.explore\n"
        "assert 'puzzlegui.engine.graph.exploration' not in sys.modules\n",
        home=tmp_path,
    )
    code = (
        "import sys, puzzlegui.library\nassert not {'numpy', 'PySide6', 'Cython'} & {*sys.modules}"
    )
    run_python(code, home=tmp_path)


def test_every_name_exists_and_is_documented() -> None:
    assert set(puzzlegui.__all__) <= set(dir(puzzlegui))
    from puzzlegui import library

    assert sorted(library.__all__) == sorted(NAMES)
    for name in FUNCTIONS:
        function = getattr(puzzlegui, name)
        assert inspect.getdoc(function)
        signature = inspect.signature(function)
        assert signature.return_annotation is not inspect.Signature.empty
        for parameter in signature.parameters.values():
            assert parameter.annotation is not inspect.Parameter.empty
            assert f"{parameter.name}:" in function.__doc__


def test_no_module_hides_a_name_of_the_library() -> None:
    modules = {module.name for module in pkgutil.iter_modules(puzzlegui.__path__)}
    assert not modules & set(puzzlegui.__all__)


def test_an_unknown_name() -> None:
    for name in ("lod", "ChessBoard"):
        with pytest.raises(AttributeError, match=f"no attribute '{name}'"):
            getattr(puzzlegui, name)


def test_the_package_is_marked_as_typed() -> None:
    assert (ROOT / "puzzlegui" / "py.typed").is_file()


# --- the tour ---


def blocks() -> list[str]:
    return re.findall(
        r"^```python\n(.*?)^```$", TOUR.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )


def test_the_tour_prints_its_comments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for block in blocks():
        exec(compile(block, TOUR, "exec"), names)  # noqa: S102 - our own code
        printed = iter(capsys.readouterr().out.splitlines())
        for line in block.splitlines():
            comment = re.match(r" *(?:print\(.*\)  )?# (.*)", line)
            if comment:
                pattern = re.escape(comment[1]).replace("…", ".*")
                assert any(re.fullmatch(pattern, out) for out in printed), comment[1]


def test_the_tour_begins_with_ten_lines() -> None:
    first = blocks()[0]
    assert len([line for line in first.splitlines() if line]) == 10
    assert first.startswith("import puzzlegui\n")
    assert all(f"puzzlegui.{name}(" in "".join(blocks()) for name in FUNCTIONS)


# --- boards ---


@given(any_board())
def test_repr_is_code(board: Board) -> None:
    name = type(board).__name__
    assert eval(repr(board), {name: getattr(puzzlegui, name)}) == board  # noqa: S307 - our own code


@given(any_board())
def test_str_is_the_grid(board: Board) -> None:
    lines = str(board).splitlines()
    grid = board.grid(board.grid_fields[0])
    assert [tuple(int(word) for word in line.split()) for line in lines] == list(grid)
    assert len({len(line) for line in lines}) == 1


def test_str_is_aligned_to_the_right() -> None:
    assert str(SIX) == "1 5 2\n4 3 0"
    assert str(board("schonbrunn")).splitlines()[:2] == [" 2 -2  4 -1  3", "-3  3  1  3 -2"]


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_has_a_class_and_a_picture(family: str, qapp: object) -> None:
    found = puzzlegui.new(family, rows=3, seed=3)
    assert type(found) is FAMILIES[family].board is getattr(puzzlegui, type(found).__name__)
    svg = found._repr_svg_()
    assert svg is not None
    assert svg.startswith("<?xml")
    assert "<svg" in svg


def test_drawing_needs_no_application(tmp_path: Path) -> None:
    run_python(
        "import os, puzzlegui\n"
        "before = dict(os.environ)\n"
        "board = puzzlegui.load('mystery-box')\n"
        "assert '<svg' in board._repr_svg_()\n"
        "puzzlegui.export(board, 'board.png')\n"
        "changed = {k for k in os.environ if os.environ[k] != before.get(k)}\n"
        "assert changed <= {'LC_CTYPE', 'LC_ALL'}, changed\n",
        home=tmp_path,
        LC_ALL="C.UTF-8",
    )
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("wrong", "texts"),
    [
        (SlidingBoard(((1, 2), (3, 3)), ((1, 2), (3, 0))), ["start: the gap", "value 3 appears"]),
        (SlidingBoard([[1, 2], [3, 0]], [[1, 2], [3]]), ["start: must be", "goal: must be"]),  # type: ignore[arg-type]
        (RotationBoard(((1, 2),), ((1, 2), (3, 4)), "left"), ["one size", "turns must be"]),
        (FAMILIES["maze"].board(((1, 2), (2, 1)), "A1", (1, 5)), ["start: must be a tuple"]),  # type: ignore[call-arg]
        (FAMILIES["maze"].board(((1, 2), (2, 1)), (0, 0), (1, 5), "x"), ["sum must be"]),  # type: ignore[call-arg]
    ],
)
@pytest.mark.parametrize("use", ["solve", "explore", "replay", "verify", "export"])
def test_an_invalid_board_is_refused_with_every_problem(
    use: str, wrong: Board, texts: list[str], tmp_path: Path
) -> None:
    more: dict[str, tuple[Any, ...]] = {
        "replay": ("",), "verify": ("",), "export": (tmp_path / "x.puzzle",),
    }  # fmt: skip
    with pytest.raises(ValueError, match=re.escape(texts[0])) as error:
        getattr(puzzlegui, use)(wrong, *more.get(use, ()))
    assert isinstance(error.value, puzzlegui.PuzzleError)
    assert all(text in str(error.value) for text in texts)
    assert list(tmp_path.iterdir()) == []


# --- load ---


def test_load_takes_paths_presets_and_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    expected = board("eight-cpp")
    path = tmp_path / "eight.puzzle"
    path.write_text(dump_board(expected))
    sources: list[str | Path] = [path, str(path), "eight.puzzle", "eight-cpp", "preset:eight-cpp",
               dump_board(expected), write_share(expected)]  # fmt: skip
    assert [puzzlegui.load(source) for source in sources] == [expected] * len(sources)
    (tmp_path / "eight-cpp").write_text(dump_board(SIX))
    assert puzzlegui.load("eight-cpp") == SIX, "a file comes first"


@pytest.mark.parametrize("form", WRITTEN_FORMATS)
def test_load_reads_every_form_of_text(form: str) -> None:
    families = WRITTEN_FORMATS[form].families
    expected = board("eight-cpp" if "sliding" in families else "two-rings")
    write_board, write_grid = WRITTEN_FORMATS[form].write_board, WRITTEN_FORMATS[form].write_grid
    text = (
        write_board(expected) if write_board else write_grid and write_grid(expected.grid("start"))
    )
    assert text
    found = puzzlegui.load(text)
    assert isinstance(found, Board)
    assert found.family == expected.family
    assert found.grid("start") == expected.grid("start")


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("mystery-bx", "mystery-bx: cannot be read: .*Did you mean mystery-box?"),
        ("preset:mystery-bx", "no preset .*Did you mean mystery-box?"),
        ("3x3.puzzle", "cannot be read"),
        ("", "the name of the file is empty"),
        ("1 2\n3 4.5", "row 2, number 2"),
        ('{"format": "puzzlegui/board"', "line 1, column"),
        ("a\0b", "cannot be read"),
        ("x" * 5000, "cannot be read"),
    ],
)
def test_load_reports_errors(source: str, text: str) -> None:
    with pytest.raises(puzzlegui.PuzzleError, match=text):
        puzzlegui.load(source)


def test_claims_of_a_loaded_solution_are_ignored(tmp_path: Path) -> None:
    path = tmp_path / "solution.json"
    found = puzzlegui.solve(board("eight-cpp"), "macro")
    puzzlegui.export(found, path)
    claims = json.loads(path.read_text()) | {"optimal": True, "lower_bound": len(found)}
    path.write_text(json.dumps(claims))
    loaded = puzzlegui.load(path)
    assert isinstance(loaded, Solution)
    assert loaded.moves == found.moves
    assert loaded.lower_bound < len(found)
    assert not loaded.optimal
    path.write_text(json.dumps(claims | {"moves": claims["moves"][:-1], "segments": []}))
    with pytest.raises(puzzlegui.PuzzleError, match=r"solution\.json: Wrong: "):
        puzzlegui.load(path)


# --- solve ---


@pytest.mark.parametrize("name", SMALL)
def test_solve_returns_the_result_of_a_run(name: str) -> None:
    small = SMALL[name]
    found, expected = puzzlegui.solve(small), runs.solve(small)
    assert (found.status, found.moves, found.optimal, found.lower_bound) == (
        expected.status, expected.moves, expected.optimal, expected.lower_bound,
    )  # fmt: skip
    assert len(found) == len(found.moves)
    assert bool(found) is found.solved
    assert str(found) == (" ".join(small.format_moves(found.moves)) if found else found.outcome())
    assert found.outcome() in repr(found)


def test_a_solved_board_has_an_empty_solution() -> None:
    solved = SlidingBoard(((1, 2), (3, 0)), ((1, 2), (3, 0)))
    found = puzzlegui.solve(solved)
    assert found
    assert (len(found), found.length, str(found)) == (0, 0, "")


def test_solve_applies_its_arguments() -> None:
    box = board("mystery-box")
    assert puzzlegui.solve(box, "bfs", max_states=10).status == "limit"
    assert puzzlegui.solve(box, "optimal", max_moves=9).status == "limit"
    assert puzzlegui.solve(box, "iddfs", time_limit=0).status == "limit"
    assert puzzlegui.solve(box, "bfs", memory_limit=1).status == "limit"
    every = puzzlegui.solve(box, "optimal", all_solutions=True)
    assert every.count == len(every.solutions or ()) == 5
    assert puzzlegui.solve(every, time_limit=float("inf")).optimal
    with pytest.raises(puzzlegui.PuzzleError, match=r"no solver 'optimul'.* Did you mean optimal"):
        puzzlegui.solve(box, "optimul")
    with pytest.raises(puzzlegui.PuzzleError, match=r"max_moves must .*\ntime_limit must "):
        puzzlegui.solve(box, max_moves=-1, time_limit=float("nan"))


def test_solve_works_in_several_threads_at_once() -> None:
    boards = [board(name) for name in ("mystery-box", "eight-cpp", "schonbrunn")]
    with ThreadPoolExecutor(3) as pool:
        found = list(pool.map(puzzlegui.solve, boards))
    assert [solution.optimal for solution in found] == [True] * 3


def test_solve_releases_its_resources(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that the thread and the data of a search are freed after ``solve`` returns."""
    released = threading.Event()
    release = runs.Run.release
    made: list[weakref.ref[runs.Run]] = []

    def watched(self: runs.Run) -> None:
        release(self)
        made.append(weakref.ref(self))
        released.set()

    monkeypatch.setattr(runs.Run, "release", watched)
    assert puzzlegui.solve(board("eight-cpp"), "bfs")
    assert released.wait(60)
    while any(thread.name.startswith("solve-") for thread in threading.enumerate()):
        pass
    gc.collect()
    assert [run() for run in made] == [None]


HARD: dict[str, Callable[[], object]] = {
    "solve": lambda: puzzlegui.solve(board("grid-30x30"), "bfs", max_states=10**12),
    "explore": lambda: puzzlegui.explore(puzzlegui.new("rotation", rows=3, columns=4, seed=1)),
}


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("name", HARD)
@pytest.mark.examples(1)
def test_an_interrupt_stops_the_call(name: str) -> None:
    timer = threading.Timer(0.5, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        HARD[name]()
    timer.join()


def test_slow_solvers_cause_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "UNCOMPILED_REASON", kernels.record.COMPILER)
    for use in (puzzlegui.solve, puzzlegui.explore):
        with pytest.warns(RuntimeWarning, match="run hundreds of times slower") as warned:
            use(SIX)
        assert warned[0].filename == __file__


# --- replay and verify ---


@pytest.mark.parametrize("name", SMALL)
def test_replay_takes_moves_in_every_form(name: str) -> None:
    found = puzzlegui.solve(SMALL[name])
    if not found:
        return
    texts = found.board.format_moves(found.moves)
    for moves in (found, found.moves, list(found.moves), texts, " ".join(texts)):
        for play in (puzzlegui.replay, puzzlegui.verify):
            result = play(found, moves)
            assert result
            assert (result.correct, result.played) == (True, len(found))


def test_replay_reports_the_first_error() -> None:
    box = board("mystery-box")
    result = puzzlegui.replay(box, "B1 B2")
    assert not result
    assert (result.played, result.message[:6]) == (2, "Wrong:")
    result = puzzlegui.replay(box, ["B1", "B2'", "A1"])
    assert not result
    assert (result.played, result.message[:23]) == (1, "Move 2 is not allowed: ")
    result = puzzlegui.replay(board("schonbrunn"), "A1 B1")
    assert not result
    assert "a path begins with its first cell" in result.message
    assert not puzzlegui.replay(box, [])
    with pytest.raises(puzzlegui.PuzzleError, match="line 1, column 4"):
        puzzlegui.replay(box, "B1 what")


def test_verify_reads_exports_and_other_conventions(tmp_path: Path) -> None:
    box = board("mystery-box")
    every = puzzlegui.solve(box, "optimal", all_solutions=True)
    for suffix in ("txt", "csv", "md", "json"):
        path = tmp_path / f"all.{suffix}"
        puzzlegui.export(every, path)
        assert puzzlegui.verify(box, path)
        assert puzzlegui.verify(box, path.read_text())
    assert puzzlegui.verify(box, every)
    assert not puzzlegui.verify(SIX, "U")
    eight = board("eight-cpp")
    swapped = str(puzzlegui.solve(eight)).translate(str.maketrans("UDLR", "DURL"))
    assert not puzzlegui.replay(eight, swapped)
    warned = puzzlegui.verify(eight, swapped)
    assert warned
    assert warned.message.endswith("Read as moves of the gap.")
    with pytest.raises(puzzlegui.PuzzleError, match="a solution is expected"):
        puzzlegui.verify(box, dump_board(box))


# --- export ---


@pytest.mark.parametrize("name", SOLUTION_FORMATS)
def test_formats_are_selected_by_suffix_and_by_name(name: str, tmp_path: Path) -> None:
    format_ = SOLUTION_FORMATS[name]
    if format_.unavailable_reason:
        pytest.skip(format_.unavailable_reason)
    found = puzzlegui.solve(SIX)
    by_suffix, by_name = tmp_path / f"moves{format_.suffix}", tmp_path / "moves"
    settings: dict[str, Any] = {"stride": 5, "size": 100} if "size" in format_.settings else {}
    puzzlegui.export(found, by_suffix, **settings)
    puzzlegui.export(found, str(by_name), name, **settings)
    assert by_suffix.read_bytes() == by_name.read_bytes() != b""


def test_exports_of_a_board(tmp_path: Path) -> None:
    small = SIX
    for name in ("board.puzzle", "board.json"):
        puzzlegui.export(small, tmp_path / name)
        assert puzzlegui.load(tmp_path / name) == small
    puzzlegui.export(small, tmp_path / "board", "json")
    assert puzzlegui.load(tmp_path / "board") == small
    puzzlegui.export(small, tmp_path / "board.svg", theme="dark")
    assert b"<svg" in (tmp_path / "board.svg").read_bytes()
    puzzlegui.export(small, tmp_path / "board.csv")
    assert puzzlegui.verify(small, tmp_path / "board.csv")


@pytest.mark.parametrize(
    ("arguments", "settings", "error", "text"),
    [
        (("x.what",), {}, puzzlegui.PuzzleError, "must end in one of .txt"),
        (("x", "giff"), {}, puzzlegui.PuzzleError, "Did you mean gif?"),
        (("x.gif",), {"themes": "dark"}, TypeError, "Did you mean theme?"),
        (("x.gif",), {"theme": "drak", "size": 1}, puzzlegui.PuzzleError, "theme: .*\nsize: "),
        (("none/x.puzzle",), {}, OSError, "No such file"),
    ],
)
def test_export_reports_errors(
    arguments: tuple[str, ...],
    settings: dict[str, Any],
    error: type[Exception],
    text: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(error, match=text):
        puzzlegui.export(SIX, *arguments, **settings)
    assert list(tmp_path.glob("x*")) == []


def test_wrong_solutions_are_not_exported(tmp_path: Path) -> None:
    with pytest.raises(puzzlegui.PuzzleError, match="Not solvable"):
        puzzlegui.export(board("fifteen-loyd"), tmp_path / "x.gif")
    found = puzzlegui.solve(SIX)
    wrong = Solution(found.board, "mine", found.status, found.moves[:-1])
    with pytest.raises(puzzlegui.PuzzleError, match="Wrong: "):
        puzzlegui.export(wrong, tmp_path / "x.json")
    assert list(tmp_path.glob("x*")) == []


# --- new and explore ---


@pytest.mark.parametrize(
    ("family", "parameters"),
    [
        ("sliding", {"rows": 3, "seed": 5}),
        ("sliding", {"rows": 2, "cols": 3, "seed": 5, "colours": 2}),
        ("rotation", {"rows": 3, "seed": 1, "turns": "clockwise", "moves": 4}),
        ("shift", {"rows": 2, "seed": 9, "title": "Mine"}),
        ("maze", {"rows": 4, "seed": 3, "unique": True, "length": 3}),
        ("maze", {"rows": 4, "seed": 3, "directions": "all"}),
    ],
)
def test_new_creates_the_board_of_the_command(
    family: str, parameters: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "new.puzzle"
    options = [
        word
        for name, value in parameters.items()
        for word in ([f"--{name}"] if value is True else [f"--{name}", str(value)])
    ]
    assert cli.run(["new", family, *options, "-o", str(path)]) == 0
    made = puzzlegui.new(family, **parameters)
    assert made == puzzlegui.load(path)
    columns = parameters.pop("cols", None)
    assert made == puzzlegui.new(family, columns=columns, **parameters)


def test_new_board_has_the_size_of_its_word() -> None:
    board = puzzlegui.new("rotation", word="NOCTURNES", seed=1)
    assert board.size == "3×3"
    assert puzzlegui.new("shift", lettering="HI", seed=1).size == "4×8"


def test_new_boards_differ_without_a_seed() -> None:
    assert len({puzzlegui.new("shift", moves=None, unique=False) for _ in range(5)}) > 1


@pytest.mark.parametrize(
    ("family", "parameters", "error", "text"),
    [
        ("slidin", {}, puzzlegui.PuzzleError, "Did you mean sliding?"),
        ("sliding", {"colors": 3}, TypeError, "Did you mean colours?"),
        ("sliding", {"rows": 31}, puzzlegui.PuzzleError, "2 to 30, not 31"),
        ("maze", {"moves": 3}, puzzlegui.PuzzleError, "moves applies to"),
        ("rotation", {"turns": "x", "colours": 1.5}, puzzlegui.PuzzleError, "turns .*\ncolours "),
        ("maze", {"unique": 1}, puzzlegui.PuzzleError, "unique must be True or False"),
        (
            "sliding",
            {"length": 3, "unique": 1},
            puzzlegui.PuzzleError,
            "unique must be True or False",
        ),
        ("maze", {"hardest": True, "length": 3}, puzzlegui.PuzzleError, "cannot be used with"),
        ("maze", {"time_limit": -1}, puzzlegui.PuzzleError, "time_limit must be"),
        ("maze", {"rows": 30, "unique": True, "time_limit": 0}, TimeoutError, "no such board"),
    ],
)
def test_new_reports_errors(
    family: str, parameters: dict[str, Any], error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=text):
        puzzlegui.new(family, **parameters)


def test_new_takes_the_goal_of_a_board_or_a_picture(tmp_path: Path, qapp: object) -> None:
    given: dict[str, Any] = {"length": 3, "seed": 1}
    goal = puzzlegui.load("mystery-box")
    made = puzzlegui.new("rotation", goal_from="mystery-box", **given)
    assert made == puzzlegui.new("rotation", goal_from=goal, **given)
    path = tmp_path / "goal.puzzle"
    puzzlegui.export(goal, path)
    assert made == puzzlegui.new("rotation", goal_from=path, **given)
    assert isinstance(goal, Board)
    assert made.grid("goal") == goal.grid("goal")
    assert len(puzzlegui.solve(made, "optimal")) == 3
    picture = tmp_path / "goal.png"
    puzzlegui.export(goal, picture)
    shown = puzzlegui.new("sliding", goal_from=picture, rows=3, columns=3, colours=2, **given)
    assert (shown.size, len(shown.palette)) == ("3×3", 2)
    assert puzzlegui.new("shift", goal_from=str(picture)).rows == 8
    for wrong, text in (("rotation", "--rows cannot"), ("shift", "is a rotation board")):
        with pytest.raises(puzzlegui.PuzzleError, match=text):
            puzzlegui.new(wrong, goal_from=goal, rows=3)


def test_a_book_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "a.puzzlebook"
    options = ["--rows", "2", "--length", "1..2", "--count", "2", "--title", "Two"]
    assert cli.run(["new", "rotation", *options, "-o", str(path)]) == 0
    book = puzzlegui.load_book(path)
    assert book == puzzlegui.load_book(path.read_text(encoding="utf-8"))
    assert (book.title, [puzzle.length for puzzle in book.puzzles]) == ("Two", [1, 2])
    for number, puzzle in enumerate(book.puzzles, 1):
        assert puzzle.optimal
        assert puzzle.moves is not None
        assert puzzlegui.replay(puzzle.board, puzzle.moves)
        assert puzzlegui.load(f"{path}#{number}") == puzzle.board
    text = path.read_text(encoding="utf-8").replace('"length": 1', '"length": 9')
    with pytest.warns(RuntimeWarning, match="text#1: .*length is 9"):
        assert [puzzle.length for puzzle in puzzlegui.load_book(text).puzzles] == [2]
    for source, message in (("mystery-box", "is not a book"), (tmp_path / "b", "cannot be read")):
        with pytest.raises(puzzlegui.PuzzleError, match=message):
            puzzlegui.load_book(source)


@pytest.mark.parametrize("origin", ["start", "goal"])
def test_explore_counts_what_the_command_counts(
    origin: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = puzzlegui.explore(SIX, origin)
    path = tmp_path / "six.puzzle"
    puzzlegui.export(SIX, path)
    options = ["--from", origin, "--format", "json", "--quiet"]
    assert cli.run(["explore", str(path), *options]) == 0
    expected = json.loads(capsys.readouterr().out)
    assert list(found.counts) == expected["counts"]
    assert (found.total, found.depth, found.complete, found.origin) == (
        expected["total"], expected["depth"], True, origin,
    )  # fmt: skip


def test_explore_applies_limits_and_reports_errors() -> None:
    small = board("mystery-box")
    some = puzzlegui.explore(small, max_states=100)
    assert not some.complete
    assert some.reason == "The state limit was reached."
    assert puzzlegui.explore(puzzlegui.solve(small), time_limit=60).complete
    with pytest.raises(puzzlegui.PuzzleError, match="the origin must be one of start, goal"):
        puzzlegui.explore(small, "gaol")
    with pytest.raises(puzzlegui.PuzzleError, match=r"at most .* can be explored"):
        puzzlegui.explore(board("fifteen-book"))
