"""How a puzzle is solved. Imports no Qt; numpy only when a solver that needs it starts."""
