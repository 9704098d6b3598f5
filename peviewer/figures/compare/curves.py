"""The curves of two panels in one plot: A's and B's in their colours, or their differences."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from peviewer.figures.grammar import Axis, Curve, Panel, Role
from peviewer.model.sampling.combined import combined
from peviewer.model.sampling.series import Series

A: Role = "accent"
B: Role = "compared"
_SAMPLES = 2048  # for the range of differences
_LINE_ROOM, _POINT_ROOM = 1.06, 1.25  # axis length over that range; points are drawn whole
_LEAST_RATIO, _MOST_RATIO = 2.0, 1e12  # upper end of an axis of ratios
_ROUNDING = 1e-13  # of the axis: smaller differences are invisible


def curves_of(panel: Panel) -> list[Curve]:
    return [mark for mark in panel.marks if isinstance(mark, Curve)]


def main_curves(panel: Panel) -> list[Curve]:
    """Return a panel's curves without its own references, which are dashed."""
    return [
        curve
        for curve in curves_of(panel)
        if curve.color != "reference" and curve.style != "dashed"
    ]


def can_overlay(a: Panel, b: Panel) -> bool:
    """Whether two colours distinguish the curves of both panels: each has one of a kind that the other has not."""
    return all(
        not any(curve.y0 or curve.color == "muted" for curve in side)
        and all(
            len({curve.label for curve in side if curve.style == style}) <= 1
            for style in ("line", "step")
        )
        for side in (_unshared(a, b), _unshared(b, a))
    )


def _unshared(panel: Panel, other: Panel) -> list[Curve]:
    """Return the curves that the other panel does not have."""
    return [curve for curve in main_curves(panel) if curve not in other.marks]


def overlay(a: Panel, b: Panel) -> list[Curve]:
    """Return the curves of both: A's and B's in their colours, B's dashed, and common ones once."""
    shared = [
        replace(curve, color="ink") if curve.color in (A, B, "mark") else curve
        for curve in curves_of(a)
        if curve in b.marks
    ]
    own = (
        _unshared(a, b),
        _unshared(b, a),
    )
    labels = [{curve.label for curve in side} for side in own]
    alike = labels[0] == labels[1] and len(labels[0]) == 1
    if alike or any(len(side) == 1 and not side[0].label for side in own):  # "A" and "B" are enough
        own = (
            [replace(curve, label="") for curve in own[0]],
            [replace(curve, label="") for curve in own[1]],
        )
    sides = _label_side(own[0], "A", A), _label_side(own[1], "B", B)
    return [*shared, *sides[0], *sides[1]]


def _label_side(curves: list[Curve], side: str, color: Role) -> list[Curve]:
    """Return the curves of one side in its colour, with its letter.

    Of several with one label, one is labelled.
    """
    labels = list(dict.fromkeys(curve.label for curve in curves))
    named = {label: f"{side}: {label}" if label else side for label in labels}
    first = {
        label: next(k for k, curve in enumerate(curves) if curve.label == label) for label in labels
    }
    return [
        replace(
            curve,
            color=color,
            style="dashed" if side == "B" and curve.style == "line" else curve.style,
            label=named[curve.label] if k == first[curve.label] else "",
            quantity=f"{side}: {called}" if (called := curve.quantity or curve.label) else side,
            key=curve.key and f"{curve.key}_{side.lower()}",
        )
        for k, curve in enumerate(curves)
    ]


def difference_curves(a: Panel, b: Panel) -> list[Curve] | None:
    """Return the differences of A's curves and B's, one by one, or the ratios on a logarithmic axis.

    Curves that both have are left out, unless there are no others. None where the curves do not
    correspond.
    """
    of_a, of_b = main_curves(a), main_curves(b)
    if not of_a or len(of_a) != len(of_b) or any(curve.y0 for curve in (*of_a, *of_b)):
        return None
    every = list(zip(of_a, of_b, strict=True))
    pairs = [(curve, curve_of_b) for curve, curve_of_b in every if curve != curve_of_b] or every
    sign = "/" if a.y.log else "−"
    return [
        replace(
            curve,
            series=combined(curve.series, curve_of_b.series, ratio=a.y.log),
            label=_difference_label(curve.label, curve_of_b.label, sign),
            quantity=f"A {sign} B{f', {curve.quantity or curve.label}' if curve.quantity or curve.label else ''}",
            key=curve.key and f"{curve.key}_{'ratio' if a.y.log else 'difference'}",
        )
        for curve, curve_of_b in pairs
    ]


def _difference_label(label: str, label_of_b: str, sign: str) -> str:
    """Return the label of a difference, empty where one side has none."""
    if label == label_of_b:
        return label
    return f"{label} {sign} {label_of_b}" if label and label_of_b else ""


def difference_axis(axis: Axis, curves: list[Curve], window: tuple[float, float]) -> Axis:
    """Return the axis of differences, with 0 on it, or of ratios, with 1."""
    ends = [_extremes(curve.series, window, positive=axis.log) for curve in curves]
    low, high = min(end for end, _ in ends), max(end for _, end in ends)
    room = _POINT_ROOM if all(curve.style == "points" for curve in curves) else _LINE_ROOM
    if axis.log:
        top = min(max(1 / low, high, _LEAST_RATIO) ** room, _MOST_RATIO)
        return replace(
            axis,
            quantity=f"{axis.quantity} ratio",
            label="A / B",
            limits=(1 / top, top),
            window=None,
        )
    if high - low <= _ROUNDING * max(map(abs, axis.limits)):
        low = high = 0.0
    margin = (room - 1) * (high - low) or 1.0
    limits = low - margin, high + margin
    return replace(
        axis,
        quantity=f"{axis.quantity} difference",
        label="A − B",
        limits=limits,
        window=None,
        whole=False,
    )


@lru_cache(maxsize=32)
def _extremes(
    series: Series, window: tuple[float, float], *, positive: bool
) -> tuple[float, float]:
    """Return the extremes of a curve and 0, or of a `positive` one and 1."""
    bounds = series.bounds(*window, _SAMPLES)
    known = np.concatenate(
        [series.sample(*window, _SAMPLES)[1], *([] if bounds is None else bounds[1:])]
    )
    known = known[np.isfinite(known) & ((known > 0) | (not positive))]
    start = 1.0 if positive else 0.0
    return float(known.min(initial=start)), float(known.max(initial=start))
