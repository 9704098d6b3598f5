"""Curves of two panels in one plot: each side in its colour, their difference, or part of each."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from peviewer.figures.grammar import Curve
from peviewer.model.sampling.combined import Difference, Joined, Ratio, Stretch, combined

if TYPE_CHECKING:
    from peviewer.figures.grammar import Axis, Panel, Role
    from peviewer.model.sampling.series import Series

A: Role = "accent"
B: Role = "compared"
_PIXELS = 2048  # at which the heights of differences are found
_ROOM = 1.06
_LEAST = 2.0  # that an axis of ratios goes up to, so that three ticks say how long it is
_POINTS = 1.25  # how much longer it is for points, which are drawn whole
_MOST = 1e12  # that it goes up to: where a weight is next to nothing, how many times another is says nothing
_ROUNDING = 1e-13  # of what is drawn, below which a difference is none that can be seen


def curves(panel: Panel) -> list[Curve]:
    """Return a panel's curves."""
    return [mark for mark in panel.marks if isinstance(mark, Curve)]


def main(panel: Panel) -> list[Curve]:
    """Return a panel's curves without the dashed ones, which they are compared with themselves."""
    return [curve for curve in curves(panel) if curve.color != "reference" and curve.style != "dashed"]


def can_overlay(a: Panel, b: Panel) -> bool:
    """Whether curves of both can be told apart by two colours: there is one of each kind on each side."""
    return all(
        not any(curve.y0 or curve.color == "muted" for curve in side)
        and all(len({curve.label for curve in side if curve.style == style}) <= 1 for style in ("line", "step"))
        for side in (_own(a, b), _own(b, a))
    )


def _own(panel: Panel, other: Panel) -> list[Curve]:
    """Return the curves that the other panel does not have."""
    return [curve for curve in main(panel) if curve not in other.marks]


def overlaid(a: Panel, b: Panel, cut: float | None = None) -> list[Curve]:
    """Return the curves of both, those that both have once and in their own colour; B's lines let A's be seen.

    Where there is a `cut`, A's end there, and B's begin.
    """
    shared = [_uncoloured(curve) for curve in curves(a) if curve in b.marks]
    own = _joined(_own(a, b)), _joined(_own(b, a))  # two colours say which side it is, and not what shares its points
    labels = [{curve.label for curve in side} for side in own]
    alike = labels[0] == labels[1] and len(labels[0]) == 1  # then it is A and B that tell them apart
    if alike or any(len(side) == 1 and not side[0].label for side in own):  # what one need not say says nothing here
        own = [replace(curve, label="") for curve in own[0]], [replace(curve, label="") for curve in own[1]]
    sides = _sided(own[0], "A", A), _sided(own[1], "B", B)
    if cut is not None:
        sides = _cut(sides[0], -np.inf, cut), _cut(sides[1], cut, np.inf)
    return [*shared, *sides[0], *sides[1]]


def there(found: list[Curve], window: tuple[float, float]) -> list[Curve]:
    """Return the curves that are anywhere in a window: a part of points may have none, or lie beyond a cut."""
    return [
        curve for curve in found
        if (curve.style != "points" and not isinstance(curve.series, Stretch)) or _has_points(curve.series, window)
    ]  # fmt: skip


@lru_cache(maxsize=32)
def _has_points(series: Series, window: tuple[float, float]) -> bool:
    x, y = series.sample(*window, _PIXELS)
    return bool((np.isfinite(y) & (x >= window[0]) & (x <= window[1])).any())


def _uncoloured(curve: Curve) -> Curve:
    """Return a curve of both in no colour that is taken for one side's."""
    return replace(curve, color="ink") if curve.color in (A, B, "mark") else curve


