"""Formats of few bits against NumPy's own and ml_dtypes, and the positions that they tell apart."""

import numpy as np
import pytest

from peviewer.model.turning.formats import BFLOAT16, FLOAT16, FLOAT32, FORMATS


def numbers() -> np.ndarray:
    random = np.random.default_rng(7)
    wide = random.normal(size=20_000) * 10.0 ** random.uniform(-9, 9, 20_000)
    return np.concatenate([wide, random.integers(-(10**5), 10**5, 5000), [0, -0.0, 65_519, 65_520, 5.96e-8, 2.9e-8]])


@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize(("kept", "dtype"), [(FLOAT32, np.float32), (FLOAT16, np.float16)])
def test_rounding_is_that_of_numpy(kept, dtype):
    assert np.array_equal(kept.rounded(numbers()), numbers().astype(dtype).astype(np.float64))


def test_bfloat16_is_that_of_ml_dtypes():
    dtype = pytest.importorskip("ml_dtypes").bfloat16
    single = numbers().astype(np.float32)  # ml_dtypes rounds twice from double precision
    assert np.array_equal(BFLOAT16.rounded(single.astype(np.float64)), single.astype(dtype).astype(np.float64))


def test_bfloat16_keeps_769_of_the_first_4096_positions():
    # transformers pull request 29285 and REFERENCE: arange(4096) in bfloat16 has 769 distinct values
    assert BFLOAT16.distinct(range(4096)) == 769
    assert BFLOAT16.first_alike(range(4096)) == 256


@pytest.mark.parametrize("kept", FORMATS, ids=lambda kept: kept.name)
@pytest.mark.parametrize(
    "places",
    [range(1), range(9000), range(-300, 300), range(-9000, -200), range(10**6, 10**6 + 3), range(2**24 - 5, 2**24 + 40),
     range(65_000, 66_000), range(-70_000, -60_000)],
)  # fmt: skip
def test_what_is_told_apart_is_counted_as_it_is(kept, places):
    rounded = kept.rounded(np.array(places, dtype=np.float64))
    alike = np.flatnonzero(np.diff(rounded) == 0) if np.isfinite(rounded).all() else []
    if np.isfinite(rounded).all():
        assert kept.first_alike(places) == (places[int(alike[0])] if len(alike) else None)
    assert kept.distinct(places) == len(np.unique(rounded[np.isfinite(rounded)]))
    assert kept.holds(places) == np.isfinite(rounded).all()


def test_numbers_lie_apart_as_numpy_says():
    some = np.array([0.0, 0.5, 1, 3, 100, 2047, 2048, 60_000.0])
    assert np.array_equal(FLOAT32.spacing(some), np.spacing(some.astype(np.float32)).astype(np.float64))
    assert np.array_equal(FLOAT16.spacing(some), np.spacing(some.astype(np.float16)).astype(np.float64))
