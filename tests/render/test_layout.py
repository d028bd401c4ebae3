"""Layout of a board on a surface."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegui.render.layout import Layout


@given(
    st.integers(2, 30),
    st.integers(2, 30),
    st.floats(120, 3000),
    st.floats(120, 3000),
    st.sampled_from([1.0, 1.25, 1.5, 2.0]),
)
def test_a_layout_fits_and_is_aligned_to_device_pixels(
    rows: int, columns: int, width: float, height: float, ratio: float
) -> None:
    layout = Layout.fit(rows, columns, width, height, ratio=ratio)
    assert layout.left >= 0
    assert layout.top >= 0
    assert layout.left + layout.width <= width + 1
    assert layout.top + layout.height <= height + 1
    for length in (layout.pitch, layout.left, layout.top, layout.gap):
        assert length * ratio == pytest.approx(round(length * ratio))
    for cell in ((0, 0), (rows - 1, columns - 1), (rows // 2, columns // 2)):
        assert layout.cell_at(*layout.centre(cell)) == cell
    assert layout.cell_at(layout.left - 1, layout.top) is None
    assert layout.cell_at(layout.left, layout.top + layout.height + 1) is None
