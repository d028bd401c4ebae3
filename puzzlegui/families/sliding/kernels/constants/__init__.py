"""Integers compiled into a kernel, in a file of the same name.

The callers of a kernel import them too, so the files import nothing.
"""
