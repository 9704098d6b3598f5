"""What the pointer does in data: it reads, zooms and pans, drags lines, turns hands, picks circles and draws a box."""

from dataclasses import replace
from math import cos, pi, sin, tau

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, Qt

from peviewer.document.document import Document
from peviewer.figures.grammar import (
    Arrows,
    Axis,
    Diagonal,
    Dials,
    Picks,
    Places,
    Rings,
    Rule,
    Turns,
)
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.readings import Reading
from peviewer.figures.readout import cell_name
from peviewer.live.marks.axis_tags import AxisTag
from tests.made_figures import plot


@pytest.fixture
def reported(view):
    """Return what `view` has told, in order: name and content."""
    events = []
    for name in ("hovered", "zoomed", "left", "pressed", "doubleClicked", "resetRequested"):
        getattr(view, name).connect(
            lambda *said, name=name: events.append((name, said[0] if len(said) == 1 else said))
        )
    return events


def of(events, name):
    return [content for kind, content in events if kind == name]


def test_hovering_tells_the_cell_once(view, mouse, reported, table, heat):
    heatmap = heat(table(np.zeros((4, 10))))
    view.set_figure(heatmap)
    mouse.move(0.55, 0.3)
    mouse.move(0.56, 0.31)
    mouse.move(0.95, 0.9)
    told = [cells for cells, _ in of(reported, "hovered")]
    assert told == [{"dimension": 5, "position": 1}, {"dimension": 9, "position": 3}]
    view.set_figure(heat(table(np.zeros((4, 10))), inverted=False))
    mouse.move(0.5, 0.9)
    assert of(reported, "hovered")[-1][0]["position"] == 0, "upright, it counts from the bottom"


def test_a_drag_ends_where_another_figure_takes_the_data_away(
    view, mouse, qapp, reported, table, heat, stack, recwarn
):
    heatmap = heat(table(np.zeros((40, 40))))
    view.set_figure(heatmap)
    mouse.wheel(0.5, 0.5, 3)
    mouse.move(0.5, 0.5)
    mouse.drag((0.5, 0.5), (0.6, 0.6), release=False)
    qapp.processEvents()
    panned = of(reported, "zoomed")
    view.set_figure(stack(table(np.zeros((40, 40)))))
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    mouse.drag((0.5, 0.5), (0.3, 0.6))
    assert not list(recwarn)
    assert len(panned) > 0
    mouse.click(0.5, 0.5)
    assert of(reported, "pressed")


@pytest.mark.parametrize(
    "leave",
    [
        lambda _, mouse: mouse.move(0.5, 1.15),
        lambda view, _: view.hide(),
        lambda view, _: view.resize(view.width() + 200, view.height()),
        lambda _, mouse: mouse.drag((0.6, 0.5), (0.5, 0.7), release=False),
    ],
    ids=["moved away", "hidden", "resized", "dragged"],
)
def test_what_was_read_goes_where_the_pointer_leaves_it(view, mouse, reported, table, heat, leave):
    windows = ((50, 150), None)
    heatmap = heat(table(np.zeros((100, 200))), windows=windows)
    view.set_figure(heatmap)
    for place in ((0.3, 0.4), (0.6, 0.5)):
        mouse.move(*place)
    assert view.panels[0].tag.isVisible()
    leave(view, mouse)
    assert not view.panels[0].tag.isVisible()
    assert len(of(reported, "left")) == 1
    mouse.release(0.5, 0.7)


def test_a_click_reports_whether_the_pinned_crosshair_is_there(view, mouse, table, heat):
    reported = []
    here = {"dimension": 5, "position": 3}
    view.pressed.connect(reported.append)
    heatmap = heat(table(np.zeros((10, 10))))
    view.set_figure(heatmap)
    view.set_crosshair({}, here)
    mouse.click(0.55, 0.35)
    mouse.click(0.45, 0.35)
    for crosshair in (
        (here,),
        ({}, {"position": 3}),
    ):  # the pointer's own, and a pin along one axis alone
        view.set_crosshair(*crosshair)
        mouse.click(0.55, 0.35)
    assert reported == [True, False, False, False]


