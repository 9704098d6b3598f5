"""Where the panels of a page stand and the words above them, kept for pages of the same panels: frames of a clip."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from peviewer.paper.page.header import place_evenly
from peviewer.paper.page.layout import fit_labels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.backends.backend_agg import RendererAgg
    from matplotlib.figure import Figure as Page

    from peviewer.paper.page.header import Header, Lines
    from peviewer.paper.page.layout import Block
    from peviewer.paper.style import Sizes

Box = tuple[float, float, float, float]


class Place(NamedTuple):
    """Where one panel stands, its colour bar and the words above it; no box where it is not seen."""

    axes: Box | None
    bar: Box | None
    words: Lines


class BlockPlaces(NamedTuple):
    """Where the title of a Figure stands, in which type, and its panels."""

    title: Lines
    size: float | None
    panels: tuple[Place, ...]


def places(blocks: Sequence[Block]) -> tuple[BlockPlaces, ...]:
    """Return where all stands on a page that is laid out."""

    def box(axes: Axes | None) -> Box | None:
        return None if axes is None or not axes.get_visible() else axes.get_position().bounds

    return tuple(
        BlockPlaces(
            block.title.lines,
            block.title.items[0].size if block.title.items else None,
            tuple(Place(box(area.axes), box(area.bar), area.header.lines) for area in block.areas),
        )
        for block in blocks
    )


def put(page: Page, blocks: Sequence[Block], kept: Sequence[BlockPlaces], sizes: Sizes) -> None:
    """Put panels and words where others of the same shape stand."""
    renderer: RendererAgg = page.canvas.get_renderer()  # type: ignore[attr-defined]  # an Agg canvas
    for block, place in zip(blocks, kept, strict=True):
        if block.title.items and place.size is not None:
            block.title.items[0].natural = min(block.title.items[0].natural, place.size)
        _keep(page, renderer, block.title, place.title)
        for area, panel in zip(block.areas, place.panels, strict=True):
            area.axes.set_visible(panel.axes is not None)
            if panel.axes is not None:
                area.axes.set_position(panel.axes)
            if area.bar is not None and panel.bar is not None:
                area.bar.set_position(panel.bar)
            fit_labels(area, renderer, sizes)
        words = list(zip((area.header for area in block.areas), (panel.words for panel in place.panels), strict=True))
        place_evenly([area.header for area in block.areas], partial(_keep_all, page, renderer, words))


def _keep_all(page: Page, renderer: RendererAgg, words: Sequence[tuple[Header, Lines]]) -> None:
    for header, lines in words:
        _keep(page, renderer, header, lines)


def _keep(page: Page, renderer: RendererAgg, header: Header, lines: Lines) -> None:
    header.kept = lines
    header.place(page, renderer, *lines.span, lines.bottom)
