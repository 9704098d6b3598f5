"""Lay out a page anew where its size or its resolution has changed: matplotlib's layout engine."""

from collections.abc import Callable
from typing import Any, Protocol

from matplotlib.layout_engine import LayoutEngine

from peviewer.paper.style import Style


class ResizablePage(Protocol):
    """The attributes of a page that the engine uses."""

    dpi: float
    canvas: Any

    def get_size_inches(self) -> Any: ...


# matplotlib's base is untyped in part.
class PageEngine(LayoutEngine):  # type: ignore[misc,unused-ignore]
    """Paints a page anew by `repaint` where it no longer has the size that it was painted for."""

    def __init__(self, style: Style, repaint: Callable[[Any, Style], None]) -> None:
        super().__init__()
        self._style = style
        self._repaint = repaint

    @property
    def adjust_compatible(self) -> bool:
        """Whether `subplots_adjust` may move panels: their places follow from their words."""
        return False

    @property
    def colorbar_gridspec(self) -> bool:
        """Whether a colour bar of one's own shares a grid with its axes: they are in none."""
        return False

    def set(self, **_parameters: Any) -> None:
        """Change nothing: distances follow from the style."""

    def execute(self, fig: ResizablePage) -> None:
        """Paint a page anew if its size or its resolution has changed.

        A :class:`StyleError` says that it is too small.
        """
        style = self._present_style(fig)
        if style != self._style:
            self._repaint(fig, style)
            self._style = style

    def _present_style(self, page: ResizablePage) -> Style:
        """Return the style for the size that a page has now."""
        # Vector formats have a resolution of their own while they are written.
        has_pixels = hasattr(page.canvas, "get_renderer")
        dpi = float(page.dpi) if has_pixels else self._style.dpi
        width, height = (round(float(side) * dpi) for side in page.get_size_inches())
        return self._style.but(width=width, height=height, dpi=dpi)
