"""Numbers as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peviewer.base.words import plain, read_number


@given(st.integers(-(2**53), 2**53))
def test_what_is_written_of_an_integer_reads_as_the_same(value):
    assert read_number(plain(value)) == value


@given(st.floats(-1e11, 1e11))
def test_what_is_written_of_a_float_reads_as_nearly_the_same(value):
    assert read_number(plain(value)) == pytest.approx(value, rel=1e-5)


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("1e6", 1_000_000),
        ("-3", -3),
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
