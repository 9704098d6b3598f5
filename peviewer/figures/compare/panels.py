"""Two panels that show the same of A and of B made one or two, on the range that both have."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from peviewer.base.words import measured
from peviewer.figures.compare.curves import A, B, apart, can_overlay, curves, heights, overlaid, there
from peviewer.figures.compare.listings import merged
from peviewer.figures.grammar import Axis, Band, Curve, Diagonal, Heatmap, Listing, Mark, Note, Numbers, Panel, Rule
from peviewer.model.sampling.combined import DifferenceRaster, SwipedRaster, largest

if TYPE_CHECKING:
    from peviewer.document.compare import Compare
    from peviewer.model.sampling.combined import Cell

SWIPE = "compare.swipe"
FEW = ("head",)  # what is counted one by one

_LINES = Rule, Diagonal, Band


def together(a: Panel, b: Panel, chosen: Compare) -> tuple[Panel, ...]:
    """Return what two panels become: one where they can share a plot, else A's and B's.

    What is in both alike is shown once. Texts and drawings are never swiped.
    """
    if a == b:
        return (a,)
    heats = a.heatmap, b.heatmap
    lists = [mark for panel in (a, b) for mark in panel.marks if isinstance(mark, Listing)]
    if len(lists) == 2:
        return (replace(a, marks=(merged(*lists),), title=_title(a.title, b.title), fact=_title(a.fact, b.fact)),)
    ranges = _common(a, b, chosen)
    if ranges is None:
        return _beside(a, b)
    at_places = any(curve.y0 for panel in (a, b) for curve in curves(panel))  # rows, which may be others in B
    a, b = (replace(panel, x=ranges[0], y=panel.y if at_places else ranges[1]) for panel in (a, b))
    if heats[0] is not None and heats[1] is not None:
        return _heatmaps(a, b, heats[0], heats[1], chosen)
    if curves(a) and curves(b):
        return _plots(a, b, chosen)
    return _beside(a, b)


def _title(a: str, b: str) -> str:
    """Return what stands above both."""
    return a if a == b else "; ".join(f"{side}: {text}" for side, text in (("A", a), ("B", b)) if text)


def _beside(a: Panel, b: Panel) -> tuple[Panel, ...]:
    return sided(a, "A"), sided(b, "B")


def sided(panel: Panel, side: str) -> Panel:
    """Return a panel that says whose it is, with the keys of its numbers."""
    marks = tuple(_keyed(_coloured(mark) if side == "B" else mark, side) for mark in panel.marks)
    shapes = tuple(replace(shape, marks=tuple(map(_coloured, shape.marks))) for shape in panel.shapes)
    title = f"{side}: {panel.title}" if panel.title else side
    return replace(panel, title=title, marks=marks, shapes=shapes if side == "B" else panel.shapes)


def _keyed(mark: Mark, side: str) -> Mark:
    """Return a mark whose numbers are called after its side."""
    return replace(mark, key=f"{mark.key}_{side.lower()}") if isinstance(mark, Heatmap | Curve) and mark.key else mark


def _coloured(mark: Mark) -> Mark:
    """Return a mark of B, in B's colour what would be in A's."""
    if isinstance(mark, Heatmap | Note | Numbers | Listing) or mark.color != A:
        return mark
    return replace(mark, color=B)


def with_one_bar(pair: tuple[Panel, ...]) -> tuple[Panel, ...]:
    """Return two panels that stand side by side, with one colour bar where their colours mean the same."""
    (a, b), heats = pair, [panel.heatmap for panel in pair]
    if heats[0] is None or heats[1] is None or len({_colours(heat) for heat in heats if heat is not None}) > 1:
        return pair
    called = heats[0].bar if heats[0].called is None else heats[0].called
    return _with(a, replace(heats[0], bar=None, called=called or None)), b


def _colours(heat: Heatmap) -> tuple[object, ...]:
    return heat.levels, heat.colormap, heat.full, heat.full_colormap, heat.cyclic, heat.bar


def _common(a: Panel, b: Panel, chosen: Compare) -> tuple[Axis, Axis] | None:
    """Return axes of what both show: places that both have, and heights of either; None where there are none.

    Of heads there are few, and each is seen, though the other side may have fewer.
    """
    if a.square or b.square or not all(map(_alike, (a.x, a.y), (b.x, b.y))):
        return None
    is_plot = a.heatmap is None or b.heatmap is None
    every = is_plot and chosen.shows == "both" and a.x.quantity in FEW
    across, up = (
        _spanned(a.x, b.x) if every else _shared(a.x, b.x),
        _spanned(a.y, b.y) if is_plot else _shared(a.y, b.y),
    )
    return None if across is None or up is None else (across, up)


def _alike(a: Axis, b: Axis) -> bool:
    return (a.quantity, a.log, a.inverted, a.names) == (b.quantity, b.log, b.inverted, b.names)


def _shared(a: Axis, b: Axis) -> Axis | None:
    low, high = max(a.limits[0], b.limits[0]), min(a.limits[1], b.limits[1])
    if not low < high:
        return None
    window = a.window or b.window
    if window is not None:
        window = max(window[0], low), min(window[1], high)
        window = window if window[0] < window[1] and window != (low, high) else None
    return replace(a, limits=(low, high), window=window)


def _spanned(a: Axis, b: Axis) -> Axis:
    return replace(a, limits=_union(a.limits, b.limits), window=a.window or b.window)


def _lines(a: Panel, b: Panel, *, own: bool) -> list[Mark]:
    """Return the lines and bands of both: what they share, and where their `own` are shown too, whose they are."""
    of_a, of_b = (list(map(_line, panel.marks)) for panel in (a, b))
    shared: list[Mark] = [mark for mark in a.marks if isinstance(mark, _LINES) and _line(mark) in of_b]
    if not own:
        return shared
    for panel, other, side, color in ((a, of_b, "A", A), (b, of_a, "B", B)):
        for mark in panel.marks:
            if _line(mark) in other:
                continue
            if isinstance(mark, Band):
                shared.append(replace(mark, color=color))
            elif isinstance(mark, Rule | Diagonal) and not mark.dashed:
                shared.append(replace(mark, color=color, label=f"{side}: {mark.label}" if mark.label else ""))
    return shared


def _line(mark: Mark) -> Mark:
    """Return a line wherever its label stands, which is another place beside other curves."""
    return replace(mark, at_left=False) if isinstance(mark, Rule) else mark


def _heatmaps(a: Panel, b: Panel, of_a: Heatmap, of_b: Heatmap, chosen: Compare) -> tuple[Panel, ...]:
    levels = _union(of_a.levels, of_b.levels)
    full = None if of_a.full is None or of_b.full is None else _union(of_a.full, of_b.full)
    of_a, of_b = (replace(mark, levels=levels, full=full) for mark in (of_a, of_b))
    if chosen.shows == "both" or of_a.colormap != of_b.colormap:
        return _beside(_with(a, of_a), _with(b, of_b))
    size, at_a, at_b, corner = _window(of_a, of_b)
    lines = tuple(_lines(a, b, own=False))
    if chosen.shows == "swipe":
        cut, rule = _cut(a.x, chosen)
        swiped = SwipedRaster(of_a.raster, of_b.raster, size, at_a, at_b, cut - corner[0])
        heat = replace(of_a, raster=swiped, x0=corner[0], y0=corner[1], key=of_a.key and f"{of_a.key}_swiped")
        return (replace(a, marks=(heat, *lines, rule), title=_title(a.title, b.title), fact="A left, B right"),)
    period = of_a.levels[1] - of_a.levels[0] if of_a.cyclic else 0.0
    raster = of_a.raster.minus(of_b.raster) if size == of_a.raster.shape and at_a == at_b == (0, 0) else None
    raster = raster or DifferenceRaster(of_a.raster, of_b.raster, size, at_a, at_b, period)
    most, exact = largest(raster)
    heat = replace(
        of_a, raster=raster, x0=corner[0], y0=corner[1], levels=(-(most or 1.0), most or 1.0), colormap="diverging",
        bar=None if of_a.bar is None else "A − B", full=None, full_colormap="", cyclic=False, fixed=False,
        called="A − B", key=of_a.key and f"{of_a.key}_difference",
    )  # fmt: skip
    said = f"largest {measured(most)}" if exact else f"largest seen {measured(most)}"
    title = f"A − B: {a.title}" if a.title == b.title and a.title else "A − B"
    return (replace(a, marks=(heat, *lines), title=title, fact=said if most else "no difference"),)


def _with(panel: Panel, heat: Heatmap) -> Panel:
    return replace(panel, marks=tuple(heat if isinstance(mark, Heatmap) else mark for mark in panel.marks))


def _union(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    return min(a[0], b[0]), max(a[1], b[1])


def _window(a: Heatmap, b: Heatmap) -> tuple[Cell, Cell, Cell, tuple[float, float]]:
    """Return the size of what both have, where it begins in each, and where it lies: (x, y)."""
    (height, width), (height_b, width_b) = a.raster.shape, b.raster.shape
    x, y = max(a.x0, b.x0), max(a.y0, b.y0)
    size = min(a.y0 + height, b.y0 + height_b) - y, min(a.x0 + width, b.x0 + width_b) - x
    at_a, at_b = ((round(y - mark.y0), round(x - mark.x0)) for mark in (a, b))
    return (round(size[0]), round(size[1])), at_a, at_b, (x, y)


def _cut(axis: Axis, chosen: Compare) -> tuple[float, Rule]:
    """Return where A ends along an axis, and the line there."""
    low, high = axis.shown
    if axis.log:
        at = low * (high / low) ** chosen.swipe
        return at, Rule("x", at, color="ink")
    at = low + (high - low) * chosen.swipe
    return at, Rule("x", at, color="ink", moves=SWIPE, origin=low, per=1 / (high - low))


def _plots(a: Panel, b: Panel, chosen: Compare) -> tuple[Panel, ...]:
    title, fact = _title(a.title, b.title), _title(a.fact, b.fact)
    if chosen.shows == "difference" and (found := apart(a, b)) is not None:
        y = heights(a.y, found, a.x.shown)
        what = found[0].label if a.compares else a.title or a.y.label.split(" (")[0]
        alike = bool(what) and (a.compares or a.title == b.title) and a.y.label == b.y.label
        of = f": {what}" if alike else ""
        lines = _lines(a, b, own=False)
        kept = [mark for mark in lines if not (isinstance(mark, Rule | Band) and mark.direction == "y")]
        title, labels = f"{'A / B' if a.y.log else 'A − B'}{of}", {curve.label for curve in found}
        if len(labels) == 1 and labels <= {curve.label for curve in curves(a)}:  # the name of both tells nothing apart
            found, labels = [replace(curve, label="") for curve in found], {""}
        found = there(found, a.x.shown)
        rules = any(isinstance(mark, Rule) and mark.label for mark in kept)
        legend = len(labels) > 1 or (a.legend and (labels != {""} or rules))
        return (replace(a, y=y, marks=(*kept, *found), title=title, fact="", legend=legend),)
    if a.compares or b.compares or not can_overlay(a, b):
        return _beside(a, b)
    cut, rule = _cut(a.x, chosen) if chosen.shows == "swipe" else (None, None)
    marks = [*_lines(a, b, own=True), *there(overlaid(a, b, cut), a.x.shown), *([rule] if rule else [])]
    return (replace(a, marks=tuple(marks), title=title, fact=fact, legend=True),)
