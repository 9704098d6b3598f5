"""The heatmaps of two panels: their common range of colours, and their difference."""

from dataclasses import replace
from typing import NamedTuple

from peviewer.figures.grammar import Heatmap, Mark, Panel
from peviewer.model.sampling.combined import Cell, DifferenceRaster


def with_one_bar(pair: tuple[Panel, ...]) -> tuple[Panel, ...]:
    """Return two panels for one row, with one colour bar where their colours mean the same."""
    a, b = pair
    heat_of_a = a.heatmap
    heat_of_b = b.heatmap
    if heat_of_a is None or heat_of_b is None or heat_of_a.bar is None:
        return pair
    if _color_meaning(heat_of_a) != _color_meaning(heat_of_b):
        return pair
    quantity = heat_of_a.bar if heat_of_a.quantity is None else heat_of_a.quantity
    heat_without_bar = replace(heat_of_a, bar=None, quantity=quantity or None)
    return with_heatmap(a, heat_without_bar), b


def _color_meaning(heat: Heatmap) -> tuple[object, ...]:
    return heat.levels, heat.colormap, heat.full, heat.full_colormap, heat.cyclic, heat.bar


def with_common_levels(a: Panel, b: Panel) -> tuple[Panel, Panel]:
    """Return two panels whose heatmaps share one range of colours, if both show one quantity."""
    of_a = a.heatmap
    of_b = b.heatmap
    if of_a is None or of_b is None or of_a.fixed or of_b.fixed:
        return a, b
    if (of_a.colormap, of_a.bar) != (of_b.colormap, of_b.bar):
        return a, b
    levels = union(of_a.levels, of_b.levels)
    a = with_heatmap(a, replace(of_a, levels=levels))
    return a, with_heatmap(b, replace(of_b, levels=levels))


def difference_raster(of_a: Heatmap, of_b: Heatmap) -> DifferenceRaster:
    """Return A − B of the cells that both have."""
    low, high = of_a.levels
    period = high - low if of_a.cyclic else 0.0
    cells = _overlapping_cells(of_a, of_b)
    return DifferenceRaster(
        of_a.raster, of_b.raster, cells.size, cells.first_of_a, cells.first_of_b, period
    )


def difference_heatmap(
    of_a: Heatmap, of_b: Heatmap, raster: DifferenceRaster, extreme: float
) -> Heatmap:
    cells = _overlapping_cells(of_a, of_b)
    return replace(
        of_a,
        raster=raster,
        x0=cells.x,
        y0=cells.y,
        levels=(-extreme, extreme),
        colormap="diverging",
        bar=None if of_a.bar is None else "A − B",
        full=None,
        full_colormap="",
        cyclic=False,
        fixed=False,
        quantity="A − B",
        key=of_a.key and f"{of_a.key}_difference",
    )


def with_heatmap(panel: Panel, heatmap: Heatmap) -> Panel:
    marks: list[Mark] = []
    for mark in panel.marks:
        marks.append(heatmap if isinstance(mark, Heatmap) else mark)
    return replace(panel, marks=tuple(marks))


def union(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    low_of_a, high_of_a = a
    low_of_b, high_of_b = b
    return min(low_of_a, low_of_b), max(high_of_a, high_of_b)


class _OverlappingCells(NamedTuple):
    """The cells that two heatmaps have: how many, their first cell in each, and its place."""

    size: Cell
    first_of_a: Cell
    first_of_b: Cell
    x: float
    y: float


def _overlapping_cells(a: Heatmap, b: Heatmap) -> _OverlappingCells:
    height_of_a, width_of_a = a.raster.shape
    height_of_b, width_of_b = b.raster.shape
    x = max(a.x0, b.x0)
    y = max(a.y0, b.y0)
    height = min(a.y0 + height_of_a, b.y0 + height_of_b) - y
    width = min(a.x0 + width_of_a, b.x0 + width_of_b) - x
    return _OverlappingCells(
        size=(round(height), round(width)),
        first_of_a=(round(y - a.y0), round(x - a.x0)),
        first_of_b=(round(y - b.y0), round(x - b.x0)),
        x=x,
        y=y,
    )
