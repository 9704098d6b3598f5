"""What can be taken hold of in data: lines are dragged, circles are picked, hands are turned, and a box zooms."""

from math import cos, pi, sin, tau

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from peviewer.figures.grammar import Arrows, Axis, Diagonal, Figure, Note, Panel, Picks, Rings, Rule, Turns

LEFT, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier
CELLS = Axis("position", "", (-0.5, 99.5), cursor="position", whole=True)
FREE = Axis("value", "", (0.0, 1.0))


def panel_of(*marks, square=False, axes=(CELLS, FREE)):
    return Figure("", ((Panel(*axes, marks, square=square),),))


def drag(mouse, *places, keys=Qt.KeyboardModifier.NoModifier, panel=0):
    """Press at the first place, visit the others, release at the last."""
    points = [mouse.point(*place, panel) for place in places]
    QTest.mousePress(mouse.viewport, LEFT, keys, points[0])
    for point in points:
        move(mouse, point, keys)
    QTest.mouseRelease(mouse.viewport, LEFT, keys, points[-1])


def move(mouse, point, keys):
    """Move with the button and these keys held."""
    at = QPointF(point)
    event = QMouseEvent(
        QEvent.Type.MouseMove, at, QPointF(mouse.viewport.mapToGlobal(point)), Qt.MouseButton.NoButton, LEFT, keys
    )
    QApplication.sendEvent(mouse.viewport, event)


@pytest.fixture
def edits(view):
    reported = []
    view.edited.connect(lambda *edit: reported.append(edit))
    return reported


def test_a_line_that_represents_a_field_is_dragged_from_cell_to_cell_as_one_edit(view, mouse, edits):
    view.set_figure(panel_of(Rule("x", 50, moves="cursor.position")))
    drag(mouse, (0.505, 0.5), (0.6, 0.5), (0.805, 0.2))
    fields, values, keys = zip(*edits, strict=True)
    assert set(fields) == {"cursor.position"}
    assert values[-1] == 80
    assert len(set(keys)) == 1 != len(edits)
    assert keys[0]
    drag(mouse, (0.505, 0.5), (0.6, 0.5))
    assert edits[-1][2] != keys[0], "the next drag is another edit"


def test_a_line_is_dragged_by_its_infinite_line(view, mouse, edits):
    view.set_figure(panel_of(Rule("x", 50, moves="cursor.position")))
    (line,) = (item for item in view.panels[0].area.allChildren() if isinstance(item, pg.InfiniteLine))
    dragged = []
    line.sigDragged.connect(lambda: dragged.append(line.moving))
    drag(mouse, (0.505, 0.5), (0.6, 0.5), (0.805, 0.2))
    assert dragged
    assert all(dragged)
    assert not line.moving


def test_a_line_beyond_cells_stops_at_the_limits(view, mouse, edits):
    view.set_figure(panel_of(Rule("y", 0.5, moves="a.b")))
    drag(mouse, (0.5, 0.5), (0.5, 0.6), (0.5, -0.2))
    assert edits[-1][:2] == ("a.b", 1.0)


@pytest.mark.parametrize(("label", "moved"), [("", "cursor.position"), ("*t* + *φ* = 50", "shift.phi")])
def test_of_two_lines_in_one_place_the_one_that_is_named_is_dragged_else_the_last(view, mouse, edits, label, moved):
    one, other = Rule("x", 50, "*t* = 50", moves="cursor.position"), Rule("x", 50, label, moves="shift.phi", origin=50)
    view.set_figure(panel_of(one, other))
    drag(mouse, (0.505, 0.5), (0.6, 0.5), (0.805, 0.2))
    assert {field for field, _, _ in edits} == {moved}


def test_a_line_may_count_from_another_place(view, mouse, edits):
    view.set_figure(panel_of(Rule("x", 70, moves="shift.phi", origin=50)))
    drag(mouse, (0.705, 0.5), (0.6, 0.5), (0.305, 0.5))
    assert edits[-1][:2] == ("shift.phi", -20)


def test_a_diagonal_is_dragged_from_lag_to_lag(view, mouse, edits):
    down = Axis("position", "", (-0.5, 99.5), cursor="other", whole=True, inverted=True)
    view.set_figure(panel_of(Diagonal(20, moves="shift.phi"), axes=(CELLS, down)))
    drag(mouse, (0.705, 0.505), (0.6, 0.5), (0.505, 0.705))
    assert {edit[0] for edit in edits} == {"shift.phi"}
    assert edits[-1][1] == -20
    edits.clear()
    drag(mouse, (0.805, 0.505), (0.505, 0.705))
    assert edits == [], "beside it"


@pytest.mark.parametrize("place", [(0.6, 0.5), (0.45, 0.5)])
def test_a_line_is_dragged_from_close_by_alone_and_one_that_represents_nothing_never(view, mouse, edits, place):
    view.set_figure(panel_of(Rule("x", 50, moves="cursor.position")))
    drag(mouse, place, (0.9, 0.5))
    view.set_figure(panel_of(Rule("x", 50)))
    drag(mouse, (0.505, 0.5), (0.9, 0.5))
    assert edits == []


def clock(turns=None, picks=None):
    field = Axis("turn", "", (-2.0, 2.0)), Axis("turn", "", (-1.0, 1.0))
    rings = Rings((-1.0, 1.0), (0.0, 0.0), 0.9, picks=picks)
    hands = Arrows((-1.0, 1.0), (0.0, 0.0), (0.9, 0.9), (0.0, 0.0), turns=turns)
    return panel_of(rings, hands, square=True, axes=field)


