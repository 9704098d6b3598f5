"""Combining the same panel of A and of B into one or two, on their common range."""

from dataclasses import replace

from peviewer.base.numbers import number
from peviewer.document.sections import Compare
from peviewer.figures.compare.curves import (
    A,
    B,
    can_overlay,
    curves_of,
    difference_axis,
    difference_curves,
    overlay,
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
    Rule,
)
from peviewer.model.sampling.combined import Cell, DifferenceRaster, largest

_LINES = Rule, Diagonal, Band


def compare_panels(a: Panel, b: Panel, chosen: Compare) -> tuple[Panel, ...]:
    """Return one panel of two if they are equal or can share a plot, else both."""
    if a == replace(b, encoding=a.encoding):
        return (replace(a, encoding=None),)
    heats = a.heatmap, b.heatmap
    lists = [mark for panel in (a, b) for mark in panel.marks if isinstance(mark, Listing)]
    if len(lists) == 2 and (merged := merge_listings(*lists)):
        title, fact = _joint_text(a.title, b.title), _joint_text(a.fact, b.fact)
        return (replace(a, marks=(merged,), title=title, fact=fact),)
    ranges = _common_axes(a, b, chosen)
    if ranges is None:
        return _side_by_side(*_with_common_levels(a, b))
    at_places = any(
        curve.y0 for panel in (a, b) for curve in curves_of(panel)
    )  # rows, which may differ in B
    across, up = ranges
    a, b = (
        replace(
            panel,
            x=replace(across, far=panel.x.far),
            y=panel.y if at_places else replace(up, far=panel.y.far),
        )
        for panel in (a, b)
    )
    if any(sum(isinstance(mark, Heatmap) for mark in panel.marks) > 1 for panel in (a, b)):
        return _side_by_side(a, b)  # strips of several quantities
    if heats[0] is not None and heats[1] is not None:
        return _compare_heatmaps(a, b, heats[0], heats[1], chosen)
    if curves_of(a) and curves_of(b):
        return _compare_curves(a, b, chosen)
    return _side_by_side(a, b)


def _with_common_levels(a: Panel, b: Panel) -> tuple[Panel, Panel]:
    """Return two panels whose heatmaps share one range of colours and one bar if they have one quantity."""
    of_a, of_b = a.heatmap, b.heatmap
    if of_a is None or of_b is None or of_a.fixed or of_b.fixed:
        return a, b
    if (of_a.colormap, of_a.bar) != (of_b.colormap, of_b.bar):
        return a, b
    levels = _union(of_a.levels, of_b.levels)
    return _with_heatmap(a, replace(of_a, levels=levels)), _with_heatmap(
        b, replace(of_b, levels=levels)
    )


def _joint_text(a: str, b: str) -> str:
    return (
        a if a == b else "; ".join(f"{side}: {text}" for side, text in (("A", a), ("B", b)) if text)
    )


def _side_by_side(a: Panel, b: Panel) -> tuple[Panel, ...]:
    return label_side(a, "A"), label_side(b, "B")


def label_side(panel: Panel, side: str) -> Panel:
    """Return a panel with the letter of its side, also in the keys of its numbers."""
    marks = tuple(
        replace(mark, key=f"{mark.key}_{side.lower()}")
        if isinstance(mark, Heatmap | Curve) and mark.key
        else mark
        for mark in (map(_in_b_color, panel.marks) if side == "B" else panel.marks)
    )
    title = f"{side}: {panel.title}" if panel.title else side
    variants = tuple(label_side(each, side) for each in panel.variants)
    return replace(panel, title=title, owner=side, marks=marks, variants=variants)


def _in_b_color(mark: Mark) -> Mark:
    if isinstance(mark, Heatmap | Note | Numbers | Listing) or mark.color != A:
        return mark
    return replace(mark, color=B)


def with_one_bar(pair: tuple[Panel, ...]) -> tuple[Panel, ...]:
    """Return two panels for one row, with one colour bar where their colours mean the same."""
    (a, b), heats = pair, [panel.heatmap for panel in pair]
    if heats[0] is None or heats[1] is None or heats[0].bar is None:
        return pair
    if _color_meaning(heats[0]) != _color_meaning(heats[1]):
        return pair
    called = heats[0].bar if heats[0].quantity is None else heats[0].quantity
    return _with_heatmap(a, replace(heats[0], bar=None, quantity=called or None)), b


def _color_meaning(heat: Heatmap) -> tuple[object, ...]:
    return heat.levels, heat.colormap, heat.full, heat.full_colormap, heat.cyclic, heat.bar


def _common_axes(a: Panel, b: Panel, chosen: Compare) -> tuple[Axis, Axis] | None:
    """Return common axes, or None without any: they cover both, but for a difference only what both have across.

    Paths and the heights of plots are whole in either case.
    """
    if a.square or b.square or not have_common_axes(a, b):
        return None
    if any(
        place.counting != place_of_b.counting
        for place, place_of_b in zip(a.places, b.places, strict=False)
    ):
        return (
            None  # one position lies at different cells of each, and so do marks that begin at it
        )
    if chosen.shows == "both" or any(isinstance(mark, Path) for mark in (*a.marks, *b.marks)):
        return joint_axis((a.x, b.x)), joint_axis((a.y, b.y))
    is_plot = a.heatmap is None or b.heatmap is None
    across = _overlapping_axis(a.x, b.x)
    up = joint_axis((a.y, b.y)) if is_plot else _overlapping_axis(a.y, b.y)
    return None if across is None or up is None else (across, up)


