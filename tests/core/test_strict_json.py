"""JSON is parsed as by the standard library, except for what a board file must not contain."""

import json
import re
from typing import NoReturn

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from puzzlegui.core.strict_json import JsonError, parse

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


def no_half_pair(value: object) -> None:
    """Reject text that the standard decoder reads from half of a surrogate pair."""
    if re.search("[\ud800-\udfff]", json.dumps(value, ensure_ascii=False)):
        refuse()


def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    return found if len(found) == len(pairs) else refuse()


@example({"𐀀": None}, 3, 6, "")
@given(
    VALUES,
    st.integers(0, 200),
    st.integers(0, 6),
    st.sampled_from(["", ",", "]", "}", "[", '"a": 1', "NaN", " "]),
)
def test_damaged_text_is_refused_where_the_standard_decoder_refuses_it(
    value: object, at: int, missing: int, inserted: str
) -> None:
    text = json.dumps(value)
    at %= len(text) + 1
    broken = text[:at] + inserted + text[at + missing :]
    try:
        expected = json.loads(broken, parse_constant=refuse, object_pairs_hook=unique)
        no_half_pair(expected)
    except ValueError:
        with pytest.raises(JsonError):
            parse(broken)
    else:
        assert parse(broken) == expected


def test_keys_that_stand_twice_are_refused() -> None:
    with pytest.raises(JsonError):
        parse('{"a": [[1], [2]], "b": 1, "a": [[3]]}')
