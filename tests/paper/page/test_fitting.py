"""What gives way where a page is small: whole parts, in one order, in every panel of a page."""

import matplotlib as mpl
import pytest

from peviewer.document.document import Document
from peviewer.figures.giving_way import GIVING_WAY
from peviewer.figures.panes.catalog import PANES
from peviewer.paper.page.composition import Composition
from peviewer.paper.page.fitting import fitted
from peviewer.paper.page.painter import paint, settings
from peviewer.paper.style import Style, StyleError


def given_up(figure, style):
    with mpl.rc_context(settings(style)):
        return fitted(figure, style)[0]


def statistics():
    return PANES["statistics"].figure(Document())


def test_a_large_page_gives_up_nothing():
    assert given_up(statistics(), Style(1920, 1080)) == 0


def test_the_smaller_the_page_the_more_gives_way():
    pages = (Style.of_inches(wide, 0.75 * wide, theme="paper") for wide in (6.9, 3.3, 2.5, 2.2))
    found = [given_up(statistics(), page) for page in pages]
    assert found == sorted(found)
    assert found[-1] > found[0]


def test_facts_go_first_and_titles_stay_while_panels_fit_at_all():
    figure, style = statistics(), Style.default("paper")
    written = [text.get_text() for text in paint(figure, style).texts]
    assert any(panel.fact for panel in figure.panels)
    assert not any("everywhere" in text or "vary by less" in text for text in written)
    assert any("Norm" in text for text in written)
    assert GIVING_WAY[given_up(figure, style) - 1] == "fact"


def test_six_panes_have_room_on_a_slide():
    names = ("shift", "statistics", "frequencies", "clocks", "distance", "binary")
    page = paint(Composition(tuple(PANES[name].figure(Document()) for name in names)), Style(1920, 1080))
    assert len(page.axes) > len(names)


def test_where_not_even_bare_panels_fit_one_sentence_says_so():
    with pytest.raises(StyleError, match="100x100 pixels is not allowed: too small for what"):
        paint(statistics(), Style(100, 100))


def test_a_page_on_which_no_size_helps_is_refused_with_what_does():
    figures = tuple(PANES[name].figure(Document()) for name in ("encoding", "shift", "waves", "frequencies"))
    with pytest.raises(StyleError, match=r"fewer panes, or set a smaller font size$"):
        paint(Composition(figures, 1), Style(2000, 2000, font_size=120))
    with pytest.raises(StyleError, match=r"too small for what this picture shows$"):
        paint(Composition(figures, 1), Style(200, 200))
