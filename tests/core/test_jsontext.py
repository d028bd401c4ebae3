"""Long texts are decoded in pieces, with the same result as at once."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegui.core import jsontext
from puzzlegui.core.jsontext import JsonError, parse

LEAVES = st.none() | st.booleans() | st.integers() | st.text('ab[]{},:"\\ \n', max_size=6)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(st.lists(inner, max_size=3), max_size=4)
        | st.dictionaries(st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=20,
)


def outcome(text: str, long: int) -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jsontext, "_LONG", long)
        try:
            return parse(text)
        except JsonError as error:
            return [str(problem) for problem in error.problems]


@given(
    st.dictionaries(st.text(max_size=3), VALUES, max_size=4) | VALUES, st.sampled_from([None, 1])
)
def test_in_pieces_as_at_once(value: object, indent: int | None) -> None:
    text = json.dumps(value, indent=indent)
    assert outcome(text, -1) == outcome(text, 1 << 30) == value


@given(
    st.dictionaries(st.text("ab", max_size=1), VALUES, max_size=3),
    st.data(),
    st.sampled_from(["", ",", "]", "}", "[", '"a": 1', "NaN", " "]),
)
def test_what_is_no_json_is_refused_alike(
    value: object, data: st.DataObject, inserted: str
) -> None:
    text = json.dumps(value)
    at = data.draw(st.integers(0, len(text)))
    broken = text[:at] + inserted + text[at + data.draw(st.integers(0, 2)) :]
    assert outcome(broken, -1) == outcome(broken, 1 << 30)


def test_keys_that_stand_twice_are_refused() -> None:
    text = '{"a": [[1], [2]], "b": 1, "a": [[3]]}'
    assert outcome(text, -1) == outcome(text, 1 << 30)
    assert isinstance(outcome(text, -1), list)
