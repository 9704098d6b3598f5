"""The binary counter: the bits of whole numbers, and their share in each block of positions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from peviewer.model.binary import BinaryRaster, binary_table, bits_of, nearest_pair
from peviewer.model.encodings.sinusoidal import Sinusoidal


def _bits(position, count):
    return [
        (position >> bit) & 1 for bit in range(count)
    ]  # Python's own integers, of any width and sign


@pytest.mark.parametrize(
    ("length", "bits"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (100, 7), (1024, 10), (1025, 11)]
)
def test_by_default_there_are_as_many_bits_as_the_last_position_needs(length, bits):
    assert binary_table(length).shape == (length, bits)


@given(
    positions=st.lists(st.integers(-(2**53), 2**53) | st.integers(-(2**63), 2**63 - 1), min_size=1),
    which=st.lists(st.integers(0, 63), min_size=1),
)
def test_any_bit_of_any_position(positions, which):
    table = bits_of(np.array(positions), np.array(which))
    expected = [[(position >> bit) & 1 for bit in which] for position in positions]
    assert table.tolist() == expected


@given(
    first=st.integers(-500, 500) | st.sampled_from([-(2**40), 2**40 - 7, -(2**53) + 10_000_000]),
    run=st.integers(2, 70),
    count=st.integers(2, 20),
    start=st.integers(0, 20),
)
def test_a_pixel_holds_the_share_of_ones(first, run, count, start):
    raster = BinaryRaster(first, start + run * count, 64)
    image = raster.sample(start + (run - 1) / 2 + run * np.arange(count), np.arange(64))
    begins = [first + start + run * block for block in range(count)]
    expected = [
        np.mean([_bits(begin + step, 64) for step in range(run)], axis=0) for begin in begins
    ]
    assert image.dtype == np.float32
    assert np.abs(image - expected).max() < 1e-6


def test_the_nearest_pair_of_a_bit_has_the_period_most_like_its_own():
    encoding = Sinusoidal(dim=128)
    for bit in range(8):
        ratios = np.abs(np.log2(2 * np.pi * 10_000 ** (np.arange(64) / 64) / 2 ** (bit + 1)))
        assert nearest_pair(encoding, bit) == ratios.argmin()
