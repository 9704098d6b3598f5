"""The choice of a colormap: swatches, and the usual one by the names of what is drawn."""

import pytest

from peviewer.app.controls.colormap_box import ColormapBox
from peviewer.app.controls.editors import editor
from peviewer.base.specification import specification
from peviewer.document.view import View
from peviewer.figures.palette import colormap


@pytest.fixture
def box(themed, qtbot):
    made = editor(specification(View, "colormap"))
    qtbot.addWidget(made)
    made.resize(240, 26)
    made.set_value("diverging")
    return made


def colours_of(box, row, places):
    image = box.itemIcon(row).pixmap(box.iconSize()).toImage()
    middle = image.height() // 2
    return [[*image.pixelColor(place, middle).getRgb()[:3]] for place in places(image.width())]


def test_the_usual_colormap_is_called_by_what_is_drawn(box):
    assert isinstance(box, ColormapBox)
    for drawn, expected in (
        (["diverging"], "Usual (RdBu)"),
        (["viridis"], "Usual (viridis)"),
        (["diverging", "viridis"], "Usual (RdBu, viridis)"),
        ([], "Usual (RdBu, viridis)"),
    ):
        box.set_drawn(drawn)
        assert box.currentText() == expected


def test_a_swatch_has_the_colours_of_its_colormap(box):
    box.set_value("viridis")
    first, last = colours_of(box, box.currentIndex(), lambda width: (0, width - 1))
    table = colormap("viridis")
    assert first == pytest.approx(table[0].tolist(), abs=12)
    assert last == pytest.approx(table[-1].tolist(), abs=12)


def test_a_narrow_box_keeps_the_names_of_what_is_drawn(box):
    box.set_drawn(["diverging", "viridis"])
    text = box.currentText()
    assert box.shortened(text, 300) == text
    names_room = box.iconSize().width() + 8 + box.fontMetrics().horizontalAdvance("RdBu, viridis")
    assert box.shortened(text, names_room + 2) == "RdBu, viridis"
