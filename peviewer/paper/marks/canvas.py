"""The canvas of marks: a panel with its final place, or for tables an area in points."""

from dataclasses import dataclass
from typing import Literal

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

    ``table_size`` is the size of type of all tables of a page that is laid out, in points.
    ``room`` is the width of the panel with all that is around its data, in pixels; 0 if it is not
    known.
    """

    axes: Axes
    panel: Panel
    style: Style
    resolution: float | None = None
    table_size: float = 0.0
    room: float = 0.0

    @property
    def whole_width(self) -> float:
        """The width of the panel with all that is around its data, or else that of the data."""
        return self.room or float(self.axes.bbox.width)

    @property
    def origin(self) -> tuple[int, int]:
        """The point from which the page's coordinates are measured, x and y."""
        return origin(self.panel.x), origin(self.panel.y)

    @property
    def behind(self) -> str:
        """The background colour of words and lines.

        A heatmap is opaque even if the page is transparent.
        """
        has_heatmap = self.panel.heatmap is not None
        return self.style.backdrop if has_heatmap else self.style.ground

    @property
    def pixel(self) -> float:
        """The pixels of a point of type."""
        return self.style.dpi / 72

    def samples(self) -> tuple[int, int]:
        """Return how many samples fit across and down."""
        density = (self.resolution or self.style.dpi) / self.style.dpi
        across = round(self.axes.bbox.width * density)
        down = round(self.axes.bbox.height * density)
        if self.resolution:
            return min(across, LARGEST_SIDE), min(down, LARGEST_SIDE)
        return across, down


Align = Literal["left", "center", "right"]

# The distance of a table's base lines, as a multiple of the size of type.
CELL_LINE = 1.35
# The distance from the middle of a line down to its base line, as a multiple of the size of type.
BASELINE_BELOW_MIDDLE = 0.35
# The font of matplotlib's that has both ✓ and ✗.
SIGN_FONT = "DejaVu Sans"


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
        width = canvas.axes.bbox.width / canvas.pixel
        height = canvas.axes.bbox.height / canvas.pixel
        canvas.axes.set(xlim=(0, width), ylim=(height, 0))
        return cls(canvas.axes, canvas.style, width, height)

    def write(
        self, text: str, x: float, y: float, size: float, color: str, *, align: Align = "left"
    ) -> None:
        """Write one line of text in type of a `size`, whose middle is `y`."""
        line = Text(
            x, y + BASELINE_BELOW_MIDDLE * size, typeset(text), fontsize=size, color=color, ha=align
        )
        self._add(line)

    def sign(self, holds: bool, x: float, y: float, size: float) -> None:
        """Write the sign of a claim that holds, or of one that fails."""
        palette = self.style.palette
        sign = "✓" if holds else "✗"
        color = palette.holds if holds else palette.fails
        self._add(
            Text(
                x,
                y + BASELINE_BELOW_MIDDLE * size,
                sign,
                fontsize=size,
                color=color,
                fontfamily=SIGN_FONT,
            )
        )

    def rule(self, y: float, length: float) -> None:
        """Draw a hairline from the left edge."""
        (line,) = self.axes.plot([0, length], [y, y], scalex=False, scaley=False)
        line.set(color=self.style.palette.secondary, linewidth=self.style.sizes.hair)
        line.set(solid_capstyle="butt", clip_on=False)

    def fill(self, x: float, y: float, width: float, height: float, color: str) -> None:
        """Colour a rectangle whose upper left corner is (x, y)."""
        cell = Rectangle((x, y), width, height, facecolor=color, antialiased=False)
        cell.set(edgecolor="none", linewidth=0)
        self.axes.add_patch(cell).set_zorder(1)

    def _add(self, line: Text) -> None:
        line.set(va="baseline", zorder=3, transform=self.axes.transData, clip_on=False)
        self.axes.add_artist(line)
