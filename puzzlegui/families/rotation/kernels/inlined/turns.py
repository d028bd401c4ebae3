"""Names under which kernels imported ``rotation.kernels.turns`` earlier."""

from puzzlegui.families.rotation.kernels.turns import (
    along_edges,
    block_key,
    clockwise_change,
    counterclockwise_change,
    detour,
    distance_between,
)

__all__ = [
    "along_edges", "block_key", "clockwise_change", "counterclockwise_change", "detour",
    "distance_between",
]  # fmt: skip
