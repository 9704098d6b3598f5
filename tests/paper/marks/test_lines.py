"""Curves, rules and bands: told apart by their looks, labelled where there is room."""

import pytest

from peviewer.figures.grammar import Band
from peviewer.paper.page.painter import paint
from peviewer.paper.style import Style

STYLE = Style(700, 300)


def ruled(made, at, direction="x"):
    """Return a painted panel from 0 to 1 with a labelled rule, in pixels: its area, where the rule is, its label."""
    axes = [made.Axis(name, name, (0.0, 1.0)) for name in "ab"]
    page = paint(made.figure((made.Panel(*axes, (made.Rule(direction, at, "a rather long label"),)),)), STYLE)
    (data,) = page.axes
    place = data.transData.transform((at, at))["xy".index(direction)]
    return data.bbox, place, [text.get_window_extent(page.canvas.get_renderer()) for text in data.texts]


def test_rules_are_thinner_than_curves_and_dashed_where_asked(made):
    (axes,) = paint(made.figure((made.curves(),)), Style()).axes
    half, three = (line for line in axes.lines if len(set(line.get_xdata())) == 1 or len(set(line.get_ydata())) == 1)
    sine = next(line for line in axes.lines if len(set(line.get_ydata())) > 3)
    assert half.get_linewidth() == three.get_linewidth() < sine.get_linewidth()
    assert (half.get_linestyle(), three.get_linestyle()) == ("-", "--")


@pytest.mark.parametrize("part", range(10, 20))
def test_the_label_of_an_upright_rule_stands_right_of_it_else_left(made, part):
    _, _, [usual] = ruled(made, 0.0)
    area, place, [label] = ruled(made, part / 20)
    points = STYLE.dpi / 72
    if area.x1 - place > 1.1 * usual.width + 12 * points:
        assert place < label.x0 < place + 8 * points
    if area.x1 - place < usual.width:
        assert place - 8 * points < label.x1 < place


def test_the_label_of_an_upright_rule_is_left_out_where_neither_side_has_room(made):
    axes = [made.Axis(name, name, (0.0, 1.0)) for name in "ab"]
    for at, count in ((0.5, 0), (0.02, 1), (0.98, 1)):
        panel = made.Panel(*axes, (made.Rule("x", at, "a rather long label that fills it"),))
        page = paint(made.figure((panel, panel)), STYLE)
        assert [len(data.texts) for data in page.axes] == [count, count], at


@pytest.mark.parametrize("inverted", [False, True])
@pytest.mark.parametrize("direction", ["x", "y"])
def test_a_frame_stands_outside_what_it_marks(made, direction, inverted):
    x = made.Axis("a", "a", (0.0, 10.0))
    y = made.Axis("b", "b", (0.0, 10.0), inverted=inverted)
    page = paint(made.figure((made.Panel(x, y, (Band(direction, 4, 5, framed=True),)),)), STYLE)
    (data,) = page.axes
    place, half = "xy".index(direction), STYLE.sizes.hair * STYLE.dpi / 72 / 2
    low, high = sorted(data.transData.transform([(end, end) for end in (4, 5)])[:, place])
    edges = sorted(line.get_transform().transform(line.get_xydata())[0][place] for line in data.lines)
    assert edges == pytest.approx([low - half, high + half], abs=0.01)
    assert not data.patches