def test_a_double_click_is_reported_and_asks_for_the_whole_view_on_an_axis(
    view, mouse, reported, table, heat
):
    heatmap = heat(table(np.zeros((4, 10))))
    view.set_figure(heatmap)
    for place in ((0.5, 1.04), (-0.04, 0.5), (0.5, 0.5)):
        mouse.double_click(*place)
    asked = [name for name, _ in reported if name in ("resetRequested", "doubleClicked", "zoomed")]
    assert asked == ["resetRequested", "resetRequested", "doubleClicked"]


def test_the_wheel_zooms_about_the_pointer_and_tells_once(
    qtbot, qapp, view, mouse, reported, table, heat
):
    heatmap = heat(table(np.zeros((100, 200))))
    view.set_figure(heatmap)
    with qtbot.waitSignal(view.zoomed):
        mouse.wheel(0.25, 0.5)
        mouse.wheel(0.25, 0.5)
    qapp.processEvents()
    [ranges] = of(reported, "zoomed")
    low, high = ranges["dimension"]
    assert high - low == pytest.approx(200 * 0.85**2)
    assert low + 0.25 * (high - low) == pytest.approx(-0.5 + 0.25 * 200, abs=0.5)
    assert set(ranges) == {"dimension", "position"}


def test_zooming_stops_at_the_limits_and_at_two_cells(qtbot, view, mouse, reported, table, heat):
    windows = ((20, 120), (10, 60))
    heatmap = heat(table(np.zeros((100, 200))), windows=windows)
    view.set_figure(heatmap)
    for notches in (-40, 90):
        with qtbot.waitSignal(view.zoomed):
            mouse.wheel(0.5, 0.5, notches=notches)
    whole, narrow = of(reported, "zoomed")
    assert whole == {"dimension": (-0.5, 199.5), "position": (-0.5, 99.5)}
    expected = pytest.approx([2, 2])
    assert [high - low for low, high in narrow.values()] == expected


def test_dragging_pans_and_only_moved_quantities_are_reported(
    qtbot, qapp, view, mouse, reported, table, heat
):
    windows = ((50, 150), None)
    heatmap = heat(table(np.zeros((100, 200))), windows=windows)
    view.set_figure(heatmap)
    with qtbot.waitSignal(view.zoomed):
        mouse.drag((0.6, 0.5), (0.5, 0.7))
    qapp.processEvents()
    last = of(reported, "zoomed")[-1]
    assert last["dimension"] == (pytest.approx(60, abs=1), pytest.approx(160, abs=1))
    assert "position" not in last, "the whole of it is shown, so it cannot move"
    assert of(reported, "pressed") == []


@pytest.mark.parametrize(("inverted", "shown"), [(True, (30, 70)), (False, (10, 50))])
def test_what_is_dragged_stays_below_the_pointer_whichever_way_positions_run(
    qtbot, qapp, view, mouse, reported, table, heat, inverted, shown
):
    a_quarter_upwards = (0.5, 0.75), (0.5, 0.5)
    windows = (None, (20, 60))
    heatmap = heat(table(np.zeros((100, 200))), windows=windows, inverted=inverted)
    view.set_figure(heatmap)

    with qtbot.waitSignal(view.zoomed):
        mouse.drag(*a_quarter_upwards)
    qapp.processEvents()

    expected = {"position": pytest.approx(shown, abs=0.5)}
    assert of(reported, "zoomed")[-1] == expected


def test_the_tag_covers_no_axis_below_however_low_the_data(view, mouse, table, stack):
    view.resize(300, 150)
    view.set_figure(stack(table(np.zeros((9, 40)))))
    mouse.move(0.95, 0.95, panel=1)
    panel = view.panels[1]
    panel.show_read(30.0, -1.9, [Reading("sine", 0.5), Reading("cosine", 0.25)])  # two lines
    assert panel.tag.sceneBoundingRect().bottom() <= panel.area.sceneBoundingRect().bottom()
    panel.show_read(
        20.0, 0.0, [Reading("a curve of such a long name", 0.5), Reading("another of them", 0.25)]
    )
    assert view.rect().toRectF().contains(panel.tag.sceneBoundingRect()), (
        "and leaves the view nowhere"
    )


