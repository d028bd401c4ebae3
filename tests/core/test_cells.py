import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegui.core.cells import cell_list, cell_name, parse_cell, where, with_cell


@pytest.mark.parametrize(
    ("cell", "name"),
    [((0, 0), "A1"), ((4, 2), "C5"), ((0, 25), "Z1"), ((0, 26), "AA1"), ((29, 29), "AD30")],
)
def test_names(cell: tuple[int, int], name: str) -> None:
    assert cell_name(cell) == name
    assert parse_cell(name) == cell
    assert parse_cell(name.lower()) == cell


@given(st.tuples(st.integers(0, 999), st.integers(0, 999)))
def test_names_round_trip(cell: tuple[int, int]) -> None:
    assert parse_cell(cell_name(cell)) == cell


@pytest.mark.parametrize("text", ["", "A", "1", "A0", "1A", "A1B", "Ä1", "A-1", "A01", "A1.0"])
def test_what_is_no_cell(text: str) -> None:
    with pytest.raises(ValueError, match="is not a cell"):
        parse_cell(text)


def test_replaced_and_where() -> None:
    grid = ((1, 2), (2, 3))
    assert with_cell(grid, (1, 0), 9) == ((1, 2), (9, 3))
    assert where(grid, 2) == ((0, 1), (1, 0))


def test_cell_list() -> None:
    assert cell_list([(0, 0), (1, 1)]) == "A1, B2"
    assert cell_list([(0, c) for c in range(9)]) == "A1, B1, C1, D1, E1, F1 and 3 more"
