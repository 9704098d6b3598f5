"""The binary counter above the encoding, and one bit beside the pair that resembles it most."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from peviewer.base.formula import Formula
from peviewer.base.parameters import Parameters, parameter
from peviewer.base.words import number, whole
from peviewer.figures.grammar import Axis, Band, Curve, Figure, Heatmap, Panel, Rule
from peviewer.figures.panes.axes import dimension_axis, position_axis
from peviewer.figures.panes.pane import Pane
from peviewer.figures.panes.table_panel import levels
from peviewer.model.binary import BinaryRaster, BitRow, nearest_pair
from peviewer.model.encodings.turning import Turning
from peviewer.model.turning.curve import ColumnCurve

if TYPE_CHECKING:
    from peviewer.document.document import Document


class Binary(Parameters):
    """The binary counter."""

    bits: int = parameter(
        8, title="Bits", symbol="B", ge=1, le=64, unit="",
        help="How many bits of the counter are shown, least significant first.", formula="bit b of t = ⌊t/2ᵇ⌋ mod 2",
    )  # fmt: skip


def _draw(document: Document[Turning]) -> Figure:
    encoding, view = document.encoding, document.view
    bit = min(document.cursor.bit, document.of(Binary).bits - 1)
    pair = nearest_pair(encoding, bit)
    positions = position_axis(document)
    raster = BinaryRaster(encoding.first, encoding.length, document.of(Binary).bits)
    bits = Axis("bit", "bit *b*", (-0.5, document.of(Binary).bits - 0.5), cursor="bit", inverted=True, whole=True)
    counter = Panel(
        positions,
        bits,
        (
            Heatmap(raster.transposed, (0.0, 1.0), "ink", x0=encoding.first, reduce=document.view.reduce, bar=None),
            Band("y", bit - 0.5, bit + 0.5),
        ),
        title="Binary counter",
        fact="least significant bit first",
    )
    table = Panel(
        positions,
        replace(dimension_axis(document), inverted=True),
        (
            Heatmap(
                document.embedded.raster().transposed,
                levels(document),
                view.colormap,
                x0=encoding.first,
                reduce=document.view.reduce,
                bar=None,
            ),
            *(Band("y", column - 0.5, column + 0.5) for column in _columns_of(encoding, pair)),
        ),
        title="Encoding",
    )
    return Figure(
        "Binary counter and encoding",
        ((counter,), (table,), (_together(document, positions, raster, bit, pair),)),
        heights=(1.0, 1.3, 0.75),
    )


def _columns_of(encoding: Turning, pair: int) -> list[int]:
    order = encoding.columns
    cosines = [int(order.cosines[pair])] if pair < len(order.cosines) else []
    return [int(order.sines[pair]), *cosines]


def _together(document: Document[Turning], positions: Axis, raster: BinaryRaster, bit: int, pair: int) -> Panel:
    encoding = document.encoding
    reduce = document.view.reduce
    sine = int(encoding.columns.sines[pair])
    return Panel(
        positions,
        Axis("value", "", (-1.1, 1.1)),
        (
            Rule("y", 0.0, color="muted"),
            Curve(ColumnCurve(encoding, sine, reduce), f"sin *ω*{_low(pair)}*t*"),
            Curve(BitRow(raster.transposed, bit, encoding.first, reduce), f"bit {bit}", "mark", "step"),
        ),
        title=f"Bit {bit} has period {whole(2 ** (bit + 1))}",
        fact=f"pair {whole(pair)} has *λ* = {number(float(encoding.wavelengths()[pair]))}",
        legend=True,
    )


def _low(pair: int) -> str:
    return str(pair).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))


def _explain(document: Document[Turning]) -> str:
    return (
        "Each bit of the counter flips half as often as the one above; each pair of the encoding turns slower "
        "than the one before by a constant factor too. Point at a bit: the pair whose wavelength is nearest to its "
        "period is marked, and both are drawn together below."
    )


PANE = Pane(
    name="binary",
    title="Binary",
    summary="the binary counter beside the encoding, on one position axis",
    shows="a table of turning pairs beside the binary counter",
    needs=Turning,
    reads=lambda document: (document.embedded, document.of(Binary), document.view, document.cursor.bit),
    draw=_draw,
    explain=_explain,
    formula=lambda _document: Formula(
        "period of bit b = 2^(b+1)   ↔   λᵢ = 2π/ωᵢ",
        r"\mathrm{bit}_b(t) = \lfloor t/2^b \rfloor \;\mathrm{mod}\; 2",
    ),
    section=Binary,
    choices=("binary.bits", "cursor.bit"),
)
