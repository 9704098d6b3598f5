"""Numbers as people read them."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peviewer.base.words import THIN, number, whole


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-0.0, "0"),
        (1, "1"),
        (0.1 + 0.2, "0.3"),
        (-0.8944, "−0.8944"),
        (0.99996, "1"),
        (-0.99996, "−1"),
        (9.99951, "10"),
        (123.45, "123.5"),
        (999.96, "1_000"),
        (1234.5678, "1_235"),
        (12345.678, "12_346"),
        (999_999, "999_999"),
        (-60_611.4, "−60_611"),
        (999_999_999, "999_999_999"),
        (1e9, "1×10⁹"),
        (-2.5e15, "−2.5×10¹⁵"),
        (1e-4, "0.0001"),
        (0.00012345678, "0.0001235"),
        (1e-5, "1×10⁻⁵"),
        (-4.4412e-16, "−4.441×10⁻¹⁶"),
        (1e300, "1×10³⁰⁰"),
        (math.inf, "∞"),
        (-math.inf, "−∞"),
        (math.nan, "not a number"),
    ],
)
def test_four_digits(value, text):
    assert number(value) == text.replace("_", THIN)


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (3.67198566, 9, "3.67198566"),
        (12345.678, 6, "12_345.7"),
        (100.0, 6, "100"),
        (100.25, 6, "100.25"),
        (-10.0, 6, "−10"),
        (4.4e-16, 2, "4.4×10⁻¹⁶"),
        (9.99e-5, 2, "1×10⁻⁴"),
        (0.96, 1, "1"),
        (99.6, 2, "100"),
    ],
)
def test_other_digits(value, digits, text):
    assert number(value, digits) == text.replace("_", THIN)


@given(value=st.floats(-1e300, 1e300), digits=st.integers(1, 12))
def test_the_text_says_the_number(value, digits):
    text = number(value, digits).replace(THIN, "").replace("−", "-")
    mantissa, _, exponent = text.partition("×10")
    read = float(mantissa) * 10.0 ** int(exponent.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")) or 0)
    assert read == pytest.approx(value, rel=6 * 10.0**-digits, abs=1e-320)
    assert "e" not in text
    assert not text.startswith("-0") or float(mantissa)


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (999, "999"), (-1000, "−1_000"), (2**64, "18_446_744_073_709_551_616")]
)
def test_whole_numbers(value, text):
    assert whole(value) == text.replace("_", THIN)
