"""The choice of colours names the colormaps that are on screen."""

import pytest

from peviewer.app.controls.colormap_box import ColormapBox
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


def test_it_waits_for_rows_of_controls_that_are_built_turn_by_turn(qtbot, window):
    building = window.parameters.panel.building
    colours = window.parameters.panel.control("view.colormap").findChild(ColormapBox)
    both_maps = colours.currentText()
    learned_distance = {"encoding.scheme": "learned", "view.panes": ("distance",)}

    window.session.edit(learned_distance)
    window.session.flush()
    assert building.is_under_way

    qtbot.waitUntil(lambda: not building.is_under_way)
    assert both_maps == "Usual (RdBu, viridis)"
    assert colours.currentText() == "Usual (viridis)"
