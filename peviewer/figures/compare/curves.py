"""The curves of two panels in one plot: A's and B's in their colours, or their differences."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from peviewer.figures.grammar import Axis, Curve, Panel, Role
from peviewer.model.sampling.combined import combined
from peviewer.model.sampling.series import Series

A: Role = "accent"
B: Role = "compared"

# How many points of a curve are computed to find the range of differences.
_SAMPLES = 2048

# The factor by which an axis is longer than the range of curves, so that points are drawn whole.
_LINE_ROOM = 1.06

_POINT_ROOM = 1.25

# The least and the largest upper end of an axis of ratios.
_LEAST_RATIO = 2.0

_LARGEST_RATIO = 1e12

# Differences below this share of an axis are invisible.
_ROUNDING = 1e-13


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
    """Whether two colours distinguish the curves of both panels.

    That needs curves in each panel of which the other panel has none.
    """
    return _is_one_a_kind(_unshared(a, b)) and _is_one_a_kind(_unshared(b, a))


def _is_one_a_kind(curves: list[Curve]) -> bool:
    """Whether curves need no different colours: all lines have one label, and so have all steps."""
    if any(curve.y0 or curve.color == "muted" for curve in curves):
        return False
    line_labels = {curve.label for curve in curves if curve.style == "line"}
    step_labels = {curve.label for curve in curves if curve.style == "step"}
    return len(line_labels) <= 1 and len(step_labels) <= 1


def _unshared(panel: Panel, other: Panel) -> list[Curve]:
    """Return the curves of a panel that the other panel does not have."""
    return [curve for curve in main_curves(panel) if curve not in other.marks]


def overlay(a: Panel, b: Panel) -> list[Curve]:
    """Return both panels' curves: A's and B's in their colours, B's dashed, common ones once."""
    shared = [curve for curve in curves_of(a) if curve in b.marks]
    curves_of_a = _unshared(a, b)
    curves_of_b = _unshared(b, a)
    if _are_letters_enough(curves_of_a, curves_of_b):
        curves_of_a = [replace(curve, label="") for curve in curves_of_a]
        curves_of_b = [replace(curve, label="") for curve in curves_of_b]
    return [
        *map(_of_neither_side, shared),
        *_label_side(curves_of_a, "A", A),
        *_label_side(curves_of_b, "B", B),
    ]


def _of_neither_side(curve: Curve) -> Curve:
    """Return a curve of both sides in a colour that is neither A's nor B's."""
    return replace(curve, color="ink") if curve.color in (A, B, "mark") else curve


def _are_letters_enough(curves_of_a: list[Curve], curves_of_b: list[Curve]) -> bool:
    """Whether "A" and "B" suffice as labels: both sides have the same label, or one has none."""
    labels_of_a = {curve.label for curve in curves_of_a}
    labels_of_b = {curve.label for curve in curves_of_b}
    if labels_of_a == labels_of_b and len(labels_of_a) == 1:
        return True
    return any(len(side) == 1 and not side[0].label for side in (curves_of_a, curves_of_b))


def _label_side(curves: list[Curve], side: str, color: Role) -> list[Curve]:
    """Return the curves of one side in its colour, with its letter.

    Of several curves with one label, only the first is labelled.
    """
    labelled: list[Curve] = []
    seen_labels: set[str] = set()
    for curve in curves:
        quantity = curve.quantity or curve.label
        is_dashed = side == "B" and curve.style == "line"
        labelled_curve = replace(
            curve,
            color=color,
            style="dashed" if is_dashed else curve.style,
            label=_with_letter(curve.label, side),
            quantity=_with_letter(quantity, side),
            key=curve.key and f"{curve.key}_{side.lower()}",
        )
        if curve.label in seen_labels:
            labelled_curve = replace(labelled_curve, label="")
        labelled.append(labelled_curve)
        seen_labels.add(curve.label)
    return labelled


def _with_letter(text: str, side: str) -> str:
    return f"{side}: {text}" if text else side


def difference_curves(a: Panel, b: Panel) -> list[Curve] | None:
    """Return the differences of A's curves and B's, or the ratios on a logarithmic axis.

    Curves that both have are left out, unless there are no others. Return None if the curves do not
    correspond.
    """
    curves_of_a = main_curves(a)
    curves_of_b = main_curves(b)
    if not curves_of_a or len(curves_of_a) != len(curves_of_b):
        return None
    if any(curve.y0 for curve in (*curves_of_a, *curves_of_b)):
        return None
    pairs = list(zip(curves_of_a, curves_of_b, strict=True))
    unlike_pairs = [(of_a, of_b) for of_a, of_b in pairs if of_a != of_b]
    return [_difference_curve(of_a, of_b, is_ratio=a.y.log) for of_a, of_b in unlike_pairs or pairs]


def _difference_curve(of_a: Curve, of_b: Curve, *, is_ratio: bool) -> Curve:
    """Return the difference of a curve of A and one of B, or their ratio."""
    sign = "/" if is_ratio else "−"
    kind = "ratio" if is_ratio else "difference"
    quantity = of_a.quantity or of_a.label
    difference = f"A {sign} B"
    return replace(
        of_a,
        series=combined(of_a.series, of_b.series, ratio=is_ratio),
        label=_difference_label(of_a.label, of_b.label, sign),
        quantity=f"{difference}, {quantity}" if quantity else difference,
        key=of_a.key and f"{of_a.key}_{kind}",
    )


def _difference_label(label: str, label_of_b: str, sign: str) -> str:
    """Return the label of a difference, empty where one side has none."""
    if label == label_of_b:
        return label
    return f"{label} {sign} {label_of_b}" if label and label_of_b else ""


def difference_axis(axis: Axis, curves: list[Curve], window: tuple[float, float]) -> Axis:
    """Return the axis of differences, with 0 on it, or of ratios, with 1."""
    extremes = [_extremes(curve.series, window, positive=axis.log) for curve in curves]
    lows, highs = zip(*extremes, strict=True)
    low = min(lows)
    high = max(highs)
    are_points = all(curve.style == "points" for curve in curves)
    room = _POINT_ROOM if are_points else _LINE_ROOM
    if axis.log:
        largest_ratio = max(1 / low, high, _LEAST_RATIO)
        return _ratio_axis(axis, largest_ratio**room)

    are_invisible = high - low <= _ROUNDING * max(map(abs, axis.limits))
    if are_invisible:
        low = high = 0.0
    margin = (room - 1) * (high - low) or 1.0
    return replace(
        axis,
        quantity=f"{axis.quantity} difference",
        label="A − B",
        limits=(low - margin, high + margin),
        window=None,
        whole=False,
    )


def _ratio_axis(axis: Axis, top: float) -> Axis:
    """Return the axis of ratios from 1/`top` to `top`."""
    top = min(top, _LARGEST_RATIO)
    return replace(
        axis,
        quantity=f"{axis.quantity} ratio",
        label="A / B",
        limits=(1 / top, top),
        window=None,
    )


@lru_cache(maxsize=32)
def _extremes(
    series: Series, window: tuple[float, float], *, positive: bool
) -> tuple[float, float]:
    """Return the range of a curve with 0 in it, or of a `positive` curve with 1 in it."""
    samples = series.sample(*window, _SAMPLES)[1]
    bounds = series.bounds(*window, _SAMPLES)
    if bounds is not None:
        samples = np.concatenate([samples, *bounds[1:]])
    numbers = samples[np.isfinite(samples)]
    if positive:
        numbers = numbers[numbers > 0]
    start = 1.0 if positive else 0.0
    return float(numbers.min(initial=start)), float(numbers.max(initial=start))
