"""Benchmarks: solvers run on boards, by local processes or a cluster, and their rows of results."""
