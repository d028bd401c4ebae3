"""Names under which kernels imported ``kernels.primitives`` earlier."""

from puzzlegui.kernels.primitives import (
    cancelled,
    next_random,
    poll,
    popcount,
    random_below,
    select,
    sort,
    turn_block,
    wrapped,
    zobrist,
)  # fmt: skip

__all__ = [
    "cancelled", "next_random", "poll", "popcount", "random_below", "select", "sort", "turn_block",
    "wrapped", "zobrist",
]  # fmt: skip
