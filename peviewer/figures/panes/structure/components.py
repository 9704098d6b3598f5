"""The Components pane: the path of positions in the directions in which a table varies most."""

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
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.sampling.series import Samples
from peviewer.model.structure.components import components
from peviewer.model.structure.sample import table_sample

# The colours of the first components, whose values are drawn along the positions.
_COLORS: tuple[Role, ...] = ("accent", "curve-1", "muted")


def _draw(document: Document[Tabled]) -> Figure:
    path_and_shares = (_path_panel(document), _share_panel(document))
    rows = (path_and_shares, (_score_panel(document),))
    return Figure("Principal components", rows, heights=(1.4, 1.0))


def _scores(document: Document[Tabled], component: int) -> NDArray[np.float64]:
    """Return the positions' values along a component, counted from 0; zeros if there is none."""
    scores = components(document.embedded).scores
    if component >= scores.shape[1]:
        return np.zeros(len(scores))
    numbers: NDArray[np.float64] = scores[:, component]
    return numbers


def _share_text(document: Document[Tabled], component: int) -> str:
    shares = components(document.embedded).shares
    share = float(shares[component]) if component < len(shares) else 0.0
    return f"{number(100 * share, 3)} %"


def _path_panel(document: Document[Tabled]) -> Panel:
    first_scores = _scores(document, 0)
    second_scores = _scores(document, 1)
    path = Path(tuple(first_scores.tolist()), tuple(second_scores.tolist()))
    names = _point_names(document, first_scores, second_scores)
    across = Axis("component 1", "component 1", _limits(first_scores), zooms=True)
    up = Axis("component 2", "component 2", _limits(second_scores), zooms=True)

    fact = f"{_share_text(document, 0)} and {_share_text(document, 1)} of the variance"
    sample_note = table_sample(document.embedded, consecutive=False).note
    if sample_note:
        fact += f" {sample_note}"
    return Panel(across, up, (path, *names), "Path over positions", fact)


def _point_names(
    document: Document[Tabled], across: NDArray[np.float64], up: NDArray[np.float64]
) -> list[Words]:
    """Return the names of the reference position, of the first and of the last, each once."""
    sample = table_sample(document.embedded, consecutive=False)
    positions = document.encoding.first + sample.places
    nearest = int(np.abs(positions - document.reference_position).argmin())
    names: list[Words] = []
    # If names would touch, the first one stays.
    for point in dict.fromkeys((nearest, 0, len(positions) - 1)):
        position = number(int(positions[point]))
        text = f"*t* = {position}" if point == nearest else position
        color: Role = "ink" if point == nearest else "muted"
        place = float(across[point]), float(up[point])
        tangent = _tangent(across, point), _tangent(up, point)
        is_end = point in (0, len(positions) - 1)
        name = Words(place[:1], place[1:], (text,), color, True, None, (tangent,), is_end)
        names.append(name)
    return names


def _tangent(values: NDArray[np.float64], point: int) -> float:
    """Return the change of a coordinate along the path at a point; at its ends, out of the path."""
    if point == 0:
        return float(values[0] - values[min(1, len(values) - 1)])
    before = max(0, point - 1)
    after = min(len(values) - 1, point + 1)
    return float(values[after] - values[before])


def _limits(values: NDArray[np.float64]) -> tuple[float, float]:
    low = float(values.min())
    high = float(values.max())
    margin = 0.15 * (high - low) or 1.0
    return low - margin, high + margin


def _share_panel(document: Document[Tabled]) -> Panel:
    found = components(document.embedded)
    count = len(found.shares)
    explained_shares = np.minimum(np.cumsum(found.shares), 1.0)
    series = Samples(np.arange(1, count + 1, dtype=np.float64), explained_shares)
    curve = Curve(series, style="points", quantity="variance explained", key="explained")

    across = Axis("component", "components", (0.5, count + 0.5), whole=True, zooms=True)
    up = Axis("explained", "", (0.0, 1.04), zooms=True)
    rank = number(found.effective_rank, 3)
    fact = f"effective rank {rank} of {number(document.encoding.dim)}"
    return Panel(across, up, (curve,), "Explained by the first", fact)


def _score_panel(document: Document[Tabled]) -> Panel:
    sample = table_sample(document.embedded, consecutive=False)
    positions = (document.encoding.first + sample.places).astype(np.float64)
    component_count = components(document.embedded).scores.shape[1]
    curves: list[Curve] = []
    all_scores: list[NDArray[np.float64]] = []
    for component, color in enumerate(_COLORS[:component_count]):
        scores = _scores(document, component)
        name = f"component {component + 1}"
        key = f"component{component + 1}"
        all_scores.append(scores)
        curves.append(Curve(Samples(positions, scores), name, color, quantity=name, key=key))

    # The components of two tables are different directions, so their numbers are not subtracted.
    return Panel(
        position_axis(document),
        Axis("component value", "", _limits(np.concatenate(all_scores)), zooms=True),
        tuple(curves),
        "Along the positions",
        legend=len(curves) > 1,
        subtracts=False,
    )


def _explain(document: Document[Tabled]) -> str:
    found = components(document.embedded)
    if not found.shares.any():
        return "All positions have the same vector: there is no direction in which they differ."
    if np.count_nonzero(found.shares) == 1:
        return (
            "Each point of the path is a position, drawn along the one direction in which the "
            "vectors differ."
        )
    share_of_two = float(found.shares[:2].sum())
    needed = int(np.searchsorted(np.cumsum(found.shares), 0.9)) + 1
    directions_hold = "direction holds" if needed == 1 else "directions hold"
    return (
        "Each point of the path is a position, drawn along the two directions in which the vectors "
        f"differ most. They hold {number(100 * share_of_two, 3)} % of the variance; "
        f"{number(needed)} {directions_hold} 90 % of it, and the effective rank is "
        f"{number(found.effective_rank, 3)}. A pair of sinusoids draws a circle, similar "
        "neighbours draw a smooth line, and noise draws no line at all."
    )


PANE = Pane(
    "components",
    Tabled,
    "the directions in which vectors differ most: "
    "the path of the positions, the variance explained",
    in_brief="Directions in which vectors differ",
    reads=attrgetter("embedded", "reference_position"),
    draw=_draw,
    slow=True,
    explain=_explain,
    formula=table_formula,
    parts=("path", "explained", "scores"),
    given="rows",
)
