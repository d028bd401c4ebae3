"""Architectural rules of the design, and invariants that must not break unnoticed."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from puzzlegui import assets
from puzzlegui.core.language import LANGUAGES, set_language
from puzzlegui.families.registry import FAMILIES

ROOT = Path(__file__).parent.parent


@cache
def imports(path: Path) -> tuple[tuple[int, str], ...]:
    """Return each import of a file, even in a function: its line, and what it imports."""
    found: list[tuple[int, str]] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            module = node.module
            found += ((node.lineno, f"{module}.{alias.name}") for alias in node.names)
    return tuple(found)


def parent(name: str) -> str:
    return name.rpartition(".")[0]


def run_python(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_core_solvers_and_command_line_know_no_qt(tmp_path: Path) -> None:
    run_python(
        "import sys, pkgutil, importlib, puzzlegui.cli, puzzlegui.core, puzzlegui.solvers\n"
        "for package in (puzzlegui.core, puzzlegui.solvers):\n"
        "    for module in pkgutil.walk_packages(package.__path__, package.__name__ + '.'):\n"
        "        importlib.import_module(module.name)\n"
        "from puzzlegui.documents.presets import load_preset\n"
        "from puzzlegui.engine.run import solve\n"
        "from pathlib import Path\n"
        f"puzzlegui.solvers.table_store.set_cache_folder(Path({str(tmp_path)!r}))\n"
        "assert solve(load_preset('mystery-box')).length == 10\n"
        "assert not [m for m in sys.modules if m.startswith(('PySide6', 'shiboken6'))]\n"
    )


def test_core_works_where_qt_is_not_installed(tmp_path: Path) -> None:
    run_python(
        "import sys\n"
        "sys.modules['PySide6'] = None\n"
        "from puzzlegui import cli\n"
        "arguments = ['solve', 'preset:schonbrunn', '--quiet', '--folders']\n"
        f"assert cli.run([*arguments, {str(tmp_path)!r}]) == 0\n"
    )


def test_the_window_imports_no_numpy() -> None:
    run_python(
        "import os, sys\n"
        "os.environ['QT_QPA_PLATFORM'] = 'offscreen'\n"
        "from puzzlegui.gui import app\n"
        "application = app.make_application()\n"
        "from puzzlegui.gui import main_window\n"
        "assert not {'numpy', 'PIL', 'Cython'} & set(sys.modules)\n"
    )


@pytest.mark.parametrize(
    "module", ["cli", "documents.loading", "engine.run", "families.registry", "library"]
)
def test_numpy_is_imported_only_by_a_solver_that_needs_it(module: str) -> None:
    run_python(
        f"import sys, puzzlegui.{module}\nassert not {{'numpy', 'Cython'}} & set(sys.modules)\n"
    )


def test_no_module_imports_one_that_imports_it() -> None:
    """Not even in a function, or for the type checker alone."""
    modules = {}
    for path in (ROOT / "puzzlegui").rglob("*.py"):
        parts = path.relative_to(ROOT).with_suffix("").parts
        modules[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    graph: dict[str, set[str]] = {}
    for module, path in modules.items():
        found = {name if name in modules else parent(name) for _, name in imports(path)}
        graph[module] = found & modules.keys() - {module}
    TopologicalSorter(graph).prepare()  # raises CycleError, which names them


def test_no_file_is_too_long() -> None:
    for path in (ROOT / "puzzlegui").rglob("*.py"):
        if "kernels" not in path.parts:  # which cannot call across files without a cost
            assert len(path.read_text(encoding="utf-8").splitlines()) <= 600, path


def test_void_calls_leave_none_alone(qapp: object) -> None:
    """PySide6 6.12 drops a reference to None in every void call, and aborts Python 3.11."""
    from PySide6.QtWidgets import QLabel

    label = QLabel()
    label.setText("warm")
    before = sys.getrefcount(None)
    for number in range(1000):
        label.setText(str(number))
        label.setEnabled(True)
    assert sys.getrefcount(None) - before > -200


def test_every_kind_of_resource_is_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    patterns = project["tool"]["setuptools"]["package-data"]["puzzlegui.resources"]
    suffixes = {pattern.removeprefix("**/*") for pattern in patterns}
    found = {
        path.suffix
        for path in (ROOT / "resources").rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc", ".po")
    }
    assert found <= suffixes


def test_readme_has_the_commands_that_set_up_and_test() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "pip install . && puzzlegui" in text
    assert 'pip install -e ".[test]" && pytest' in text
    assert len(text.splitlines()) <= 120
    pictures = re.findall(r'(?:src="|\]\()(packaging/pictures/[^)"]+)', text)
    assert len(pictures) == 5
    assert all((ROOT / picture).is_file() for picture in pictures)


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_names_every_command_format_notation_and_setting(language: str) -> None:
    from puzzlegui import cli
    from puzzlegui.exporters.settings import SETTINGS
    from puzzlegui.exporters.solutions import SOLUTION_FORMATS
    from puzzlegui.families.notation import TITLES

    set_language(language)
    commands, formats = assets.read_help("command-line"), assets.read_help("formats")
    assert all(f"puzzlegui {command}" in commands for command in cli.COMMANDS)
    assert all(f"`{name}`" in formats for name in (*SOLUTION_FORMATS, *TITLES))
    assert all(setting.option in formats for setting in SETTINGS.values())


# --- families ---


def general_files() -> Iterator[Path]:
    """Yield the program's files outside the folders of families."""
    for path in sorted((ROOT / "puzzlegui").rglob("*.py")):
        inside = path.relative_to(ROOT / "puzzlegui").parts
        if not (inside[0] == "families" and len(inside) > 2):
            yield path


