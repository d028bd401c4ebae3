"""The design mode: editing the start and goal of a board."""
