"""The preview beside the choices: its slider steps through the frames of a clip or the slides of a deck."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from peviewer.app.export.preview import Preview

FRAMES = 5


@pytest.fixture
def preview(qtbot):
    made = Preview()
    qtbot.addWidget(made)
    return made


@pytest.mark.parametrize(
    ("begun_at", "key", "chosen"),
    [
        (2, Qt.Key.Key_Right, 3),
        (2, Qt.Key.Key_Left, 1),
        (0, Qt.Key.Key_Left, 0),
        (4, Qt.Key.Key_Right, 4),
    ],
)
def test_the_right_arrow_shows_the_next_frame_and_the_left_one_the_one_before(
    qtbot, preview, begun_at, key, chosen
):
    preview.set_pages(FRAMES, begun_at)
    with qtbot.waitSignal(preview.pageChosen) as reported:
        QTest.keyClick(preview.page_slider, key)

    assert reported.args == [chosen]
    assert preview.page_slider.number() == chosen


@pytest.mark.parametrize(("count", "last"), [(FRAMES, FRAMES - 1), (1, 0)])
def test_the_slider_has_all_pages_and_is_seen_where_there_are_several(preview, count, last):
    preview.set_pages(count, 9)

    slider = preview.page_slider
    assert (slider.span().low, slider.span().high) == (0, last)
    assert slider.number() == last
    assert slider.isHidden() == (count < 2)
