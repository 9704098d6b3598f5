"""Where panes have room, where gaps and drops are, and what moving them makes of an arrangement, is what is kept."""

import pytest
from PySide6.QtCore import QPoint, QRect, QSize

from peviewer.app.panes.dragging import drop
from peviewer.app.panes.geometry import fitted, minimum_size, moved, rooms, with_pane_opened
from peviewer.document.arrangement import Split, TabGroup, even, names
from tests.numbers import check

FIVE = "shift", "distance", "waves", "clocks", "table"


def alone(name):
    return TabGroup((name,), name)


NESTED = Split(
    True,
    (
        Split(False, (alone("shift"), TabGroup(("distance", "waves"), "waves")), (1.0, 0.4)),
        Split(False, (alone("clocks"), Split(True, (alone("table"), alone("binary")), (0.5, 1.0))), (0.7, 1.0)),
        alone("encoding"),
    ),
    (1.0, 0.8, 0.25),
)  # fmt: skip
ARRANGEMENTS = {
    **{f"even {count}": even([*FIVE, "binary", "encoding", "vectors"][:count]) for count in range(1, 9)},
    "nested": NESTED,
    "down": Split(False, (alone("shift"), alone("waves"), alone("table")), (1.0, 0.5, 0.25)),
}  # fmt: skip
AREAS = QRect(0, 0, 1400, 900), QRect(10, 20, 701, 451)
LITTLE = QSize(460, 400)
DROPPED_ON = "nested", "even 4"
GRID = 7
"""So many places across an area and down it are dropped on."""
MOVES = -70, 900
"""Pixels by which gaps are moved: a little back, and as far as they go."""


def box(rect):
    return list(rect.getRect())


def plain(part):
    """Return an arrangement as lists: of a group its names, the one in front first."""
    if isinstance(part, TabGroup):
        return [part.front, *(name for name in part.names if name != part.front)]
    shares = [round(share, 4) for share in part.shares]
    return {
        "across" if part.across else "down": [plain(inner) for inner in part.parts],
        "by": shares,
    }


def in_area(arrangement, area, visible):
    all_rooms, gaps = rooms(arrangement, area, visible)
    found = {"rooms": [], "gaps": [], "moved": []}
    for room in all_rooms:
        top_inside = box(room.inside)[1]
        found["rooms"].append([*box(room.rect), top_inside, room.group.front])
    for gap in gaps:
        neighbours = gap.before, gap.after
        found["gaps"].append([*gap.path, *neighbours, *box(gap.rect), *gap.minimums])
        for pixels in MOVES:
            found["moved"].append(list(shares_of(moved(arrangement, gap, pixels))))
    return found


def shares_of(part):
    if isinstance(part, TabGroup):
        return
    for share in part.shares:
        yield round(share, 3)
    for inner in part.parts:
        yield from shares_of(inner)


def drops(arrangement, area, visible):
    """Return what comes of dropping the first pane at places all over the area."""
    width = area.width() - 1
    height = area.height() - 1
    found = []
    for place in range(GRID**2):
        down, across = divmod(place, GRID)
        x = area.left() + across * width // (GRID - 1)
        y = area.top() + down * height // (GRID - 1)
        made = drop(arrangement, area, visible, visible[0], QPoint(x, y))
        if made is None:
            found.append([])
            continue
        way = made.phrase[:2]
        found.append([*box(made.rect), way, made.target])
    return found


def cases(name):
    arrangement = ARRANGEMENTS[name]
    visible = names(arrangement)
    others = visible[1:]
    least_size = minimum_size(arrangement)
    found = {"least": [least_size.width(), least_size.height()]}
    for area in AREAS:
        size = f"{area.width()}x{area.height()}"
        found[size] = in_area(arrangement, area, visible)
        found[f"{size} without the first"] = in_area(arrangement, area, others)
        fitted_to_area = fitted(arrangement, visible, area.size(), visible[-1:])
        found[f"fitted to {size}"] = plain(fitted_to_area)
        with_new = with_pane_opened(arrangement, area, visible, "new")
        found[f"opened in {size}"] = plain(with_new)
    fitted_to_little = fitted(arrangement, visible, LITTLE)
    found["fitted to little"] = plain(fitted_to_little)
    reopened = with_pane_opened(arrangement, AREAS[0], others, visible[0])
    found["opened again"] = plain(reopened)
    if name in DROPPED_ON:
        found["dropped"] = drops(arrangement, AREAS[0], visible)
    return {f"arrangements/{name}": found}


def all_cases():
    return {case: now for name in ARRANGEMENTS for case, now in cases(name).items()}


@pytest.mark.parametrize("name", ARRANGEMENTS)
def test_panes_have_the_room_that_is_kept(name):
    check("app/panes", cases(name))
