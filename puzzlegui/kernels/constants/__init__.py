"""Numbers that kernels and their callers share."""
