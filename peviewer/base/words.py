"""Numbers, units and titles as people read them, and what people type: numbers, values and misspelt names."""

import difflib
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from decimal import Decimal
from numbers import Integral
from typing import TypeVar

THIN = "\u2009"
MINUS = "−"
LONGEST_WORD = 14
_in_motion: ContextVar[int | None] = ContextVar("in motion", default=None)
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_COUNTED = re.compile(
    r"\b(position|step|turn|head|row|pair|distance|number|bias|dimension|bucket|cycle|cell|lag|offset|place|decimal|digit)(?:es|s)\b"
)
_ONE = re.compile(
    rf"(?<![\d.{THIN}])(1 (?:position|step|turn|head|row|pair|distance|number|dimension|cycle|cell|lag|time))s\b"
)
_PLURALS = {"is": "are", "has": "have", "reaches": "reach", "completes": "complete", "turns": "turn", "counts": "count",
            "varies": "vary", "holds": "hold", "stands": "stand", "fails": "fail", "does": "do", "lands": "land",
            "takes": "take"}  # fmt: skip
_SPACES = re.compile(r"[\s'_]+")  # thin, narrow and unbreakable ones too
_GROUPED = re.compile(r"[+-]?\d{1,3}(,\d{3})+(\.\d*)?")
T = TypeVar("T")
LISTED = 24  # names up to which all are listed if none is similar
NEAREST = 5  # names that are listed if there are more
_COMPARED = 2000  # names that are compared; more would take a second or longer
_LONGEST = 99  # letters of a name that are compared and shown
_NEAR = 0.6  # the share of letters that a misspelt name has in common with the right one
_PART = 0.9  # of a name that is a part of another: dark of slide-dark
# What other libraries, papers and configurations call a field, by the name that it has here.
_ELSEWHERE = {
    "length": "l max_len max_length max_seq_len seq_len seq_length n_positions num_positions context_length "
              "block_size max_position_embeddings",
    "dim": "d d_model dimension dimensions embed_dim embedding_dim hidden_size head_dim depth n_embd",
    "base": "n theta rope_theta base_freq max_period temperature",
    "heads": "num_heads n_heads n_head num_attention_heads",
    "bucket_count": "buckets num_buckets relative_attention_num_buckets",
    "sentence": "words text tokens labels",
    "phi": "delta k",
    "position": "t query",
    "colormap": "cmap color colour colors colours palette",
    "font_size": "fontsize",
    "theme": "style dark background",
    "inches": "figsize",
    "size": "width height resolution",
    "seconds": "duration frames n_frames",
    "fps": "interval frame_rate rate",
    "target": "format file filename path",
}  # fmt: skip
_USUAL = {elsewhere: name for name, others in _ELSEWHERE.items() for elsewhere in others.split()}
_SPACED = re.compile(
    rf"[-+{MINUS}]?\d{{1,3}}([ \u2009\u202f]\d{{3}})+"
)  # as messages write whole numbers


def number(value: float, digits: int = 4) -> str:
    r"""Write a number for people to read: an int digit by digit, any other with so many significant digits.

    In a clip a number keeps its zeros, so that its width stays the same in all frames in which it
    has the same size.

    >>> with in_motion():
    ...     number(10.4), number(9.996), number(2e-7, 3), number(2500), number(2500.0)
    ('10.40', '9.996', '2.00×10⁻⁷', '2\u2009500', '2\u2009500')
    """
    if isinstance(value, Integral):
        return _set(f"{value:,}")
    if not math.isfinite(value):
        return _not_finite(value)
    text, exponent = mantissa(value, digits - 1)
    if value and _in_motion.get() is not None:
        return (
            f"{text}×{power(exponent)}"
            if not -4 <= exponent < 9
            else plain(value, max(0, digits - 1 - exponent))
        )
    if value and not 1e-4 <= abs(value) < 1e9:
        return f"{text.rstrip('0').rstrip('.') if '.' in text else text}×{power(exponent)}"
    value = value or 0  # −0 is 0
    return _set(f"{value:,.{digits}g}" if abs(value) < 10 ** (digits - 1) else f"{value:,.0f}")


