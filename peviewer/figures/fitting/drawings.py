"""Drawings to scale, such as clocks: the variants of them that fill a space best."""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from peviewer.base.sharing import share_length
from peviewer.base.words import unstarred
from peviewer.figures.grammar import Figure, Panel, Words

# The average width of a letter, as a share of the font size.
LETTER_WIDTH = 0.6

# From this share of the largest scale on, drawings count as equally large.
NEARLY_LARGEST = 0.9

_Rows = tuple[tuple[Panel, ...], ...]


class _RowToScale(NamedTuple):
    """A row of drawings to scale, with its number in the Figure."""

    number: int
    panels: tuple[Panel, ...]

    @property
    def width(self) -> float:
        return sum(panel.x.extent for panel in self.panels)

    @property
    def height(self) -> float:
        return max(panel.y.extent for panel in self.panels)


class _Fit(NamedTuple):
    """How well a Figure fills a space.

    `unit` is the length of one unit of the axes in the smallest drawing, and `covered_area` what
    all drawings cover of the space.
    """

    labels_fit: bool
    unit: float
    covered_area: float


def fit_drawings(figure: Figure, width: float, height: float, size: float, line: float) -> Figure:
    """Return a Figure with those variants of its drawings that fill a space of `width` × `height`.

    The smallest font has `size` there, and a panel's title takes the height `line`. All drawings of
    a row take the same variant, and square ones that are side by side may also be one below the
    other. Of all candidates, labels fit if they can; then the smallest drawing is as large as
    possible; then the drawings cover as much as possible.
    """
    if figure.spare_rows or not any(panel.variants for panel in figure.panels):
        return figure
    candidates = list(_candidates(figure))
    fits = [_measure_fit(candidate, width, height, size, line) for candidate in candidates]
    labels_fit = max(fit.labels_fit for fit in fits)
    largest_unit = max(fit.unit for fit in fits if fit.labels_fit == labels_fit)
    least_unit = NEARLY_LARGEST * largest_unit

    best_candidate = figure
    largest_area = -1.0
    for fit, candidate in zip(fits, candidates, strict=True):
        is_large = fit.labels_fit == labels_fit and fit.unit >= least_unit
        if is_large and fit.covered_area > largest_area:
            best_candidate = candidate
            largest_area = fit.covered_area
    return best_candidate


def _candidates(figure: Figure) -> Iterator[Figure]:
    """Yield all combinations of the variants of a Figure's rows, the declared one first."""
    for replacements in itertools.product(*map(_row_variants, figure.rows)):
        rows: list[tuple[Panel, ...]] = []
        heights: list[float] = []
        for new_rows, height in zip(replacements, figure.heights, strict=True):
            rows += new_rows
            heights += [height / len(new_rows)] * len(new_rows)
        yield replace(figure, rows=tuple(rows), heights=tuple(heights))


def _row_variants(row: tuple[Panel, ...]) -> Iterator[_Rows]:
    """Yield the rows that may take the place of one row."""
    variants = [panel.variants for panel in row]
    side_by_side = [row, *zip(*variants, strict=False)]
    for panels in side_by_side:
        yield (panels,)
    if len(row) > 1 and all(panel.square for panel in row):
        for panels in side_by_side:
            yield tuple((panel,) for panel in panels)


def _measure_fit(figure: Figure, width: float, height: float, size: float, line: float) -> _Fit:
    titles_height = 0.0
    drawn_rows: list[_RowToScale] = []
    for number, panels in enumerate(figure.rows):
        if any(panel.title or panel.fact for panel in panels):
            titles_height += line
        if all(panel.square for panel in panels):
            drawn_rows.append(_RowToScale(number, panels))
    largest = {row.number: width / row.width * row.height for row in drawn_rows}
    row_heights = share_length(max(0.0, height - titles_height), figure.heights, maxima=largest)

    labels_fit = True
    units: list[float] = []
    covered_area = 0.0
    for row in drawn_rows:
        unit = min(width / row.width, row_heights[row.number] / row.height)
        units.append(unit)
        labels_fit = labels_fit and all(_labels_fit(panel, unit, size) for panel in row.panels)
        covered_area += unit**2 * row.width * row.height
    return _Fit(labels_fit, min(units), covered_area)


def _labels_fit(panel: Panel, unit: float, size: float) -> bool:
    for mark in panel.marks:
        if not isinstance(mark, Words) or not mark.room:
            continue
        letter_counts = [len(unstarred(text)) for text in mark.texts]
        longest_text = LETTER_WIDTH * size * max(letter_counts, default=0)
        if longest_text > mark.room * unit:
            return False
    return True
