"""Words above a page or a panel, packed into as few lines as they fit on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from matplotlib.legend import Legend

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.backends.backend_agg import RendererAgg
    from matplotlib.figure import Figure as Page
    from matplotlib.text import Text


def points(text: Text) -> float:
    """Return the size of a text's type."""
    return float(text.get_fontsize())


@dataclass(frozen=True)
class Item:
    """One text or legend; `right` where it belongs at the right end even when alone."""

    artist: Text | Legend
    right: bool = False

    @property
    def texts(self) -> Sequence[Text]:
        """The texts it is made of."""
        return self.artist.get_texts() if isinstance(self.artist, Legend) else [self.artist]

    def fit(self, renderer: RendererAgg, width: float) -> tuple[float, float]:
        """Return width and height in pixels, after making the type smaller where it is wider than `width`."""
        wide = self.artist.get_window_extent(renderer).width
        if wide > width > 0:
            for text in self.texts:
                text.set_fontsize(points(text) * width / wide * 0.98)
        box = self.artist.get_window_extent(renderer)
        return box.width, max(box.height, 1.25 * self._type(renderer))

    def move(self, page: Page, renderer: RendererAgg, x: float, y: float) -> None:
        """Put its lower left corner at a pixel; texts share a base line."""
        if isinstance(self.artist, Legend):
            at = page.transFigure.inverted().transform((x, y))
            self.artist.set_bbox_to_anchor((float(at[0]), float(at[1])), page.transFigure)
        else:
            at = page.transFigure.inverted().transform((x, y + 0.25 * self._type(renderer)))
            self.artist.set_position((float(at[0]), float(at[1])))

    def _type(self, renderer: RendererAgg) -> float:
        return points(self.texts[0]) * float(renderer.dpi) / 72


@dataclass(frozen=True)
class Header:
    """Items from left to right; `gap` pixels stand below each line and between items."""

    items: tuple[Item, ...]
    gap: float

    def place(self, page: Page, renderer: RendererAgg, left: float, right: float, bottom: float) -> float:
        """Put the items above `bottom`, between `left` and `right` (pixels); return the height used."""
        sizes = [item.fit(renderer, right - left) for item in self.items]
        lines: list[list[int]] = []
        for index, (width, _) in enumerate(sizes):
            if lines and len(lines[-1]) == 1 and sizes[lines[-1][0]][0] + 2 * self.gap + width <= right - left:
                lines[-1].append(index)
            else:
                lines.append([index])
        height = 0.0
        for line in reversed(lines):
            height += self.gap
            for place, index in enumerate(line):
                at_right = place > 0 or self.items[index].right
                x = right - sizes[index][0] if at_right else left
                self.items[index].move(page, renderer, x, bottom + height)
            height += max(sizes[index][1] for index in line)
        return height
