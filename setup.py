"""Has the kernels compiled when the package is built; pyproject.toml says nearly all the rest."""

import sys
from pathlib import Path

from setuptools import find_packages, setup

sys.path.insert(0, str(Path(__file__).resolve().parent / "packaging" / "wheel"))
import kernels

setup(
    packages=[*find_packages(include=["puzzlegui*"]), "puzzlegui.resources"],
    ext_modules=kernels.extensions(),
    cmdclass={"build_ext": kernels.BuildKernels},
    options={"bdist_wheel": {"py_limited_api": kernels.LIMITED_API[0]}},
)
