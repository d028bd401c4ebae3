"""JSON is read as the standard library reads it, but for what no board file may hold."""

import json
from typing import NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzlegui.core.jsontext import JsonError, parse

LEAVES = st.none() | st.booleans() | st.integers() | st.text('ab[]{},:"\\ \n', max_size=6)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(VALUES, st.sampled_from([None, 1]))
def test_what_is_written_is_read(value: object, indent: int | None) -> None:
    assert parse(json.dumps(value, indent=indent)) == value


def refuse(*_: object) -> NoReturn:
    raise ValueError


def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    return found if len(found) == len(pairs) else refuse()


@given(VALUES, st.data(), st.sampled_from(["", ",", "]", "}", "[", '"a": 1', "NaN", " "]))
def test_damaged_text_is_refused_where_the_standard_decoder_refuses_it(
    value: object, data: st.DataObject, inserted: str
) -> None:
    text = json.dumps(value)
    at = data.draw(st.integers(0, len(text)))
    broken = text[:at] + inserted + text[at + data.draw(st.integers(0, 2)) :]
    try:
        expected = json.loads(broken, parse_constant=refuse, object_pairs_hook=unique)
    except ValueError:
        with pytest.raises(JsonError):
            parse(broken)
    else:
        assert parse(broken) == expected


def test_keys_that_stand_twice_are_refused() -> None:
    with pytest.raises(JsonError):
        parse('{"a": [[1], [2]], "b": 1, "a": [[3]]}')
