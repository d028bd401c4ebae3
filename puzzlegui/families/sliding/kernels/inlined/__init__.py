"""Small functions that several kernels share, compiled into each that uses them.

The build turns each file here into declarations that Cython can inline (``packaging/wheel``), so a
file holds functions alone: annotated in full, and each ``@cython.cfunc``, ``inline``, ``nogil`` and
``exceptval(check=False)``.
"""
