"""Claims about tables of sines and cosines over a grid: about offsets, and shifts along axes."""

from collections.abc import Callable
from functools import lru_cache
from math import isqrt

import numpy as np

from peviewer.base.numbers import number
from peviewer.model.claims.report import Claim, Verdict
from peviewer.model.claims.rounding import angle_rounding
from peviewer.model.claims.subject import DECIDED, Positions, Subject, why_undecided
from peviewer.model.claims.tables import (
    AFTER,
    ALONE,
    BEFORE,
    CONSTANT_NORM,
    ROUNDING,
    SUMMED,
    SYMMETRIC,
)
from peviewer.model.encodings.grids.sincos import Sincos
from peviewer.model.encodings.scheme import Array
from peviewer.model.sampling.grid import linspace_indices

# How many places a shift along an axis is tried with.
_MOVED = 1.5
_NAMES = {"y": "down", "x": "across", "z": "through"}


def _by_places(subject: Subject) -> Verdict:
    """Whether the distance between two vectors depends only on the offset in rows and columns."""
    grid = _grid(subject).grid
    if subject.encoding.length == 1:
        return ALONE
    steps = 1, 2, isqrt(max(grid))
    offsets = {tuple(np.minimum(step, np.array(grid) - 1).tolist()) for step in steps}
    spread = largest = 0.0
    tried_rows = []
    for offset in offsets:
        places = _places(subject, offset)
        rows = _at(subject, places)
        others = _at(subject, places + np.array(offset))
        distances = np.linalg.norm(rows - others, axis=1)
        spread = max(spread, float(np.ptp(distances)))
        largest = max(largest, float(distances.max()))
        tried_rows += [rows, others]
    alike, words = subject.judge(
        spread,
        np.concatenate(tried_rows),
        lambda row: 2 * (2 * row + SUMMED * largest),
        max(1.0, largest),
        known=subject.embedded.has_no_content,
        why=subject.why(cancels=True),
    )
    return alike, spread, f"how much a distance varies between places equally far apart{words}"


def _grid(subject: Subject) -> Sincos:
    assert isinstance(subject.encoding, Sincos)
    return subject.encoding


def _places(subject: Subject, less: tuple[int, ...] = ()) -> Positions:
    """Return places spread evenly over the grid.

    At the end of each axis `less` places are left out.
    """
    sides = list(_grid(subject).grid)
    for axis, count in enumerate(less):
        sides[axis] -= count
    indices = linspace_indices(int(np.prod(sides)), 100)
    return np.stack(np.unravel_index(indices, sides), axis=-1)


def _at(subject: Subject, places: Positions) -> Array:
    indices = np.ravel_multi_index(tuple(places.T), _grid(subject).grid)
    return subject.rows(subject.encoding.first + indices)


def _grid_extends(subject: Subject) -> Verdict:
    """Whether each place keeps its vector when the grid becomes larger."""
    encoding = _grid(subject)
    places = _places(subject)
    sides = encoding.sides_of(encoding.by_field())
    larger = encoding.model_copy(update={name: getattr(encoding, name) + 1 for name in sides})
    difference = float(np.abs(larger.at(places) - encoding.at(places)).max())
    what = "how much a number changes when the grid grows by one along each axis"
    if difference > ROUNDING:
        return False, difference, f"{what}: places are divided by it"
    return True, difference, what


@lru_cache(maxsize=3)
def _shifting_along(name: str) -> Callable[[Subject], Verdict]:
    def tried(subject: Subject) -> Verdict:
        encoding = _grid(subject)
        places = _places(subject)
        moved = _MOVED * np.array([name == axis for axis in encoding.axis_names])
        rows = _at(subject, places)
        content = rows - encoding.at(places)
        errors = encoding.shifted(rows, moved) - encoding.at(places + moved) - content
        difference = float(np.abs(errors).max())
        what = (
            "the largest difference between M(φ) times a vector and the vector "
            f"at φ = {number(_MOVED)} places on"
        )
        count = f" of {number(len(places))} places tried" if len(places) < encoding.length else ""
        # Three angles are rounded: those of a vector, of M(φ), and of the vector φ places farther
        # on.
        rounding = 3 * angle_rounding(float(encoding.largest_angles(_MOVED).max()))
        if difference <= ROUNDING:
            return True, difference, f"{what}{count}"
        if difference > ROUNDING + rounding:
            return False, difference, f"{what}{count}{subject.why()}"
        if rounding > DECIDED:
            return None, difference, f"{what}{count}: {why_undecided(rounding, 'angles')}"
        return True, difference, f"{what}{count}; rounding angles costs up to {number(rounding, 2)}"

    return tried


def grid_claims(encoding: Sincos) -> tuple[Claim, ...]:
    """Return the claims about sines and cosines over a grid.

    Only if all pairs are whole are there shifts along the axes.
    """
    axes = encoding.axis_names if encoding.is_whole else ()
    shifts = [Claim(f"shift-{_NAMES[name]}", _shifting_along(name)) for name in axes]
    return (
        *BEFORE,
        Claim("grid-extends", _grid_extends),
        CONSTANT_NORM,
        Claim("by-places", _by_places),
        SYMMETRIC,
        *shifts,
        *AFTER,
    )
