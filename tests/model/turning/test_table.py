"""Tables: every entry as accurate as its angle allows, for any positions in any form."""

import itertools

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from peviewer.model.encodings.sinusoidal import Sinusoidal

_PAIRS = [0, 1, 2, 5, 13, 31]


def _worst(table, positions, exact):
    """Return the largest error of an interleaved table, in units of 1e-15·(1 + |t|ω)."""
    worst = 0.0
    with mpmath.workdps(60):
        for (row, position), pair in itertools.product(enumerate(positions), _PAIRS):
            angle = mpmath.mpf(float(position)) * exact[pair]
            bound = 1e-15 * (1 + abs(float(angle)))
            for column, reference in ((2 * pair, mpmath.sin(angle)), (2 * pair + 1, mpmath.cos(angle))):
                worst = max(worst, float(abs(mpmath.mpf(float(table[row, column])) - reference)) / bound)
    return worst


@pytest.mark.parametrize("schedule", ["paper", "endpoint"])
@pytest.mark.parametrize("base", [1.5, 1e4, 1e6, 1e12])
@pytest.mark.parametrize("first", [0, -400, 10_000_000 - 700, -10_000_000, 123_456_789, 2**40])
def test_tables_are_as_accurate_as_their_angles(schedule, base, first, exact_frequencies):
    encoding = Sinusoidal(length=700, dim=64, base=base, schedule=schedule, first=first)
    exact, rows = exact_frequencies(encoding), [0, 1, 2, 25, 26, 27, 63, 64, 399, 698, 699]
    table = encoding.table()
    assert table.shape == (700, 64)
    assert _worst(table[rows], [first + row for row in rows], exact) <= 1


@pytest.mark.parametrize("base", [1.5, 1e4, 1e12])
@pytest.mark.parametrize("first", [-5000, -9_990, -3, -10_000])
def test_tables_that_cross_zero_are_accurate_there(base, first, exact_frequencies):
    encoding = Sinusoidal(length=10_000, dim=64, base=base, first=first)
    rows = sorted({row for row in range(-first - 130, -first + 130, 7) if 0 <= row < 10_000} | {0, 9_999})
    exact = exact_frequencies(encoding)
    assert _worst(encoding.table()[rows], [first + row for row in rows], exact) <= 1


@pytest.mark.parametrize("schedule", ["paper", "endpoint"])
@pytest.mark.parametrize("base", [1.5, 1e6, 1e12])
def test_tables_at_given_positions_are_as_accurate(schedule, base, exact_frequencies):
    encoding = Sinusoidal(dim=64, base=base, schedule=schedule)
    positions = [0.0, 1e-9, 0.5, -3.25, 710.0, 1e4 + 1 / 3, -1e7, 1e7]
    assert _worst(encoding.table(positions=positions), positions, exact_frequencies(encoding)) <= 1


@pytest.mark.parametrize("length", [1, 2, 3, 24, 25, 26, 1000])
def test_every_length_is_whole(length, plain_table):
    encoding = Sinusoidal(length=length, dim=10, first=-7)
    assert np.allclose(encoding.table(), plain_table(encoding), rtol=0, atol=1e-12)


@given(encoding=st.from_type(Sinusoidal))
def test_a_table_equals_its_definition_in_every_layout(encoding, plain_table):
    table = encoding.table()
    assert table.shape == (encoding.length, encoding.dim)
    assert table.dtype == np.float64
    assert table.flags.c_contiguous
    assert np.allclose(table, plain_table(encoding), rtol=0, atol=1e-12)


@given(encoding=st.from_type(Sinusoidal))
def test_given_positions_equal_the_run(encoding):
    assert np.allclose(encoding.table(positions=encoding.positions), encoding.table(), rtol=0, atol=1e-12)


@pytest.mark.parametrize("layout", ["interleaved", "concatenated", "flipped"])
@pytest.mark.parametrize("dim", [8, 7])
def test_positions_may_be_a_scalar_a_list_or_an_array_of_any_shape(layout, dim):
    encoding = Sinusoidal(dim=dim, layout=layout)
    row = encoding.table(positions=2.5)
    assert row.shape == (dim,)
    assert np.array_equal(encoding.table(positions=[2.5, 7])[0], row)
    assert np.array_equal(encoding.table(positions=np.array([[1, 2], [3, 4]]))[1, 0], encoding.table(positions=3))
    assert encoding.table(positions=[]).shape == (0, dim)


@pytest.mark.parametrize("layout", ["interleaved", "concatenated", "flipped"])
@pytest.mark.parametrize("schedule", ["paper", "endpoint"])
def test_with_odd_dimensions_the_last_pair_keeps_only_its_sine(layout, schedule):
    odd = Sinusoidal(length=30, dim=7, layout=layout, schedule=schedule)
    table, order = odd.table(), odd.columns
    assert len(odd.frequencies()) == 4
    assert len(order.cosines) == 3
    assert np.allclose(table[:, order.sines[3]], np.sin(np.arange(30) * odd.frequencies()[3]))
    assert np.allclose(table[:, order.cosines] ** 2 + table[:, order.sines[:3]] ** 2, 1)


@pytest.mark.parametrize("bad", [np.nan, np.inf, [0.0, -np.inf]])
def test_positions_that_are_not_finite_are_refused(bad):
    with pytest.raises(ValueError, match=r"positions = .* is not allowed: they must be finite"):
        Sinusoidal().table(positions=bad)


def test_angles_are_not_wrapped():
    encoding = Sinusoidal(length=100, dim=6, first=5)
    assert encoding.angles().shape == (100, 3)
    assert encoding.angles()[99, 0] == 104
    assert np.allclose(np.sin(encoding.angles()), encoding.table()[:, 0::2], atol=1e-12)


def test_positions_start_at_first():
    assert list(Sinusoidal(length=3, first=-1).positions) == [-1, 0, 1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"length": 0}, "length"),
        ({"length": 10_000_001}, "length"),
        ({"dim": 0}, "dim"),
        ({"dim": 65_537}, "dim"),
        ({"dim": True}, "dim"),
        ({"base": 1}, "base"),
        ({"base": float("nan")}, "base"),
        ({"base": float("inf")}, "base"),
        ({"schedule": "linear"}, "schedule"),
        ({"layout": "mixed"}, "layout"),
        ({"first": 0.5}, "first"),
        ({"first": 2**53}, "first"),
        ({"width": 3}, "width"),
    ],
)
def test_arguments_out_of_range_are_refused_by_name(arguments, said):
    with pytest.raises(ValueError, match=said):
        Sinusoidal(**arguments)


def test_encodings_are_values():
    assert Sinusoidal(dim=8) == Sinusoidal(dim=8)
    assert hash(Sinusoidal(dim=8)) == hash(Sinusoidal(dim=8))
    assert Sinusoidal(dim=8) != Sinusoidal(dim=10)
    with pytest.raises(ValueError, match="frozen"):
        Sinusoidal().length = 5
