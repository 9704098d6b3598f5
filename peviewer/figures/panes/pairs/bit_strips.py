"""Bits of the counter above sines of nearest period, with their numbers beside them."""

from __future__ import annotations

from functools import lru_cache
from math import log2
from typing import NamedTuple

import numpy as np

from peviewer.base.numbers import MINUS, number, plain
from peviewer.figures.grammar import (
    Axis,
    Heatmap,
    Mark,
    Panel,
    Role,
    Words,
)
from peviewer.model.binary import BinaryRaster, bits_of, nearest_pair
from peviewer.model.encodings.scheme import Array
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.raster import Reduce

# The most digits of a position in a title; longer titles would make all titles hide.
MAX_DIGITS = 12


def pair_of_bit(encoding: Turning, bit: int) -> int | None:
    """Return the pair whose period is nearest to a bit's.

    Return None if even that period is off by half an octave or more.
    """
    pair = nearest_pair(encoding, bit)
    wavelength = float(encoding.wavelengths()[pair])
    octaves_off = abs(log2(wavelength / 2 ** (bit + 1)))
    return pair if octaves_off < 0.5 else None


def strip_axis(count: int) -> Axis:
    """Return the vertical axis of `count` bits, each with the strip of a sine below it."""
    names: list[str] = []
    for bit in range(count):
        names += [str(bit), ""]
    return Axis(
        "strip",
        "bit *u*",
        (-0.5, 2 * count - 0.5),
        cursor="bit",
        inverted=True,
        whole=True,
        names=tuple(names),
        group=2,
    )


# The panels do not depend on φ, so they are kept while φ plays.
@lru_cache(maxsize=4)
def strip_marks(encoding: Turning, count: int, colormap: str, reduce: Reduce) -> tuple[Mark, ...]:
    counter = BinaryRaster(encoding.first, encoding.length, count).transposed
    marks: list[Mark] = []
    for bit in range(count):
        marks.append(
            Heatmap(
                counter.only_row(bit),
                (0.0, 1.0),
                "ink",
                x0=encoding.first,
                y0=2.0 * bit,
                reduce=reduce,
                bar=None,
                quantity=f"bit {bit}",
                fixed=True,
                key=f"bit_{bit}",
            )
        )
        marks.append(_sine_strip(encoding, bit, colormap, reduce))
    return tuple(marks)


def _sine_strip(encoding: Turning, bit: int, colormap: str, reduce: Reduce) -> Heatmap | Words:
    """Return the sine of the pair of nearest period, below its bit; a sentence if there is none."""
    height = 2.0 * bit + 1
    pair = pair_of_bit(encoding, bit)
    if pair is None:
        middle = encoding.first + (encoding.length - 1) / 2
        reason = "no pair has a period near this"
        return Words((middle,), (height,), (reason,), "muted", small=True)
    column = int(encoding.columns.sines[pair])
    return Heatmap(
        encoding.raster().transposed.only_row(column),
        (-1.0, 1.0),
        colormap,
        x0=encoding.first,
        y0=height,
        reduce=reduce,
        bar=None,
        quantity=sine_name(pair),
        key=f"sine_{bit}",
    )


class _NumberColumn(NamedTuple):
    """A column of texts beside the strips, one for each bit."""

    x: float
    color: Role
    texts: list[str]

    def words(self) -> list[Words]:
        """Return its texts that are not empty as one mark, if there are any."""
        bits = [bit for bit, text in enumerate(self.texts) if text]
        if not bits:
            return []
        x = (self.x,) * len(bits)
        y = tuple(2 * bit + 0.5 for bit in bits)
        texts = tuple(self.texts[bit] for bit in bits)
        return [Words(x, y, texts, self.color, small=True)]


@lru_cache(maxsize=4)
def numbers_panel(encoding: Turning, count: int, position: int, strips: Axis) -> Panel:
    digits = bits_of(np.array([position]), np.arange(count))[0]
    row = encoding.table([position])[0]
    pairs = [pair_of_bit(encoding, bit) for bit in range(count)]
    sines = ["" if pair is None else _sine_text(encoding, row, pair) for pair in pairs]
    wavelengths = ["" if pair is None else _wavelength_text(encoding, pair) for pair in pairs]
    # If there is no room for all, the last ones are hidden.
    columns = (
        _NumberColumn(0.04, "ink", [str(digit) for digit in digits]),
        _NumberColumn(0.19, "ink", sines),
        _NumberColumn(0.455, "muted", wavelengths),
        _NumberColumn(0.815, "muted", [period_text(bit) for bit in range(count)]),
    )
    marks: list[Mark] = []
    for column in columns:
        marks += column.words()

    lowest_digits = digits[:MAX_DIGITS]
    digits_text = "".join(str(digit) for digit in lowest_digits[::-1])
    higher_digits = "" if position < 2 ** len(lowest_digits) else "…"
    title = f"{number(position)} = {higher_digits}{digits_text}₂"
    return Panel(Axis("number", "", (0.0, 1.0)), strips, tuple(marks), title)


def _sine_text(encoding: Turning, row: Array, pair: int) -> str:
    """Return the sine of a pair in a row of the table, with its sign."""
    sine = float(row[encoding.columns.sines[pair]])
    sign = MINUS if sine < 0 else "+"
    return f"{sign}{plain(abs(sine), 2)}"


def _wavelength_text(encoding: Turning, pair: int) -> str:
    wavelength = float(encoding.wavelengths()[pair])
    return f"*λ*{_subscript(pair)} = {number(wavelength)}"


def period_text(bit: int) -> str:
    return f"period {number(2 ** (bit + 1))}"


def sine_name(pair: int) -> str:
    return f"sin *ω*{_subscript(pair)}*t*"


def _subscript(pair: int) -> str:
    return str(pair).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))
