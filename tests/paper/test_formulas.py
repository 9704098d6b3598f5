"""The formulas of a picture: how many there are, their colour and their share of the width."""

import pytest

from peviewer.base.formula import first_of
from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES
from peviewer.paper.page.heading_items import FormulaText
from peviewer.paper.page.hiding import as_styled
from peviewer.paper.page.painter import paint
from peviewer.paper.style import Style


def _written_formulas(page):
    return [artist for artist in page.artists if isinstance(artist, FormulaText)]


@pytest.mark.parametrize(
    ("theme", "formula", "expected"),
    [
        ("slide-light", None, "first"),
        ("slide-light", "all", "all"),
        ("slide-light", "none", ""),
        ("paper", None, ""),
        ("paper", "one", "first"),
    ],
)
def test_a_slide_has_one_formula_unless_all_are_asked_for(theme, formula, expected):
    figure = PANES["encoding"].figure(Document())
    formulas = {"first": first_of(figure.formula), "all": figure.formula, "": ""}
    style = Style(theme=theme, formula=formula)
    assert as_styled(figure, style).formula == formulas[expected]
    assert formulas["first"] != formulas["all"]


@pytest.mark.parametrize("pane", ["shift", "distance", "score"])
def test_a_formula_is_in_ink_and_takes_at_most_its_share_of_the_width(pane):
    style = Style.of_pixels(1280, 720)
    figure = PANES[pane].figure(Document())
    page = paint(figure, style)
    formulas = _written_formulas(page)
    assert formulas
    for formula in formulas:
        assert formula.get_color() == style.palette.text
        extent = formula.get_window_extent(page.canvas.get_renderer())
        assert extent.width <= 0.6 * page.bbox.width
