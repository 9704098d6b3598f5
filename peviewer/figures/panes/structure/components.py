"""The Components pane: the path of the positions through the directions in which a table varies most."""

from __future__ import annotations

from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from peviewer.base.numbers import number
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Curve, Figure, Panel, Path, Role, Words
from peviewer.figures.panels.axes import position_axis
from peviewer.figures.panels.table import table_formula
from peviewer.figures.panes.pane import Pane
from peviewer.model.encodings.scheme import Tabled
from peviewer.model.sampling.series import Samples
from peviewer.model.structure import components, table_sample

_COLORS: tuple[Role, ...] = ("accent", "curve-1", "muted")
DRAWN = 3


def _draw(document: Document[Tabled]) -> Figure:
    rows = (_path_panel(document), _share_panel(document)), (_score_panel(document),)
    return Figure("Principal components", rows, heights=(1.4, 1.0))


def _score(document: Document[Tabled], which: int) -> NDArray[np.float64]:
    scores = components(document.embedded).scores
    numbers: NDArray[np.float64] = (
        scores[:, which] if which < scores.shape[1] else np.zeros(len(scores))
    )
    return numbers


def _share(document: Document[Tabled], which: int) -> str:
    shares = components(document.embedded).shares
    part = float(shares[which]) if which < len(shares) else 0.0
    return f"{number(100 * part, 3)} %"


def _path_panel(document: Document[Tabled]) -> Panel:
    across, up = _score(document, 0), _score(document, 1)
    sample = table_sample(document.embedded, run=False)
    places = document.encoding.first + sample.places
    nearest = int(np.abs(places - document.reference_position).argmin())
    named = dict.fromkeys((nearest, 0, len(places) - 1))  # if names would touch, the first stays
    words = [
        Words((_beside(across, k),), (_beside(up, k),), (f"*t* = {place}" if k == nearest else place,),
              "ink" if k == nearest else "muted", small=True)
        for k, place in ((k, number(int(places[k]))) for k in named)
    ]  # fmt: skip
    axes = [
        Axis(f"component {k + 1}", f"component {k + 1}", _limits(values), zooms=True)
        for k, values in enumerate((across, up))
    ]
    line = Path(tuple(across.tolist()), tuple(up.tolist()))
    fact = " ".join(
        filter(
            None, (f"{_share(document, 0)} and {_share(document, 1)} of the variance", sample.note)
        )
    )
    return Panel(axes[0], axes[1], (line, *words), "Path over positions", fact)


def _beside(values: NDArray[np.float64], which: int) -> float:
    """Return where the name of a point stands: a little farther from the middle, so that it does not cover it."""
    middle = float(values.min() + values.max()) / 2
    return middle + 1.15 * (float(values[which]) - middle)


def _limits(values: NDArray[np.float64]) -> tuple[float, float]:
    low, high = float(values.min()), float(values.max())
    margin = 0.15 * (high - low) or 1.0
    return low - margin, high + margin


def _share_panel(document: Document[Tabled]) -> Panel:
    parts = components(document.embedded)
    count = len(parts.shares)
    numbers = Axis("component", "components", (0.5, count + 0.5), whole=True, zooms=True)
    series = Samples(
        np.arange(1, count + 1, dtype=np.float64), np.minimum(np.cumsum(parts.shares), 1.0)
    )
    curve = Curve(series, style="points", quantity="variance explained", key="explained")
    return Panel(numbers, Axis("explained", "", (0.0, 1.04), zooms=True), (curve,), "Explained by the first",
                 f"effective rank {number(parts.effective_rank, 3)} of {number(document.encoding.dim)}")  # fmt: skip


def _score_panel(document: Document[Tabled]) -> Panel:
    sample = table_sample(document.embedded, run=False)
    places = (document.encoding.first + sample.places).astype(np.float64)
    scores = [
        _score(document, k)
        for k in range(min(DRAWN, components(document.embedded).scores.shape[1]))
    ]
    curves = []
    for k, (score, color) in enumerate(zip(scores, _COLORS, strict=False)):
        name = f"component {k + 1}"
        curves.append(
            Curve(Samples(places, score), name, color, quantity=name, key=f"component{k + 1}")
        )
    up = Axis("component value", "", _limits(np.concatenate(scores)), zooms=True)
    # The components of two tables are different directions, so their numbers are not subtracted.
    legend, title = len(curves) > 1, "Along the positions"
    return Panel(position_axis(document), up, tuple(curves), title, legend=legend, subtracts=False)


def _explain(document: Document[Tabled]) -> str:
    parts = components(document.embedded)
    if not parts.shares.any():
        return "All positions have the same vector: there is no direction in which they differ."
    two = float(parts.shares[:2].sum())
    most = int(np.searchsorted(np.cumsum(parts.shares), 0.9)) + 1
    have = "direction holds" if most == 1 else "directions hold"
    if np.count_nonzero(parts.shares) == 1:
        return "Each point of the path is a position, drawn along the one direction in which the vectors differ."
    return (
        "Each point of the path is a position, drawn along the two directions in which the vectors differ most. They "
        f"hold {number(100 * two, 3)} % of the variance; {number(most)} {have} 90 % of it, and the effective rank is "
        f"{number(parts.effective_rank, 3)}. A pair of sinusoids draws a circle, similar neighbours draw a smooth "
        "line, and noise draws no line at all."
    )


PANE = Pane(
    "components",
    Tabled,
    "the directions in which vectors differ most: the path of the positions, the variance explained",
    reads=attrgetter("embedded", "reference_position"),
    draw=_draw,
    slow=True,
    explain=_explain,
    formula=table_formula,
    parts=("path", "explained", "scores"),
)
