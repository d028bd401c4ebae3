"""The benchmark window, which runs solvers on many boards."""
