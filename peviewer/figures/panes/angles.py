"""The angle of every pair at every position: modulo 360° on colours that close, or unwrapped."""

from dataclasses import replace

from peviewer.document.document import Document
from peviewer.figures.grammar import Figure, Heatmap, Panel
from peviewer.figures.panes.axes import pair_axis, position_axis
from peviewer.figures.panes.pane import Pane
from peviewer.model.encodings.scheme import Turning
from peviewer.model.turning.angles import AngleRaster


def levels(encoding: Turning, unwrapped: bool) -> tuple[float, float]:
    """Return the range of colours: one turn in degrees, or all angles in radians, 0 included.

    Examples
    --------
    >>> levels(Document().encoding, unwrapped=True)
    (0.0, 199.0)
    """
    if not unwrapped:
        return 0.0, 360.0
    ends, fastest = encoding.positions, float(encoding.frequencies().max())
    low, high = min(0.0, ends[0] * fastest), max(0.0, ends[-1] * fastest)
    return low, high if high > low else low + 1.0


def _draw(document: Document) -> Figure:
    encoding, view, unwrapped = document.encoding, document.view, document.angles.unwrapped
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
    positions, pairs = position_axis(document, "angles"), pair_axis(document, "angles")
    panel = Panel(pairs, replace(positions, inverted=True), (heatmap,))
    if view.transposed:
        turned = replace(heatmap, raster=raster.transposed, x0=encoding.first, y0=0.0)
        panel = Panel(positions, replace(pairs, inverted=True), (turned,))
    return Figure(
        "angles",
        "Angles, unwrapped" if unwrapped else "Angles, modulo a full turn",
        ((panel,),),
        formula=r"\omega_i\,t" if unwrapped else r"\omega_i\,t \;\mathrm{mod}\; 360^\circ",
    )


PANE = Pane(
    name="angles",
    title="Angles",
    summary="the angle of every pair at every position, modulo 360° or unwrapped",
    explain=(
        "Every column is a pair turning at its own pace: the colours close, so a full turn looks like none. Fast pairs "
        "on the left go round and round, slow ones on the right hardly leave 0°. Grey is where one pixel covers "
        "a full turn or more, so that no angle stands for it: zoom in, or choose raw samples to see the moiré of "
        "picking one."
    ),
    formula="ωᵢ·t mod 360°  (radians · 180/π)",
    reads=lambda document: (document.encoding, document.angles, document.view),
    draw=_draw,
    choices=("angles.unwrapped",),
)
