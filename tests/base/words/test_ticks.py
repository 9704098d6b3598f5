"""Numbers at the ticks of an axis."""

import pytest

from peviewer.base.words import log_tick_texts, tick_texts


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([0, 50, 100], ["0", "50", "100"]),
        ([-1, -0.5, 0.0], ["−1.0", "−0.5", "0.0"]),
        ([-0.25, 0.0, 0.25], ["−0.25", "0.00", "0.25"]),
        ([0.25, 1.25, 2.25], ["0.2", "1.2", "2.2"]),
        ([-1.1, 0.9], ["−1.1", "0.9"]),
        ([5000, 10000], ["5\u2009000", "10\u2009000"]),
        ([0, 0.30000000000000004, 0.6], ["0.0", "0.3", "0.6"]),
        ([0, 2e-7], ["0", "2×10⁻⁷"]),
        ([2.5e-7, 5e-7, 1e-6], ["2.5×10⁻⁷", "5×10⁻⁷", "1×10⁻⁶"]),
        ([2.5e11, 5e11], ["2.5×10¹¹", "5×10¹¹"]),
        ([1.2345e10, 1.2346e10], ["1.2345×10¹⁰", "1.2346×10¹⁰"]),
        ([5e10, 5e10 + 1], ["50\u2009000\u2009000\u2009000", "50\u2009000\u2009000\u2009001"]),
        ([], []),
    ],
)
def test_ticks_are_written_alike(values, expected):
    assert tick_texts(values) == expected


def test_one_tick_is_written_as_its_neighbours_would_be():
    assert tick_texts([1.0], 0.25) == ["1.00"]
    assert tick_texts([3e-6], 1e-6) == ["3×10⁻⁶"]


def test_ticks_far_out_are_written_exactly():
    assert tick_texts([0, 1, 2], origin=2**53)[1].replace("\u2009", "") == str(2**53 + 1)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([1e-3, 1, 1e5], ["0.001", "1", "100\u2009000"]),
        ([1e-4, 1e-3, 1], ["0.0001", "0.001", "1"]),
        ([1e-4, 1e6], ["10⁻⁴", "10⁶"]),
        ([1e-6, 1e-3, 1], ["10⁻⁶", "10⁻³", "10⁰"]),
        ([0.2, 0.5, 1, 2, 50], ["0.2", "0.5", "1", "2", "50"]),
        ([1.25, 1.3, 1.5], ["1.25", "1.3", "1.5"]),
        ([2e-4, 1e-4, 5e-5], ["2×10⁻⁴", "10⁻⁴", "5×10⁻⁵"]),
        ([5e5, 1e6, 1.25e6], ["5×10⁵", "10⁶", "1.25×10⁶"]),
        ([10**-4.0, 10**0.3010299956639812], ["0.0001", "2"]),
    ],
)
def test_a_logarithmic_axis_has_one_notation(values, expected):
    assert log_tick_texts(values) == expected
