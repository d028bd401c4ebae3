"""Formatting of numbers, quantities and lists for users, in the current language."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache

from puzzlegui.core.language import current_language, ngettext, pgettext, tr


def times(count: int) -> str:
    """Return a frequency in words."""
    known = {0: tr("nowhere"), 1: tr("once"), 2: tr("twice")}
    return known.get(count) or tr("{number} times").format(number=group_digits(count))


def signed(number: int) -> str:
    """Format a number with a typographic minus sign."""
    return str(number).replace("-", "\N{MINUS SIGN}")


@cache
def _separators(_language: str) -> tuple[str, str]:
    """Return the thousands separator and the decimal point."""
    sample = pgettext("how numbers are written", "1,234.5")
    return sample[1:-5], sample[-2]


def group_digits(number: int) -> str:
    """Format a whole number: ``362,880``, or ``about 6.8 × 10²²⁶⁹`` from 10¹⁵ on."""
    if abs(number) < 10**15:
        between, _ = _separators(current_language())
        return f"{number:,}".replace(",", between)
    return tr("about {number}").format(number=_scientific(number))


def exact_digits(number: int) -> str:
    """Format a whole number with all of its digits, up to 60; as ``group_digits`` from then on."""
    if abs(number) >= _EXACT:
        return group_digits(number)
    between, _ = _separators(current_language())
    return f"{number:,}".replace(",", between)


_EXACT = 10**60
"""Least number that is rounded even where all digits are wanted, as of orders of groups."""


def decimal(number: float, places: int) -> str:
    """Format a number with a fixed number of decimal places: ``1,234.50``."""
    between, point = _separators(current_language())
    whole, _, fraction = f"{number:,.{places}f}".partition(".")
    return whole.replace(",", between) + (point + fraction if fraction else "")


def short_decimal(number: float) -> str:
    """Format a number with as few decimal places as needed: ``0.25``, ``4``, ``10,000``."""
    if number == int(number):
        return group_digits(int(number))
    between, point = _separators(current_language())
    whole, _, fraction = f"{number:,g}".partition(".")
    return whole.replace(",", between) + (point + fraction if fraction else "")


def percent(share: float) -> str:
    """Format a fraction as a percentage."""
    return tr("{number}%").format(number=decimal(100 * share, 0))


def mebibytes(size: float, places: int = 0) -> str:
    """Format a size in MiB."""
    return tr("{number} MiB").format(number=decimal(size, places))


def seconds(duration: float, places: int = 1) -> str:
    """Format a duration in seconds: ``0.5 s``."""
    return tr("{number} s").format(number=decimal(duration, places))


def date_and_time(since_1970: float) -> str:
    """Format a local date and time, given as ``time.time`` returns it."""
    form = pgettext("date and time, as time.strftime wants them", "%Y-%m-%d %H:%M")
    return time.strftime(form, time.localtime(since_1970))


def quantity(count: int, noun: str) -> str:
    """Return a quantity such as ``1 move`` or ``3,430 moves``.

    A literal noun in the call is extracted for translation.
    """
    one, many = f"{{count}} {noun}", f"{{count}} {noun}s"
    return ngettext(one, many, count).format(count=group_digits(count))


def join_and(names: Sequence[str]) -> str:
    """Join names as a conjunction: ``a, b and c``."""
    *others, last = names or ("",)
    if not others:
        return last
    return tr("{others} and {last}").format(others=", ".join(others), last=last)


def join_or(names: Sequence[str]) -> str:
    """Join names as an alternative: ``a, b or c``."""
    *others, last = names or ("",)
    if not others:
        return last
    return tr("{others} or {last}").format(others=", ".join(others), last=last)


def round_down(number: int) -> str:
    """Round a whole number down to two digits: ``2.6 × 10²⁴``."""
    if number >= 10**6:
        return _scientific(number)
    less = 10 ** max(0, len(str(number)) - 2)
    return group_digits(number // less * less)


def _scientific(number: int) -> str:
    digits = str(number)
    exponent = str(len(digits) - 1).translate(_SUPERSCRIPT)
    return f"{digits[0]}{_separators(current_language())[1]}{digits[1]} × 10{exponent}"


def all_arrangements(count: int) -> str:
    """Return a quantity of arrangements as the subject of a sentence."""
    if count == 1:
        return tr("The only arrangement")
    number = exact_digits(count)
    if count >= 10**15:
        return tr("All arrangements ({number})").format(number=number)
    return tr("All {number} arrangements").format(number=number)


_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def minutes_and_seconds(seconds: float) -> str:
    """Format a duration as minutes and seconds: ``1:05``."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"


def minutes_and_hundredths(seconds: float) -> str:
    """Format the time that a clock has measured: ``1:05.42``."""
    whole, hundredths = divmod(int(seconds * 100), 100)
    return f"{minutes_and_seconds(whole)}.{hundredths:02}"


_WHOLE_WORD, _BEGINNING = 12, 4
"""Characters of a word that is quoted whole, and of the beginning of another."""


def quoted(word: str) -> str:
    """Return a word of a file in quotation marks, only its beginning if it is long.

    A file that is no board may hold a password or a key, and messages are copied and sent.
    """
    return repr(word if len(word) <= _WHOLE_WORD else f"{word[:_BEGINNING]}…")