def plain(value: float | Decimal, decimals: int | None = None) -> str:
    """Write a number as data, with so many decimals.

    Or as users type it, with all digits or about six figures.
    """
    if not math.isfinite(value):
        return _not_finite(float(value))
    if decimals is None:
        size = abs(float(value))
        if isinstance(value, Integral) or (size < 1e16 and size.is_integer()):
            return number(int(value))
        figures = max(6, math.floor(math.log10(size)) + 3) if size < 1e16 else 6
        return _set(f"{value:,.{figures}g}".replace("e+", "e"))
    text = f"{value:,.{decimals}f}"
    return _set(text if text.strip("-0.") else text.removeprefix("-"))


def steady(value: float) -> str:
    r"""Write a number that may be moving: a whole one as :func:`plain` does, others with two decimals, up to four.

    There are more than two where it has no more than four: those were typed. In a clip all have the
    same number.

    >>> steady(100.0), steady(37.283647), steady(-0.5), steady(0.125), steady(1234.56789), steady(0.0021)
    ('100', '37.28', '−0.50', '0.125', '1\u2009234.57', '0.0021')
    """
    if not math.isfinite(value) or float(value).is_integer():
        return plain(value)
    if (decimals := _in_motion.get()) and abs(value) < 1e16:
        return plain(value, decimals)
    if abs(value) < 0.01:
        return number(value, 3)
    return plain(
        value, next((decimals for decimals in (2, 3, 4) if round(value, decimals) == value), 2)
    )


@contextmanager
def in_motion(decimals: int = 2) -> Iterator[None]:
    """Let numbers be written for one of many frames: those of :func:`steady` with a fixed number of decimals.

    >>> with in_motion():
    ...     steady(1.0), steady(0.67)
    ('1', '0.67')
    """
    token = _in_motion.set(decimals)
    try:
        yield
    finally:
        _in_motion.reset(token)


def mantissa(value: float, decimals: int) -> tuple[str, int]:
    """Return the digits before a power of ten, and the power."""
    text, _, exponent = f"{value:.{decimals}e}".partition("e")
    return _set(text), int(exponent)


def power(exponent: int) -> str:
    return f"10{str(exponent).translate(_RAISED)}"


def decimals_between(step: float, most: int = 6) -> int:
    """Return how many decimals distinguish numbers that lie `step` apart."""
    return next((d for d in range(most) if abs(step - round(step, d)) < 1e-6 * step), most)


def in_unit(text: str, unit: str) -> str:
    """Write a number, which is a text already, with the unit it is counted in.

    >>> in_unit("200", "positions"), in_unit("1", "turns"), in_unit("-1.5", "positions/s"), in_unit("7", "")
    ('200 positions', '1 turn', '-1.5 positions/s', '7')
    >>> in_unit("1", "places"), in_unit("1", "biases"), in_unit("1", "steps/s")
    ('1 place', '1 bias', '1 step/s')
    """
    unit = _COUNTED.sub(r"\1", unit) if text.removeprefix(MINUS) == "1" else unit
    return f"{text} {unit}".rstrip()


def in_singular(sentence: str) -> str:
    """Return a sentence with each noun that follows a 1 in the singular.

    >>> in_singular("1 positions, 1 pairs, 21 pairs and 0.1 turns")
    '1 position, 1 pair, 21 pairs and 0.1 turns'
    """
    return _ONE.sub(r"\1", sentence)


def in_number(count: int, verb: str, total: int = 0) -> str:
    """Return a verb in the number of a count, or of a count of a total: "1 of 2 is", "0 of 1 is".

    >>> in_number(1, "completes"), in_number(0, "completes"), in_number(12, "is"), in_number(0, "is", 1)
    ('completes', 'complete', 'are', 'is')
    """
    return verb if 1 in (count, total) else _PLURALS[verb]


def storage(count: float) -> str:
    for unit, size in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= size:
            return f"{number(count / size, 3)} {unit}"
    return f"{count:.0f} bytes"


def _set(text: str) -> str:
    return text.replace("-", MINUS).replace(",", THIN)


def _not_finite(value: float) -> str:
    return "not a number" if math.isnan(value) else "∞" if value > 0 else f"{MINUS}∞"


def unstarred(text: str) -> str:
    """Return a text without the stars that set its mathematics in italics."""
    return text.replace("*", "")


