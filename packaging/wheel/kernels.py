"""How the kernels are compiled when the package is built.

A kernel is a Python file in a folder ``kernels``, the shared one or that of a family, which Cython
translates to C. What several of them share stands in folders beside them, functions in
``inlined``, numbers in ``constants``; since only declarations can be inlined across files, each
file there becomes a ``.pxd`` first.

The machine's own C compiler is used; where it has none that works, the one in the package ziglang
(the backend then asks for it). Where Python's headers are missing, nothing can be compiled; the
package is built all the same, and the kernels run as plain Python.
"""

from __future__ import annotations

import ast
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
    "infer_types": "False",
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


# --- what there is to compile with ---


def has_headers() -> bool:
    """Whether this Python's headers are installed (on Debian they are a package of their own)."""
    return Path(sysconfig.get_path("include"), "Python.h").is_file()


@cache
def has_compiler() -> bool:
    """Whether the machine has a C compiler that makes shared libraries."""
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
    """Whether the package ziglang is wanted to compile."""
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
        names = [_kernel(extension) for extension in self.extensions]
        if not has_headers():
            failure = record.HEADERS
        elif needs_zig() and importlib.util.find_spec("ziglang") is None:
            failure = record.COMPILER
        else:
            self._generated = Path(self.build_temp, "kernels").absolute()
            if sys.platform != "win32" and not needs_zig():
                os.environ["CC"] = shlex.join(_compiler())  # it may not be Python's own
            write_declarations(self._generated)
            super().run()
            made = [name for name in names if Path(self._file(name)).is_file()]
            if made != names:
                failure = record.COMPILATION
        if failure:
            print(f"puzzlegui: kernels not compiled; missing: {failure}", file=sys.stderr)
            self.extensions = []
            names = []
        in_place = self.inplace or getattr(self, "editable_mode", False)
        package = Path(ROOT if in_place else self.build_lib, PACKAGE)
        (package / record.SHARED).mkdir(parents=True, exist_ok=True)
        record.write(package, ROOT / PACKAGE, names, failure)

    def _file(self, name: str) -> str:
        return self.get_ext_fullpath(f"{PACKAGE}.{name}")

    def build_extension(self, ext: Extension) -> None:
        """Translate one kernel to C and compile it."""
        name = _kernel(ext)
        source = self._generated / f"{name}.c"
        translate(name, source, self._generated)
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


def translate(name: str, into: Path, declared: Path) -> None:
    """Translate a kernel to C, with what ``write_declarations`` has written into ``declared``."""
    directives = ",".join(f"{key}={value}" for key, value in DIRECTIVES.items())
    command = [sys.executable, "-m", "cython", "-X", directives, "-I", str(declared)]
    command += [_path(name), "-o", str(into)]
    _run(command)


def _run(command: list[str]) -> None:
    if subprocess.run(command, check=False, cwd=ROOT).returncode:
        raise CompileError(f"failed: {shlex.join(command)}")


def zig_command(source: Path, target: Path) -> list[str]:
    """How zig makes an extension of a C file."""
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


# --- what is inlined ---


def write_declarations(into: Path) -> None:
    """Write the ``.pxd`` of every file to be inlined below ``into``, in folders of their own."""
    for folder in record.folders(ROOT / PACKAGE):
        for place in record.INLINED:
            target = into / folder.relative_to(ROOT) / place
            target.mkdir(parents=True, exist_ok=True)
            for above in (target, *target.parents):
                if above == into:
                    break
                (above / "__init__.pxd").touch()
            for source in sorted((folder / place).glob("*.py")):
                if source.stem != "__init__":
                    text = declarations(source.stem, source.read_text(encoding="utf-8"))
                    (target / f"{source.stem}.pxd").write_text(text, encoding="utf-8")


def declarations(name: str, source: str) -> str:
    """The ``.pxd`` that says what a file says, so that it can be inlined.

    Args:
        name: of the file, without its ending.
        source: what is in it.

    Raises:
        SyntaxError: the file holds what cannot be.
    """
    lines = source.splitlines()
    constants: list[str] = []
    functions: list[str] = []
    imports = ["cimport cython"]
    for node in ast.parse(source).body:
        match node:
            case ast.FunctionDef():
                body = node.body[1:] if ast.get_docstring(node) else node.body
                functions += ["", _signature(node)]
                functions += lines[body[0].lineno - 1 : node.end_lineno]
            case ast.Assign(targets=[ast.Name(id=constant)]):
                constants += _constant(name, constant, node.value)
            case ast.ImportFrom(module=str(module)) if module.startswith("cython.cimports."):
                names = ", ".join(alias.name for alias in node.names)
                imports.append(f"from {module.removeprefix('cython.cimports.')} cimport {names}")
            case ast.Import() | ast.ImportFrom() | ast.Expr():
                pass
            case _:
                message = f"line {node.lineno}: only constants and functions can be inlined"
                raise SyntaxError(message)
    return "\n".join([*imports, *constants, *functions, ""])


def _signature(node: ast.FunctionDef) -> str:
    arguments = ", ".join(f"{_type(a.annotation)} {a.arg}" for a in node.args.args)
    return f"cdef inline {_type(node.returns)} {node.name}({arguments}) noexcept nogil:"


_C_NAMES = {
    "longlong": "long long", "ulonglong": "unsigned long long", "uint": "unsigned int",
    "uchar": "unsigned char", "ushort": "unsigned short",
}  # fmt: skip


def _type(annotation: ast.expr | None) -> str:
    """How C and Cython write a type of the module ``cython``."""
    match annotation:
        case ast.Attribute(value=ast.Name(id="cython"), attr=name):
            return _C_NAMES.get(name, name)
        case ast.Subscript(value=ast.Attribute(attr="volatile" | "const" as kind), slice=inner):
            return f"{kind} {_type(inner)}"
        case ast.Subscript(value=inner, slice=slices):
            return f"{_type(inner)}[{ast.unparse(slices).strip('()')}]"
        case _:
            raise SyntaxError(f"not a type of C: {annotation and ast.unparse(annotation)}")


def _constant(file: str, name: str, node: ast.expr) -> list[str]:
    # A macro, since the compiler then knows the number wherever it is used.
    prefix = f"PUZZLEGUI_{file}_".upper()
    macro = prefix + name
    value = re.sub(r"[A-Z]\w*", rf"{prefix}\g<0>", ast.unparse(node))
    return [
        "cdef extern from *:",
        '    """',
        f"    #define {macro} ((long long)({value.replace('1 <<', '1LL <<')}))",
        '    """',
        f'    const long long {name} "{macro}"',
    ]
