"""What people type: numbers, with units and in rows, and values of any kind."""

import json
import math
import re

from peviewer.base.numbers import MINUS
from peviewer.base.words import in_unit

# Thin, narrow and unbreakable spaces are among these.
_SPACES = re.compile(r"[\s'_]+")

_WHOLE = re.compile(r"[+-]?\d{1,30}")
_WITH_COMMAS_BETWEEN_THOUSANDS = re.compile(r"[+-]?\d{1,3}(,\d{3})+(\.\d*)?")

# Messages write whole numbers so.
_WITH_SPACES_BETWEEN_THOUSANDS = re.compile(rf"[-+{MINUS}]?\d{{1,3}}([ \u2009\u202f]\d{{3}})+")


def read_number(text: str, unit: str = "") -> float | int | None:
    """Read a number that somebody typed, maybe with its unit; None if it is not a finite number."""
    singular_unit = in_unit("1", unit)[len("1 ") :]
    bare = text.strip().removesuffix(unit).removesuffix(singular_unit)
    digits = _SPACES.sub("", bare).replace(MINUS, "-")
    has_grouping_commas = _WITH_COMMAS_BETWEEN_THOUSANDS.fullmatch(digits)
    digits = digits.replace(",", "" if has_grouping_commas else ".")
    try:
        value = int(digits) if _WHOLE.fullmatch(digits) else float(digits)
    except ValueError:
        return None
    if not math.isfinite(value):
        return None
    return int(value) if isinstance(value, float) and value.is_integer() else value


def read_numbers(text: str) -> tuple[float | int, ...] | None:
    """Read numbers that somebody typed with commas, semicolons or spaces between them.

    None if one of them is no number.

    >>> read_numbers("0, −0.5; 1e3 2"), read_numbers(""), read_numbers("1, many")
    ((0, -0.5, 1000, 2), (), None)
    """
    numbers: list[float | int] = []
    for word in re.split(r"[\s,;]+", text.strip("[]() \t\n,;")):
        if not word:
            continue
        number = read_number(word)
        if number is None:
            return None
        numbers.append(number)
    return tuple(numbers)


def read_value(text: str) -> object:
    """Read a value as JSON, or as a number with spaces between thousands, or else as plain text.

    >>> [read_value(text) for text in ("1e6", "[1, 2]", "true", " paper ", "1 024")]
    [1000000.0, [1, 2], True, 'paper', 1024]
    """
    if _WITH_SPACES_BETWEEN_THOUSANDS.fullmatch(text.strip()):
        return read_number(text)
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text.strip()
