"""The solver panel: choosing, running and reporting on solvers."""
