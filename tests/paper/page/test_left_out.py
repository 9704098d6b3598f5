"""What a page says that it leaves out: all that is not there, and nothing that is."""

from dataclasses import replace

import pytest

from peviewer.base.words import unstarred
from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import preset
from peviewer.paper.page.composition import Composition
from peviewer.paper.page.painter import paint
from peviewer.paper.style import Style

COLUMN = Style.default("paper")


def titles(page):
    return {text.get_text() for text in page.texts}


def test_a_page_with_room_leaves_nothing_out_and_one_without_says_which_panels():
    figure = PANES["score"].figure(preset("rope-llama-3.1").document)
    assert paint(figure, Style()).left_out == ()
    small = paint(figure, COLUMN)
    spared = [panel.title for k in figure.spare for panel in figure.rows[k]]
    assert small.left_out == tuple(map(unstarred, spared))
    assert not titles(small) & set(spared)


def test_what_a_style_does_not_ask_for_is_not_missed():
    """A paper's figure has no formula; a legend, a title or a remark that was switched off is not left out either."""
    figure = PANES["statistics"].figure(Document())
    assert paint(figure, COLUMN).left_out == ("remarks beside titles",)
    without = replace(figure, rows=tuple(tuple(replace(one, fact="") for one in row) for row in figure.rows))
    assert paint(without, COLUMN).left_out == ()
    score = PANES["score"].figure(preset("rope-llama-3.1").document)
    assert "the legend" not in paint(score, Style(480, 320, legend=False)).left_out


def test_a_column_that_gave_way_and_words_without_room_are_named():
    assert paint(PANES["properties"].figure(Document()), COLUMN).left_out == ("the column What it is",)
    many = PANES["clocks"].figure(Document().edited({"clocks.count": 24}))
    assert "some words beside shapes" in paint(many, Style(1080, 1080)).left_out
    for style in (Style(), Style(1080, 1080)):
        assert paint(PANES["clocks"].figure(Document()), style).left_out == ()


def test_of_several_panes_each_thing_is_named_once():
    figures = tuple(PANES["statistics"].figure(Document()) for _ in range(2))
    found = paint(Composition(figures), Style.of_inches(7, 2.6, theme="paper")).left_out
    assert found.count("remarks beside titles") == 1
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("name", ["score", "operator", "statistics", "frequencies", "scaling"])
def test_a_caption_speaks_of_no_panel_that_a_small_page_leaves_out(name):
    document = Document() if name in ("operator", "statistics") else preset("rope-llama-3.1").document
    left_out = paint(PANES[name].figure(document), Style.of_inches(3.3, 2, theme="paper")).left_out
    caption = unstarred(PANES[name].caption(document)).casefold()
    assert not [words for words in left_out if words.casefold() in caption]


@pytest.mark.parametrize(("name", "shown", "table"), [
    ("precision", Document(), "Told apart, largest errors"),
    ("buckets", preset("t5").document, "What each holds"),
])  # fmt: skip
def test_a_table_with_room_for_no_row_gives_way_with_its_title_and_is_named(name, shown, table):
    few = Composition(
        (PANES[name].figure(shown),) * 3, columns=2 if name == "precision" else 1, even=True, heading="All"
    )
    size = Style(1080, 900) if name == "precision" else COLUMN
    page = paint(few, size)
    assert table in page.left_out
    assert table not in titles(page)
    assert len([axes for axes in page.axes if axes.get_visible()]) == len(few.figures)


def test_a_picture_of_a_table_alone_keeps_it():
    assert "All claims hold" in titles(paint(PANES["properties"].figure(Document()), Style(1080, 1080)))
