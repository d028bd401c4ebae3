"""The window in which solvers are run on many boards, or side by side on one."""
