"""Compilation of the kernels, and handling of incompatible extensions."""

import importlib.util
import json
import re
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from importlib.machinery import EXTENSION_SUFFIXES
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from types import ModuleType

import pytest

from puzzlegui import kernels
from puzzlegui.kernels import record

ROOT = Path(__file__).parent.parent

_FUNCTION = re.compile(
    r"^[^\n;]*__pyx_(f|pf)_9puzzlegui_\w*\([^;]*?\)\s*\{\n.*?^\}", re.MULTILINE | re.DOTALL
)
_OBJECT = re.compile(r"PyObject \*__pyx_v_(?!self\b)\w+(?= =|;)")


def build_tools() -> ModuleType:
    """Import the build module."""
    path = ROOT / "packaging" / "wheel" / "kernels.py"
    spec = importlib.util.spec_from_file_location("build_tools", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_kernels_are_compiled() -> None:
    assert kernels.UNCOMPILED_REASON == ""
    assert kernels.note() == ""
    for name in kernels.NAMES:
        module = importlib.import_module(f"puzzlegui.{name}")
        assert str(module.__file__).endswith(tuple(EXTENSION_SUFFIXES))


def translated(name: str, folder: Path) -> str:
    """Translate a kernel to C."""
    source = folder / f"{name}.c"
    build_tools().translate(name, source, folder)
    return source.read_text(encoding="utf-8")


@pytest.mark.thorough
def test_what_runs_without_the_lock_knows_no_python_objects(tmp_path: Path) -> None:
    """Cython makes a Python object of each variable without a type, which is slow."""
    build_tools().write_declarations(tmp_path)
    found = []
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        sources = list(pool.map(translated, kernels.NAMES, repeat(tmp_path)))
    for name, source in zip(kernels.NAMES, sources, strict=True):
        functions = list(_FUNCTION.finditer(source))
        assert functions, name
        for function in functions:
            text = function.group()
            if "__pyx_v_signatures" in text:
                continue  # chooses among the versions of a function for several types
            unlocked = function.group(1) == "f" and "__Pyx_RefNannySetupContext" not in text
            hits = _OBJECT.findall(text)
            if unlocked:
                hits += re.findall(r"PyObject \*__pyx_t_\d+", text)
            found += [f"{name}: {text[: text.index('(')].split()[-1]}: {hit}" for hit in hits]
    assert not found


@pytest.mark.parametrize(
    "line", ["class A: pass", "x: cython.int = 1", "def f(a) -> cython.int:\n    return 1"]
)
def test_only_constants_and_typed_functions_can_be_inlined(line: str) -> None:
    with pytest.raises(SyntaxError):
        build_tools().declarations("file", f"import cython\n{line}\n")


def test_a_constant_and_a_function_to_be_inlined() -> None:
    source = (
        '"""A file."""\nimport cython\nMOST = 1 << 40\nLESS = MOST - 1\n'
        "def f(a: cython.const[cython.uchar][::1], b: cython.longlong) -> cython.void:\n"
        '    """What it does."""\n    b += a[0]\n'
    )
    text = build_tools().declarations("file", source)
    assert "#define PUZZLEGUI_FILE_MOST ((long long)(1LL << 40))" in text
    assert "#define PUZZLEGUI_FILE_LESS ((long long)(PUZZLEGUI_FILE_MOST - 1))" in text
    assert "cdef inline void f(const unsigned char[::1] a, long long b) noexcept nogil:" in text


# --- extensions and their sources ---


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Compile a package with two kernels, including a kernel of a family."""
    for name in ("kernels/one", "families/any/kernels/two"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / f"{name}.py").write_text("import cython\n")
        (tmp_path / f"{name}{EXTENSION_SUFFIXES[0]}").touch()
    for folder in ("kernels/inlined", "families/any/kernels/inlined"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "shared.py").write_text("ONE = 1\n")
    record.write(tmp_path, tmp_path, KERNELS)
    return tmp_path


KERNELS = ["kernels.one", "families.any.kernels.two"]


def test_extensions_made_from_the_sources_beside_them_serve(package: Path) -> None:
    assert record.names(package) == KERNELS
    assert record.state(package) == ("", [])


def test_an_extension_older_than_its_source_is_stale(package: Path) -> None:
    (package / "families/any/kernels/two.py").write_text("import cython\nchanged = True\n")
    assert record.state(package) == ("", KERNELS[1:])


@pytest.mark.parametrize("folder", ["kernels", "families/any/kernels"])
def test_what_is_inlined_makes_the_kernels_stale_that_may_use_it(
    package: Path, folder: str
) -> None:
    (package / folder / "inlined" / "shared.py").write_text("ONE = 2\n")
    assert record.state(package) == ("", KERNELS if folder == "kernels" else KERNELS[1:])


def test_a_new_kernel_is_not_compiled_yet(package: Path) -> None:
    shutil.copy(package / "kernels/one.py", package / "kernels/three.py")
    assert record.state(package).plain == record.OTHER


def test_without_extensions_kernels_run_as_plain_python(package: Path) -> None:
    (package / f"kernels/one{EXTENSION_SUFFIXES[0]}").unlink()
    assert record.state(package).plain == record.OTHER
    (package / "kernels" / record.FILE).unlink()
    assert record.state(package).plain == record.NEVER


@pytest.mark.parametrize("text", ["", "[]", '{"kernels": 3}', "\0"])
def test_a_damaged_record_counts_as_none(package: Path, text: str) -> None:
    (package / "kernels" / record.FILE).write_text(text)
    assert record.state(package).plain


@pytest.mark.parametrize("failure", [record.HEADERS, record.COMPILER, record.COMPILATION])
def test_a_failed_build_records_the_reason(package: Path, failure: str) -> None:
    record.write(package, package, [], failure)
    assert record.state(package) == (failure, [])


def test_a_reason_of_another_version_is_an_error_of_the_compiler(package: Path) -> None:
    record.write(package, package, [], "there was no C compiler")
    assert record.state(package) == (record.COMPILATION, [])


def test_a_bundle_has_extensions_alone(package: Path) -> None:
    for file in package.rglob("*.py"):
        file.unlink()
    assert record.state(package) == ("", [])


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Copy the program with extensions."""
    shutil.copytree(ROOT / "puzzlegui", tmp_path / "puzzlegui")
    shutil.copytree(ROOT / "resources", tmp_path / "puzzlegui" / "resources")
    return tmp_path


def solve(tree: Path, *args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "puzzlegui", "solve", "--folders", str(tree / "f"), *args]
    return subprocess.run(command, check=False, capture_output=True, text=True, cwd=tree)


def test_stale_extensions_are_refused_with_the_command_that_mends_it(tree: Path) -> None:
    with (tree / "puzzlegui/kernels/arrangements.py").open("a") as file:
        file.write("# changed\n")
    done = solve(tree, "preset:mystery-box", "--solver", "optimal")
    assert done.returncode == 2
    assert "kernels.arrangements" in done.stderr
    assert kernels.REBUILD in done.stderr
    assert "Traceback" not in done.stderr
    assert not done.stdout


@pytest.mark.thorough
def test_where_nothing_was_compiled_the_program_says_so_and_works(tree: Path) -> None:
    for file in tree.rglob("kernels/*"):
        if file.suffix in {".so", ".pyd", ".json"}:
            file.unlink()
    done = solve(tree, "preset:mystery-box", "--solver", "optimal", "--format", "json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["length"] == 10
    assert "not compiled" in done.stderr
    assert "never installed" in done.stderr
