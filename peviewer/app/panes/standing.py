"""Where panes stand by their number alone: in even columns, the first one larger where one is missing."""

from PySide6.QtCore import QRect, QSize

SHOWN = 6
GAP = 8


def columns(count: int) -> list[list[int]]:
    """Return the columns in which panes stand, each from top to bottom; where one is missing, the first is larger.

    Examples
    --------
    >>> columns(2), columns(3), columns(4)
    ([[0], [1]], [[0], [1, 2]], [[0, 2], [1, 3]])
    >>> columns(5)
    [[0], [1, 3], [2, 4]]
    """
    count = min(count, SHOWN)
    across = 1 if count < 2 else 2 if count < 5 else 3
    down = -(-count // across)
    missing = across * down - count
    return [[column, across + column - missing] if down > 1 and column >= missing else [column]
            for column in range(across)][:count]  # fmt: skip


def slots(count: int, area: QSize) -> dict[int, QRect]:
    """Return where each pane stands in an area, by its number.

    Examples
    --------
    >>> [slot.getRect() for slot in slots(2, QSize(208, 100)).values()]
    [(0, 0, 100, 100), (108, 0, 100, 100)]
    """
    standing = columns(count)
    found = {}
    for column, members in enumerate(standing):
        wide, high = (area.width() + GAP) / len(standing), (area.height() + GAP) / len(members)
        for row, index in enumerate(members):
            found[index] = QRect(round(column * wide), round(row * high), round(wide) - GAP, round(high) - GAP)
    return found


def near(place: QRect, slot: QRect) -> bool:
    """Whether a pane stands in its slot, but for a few pixels."""
    corners = (place.topLeft() - slot.topLeft(), place.bottomRight() - slot.bottomRight())
    return all(off.manhattanLength() <= 2 * GAP for off in corners)