def _sided(found: list[Curve], side: str, color: Role) -> list[Curve]:
    """Return the curves of one side in its colour, named after it; what has one name is named once."""
    labels = list(dict.fromkeys(curve.label for curve in found))
    named = {label: f"{side}: {label}" if label else side for label in labels}
    first = {label: next(k for k, curve in enumerate(found) if curve.label == label) for label in labels}
    return [
        replace(
            curve,
            color=color,
            style="dashed" if side == "B" and curve.style == "line" else curve.style,
            label=named[curve.label] if k == first[curve.label] else "",
            called=f"{side}: {called}" if (called := curve.called or curve.label) else side,
            key=curve.key and f"{curve.key}_{side.lower()}",
        )
        for k, curve in enumerate(found)
    ]


def _cut(found: list[Curve], low: float, high: float) -> list[Curve]:
    return [replace(curve, series=Stretch(curve.series, low, high, curve.style != "points")) for curve in found]


def apart(a: Panel, b: Panel) -> list[Curve] | None:
    """Return the difference of each curve of A and its fellow in B, their ratio on a logarithmic scale.

    None where curves have no fellows. Curves that both have are left out, unless there are no others.
    """
    of_a, of_b = _joined(main(a)), _joined(main(b))
    if not of_a or len(of_a) != len(of_b) or any(curve.y0 for curve in (*of_a, *of_b)):
        return None
    every = list(zip(of_a, of_b, strict=True))
    pairs = [(one, other) for one, other in every if one != other] or every
    kind, sign = (Ratio, "/") if a.y.log else (Difference, "−")
    return [
        replace(
            one,
            series=combined(kind, one.series, other.series),
            label=_apart_named(one.label, other.label, sign),
            called=f"A {sign} B{f', {one.called or one.label}' if one.called or one.label else ''}",
            key=one.key and f"{one.key}_{'ratio' if a.y.log else 'difference'}",
        )
        for one, other in pairs
    ]


def _joined(found: list[Curve]) -> list[Curve]:
    """Return curves, those points as one that several share by their size: another side's are shared otherwise."""
    shared = [curve for curve in found if curve.style == "points" and curve.called == found[0].called]
    if len(shared) < 2 or not shared[0].called:
        return found
    one = replace(shared[0], series=Joined(tuple(curve.series for curve in shared)), label="", color="accent")
    return [one, *(curve for curve in found if curve not in shared)]


def _apart_named(one: str, other: str, sign: str) -> str:
    """Return the name of a difference; it has none where one side needs none.

    Examples
    --------
    >>> _apart_named("head 1", "head 1", "−"), _apart_named("paper", "δ = 1", "/"), _apart_named("", "score", "−")
    ('head 1', 'paper / δ = 1', '')
    """
    if one == other:
        return one
    return f"{one} {sign} {other}" if one and other else ""


def heights(axis: Axis, found: list[Curve], window: tuple[float, float]) -> Axis:
    """Return the axis that differences, or ratios, are drawn along: as long as they are, with 0 on it, or 1."""
    ends = [_ends(curve.series, window, positive=axis.log) for curve in found]
    low, high = min(end for end, _ in ends), max(end for _, end in ends)
    room = _POINTS if all(curve.style == "points" for curve in found) else _ROOM
    if axis.log:
        top = min(max(1 / low, high, _LEAST) ** room, _MOST)
        return replace(axis, quantity=f"{axis.quantity} ratio", label="A / B", limits=(1 / top, top), window=None)
    if high - low <= _ROUNDING * max(map(abs, axis.limits)):
        low = high = 0.0
    margin = (room - 1) * (high - low) or 1.0
    limits = low - margin, high + margin
    return replace(axis, quantity=f"{axis.quantity} difference", label="A − B", limits=limits, window=None, whole=False)


@lru_cache(maxsize=32)
def _ends(series: Series, window: tuple[float, float], *, positive: bool) -> tuple[float, float]:
    """Return the lowest and the highest of a curve, and of 0, or 1 where all are `positive`."""
    bounds = series.bounds(*window, _PIXELS)
    known = np.concatenate([series.sample(*window, _PIXELS)[1], *([] if bounds is None else bounds[1:])])
    known = known[np.isfinite(known) & ((known > 0) | (not positive))]
    start = 1.0 if positive else 0.0
    return float(known.min(initial=start)), float(known.max(initial=start))
