"""Search algorithms. Imports no Qt; numpy only when a solver that needs it starts."""
