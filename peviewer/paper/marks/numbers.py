"""Set a window of a table of numbers as a typographer would: as many rows and columns as are readable."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from peviewer.base.words import number, plain, with_word
from peviewer.figures.grammar import Axis, Numbers, Panel
from peviewer.figures.palette import colormap, colour_steps, needs_black_text, themed_colormap
from peviewer.paper.marks.canvas import LINE, Canvas, TableArea
from peviewer.paper.style import Sizes
from peviewer.paper.text import width

# Sizes of type, in sizes of tick labels: the largest that shows the whole window, else the last.
SIZES = (1.5, 1.35, 1.2, 1.1, 1.0)
# In sizes of type: a row's height, the space between columns, the column of three dots.
PITCH, GAP, DOTS = 1.25 * LINE, 1.3, 1.6
# How far columns and rows may be spread to fill the panel.
SPREAD = 1.5


@dataclass(frozen=True)
class Block:
    """Some rows and columns of a table, written out at one size of type.

    Lengths are in that size.
    """

    mark: Numbers
    rows: range
    columns: range
    corner: str
    side_axis: Axis

    @cached_property
    def values(self) -> NDArray[np.float64]:
        return self.mark.raster.exact(self.rows, self.columns)

    @cached_property
    def texts(self) -> list[list[str]]:
        decimals = self.mark.decimals
        return [
            [plain(float(value), decimals) if np.isfinite(value) else "–" for value in row]
            for row in self.values
        ]

    @cached_property
    def names(self) -> list[str]:
        places = [row + self.mark.row0 for row in self.rows]
        return [f"*t* = {with_word(place, self.side_axis.word(place))}" for place in places]

    @cached_property
    def numerals(self) -> list[str]:
        return [number(column) for column in self.columns]

    @cached_property
    def pitch(self) -> float:
        """From one column to the next: all alike, as wide as the widest number and a gap."""
        longest = sorted({text for row in (*self.texts, self.numerals) for text in row}, key=len)[
            -12:
        ]
        return max(map(width, longest), default=0.0) + GAP

    @cached_property
    def side(self) -> float:
        """The width of the names, with the space that keeps them off coloured cells."""
        return max(map(width, (self.corner, *self.names))) + self.off

    @property
    def off(self) -> float:
        """The space between the names and the cells."""
        return GAP / 2 if self.mark.colormap else 0.0

    @property
    def more(self) -> tuple[bool, bool]:
        """Whether the table continues below, and to the right."""
        height, wide = self.mark.raster.shape
        return self.rows.stop < height, self.columns.stop < wide


def numbers(mark: Numbers, canvas: Canvas) -> None:
    """Paint the readable part of a table's window, with dots where the table continues."""
    area = TableArea.of(canvas)
    window = (
        shown(canvas.panel.y, mark.raster.shape[0]),
        shown(canvas.panel.x, mark.raster.shape[1]),
    )
    for share in SIZES:
        size = share * canvas.style.sizes.tick
        block = _block(mark, window, area.width / size, area.height / size, canvas.panel)
        if (block.rows, block.columns) == window:
            break
    _paint(block, area, size)


def height_at_most(panel: Panel, sizes: Sizes) -> float:
    """Return how many points tall the window of a table is in the largest type, with its rows spread."""
    (mark,) = panel.marks
    assert isinstance(mark, Numbers)
    rows = shown(panel.y, mark.raster.shape[0])
    return (
        (len(rows) + 1 + (rows.stop < mark.raster.shape[0]))
        * SPREAD
        * PITCH
        * SIZES[0]
        * sizes.tick
    )


def shown(axis: Axis, count: int) -> range:
    """Return the rows or columns that an axis shows."""
    first = axis.limits[0] + 0.5
    low, high = (end - first for end in axis.shown)
    return range(
        min(max(0, int(np.floor(low + 0.5))), count - 1),
        min(count, max(1, int(np.ceil(high + 0.5)))),
    )


def _block(
    mark: Numbers, window: tuple[range, range], wide: float, high: float, panel: Panel
) -> Block:
    """Return the part of a window that fits into a room, measured in sizes of type."""
    rows, columns = window
    height, width_ = mark.raster.shape
    lines = int(high / PITCH) - 1
    if len(rows) > lines or (len(rows) == lines and rows.stop < height):
        lines -= 1
    rows = rows[: max(1, lines)]
    letter = re.search(r"\*[^*]+\*", panel.x.label)  # that counts the columns
    # No number is narrower than its decimals: no more columns than this can fit.
    columns_at_most = columns[: int(wide / (0.5 * (mark.decimals + 1) + GAP)) + 1]
    block = Block(mark, rows, columns_at_most, f"{letter[0]} =" if letter else "", panel.y)
    room = wide - block.side
    fits = int(room / block.pitch)
    if fits < len(columns) or columns.stop < width_:
        fits = int((room - DOTS) / block.pitch)
    return replace(block, columns=block.columns[: max(1, fits)])


def _paint(block: Block, area: TableArea, size: float) -> None:
    below, beside = block.more
    palette, dots = area.style.palette, DOTS * size if beside else 0.0
    side, count = block.side * size, len(block.columns)
    pitch = min((area.width - side - dots) / count, SPREAD * block.pitch * size)
    row = min(area.height / (len(block.rows) + 1 + below), SPREAD * PITCH * size)
    length, half = side + count * pitch + dots, (pitch - (block.pitch - GAP) * size) / 2
    rights = [side + (k + 1) * pitch - (half if block.mark.colormap else 0) for k in range(count)]
    middles = [(k + 0.5) * row for k in range(len(block.rows) + 2)]
    edge = side - block.off * size
    area.write(block.corner, edge, middles[0], size, palette.secondary, align="right")
    for right, numeral in zip(rights, block.numerals, strict=True):
        area.write(numeral, right, middles[0], size, palette.secondary, align="right")
    inks = _cells(block, area, (side, row, pitch, row))
    for y, name, texts, colors in zip(middles[1:], block.names, block.texts, inks, strict=False):
        area.write(name, edge, y, size, palette.secondary, align="right")
        for right, text, color in zip(rights, texts, colors, strict=True):
            area.write(text, right, y, size, color, align="right")
        if beside:
            area.write("…", length, y, size, palette.secondary, align="right")
    if below:
        for right in (edge, *rights):
            area.write(
                "⋮",
                right - 0.3 * size,
                middles[len(block.rows) + 1],
                size,
                palette.secondary,
                align="center",
            )
    for line in (0, 1, len(block.rows) + 1 + below):
        area.rule(line * row, length)


def _cells(
    block: Block, area: TableArea, first: tuple[float, float, float, float]
) -> Sequence[Sequence[str]]:
    """Colour the cells if they are to be coloured; return the colour of each number."""
    if block.mark.colormap is None:
        return [[area.style.palette.text] * len(block.columns) for _ in block.rows]
    x, y, wide, high = first
    steps, _ = colour_steps(block.values.astype(np.float32), block.mark.levels)
    fills = colormap(themed_colormap(block.mark.colormap, area.style.palette))[steps]
    for r, line in enumerate(fills):
        for c, color in enumerate(line):
            area.fill(x + c * wide, y + r * high, wide, high, f"#{bytes(color).hex()}")
    inks: list[list[str]] = np.where(needs_black_text(fills), "#000000", "#FFFFFF").tolist()
    return inks
