"""The left of the Export dialog."""

import pytest
from PySide6.QtGui import QImage

from peviewer.app.export.preview import Preview, PreviewColumn
from peviewer.exporters.kinds.kind import Shown
from peviewer.figures.palette import LIGHT


@pytest.mark.parametrize("size", [(300, 140), (900, 800)])
def test_the_sign_that_another_picture_is_made_stays_inside_and_in_the_middle(qtbot, size):
    preview = Preview(LIGHT)
    qtbot.addWidget(preview)
    preview.resize(500, 400)
    preview.show()
    preview.set_busy(True)
    qtbot.waitUntil(preview._sign.isVisible)
    preview.resize(*size)
    assert preview.rect().contains(preview._sign.geometry())
    assert abs(preview._sign.geometry().center().x() - preview.rect().center().x()) <= 1
    assert preview.height() - preview._sign.geometry().bottom() < 20


def test_what_a_picture_has_no_room_for_stands_below_it_until_it_has(qtbot):
    column = PreviewColumn(LIGHT)
    qtbot.addWidget(column)
    column.show()
    column.show_it(Shown(caption="PNG", missing="This size has no room for the legend"), QImage())
    assert column.missing.isVisible()
    assert column.missing.text() == "This size has no room for the legend"
    column.show_it(Shown(caption="PNG"), QImage())
    assert not column.missing.isVisible()