def _overlapping_axis(a: Axis, b: Axis) -> Axis | None:
    low, high = max(a.limits[0], b.limits[0]), min(a.limits[1], b.limits[1])
    if not low < high:
        return None
    window = a.window or b.window
    if window is not None:
        window = max(window[0], low), min(window[1], high)
        window = window if window[0] < window[1] and window != (low, high) else None
    return replace(a, limits=(low, high), window=window)


def _common_lines(a: Panel, b: Panel, *, own: bool) -> list[Mark]:
    """Return the common lines and bands, and with `own` those of only one, in its colour."""
    shared: list[Mark] = [mark for mark in a.marks if isinstance(mark, _LINES) and mark in b.marks]
    for panel, other, side, color in ((a, b, "A", A), (b, a, "B", B)) if own else ():
        for mark in panel.marks:
            if not isinstance(mark, Rule | Diagonal | Band) or mark in other.marks:
                continue
            label = f"{side}: {mark.label}" if mark.label else ""
            if isinstance(mark, Band):  # shades of two would lie over each other
                shared.append(replace(mark, color=color, label=label, framed=True))
            elif not mark.dashed:
                shared.append(replace(mark, color=color, label=label))
    return shared


def _compare_heatmaps(
    a: Panel, b: Panel, of_a: Heatmap, of_b: Heatmap, chosen: Compare
) -> tuple[Panel, ...]:
    levels = _union(of_a.levels, of_b.levels)
    full = None if of_a.full is None or of_b.full is None else _union(of_a.full, of_b.full)
    of_a, of_b = (replace(mark, levels=levels, full=full) for mark in (of_a, of_b))
    if chosen.shows == "both" or of_a.colormap != of_b.colormap:
        return _side_by_side(_with_heatmap(a, of_a), _with_heatmap(b, of_b))
    size, at_a, at_b, corner = _overlapping_cells(of_a, of_b)
    lines = tuple(_common_lines(a, b, own=False))
    period = of_a.levels[1] - of_a.levels[0] if of_a.cyclic else 0.0
    raster = DifferenceRaster(of_a.raster, of_b.raster, size, at_a, at_b, period)
    most, exact = largest(raster)
    heat = replace(
        of_a, raster=raster, x0=corner[0], y0=corner[1], levels=(-(most or 1.0), most or 1.0), colormap="diverging",
        bar=None if of_a.bar is None else "A − B", full=None, full_colormap="", cyclic=False, fixed=False,
        quantity="A − B", key=of_a.key and f"{of_a.key}_difference",
    )  # fmt: skip
    largest_text = f"largest {number(most)}" if exact else f"largest seen {number(most)}"
    title = f"A − B: {a.title}" if a.title == b.title and a.title else "A − B"
    x = replace(a.x, far=a.x.far if a.x.far == b.x.far else ())
    fact = largest_text if most else "no difference"
    return (replace(a, x=x, marks=(heat, *lines), title=title, fact=fact, encoding=None),)


def _with_heatmap(panel: Panel, heat: Heatmap) -> Panel:
    return replace(
        panel, marks=tuple(heat if isinstance(mark, Heatmap) else mark for mark in panel.marks)
    )


def _union(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    return min(a[0], b[0]), max(a[1], b[1])


def _overlapping_cells(a: Heatmap, b: Heatmap) -> tuple[Cell, Cell, Cell, tuple[float, float]]:
    """Return the size of the cells that both have, their first cell in each, and (x, y) of that."""
    (height, width), (height_b, width_b) = a.raster.shape, b.raster.shape
    x, y = max(a.x0, b.x0), max(a.y0, b.y0)
    size = min(a.y0 + height, b.y0 + height_b) - y, min(a.x0 + width, b.x0 + width_b) - x
    at_a, at_b = ((round(y - mark.y0), round(x - mark.x0)) for mark in (a, b))
    return (round(size[0]), round(size[1])), at_a, at_b, (x, y)


def _compare_curves(a: Panel, b: Panel, chosen: Compare) -> tuple[Panel, ...]:
    title, fact = _joint_text(a.title, b.title), _joint_text(a.fact, b.fact)
    if (
        chosen.shows == "difference"
        and a.subtracts
        and (differences := difference_curves(a, b)) is not None
    ):
        y = difference_axis(a.y, differences, a.x.shown)
        sign, what = "A / B" if a.y.log else "A − B", a.title if a.title == b.title else ""
        what = what or (a.y.label.partition(" (")[0] if a.y.label == b.y.label else "")
        lines = [
            mark
            for mark in _common_lines(a, b, own=False)
            if not isinstance(mark, Rule | Band) or mark.direction == "x"
        ]
        labels = {curve.label for curve in differences}
        if len(labels) == 1 and labels <= {
            curve.label for curve in curves_of(a)
        }:  # it distinguishes nothing
            differences, labels = [replace(curve, label="") for curve in differences], {""}
        title, named = (
            f"{sign}: {what}" if what else sign,
            any(isinstance(mark, Rule) and mark.label for mark in lines),
        )
        legend = len(labels) > 1 or (a.legend and (labels != {""} or named))
        joint = replace(a, y=y, marks=(*lines, *differences), legend=legend, encoding=None)
        return (replace(joint, title=title, fact=""),)
    if a.keeps_curves_together or b.keeps_curves_together or not can_overlay(a, b):
        return _side_by_side(a, b)
    marks = [*_common_lines(a, b, own=True), *overlay(a, b)]
    return (replace(a, marks=tuple(marks), title=title, fact=fact, legend=True, encoding=None),)
