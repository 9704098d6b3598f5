"""Values as people type them, numbers with any spaces, either minus sign, a comma or a point, ``1e6``."""

import json
import math
import re

from peviewer.base.words.numbers import MINUS, in_unit

_SPACES = re.compile(r"[\s'_]+")  # thin, narrow and unbreakable ones too
_GROUPED = re.compile(r"[+-]?\d{1,3}(,\d{3})+(\.\d*)?")


def read_number(text: str, unit: str = "") -> float | int | None:
    """Read a number that somebody typed, or None if it is not a finite number.

    Parameters
    ----------
    text : str
        What was typed.
    unit : str
        Dropped from the end, as :func:`in_unit` writes it.

    Returns
    -------
    int or float or None
        An int wherever the number is whole.

    Examples
    --------
    >>> [read_number(text) for text in ("1e6", "0,5", "1,000", "many")]
    [1000000, 0.5, 1000, None]
    >>> read_number("−1 000 positions", "positions")
    -1000
    >>> read_number("1 position", "positions")
    1
    """
    bare = text.strip().removesuffix(unit).removesuffix(in_unit("1", unit)[2:])
    text = _SPACES.sub("", bare).replace(MINUS, "-")
    text = text.replace(",", "") if _GROUPED.fullmatch(text) else text.replace(",", ".")
    try:
        return int(text) if re.fullmatch(r"[+-]?\d{1,30}", text) else _whole(float(text))
    except ValueError:
        return None


def read_numbers(text: str) -> tuple[float | int, ...] | None:
    """Read numbers that somebody typed with commas, semicolons or spaces between them, or None if one is none.

    Examples
    --------
    >>> read_numbers("0, −0.5; 1e3 2"), read_numbers(""), read_numbers("1, many")
    ((0, -0.5, 1000, 2), (), None)
    """
    found = tuple(read_number(word) for word in re.split(r"[\s,;]+", text.strip("[]() \t\n,;")) if word)
    return None if None in found else tuple(number for number in found if number is not None)


def read_value(text: str) -> object:
    """Read a value of any kind as JSON, and what is no JSON as plain text.

    Examples
    --------
    >>> [read_value(text) for text in ("1e6", "[1, 2]", "true", " paper ")]
    [1000000.0, [1, 2], True, 'paper']
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text.strip()


def _whole(number: float) -> float | int | None:
    if not math.isfinite(number):
        return None
    return int(number) if number.is_integer() else number
