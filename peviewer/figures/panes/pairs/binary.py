"""The Binary pane: a binary counter, and each bit with the pair of the nearest period."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from operator import attrgetter
from typing import Literal

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.numbers import number
from peviewer.base.parameters import Parameters, parameter
from peviewer.document.document import Document
from peviewer.figures.grammar import (
    Axis,
    Band,
    Curve,
    Figure,
    Heatmap,
    Panel,
    Rule,
    Words,
)
from peviewer.figures.panels import shift_marks
from peviewer.figures.panels.axes import cell_runs, dimension_axis, position_axis
from peviewer.figures.panels.table import table_levels, table_name
from peviewer.figures.panes.pairs.bit_strips import (
    numbers_panel,
    pair_of_bit,
    period_text,
    sine_name,
    strip_axis,
    strip_marks,
)
from peviewer.figures.panes.pane import Pane
from peviewer.model.binary import COUNTED, COUNTED_BITS, BinaryRaster, nearest_pair
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.raster import Reduce
from peviewer.model.sampling.series import RasterRow
from peviewer.model.turning.table import ColumnCurve


class Binary(Parameters):
    """The binary counter."""

    shows: Literal["pairs", "dimensions", "counter"] = parameter(
        "pairs",
        title="Rows",
        hidden=True,
        labels={
            "pairs": "Bits and pairs",
            "dimensions": "All dimensions",
            "counter": "Counter alone",
        },
        help="Show each bit with the pair of the nearest period right below it, the counter above "
        "all dimensions, or four bits of sixteen positions alone.",
    )
    bits: int = parameter(
        8,
        title="Bits",
        symbol="U",
        ge=1,
        le=64,
        unit="",
        only=("shows", ("pairs", "dimensions")),
        help="How many bits of the counter are shown; the least significant one comes first.",
        formula=r"\mathrm{bit}\ u\ \mathrm{of}\ t = \lfloor t/2^u\rfloor\ \mathrm{mod}\ 2",
    )


# The most positions and bits with digits in the cells.
MAX_POSITIONS_WITH_DIGITS = 16

MAX_BITS_WITH_DIGITS = 10

# The levels of cells with digits: digits are legible on the colours of both 0 and 1.
DIGIT_LEVELS = (0.0, 2.5)

# The width of strips and curves, as a share of that of the numbers beside them.
STRIP_SHARE = 1.4


def _marked_bit(document: Document[Turning], count: int) -> int:
    """Return the number of the marked bit, at most the last of `count`."""
    return min(document.cursor.bit, count - 1)


def _draw_pairs(document: Document[Turning]) -> Figure:
    count = document.of(Binary).bits
    strips = strip_axis(count)
    position = document.reference_position
    numbers = numbers_panel(document.encoding, count, position, strips)
    curves = replace(_bit_curves(document), share=STRIP_SHARE)
    nothing = Axis("number", "", (0.0, 1.0))
    return Figure(
        "Bits and the sines of like period",
        # The axis has no numbers: the curves have the positions of the strips above them.
        (
            (_strips_panel(document, strips), numbers),
            (curves, Panel(nothing, nothing, ())),
        ),
        heights=(2.6, 0.7),
        names=("strips", "numbers", "curves", ""),
        aligned=True,
    )


def _strips_panel(document: Document[Turning], strips: Axis) -> Panel:
    count = document.of(Binary).bits
    view = document.view
    bit = _marked_bit(document, count)
    marks = (
        *strip_marks(document.encoding, count, view.colormap, view.reduce),
        Band("y", 2 * bit - 0.5, 2 * bit + 1.5, framed=True),
        *shift_marks.shift_rules(document, "x"),
    )
    title = "Each bit above the pair of nearest period"
    return Panel(position_axis(document), strips, marks, title, share=STRIP_SHARE)


def _bit_curves(document: Document[Turning]) -> Panel:
    """Return the curves of the marked bit and of the sine of nearest period."""
    count = document.of(Binary).bits
    bit = _marked_bit(document, count)
    positions = position_axis(document)
    return _curves_panel(document.encoding, positions, count, bit, document.view.reduce)


def _draw_dimensions(document: Document[Turning]) -> Figure:
    counter = _counter_panel(
        document,
        position_axis(document),
        document.encoding.positions,
        document.of(Binary).bits,
        shift_marks.shift_rules(document, "x"),
    )
    return Figure(
        "Binary counter and encoding",
        ((counter,), (_encoding_panel(document),), (_bit_curves(document),)),
        heights=(1.0, 1.3, 0.8),
        names=("counter", "encoding", "curves"),
        aligned=True,
    )


def _encoding_panel(document: Document[Turning]) -> Panel:
    """Return the table, with the columns of the pair of nearest period framed."""
    encoding = document.encoding
    heatmap = Heatmap(
        document.embedded.raster().transposed,
        table_levels(document),
        document.view.colormap,
        x0=encoding.first,
        reduce=document.view.reduce,
        bar=None,
        quantity=table_name(document),
        key="table",
    )
    bit = _marked_bit(document, document.of(Binary).bits)
    columns_of_pair = encoding.columns.pairs == nearest_pair(encoding, bit)
    frames = [Band("y", low, high, framed=True) for low, high in cell_runs(columns_of_pair)]
    rules = shift_marks.shift_rules(document, "x")
    dimensions = replace(dimension_axis(document), inverted=True)
    title = "Encoding" if document.embedded.has_no_content else "Encoding, content added"
    return Panel(position_axis(document), dimensions, (heatmap, *frames, *rules), title)


def _draw_counter(document: Document[Turning]) -> Figure:
    counted = _counted(document)
    limits = (counted[0] - 0.5, counted[-1] + 0.5)
    positions = replace(position_axis(document), limits=limits, numbered=True)
    rules: tuple[Rule, ...] = ()
    if document.reference_position in counted:
        rules = (shift_marks.reference_rule(document, "x"),)
    panel = _counter_panel(document, positions, counted, COUNTED_BITS, rules)
    periods = ", ".join(str(2**bit) for bit in range(COUNTED_BITS))
    numbered_panel = replace(
        panel,
        y=replace(panel.y, numbered=True),
        title="Lowest bit first",
        fact=f"bits 0 to {COUNTED_BITS - 1} flip every {periods} positions",
    )
    title = f"Position {number(counted[0])} in binary"
    if len(counted) > 1:
        title = f"Positions {number(counted[0])} to {number(counted[-1])} in binary"
    return Figure(title, ((numbered_panel,),), names=("counter",))


def _counted(document: Document[Turning]) -> range:
    """Return the positions of a counter that is shown by itself."""
    return document.encoding.positions[:COUNTED]


def _counter_panel(
    document: Document[Turning],
    axis: Axis,
    positions: range,
    count: int,
    rules: tuple[Rule, ...],
) -> Panel:
    """Return `count` bits of some positions, with digits in the cells if there are few cells."""
    raster = BinaryRaster(positions[0], len(positions), count)
    digits = _digit_words(raster, positions)
    heatmap = Heatmap(
        raster.transposed,
        DIGIT_LEVELS if digits else (0.0, 1.0),
        "ink",
        x0=positions[0],
        reduce=document.view.reduce,
        bar=None,
        quantity="value",
        fixed=True,
        key="bits",
    )
    bit = _marked_bit(document, count)
    frame = Band("y", bit - 0.5, bit + 0.5, framed=True)
    limits = (-0.5, count - 0.5)
    bits = Axis("bit", "bit *u*", limits, cursor="bit", inverted=True, whole=True, zooms=True)
    title = "Binary counter" if digits else "Binary counter, ■ = 1"
    return Panel(axis, bits, (heatmap, *digits, frame, *rules), title, "lowest bit first")


def _digit_words(raster: BinaryRaster, positions: range) -> tuple[Words, ...]:
    """Return the bits as digits, if they are few enough."""
    if len(positions) > MAX_POSITIONS_WITH_DIGITS or raster.bits > MAX_BITS_WITH_DIGITS:
        return ()
    bits = raster.exact(range(len(positions)), range(raster.bits))
    across, down = np.meshgrid(positions, np.arange(raster.bits), indexing="ij")
    x = tuple(across.ravel().tolist())
    y = tuple(down.ravel().tolist())
    return (Words(x, y, tuple(f"{bit:.0f}" for bit in bits.ravel())),)


@lru_cache(maxsize=4)
def _curves_panel(
    encoding: Turning, positions: Axis, count: int, bit: int, reduce: Reduce
) -> Panel:
    pair = nearest_pair(encoding, bit)
    sine = ColumnCurve(encoding, int(encoding.columns.sines[pair]), reduce)
    counter = BinaryRaster(encoding.first, encoding.length, count).transposed
    steps = RasterRow(counter, bit, encoding.first, reduce)
    marks = (
        Rule("y", 0.0, color="muted"),
        Curve(sine, sine_name(pair), "sine", key="sine"),
        Curve(steps, f"bit {bit}", "accent", "step", key="bit"),
    )
    title = f"Bit {bit} has {period_text(bit)}"
    fact = f"pair {number(pair)} has *λ* = {number(float(encoding.wavelengths()[pair]))}"
    return Panel(positions, Axis("value", "", (-1.1, 1.1)), marks, title, fact, legend=True)


def _explain(document: Document[Turning]) -> str:
    shows = document.of(Binary).shows
    if shows == "counter":
        return _explain_counter(document)
    count = document.of(Binary).bits
    text = "Bit 0 flips at every step"
    if count > 1:
        text = "Each bit of the counter flips half as often as the one above"
    if not document.encoding.turns_alike:
        text += (
            "; each pair of the encoding also turns slower than the one before, "
            "by a constant factor"
        )
    text += ". A bit is 1 where a sine of the same period is negative. "
    text += _lone_bits_text(document.encoding, count)
    if not document.embedded.has_no_content:
        sines = "table holds content too; the curve below is that"
        if shows == "pairs":
            sines = "sines are"
        text += f"The {sines} of PE alone. "
    text += (
        "The marked bit is drawn below with the pair whose wavelength is nearest to the period of "
        f"the marked bit{'.' if shows == 'pairs' else ', which is marked too.'}"
    )
    return text + shift_marks.explain_rows(document, "position")


def _lone_bits_text(encoding: Turning, count: int) -> str:
    """Return a sentence on bits to whose period no pair's is near, with a space at the end."""
    bits = [str(bit) for bit in range(count) if pair_of_bit(encoding, bit) is None]
    if not bits:
        return ""
    name = "bit" if len(bits) == 1 else "bits"
    return f"No pair has a period near that of {name} {', '.join(bits)}. "


