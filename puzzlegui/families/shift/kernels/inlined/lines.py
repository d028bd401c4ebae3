"""Names under which kernels imported ``shift.kernels.lines`` earlier."""

from puzzlegui.families.shift.kernels.lines import (
    around,
    circular_distance,
    shift_line,
    shortest_steps,
)

__all__ = ["around", "circular_distance", "shift_line", "shortest_steps"]
