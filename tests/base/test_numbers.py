"""Numbers as people read and type them."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peviewer.base.numbers import THIN, decimals_between, number, plain, storage
from peviewer.base.ticks import log_tick_texts, tick_texts
from peviewer.base.typed_values import read_number

NUMBERS_IN_FOUR_DIGITS = [
    (0, "0"),
    (-0.0, "0"),
    (0.1 + 0.2, "0.3"),
    (-0.8944, "−0.8944"),
    (0.99996, "1"),
    (123.45, "123.5"),
    (999.96, "1_000"),
    (-60_611.4, "−60_611"),
    (999_999_999, "999_999_999"),
    (1e9, "1×10⁹"),
    (-2.5e15, "−2.5×10¹⁵"),
    (1e-4, "0.0001"),
    (-4.4412e-16, "−4.441×10⁻¹⁶"),
    (1e300, "1×10³⁰⁰"),
    (math.inf, "∞"),
    (math.nan, "not a number"),
    (2**64, "18_446_744_073_709_551_616"),
]


def test_four_digits():
    for value, text in NUMBERS_IN_FOUR_DIGITS:
        assert number(value) == text.replace("_", THIN)


@given(value=st.floats(-1e300, 1e300), digits=st.integers(1, 12))
def test_the_text_says_the_number(value, digits):
    text = number(value, digits).replace(THIN, "").replace("−", "-")
    mantissa, _, exponent = text.partition("×10")
    read = float(mantissa) * 10.0 ** int(
        exponent.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")) or 0
    )
    assert read == pytest.approx(value, rel=6 * 10.0**-digits, abs=1e-320)
    assert "e" not in text
    assert not text.startswith("-0") or float(mantissa)


LIMITS_AS_TEXT = [
    (0, "0"),
    (-0.0, "0"),
    (65_536, "65\u2009536"),
    (-1e9, "−1\u2009000\u2009000\u2009000"),
    (0.01, "0.01"),
    (1e12, "1\u2009000\u2009000\u2009000\u2009000"),
    (2.5, "2.5"),
    (123456.5, "123\u2009456.5"),
    (-1234567.891, "−1\u2009234\u2009567.89"),
    (1e20, "1e20"),
    (1.23456789e17, "1.23457e17"),
    (math.inf, "∞"),
]


def test_limits_and_what_one_types_are_written_plainly():
    for value, text in LIMITS_AS_TEXT:
        assert plain(value) == text


NUMBERS_IN_FIXED_DECIMALS = [
    (-0.0, 1, "0.0"),
    (-0.04, 1, "0.0"),
    (-0.05, 2, "−0.05"),
    (-12345.678, 2, "−12_345.68"),
    (1e15, 0, "1_000_000_000_000_000"),
]


def test_fixed_decimals():
    for value, decimals, text in NUMBERS_IN_FIXED_DECIMALS:
        assert plain(value, decimals) == text.replace("_", THIN)


@given(
    step=st.sampled_from([1.0, 2.0, 2.5, 5.0]),
    exponent=st.integers(-4, 3),
    start=st.integers(-50, 50),
)
def test_decimals_tell_neighbours_apart(step, exponent, start):
    step *= 10.0**exponent
    decimals = decimals_between(step)
    texts = [plain(k * step, decimals) for k in range(start, start + 5)]
    assert len(set(texts)) == 5
    expected = [k * step for k in range(start, start + 5)]
    assert [float(text.replace(THIN, "").replace("−", "-")) for text in texts] == pytest.approx(
        expected
    )


def test_room_on_a_disk():
    texts = ["0 bytes", "999 bytes", "1 kB", "3.56 MB", "2 TB"]
    assert [storage(count) for count in (0, 999, 1000, 3_560_000, 2e12)] == texts


TICKS_AS_TEXT = [
    ([-1, -0.5, 0.0], ["−1.0", "−0.5", "0.0"]),
    ([-0.25, 0.0, 0.25], ["−0.25", "0.00", "0.25"]),
    ([0.25, 1.25, 2.25], ["0.2", "1.2", "2.2"]),
    ([-1.1, 0.9], ["−1.1", "0.9"]),
    ([0, 0.30000000000000004, 0.6], ["0.0", "0.3", "0.6"]),
    ([0, 2e-7], ["0", "2×10⁻⁷"]),
    ([2.5e-7, 5e-7, 1e-6], ["2.5×10⁻⁷", "5×10⁻⁷", "1×10⁻⁶"]),
    ([1.2345e10, 1.2346e10], ["1.2345×10¹⁰", "1.2346×10¹⁰"]),
    ([5e10, 5e10 + 1], ["50\u2009000\u2009000\u2009000", "50\u2009000\u2009000\u2009001"]),
    ([], []),
]


def test_ticks_are_written_alike():
    for values, expected in TICKS_AS_TEXT:
        assert tick_texts(values) == expected


def test_ticks_far_out_are_written_exactly():
    expected = str(2**53 + 1)
    assert tick_texts([0, 1, 2], origin=2**53)[1].replace("\u2009", "") == expected


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([1e-3, 1, 1e5], ["0.001", "1", "100\u2009000"]),
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


@given(st.integers(-(2**53), 2**53))
def test_what_is_written_of_an_integer_reads_as_the_same(value):
    assert read_number(plain(value)) == value


@given(st.floats(-1e11, 1e11))
def test_what_is_written_of_a_float_reads_as_nearly_the_same(value):
    expected = pytest.approx(value, rel=1e-5)
    assert read_number(plain(value)) == expected


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("1e6", 1_000_000),
        ("−3", -3),
        ("1 000 000", 1_000_000),
        ("1\u202f000", 1000),
        ("1,000,000", 1_000_000),
        ("2,5", 2.5),
        ("  7 positions ", 7),
        ("9007199254740993", 9007199254740993),
    ],
)
def test_numbers_are_read_as_people_type_them(typed, value):
    assert read_number(typed, "positions") == value


@pytest.mark.parametrize("typed", ["", "many", "nan", "inf", "1e999", "1 2 x", "--3"])
def test_what_is_no_finite_number_is_not_read_number(typed):
    assert read_number(typed) is None
