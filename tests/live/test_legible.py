"""Whatever the size of a pane, each text it shows is whole and stands alone; what has no room gives way in order."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QFontMetricsF, QImage, QPainter

from peviewer.document.fields import compare_with
from peviewer.figures.fitting import HIDING_ORDER
from peviewer.figures.grammar import Axis, Figure, Panel, Rule
from peviewer.figures.palette import LIGHT
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import presets
from peviewer.live.header import Header, entries
from peviewer.live.tables.table_panel import TablePanel
from tests.live.texts import collisions, written
from tests.served import served

SIZES = [(300, 220), (365, 345), (1100, 250), (300, 900), (470, 330), (1600, 1200)]
SHIFTED = presets()["shift"].document
DOCUMENTS = {
    "default": SHIFTED,
    "across": SHIFTED.edited({"view.transposed": True}),
    "content": SHIFTED.edited({"content.kind": "normal"}),
    "far out": SHIFTED.edited(
        {
            "encoding.first": -(2**52),
            "encoding.length": 100_000,
            "shift.phi": -123_456_789.25,
            "cursor.position": 123_456 - 2**52,
        }
    ),
    "tiny": SHIFTED.edited({"encoding.length": 2, "encoding.dim": 2, "shift.phi": 0.25}),
    "odd": SHIFTED.edited({"encoding.dim": 37, "encoding.length": 17}),
    "wide": SHIFTED.edited({"encoding.dim": 65_536, "encoding.length": 10_000_000, "cursor.position": 5_000_000}),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("document", DOCUMENTS)
@pytest.mark.parametrize("pane", PANES)
def test_texts_are_whole_and_none_covers_another(qtbot, view, pane, document):
    view.set_figure(PANES[pane].figure(served(pane, DOCUMENTS[document])))
    start = [*DOCUMENTS].index(document) % 2
    for size in SIZES if document == "default" else SIZES[start:4:2]:
        view.resize(*size)
        qtbot.waitUntil(lambda: not view.is_pending)
        texts = written(view._canvas, 2 if document == "default" else 1)
        assert [text.words for text in texts if text.is_cut] == [], size
        assert collisions(texts) == [], size


def test_two_arrows_of_a_clock_keep_their_names_apart(qtbot, view):
    for phi, position, size in ((0, 49, SIZES[4]), (7.5, 20, SIZES[1]), (-1e6, 50, SIZES[2]), (0.25, 3, SIZES[5])):
        turned = {"encoding.scheme": "rope", "shift.phi": phi, "cursor.position": position, "clocks.pair": 3}
        view.set_figure(PANES["clocks"].figure(SHIFTED.edited(turned)))
        view.resize(*size)
        qtbot.waitUntil(lambda: not view.is_pending)
        texts = written(view._canvas, 2)
        assert [text.words for text in texts if text.is_cut] == []
        assert collisions(texts) == []


@pytest.mark.sampled(2)
@pytest.mark.parametrize("pane", PANES)
def test_parts_are_hidden_in_the_declared_order(view, pane):
    view.set_figure(PANES[pane].figure(served(pane, SHIFTED)))
    for width in range(220, 700, 80):
        view.resize(width, max(140, 2 * width // 3))
        words = _words(view)
        shown = [part for part in HIDING_ORDER if _is_shown(view, part, words)]
        had = [part for part in HIDING_ORDER if _is_had(view, part)]
        assert shown == had[len(had) - len(shown) :]


def _panels(view):
    return [panel for panel in view.panels if not isinstance(panel, TablePanel)]


def _texts(view, part):
    """Return what each panel says in a part, in plain letters."""
    found = {
        "fact": [panel.panel.fact for panel in view.panels],
        "formula": [],
        "legend": ["".join(_named(panel.panel, view)) for panel in view.panels],
        "axis titles": [
            next(filter(None, axis.axis.label.split("*")), "")
            for panel in _panels(view)
            for axis in (panel.bottom, panel.left)
            if axis.numbered and not panel.is_bare
        ],
        "panel titles": [panel.panel.title for panel in view.panels],
    }[part]
    return [_plain(text) for text in found if text]


def _named(panel, view):
    """Return what a legend alone names: a rule has its name beside itself where the legend gives way."""
    rules = {mark.label for shown in view.panels for mark in shown.panel.legend_marks if isinstance(mark, Rule)}
    return [entry.label for entry in entries(panel) if entry.label not in rules]


def _plain(text):
    return text.replace("*", "").replace("\u2009", "").replace(" ", "")


def _words(view):
    return [text.words for text in written(view._canvas)]


def _is_had(view, part):
    return bool(_texts(view, part))


def _is_shown(view, part, words):
    """Whether a part is shown in every panel that has it, or else in none."""
    plain = [_plain(word) for word in words]
    said = plain if part == "axis titles" else "".join(plain)
    seen = {text in said for text in _texts(view, part)}
    assert len(seen) < 2, f"{part} in some panels only"
    return seen == {True}


def test_in_a_tiny_view_texts_are_hidden_before_the_data(view, table, stack):
    figure = stack(table(np.zeros((9, 40))))
    view.set_figure(figure)
    assert _is_shown(view, "panel titles", _words(view))
    view.resize(200, 140)
    assert not _is_shown(view, "panel titles", _words(view))
    assert view.panels[1].area.rect().height() > 20
    view.resize(600, 400)
    assert _is_shown(view, "panel titles", _words(view))


def test_a_title_that_loses_a_digit_keeps_its_room(qapp):
    """Nothing jumps while a number plays."""
    axis = Axis("position", "", (0.0, 1.0))
    parts = frozenset(HIDING_ORDER)

    def panel(number):
        return Panel(axis, axis, (), title=f"Shifted by {number} positions", fact="a fact")

    header, fresh = Header(LIGHT), Header(LIGHT)
    assert header.set_panel(panel(100))
    fresh.set_panel(panel(99))
    width = next(w for w in range(600, 0, -1) if header.height(w, parts) > header.height(600, parts))
    assert fresh.height(width, parts) < header.height(width, parts)
    assert not header.set_panel(panel(99))
    assert fresh.height(width, parts) < header.height(width, parts)
    assert header.set_panel(replace(panel(99), title="Shifted"))
    assert fresh.height(width, parts) == header.height(width, parts)


def test_labels_of_rules_that_meet_find_other_places(view):
    axis = Axis("value", "", (0.0, 100.0))
    rules = tuple(Rule("y", at, f"the rule at {at}") for at in (50.0, 51.0, 52.0))
    view.set_figure(Figure("", ((Panel(axis, axis, rules),),)))
    texts = written(view._canvas)
    assert sum("the rule" in text.words for text in texts) == 3
    assert collisions(texts) == []


def test_an_expression_without_room_is_left_out_whole(view):
    view.set_figure(PANES["clocks"].figure(SHIFTED))
    view.resize(900, 600)
    assert "sin" in [text.words for text in written(view._canvas)]
    view.resize(240, 200)
    words = [text.words for text in written(view._canvas)]
    assert not {"=", "Mᵢ(φ)", "…"} & set(words)


def test_a_sentence_in_place_of_a_figure_has_the_whole_width(view):
    view.set_figure(PANES["vectors"].figure(presets()["t5"].document))
    view.resize(270, 110)
    texts = written(view._canvas)
    assert len(texts) > 1
    assert [text.words for text in texts if text.is_cut] == []


def test_the_uppermost_number_is_clear_of_the_mark_of_the_focus(view):
    view.set_figure(PANES["bias"].figure(presets()["t5"].document))
    view.resize(270, 110)
    view.setFocus()
    numbers = [text for text in written(view._canvas) if text.words == "0"]
    assert numbers
    heights = (QFontMetricsF(view.font()).tightBoundingRect("0").height() for _ in numbers)
    assert all(number.rect.center().y() - height / 2 > 4 for number, height in zip(numbers, heights, strict=True))


def test_two_levels_close_together_have_names_that_neither_strikes_out(view):
    axis = Axis("pair", "pair", (0, 10))
    rules = Rule("y", 5.0, "lower", dashed=True), Rule("y", 5.4, "upper")
    view.resize(400, 300)
    view.set_figure(Figure("", ((Panel(axis, Axis("value", "value", (0, 10)), rules),),)))
    places = {text.words: text.rect for text in written(view._canvas) if text.words in ("lower", "upper")}
    lines = [view.panels[0].area.mapRectToScene(item.obstacle()).center().y() for item in view.panels[0].items[:2]]
    assert len(places) == 2
    assert not any(rect.top() < line < rect.bottom() for rect in places.values() for line in lines)


def test_a_sentence_beside_a_figure_has_the_height_it_needs(qtbot, view):
    document = compare_with(SHIFTED, "scheme=rope")
    for size in ((400, 320), (480, 400)):
        view.set_figure(PANES["statistics"].figure(document))
        view.resize(*size)
        qtbot.waitUntil(lambda: not view.is_pending)
        assert [text.words for text in written(view._canvas) if text.is_cut] == [], size


def test_a_panel_beside_another_with_other_rows_has_numbers_of_its_own(qtbot, view):
    view.resize(560, 420)
    view.set_figure(PANES["vectors"].figure(compare_with(SHIFTED, "scheme=tensor2tensor,first=-450,length=300")))
    qtbot.waitUntil(lambda: not view.is_pending)
    assert [panel.left.numbered for panel in view.panels] == [True] * 4
    view.set_figure(PANES["vectors"].figure(compare_with(SHIFTED, "scheme=tensor2tensor")))
    assert [panel.left.numbered for panel in view.panels] == [True, False] * 2


def test_a_folded_title_is_drawn_in_the_lines_it_has_room_for_whatever_widths_were_tried(qapp):
    axis, parts = Axis("position", "", (0.0, 1.0)), frozenset(HIDING_ORDER)
    tried, fresh = Header(LIGHT), Header(LIGHT)
    for header in (tried, fresh):
        header.set_panel(Panel(axis, axis, (), title="pair 0 at one position and at another", fact="a fact"))
        header.show_parts(160, parts)
    assert tried.height(160, parts) > tried.height(600, parts)
    tried.plan(60, parts)
    assert _painted(tried) == _painted(fresh)


def _painted(item):
    image = QImage(200, 120, QImage.Format.Format_RGB32)
    image.fill(0)
    with QPainter(image) as painter:
        item.paint(painter, None)
    return image


def test_rules_whose_legend_has_given_way_are_named_beside_themselves(view):
    view.set_figure(PANES["scaling"].figure(presets()["rope-llama-3.1"].document))
    for width, legends in ((900, 4), (340, 0)):
        view.resize(width, 470)
        shown = [" ".join(text.words.split()) for text in written(view._canvas)]
        assert sum(name in shown for name in ("after", "before")) == legends / 2
        assert sum(words == "trained: 8 192" for words in shown) == 1
        assert sum(words == "= 131 072" for words in shown) == 1
        assert collisions(written(view._canvas)) == []


def test_an_expression_that_was_left_out_stays_so_with_another_scheme(view):
    clocks, rope = PANES["clocks"], SHIFTED.edited({"encoding.scheme": "rope"})
    view.resize(470, 330)
    view.set_figure(clocks.figure(rope))
    expression = view.panels[1]
    assert expression.panel.square
    assert expression.plot.isVisible()
    view.resize(228, 232)
    for document in (rope, SHIFTED, rope):
        view.set_figure(clocks.figure(document))
        assert not view.panels[1].plot.isVisible()
