"""How the kernels are compiled when the package is built.

A kernel is a Python file in a folder ``kernels``, the shared one or that of a family, which Cython
translates to C. What Cython wants to be written out, decorators, and declarations of what kernels
share, is added here (``typed_source``, ``declarations``).

The machine's own C compiler is used; where it has none that works, the one in the package ziglang
(the backend then asks for it). Where Python's headers are missing, nothing can be compiled; the
package is built all the same, and the kernels run as plain Python.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from setuptools import Extension
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = "puzzlegui"
LIMITED_API = ("cp311", "0x030b0000")
"""The oldest Python whose stable interface the extensions keep to, as tag and as number."""

DIRECTIVES = {
    "language_level": "3",
    "boundscheck": "False",
    "wraparound": "False",
    "initializedcheck": "False",
    "cdivision": "True",
    "infer_types": "True",
    "auto_pickle": "False",
}

_ZIG_TARGETS = {
    ("Linux", "x86_64"): "x86_64-linux-gnu.2.17",
    ("Linux", "aarch64"): "aarch64-linux-gnu.2.17",
}
"""So that extensions run on systems older than the one they are built on."""


def _load_record() -> ModuleType:
    # By its path, since the package itself cannot be imported while it is built.
    spec = importlib.util.spec_from_file_location(
        "record", ROOT / PACKAGE / "kernels" / "record.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


record = _load_record()

_BUILDER = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()
"""Recorded with what is compiled, so that a change of the build compiles all kernels again."""


# --- what there is to compile with ---


def has_headers() -> bool:
    """Return True if this Python's headers are installed, on Debian a package of their own."""
    return Path(sysconfig.get_path("include"), "Python.h").is_file()


@cache
def has_compiler() -> bool:
    """Return True if the machine has a C compiler that makes shared libraries."""
    if sys.platform == "win32":
        return _has_msvc()
    if sys.platform == "darwin" and not os.environ.get("CC"):
        # Without Apple's tools there is a program "cc" that only offers to install them.
        found = subprocess.run(["xcode-select", "-p"], capture_output=True, check=False)
        if found.returncode:
            return False
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch, "try.c")
        source.write_text("#include <stdlib.h>\n#include <string.h>\nint one(void) {return 1;}\n")
        command = [
            *_compiler(),
            "-shared",
            "-fPIC",
            str(source),
            "-o",
            str(source.with_suffix(".out")),
        ]
        try:
            return subprocess.run(command, capture_output=True, check=False).returncode == 0
        except OSError:
            return False


def _has_msvc() -> bool:
    from setuptools._distutils import ccompiler, errors

    try:
        compiler: Any = ccompiler.new_compiler()
        compiler.initialize()
    except (errors.DistutilsPlatformError, OSError):
        return False
    return True


def _compiler() -> list[str]:
    """The command that compiles C: the one set, the one Python was built with, or the usual."""
    for command in (os.environ.get("CC"), sysconfig.get_config_var("CC")):
        words = shlex.split(command or "")
        if words and shutil.which(words[0]):
            return words
    return ["cc"]


def needs_zig() -> bool:
    """Return True if the package ziglang is needed to compile."""
    return has_headers() and not has_compiler()


# --- building ---


def _path(name: str) -> str:
    """The file of a kernel, from the root."""
    return str(record.source(Path(PACKAGE), name).as_posix())


def extensions() -> list[Extension]:
    """One for each kernel."""
    return [
        Extension(
            f"{PACKAGE}.{name}",
            [_path(name)],
            define_macros=[("Py_LIMITED_API", LIMITED_API[1])],
            py_limited_api=True,
            optional=True,
        )
        for name in record.names(ROOT / PACKAGE)
    ]


def _kernel(extension: Extension) -> str:
    return str(extension.name).removeprefix(f"{PACKAGE}.")


