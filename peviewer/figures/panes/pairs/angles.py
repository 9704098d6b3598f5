"""The Angles pane: the angle of every pair at every position, modulo 360° on a cyclic colormap, or unwrapped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peviewer.base.formula import Formula
from peviewer.base.parameters import Parameters, parameter
from peviewer.base.words import in_unit, measured, whole
from peviewer.figures.grammar import Figure, Heatmap
from peviewer.figures.panels.axes import pair_axis, position_axis, sequential_colormap, transposable_panel
from peviewer.figures.panes.pane import Pane
from peviewer.model.encodings.scheme import Paired
from peviewer.model.turning.angles import AngleRaster, exact_angle, whole_degrees

if TYPE_CHECKING:
    from peviewer.document.document import Document


class Angles(Parameters):
    """The angles ω·t."""

    unwrapped: bool = parameter(
        False, title="Radians, unwrapped", hidden=True,
        help="Show ω·t in radians as it grows, not the angle modulo 360°.", formula="ωᵢ·t",
    )  # fmt: skip


def angle_range(encoding: Paired, unwrapped: bool) -> tuple[float, float]:
    """Return the range of colours: one turn in degrees, or all angles in radians, 0 included.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> angle_range(Document().encoding, unwrapped=True)
    (0.0, 199.0)
    """
    if not unwrapped:
        return 0.0, 360.0
    ends, fastest = encoding.positions, float(encoding.frequencies().max())
    low, high = min(0.0, ends[0] * fastest), max(0.0, ends[-1] * fastest)
    return low, high if high > low else low + 1.0


def _draw(document: Document[Paired]) -> Figure:
    encoding, view, unwrapped = document.encoding, document.view, document.of(Angles).unwrapped
    heatmap = Heatmap(
        AngleRaster(encoding, unwrapped),
        angle_range(encoding, unwrapped),
        sequential_colormap(document) if unwrapped else "twilight",
        reduce=view.reduce,
        bar="radians" if unwrapped else "degrees",
        quantity="*ωt*" if unwrapped else "modulo 360°",
        unit=" rad" if unwrapped else "°",
        cyclic=not unwrapped,
        key="angles",
    )
    panel = transposable_panel(document, position_axis(document), pair_axis(document), heatmap)
    return Figure("Angles, unwrapped" if unwrapped else "Angles, modulo a full turn", ((panel,),))


def _explain(document: Document[Paired]) -> str:
    encoding, places, unwrapped = document.encoding, document.encoding.positions, document.of(Angles).unwrapped
    line = "row" if document.view.transposed else "column"
    grows = "its angle grows with the position along a straight line"
    text = f"Every {line} is a pair turning at its own pace: "
    text += f"{grows if unwrapped else 'the colours close, so a full turn looks like none'}. "
    text += f"{_turning_sentence(encoding, places, unwrapped)}. "
    if unwrapped:
        return text.strip()
    if document.view.raw:
        return text + "Zoomed out, a pixel shows one of its angles: the patterns that makes are moiré."
    return text + "Grey is where one pixel covers a full turn or more, so that no angle stands for it."


def _hint(document: Document[Paired]) -> str:
    if document.of(Angles).unwrapped or document.view.raw:
        return ""
    return "Zoom in, or choose No averaging to see the moiré of picking one."


def _turning_sentence(encoding: Paired, places: range, unwrapped: bool) -> str:
    """Return how the first and the last pair turn over the positions, or their angles at the only one."""
    is_single = len(places) == 1
    at_one, over_all = (_radians_text, _growth_text) if unwrapped else (_degrees_text, _turns_text)
    text_of = at_one if is_single else over_all
    both = " and ".join(text_of(encoding, pair) for pair in sorted({0, encoding.pairs - 1}))
    if is_single:
        return f"There is one position only, {whole(places[0])}: {both}"
    return f"From position {whole(places[0])} to {whole(places[-1])} {both}"


def _turns_text(encoding: Paired, pair: int) -> str:
    turned = in_unit(measured(float(encoding.turns_within()[pair]), 3), "turns")
    return f"pair {whole(pair)} makes {turned}"


def _growth_text(encoding: Paired, pair: int) -> str:
    omega, places = float(encoding.frequencies()[pair]), encoding.positions
    start, stop = (measured(omega * place) for place in (places[0], places[-1]))
    grown = measured(omega * (len(places) - 1))  # for ends that are rounded to one number
    way = f"goes from {start} to {stop} rad" if start != stop else f"goes on by {grown} rad from about {start} rad"
    return f"pair {whole(pair)} {way}"


def _radians_text(encoding: Paired, pair: int) -> str:
    return f"pair {whole(pair)} stands at {measured(float(exact_angle(encoding, encoding.first, pair)))} rad"


def _degrees_text(encoding: Paired, pair: int) -> str:
    return f"pair {whole(pair)} stands at {whole_degrees(exact_angle(encoding, encoding.first, pair)) % 360}°"


def _formula(document: Document[Paired]) -> Formula:
    angle = Formula("angle(t, i) = ωᵢt", r"\mathrm{angle}(t, i) = \omega_i t")
    if not document.of(Angles).unwrapped:
        text, mathtext = " · 180°/π mod 360°", r" \cdot 180^\circ/\pi \;\mathrm{mod}\; 360^\circ"
        angle = Formula(angle.text + text, angle.mathtext + mathtext)
    return angle.beside(document.encoding.frequency_formula())


PANE = Pane(
    name="angles",
    title="Angles",
    summary="the angle of every pair at every position, modulo 360° or unwrapped",
    shows="the angles of pairs that turn",
    needs=Paired,
    reads=lambda document: (
        document.encoding,
        document.of(Angles),
        document.view.colormap,
        document.view.raw,
        document.view.transposed,
    ),
    draw=_draw,
    explain=_explain,
    hint=_hint,
    formula=_formula,
    section=Angles,
    choices=("angles.unwrapped",),
)
