"""How large data areas are where cells are to be square: as wide as high, and what stands in a column stays aligned."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peviewer.figures.grammar import Panel

Sizes = list[list[tuple[float, float]]]


def squared(rows: Sequence[Sequence[Panel]], sizes: Sequence[Sequence[tuple[float, float]]]) -> Sizes:
    """Return the widths and heights of data areas, less where cells are to be square.

    A panel that is too wide is narrowed, and with it those below and above it;
    one that is too high is lowered alone.

    Examples
    --------
    >>> from peviewer.figures.grammar import Axis, Panel
    >>> axis = Axis("position", "", (-0.5, 9.5))
    >>> matrix, profile = Panel(axis, axis, (), square_cells=True), Panel(axis, Axis("value", "", (0, 1)), ())
    >>> squared([[matrix], [profile]], [[(300, 200)], [(300, 80)]])
    [[(200.0, 200)], [(200.0, 80)]]
    >>> squared([[matrix], [profile]], [[(300, 400)], [(300, 80)]])
    [[(300, 300.0)], [(300, 80)]]
    """
    found: Sizes = [list(row) for row in sizes]
    for row, panels in enumerate(rows):
        for place, panel in enumerate(panels):
            if not panel.square_cells:
                continue
            across, up = (axis.shown[1] - axis.shown[0] for axis in (panel.x, panel.y))
            width, height = found[row][place]
            if height * across / up >= width:
                found[row][place] = width, width * up / across
                continue
            for other, line in enumerate(rows):
                if len(line) == len(panels):
                    found[other][place] = min(found[other][place][0], height * across / up), found[other][place][1]
    return found
