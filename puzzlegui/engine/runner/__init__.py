"""Searches in child processes: the server in the child, its client, and a pool of clients.

Jupyter's kernels are the model: the window survives its workers, stops and replaces them.
"""