class BuildKernels(build_ext):
    """Translates the kernels and compiles them, several at a time."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count() or 1

    def run(self) -> None:
        """Compile; whatever goes wrong, the package is built, and says what it lacks."""
        failure = ""
        in_place = self.inplace or getattr(self, "editable_mode", False)
        names = [_kernel(extension) for extension in self.extensions]
        if not has_headers():
            failure = record.HEADERS
        elif needs_zig() and importlib.util.find_spec("ziglang") is None:
            failure = record.COMPILER
        else:
            self._generated = Path(self.build_temp, "kernels").absolute()
            fresh = set() if self.force else self._fresh()
            self.extensions = [e for e in self.extensions if _kernel(e) not in fresh]
            if sys.platform != "win32" and not needs_zig():
                os.environ["CC"] = shlex.join(_compiler())  # it may not be Python's own
            super().run()
            for name in () if in_place else fresh:
                target = Path(self._file(name))
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(self._in_place(name), target)
            made = [name for name in names if Path(self._file(name)).is_file()]
            if made != names:
                failure = record.COMPILATION
        if failure:
            print(f"puzzlegui: kernels not compiled; missing: {failure}", file=sys.stderr)
            self.extensions = []
            names = []
        package = Path(ROOT if in_place else self.build_lib, PACKAGE)
        (package / record.SHARED).mkdir(parents=True, exist_ok=True)
        record.write(package, ROOT / PACKAGE, names, failure, _BUILDER)

    def _fresh(self) -> set[str]:
        """Return the kernels beside whose sources there is what they would be compiled to."""
        fresh = record.fresh(ROOT / PACKAGE, _BUILDER)
        return {name for name in fresh if self._in_place(name).is_file()}

    def _in_place(self, name: str) -> Path:
        return (ROOT / _path(name)).with_name(Path(self._file(name)).name)

    def _file(self, name: str) -> str:
        return self.get_ext_fullpath(f"{PACKAGE}.{name}")

    def build_extension(self, ext: Extension) -> None:
        """Translate one kernel to C and compile it."""
        name = _kernel(ext)
        source = translate(name, self._generated / name)
        if not needs_zig():
            msvc = self.compiler.compiler_type == "msvc"
            ext.extra_compile_args = ["/O2"] if msvc else ["-O3", "-g0", "-fwrapv"]
            ext.extra_link_args = ["-s"] if sys.platform.startswith("linux") else []
            ext.sources = [str(source)]
            super().build_extension(ext)
        else:
            target = Path(self._file(name))
            target.parent.mkdir(parents=True, exist_ok=True)
            _run(zig_command(source, target.absolute()))

    def copy_extensions_to_source(self) -> None:
        """Put the extensions beside the sources, without those of an earlier build."""
        for extension in self.extensions:
            source = ROOT / _path(_kernel(extension))
            for old in source.parent.glob(f"{source.stem}.*"):
                if old.suffix in {".so", ".pyd"}:
                    old.unlink()
        super().copy_extensions_to_source()


def translate(name: str, into: Path) -> Path:
    """Translate a kernel to C, in a folder of its own; return the file."""
    source = write_sources(name, into)
    directives = ",".join(f"{key}={value}" for key, value in DIRECTIVES.items())
    command = [sys.executable, "-m", "cython", "-X", directives, "-I", str(into)]
    command += ["--module-name", f"{PACKAGE}.{name}", str(source)]
    _run(command)
    return source.with_suffix(".c")


def _run(command: list[str]) -> None:
    if subprocess.run(command, check=False, cwd=ROOT).returncode:
        raise CompileError(f"failed: {shlex.join(command)}")


def zig_command(source: Path, target: Path) -> list[str]:
    """Return the command with which zig makes an extension of a C file."""
    command = [
        sys.executable,
        "-m",
        "ziglang",
        "cc",
        "-shared",
        "-O3",
        "-g0",
        "-fwrapv",
        "-DNDEBUG",
    ]
    headers = Path(sysconfig.get_path("include"))
    # Debian's pyconfig.h includes another one from the folder above.
    command += [f"-DPy_LIMITED_API={LIMITED_API[1]}", "-I", str(headers)]
    command += ["-idirafter", str(headers.parent)]
    system = platform.system()
    if zig_target := _ZIG_TARGETS.get((system, platform.machine())):
        command += ["-target", zig_target]
    if system == "Windows":
        command += ["-L", str(Path(sys.base_prefix, "libs")), "-lpython3"]
    elif system == "Darwin":
        command += ["-undefined", "dynamic_lookup"]
    else:
        command += ["-fPIC"]
    if system != "Darwin":
        command += ["-s"]
    return [*command, str(source), "-o", str(target)]


# --- the sources that Cython is given ---


def write_sources(name: str, into: Path) -> Path:
    """Write what Cython needs to translate a kernel: its source, and declarations of the others.

    Args:
        name: of the kernel, without the package's name.
        into: a folder of its own.

    Returns:
        The source.
    """
    shutil.rmtree(into, ignore_errors=True)
    for module in record.imported(ROOT / PACKAGE, name):
        file = record.source(ROOT / PACKAGE, module)
        target = (into / PACKAGE / Path(*module.split("."))).with_suffix(".pxd")
        target.parent.mkdir(parents=True, exist_ok=True)
        for folder in target.relative_to(into).parents[:-1]:
            (into / folder / "__init__.pxd").touch()
        text = declarations(module, file.read_text("utf-8"), own=module == name)
        target.write_text(text, "utf-8")
    source = into / f"{name.rpartition('.')[2]}.py"
    source.write_text(typed_source(record.source(ROOT / PACKAGE, name).read_text("utf-8")), "utf-8")
    return source


_C_FUNCTION = ("@cython.cfunc", "@cython.nogil", "@cython.exceptval(check=False)")


def typed_source(source: str) -> str:
    """Return a kernel's source as Cython wants it.

    A function that returns a C type becomes a C function that holds no lock and raises nothing, a
    class an extension type, a constant a global variable of Python besides its declaration, and an
    import from another kernel an import of declarations.
    """
    lines = source.splitlines()
    before: dict[int, list[str]] = {}
    tree = ast.parse(source)
    for node in tree.body:
        if _is_constant(node):
            assert isinstance(node, ast.Assign)
            name = ast.unparse(node.targets[0])
            line = lines[node.lineno - 1]
            lines[node.lineno - 1] = line.replace(name, f'globals()["{name}"]', 1)
        elif isinstance(node, ast.ImportFrom) and _is_declared(str(node.module)):
            line = lines[node.lineno - 1]
            lines[node.lineno - 1] = line.replace("from ", "from cython.cimports.", 1)
        elif isinstance(node, ast.ClassDef):
            decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
            if "cython.cclass" not in decorators:
                before[_first_line(node)] = ["@cython.cclass"]
            if "dataclass" in decorators:
                at = node.decorator_list[decorators.index("dataclass")].lineno - 1
                lines[at] = "" if node.bases else "@dataclass(eq=False, repr=False)"
                if node.bases:
                    fields = [part for part in node.body if isinstance(part, ast.AnnAssign)]
                    for field in fields:
                        name, kind = ast.unparse(field.target), ast.unparse(field.annotation)
                        lines[field.lineno - 1] = f"    {name}: {kind}"
                    before[int(fields[-1].end_lineno or 0) + 1] = _constructor(fields)
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and _is_c_function(function):
            given = {ast.unparse(decorator) for decorator in function.decorator_list}
            indent = " " * function.col_offset
            wanted = [line for line in _C_FUNCTION if line[1:] not in given]
            before[_first_line(function)] = [indent + line for line in wanted]
    for number in sorted(before, reverse=True):
        lines[number - 1 : number - 1] = before[number]
    return "\n".join([*lines, ""])


def _constructor(fields: list[ast.AnnAssign]) -> list[str]:
    """Return what makes a record that extends another, whose fields Cython may not know."""
    arguments = ", ".join(ast.unparse(field) for field in fields)
    names = [ast.unparse(field.target) for field in fields]
    return [
        f"    def __init__(self, {arguments}):",
        *(f"        self.{name} = {name}" for name in names),
    ]


def _is_declared(module: str) -> bool:
    return module.startswith(PACKAGE) and record.is_kernel(module)


def _first_line(node: ast.FunctionDef | ast.ClassDef) -> int:
    return min(part.lineno for part in (node, *node.decorator_list))


def _is_c_function(node: ast.FunctionDef) -> bool:
    return node.returns is not None and ast.unparse(node.returns).startswith("cython.")


def _is_constant(node: ast.stmt) -> bool:
    """Return True if a statement assigns a number to a name in capitals."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]) if name.isupper():
            return all(
                isinstance(part.value, int)
                if isinstance(part, ast.Constant)
                else isinstance(part, ast.Name | ast.BinOp | ast.UnaryOp)
                for part in ast.walk(node.value)
                if isinstance(part, ast.expr)
            )
    return False


