"""What marks are painted on: a panel with its final place, and for tables an area in points."""

from dataclasses import dataclass
from typing import Any, Literal

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from peviewer.figures.grammar import Panel
from peviewer.paper.axes import origin
from peviewer.paper.style import Style
from peviewer.paper.text import typeset

# The most samples of a side of a raster in a vector file: viewers show no more.
LARGEST_SIDE = 6_000


@dataclass(frozen=True)
class Canvas:
    """A panel and its axes; `resolution` is the samples an inch of vector formats.

    ``table_size`` is the type of all tables of a page that is laid out, in points.
    """

    axes: Axes
    panel: Panel
    style: Style
    resolution: float | None = None
    table_size: float = 0.0

    @property
    def origin(self) -> tuple[int, int]:
        """What the page's coordinates are measured from, along x and y."""
        return origin(self.panel.x), origin(self.panel.y)

    @property
    def behind(self) -> str:
        """The background colour of words and lines.

        A heatmap is opaque even if the page is transparent.
        """
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
        return (
            (min(sides[0], LARGEST_SIDE), min(sides[1], LARGEST_SIDE)) if self.resolution else sides
        )


Align = Literal["left", "center", "right"]

# In sizes of type: from one base line to the next, and from the middle of a line down to its base line.
LINE = 1.35
BASE = 0.35
# The font of matplotlib's that has both ✓ and ✗.
SIGNS = "DejaVu Sans"


@dataclass(frozen=True)
class TableArea:
    """A panel's area without axes, `width` × `height` points."""

    axes: Axes
    style: Style
    width: float
    height: float

    @classmethod
    def of(cls, canvas: Canvas) -> "TableArea":
        """Set the coordinates of a panel to points, from its upper left corner."""
        box, axes = canvas.axes.bbox, canvas.axes
        width, height = box.width / canvas.pixel, box.height / canvas.pixel
        axes.set(xlim=(0, width), ylim=(height, 0))
        return cls(axes, canvas.style, width, height)

    def write(
        self, text: str, x: float, y: float, size: float, color: str, *, align: Align = "left"
    ) -> None:
        """Write one line of text whose middle is y."""
        self._text(typeset(text), x, y, size, color, align)

    def sign(self, holds: bool, x: float, y: float, size: float) -> None:
        palette = self.style.palette
        mark, color = ("✓", palette.holds) if holds else ("✗", palette.fails)
        self._text(mark, x, y, size, color, "left", fontfamily=SIGNS)

    def rule(self, y: float, length: float) -> None:
        """Draw a hairline from the left edge."""
        self.axes.plot([0, length], [y, y], color=self.style.palette.secondary, linewidth=self.style.sizes.hair,
                       solid_capstyle="butt", clip_on=False, scalex=False, scaley=False)  # fmt: skip

    def fill(self, x: float, y: float, width: float, height: float, color: str) -> None:
        """Colour a rectangle whose upper left corner is (x, y)."""
        cell = Rectangle(
            (x, y), width, height, facecolor=color, edgecolor="none", linewidth=0, antialiased=False
        )
        self.axes.add_patch(cell).set_zorder(1)

    def _text(
        self, text: str, x: float, y: float, size: float, color: str, align: str, **more: Any
    ) -> None:
        self.axes.add_artist(
            Text(x, y + BASE * size, text, fontsize=size, color=color, ha=align, va="baseline",
                   zorder=3, transform=self.axes.transData, clip_on=False, **more)
        )  # fmt: skip