def trees(paths: Iterable[Path], words: Iterable[str]) -> Iterator[tuple[Path, ast.Module]]:
    """Yield the syntax trees of those files that have any of some words; the others are many."""
    words = tuple(words)
    for path in paths:
        text = path.read_text(encoding="utf-8")
        if any(word in text for word in words):
            yield path, ast.parse(text)


def family_words() -> set[str]:
    return boards() | {f'"{name}"' for name in FAMILIES}


def boards() -> set[str]:
    return {family.board.__name__ for family in FAMILIES.values()}


def test_no_code_outside_its_folder_imports_from_a_family() -> None:
    for path in general_files():
        for line, name in imports(path):
            parts = name.split(".")
            inside = parts[:2] == ["puzzlegui", "families"] and parts[2] in FAMILIES
            assert not inside, f"{path}:{line}"


def test_no_code_outside_its_folder_names_a_family() -> None:
    """Neither in a text that is compared, looked up or passed on, nor as the name of a class."""
    registry = ROOT / "puzzlegui" / "families" / "registry.py"
    for path, tree in trees(general_files(), family_words()):
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and path != registry:
                assert node.value not in FAMILIES, f"{path}:{node.lineno}"
            if isinstance(node, ast.Name | ast.Attribute):
                name = node.id if isinstance(node, ast.Name) else node.attr
                assert name not in boards(), f"{path}:{node.lineno}"


def test_no_code_outside_its_folder_tells_families_apart() -> None:
    """By its name, by its class, or by the kind of a move."""
    told = {"family", "kind", "name"}
    for path, tree in trees(general_files(), family_words() | {"case "}):
        for node in ast.walk(tree):
            if isinstance(node, ast.Compare):
                sides = [node.left, *node.comparators]
                compared = {side.attr for side in sides if isinstance(side, ast.Attribute)}
                texts = {side.value for side in sides if isinstance(side, ast.Constant)}
                assert not (compared & told and texts & set(FAMILIES)), f"{path}:{node.lineno}"
            if isinstance(node, ast.MatchClass) and isinstance(node.cls, ast.Name):
                assert not node.cls.id.endswith("Board"), f"{path}:{node.lineno}"
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "isinstance"
            ):
                classes = ast.unparse(node.args[1])
                assert not any(board in classes for board in boards()), f"{path}:{node.lineno}"


