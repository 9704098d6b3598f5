import pytest
from hypothesis import given
from hypothesis import strategies as st

from peviewer.base.numbers import allows, read, refusal, written
from peviewer.base.parameters import specification
from peviewer.document.document import Document, Shift

ENCODING = type(Document().encoding)


@given(st.integers(-(2**53), 2**53))
def test_what_is_written_of_an_integer_reads_as_the_same(value):
    assert read(written(value)) == value


@given(st.floats(-1e11, 1e11))
def test_what_is_written_of_a_float_reads_as_nearly_the_same(value):
    assert read(written(value)) == pytest.approx(value, rel=1e-5)


@pytest.mark.parametrize(
    ("value", "text"),
    [(10_000_000, "10\u202f000\u202f000"), (-1234, "−1\u202f234"), (0.5, "0.5"), (123456.5, "123\u202f456.5")],
)
def test_thousands_are_thin_spaced_and_minus_signs_true(value, text):
    assert written(value) == text


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
    assert read(typed, "positions") == value


@pytest.mark.parametrize("typed", ["", "many", "nan", "inf", "1e999", "1 2 x", "--3"])
def test_what_is_no_finite_number_is_not_read(typed):
    assert read(typed) is None


def test_a_refusal_says_what_is_allowed():
    assert refusal(specification(ENCODING, "base")).startswith("Base must be greater than 1 and at most")
    assert refusal(specification(ENCODING, "length")) == (
        "Length must be a whole number from 1 to 10\u202f000\u202f000"
    )
    assert refusal(specification(Shift, "speed")).startswith("Speed must be a number from 0.01 to")


def test_bounds_count_as_declared():
    base, length = specification(ENCODING, "base"), specification(ENCODING, "length")
    assert not allows(base, 1)
    assert allows(base, 1.001)
    assert allows(length, 1)
    assert not allows(length, 0)
    assert not allows(length, 2.5)
    assert not allows(length, 10_000_001)
