"""How a puzzle is solved. Imports no Qt; numba only when a solver that needs it starts."""
