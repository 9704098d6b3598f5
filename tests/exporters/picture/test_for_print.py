"""Titles and captions of one's own, signs that a font lacks."""

import re

import pytest

from peviewer.document.document import Document
from peviewer.exporters.picture import render
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import preset
from peviewer.paper.page.composition import Composition
from peviewer.paper.page.painter import paint
from peviewer.paper.style import Style

CHOSEN = Document().edited({"encoding.length": 30, "encoding.dim": 16, "shift.phi": 7.5})


def words(page):
    return [text.get_text() for text in page.texts]


@pytest.mark.nightly
def test_a_title_and_a_caption_of_ones_own_stand_in_their_places_and_empty_ones_are_none():
    figure = PANES["encoding"].figure(CHOSEN)
    own = words(paint(figure, Style(title="*t* is mine", caption="And so is this.")))
    assert {"$t$ is mine", "And so is this."} <= set(own)
    assert figure.title not in own
    assert figure.title not in words(paint(figure, Style(title="", caption="")))
    both = words(paint(Composition((figure, figure)), Style(title="Mine")))
    assert both.count("Mine") == 1
    assert both.count(figure.title) == 2


@pytest.mark.slow
def test_signs_that_the_font_of_the_text_lacks_are_set_in_one_that_has_them_without_a_warning():
    document = preset("wrong-operator").document
    svg = render(PANES["properties"].figure(document), "svg", document=document, style=Style.default("paper")).decode()
    found = re.findall(r"font-family: '([^']+)'[^>]*>(✗|✓)<", svg)
    assert set(found) == {("DejaVu Sans", "✗"), ("DejaVu Sans", "✓")}
