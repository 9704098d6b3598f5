"""Numbers as people read them, with true minus signs and thin-spaced thousands."""

from math import isfinite, isnan

THIN = "\u2009"
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def number(value: float, digits: int = 4) -> str:
    r"""Write a number with `digits` significant digits.

    Examples
    --------
    >>> number(-0.8944), number(60611.4, 5), number(0), number(4.4e-16, 2)
    ('−0.8944', '60\u2009611', '0', '4.4×10⁻¹⁶')
    """
    if not isfinite(value):
        return "not a number" if isnan(value) else "∞" if value > 0 else "−∞"
    if value and not 1e-4 <= abs(value) < 1e9:
        mantissa, _, exponent = f"{value:.{digits - 1}e}".partition("e")
        mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
        return mantissa.replace("-", "−") + "×10" + str(int(exponent)).translate(_RAISED)
    value = value or 0  # −0 is 0
    text = f"{value:,.{digits}g}" if abs(value) < 10 ** (digits - 1) else f"{value:,.0f}"
    return text.replace("-", "−").replace(",", THIN)


def storage(count: float) -> str:
    """Write how much room some bytes take.

    Examples
    --------
    >>> storage(4.096e9), storage(16)
    ('4.1 GB', '16 B')
    """
    for unit, size in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= size:
            return f"{number(count / size, 3)} {unit}"
    return f"{count} B"


def whole(value: int) -> str:
    r"""Write a whole number.

    Examples
    --------
    >>> whole(-10000000)
    '−10\u2009000\u2009000'
    """
    return f"{value:,}".replace("-", "−").replace(",", THIN)


def unstarred(text: str) -> str:
    """Return a text without the stars that set its mathematics in italics.

    Examples
    --------
    >>> unstarred("row *t* of *M*(*φ*)·PE")
    'row t of M(φ)·PE'
    """
    return text.replace("*", "")
