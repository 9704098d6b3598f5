"""Claims about sines and cosines over a grid: what depends on the offset alone, and the shift along each axis."""

from collections.abc import Callable
from math import isqrt

import numpy as np

from peviewer.base.words import number
from peviewer.model.claims.measured import bounded, constant_norm, summed, symmetric, unique
from peviewer.model.claims.report import Property
from peviewer.model.claims.subject import ALONE, ROUNDING, Verdict
from peviewer.model.content.embedded import Embedded
from peviewer.model.encodings.grids.sincos import Sincos
from peviewer.model.shifting.over_grid import shift_over_grid

Table = Embedded[Sincos]
MOVED = 1.5  # places that a shift along an axis is tried with
NAMES = {"y": "down", "x": "across", "z": "through"}
"""The direction of each axis."""
_TRIED = 100


def _sample(table: Table, least: tuple[int, ...] = ()) -> np.ndarray:
    """Return places spread evenly over the grid, or over its part that is `least` smaller along each axis."""
    grid = table.encoding.grid
    sides = [side - off for side, off in zip(grid, least or (0,) * len(grid), strict=True)]
    count = int(np.prod(sides))
    some = np.unique(np.linspace(0, count - 1, min(count, _TRIED)).round().astype(np.int64))
    return np.stack(np.unravel_index(some, sides), axis=-1)


def _rows(table: Table, places: np.ndarray) -> np.ndarray:
    positions = np.ravel_multi_index(tuple(places.T), table.encoding.grid)
    return table.table(table.encoding.first + positions)


def by_places_apart(table: Table) -> Verdict:
    """Whether the distance between two vectors depends only on the offset in rows and columns."""
    grid = table.encoding.grid
    if table.encoding.length == 1:
        return ALONE
    spread = largest = 0.0
    for apart in {tuple(min(step, side - 1) for side in grid) for step in (1, 2, isqrt(max(grid)))}:
        places = _sample(table, apart)
        distances = np.linalg.norm(_rows(table, places) - _rows(table, places + np.array(apart)), axis=1)
        spread, largest = max(spread, float(np.ptp(distances))), max(largest, float(distances.max()))
    return spread <= ROUNDING * max(1.0, largest), spread, "how much a distance varies between places equally far apart"


def extends(table: Table) -> Verdict:
    """Whether a place keeps its vector when the grid grows."""
    encoding = table.encoding
    sides = encoding.sides_of(dict(encoding))
    larger = encoding.model_copy(update={name: getattr(encoding, name) + 1 for name in sides})
    places = _sample(table)
    difference = float(np.abs(larger.at(places) - encoding.at(places)).max())
    what = "how much a number changes when the grid grows by one along each axis"
    return difference <= ROUNDING, difference, what if difference <= ROUNDING else f"{what}: places are divided by it"


def _moves(axis: int) -> Callable[[Table], Verdict]:
    def tried(table: Table) -> Verdict:
        encoding = table.encoding
        moved = np.zeros(len(encoding.grid))
        moved[axis] = MOVED
        places = _sample(table)
        content = _rows(table, places) - encoding.at(places)
        shifted = shift_over_grid(encoding, _rows(table, places), moved)
        difference = float(np.abs(shifted - encoding.at(places + moved) - content).max())
        rest = "" if table.plain else ": content is added"
        what = (
            f"the largest difference between M(φ) times a vector and the vector at φ = {number(MOVED)} places on{rest}"
        )
        count = f" of {number(len(places))} places tried" if len(places) < encoding.length else ""
        return difference <= ROUNDING, difference, what.replace(rest, "") + count + rest

    return tried


def grid_claims(table: Table) -> list[Property]:
    """Return what is claimed of sines and cosines over a grid."""
    claims: dict[str, Callable[[Table], Verdict]] = {
        "unique": unique,
        "bounded": bounded,
        "grid-extends": extends,
        "constant-norm": constant_norm,
        "by-places": by_places_apart,
        "symmetric": symmetric,
    }
    if table.encoding.is_whole:
        claims |= {f"shift-{NAMES[name]}": _moves(axis) for axis, name in enumerate(table.encoding.axis_names)}
    return [Property(name, *tried(table)) for name, tried in claims.items()] + summed(table)
