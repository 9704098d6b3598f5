from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage

from peviewer.figures.grammar import Axis, Band, Curve, Diagonal, Figure, Panel, Path, Rule
from peviewer.figures.palette import LIGHT
from peviewer.live.axis import TickAxis
from peviewer.live.header import Header
from peviewer.live.marks import rules
from peviewer.model.sampling.series import Samples

MARK = "#B86200"


@pytest.fixture
def show(view):
    """Return a function that shows marks on two axes of one quantity, y downwards; it returns the first one's item."""

    def _show(*marks, window=None):
        axes = [Axis("position", "t", (-0.5, 99.5), window, inverted=inverted) for inverted in (False, True)]
        view.set_figure(Figure("", ((Panel(*axes, marks, "Rows"),),)))
        return view.panels[0].items[0]

    return _show


def marked(data_pixels, view, rgb):
    return np.argwhere(np.all(data_pixels(view) == rgb(MARK), axis=2))


@pytest.mark.parametrize("window", [None, (20.0, 60.0)])
def test_a_diagonal_is_where_x_minus_y_is_its_number(show, view, data_pixels, rgb, window):
    show(Diagonal(1e9), window=window)
    without = data_pixels(view).astype(int)
    show(Diagonal(12.5), window=window)
    shown = data_pixels(view)
    low, high = window or (-0.5, 99.5)
    down, across = np.argwhere((shown != without).any(axis=2)).T
    x = (across + 0.5) / shown.shape[1] * (high - low) + low
    y = (down + 0.5) / shown.shape[0] * (high - low) + low
    cell = (high - low) / min(shown.shape[:2])
    assert len(x) > 0.5 * shown.shape[0]
    assert np.abs(x - y - 12.5).max() < 2.5 * cell


@pytest.mark.parametrize("at", [100.5, -100.5, 1e12])
def test_a_diagonal_beyond_the_axes_is_not_drawn(show, view, data_pixels, rgb, at):
    show(Diagonal(at, "lag"))
    assert not len(marked(data_pixels, view, rgb))


@pytest.mark.parametrize("at", [0.0, 50.0, -97.0, 97.0])
def test_the_label_of_a_diagonal_stays_inside(show, view, at):
    item = show(Diagonal(at, "a long label"))
    assert item.boundingRect().adjusted(-3, 0, 3, 0).contains(item._label.box)


@pytest.mark.parametrize("at", [0.0, 30.0, 60.0, 80.0, 90.0, -30.0, -60.0, -80.0])
def test_the_label_of_a_diagonal_is_not_crossed_by_its_line(show, at):
    item = show(Diagonal(at, "a long label"))
    line, box = item.visible_line(), item._label.box
    corners = [
        rules._distance(line, corner) for corner in (box.topLeft(), box.topRight(), box.bottomLeft(), box.bottomRight())
    ]
    assert min(corners) > 0 or max(corners) < 0


@pytest.mark.parametrize("at_left", [True, False])
def test_the_label_of_a_rule_is_at_the_end_that_suits_it(show, view, at_left):
    label = show(Rule("y", 50.0, "here", at_left=at_left))._label.box
    assert (label.center().x() < view.panels[0].area.rect().center().x()) == at_left


def test_a_line_does_not_strike_out_the_label_of_another(show, view, data_pixels, rgb):
    label = show(Rule("y", 50.0, "here", "reference"))._label.box
    at = (label.center().x() / view.panels[0].area.rect().width()) * 100 - 0.5
    show(Rule("y", 50.0, "here", "reference"), Rule("x", at))
    struck = [row for row, _ in marked(data_pixels, view, rgb) if label.top() + 1 < row < label.bottom() - 1]
    assert struck == []
    assert len(marked(data_pixels, view, rgb)) > 100


@pytest.mark.parametrize(("before", "after"), [
    (Rule("x", 10.0, "here"), Rule("x", 97.0, "here", dashed=True)),
    (Rule("y", 10.0, "here"), Rule("y", 500.0, "here")),
    (Rule("y", -0.5), Rule("x", 99.5)),
])  # fmt: skip
def test_a_rule_that_moves_is_painted_again_wherever_it_differs(show, view, data_pixels, qapp, before, after):
    item = show(before)
    was = data_pixels(view).astype(int)
    qapp.processEvents()
    renewed = []
    item.scene().changed.connect(renewed.extend)
    show(after)
    qapp.processEvents()
    corner = item.area.scenePos()
    differs = np.argwhere((data_pixels(view) != was).any(axis=2))
    assert len(differs) > 50
    for down, across in differs:
        at = corner + QPointF(across + 0.5, down + 0.5)
        assert any(rect.adjusted(-1, -1, 1, 1).contains(at) for rect in renewed)
    assert sum(rect.width() * rect.height() for rect in renewed) < 0.2 * was[..., 0].size, "and little else"


