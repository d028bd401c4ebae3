"""Names under which kernels imported ``shift.kernels.positions`` earlier."""

from puzzlegui.families.shift.kernels.positions import (
    image_key,
    key_slot,
    largest_image,
    mixed_key,
    shift_line,
    shift_line_back,
)

__all__ = ["image_key", "key_slot", "largest_image", "mixed_key", "shift_line", "shift_line_back"]