def _explain_counter(document: Document[Turning]) -> str:
    bit = _marked_bit(document, COUNTED_BITS)
    counted = _counted(document)
    text = (
        "Bit 0 flips at every position, bit 1 at every second, bit 2 at every fourth, "
        "bit 3 at every eighth. "
    )
    if len(counted) > 1:
        text += f"So the {number(len(counted))} columns all differ. "
    text += f"Framed is bit {bit}, of period {2 ** (bit + 1)}."
    if document.reference_position in counted:
        text += f" Marked is column {shift_marks.position_label(document)}."
    return text


def _formula(document: Document[Turning]) -> Formula:
    bit = Formula(
        r"\mathrm{bit}\ u\ \mathrm{of}\ t = \lfloor t/2^u \rfloor \;\mathrm{mod}\; 2,"
        r"\ \mathrm{of\ period}\ 2^{u+1}"
    )
    if document.of(Binary).shows == "counter":
        return bit
    wavelength = Formula(r"\lambda_i = 2\pi/\omega_i")
    return bit.joined_with(wavelength).joined_with(document.encoding.frequency_formula())


_DRAWN_BY = {"pairs": _draw_pairs, "dimensions": _draw_dimensions, "counter": _draw_counter}
PANE = Pane(
    "binary",
    Turning,
    "the binary counter beside sines and cosines, on one position axis",
    in_brief="Bits beside sines and cosines",
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
