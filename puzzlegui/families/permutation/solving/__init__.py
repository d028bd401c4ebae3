"""The solvers of permutation boards, and their state graph."""
