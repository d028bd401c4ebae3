"""Export of boards, solutions, searches and benchmarks to files."""
