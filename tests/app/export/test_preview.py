"""The left of the Export dialog."""

import pytest

from peviewer.app.export.preview import Preview
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