def on_dial(angle, radius=0.8, centre=-1.0):
    """Return the place of a point of a clock's face, as parts of the panel."""
    return (centre + radius * cos(angle) + 2) / 4, (1 - radius * sin(angle)) / 2


def test_a_circle_is_picked_by_a_click(view, mouse, edits):
    view.set_figure(clock(picks=Picks("clocks.pair", (3, 7))))
    mouse.click(*on_dial(pi / 2, centre=1.0))
    mouse.click(*on_dial(pi / 2))
    mouse.click(0.5, 0.02)  # between them
    assert edits == [("clocks.pair", 7, ""), ("clocks.pair", 3, "")]


@pytest.mark.parametrize(("turned", "rate"), [(1.5, 0.5), (-2.0, 0.5), (2 * tau + 1, 1.0), (-tau, 0.01)])
def test_an_arrow_that_is_turned_adds_its_angle_over_its_rate_whole_turns_counted(view, mouse, edits, turned, rate):
    view.set_figure(clock(turns=Turns("shift.phi", 10.0, (rate, 1e-9))))
    steps = np.linspace(0, turned, 40)
    drag(mouse, *(on_dial(float(angle)) for angle in steps))
    field, value, _ = edits[-1]
    assert field == "shift.phi"
    assert value == pytest.approx(10 + turned / rate, abs=0.03 / rate)


def test_a_turned_arrow_gives_whole_numbers_where_only_those_make_sense(view, mouse, edits):
    view.set_figure(clock(turns=Turns("cursor.position", 5, (0.3, 1.0), whole=True)))
    drag(mouse, *(on_dial(angle) for angle in np.linspace(0, 2, 9)))
    assert edits
    assert all(isinstance(value, int) for _, value, _ in edits)


def test_the_pointer_says_what_a_press_would_do(view, mouse):
    view.set_figure(panel_of(Rule("x", 50, moves="cursor.position"), Rule("y", 0.5, moves="a.b")))
    area = view.panels[0].area
    shapes = []
    for place in ((0.2, 0.2), (0.505, 0.2), (0.2, 0.5)):
        mouse.move(*place)
        shapes.append(area.cursor().shape())
    assert shapes == [Qt.CursorShape.CrossCursor, Qt.CursorShape.SizeHorCursor, Qt.CursorShape.SizeVerCursor]
    area.show_pointer(QPointF(5, 5), SHIFT)
    assert area.cursor().shape() == Qt.CursorShape.BitmapCursor
    view.set_figure(clock(turns=Turns("shift.phi", 10.0, (1.0, 1.0)), picks=Picks("clocks.pair", (3, 7))))
    found = {}
    for name, place in (("hand", on_dial(0)), ("face", on_dial(pi / 2)), ("ground", (0.5, 0.02))):
        mouse.move(*place)
        found[name] = view.panels[0].area.cursor().shape()
    assert found == {
        "hand": Qt.CursorShape.OpenHandCursor,
        "face": Qt.CursorShape.PointingHandCursor,
        "ground": Qt.CursorShape.ArrowCursor,
    }


@pytest.fixture
def zoomed(view):
    reported = []
    view.zoomed.connect(reported.append)
    return reported


def test_a_box_drawn_with_shift_is_what_is_shown(qtbot, view, mouse, zoomed, edits, table, heat):
    view.set_figure(heat(table(np.zeros((100, 200)))))
    with qtbot.waitSignal(view.zoomed):
        drag(mouse, (0.75, 0.8), (0.6, 0.5), (0.25, 0.4), keys=SHIFT)
    [ranges] = zoomed
    assert ranges["dimension"] == pytest.approx((49.5, 149.5), abs=1)
    assert ranges["position"] == pytest.approx((39.5, 79.5), abs=1)
    assert edits == []
    assert not view.panels[0].area.zoom_box.isVisible()


def test_a_thin_box_zooms_along_its_length_alone(qtbot, view, mouse, zoomed, table, heat):
    view.set_figure(heat(table(np.zeros((100, 200)))))
    with qtbot.waitSignal(view.zoomed):
        drag(mouse, (0.25, 0.5), (0.5, 0.5), (0.75, 0.505), keys=SHIFT)
    assert list(zoomed[0]) == ["dimension"]


def test_values_span_the_box(qtbot, view, mouse, zoomed, table, stack):
    view.set_figure(stack(table(np.zeros((9, 40)))))
    with qtbot.waitSignal(view.zoomed):
        drag(mouse, (0.25, 0.4), (0.5, 0.5), (0.75, 0.6), keys=SHIFT, panel=1)
    assert list(zoomed[0]) == ["position"]


def test_a_box_in_a_matrix_of_one_quantity_shows_all_that_is_in_it(qtbot, view, mouse, zoomed):
    axes = CELLS, Axis("position", "", (-0.5, 99.5), cursor="other", whole=True)
    view.set_figure(panel_of(Note(""), axes=axes))
    with qtbot.waitSignal(view.zoomed):
        drag(mouse, (0.1, 0.9), (0.15, 0.7), (0.2, 0.4), keys=SHIFT)
    low, high = zoomed[0]["position"]
    assert (low, high) == (pytest.approx(9.5, abs=1), pytest.approx(59.5, abs=1))


def test_a_drag_of_a_few_pixels_with_shift_zooms_nothing(qtbot, view, mouse, zoomed, table, heat):
    view.set_figure(heat(table(np.zeros((100, 200)))))
    at = mouse.point(0.5, 0.5)
    QTest.mousePress(mouse.viewport, LEFT, SHIFT, at)
    move(mouse, at + QPoint(5, 5), SHIFT)
    QTest.mouseRelease(mouse.viewport, LEFT, SHIFT, at + QPoint(5, 5))
    qtbot.wait(5)
    assert zoomed == []
