"""Small functions that several kernels share, compiled into each that uses them.

The build turns each file here into declarations that Cython can inline (``packaging/wheel``). So a
file holds only functions, fully annotated, and each ``@cython.cfunc``, ``inline``, ``nogil`` and
``exceptval(check=False)``.
"""