def test_axes_of_one_quantity_move_together(qtbot, view, mouse, reported, table, stack):
    view.set_figure(stack(table(np.zeros((9, 40)))))
    with qtbot.waitSignal(view.zoomed):
        mouse.wheel(0.5, 0.5, panel=1)
    upper, lower = view.panels
    assert upper.area.x_range == lower.area.x_range != (-0.5, 39.5)
    assert set(of(reported, "zoomed")[0]) == {"position"}
    assert lower.area.y_range == (-2.0, 2.0), "values are not zoomed"


def test_a_figure_drawn_for_an_earlier_range_does_not_pull_a_drag_back(
    qtbot, view, mouse, reported, table, heat
):
    raster = table(np.zeros((100, 200)))
    view.set_figure(heat(raster))
    mouse.wheel(0.5, 0.5)
    newest = view.panels[0].area.x_range
    heatmap = heat(raster, windows=((-0.5, 190.0), None))
    view.set_figure(heatmap)
    assert view.panels[0].area.x_range == newest
    qtbot.waitUntil(lambda: len(of(reported, "zoomed")) == 1)
    assert of(reported, "zoomed")[0]["dimension"] == newest
    windows = ((0, 50), None)
    view.set_figure(heat(raster, windows=windows))
    qtbot.wait(5)
    expected = ((0, 50), 1)
    assert (view.panels[0].area.x_range, len(of(reported, "zoomed"))) == expected, (
        "the program's ranges tell nothing"
    )


def test_what_is_read_under_the_pointer_is_reported_with_its_cell(view, mouse, table, stack):
    reported = []
    view.hovered.connect(lambda *said: reported.append(said))
    view.set_figure(stack(table(np.full((9, 40), 0.25))))
    mouse.move(0.51, 0.51)
    mouse.move(0.512, 0.51)
    assert reported == [({"position": 20, "dimension": 4}, (Reading("Cells", 0.25),))]
    view.set_figure(stack(table(np.full((9, 40), 0.75))))
    assert reported[1:] == [({"position": 20, "dimension": 4}, (Reading("Cells", 0.75),))], (
        "it follows the picture"
    )
    mouse.move(0.51, 0.5, panel=1)
    cell, [reading] = reported[-1]
    assert cell == {"position": 20}
    assert reading.name == "sine"
    assert reading.value == pytest.approx(np.sin(4))
    assert reading.spot == (20, pytest.approx(np.sin(4)))


def test_a_dot_is_on_the_curve_that_is_read(view, mouse, table, stack, data_pixels):
    view.set_figure(stack(table(np.zeros((9, 40)))))
    before = data_pixels(view, 1).astype(int)
    mouse.move(0.51, 0.05, panel=1)
    changed = np.abs(data_pixels(view, 1) - before).max(axis=2) > 60
    height, width = changed.shape
    x = int(20.5 / 40 * width)
    y = int((2.0 - np.sin(4.0)) / 4 * height)
    assert changed[y - 5 : y + 6, x - 5 : x + 6].mean() > 0.3
    assert not changed[y - 5 : y + 6, : x - 20].any()
    mouse.move(0.51, 1.2, panel=1)
    assert (data_pixels(view, 1) == before).all()


SHIFT = Qt.KeyboardModifier.ShiftModifier
CELLS = Axis("position", "", (-0.5, 99.5), cursor="position", whole=True)
FREE = Axis("value", "", (0.0, 1.0))


def panel_of(*marks, x=CELLS, y=FREE, **more):
    return plot(*marks, x=x, y=y, **more)


@pytest.fixture
def edits(view):
    edited = []
    view.edited.connect(lambda *edit: edited.append(edit))
    return edited


def test_a_line_that_represents_a_field_is_dragged_from_cell_to_cell_as_one_edit(
    view, mouse, edits
):
    rule = Rule("x", 50, moves="cursor.position")
    view.set_figure(panel_of(rule))
    mouse.drag((0.505, 0.5), (0.6, 0.5), (0.805, 0.2))
    fields, values, keys = zip(*edits, strict=True)
    assert set(fields) == {"cursor.position"}
    assert values[-1] == 80
    assert len(set(keys)) == 1 != len(edits)
    assert keys[0]
    mouse.drag((0.505, 0.5), (0.6, 0.5))
    assert edits[-1][2] != keys[0], "the next drag is another edit"
    panel = panel_of(Rule("y", 0.5, moves="a.b"))
    view.set_figure(panel)
    mouse.drag((0.5, 0.5), (0.5, 0.6), (0.5, -0.2))
    assert edits[-1][:2] == ("a.b", 1.0), "beyond the cells it stops at the limits"


