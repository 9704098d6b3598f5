"""The choice of colours names the colormaps that are on screen."""

import pytest

from peviewer.app.window.drawn_colours import drawn_colormaps
from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES


@pytest.mark.parametrize(("panes", "expected"), [
    (("encoding",), ["diverging"]),
    (("distance",), ["viridis"]),
    (("distance", "encoding"), ["diverging", "viridis"]),
    (("binary",), ["diverging"]),
    (("waves",), []),
])  # fmt: skip
def test_the_usual_colormaps_of_figures_are_found(panes, expected):
    document = Document()
    assert drawn_colormaps(PANES[name].figure(document) for name in panes) == expected


def test_a_chosen_colormap_is_none_of_the_usual_ones():
    document = Document(view={"colormap": "magma"})
    figure = PANES["encoding"].figure(document)
    assert drawn_colormaps([figure]) == []