def test_an_unknown_family_raises() -> None:
    from puzzlegui.engine import registry
    from puzzlegui.families.creation import new_board

    with pytest.raises(KeyError):
        new_board("unknown", 3, 3)
    with pytest.raises(KeyError):
        registry.solvers_of("unknown")


def test_the_player_of_the_page_knows_no_family() -> None:
    """The rules of families stand in a script of their own, which is compared with the program."""
    folder = ROOT / "resources" / "player"
    scripts = sorted(path for path in folder.glob("*.js") if path.name != "rules.js")
    assert len(scripts) > 2
    for script in scripts:
        text = script.read_text(encoding="utf-8")
        for word in (*FAMILIES, "rotate the", "quarter", "slide", "jump", "kind"):
            assert not re.search(rf"\b{word}\b", text, re.IGNORECASE), (script.name, word)


LAYERS = (
    ("core",),
    ("kernels", "folders", "assets", "install_commands", "missing_libraries", "interrupts"),
    ("solvers",),
    ("families",),
    ("documents", "engine"), ("making", "render"), ("exporters",), ("library",),
    ("gui", "cli", "logs", "system", "crashes"),
)  # fmt: skip
"""Each may import from those before it, and from itself."""


def test_no_layer_imports_from_a_higher_one() -> None:
    rank = {name: number for number, layer in enumerate(LAYERS) for name in layer}
    for path in (ROOT / "puzzlegui").rglob("*.py"):
        own = path.relative_to(ROOT / "puzzlegui").with_suffix("").parts[0]
        if own not in rank:
            continue
        for line, name in imports(path):
            parts = name.split(".")
            if parts[0] == "puzzlegui" and parts[1:] and parts[1] in rank:
                assert rank[parts[1]] <= rank[own], f"{path}:{line} imports {name}"


ROOMS = (
    "threads", "model", "desktop", "style", "actions", "widgets", "board", "files", "gallery",
    "design", "playback", "play", "kiosk", "solve", "benchmark", "books", "graph", "watch", "help",
    "window",
)  # fmt: skip
"""The folders of ``gui``: each may import from those before it, and from itself."""


def test_no_folder_of_the_window_imports_from_a_later_one() -> None:
    folder = ROOT / "puzzlegui" / "gui"
    assert {path.name for path in folder.iterdir() if list(path.glob("*.py"))} == set(ROOMS)
    for path in folder.glob("*/*.py"):
        allowed = ROOMS[: ROOMS.index(path.parent.name) + 1]
        for line, name in imports(path):
            if name.startswith("puzzlegui.gui."):
                assert name.split(".")[2] in allowed, f"{path}:{line} imports {name}"


def test_every_painter_ends_with_its_context() -> None:
    """A painter kept alive by the traceback of an exception crashes Qt when its device goes."""
    for path, tree in trees((ROOT / "puzzlegui").rglob("*.py"), ("QPainter(",)):
        contexts = {
            item.context_expr
            for node in ast.walk(tree)
            if isinstance(node, ast.With)
            for item in node.items
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "QPainter" and node.args:
                assert node in contexts, f"{path}:{node.lineno}"


def test_layouts_use_the_spacing_scale() -> None:
    """Distances between widgets are those of ``gui/style/spacing.py``, or none."""
    call = re.compile(r"\b(?:set\w*Spacing|addSpacing|setContentsMargins)\(([^()]*)\)")
    found = [
        f"{path.name}: {match[0]}"
        for path in (ROOT / "puzzlegui" / "gui").rglob("*.py")
        for match in call.finditer(path.read_text(encoding="utf-8"))
        if re.search(r"\b(?!2 \*)[1-9]", match[1])
    ]
    assert found == []


def test_the_model_knows_no_widget() -> None:
    for path in (ROOT / "puzzlegui" / "gui" / "model").glob("*.py"):
        assert "QtWidgets" not in path.read_text(encoding="utf-8"), path
