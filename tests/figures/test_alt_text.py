"""Words for those who cannot see a picture: what is drawn, nothing that is not."""

import pytest

from peviewer.document.document import Document
from peviewer.figures.alt_text import alt_text
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import preset


@pytest.mark.parametrize(("length", "drawn"), [(32, True), (2000, False)])
def test_points_are_told_of_where_they_have_room(length, drawn):
    told = alt_text(PANES["waves"].figure(Document().edited({"encoding.length": length})))
    assert "curve of PE" in told
    assert ("points of PE" in told) == drawn


def test_what_has_a_name_is_one_of_all_that_are_drawn():
    score = Document().edited({"encoding.scheme": "rope", "encoding.length": 4096})
    assert "positions back t − s from 1 to 4\u2009095 across on a logarithmic scale" in alt_text(
        PANES["score"].figure(score)
    )
    assert "8 curves, among them head 3, lag" in alt_text(PANES["bias"].figure(preset("alibi").document))


def test_rows_that_are_the_first_of_more_are_told_so():
    assert "table of the first 64 of 128 pairs (pair" in alt_text(PANES["table"].figure(Document()))
