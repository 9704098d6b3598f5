"""The strip that explains a pane leaves it most of its room, and does not make the picture jump."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from peviewer.app.panes.explanation import MOST, Explanation

LINE = "Look at every row of *PE*. "


@pytest.fixture
def strip(qtbot):
    made = Explanation("toy")
    qtbot.addWidget(made)
    made.set_texts(LINE, "t = t")
    made.fit(300, 2000)
    made.show()
    return made


def test_it_is_as_tall_as_its_text_and_leaves_the_rest_to_the_picture(strip):
    short = strip.height()
    strip.set_texts(8 * LINE + "58\u2009470 positions", "t = t")
    assert "\u2009" not in strip.text.text(), "no number is broken between its digits"
    strip.fit(300, 2000)
    assert short + 40 < strip.height() < 400
    strip.fit(300, 200)
    assert strip.height() == round(MOST * 200)


def test_it_does_not_shrink_while_its_numbers_change_but_for_a_wider_pane_or_when_asked_for_anew(strip):
    heights = []
    for words, width in ((LINE, 300), (4 * LINE, 300), (LINE, 300), (4 * LINE, 600)):
        strip.set_texts(words, "")
        strip.fit(width, 2000)
        heights.append(strip.height())
    assert heights[0] < heights[1] == heights[2] > heights[3]
    strip.reset_height()
    strip.set_texts(LINE, "")
    strip.fit(600, 2000)
    assert strip.height() <= heights[3]


def test_its_button_and_escape_close_it(qtbot, strip):
    with qtbot.waitSignal(strip.closed):
        strip.close_button.click()
    with qtbot.waitSignal(strip.closed):
        QTest.keyClick(strip, Qt.Key.Key_Escape)
