"""Combine a panel of A and the same panel of B into one or two, on a common range."""

from dataclasses import replace

from peviewer.base.numbers import number
from peviewer.document.comparison import Compare
from peviewer.figures.compare.curves import (
    A,
    B,
    can_overlay,
    curves_of,
    difference_axis,
    difference_curves,
    overlay,
)
from peviewer.figures.compare.heatmaps import (
    difference_heatmap,
    difference_raster,
    union,
    with_common_levels,
    with_heatmap,
)
from peviewer.figures.compare.listings import merge_listings
from peviewer.figures.compare.several import have_common_axes, joint_axis
from peviewer.figures.grammar import (
    Axis,
    Band,
    Curve,
    Diagonal,
    Heatmap,
    Listing,
    Mark,
    Note,
    Numbers,
    Panel,
    Path,
    Role,
    Rule,
)
from peviewer.model.sampling.combined import largest

_LINES = (Rule, Diagonal, Band)


def compare_panels(a: Panel, b: Panel, chosen: Compare) -> tuple[Panel, ...]:
    """Return one panel if both are equal or can share a plot; otherwise return both."""
    if a == replace(b, encoding=a.encoding):
        return (replace(a, encoding=None),)
    listing = _joint_listing(a, b)
    if listing is not None:
        title = _joint_text(a.title, b.title)
        fact = _joint_text(a.fact, b.fact)
        return (replace(a, marks=(listing,), title=title, fact=fact),)
    common_axes = _common_axes(a, b, chosen)
    if common_axes is None:
        return _side_by_side(*with_common_levels(a, b))

    a, b = _on_common_axes(a, b, *common_axes)
    if _has_strips(a) or _has_strips(b):
        return _side_by_side(a, b)
    if a.heatmap is not None and b.heatmap is not None:
        return _compare_heatmaps(a, b, a.heatmap, b.heatmap, chosen)
    if curves_of(a) and curves_of(b):
        return _compare_curves(a, b, chosen)
    return _side_by_side(a, b)


def _joint_listing(a: Panel, b: Panel) -> Listing | None:
    """Return one panel with both listings merged; None if that is impossible or too long."""
    listings = [mark for mark in (*a.marks, *b.marks) if isinstance(mark, Listing)]
    return merge_listings(*listings) if len(listings) == 2 else None


def _on_common_axes(a: Panel, b: Panel, x: Axis, y: Axis) -> tuple[Panel, Panel]:
    """Return both panels on common axes.

    Where each curve stands on its own row, both keep their vertical axes: rows may differ.
    """
    are_at_rows = any(curve.y0 for curve in (*curves_of(a), *curves_of(b)))

    def on_axes(panel: Panel) -> Panel:
        own_y = panel.y if are_at_rows else replace(y, far_numbers=panel.y.far_numbers)
        return replace(panel, x=replace(x, far_numbers=panel.x.far_numbers), y=own_y)

    return on_axes(a), on_axes(b)


def _has_strips(panel: Panel) -> bool:
    """Whether a panel has heatmaps of several quantities."""
    return sum(isinstance(mark, Heatmap) for mark in panel.marks) > 1


def _joint_text(a: str, b: str) -> str:
    """Return one text made of A's and B's; if these differ, with their letters."""
    if a == b:
        return a
    sides = {"A": a, "B": b}
    return "; ".join(f"{side}: {text}" for side, text in sides.items() if text)


def _side_by_side(a: Panel, b: Panel) -> tuple[Panel, ...]:
    return label_side(a, "A"), label_side(b, "B")


def label_side(panel: Panel, side: str) -> Panel:
    """Return a panel with the letter of its side, also in the keys of its numbers."""
    title = f"{side}: {panel.title}" if panel.title else side
    variants = tuple(label_side(variant, side) for variant in panel.variants)
    return replace(of_side(panel, side), title=title, variants=variants)


def of_side(panel: Panel, side: str) -> Panel:
    """Return a panel in the colour of its side, whose letter is in the keys of its numbers."""
    marks = map(_in_b_color, panel.marks) if side == "B" else panel.marks
    return replace(
        panel,
        owner=side,
        marks=tuple(_with_side_in_key(mark, side) for mark in marks),
        variants=tuple(of_side(variant, side) for variant in panel.variants),
    )


def _with_side_in_key(mark: Mark, side: str) -> Mark:
    if isinstance(mark, Heatmap | Curve) and mark.key:
        return replace(mark, key=f"{mark.key}_{side.lower()}")
    return mark


def _in_b_color(mark: Mark) -> Mark:
    if isinstance(mark, Heatmap | Note | Numbers | Listing) or mark.color != A:
        return mark
    return replace(mark, color=B)


def _common_axes(a: Panel, b: Panel, chosen: Compare) -> tuple[Axis, Axis] | None:
    """Return common axes, or None without any.

    They cover both; for a difference only the part that both have across. Paths and the heights of
    plots are whole in either case.
    """
    if a.square or b.square or not have_common_axes(a, b):
        return None
    if not _count_positions_alike(a, b):
        return None
    has_path = any(isinstance(mark, Path) for mark in (*a.marks, *b.marks))
    if chosen.shows != "difference" or has_path:
        return joint_axis((a.x, b.x)), joint_axis((a.y, b.y))
    is_plot = a.heatmap is None or b.heatmap is None
    x = _overlapping_axis(a.x, b.x)
    y = joint_axis((a.y, b.y)) if is_plot else _overlapping_axis(a.y, b.y)
    return None if x is None or y is None else (x, y)


