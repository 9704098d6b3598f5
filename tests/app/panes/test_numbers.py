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
GRID = 7


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
    return {
        "rooms": [[*box(room.rect), box(room.inside)[1], room.group.front] for room in all_rooms],
        "gaps": [[*gap.path, gap.before, gap.after, *box(gap.rect), *gap.minimums] for gap in gaps],
        "moved": [
            [share for part in shares_of(moved(arrangement, gap, by)) for share in part]
            for gap in gaps
            for by in (-70, 900)
        ],
    }


def shares_of(part):
    if isinstance(part, Split):
        yield [round(share, 3) for share in part.shares]
        for inner in part.parts:
            yield from shares_of(inner)


def drops(arrangement, area, visible):
    """Return what comes of dropping the first pane at places all over the area."""
    found = []
    for down in range(GRID):
        for across in range(GRID):
            x = area.left() + across * (area.width() - 1) // (GRID - 1)
            y = area.top() + down * (area.height() - 1) // (GRID - 1)
            made = drop(arrangement, area, visible, visible[0], QPoint(x, y))
            found.append([*box(made.rect), made.phrase[:2], made.target] if made else [])
    return found


def cases(name):
    arrangement = ARRANGEMENTS[name]
    visible = names(arrangement)
    found = {"least": list(minimum_size(arrangement).toTuple())}
    for area in AREAS:
        size = f"{area.width()}x{area.height()}"
        found[size] = in_area(arrangement, area, visible)
        found[f"{size} without the second"] = in_area(arrangement, area, visible[:1] + visible[2:])
        found[f"fitted to {size}"] = plain(fitted(arrangement, visible, area.size(), visible[-1:]))
        found[f"opened in {size}"] = plain(with_pane_opened(arrangement, area, visible, "new"))
    found["fitted to little"] = plain(fitted(arrangement, visible, QSize(460, 400)))
    found["opened behind"] = plain(with_pane_opened(arrangement, AREAS[0], visible[1:], visible[0]))
    if name in ("nested", "even 4"):
        found["dropped"] = drops(arrangement, AREAS[0], visible)
    return {f"arrangements/{name}": found}


def all_cases():
    return {case: now for name in ARRANGEMENTS for case, now in cases(name).items()}


@pytest.mark.parametrize("name", ARRANGEMENTS)
def test_panes_have_the_room_that_is_kept(name):
    check("app/panes", cases(name))
