"""The three walls of the design, and what must never break unnoticed."""

import ast
import subprocess
import sys
import tomllib
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def run_python(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_core_solvers_and_command_line_know_no_qt(tmp_path: Path) -> None:
    run_python(
        "import sys, pkgutil, importlib, puzzlegui.cli, puzzlegui.core, puzzlegui.solvers\n"
        "for package in (puzzlegui.core, puzzlegui.solvers):\n"
        "    for module in pkgutil.walk_packages(package.__path__, package.__name__ + '.'):\n"
        "        if '.inlined.' not in module.name:  # compiled into kernels, not imported\n"
        "            importlib.import_module(module.name)\n"
        "from puzzlegui.documents.presets import load_preset\n"
        "from puzzlegui.engine.run import solve\n"
        "from pathlib import Path\n"
        f"puzzlegui.solvers.stored.use_folder(Path({str(tmp_path)!r}))\n"
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


@pytest.mark.parametrize("module", ["cli", "documents.loading", "engine.run", "families.registry"])
def test_numpy_is_imported_only_by_a_solver_that_needs_it(module: str) -> None:
    run_python(
        f"import sys, puzzlegui.{module}\nassert not {{'numpy', 'Cython'}} & set(sys.modules)\n"
    )


def imports_of(path: Path, modules: set[str]) -> set[str]:
    """The project's modules that a file imports anywhere, for types alone and in functions too."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module}
    return found & modules


def test_the_window_has_no_circle_of_imports() -> None:
    paths = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): path
        for path in (ROOT / "puzzlegui" / "gui").rglob("*.py")
        if path.name != "__init__.py"
    }
    imports = {name: imports_of(path, set(paths)) for name, path in paths.items()}
    TopologicalSorter(imports).prepare()  # raises CycleError with the circle


def test_no_file_of_the_window_is_too_long() -> None:
    for path in (ROOT / "puzzlegui" / "gui").rglob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 400, path


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
        if path.is_file() and path.suffix not in (".py", ".pyc")
    }
    assert found <= suffixes


def test_the_readme_tells_the_truth() -> None:
    from puzzlegui import cli
    from puzzlegui.export.formats import FORMATS
    from puzzlegui.export.settings import SETTINGS
    from puzzlegui.families.notation import TITLES

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "pip install . && puzzlegui" in text
    assert 'pip install -e ".[test]" && pytest' in text
    for command in cli.COMMANDS:
        assert f"puzzlegui {command}" in text
    for name in (*FORMATS, *TITLES):
        assert f"`{name}`" in text
    for setting in SETTINGS.values():
        assert setting.option in text
    for picture in ("window-light.png", "window-dark.png"):
        assert picture in text
        assert (ROOT / "packaging" / "pictures" / picture).is_file()
