"""Small functions shared by several kernels, compiled into each that uses them.

The build turns each file here into declarations that Cython can inline (``packaging/wheel``), so a
file holds only functions: annotated in full, and each ``@cython.cfunc``, ``inline``, ``nogil`` and
``exceptval(check=False)``.
"""