@pytest.mark.parametrize(
    ("label", "moved"), [("", "cursor.position"), ("*t* + *φ* = 50", "shift.phi")]
)
def test_of_two_lines_in_one_place_the_one_that_is_named_is_dragged_else_the_last(
    view, mouse, edits, label, moved
):
    one = Rule("x", 50, "*t* = 50", moves="cursor.position")
    other = Rule("x", 50, label, moves="shift.phi", origin=50)
    view.set_figure(panel_of(one, other))
    mouse.drag((0.505, 0.5), (0.6, 0.5), (0.805, 0.2))
    assert {field for field, _, _ in edits} == {moved}


def test_a_drag_whose_release_never_comes_edits_nothing_where_type_becomes_larger(
    view, mouse, edits
):
    rule = Rule("x", 50, moves="cursor.position")
    view.set_figure(panel_of(rule))
    mouse.drag((0.505, 0.5), (0.6, 0.5), release=False)
    before = len(edits)
    view.set_type_scale(1.5)
    assert len(edits) == before > 0


def test_a_diagonal_is_dragged_from_lag_to_lag(view, mouse, edits):
    down = Axis("position", "", (-0.5, 99.5), cursor="other", whole=True, inverted=True)
    diagonal = Diagonal(20, moves="shift.phi")
    view.set_figure(panel_of(diagonal, y=down))
    mouse.drag((0.705, 0.505), (0.6, 0.5), (0.505, 0.705))
    assert {edit[0] for edit in edits} == {"shift.phi"}
    assert edits[-1][1] == -20
    edits.clear()
    mouse.drag((0.805, 0.505), (0.505, 0.705))
    assert edits == [], "beside it"


def test_a_line_is_dragged_from_close_by_alone_and_one_that_represents_nothing_never(
    view, mouse, edits
):
    rule = Rule("x", 50, moves="cursor.position")
    view.set_figure(panel_of(rule))
    mouse.drag((0.6, 0.5), (0.9, 0.5))
    mouse.drag((0.45, 0.5), (0.9, 0.5))
    view.set_figure(panel_of(Rule("x", 50)))
    mouse.drag((0.505, 0.5), (0.9, 0.5))
    assert edits == []


def clock(turns=None, picks=None):
    x = Axis("turn", "", (-2.0, 2.0))
    y = Axis("turn", "", (-1.0, 1.0))
    rings = Rings((-1.0, 1.0), (0.0, 0.0), 0.9, picks=picks)
    hands = Arrows((-1.0, 1.0), (0.0, 0.0), (0.9, 0.9), (0.0, 0.0), turns=turns)
    return panel_of(rings, hands, square=True, x=x, y=y)


def on_dial(angle, radius=0.8, centre=-1.0):
    """Return the place of a point of a clock's face, as parts of the panel."""
    return (centre + radius * cos(angle) + 2) / 4, (1 - radius * sin(angle)) / 2


def test_a_circle_is_picked_by_a_click(view, mouse, edits):
    picks = Picks("clocks.pair", (3, 7))
    view.set_figure(clock(picks=picks))
    mouse.click(*on_dial(pi / 2, centre=1.0))
    mouse.click(*on_dial(pi / 2))
    mouse.click(0.5, 0.02)  # between them
    assert edits == [("clocks.pair", 7, ""), ("clocks.pair", 3, "")]


@pytest.mark.parametrize(("turned", "rate"), [(-2.0, 0.5), (2 * tau + 1, 1.0)])
def test_an_arrow_that_is_turned_adds_its_angle_over_its_rate_whole_turns_counted(
    view, mouse, edits, turned, rate
):
    turns = Turns("shift.phi", 10.0, (rate, 1e-9))
    view.set_figure(clock(turns=turns))
    steps = np.linspace(0, turned, 40)
    mouse.drag(*(on_dial(float(angle)) for angle in steps))
    field, value, _ = edits[-1]
    assert field == "shift.phi"
    assert value == pytest.approx(10 + turned / rate, abs=0.03 / rate)
    edits.clear()
    view.set_figure(clock(turns=Turns("cursor.position", 5, (0.3, 1.0), whole=True)))
    mouse.drag(*(on_dial(angle) for angle in np.linspace(0, 2, 9)))
    assert {type(value) for _, value, _ in edits} == {int}


