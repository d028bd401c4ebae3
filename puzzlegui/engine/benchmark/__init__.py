"""Benchmarks: solvers on boards, run in processes or on a cluster, and the rows that come of it."""