def _count_positions_alike(a: Panel, b: Panel) -> bool:
    """Whether both axes have a position at the same cell, so that marks coincide."""
    places = zip(a.places, b.places, strict=False)
    return all(of_a.counting == of_b.counting for of_a, of_b in places)


def _overlapping_axis(a: Axis, b: Axis) -> Axis | None:
    """Return the axis of what both cover; None where that is nothing."""
    limits = _intersection(a.limits, b.limits)
    if limits is None:
        return None
    window = a.window or b.window
    if window is not None:
        window = _intersection(window, limits)
        if window == limits:
            window = None
    return replace(a, limits=limits, window=window)


def _intersection(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float] | None:
    low = max(a[0], b[0])
    high = min(a[1], b[1])
    return (low, high) if low < high else None


def _common_lines(a: Panel, b: Panel) -> list[Mark]:
    """Return the lines and bands that both have."""
    return [mark for mark in a.marks if isinstance(mark, _LINES) and mark in b.marks]


def _own_lines(panel: Panel, other: Panel, side: str, color: Role) -> list[Mark]:
    """Return the lines and bands that the other panel does not have, in the colour of their side.

    Bands become frames, because two shades would lie over each other. Dashed lines are left out.
    """
    lines: list[Mark] = []
    for mark in panel.marks:
        if not isinstance(mark, Rule | Diagonal | Band) or mark in other.marks:
            continue
        label = f"{side}: {mark.label}" if mark.label else ""
        if isinstance(mark, Band):
            lines.append(replace(mark, color=color, label=label, framed=True))
        elif not mark.dashed:
            lines.append(replace(mark, color=color, label=label))
    return lines


def _compare_heatmaps(
    a: Panel, b: Panel, of_a: Heatmap, of_b: Heatmap, chosen: Compare
) -> tuple[Panel, ...]:
    """Return both heatmaps with common levels, or their difference."""
    levels = union(of_a.levels, of_b.levels)
    full = None if of_a.full is None or of_b.full is None else union(of_a.full, of_b.full)
    of_a = replace(of_a, levels=levels, full=full)
    of_b = replace(of_b, levels=levels, full=full)
    if chosen.shows != "difference" or of_a.colormap != of_b.colormap:
        return _side_by_side(with_heatmap(a, of_a), with_heatmap(b, of_b))

    raster = difference_raster(of_a, of_b)
    largest_difference, is_exact = largest(raster)
    kind = "largest" if is_exact else "largest seen"
    fact = f"{kind} {number(largest_difference)}" if largest_difference else "no difference"
    heatmap = difference_heatmap(of_a, of_b, raster, largest_difference or 1.0)
    have_one_title = a.title == b.title and bool(a.title)
    difference = replace(
        a,
        x=replace(a.x, far_numbers=a.x.far_numbers if a.x.far_numbers == b.x.far_numbers else ()),
        marks=(heatmap, *_common_lines(a, b)),
        title=f"A − B: {a.title}" if have_one_title else "A − B",
        fact=fact,
        encoding=None,
    )
    return (difference,)


def _compare_curves(a: Panel, b: Panel, chosen: Compare) -> tuple[Panel, ...]:
    """Return the differences of both panels' curves, their curves in one plot, or both panels."""
    if chosen.shows == "difference" and a.subtracts:
        differences = difference_curves(a, b)
        if differences is not None:
            return (_difference_panel(a, b, differences),)
    if a.keeps_curves_together or b.keeps_curves_together or not can_overlay(a, b):
        return _side_by_side(a, b)
    lines = _common_lines(a, b)
    lines += _own_lines(a, b, "A", A)
    lines += _own_lines(b, a, "B", B)
    joint = replace(
        a,
        marks=(*lines, *overlay(a, b)),
        title=_joint_text(a.title, b.title),
        fact=_joint_text(a.fact, b.fact),
        legend=True,
        encoding=None,
    )
    return (joint,)


def _difference_panel(a: Panel, b: Panel, differences: list[Curve]) -> Panel:
    """Return the plot of the differences of curves, with the upright lines that both have."""
    upright_lines = [mark for mark in _common_lines(a, b) if _is_upright(mark)]
    y = difference_axis(a.y, differences, a.x.shown)
    labels = {curve.label for curve in differences}
    labels_of_a = {curve.label for curve in curves_of(a)}
    # One label that A's curves have, too, distinguishes nothing.
    if len(labels) == 1 and labels <= labels_of_a:
        differences = [replace(curve, label="") for curve in differences]
        labels = {""}
    has_named_rule = any(isinstance(mark, Rule) and mark.label for mark in upright_lines)
    has_words = labels != {""} or has_named_rule
    return replace(
        a,
        y=y,
        marks=(*upright_lines, *differences),
        legend=len(labels) > 1 or (a.legend and has_words),
        title=_difference_title(a, b),
        fact="",
        encoding=None,
    )


def _is_upright(mark: Mark) -> bool:
    """Whether a line or band is vertical: it means the same whatever the heights are."""
    return not isinstance(mark, Rule | Band) or mark.direction == "x"


def _difference_title(a: Panel, b: Panel) -> str:
    """Return the title of a difference: "A − B: " and what both are called, or their axis."""
    sign = "A / B" if a.y.log else "A − B"
    subject = a.title if a.title == b.title else ""
    if not subject and a.y.label == b.y.label:
        subject = a.y.label.partition(" (")[0]
    return f"{sign}: {subject}" if subject else sign
