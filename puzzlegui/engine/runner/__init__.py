"""Searches in processes of their own: a server in the child, its client, and a pool of clients.

Kernels of Jupyter are the model: the window survives what computes for it, stops it, replaces it.
"""
