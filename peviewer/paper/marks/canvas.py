"""Where marks are painted: one panel that has its final place on the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from peviewer.paper.axes.axis import origin

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from peviewer.figures.grammar import Panel
    from peviewer.paper.style import Style

# What a viewer can still show; beyond it a vector file only grows.
LARGEST_SIDE = 6_000


@dataclass(frozen=True)
class Canvas:
    """A panel and its axes; `resolution` is the samples an inch of vector formats."""

    axes: Axes
    panel: Panel
    style: Style
    resolution: float | None = None

    @property
    def origin(self) -> tuple[int, int]:
        """What the page's coordinates are measured from, along x and y."""
        return origin(self.panel.x), origin(self.panel.y)

    @property
    def behind(self) -> str:
        """What words and lines on the data stand on: colours let no page through, whatever is behind the rest."""
        coloured = self.panel.heatmap is not None
        return self.style.backdrop if coloured else self.style.ground

    @property
    def pixel(self) -> float:
        """Pixels a point of type."""
        return self.style.dpi / 72

    def samples(self) -> tuple[int, int]:
        """Return how many samples fit across and down."""
        density = (self.resolution or self.style.dpi) / self.style.dpi
        sides = round(self.axes.bbox.width * density), round(self.axes.bbox.height * density)
        return (min(sides[0], LARGEST_SIDE), min(sides[1], LARGEST_SIDE)) if self.resolution else sides
