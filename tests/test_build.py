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
from setuptools import Distribution

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


def test_wheel_takes_the_kernels_that_are_compiled_already(tmp_path: Path) -> None:
    tools = build_tools()
    command = tools.BuildKernels(Distribution({"ext_modules": tools.extensions()}))
    command.build_lib, command.build_temp = str(tmp_path / "lib"), str(tmp_path / "temp")
    command.ensure_finalized()
    command.run()
    assert not (tmp_path / "temp").exists()
    for name in kernels.NAMES:
        in_place = Path(str(importlib.import_module(f"puzzlegui.{name}").__file__))
        copy = tmp_path / "lib" / in_place.relative_to(ROOT)
        assert copy.read_bytes() == in_place.read_bytes()


def translated(name: str, folder: Path) -> str:
    """Translate a kernel to C."""
    source: Path = build_tools().translate(name, folder / name)
    return source.read_text(encoding="utf-8")


@pytest.mark.thorough
def test_what_runs_without_the_lock_knows_no_python_objects(tmp_path: Path) -> None:
    """Cython makes a Python object of each variable without a type, which is slow."""
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


KERNEL = '''"""A kernel."""

from dataclasses import dataclass

import cython

from puzzlegui.kernels.capacity import check_capacity
from puzzlegui.kernels.primitives import poll

MOST = 1 << 40
LESS = MOST - 1
NAME = "text"


@dataclass
class Record:
    """A record."""

    cells: cython.const[cython.uchar][::1]
    count: cython.longlong = 0

    def total(self, other: Record) -> cython.longlong:
        """Return a sum."""
        return self.count + other.count


def solve(record: Record) -> int:
    return record.count


def exported(cells: cython.short[:, ::1]) -> cython.bint:
    return cells[0, 0] == LESS


@cython.inline
def inlined(
    a: cython.const[cython.uchar][::1], b: cython.longlong
) -> cython.void:
    """Do something."""
    b += a[0]


def _private(a: cython.int) -> cython.int:
    return a
'''


def test_declarations_tell_other_kernels_of_constants_types_and_functions() -> None:
    lines = build_tools().declarations("kernels.any", KERNEL).splitlines()
    assert lines == [
        "cimport cython",
        "from puzzlegui.kernels.primitives cimport poll",
        "cdef extern from *:",
        '    """',
        "    #define PUZZLEGUI_KERNELS_ANY_MOST ((long long)(1LL << 40))",
        '    """',
        '    const long long MOST "PUZZLEGUI_KERNELS_ANY_MOST"',
        "cdef extern from *:",
        '    """',
        "    #define PUZZLEGUI_KERNELS_ANY_LESS ((long long)(PUZZLEGUI_KERNELS_ANY_MOST - 1))",
        '    """',
        '    const long long LESS "PUZZLEGUI_KERNELS_ANY_LESS"',
        "",
        "cdef class Record:",
        "    cdef const unsigned char[::1] cells",
        "    cdef long long count",
        "    cdef long long total(self, Record other) noexcept nogil",
        "    pass",
        "",
        "cdef bint exported(short[:, ::1] cells) noexcept nogil",
        "",
        "cdef inline void inlined(const unsigned char[::1] a, long long b) noexcept nogil:",
        "    b += a[0]",
    ]


def test_declarations_for_the_kernel_itself_leave_out_its_types_and_inlined_functions() -> None:
    text = build_tools().declarations("kernels.any", KERNEL, own=True)
    assert "MOST" in text
    assert "exported" in text
    assert "Record:" not in text
    assert "inlined" not in text


def test_typed_source_completes_decorators_and_imports() -> None:
    changed = set(build_tools().typed_source(KERNEL).splitlines()) - set(KERNEL.splitlines())
    assert changed == {
        "from cython.cimports.puzzlegui.kernels.primitives import poll",
        'globals()["MOST"] = 1 << 40',
        'globals()["LESS"] = MOST - 1',
        "@cython.cclass",
        "@dataclass(eq=False, repr=False)",
        "@cython.cfunc",
        "    @cython.cfunc",
        "@cython.nogil",
        "    @cython.nogil",
        "@cython.exceptval(check=False)",
        "    @cython.exceptval(check=False)",
    }


def test_records_that_extend_others_are_given_their_constructors() -> None:
    source = "@dataclass\nclass B(A):\n    n: cython.int\n    m: cython.int = 2\n\n"
    text = build_tools().typed_source(source)
    assert "@dataclass" not in text
    assert "    m: cython.int\n" in text
    assert "    def __init__(self, n: cython.int, m: cython.int = 2):\n        self.n = n\n" in text
    assert "cdef class B(A):" in build_tools().declarations("kernels.any", source)


def test_inlined_functions_need_types() -> None:
    source = "@cython.inline\ndef f(a) -> cython.int:\n    return 1\n"
    with pytest.raises(SyntaxError):
        build_tools().declarations("kernels.any", source)


# --- extensions and their sources ---


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Compile a package with two kernels, including a kernel of a family."""
    for name in ("kernels/one", "families/any/kernels/two"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / f"{name}.py").write_text("def solve() -> int: ...\n")
        (tmp_path / f"{name}{EXTENSION_SUFFIXES[0]}").touch()
    for name, other in (("families/any/kernels/two", "one"), ("kernels/one", "primitives")):
        with (tmp_path / f"{name}.py").open("a") as file:
            file.write(f"from puzzlegui.kernels.{other} import thing\n")
    inlined = "@cython.inline\ndef thing() -> cython.int: ...\n"
    (tmp_path / "kernels" / "primitives.py").write_text(inlined)
    record.write(tmp_path, tmp_path, KERNELS)
    return tmp_path


KERNELS = ["kernels.one", "families.any.kernels.two"]


def test_extensions_made_from_the_sources_beside_them_serve(package: Path) -> None:
    assert record.names(package) == KERNELS
    assert record.state(package) == ("", [])


def test_an_extension_older_than_its_source_is_stale(package: Path) -> None:
    with (package / "families/any/kernels/two.py").open("a") as file:
        file.write("changed = True\n")
    assert record.state(package) == ("", KERNELS[1:])


@pytest.mark.parametrize("name", ["one", "primitives"])
def test_change_of_a_module_makes_the_kernels_stale_that_import_it(
    package: Path, name: str
) -> None:
    with (package / "kernels" / f"{name}.py").open("a") as file:
        file.write("changed = True\n")
    assert record.state(package) == ("", KERNELS)


def test_build_keeps_the_extensions_that_are_fresh(package: Path) -> None:
    record.write(package, package, KERNELS, builder="one")
    assert record.fresh(package, "one") == set(KERNELS)
    assert record.fresh(package, "other") == set()
    with (package / "families/any/kernels/two.py").open("a") as file:
        file.write("changed = True\n")
    assert record.fresh(package, "one") == {KERNELS[0]}
    (package / f"kernels/one{EXTENSION_SUFFIXES[0]}").unlink()
    assert record.fresh(package, "one") == set()


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
