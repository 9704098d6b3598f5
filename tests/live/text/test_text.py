import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QFont, QFontMetricsF, QTextDocument, QTextOption

from peviewer.figures.grammar import Axis
from peviewer.live.arrangement import Room, arrange
from peviewer.live.coordinate import Coordinate
from peviewer.live.text.text import markup, unbroken

spans = st.tuples(st.floats(-1e7, 1e7), st.floats(1e-3, 1e7)).map(lambda pair: (pair[0], pair[0] + pair[1]))


@given(spans, st.floats(0.01, 100), st.floats(0, 1), st.floats(-1e6, 1e6))
def test_no_gesture_leaves_the_limits(span, factor, part, by):
    axis = Coordinate(Axis("position", "", span, cursor="position", whole=True))
    zoomed = axis.zoomed(axis.limits, span[0] + part * (span[1] - span[0]), factor)
    slack = 1e-9 * max(1.0, abs(span[0]), abs(span[1]))
    for low, high in (zoomed, axis.panned(zoomed, by)):
        assert span[0] - slack <= low < high <= span[1] + slack
        assert high - low >= axis.narrowest - slack


def test_a_logarithmic_axis_reports_its_own_units():
    axis = Coordinate(Axis("lag", "", (1.0, 1e6), log=True))
    assert axis.limits == (0.0, 6.0)
    assert axis.from_screen((1.0, 2.0)) == (10.0, 100.0)
    assert axis.from_screen(axis.limits) == (1.0, 1e6)


def test_markup_escapes_and_breaks_lines():
    assert markup("a < *b*\nc") == "a &lt; <i>b</i><br>c"


@pytest.mark.parametrize("size", [(200, 140), (560, 380), (1600, 1000)])
def test_rows_keep_their_proportions_and_stay_inside(size):
    room = Room(header=20, left=40, right=50, bottom=30)
    boxes = arrange(*size, [[room, room], [room]], (2, 1))
    assert boxes[0][0].x == boxes[1][0].x
    assert all(box.x + box.width <= size[0] for row in boxes for box in row)
    if size[1] > 300:
        assert boxes[0][0].height == pytest.approx(2 * boxes[1][0].height, abs=2)
        assert boxes[1][0].y + boxes[1][0].height < size[1]
    assert np.ptp([box.height for box in boxes[0]]) == 0


def test_no_line_breaks_inside_a_number(qapp):
    page, font, words = QTextDocument(), QFont(), QTextOption()
    words.setWrapMode(QTextOption.WrapMode.WordWrap)
    page.setDefaultTextOption(words)
    page.setDefaultFont(font)
    page.setHtml(unbroken("at lag 18\u2009438"))
    page.setTextWidth(1)
    assert page.idealWidth() > QFontMetricsF(font).horizontalAdvance("18438")