@pytest.mark.parametrize("moving", [lambda at: Rule("x", at, "here"), lambda at: Rule("y", at), Diagonal])
def test_what_moves_in_the_data_leaves_the_axes_and_the_header_alone(show, view, qapp, monkeypatch, moving):
    show(moving(20.0))
    qapp.processEvents()
    painted = []
    for part in (TickAxis, Header):
        paint = part.paint
        monkeypatch.setattr(part, "paint", lambda *given, paint=paint: (painted.append(given[0]), paint(*given)))
    show(moving(30.0))
    qapp.processEvents()
    qapp.processEvents()
    assert painted == []


@pytest.mark.parametrize(
    "mark", [Rule("x", 50.0), Diagonal(12.5, dashed=True), Path((20, 80, 80, 20, 20), (20, 20, 80, 80, 20), "mark")]
)
def test_what_marks_something_is_seen_on_its_own_colour(show, view, data_pixels, rgb, mark):
    axes = [Axis("position", "t", (-0.5, 99.5), inverted=inverted) for inverted in (False, True)]
    ground = Band("x", -1e3, 1e3)  # of the mark's colour
    view.set_figure(Figure("", ((Panel(*axes, (ground,)),),)))
    without = data_pixels(view).astype(int)
    view.set_figure(Figure("", ((Panel(*axes, (ground, mark)),),)))
    brighter = data_pixels(view).astype(int).sum(axis=2) - without.sum(axis=2)
    assert (brighter > 30).sum() > len(without), "a pixel a row, at least"


def test_a_line_that_represents_a_share_is_dragged_between_cells(show, view):
    item = show(Rule("x", 24.5, moves="compare.swipe", origin=-0.5, per=0.01))
    handle = item.handle_at(QPointF(item.pixel(24.5, 0), 20.0))
    assert handle.field == "compare.swipe"
    for share in (0.1, 0.333, 0.9):
        reported = handle.value(QPointF(item.pixel(-0.5 + 100 * share, 0), 20.0))
        assert reported == pytest.approx(share, abs=0.005)


def test_a_line_of_which_each_step_is_a_row_of_positions_is_dragged_from_row_to_row(view):
    rule = Rule("y", 2, moves="cursor.position", origin=2 - 37 / 14, per=14)
    axes = [Axis(name, name, (-0.5, 13.5), whole=True) for name in ("column", "row")]
    view.set_figure(Figure("", ((Panel(*axes, (rule,)),),)))
    (item,) = view.panels[0].items
    handle = item.handle_at(QPointF(20.0, item.pixel(2, 1)))
    values = [handle.value(QPointF(20.0, item.pixel(at, 1))) for at in (2.3, 2.7, 5.4)]
    assert values == [37, 37 + 14, 37 + 3 * 14]


@pytest.mark.parametrize("mark", [Rule("x", 50.0), Diagonal(0.0)], ids=["rule", "diagonal"])
def test_a_mark_with_its_halo_erases_nothing_of_a_curve_whatever_comes_first(view, data_pixels, rgb, mark):
    axes = [Axis("position", name, (-0.5, 99.5)) for name in "ts"]
    curve, pictures = Curve(Samples(np.arange(100.0), np.full(100, 50.0)), color="curve-2", style="points"), []
    for marks in ((curve, mark), (curve,)):
        view.set_figure(Figure("", ((Panel(*axes, marks, "Rows"),),)))
        pictures.append(np.all(data_pixels(view) == rgb(LIGHT.role("curve-2")), axis=2))
    assert pictures[1].sum() > 20
    assert (pictures[0] >= pictures[1]).all()