def short_word(word: str) -> str:
    """Return a user's word for labels: shortened, without characters that would format or hide a part of it.

    >>> short_word("cat"), short_word("internationalization"), short_word("*")
    ('cat', 'international…', '∗')
    """
    shown = "".join(letter for letter in word if letter.isprintable()).replace("*", "∗")
    return shown if len(shown) <= LONGEST_WORD else f"{shown[: LONGEST_WORD - 1]}…"


def with_word(value: int, word: str) -> str:
    """Write a whole number and its word, if it has one."""
    return f"{number(value)}, “{short_word(word)}”" if word else number(value)


def continuing(title: str) -> str:
    """Return a title as the rest of a sentence; one that begins with a formula stays as it is."""
    return title if title[1:2] == "(" else title[:1].lower() + title[1:]


def read_number(text: str, unit: str = "") -> float | int | None:
    """Read a number that somebody typed, maybe with its unit, or None if it is not a finite number."""
    bare = text.strip().removesuffix(unit).removesuffix(in_unit("1", unit)[2:])
    text = _SPACES.sub("", bare).replace(MINUS, "-")
    text = text.replace(",", "") if _GROUPED.fullmatch(text) else text.replace(",", ".")
    try:
        value = int(text) if re.fullmatch(r"[+-]?\d{1,30}", text) else float(text)
    except ValueError:
        return None
    if not math.isfinite(value):
        return None
    return int(value) if isinstance(value, float) and value.is_integer() else value


def read_numbers(text: str) -> tuple[float | int, ...] | None:
    """Read numbers that somebody typed with commas, semicolons or spaces between them, or None if one is none.

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
    if _SPACED.fullmatch(text.strip()):
        return read_number(text)
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text.strip()


class UnknownName(ValueError):
    """A name that does not exist; the message is one clear line."""

    def __init__(self, name: str, known: Iterable[str], kind: str) -> None:
        self.hint = nearest_names(
            name, list(known)
        )  # what could have been meant, as the end of a sentence
        super().__init__(f"{name[:_LONGEST]!r} is not a {kind}{self.hint}")


def look_up(name: str, known: Mapping[str, T], kind: str) -> T:
    """Return the value of a name; `kind` is what the message calls one of those that are known."""
    if name not in known:
        raise UnknownName(name, known, kind)
    return known[name]


def likeness(name: str, other: str) -> float:
    """Return the similarity of two names, from 0 to 1.

    The part after the last point or hyphen counts, too.
    """
    name = name[:_LONGEST]
    behind = re.split("[.-]", other)[-1] if "." not in name else other
    parts = [word for word in (other, behind) if len(name) > 2 and name in word]
    ratios = [
        difflib.SequenceMatcher(None, name.lower(), word.lower()).ratio()
        for word in (other, behind)
    ]
    return max(*ratios, _PART if parts else 0.0)


def usual_name(name: str, known: Iterable[str]) -> str | None:
    """Return the known name of what other programs call so; None if there is none.

    >>> usual_name("d_model", ["encoding.base", "encoding.dim"]), usual_name("--figsize", ["--size", "--inches"])
    ('encoding.dim', '--inches')
    """
    usual = _USUAL.get(_bare(name))
    return next((other for other in known if _bare(other) == usual), None)


def _bare(name: str) -> str:
    return name.rpartition(".")[2].lstrip("-").replace("-", "_").lower()


def nearest_name(name: str, known: Iterable[str]) -> str | None:
    """Return the known name of what other programs call so, or the most similar one.

    None if none is similar.
    """
    known = list(known)
    if usual := usual_name(name, known):
        return usual
    nearest = max(known, key=lambda other: likeness(name, other), default="")
    return nearest if likeness(name, nearest) >= _NEAR else None


def nearest_names(name: str, known: Sequence[str]) -> str:
    """Return ``"; did you mean …?"`` for a misspelt name, or the known names, the nearest of many."""
    compared = known[:_COMPARED]
    if meant := nearest_name(name, compared):
        return f"; did you mean {meant}?"
    if len(known) <= LISTED:
        return f"; there are: {', '.join(known) or 'none'}"
    nearest = sorted(compared, key=lambda other: -likeness(name, other))[:NEAREST]
    return f"; the nearest of {len(known)} are: {', '.join(nearest)}"
