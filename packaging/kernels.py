"""How the kernels are compiled: what ``setup.py`` and the checks know of it.

A kernel is a Python file in ``puzzlegui/solvers/kernels`` that Cython translates to C. What several
of them share stands in the folder ``inlined`` beside them; since only declarations can be inlined
across files, each file there is turned into a ``.pxd`` first.
"""

from __future__ import annotations

import ast
import hashlib
import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FOLDER = Path("puzzlegui/solvers/kernels")
PACKAGE = FOLDER.as_posix().replace("/", ".")
RECORD = "compiled.json"
"""The file beside the kernels that says from which sources their extensions were made."""

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "infer_types": False,
    "embedsignature": False,
}


def kernels(root: Path = ROOT) -> list[str]:
    """The names of the kernels."""
    files = sorted((root / FOLDER).glob("*.py"))
    return [
        f.stem
        for f in files
        if f.stem not in {"__init__", "plain"} and "\nimport cython" in f.read_text("utf-8")
    ]


def digest(name: str, root: Path = ROOT) -> str:
    """What tells the sources of a kernel from any others: its own and all that others declare."""
    folder = root / FOLDER
    declared = [*sorted((folder / "inlined").glob("*.py")), *sorted(folder.glob("*.pxd"))]
    files = [folder / f"{name}.py", *declared]
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def write_record(folder: Path, names: list[str], root: Path = ROOT) -> None:
    """Note which kernels were compiled, and from what."""
    (folder / RECORD).write_text(json.dumps({name: digest(name, root) for name in names}, indent=1))


def write_declarations(into: Path, root: Path = ROOT) -> None:
    """Write the ``.pxd`` of every file in ``inlined`` below ``into``, in folders of their own."""
    target = into / FOLDER / "inlined"
    target.mkdir(parents=True, exist_ok=True)
    for folder in (target, *target.parents):
        if folder == into:
            break
        (folder / "__init__.pxd").touch()
    for source in sorted((root / FOLDER / "inlined").glob("*.py")):
        if source.stem != "__init__":
            text = declarations(source.read_text(encoding="utf-8"))
            (target / f"{source.stem}.pxd").write_text(text, encoding="utf-8")


def declarations(source: str) -> str:
    """The ``.pxd`` that says what a file of ``inlined`` says, so that it can be inlined."""
    lines = source.splitlines()
    constants: list[str] = []
    functions: list[str] = []
    imports = ["cimport cython"]
    for node in ast.parse(source).body:
        match node:
            case ast.FunctionDef():
                functions += ["", _signature(node)]
                functions += lines[node.body[0].lineno - 1 : node.end_lineno]
            case ast.Assign(targets=[ast.Name(id=name)]):
                constants += _constant(name, ast.unparse(node.value))
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


def _type(annotation: ast.expr | None) -> str:
    """How C and Cython write a type of the module ``cython``."""
    names: dict[str, Any] = {
        "longlong": "long long", "ulonglong": "unsigned long long", "uint": "unsigned int",
        "uchar": "unsigned char", "ushort": "unsigned short",
    }  # fmt: skip
    match annotation:
        case ast.Attribute(value=ast.Name(id="cython"), attr=name):
            return str(names.get(name, name))
        case ast.Subscript(value=ast.Attribute(attr="volatile" | "const" as kind), slice=inner):
            return f"{kind} {_type(inner)}"
        case ast.Subscript(value=inner, slice=slices):
            text = ast.unparse(slices).strip("()")
            return f"{_type(inner)}[{text}]"
        case _:
            raise SyntaxError(f"not a type of C: {annotation and ast.unparse(annotation)}")


def _constant(name: str, value: str) -> list[str]:
    # A macro, since the compiler then knows the number wherever it is used.
    return [
        "cdef extern from *:",
        '    """',
        f"    #define PUZZLEGUI_{name} ((long long)({value.replace('1 <<', '1LL <<')}))",
        '    """',
        f'    const long long {name} "PUZZLEGUI_{name}"',
    ]
