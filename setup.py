"""Compiles the kernels when the package is built; pyproject.toml says all the rest."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "packaging"))
import kernels  # noqa: E402 - the folder is no package

# (spike; finished below)
names = kernels.kernels()
generated = Path("build/kernels")
kernels.write_declarations(generated)
only = os.environ.get("ONLY_KERNELS")
names = only.split(",") if only else names


class Build(build_ext):
    """Compiles, and notes from what."""

    def run(self) -> None:
        super().run()
        kernels.write_record(ROOT / kernels.FOLDER, names)


setup(
    cmdclass={"build_ext": Build},
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
    ext_modules=cythonize(
        [
            Extension(
                f"{kernels.PACKAGE}.{name}",
                [f"{kernels.FOLDER}/{name}.py"],
                extra_compile_args=["-O3", "-g0", "-fwrapv"],
                extra_link_args=["-s"],
                define_macros=[("Py_LIMITED_API", "0x030b0000")],
                py_limited_api=True,
            )
            for name in names
        ],
        build_dir="build/kernels/c",
        include_path=[str(generated)],
        compiler_directives=kernels.DIRECTIVES,
        nthreads=os.cpu_count() or 1,
    ),
)
