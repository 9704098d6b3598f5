"""The angle of every pair at every position: modulo 360° on colours that close, or unwrapped."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from peviewer.base.formula import Formula
from peviewer.base.parameters import Parameters, parameter
from peviewer.figures.grammar import Figure, Heatmap, Panel
from peviewer.figures.panes.axes import pair_axis, position_axis
from peviewer.figures.panes.pane import Pane
from peviewer.model.encodings.scheme import Paired
from peviewer.model.turning.angles import AngleRaster

if TYPE_CHECKING:
    from peviewer.document.document import Document


class Angles(Parameters):
    """The angles ω·t."""

    unwrapped: bool = parameter(
        False, title="Radians, unwrapped", hidden=True,
        help="Show ω·t in radians as it grows, not the angle modulo 360°.", formula="ωᵢ·t",
    )  # fmt: skip


def levels(encoding: Paired, unwrapped: bool) -> tuple[float, float]:
    """Return the range of colours: one turn in degrees, or all angles in radians, 0 included.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> levels(Document().encoding, unwrapped=True)
    (0.0, 199.0)
    """
    if not unwrapped:
        return 0.0, 360.0
    ends, fastest = encoding.positions, float(encoding.frequencies().max())
    low, high = min(0.0, ends[0] * fastest), max(0.0, ends[-1] * fastest)
    return low, high if high > low else low + 1.0


def _draw(document: Document[Paired]) -> Figure:
    encoding, view, unwrapped = document.encoding, document.view, document.of(Angles).unwrapped
    raster = AngleRaster(encoding, unwrapped)
    sequential = "viridis" if view.colormap == "diverging" else view.colormap
    heatmap = Heatmap(
        raster,
        levels(encoding, unwrapped),
        sequential if unwrapped else "twilight",
        y0=encoding.first,
        reduce=view.reduce,
        bar="radians" if unwrapped else "degrees",
    )
    positions, pairs = position_axis(document), pair_axis(document)
    panel = Panel(pairs, replace(positions, inverted=True), (heatmap,))
    if view.transposed:
        turned = replace(heatmap, raster=raster.transposed, x0=encoding.first, y0=0.0)
        panel = Panel(positions, replace(pairs, inverted=True), (turned,))
    return Figure(
        "Angles, unwrapped" if unwrapped else "Angles, modulo a full turn",
        ((panel,),),
    )


def _explain(document: Document[Paired]) -> str:
    transposed = document.view.transposed
    line, start, end = ("row", "top", "bottom") if transposed else ("column", "left", "right")
    if document.of(Angles).unwrapped:
        return (
            f"Every {line} is a pair turning at its own pace: its angle grows with the position along a straight line. "
            f"Fast pairs at the {start} run far ahead, slow ones at the {end} hardly leave 0."
        )
    return (
        f"Every {line} is a pair turning at its own pace: the colours close, so a full turn looks like none. "
        f"Fast pairs at the {start} go round and round, slow ones at the {end} hardly leave their angle. Grey is where "
        "one pixel covers a full turn or more, so that no angle stands for it: zoom in, or choose raw samples to see "
        "the moiré of picking one."
    )


def _formula(document: Document[Paired]) -> Formula:
    if document.of(Angles).unwrapped:
        return Formula("ωᵢ·t", r"\omega_i\,t")
    return Formula("ωᵢ·t mod 360°  (radians · 180/π)", r"\omega_i\,t \;\mathrm{mod}\; 360^\circ")


PANE = Pane(
    name="angles",
    title="Angles",
    summary="the angle of every pair at every position, modulo 360° or unwrapped",
    shows="the angles of pairs that turn",
    needs=Paired,
    reads=lambda document: (document.encoding, document.of(Angles), document.view),
    draw=_draw,
    explain=_explain,
    formula=_formula,
    section=Angles,
    choices=("angles.unwrapped",),
)
