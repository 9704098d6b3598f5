"""Figures with room for all frames of a clip: at each place the longest text of all frames."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from peviewer.base.words import unstarred
from peviewer.figures.grammar import Axis, Figure, Listing, Panel

PanelGrid = tuple[tuple[bool, ...], ...]


def panel_grid(figure: Figure) -> PanelGrid:
    """Return for each panel of a Figure, row by row, whether it is drawn to scale."""
    return tuple(tuple(panel.square for panel in row) for row in figure.rows)


def worst_cases(figures: Iterable[Figure]) -> dict[PanelGrid, Figure]:
    """Return one Figure for each grid of panels, see :func:`panel_grid`.

    At each place it has the longest text and the largest numbers of all Figures with that grid. A
    page that is laid out for it has room for all of them.
    """
    figures_by_grid: defaultdict[PanelGrid, list[Figure]] = defaultdict(list)
    for figure in figures:
        figures_by_grid[panel_grid(figure)].append(figure)
    return {grid: _worst_case(alike) for grid, alike in figures_by_grid.items()}


def _worst_case(figures: Sequence[Figure]) -> Figure:
    first_figure = figures[0]
    rows_of_all = zip(*(figure.rows for figure in figures), strict=True)
    return replace(
        first_figure,
        title=_longest(figure.title for figure in figures),
        formula=max((figure.formula for figure in figures), key=len),
        caption=_longest(figure.caption for figure in figures),
        rows=tuple(_worst_row(rows) for rows in rows_of_all),
    )


def _worst_row(rows: Sequence[tuple[Panel, ...]]) -> tuple[Panel, ...]:
    panels_at_places = zip(*rows, strict=True)
    return tuple(_worst_panel(panels) for panels in panels_at_places)


def _worst_panel(panels: Sequence[Panel]) -> Panel:
    fullest = max(panels, key=_fullness)
    return replace(
        fullest,
        x=max((panel.x for panel in panels), key=_label_room),
        y=max((panel.y for panel in panels), key=_label_room),
        title=_longest(panel.title for panel in panels),
        fact=_longest(panel.fact for panel in panels),
    )


def _fullness(panel: Panel) -> tuple[int, int, int]:
    """Return the letters in a panel's listings, those in its legend, and its variants.

    A drawing has more variants the more it shows, and a title if it shows more than one clock.
    """
    cell_length = 0
    for mark in panel.marks:
        if isinstance(mark, Listing):
            cell_length += sum(len("".join(row)) for row in mark.rows)
    legend_marks = panel.legend_marks if panel.legend else ()
    legend_length = sum(len(unstarred(mark.label)) for mark in legend_marks)
    return cell_length, legend_length, len(panel.variants)


def _label_room(axis: Axis) -> tuple[int, float]:
    return len(axis.label), max(map(abs, axis.limits))


def _longest(texts: Iterable[str]) -> str:
    return max(texts, key=lambda text: len(unstarred(text)))