def test_a_small_clock_is_picked_by_a_click_and_turned_like_a_large_one(view, mouse, edits):
    picks = Picks("clocks.pair", (3, 7))
    turns = Turns("shift.phi", 10.0, (0.5, 0.25))
    dials = Dials(
        (19.5, 59.5), (0.0, 0.0), (0.0, 0.0), ("*i* = 3", "*i* = 7"),
        picks=picks, turns=turns,
    )  # fmt: skip
    axis = Axis("dial", "", (-1.0, 1.0))
    view.set_figure(panel_of(dials, y=axis))
    width, height = view.panels[0].area.rect().size().toTuple()
    mouse.click(0.6, 0.5)
    mouse.click(0.4, 0.5)
    assert edits == [("clocks.pair", 7, "")], "and beside the clocks nothing"
    rim = [
        (0.2 + 8 * cos(angle) / width, 0.5 - 8 * sin(angle) / height)
        for angle in np.linspace(0, pi / 2, 20)
    ]
    mouse.drag(*rim)
    assert edits[-1][:2] == ("shift.phi", pytest.approx(10 + pi / 2 / 0.5, abs=0.5))


def test_the_pointer_says_what_a_press_would_do(view, mouse):
    panel = panel_of(Rule("x", 50, moves="cursor.position"), Rule("y", 0.5, moves="a.b"))
    view.set_figure(panel)
    area = view.panels[0].area
    shapes = []
    for place in ((0.2, 0.2), (0.505, 0.2), (0.2, 0.5)):
        mouse.move(*place)
        shapes.append(area.cursor().shape())
    expected = [
        Qt.CursorShape.CrossCursor,
        Qt.CursorShape.SizeHorCursor,
        Qt.CursorShape.SizeVerCursor,
    ]
    assert shapes == expected
    area.show_pointer(QPointF(5, 5), SHIFT)
    assert area.cursor().shape() == Qt.CursorShape.CrossCursor
    turns = Turns("shift.phi", 10.0, (1.0, 1.0))
    picks = Picks("clocks.pair", (3, 7))
    view.set_figure(clock(turns=turns, picks=picks))
    found = {}
    for name, place in (("hand", on_dial(0)), ("face", on_dial(pi / 2)), ("ground", (0.5, 0.02))):
        mouse.move(*place)
        found[name] = view.panels[0].area.cursor().shape()
    assert found == {
        "hand": Qt.CursorShape.OpenHandCursor,
        "face": Qt.CursorShape.PointingHandCursor,
        "ground": Qt.CursorShape.ArrowCursor,
    }


def test_a_box_drawn_with_shift_is_what_is_shown(qtbot, view, mouse, edits, table, heat):
    heatmap = heat(table(np.zeros((100, 200))))
    view.set_figure(heatmap)
    with qtbot.waitSignal(view.zoomed) as zoomed:
        mouse.drag((0.75, 0.8), (0.6, 0.5), (0.25, 0.4), keys=SHIFT)
    [ranges] = zoomed.args
    assert ranges["dimension"] == pytest.approx((49.5, 149.5), abs=1)
    assert ranges["position"] == pytest.approx((39.5, 79.5), abs=1)
    assert edits == []
    assert not view.panels[0].area.zoom_box.isVisible()


ROWS = 3
COLUMNS = 4
TILES = (
    Places("position", 100, (ROWS, COLUMNS), "tile"),
    Places("other", 100, (ROWS, COLUMNS), "within"),
)
KEYS = (Places("other", 100, (ROWS, COLUMNS), clicked="position"),)


def tiled(figure, places):
    """Return a heatmap whose cells are places."""
    [panel] = figure.panels
    x = replace(panel.x, quantity="column", cursor=None)
    y = replace(panel.y, quantity="row", cursor=None)
    return replace(figure, rows=((replace(panel, x=x, y=y, places=places),),))