@pytest.mark.parametrize("ratio", [1, 2])
def test_a_rule_is_as_wide_on_a_finer_screen(show, view, ratio):
    show(Rule("x", 50.0, color="reference"))
    view.grab()
    image = QImage(view.size() * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    view.render(image)
    row = [image.pixelColor(x, 200 * ratio) for x in range(100 * ratio, 500 * ratio)]
    assert sum(pixel.lightness() < 100 for pixel in row) == ratio


def _at(height):
    return Curve(Samples(np.arange(100.0), np.full(100, height)), color="curve-2")


@pytest.mark.parametrize("direction", ["x", "y"])
@pytest.mark.parametrize("moves", ["", "cursor.position"])
def test_a_label_is_where_it_hides_no_curve(show, view, direction, moves):
    rule = Rule(direction, 50.0, "here", moves=moves)
    before = show(rule)._label.box
    top = float(before.center().y() / view.panels[0].area.rect().height() * 100 - 0.5)
    item = show(rule, _at(top))
    view.grab()
    assert item._label.box is not None
    assert not view.panels[0].items[1].crosses(item._label.box)
    assert view.panels[0].items[1].crosses(before)


def test_where_a_curve_is_everywhere_the_label_is_before_it_on_its_own_ground(show, view, data_pixels, rgb):
    zigzag = Curve(Samples(np.arange(100.0), np.tile([0.0, 99.0], 50)), color="curve-2")
    show(Rule("x", 50.0, "here"), zigzag)
    data_pixels(view)
    box = view.panels[0].items[0]._label.box
    inside = data_pixels(view)[int(box.top()) + 2 : int(box.bottom()) - 2, int(box.left()) + 2 : int(box.right()) - 2]
    assert not np.all(inside == rgb(LIGHT.role("curve-2")), axis=2).any()
    assert np.all(inside == rgb(LIGHT.panel), axis=2).mean() > 0.4


def test_where_a_label_would_hide_much_of_a_curve_it_is_hidden(show, view):
    zigzag = Curve(Samples(np.arange(100.0), np.tile([0.0, 99.0], 50)), color="curve-2")
    rule = Rule("x", 20.0, "a rather long label")
    view.resize(220, 130)
    assert show(rule)._label.box is not None
    show(rule, zigzag)
    view.grab()
    assert view.panels[0].items[0]._label.box is None


def test_a_label_stays_while_it_hides_nothing_there(show, view):
    rule = Rule("x", 50.0, "here")
    first = show(rule)._label.box
    show(rule, _at(2.0))
    view.grab()
    away = view.panels[0].items[0]._label.box
    assert away != first
    show(rule, _at(60.0))
    view.grab()
    assert view.panels[0].items[0]._label.box == away


def test_the_label_of_a_line_that_is_gone_is_gone(show, view):
    item = show(Rule("x", 50.0, "here"))
    label, scene = item._label, item.scene()
    assert label in scene.items()
    show(_at(2.0))
    assert label not in scene.items()


@pytest.mark.parametrize(("dip", "short"), [(20.0, False), (88.0, True)], ids=["free", "covered"])
def test_the_short_label_replaces_what_would_cover_a_curve(show, view, data_pixels, dip, short):
    places = np.arange(100.0)
    curve = Curve(Samples(places, np.where(np.abs(places - dip) < 1, 99.5, 0.0)))
    item = show(Rule("x", 99.4, "a name, with more words", short="a name"), curve)
    data_pixels(view)  # a curve is drawn, and labels avoid it, when it is painted
    shown = item._label.textItem.toPlainText()
    assert shown == ("a name" if short else "a name, with more words")
    assert not view.panels[0].items[1].crosses(item._label.box)


def test_the_label_of_a_line_that_moves_on_keeps_its_side(show, view):
    x = np.arange(100.0)
    waves = Curve(Samples(x, np.where(x % 30 < 15, 96.0, 3.0)), color="curve-2")  # above, and below, in turn
    beside = []
    for at in np.arange(5.0, 95.0, 0.5):
        item = show(Rule("x", at, "*t* = 50", moves="cursor.position"), waves)
        view.grab()
        box, line = item._label.box, item.visible_line()
        beside.append((box.center().x() > line.x1(), round(box.center().y())))
    changes = [one != other for one, other in pairwise(beside)]
    assert sum(changes) == 1
    assert changes.index(True) > 0.8 * len(changes)  # where it is at the edge


def test_the_label_of_a_diagonal_keeps_its_side_whatever_its_width(show, view):
    sides = []
    for step in range(80):
        item = show(Diagonal(step / 2, f"a label for {step / 2:.5g}, and a longer one"), Rule("x", -5.0))
        line, box = item.visible_line(), item._label.box
        sides.append(box.center().x() > line.x1() + (box.center().y() - line.y1()) * line.dx() / line.dy())
    assert sum(one != other for one, other in pairwise(sides)) == 1
