"""What several kernels share: small functions and constants, compiled into each that uses them.

The build turns each file here into declarations that Cython can inline (``packaging/kernels.py``),
so a file holds constants, whole numbers all, and functions alone: annotated in full, and each
``@cython.cfunc``, ``inline``, ``nogil`` and ``exceptval(check=False)``.
"""
