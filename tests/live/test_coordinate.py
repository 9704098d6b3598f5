import math

import pytest

from peviewer.figures.grammar import Axis
from peviewer.live.coordinate import Coordinate


@pytest.mark.parametrize(("place", "cell"), [(5000.0, 1000), (-5000.0, 1), (math.log10(7), 7)])
def test_a_place_far_beyond_a_logarithmic_axis_reads_its_end(place, cell):
    # The pointer may still stand where a linear axis had it.
    along = Coordinate(Axis("lag", "", (1.0, 1000.0), log=True, whole=True))
    assert math.isfinite(along.raw(place))
    assert along.cell(place) == cell
