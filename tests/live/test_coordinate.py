import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peviewer.figures.grammar import Axis
from peviewer.live.coordinate import Coordinate


@pytest.mark.parametrize(("place", "cell"), [(5000.0, 1000), (-5000.0, 1), (math.log10(7), 7)])
def test_a_place_far_beyond_a_logarithmic_axis_reads_its_end(place, cell):
    # The pointer may still stand where a linear axis had it.
    along = Coordinate(Axis("lag", "", (1.0, 1000.0), log=True, whole=True))
    assert math.isfinite(along.raw(place))
    assert along.cell(place) == cell


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
