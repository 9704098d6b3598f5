"""Numbers as people write and read them: thin-spaced thousands, true minus signs, ``1e6``."""

import math
import re

from peviewer.base.parameters import Specification

THIN = "\u202f"
_SPACES = re.compile(r"[\s\u2009\u202f\u00a0_']+")
_GROUPED = re.compile(r"[+-]?\d{1,3}(,\d{3})+(\.\d*)?")
_DIGITS = 6


def written(value: float, decimals: int | None = None) -> str:
    r"""Write a number for the window.

    Parameters
    ----------
    value : int or float
        Any finite number.
    decimals : int, optional
        How many decimals are always shown, for numbers that keep changing;
        None for as many as the number needs, six figures at most.

    Examples
    --------
    >>> written(-1234567), written(0.25), written(1e12), written(3.0, decimals=2)
    ('−1\u202f234\u202f567', '0.25', '1e12', '3.00')
    """
    if isinstance(value, float) and abs(value) >= 1e12:
        text = f"{value:.{_DIGITS}g}".replace("e+", "e")
    elif decimals is not None:
        text = f"{value:,.{decimals}f}"
    elif float(value).is_integer():
        text = f"{int(value):,}"
    else:
        figures = max(_DIGITS, math.floor(math.log10(abs(value))) + 3)
        text = f"{value:,.{figures}g}"
    return text.replace(",", THIN).replace("-", "−")


def grouped(sentence: str) -> str:
    r"""Set the thousands of every number in a sentence apart by thin spaces.

    Examples
    --------
    >>> grouped("from 1 to 10,000,000")
    'from 1 to 10\u202f000\u202f000'
    """
    return re.sub(r"(?<=\d),(?=\d{3})", THIN, sentence)


def read(text: str, unit: str = "") -> float | int | None:
    """Read a number that somebody typed, or None if it is not a finite number.

    Parameters
    ----------
    text : str
        Digits with any spaces, either minus sign, a comma or a point, ``1e6``.
    unit : str
        Dropped from the end.

    Returns
    -------
    int or float or None
        An int wherever the number is whole.

    Examples
    --------
    >>> read("−1 000 positions", "positions"), read("1e6"), read("0,5"), read("1,000"), read("many")
    (-1000, 1000000, 0.5, 1000, None)
    """
    text = _SPACES.sub("", text.strip().removesuffix(unit)).replace("−", "-")
    text = text.replace(",", "") if _GROUPED.fullmatch(text) else text.replace(",", ".")
    try:
        return int(text) if re.fullmatch(r"[+-]?\d{1,30}", text) else _whole(float(text))
    except ValueError:
        return None


def _whole(number: float) -> float | int | None:
    if not math.isfinite(number):
        return None
    return int(number) if number.is_integer() else number


def refusal(spec: Specification) -> str:
    """Say what a field allows: ``"Base must be greater than 1 and at most 1 000 000 000 000"``."""
    allowed = spec.allowed().removeprefix("a finite number greater").removeprefix("a finite number of")
    short = allowed != spec.allowed()
    sentence = f"greater{allowed}" if spec.open_minimum and short else allowed.strip()
    return grouped(f"{spec.title} must be {sentence.replace('a finite number', 'a number')}")


def allows(spec: Specification, value: float) -> bool:
    """Whether a number lies in the range of its field, and is whole where it has to be."""
    whole = spec.kind != "int" or float(value).is_integer()
    above = value > spec.minimum if spec.open_minimum else value >= spec.minimum
    return whole and above and value <= spec.maximum
