"""Where a text stands beside a point of a path."""

from math import hypot
from typing import NamedTuple


class Pixels(NamedTuple):
    """A place, a direction or a size, in pixels across and down, or across and up."""

    x: float
    y: float


def place_beside(
    point: Pixels, tangent: Pixels, size: Pixels, area: Pixels, gap: float, *, beyond: bool = False
) -> Pixels:
    """Return the middle of a text of a `size` that stands beside a point of a path.

    It is `gap` pixels off along the normal of the `tangent`: away from the middle of the `area`,
    which begins at 0, or on the other side where it would leave the area. With `beyond` it is off
    along the tangent.

    >>> place_beside(Pixels(50, 80), Pixels(1, 0), Pixels(20, 10), Pixels(100, 100), 8)
    Pixels(x=50.0, y=93.0)
    >>> place_beside(Pixels(50, 95), Pixels(1, 0), Pixels(20, 10), Pixels(100, 100), 8)
    Pixels(x=50.0, y=82.0)
    """
    length = hypot(*tangent) or 1.0
    across = tangent.x / length
    up = tangent.y / length
    off = Pixels(across, up) if beyond else Pixels(-up, across)
    outwards = off.x * (point.x - area.x / 2) + off.y * (point.y - area.y / 2)
    side = 1.0 if beyond or outwards >= 0 else -1.0
    distance = gap + abs(off.x) * size.x / 2 + abs(off.y) * size.y / 2
    places = []
    for sign in (side, -side):
        x = point.x + sign * distance * off.x
        y = point.y + sign * distance * off.y
        places.append(Pixels(x, y))
        is_within_width = size.x / 2 <= x <= area.x - size.x / 2
        is_within_height = size.y / 2 <= y <= area.y - size.y / 2
        if is_within_width and is_within_height:
            return places[-1]
    return places[0]
