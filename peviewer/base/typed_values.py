"""Values that people type: numbers, with units and in rows, and values of any kind."""

import json
import math
import re

from peviewer.base.numbers import MINUS
from peviewer.base.words import in_unit

# Thin, narrow and unbreakable spaces are among these.
_SPACES = re.compile(r"[\s'_]+")

_WHOLE = re.compile(r"[+-]?\d{1,30}")
_WITH_COMMAS_BETWEEN_THOUSANDS = re.compile(r"[+-]?\d{1,3}(,\d{3})+(\.\d*)?")

# Fractions and multiples of π: pi/2, 3π, −2*pi/3.
_OF_PI = re.compile(r"([-+]?)(\d*\.?\d*)\*?(?:pi|π)(?:/(\d+\.?\d*))?", re.IGNORECASE)

# A whole number as messages write it, with thin spaces between thousands.
_WITH_SPACES_BETWEEN_THOUSANDS = re.compile(rf"[-+{MINUS}]?\d{{1,3}}([ \u2009\u202f]\d{{3}})+")


_RUN = re.compile(r"(-?\d{1,15})\.\.(-?\d{1,15})")
# Numbers of a run.
_LONGEST_RUN = 10_000


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


def is_for_field(text: str) -> bool:
    """Whether a field reads a text itself: a number in Python's form, or several lines."""
    if len(text.splitlines()) > 1:
        return True
    try:
        float(text)
    except ValueError:
        return False
    return True


def read_real(text: str) -> float | int | None:
    """Read a real number that somebody typed, which may be of π; None if it is none.

    >>> read_real("pi/2"), read_real("−2π"), read_real("−5"), read_real("1 024"), read_real("pie")
    (1.5707963267948966, -6.283185307179586, -5, 1024, None)
    """
    of_pi = _OF_PI.fullmatch(_SPACES.sub("", text).replace(MINUS, "-"))
    if of_pi is None or of_pi[2] == ".":
        return read_number(text)
    sign, factor, divisor = of_pi.groups()
    if divisor is not None and float(divisor) == 0:
        return None
    size = math.pi * float(factor or 1) / float(divisor or 1)
    return -size if sign == "-" else size


def read_numbers(text: str) -> tuple[float | int, ...] | None:
    """Read numbers that somebody typed with commas, semicolons or spaces between them.

    A run of whole ones is typed by its ends. None if one of them is no number.

    >>> read_numbers("0, −0.5; 1e3 2"), read_numbers(""), read_numbers("1, many")
    ((0, -0.5, 1000, 2), (), None)
    >>> read_numbers("0..3, 7, 2..0")
    (0, 1, 2, 3, 7, 2, 1, 0)
    """
    numbers: list[float | int] = []
    for word in re.split(r"[\s,;]+", text.strip("[]() \t\n,;")):
        if not word:
            continue
        if run := _RUN.fullmatch(word):
            first, last = int(run[1]), int(run[2])
            step = 1 if last >= first else -1
            if abs(last - first) > _LONGEST_RUN or len(numbers) > _LONGEST_RUN:
                return None
            numbers += range(first, last + step, step)
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