def declarations(module: str, source: str, own: bool = False) -> str:
    """Return what Cython must know of a kernel: the contents of its ``.pxd``.

    Args:
        module: the kernel, without the package's name.
        source: its source.
        own: for the translation of the kernel itself, which knows its types and the functions to be
            inlined, not that others call its functions.

    Raises:
        SyntaxError: an inlined function has arguments without types.
    """
    lines = source.splitlines()
    constants: list[str] = []
    parts: list[str] = []
    imports = ["cimport cython"]
    for node in ast.parse(source).body:
        match node:
            case ast.FunctionDef(name=name) if _is_c_function(node) and not name.startswith("_"):
                inline = "cython.inline" in map(ast.unparse, node.decorator_list)
                if not inline:
                    parts += ["", f"cdef {_signature(node)}"]
                elif not own:
                    body = node.body[1:] if ast.get_docstring(node) else node.body
                    parts += ["", f"cdef inline {_signature(node)}:"]
                    parts += lines[body[0].lineno - 1 : node.end_lineno]
            case ast.Assign() if _is_constant(node):
                constants += _constant(module, ast.unparse(node.targets[0]), node.value)
            case ast.ClassDef() if not own:
                parts += _class(node)
            case ast.ImportFrom() if record.is_kernel(str(node.module)):
                names = ", ".join(alias.name for alias in node.names)
                other = str(node.module).removeprefix("cython.cimports.")
                imports.append(f"from {other} cimport {names}")
    return "\n".join([*imports, *constants, *parts, ""])


