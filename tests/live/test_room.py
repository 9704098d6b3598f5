"""What gives way where a view is small, in which order, and what the title of an axis says in the room it has."""

from dataclasses import replace
from itertools import chain, combinations

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from peviewer.document.document import Document
from peviewer.figures.fitting.hiding import HIDING_ORDER
from peviewer.figures.grammar import Axis, Panel, Rule
from peviewer.figures.palette import LIGHT
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import preset
from peviewer.live.axis import TICK
from peviewer.live.canvas import Canvas
from peviewer.live.header import Header, entries
from peviewer.live.tables.panel import TablePanel
from tests.live.texts import canvas_of, collisions, written


@pytest.mark.parametrize("name", ["shift", "spectrum", "encoding"])
def test_parts_are_hidden_in_the_declared_order(view, name):
    view.set_figure(PANES[name].figure(Document()))
    counts = []
    for width in range(220, 700, 120):
        view.resize(width, max(140, 2 * width // 3))
        shown = [part for part in HIDING_ORDER if _is_shown(view, part)]
        had = [part for part in HIDING_ORDER if _texts(view, part)]
        assert shown == had[len(had) - len(shown) :]
        counts.append(len(shown))
    assert counts[0] < counts[-1]


def _texts(view, part):
    """Return what each panel says in a part, in plain letters."""
    say = {
        "far numbers": _far_number,
        "fact": lambda panel: panel.panel.fact,
        "legend": lambda panel: "".join(_named(panel.panel, view)),
        "panel titles": lambda panel: panel.panel.title,
    }
    if part == "axis titles":
        found = chain.from_iterable(map(_axis_symbols, view.panels))
    elif part == "formula":
        found = []
    else:
        found = map(say[part], view.panels)
    return [_plain(text) for text in found if text]


def _far_number(panel):
    far_numbers = panel.panel.x.far_numbers
    return far_numbers[0][1] if far_numbers else ""


def _axis_symbols(panel):
    """Return the symbol of each axis that has numbers, or its whole label where it has none."""
    if isinstance(panel, TablePanel) or panel.is_bare:
        return []
    numbered = [axis for axis in (panel.bottom, panel.left) if axis.numbered]
    return [(axis.axis.label.split("*") * 2)[1] for axis in numbered]


def _named(panel, view):
    """Return what a legend alone names: a rule has its name beside itself where the legend gives way."""
    rules = set()
    for shown in view.panels:
        rules.update(mark.label for mark in shown.panel.legend_marks if isinstance(mark, Rule))
    return [entry.label for entry in entries(panel) if entry.label not in rules]


def _plain(text):
    return text.replace("*", "").replace("\u2009", "").replace(" ", "")


def _is_shown(view, part):
    """Whether a part is shown in every panel that has it, or else in none."""
    texts = written(canvas_of(view))
    said = "".join(_plain(text.words) for text in texts)
    if part == "axis titles":  # beside the data and the header, which have the same symbols
        panels = [panel for panel in view.panels if not isinstance(panel, TablePanel)]
        areas = [panel.area.sceneBoundingRect() for panel in panels]
        areas += [panel.header.sceneBoundingRect() for panel in panels]
        names = [item.label for panel in panels for item in panel.items if hasattr(item, "label")]
        areas += [name.sceneBoundingRect() for name in names if name.isVisible()]
        outside = [text for text in texts if not any(area.intersects(text.rect) for area in areas)]
        said = [_plain(text.words) for text in outside]
    seen = {text in said for text in _texts(view, part)}
    assert len(seen) < 2, f"{part} in some panels only"
    return seen == {True}


def test_a_heatmap_is_seen_before_its_titles_and_one_of_few_rows_is_low(view, table, stack):
    view.resize(600, 190)
    for rows, is_titled in ((40, False), (2, True)):
        view.set_figure(stack(table(np.zeros((rows, 40)))))
        assert any("position" in text.words for text in written(canvas_of(view))) is is_titled


def test_the_title_of_square_cells_goes_on_beside_them(view, table, heat):
    figure = heat(table(np.zeros((40, 8))))
    (panel,) = figure.panels
    title = "a title that is wider than these cells"
    panel = replace(panel, title=title, square_cells=True)
    view.set_figure(replace(figure, rows=((panel,),)))
    assert view.panels[0].area.rect().width() < 90
    assert title in [text.words for text in written(canvas_of(view))]


def test_a_low_view_leaves_rows_that_can_be_spared_to_the_others(view):
    view.set_figure(PANES["shift"].figure(Document()))
    assert len(view.panels) == 4
    view.resize(600, 260)
    assert len(view.panels) == 3, "without the clocks"
    view.resize(600, 400)
    assert len(view.panels) == 4


def test_a_title_that_loses_a_digit_keeps_its_room(qapp):
    """Nothing jumps while a number plays."""
    axis = Axis("position", "", (0.0, 1.0))
    parts = frozenset(HIDING_ORDER)

    def panel(number):
        return Panel(axis, axis, (), title=f"Shifted by {number} positions", fact="a fact")

    header = Header(Canvas(LIGHT))
    assert header.set_panel(panel(100))
    height_at_600 = header.height(600, parts)
    width = next(w for w in range(600, 0, -1) if header.height(w, parts) > height_at_600)
    high = header.height(width, parts)
    assert not header.set_panel(panel(99))
    assert header.height(width, parts) == high
    wrapped = next(w for w in range(width, 0, -1) if header.plan(w, parts).wrapped)
    height = header.height(wrapped, parts)
    assert height == header.height(wrapped - 20, parts) > high, "on two lines, too"
    assert header.set_panel(replace(panel(99), title="Shifted"))
    assert header.height(width, parts) < high


def test_a_sentence_in_place_of_a_figure_has_the_whole_width(view):
    figure = PANES["vectors"].figure(preset("t5").document)
    view.set_figure(figure)
    view.resize(270, 110)
    texts = written(canvas_of(view))
    assert len(texts) > 1
    assert [text.words for text in texts if text.is_cut] == []


def test_rules_whose_legend_has_given_way_are_named_beside_themselves(view):
    figure = PANES["scaling"].figure(preset("rope-llama-3.1").document)
    view.set_figure(figure)
    for width, legends in ((900, 4), (340, 0)):
        view.resize(width, 470)
        shown = [" ".join(text.words.split()) for text in written(canvas_of(view))]
        assert sum(name in shown for name in ("after", "before")) == legends / 2
        assert sum(words == ("trained:" if legends else "trained") for words in shown) == 1
        assert sum(words.startswith("− 1") for words in shown) >= 1, shown
        assert collisions(written(canvas_of(view))) == []


def test_an_expression_without_room_leaves_it_to_its_neighbour(view):
    view.set_figure(PANES["clocks"].figure(Document()))
    clock, rotation, _ = (panel.area for panel in view.panels)
    view.resize(900, 600)
    assert clock.isVisible()
    assert rotation.isVisible()
    units = [area.rect().width() / np.ptp(area.x_range) for area in (clock, rotation)]
    assert units[0] == pytest.approx(units[1], rel=0.02), "drawn to one scale"
    narrow = clock.rect().width()
    view.resize(220, 300)
    assert not rotation.isVisible()
    expected = pytest.approx(110, abs=8)
    assert clock.sceneBoundingRect().center().x() == expected
    view.resize(900, 600)
    assert rotation.isVisible()
    assert clock.rect().width() == narrow


@pytest.mark.parametrize("side", ["bottom", "left"])
def test_a_tick_is_in_the_pixel_of_its_number(view, table, heat, side):
    heatmap = heat(table(np.zeros((40, 40))))
    view.set_figure(heatmap)
    view.grab()
    axis = getattr(view.panels[0], side)
    wide = round(axis.size().width())
    high = round(axis.size().height())
    image = QImage(wide, high, QImage.Format.Format_RGB32)
    image.fill(QColor(LIGHT.panel))
    with QPainter(image) as painter:
        axis.paint(painter, None)
    along = range(wide if side == "bottom" else high)
    seen = [
        image.pixelColor(*((at, TICK - 1) if side == "bottom" else (wide - TICK + 1, at)))
        for at in along
    ]
    found = [at for at, color in zip(along, seen, strict=True) if color == QColor(LIGHT.line)]
    assert found == sorted(int(place) for place, *_ in axis.visible_ticks())
    assert len(found) > 2


@pytest.mark.parametrize(
    ("size", "has_numbers"), [((560, 320), True), ((560, 284), False), ((440, 200), False)]
)
def test_the_curve_of_a_bit_stands_below_the_positions_of_the_strips(view, size, has_numbers):
    view.resize(*size)
    view.set_figure(PANES["binary"].figure(Document()))
    strips, numbers, curves, _ = view.panels
    places = [panel.area.mapRectToScene(panel.area.rect()) for panel in (strips, curves)]
    assert places[0].left() == places[1].left()
    assert places[0].right() == places[1].right()
    assert numbers.plot.isVisible() is has_numbers, (
        "without its numbers the strips have the whole width"
    )
    written_axes = [panel.bottom.numbered for panel in (strips, curves)]
    assert written_axes == [False, True]


def test_an_axis_title_stands_below_others_only_where_it_says_what_a_pixel_is(view):
    view.resize(560, 480)
    for dim, count in ((64, 1), (256, 3)):
        document = Document().edited({"encoding.dim": dim})
        view.set_figure(PANES["shift"].figure(document))
        assert sum("dimension" in text.words for text in written(canvas_of(view))) == count


def test_long_numbers_of_panels_side_by_side_stay_apart(view):
    view.resize(520, 480)
    document = Document().edited({"encoding.first": 10**9})
    view.set_figure(PANES["waves"].figure(document))
    thousands = [text for text in written(canvas_of(view)) if "000" in text.words]
    numbers = [text.rect.adjusted(-2, 0, 2, 0) for text in thousands]
    assert len(numbers) > 2
    assert not any(one.intersects(other) for one, other in combinations(numbers, 2))


def test_as_many_words_stand_along_an_axis_as_have_room(view, table, stack):
    figure = stack(table(np.zeros((3, 12))))
    axis = replace(figure.panels[0].x, limits=(10**15 - 0.5, 10**15 + 11.5))
    for words, shown in [(list("abcdefghijkl"), {12}), (["internationalization"] * 12, {3, 4})]:
        named = replace(axis, words=(10**15, tuple(words)))
        rows = [(replace(panel, x=named),) for [panel] in figure.rows]
        view.set_figure(replace(figure, rows=tuple(rows)))
        texts = [text for *_, text in view.panels[1].bottom.visible_ticks()]
        assert len(texts) in shown
        assert set(texts) <= {*"abcdefghijkl", "international…"}


def test_the_cell_below_the_pointer_is_read_and_zoom_stays(view, mouse, table, heat):
    hovered = []
    zoomed = []
    view.hovered.connect(lambda cells, _: hovered.append(cells))
    view.zoomed.connect(zoomed.append)
    heatmap = heat(table(np.zeros((4, 10))))
    view.set_figure(heatmap)
    before = view.panels[0].area
    ranges = before.x_range, before.y_range
    view.set_type_scale(1.5)
    mouse.move(0.55, 0.3)
    mouse.move(0.95, 0.9)
    assert hovered == [{"dimension": 5, "position": 1}, {"dimension": 9, "position": 3}]
    assert (view.panels[0].area.x_range, view.panels[0].area.y_range) == ranges
    assert zoomed == []


@pytest.mark.parametrize("size", [(345, 540), (230, 300)])
def test_a_and_b_are_told_apart_where_titles_have_no_room(view, size):
    document = Document().edited(
        {"encoding.scheme": "rope", "compare.against": "scheme=rope,base=100"}
    )
    view.set_figure(PANES["clocks"].figure(document))
    view.resize(*size)
    assert {panel.panel.owner for panel in view.panels} >= {"A", "B"}

    drawn = {text for text, *_ in written(view)}
    drawn_sides = {text.split(": ")[0] for text in drawn}
    actual = [side for side in "AB" if side in drawn_sides]
    assert actual == ["A", "B"]


@pytest.mark.parametrize("width", [700, 345, 230])
def test_titles_and_owners_begin_at_the_left_edge_of_their_header(view, width):
    document = Document().edited(
        {"encoding.scheme": "rope", "compare.against": "scheme=rope,base=100"}
    )
    view.set_figure(PANES["clocks"].figure(document))
    view.resize(width, 500)
    names = [text for text in written(canvas_of(view)) if text.words[:1] in "AB"]
    lefts = {round(name.rect.x()) for name in names}
    headers = {round(panel.header.sceneBoundingRect().x()) for panel in view.graphics}
    assert lefts
    assert lefts <= headers


def test_a_wide_view_has_the_panels_of_a_wide_page(view):
    figure = PANES["operator"].figure(Document())
    view.set_figure(figure)
    rows = {}
    for width in (500, 1000):
        view.resize(width, 450)
        rows[width] = [panel.panel.title for panel in view.panels]
    assert rows[500] == [panel.title for panel in figure.panels]
    assert rows[1000] == [panel.title for panel in figure.on_wide_page.panels]
    assert rows[1000] != rows[500]