def test_a_cell_of_tiles_is_a_patch_and_another(view, heat, table, mouse, cells):
    heatmap = heat(table(np.zeros((ROWS**2, COLUMNS**2))))
    view.set_figure(tiled(heatmap, TILES))
    mouse.move(
        9.5 / 16, 4.5 / 9
    )  # column 9 and row 4: tile 2 of row 1, and in it column 1 of row 1
    assert cells == [{"position": 100 + 1 * 4 + 2, "other": 100 + 1 * 4 + 1}]
    assert view.clicked == cells[0]
    presses = []
    view.pressed.connect(presses.append)
    view.set_crosshair({}, cells[0])
    mouse.click(9.5 / 16, 4.5 / 9)
    mouse.click(1.5 / 16, 4.5 / 9)
    assert presses == [True, False]


def test_a_click_may_set_another_field_than_the_pointer(view, heat, table, mouse, cells):
    heatmap = heat(table(np.zeros((ROWS, COLUMNS))))
    view.set_figure(tiled(heatmap, KEYS))
    assert view.clicked == {}
    mouse.move(0.9, 0.9)
    assert cells == [{"other": 111}]
    assert view.clicked == {"position": 111}


def test_a_line_that_stands_for_t_and_a_shift_sets_the_shift_alone(view, mouse, edits):
    position = 50
    rule = Rule("x", 80, "*t* + *φ* = 80", moves="shift.phi", origin=position)
    view.set_figure(panel_of(rule))
    mouse.drag((0.805, 0.5), (0.75, 0.5), (0.705, 0.5))

    assert edits[-1][:2] == ("shift.phi", 70 - position)


@pytest.mark.parametrize(("notches", "shown"), [(1, (40, 140)), (-2, (70, 170))])
def test_a_sideways_wheel_moves_along_the_horizontal_axis_alone(
    qtbot, view, mouse, table, heat, notches, shown
):
    windows = ((50, 150), (20, 60))
    heatmap = heat(table(np.zeros((100, 200))), windows=windows)
    view.set_figure(heatmap)
    with qtbot.waitSignal(view.zoomed) as reported:
        mouse.wheel(0.5, 0.5, notches=0, sideways=notches)

    assert reported.args[0] == {"dimension": shown}


def tags(view, panel=0):
    """Return the texts of the tags on the axes of a panel that are seen, x first."""
    return [
        tag.text for tag in view.panels[panel].plot.childItems()
        if isinstance(tag, AxisTag) and tag.isVisible()
    ]  # fmt: skip


def test_tags_on_the_axes_say_where_the_pointer_is(view, mouse):
    view.resize(500, 400)
    view.set_figure(PANES["encoding"].figure(Document(encoding={"length": 40, "dim": 16})))
    view.set_crosshair({"position": 12, "dimension": 5})
    assert tags(view) == ["j = 5", "12"], "beside the title there is room for the number alone"
    view.set_crosshair({})
    assert tags(view) == []


def test_a_tag_on_an_axis_follows_the_zoom_and_goes_with_what_it_names(view):
    figure = PANES["encoding"].figure(Document(encoding={"length": 40, "dim": 16}))
    view.set_figure(figure)
    view.set_crosshair({"position": 30})
    zoomed = Document(encoding={"length": 40, "dim": 16}, view={"zoom": {"position": (0, 9)}})
    view.set_figure(PANES["encoding"].figure(zoomed))
    assert tags(view) == []
    view.set_figure(figure)
    assert tags(view) == ["30"]


def test_the_tag_at_the_pointer_names_the_pair_before_the_number(view, mouse):
    document = Document(encoding={"length": 40, "dim": 16})
    view.cell_name = lambda cells, readings: cell_name(document, cells, readings)
    view.set_figure(PANES["encoding"].figure(document))
    mouse.move(0.4, 0.5)
    (text,) = [view.panels[0].tag.toPlainText()]
    pair = view.pointed["dimension"] // 2 if view.pointed else view.clicked["dimension"] // 2
    assert text.startswith(f"pair {pair}, ")
    assert text.split()[2] in ("sin", "cos")
    float(text.split()[3].replace("−", "-"))


def test_a_tag_has_the_number_of_its_own_axis(view):
    view.resize(800, 500)
    view.set_figure(PANES["distance"].figure(Document(cursor={"position": 32})))
    view.set_crosshair({"position": 85, "other": 64})
    assert tags(view, panel=0) == ["s = 64", "85"]
    assert tags(view, panel=1) == ["s = 11"]
