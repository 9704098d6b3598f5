"""How well what is drawn on a page is seen: by its size, and by what had to give way for it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from peviewer.figures.giving_way import ON_PAPER
from peviewer.paper.page.grid import ASPECT, LOWEST

if TYPE_CHECKING:
    from collections.abc import Mapping

    from peviewer.figures.giving_way import Part
    from peviewer.paper.page.fitting import Fitted
    from peviewer.paper.page.layout import Area

# What it counts, in doublings of the size of what is drawn, that a part gave way, or that a panel has no room.
LOST: Mapping[Part, float] = {
    "fact": 0.1, "formula": 0.1, "legend": 0.5, "spare rows": 1.0, "tables": 0.3, "axis titles": 2.0,
    "panel titles": 4.0,
}  # fmt: skip
GONE = 2.0
# The same for words whose type had to be so much smaller, for each halving of it.
SMALLER = 2.0


def seen_well(found: Fitted) -> float:
    """Return how well what is drawn is seen: the larger, the better; in doublings of its size."""
    areas = [area for area in found.areas if not area.panel.is_listing]
    seen = [area for area in areas if area.axes.get_visible()]
    if not seen:
        return 0.0
    sizes = sum(math.log2(_size(area)) for area in seen) / len(seen)
    lost = sum(LOST.get(part, 0.0) for part in ON_PAPER[0] - ON_PAPER[found.given_up])
    words = [item for area in seen for item in area.header.items]
    small = max((math.log2(item.natural / item.size) for item in words), default=0.0)
    return sizes - lost - GONE * (len(areas) - len(seen)) / len(areas) - SMALLER * small


def is_flat(found: Fitted) -> bool:
    """Whether a panel is so low, or its title so small, that it is better to spare some rows."""
    least = found.shown.style.sizes.least
    areas = [area for area in found.areas if area.axes.get_visible() and not area.panel.is_listing]
    low = LOWEST * least * found.shown.style.dpi / 72
    return any(
        area.axes.bbox.height < low or any(item.size < least - 1e-6 for item in area.header.items) for area in areas
    )


def _size(area: Area) -> float:
    """Return how high the drawing of a panel is, or would be if it were no wider than looks best."""
    wide, high = area.pixels
    if area.panel.square:
        across, up = (axis.shown[1] - axis.shown[0] for axis in (area.panel.x, area.panel.y))
        return min(wide / across, high / up) * math.sqrt(across * up)
    return min(wide if area.panel.square_cells else wide / ASPECT, high)
