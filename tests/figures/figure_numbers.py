"""The numbers of a Figure, and its texts: what tests.numbers reduces and keeps."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from zlib import crc32

import numpy as np

from peviewer.figures.grammar import Axis, Listing, Panel, Path
from peviewer.model.sampling.grid import cells
from peviewer.model.sampling.raster import Raster
from peviewer.model.sampling.series import Series
from tests.numbers import numbers_in

POINTS = 24
FLIPS = "flips", "flips_by_choice", "side"
"""Fields of a comparison whose panels the Figures of one encoding have, too."""
# Fields whose texts are names within the program; of words only whether there are any counts.
NAMES = {"direction", "color", "style", "cursor", "colormap", "moves", "field", "reduce", "unit"}
# Smaller pixels, as a share of the largest, are the root of what single precision rounds.
ROUNDING_OF_PIXELS = 5e-3


def texts_of(figure) -> Iterator[str]:
    """Yield the titles, facts, and names of axes and marks of a Figure."""
    yield figure.title
    for panel in figure.panels:
        yield from (panel.title, panel.fact, panel.x.label, panel.y.label)
        yield from (getattr(mark, "label", "") for mark in panel.marks)


def own_numbers(value, field: str = "") -> Iterator[float]:
    """Yield the numbers of a part of a Figure, names within the program and whether there are words among them."""
    if isinstance(value, bool | int | float | np.number):
        yield float(value)
    elif isinstance(value, str):
        is_name = field in NAMES
        yield float(crc32(value.encode()) % 1000 if is_name else bool(value))
    elif isinstance(value, tuple):
        yield float(len(value))
        for each in value:
            yield from own_numbers(each, field)
    elif is_dataclass(value) and not isinstance(value, Raster | Series | Panel):
        for each in fields(value):
            yield from own_numbers(getattr(value, each.name), each.name)


def cells_seen(raster: Raster, x: Axis, y: Axis, x0: float, y0: float) -> Iterator[float]:
    """Yield the pixels of a matrix in the window of axes, and its first cells one by one."""
    places = []
    firsts = []
    for axis, start, count in zip((y, x), (y0, x0), raster.shape, strict=True):
        places.append(cells(axis.shown[0] - start, axis.shown[1] - start, count, POINTS))
        first = round(places[-1][0]) if len(places[-1]) else 0
        firsts.append(range(first, min(count, first + 3)))
    pixels = np.nan_to_num(raster.sample(*places).ravel())
    largest = np.abs(pixels).max(initial=0)
    yield from np.where(np.abs(pixels) < ROUNDING_OF_PIXELS * largest, 0, pixels)
    yield from raster.exact(*firsts).ravel()


def points(series: Series, x: Axis) -> Iterator[float]:
    """Yield the points of the window of an axis, and what they stand for."""
    for each in series.sample(*x.shown, POINTS):
        yield from each
    for bounds in (series.bounds(*x.shown, POINTS), series.envelope(*x.shown, POINTS)):
        for each in bounds or ():
            yield from each


def ends(numbers: tuple[float, ...]) -> tuple[float, ...]:
    return numbers[:1] + numbers[-1:] + (min(numbers, default=0), max(numbers, default=0))


def figure_numbers(figure) -> dict[str, list[float]]:
    """Return the numbers of a Figure by what they are of: kinds of marks, axes, what is said."""
    found = {"figure": [], "axes": [], "said": []}
    for each in fields(figure):
        if each.name not in ("rows", *FLIPS):
            found["figure"] += own_numbers(getattr(figure, each.name), each.name)
    for panel in [each for shown in figure.panels for each in (shown, *shown.variants)]:
        found["said"] += numbers_in(panel.fact)
        found["axes"] += [*own_numbers(panel.x), *own_numbers(panel.y)]
        for each in fields(panel):
            if each.name not in ("x", "y", "marks", "variants"):
                found["figure"] += own_numbers(getattr(panel, each.name), each.name)
        for mark in panel.marks:
            kind = type(mark).__name__
            numbers = found.setdefault(kind, [])
            if isinstance(mark, Listing):
                found["said"] += [
                    number for row in mark.rows for number in numbers_in(" | ".join(row))
                ]
                numbers += own_numbers(mark.verdicts)
                continue
            if isinstance(mark, Path):  # rounding decides where its points are spared
                mark = replace(mark, x=ends(mark.x), y=ends(mark.y))
            numbers += own_numbers(mark)
            if hasattr(mark, "raster"):
                x0 = getattr(mark, "x0", 0.0)
                y0 = getattr(mark, "y0", getattr(mark, "row0", 0.0))
                numbers += cells_seen(mark.raster, panel.x, panel.y, x0, y0)
            if hasattr(mark, "series"):
                numbers += points(mark.series, panel.x)
    return found