def _class(node: ast.ClassDef) -> list[str]:
    """Return the declaration of a class: its fields and its C functions."""
    bases = ", ".join(map(ast.unparse, node.bases))
    parts = ["", f"cdef class {node.name}({bases}):" if bases else f"cdef class {node.name}:"]
    for part in node.body:
        match part:
            case ast.AnnAssign(target=ast.Name(id=name)):
                parts.append(f"    cdef {_type(part.annotation)} {name}")
            case ast.FunctionDef() if _is_c_function(part):
                parts.append(f"    cdef {_signature(part)}")
    return [*parts, "    pass"]


def _signature(node: ast.FunctionDef) -> str:
    arguments = ", ".join(
        "self" if a.arg == "self" else f"{_type(a.annotation)} {a.arg}" for a in node.args.args
    )
    return f"{_type(node.returns)} {node.name}({arguments}) noexcept nogil"


_C_NAMES = {
    "longlong": "long long", "ulonglong": "unsigned long long", "uint": "unsigned int",
    "uchar": "unsigned char", "ushort": "unsigned short",
}  # fmt: skip


def _type(annotation: ast.expr | None) -> str:
    """Return a type of the module ``cython`` as C and Cython write it."""
    match annotation:
        case ast.Attribute(value=ast.Name(id="cython"), attr=name):
            return _C_NAMES.get(name, name)
        case ast.Subscript(value=ast.Attribute(attr="volatile" | "const" as kind), slice=inner):
            return f"{kind} {_type(inner)}"
        case ast.Subscript(value=inner, slice=slices):
            return f"{_type(inner)}[{ast.unparse(slices).strip('()')}]"
        case ast.Name(id=name):
            return name
        case _:
            raise SyntaxError(f"not a type of C: {annotation and ast.unparse(annotation)}")


def _constant(module: str, name: str, node: ast.expr) -> list[str]:
    # A macro, since the compiler then knows the number wherever it is used.
    prefix = f"{PACKAGE}_{module}_".replace(".", "_").upper()
    macro = prefix + name
    value = re.sub(r"[A-Z]\w*", rf"{prefix}\g<0>", ast.unparse(node))
    return [
        "cdef extern from *:",
        '    """',
        f"    #define {macro} ((long long)({value.replace('1 <<', '1LL <<')}))",
        '    """',
        f'    const long long {name} "{macro}"',
    ]
