"""The Binary pane: the binary counter above the encoding, and each bit with the pair of the nearest period."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import log2
from operator import attrgetter
from typing import Literal

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.numbers import MINUS, number, plain
from peviewer.base.parameters import Parameters, parameter
from peviewer.document.document import Document
from peviewer.figures.grammar import (
    Axis,
    Band,
    Curve,
    Figure,
    Heatmap,
    Mark,
    Panel,
    Role,
    Rule,
    Words,
)
from peviewer.figures.panels import shift_marks
from peviewer.figures.panels.axes import cell_runs, dimension_axis, position_axis
from peviewer.figures.panels.table import table_levels, table_name
from peviewer.figures.panes.pane import Pane
from peviewer.model.binary import COUNTED, COUNTED_BITS, BinaryRaster, bits_of, nearest_pair
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.raster import Reduce
from peviewer.model.sampling.series import RasterRow
from peviewer.model.turning.table import ColumnCurve


class Binary(Parameters):
    """The binary counter."""

    shows: Literal["pairs", "dimensions", "counter"] = parameter(
        "pairs", title="Rows", hidden=True,
        labels={"pairs": "Bits and pairs", "dimensions": "All dimensions", "counter": "Counter alone"},
        help="Show each bit with the pair of the nearest period right below it, the counter above all dimensions, or "
             "four bits of sixteen positions alone.",
    )  # fmt: skip
    bits: int = parameter(
        8, title="Bits", symbol="U", ge=1, le=64, unit="", only=("shows", ("pairs", "dimensions")),
        help="How many bits of the counter are shown; the least significant one comes first.",
        formula=r"\mathrm{bit}\ u\ \mathrm{of}\ t = \lfloor t/2^u\rfloor\ \mathrm{mod}\ 2",
    )  # fmt: skip


MOST_DIGIT_CELLS = 16, 10  # positions and bits up to which digits are written in the cells
DIGIT_LEVELS = 0.0, 2.5  # colours of bits with digits, which are legible on both
MOST_DIGITS = 12  # of a position in a title; with more, all titles would be hidden


def pair_of_bit(encoding: Turning, bit: int) -> int | None:
    """Return the pair whose period is nearest to a bit's.

    None where even that is off by half an octave or more.
    """
    pair = nearest_pair(encoding, bit)
    off = abs(log2(float(encoding.wavelengths()[pair]) / 2 ** (bit + 1)))
    return pair if off < 0.5 else None


def _draw_pairs(document: Document[Turning]) -> Figure:
    encoding, view = document.encoding, document.view
    count = document.of(Binary).bits
    bit = min(document.cursor.bit, count - 1)
    positions = position_axis(document)
    names = tuple(name for row in range(count) for name in (str(row), ""))
    limits = -0.5, 2 * count - 0.5
    strips = Axis(
        "strip", "bit *u*", limits, cursor="bit", inverted=True, whole=True, names=names, group=2
    )
    marks = (
        *_strip_marks(encoding, count, view.colormap, view.reduce),
        Band("y", 2 * bit - 0.5, 2 * bit + 1.5, framed=True),
        *shift_marks.shift_rules(document, "x"),
    )
    table = Panel(positions, strips, marks, "Each bit above the pair of nearest period", share=1.4)
    curves = _curves_panel(encoding, positions, count, bit, view.reduce)
    numbers = _numbers_panel(encoding, count, document.reference_position, strips)
    beside = Axis("number", "", (0.0, 1.0))
    return Figure(
        "Bits and the sines of like period",
        # No axis numbers below: the curves have the positions of the strips above them.
        ((table, numbers), (replace(curves, share=1.4), Panel(beside, beside, ()))),
        heights=(2.6, 0.7),
        names=("strips", "numbers", "curves", ""),
        aligned=True,
    )


@lru_cache(maxsize=4)  # cached while φ plays, which moves none of them
def _strip_marks(encoding: Turning, count: int, colormap: str, reduce: Reduce) -> tuple[Mark, ...]:
    counter = BinaryRaster(encoding.first, encoding.length, count).transposed
    sines, middle = encoding.raster().transposed, encoding.first + (encoding.length - 1) / 2
    marks: list[Mark] = []
    for bit in range(count):
        marks.append(
            Heatmap(counter.only_row(bit), (0.0, 1.0), "ink", encoding.first, 2.0 * bit, reduce, None,
                    quantity=f"bit {bit}", fixed=True, key=f"bit_{bit}")
        )  # fmt: skip
        pair = pair_of_bit(encoding, bit)
        if pair is None:
            why = "no pair has a period near this"
            marks.append(Words((middle,), (2.0 * bit + 1,), (why,), "muted", small=True))
            continue
        sine = int(encoding.columns.sines[pair])
        marks.append(
            Heatmap(sines.only_row(sine), (-1.0, 1.0), colormap, encoding.first, 2.0 * bit + 1, reduce, None,
                    quantity=f"sin *ω*{_subscript(pair)}*t*", key=f"sine_{bit}")
        )  # fmt: skip
    return tuple(marks)


@lru_cache(maxsize=4)
def _numbers_panel(encoding: Turning, count: int, position: int, strips: Axis) -> Panel:
    pairs, waves = [pair_of_bit(encoding, bit) for bit in range(count)], encoding.wavelengths()
    digits = bits_of(np.array([position]), np.arange(count))[0]
    values = encoding.table([position])[0]
    # If there is no room for all, the last ones are hidden.
    columns: tuple[tuple[float, Role, list[str]], ...] = (
        (0.04, "ink", []), (0.19, "ink", []), (0.455, "muted", []), (0.815, "muted", [])
    )  # fmt: skip
    for bit, pair in enumerate(pairs):
        value = wavelength = ""
        if pair is not None:
            sine = float(values[encoding.columns.sines[pair]])
            value = f"{MINUS if sine < 0 else '+'}{plain(abs(sine), 2)}"
            wavelength = f"*λ*{_subscript(pair)} = {number(float(waves[pair]), 3)}"
        texts = str(digits[bit]), value, wavelength, f"period {number(2 ** (bit + 1))}"
        for (_, _, column), text in zip(columns, texts, strict=True):
            column.append(text)
    marks: list[Mark] = []
    for x, color, column in columns:
        shown = [bit for bit in range(count) if column[bit]]
        if shown:
            places, words = (
                tuple(2 * bit + 0.5 for bit in shown),
                tuple(column[bit] for bit in shown),
            )
            marks.append(Words((x,) * len(shown), places, words, color, small=True))
    lowest = digits[:MOST_DIGITS]
    written = "".join(str(digit) for digit in lowest[::-1])
    title = f"{number(position)} = {'' if position < 2 ** len(lowest) else '…'}{written}₂"
    return Panel(Axis("number", "", (0.0, 1.0)), strips, tuple(marks), title)


def _draw_dimensions(document: Document[Turning]) -> Figure:
    encoding, view, count = document.encoding, document.view, document.of(Binary).bits
    bit = min(document.cursor.bit, count - 1)
    pair = nearest_pair(encoding, bit)
    positions = position_axis(document)
    reduce, first, rules = view.reduce, encoding.first, shift_marks.shift_rules(document, "x")
    counter = _counter_panel(document, positions, encoding.positions, count, rules)
    whole, name = document.embedded.raster().transposed, table_name(document)
    heatmap = Heatmap(
        whole,
        table_levels(document),
        view.colormap,
        first,
        reduce=reduce,
        bar=None,
        quantity=name,
        key="table",
    )
    bands = [
        Band("y", low, high, framed=True) for low, high in cell_runs(encoding.columns.pairs == pair)
    ]
    title = "Encoding" if document.embedded.plain else "Encoding, content added"
    table = Panel(
        positions,
        replace(dimension_axis(document), inverted=True),
        (heatmap, *bands, *rules),
        title,
    )
    return Figure(
        "Binary counter and encoding",
        ((counter,), (table,), (_curves_panel(encoding, positions, count, bit, reduce),)),
        heights=(1.0, 1.3, 0.8),
        names=("counter", "encoding", "curves"),
        aligned=True,
    )


def _draw_counter(document: Document[Turning]) -> Figure:
    places = _counted(document)
    limits = places[0] - 0.5, places[-1] + 0.5
    positions = replace(position_axis(document), limits=limits, numbered=True)
    is_marked = document.reference_position in places
    rules = (shift_marks.reference_rule(document, "x"),) if is_marked else ()
    panel = _counter_panel(document, positions, places, COUNTED_BITS, rules)
    every = ", ".join(str(2**bit) for bit in range(COUNTED_BITS))
    fact = f"bits 0 to {COUNTED_BITS - 1} flip every {every} positions"
    bits = replace(panel.y, numbered=True)
    panel = replace(panel, y=bits, title="Lowest bit first", fact=fact)
    ends = number(places[0]), number(places[-1])
    title = (
        f"{'Positions' if places[1:] else 'Position'} {' to '.join(dict.fromkeys(ends))} in binary"
    )
    return Figure(title, ((panel,),), names=("counter",))


def _counted(document: Document[Turning]) -> range:
    """Return the positions of a counter that is shown alone."""
    return document.encoding.positions[:COUNTED]


def _counter_panel(
    document: Document[Turning],
    positions: Axis,
    places: range,
    count: int,
    rules: tuple[Rule, ...],
) -> Panel:
    """Return so many bits of some positions, with digits in the cells if they are few enough."""
    bit = min(document.cursor.bit, count - 1)
    raster = BinaryRaster(places[0], len(places), count)
    limits = -0.5, count - 0.5
    bits = Axis("bit", "bit *u*", limits, cursor="bit", inverted=True, whole=True, zooms=True)
    digits = _digit_words(raster, places)
    cells = Heatmap(
        raster.transposed,
        DIGIT_LEVELS if digits else (0.0, 1.0),
        "ink",
        places[0],
        reduce=document.view.reduce,
        bar=None,
        quantity="value",
        fixed=True,
        key="bits",
    )
    framed = Band("y", bit - 0.5, bit + 0.5, framed=True)
    title = f"Binary counter{'' if digits else ', ■ = 1'}"
    return Panel(positions, bits, (cells, *digits, framed, *rules), title, "lowest bit first")


def _digit_words(raster: BinaryRaster, places: range) -> tuple[Words, ...]:
    """Return the bits as digits, if they are few enough."""
    if len(places) > MOST_DIGIT_CELLS[0] or raster.bits > MOST_DIGIT_CELLS[1]:
        return ()
    bits = raster.exact(range(len(places)), range(raster.bits))
    across, down = np.meshgrid(places, np.arange(raster.bits), indexing="ij")
    digits = tuple(f"{bit:.0f}" for bit in bits.ravel())
    return (Words(tuple(across.ravel().tolist()), tuple(down.ravel().tolist()), digits),)


@lru_cache(maxsize=4)
def _curves_panel(
    encoding: Turning, positions: Axis, count: int, bit: int, reduce: Reduce
) -> Panel:
    pair = nearest_pair(encoding, bit)
    sine = int(encoding.columns.sines[pair])
    bits = BinaryRaster(encoding.first, encoding.length, count).transposed
    marks = (
        Rule("y", 0.0, color="muted"),
        Curve(
            ColumnCurve(encoding, sine, reduce), f"sin *ω*{_subscript(pair)}*t*", "sine", key="sine"
        ),
        Curve(
            RasterRow(bits, bit, encoding.first, reduce), f"bit {bit}", "accent", "step", key="bit"
        ),
    )
    title = f"Bit {bit} has period {number(2 ** (bit + 1))}"
    fact = f"pair {number(pair)} has *λ* = {number(float(encoding.wavelengths()[pair]))}"
    return Panel(positions, Axis("value", "", (-1.1, 1.1)), marks, title, fact, legend=True)


def _subscript(pair: int) -> str:
    return str(pair).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))


def _explain(document: Document[Turning]) -> str:
    if document.of(Binary).shows == "counter":
        return _explain_counter(document)
    encoding, bits = document.encoding, document.of(Binary).bits
    text = (
        "Each bit of the counter flips half as often as the one above"
        if bits > 1
        else "Bit 0 flips at every step"
    )
    if not encoding.turns_alike:
        text += "; each pair of the encoding also turns slower than the one before, by a constant factor"
    text += ". A bit is 1 where a sine of the same period is negative. "
    unlike = [str(bit) for bit in range(bits) if pair_of_bit(encoding, bit) is None]
    if unlike:
        text += f"No pair has a period near that of bit{'s' if unlike[1:] else ''} {', '.join(unlike)}. "
    has_pairs = document.of(Binary).shows == "pairs"
    if not document.embedded.plain:
        text += "The " + (
            "sines are" if has_pairs else "table holds content too; the curve below is that"
        )
        text += " of PE alone. "
    nearest = "whose wavelength is nearest to the period of the marked bit"
    text += f"The marked bit is drawn below with the pair {nearest}"
    text += "." if has_pairs else ", which is marked too."
    return text + shift_marks.explain_rows(document, "position")


def _explain_counter(document: Document[Turning]) -> str:
    bit, places = min(document.cursor.bit, COUNTED_BITS - 1), _counted(document)
    steps = "second", "fourth", "eighth"
    flips = [f"bit {place} at every {step}" for place, step in enumerate(steps, 1)]
    text = f"Bit 0 flips at every position, {', '.join(flips)}. "
    if len(places) > 1:
        text += f"So the {number(len(places))} columns all differ. "
    text += f"Framed is bit {bit}, of period {2 ** (bit + 1)}."
    if document.reference_position in places:
        text += f" Marked is column {shift_marks.position_label(document)}."
    return text


def _formula(document: Document[Turning]) -> Formula:
    bit = Formula(
        r"\mathrm{bit}\ u\ \mathrm{of}\ t = \lfloor t/2^u \rfloor \;\mathrm{mod}\; 2,\ \mathrm{of\ period}\ 2^{u+1}"
    )
    if document.of(Binary).shows == "counter":
        return bit
    wavelength = Formula(r"\lambda_i = 2\pi/\omega_i")
    return bit.beside(wavelength).beside(document.encoding.frequency_formula())


_DRAWN_BY = {"pairs": _draw_pairs, "dimensions": _draw_dimensions, "counter": _draw_counter}
PANE = Pane(
    "binary",
    Turning,
    "the binary counter beside sines and cosines, on one position axis",
    reads=attrgetter(
        "embedded", "view.colormap", "view.raw", "cursor.bit", "shift.phi", "cursor.position"
    ),
    draw=lambda document: _DRAWN_BY[document.of(Binary).shows](document),
    explain=_explain,
    hint="Click another bit to mark it.",
    formula=_formula,
    section=Binary,
    choices=("binary.shows", "binary.bits", "cursor.bit"),
    parts=("strips", "numbers", "curves", "counter"),
)
