"""Nothing allocates L×L×d or, for a view, L×L: peaks measured while the work is done."""

import tracemalloc
from typing import get_args

import numpy as np
import pytest

from peviewer.model.between.pairwise import Metric, pairwise
from peviewer.model.between.position_matrices import PairwiseRaster
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.turning.pairs import Layout
from tests.blocks import screen

MEGABYTE = 2**20
LONG = 10_000_000
WIDE = 65_536


def _peak(work):
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1] / MEGABYTE
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("metric", get_args(Metric))
def test_a_distance_matrix_takes_a_fraction_of_its_own_size(metric):
    encoding = Sinusoidal(length=1000, dim=500)
    encoding.frequencies()
    assert (
        _peak(lambda: pairwise(encoding, metric)) < 2
    )  # the matrix would be 8, the broadcast 4,000


@pytest.mark.nightly
@pytest.mark.parametrize("layout", get_args(Layout))
@pytest.mark.parametrize("reduce", ["mean", "nearest"])
def test_a_screen_of_the_largest_table_stays_small(layout, reduce):
    sinusoidal = Sinusoidal(length=LONG, dim=WIDE, layout=layout)
    raster = sinusoidal.raster(3.5)
    image = []
    assert (
        _peak(lambda: image.append(raster.sample(screen(LONG, 600), screen(WIDE, 720), reduce)))
        < 64
    )
    assert image[0].shape == (600, 720)
    assert np.abs(image[0]).max() <= 1


@pytest.mark.nightly
@pytest.mark.parametrize("metric", get_args(Metric))
@pytest.mark.parametrize("pixels", [(700, 700), (500, 700)])
def test_a_screen_of_the_largest_distance_matrix_stays_small(metric, pixels):
    embedded = Embedded(Sinusoidal(length=LONG, dim=WIDE))
    raster = PairwiseRaster(embedded, metric)
    down, across = (screen(LONG, count) for count in pixels)
    assert _peak(lambda: raster.sample(down, across)) < 128
