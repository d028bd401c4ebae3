"""Whole numbers that a kernel knows when it is compiled; one file a kernel, named after it.

The callers of a kernel import them too, so the files import nothing. Inlined like ``inlined``.
"""
