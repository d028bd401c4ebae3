"""Integers that are compiled into a kernel; one file for each kernel, of the same name.

The callers of a kernel import them too, so the files import nothing. Compiled in like ``inlined``.
"""
