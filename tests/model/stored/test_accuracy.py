"""How exactly the numbers of a table are known: by their type, a narrower one inside it, or their digits."""

import io

import numpy as np
import pytest

from peviewer.model.stored.accuracy import accuracy_of_digits, accuracy_of_type
from peviewer.model.stored.table import StoredTable
from tests.plain_sines import as_bfloat16, plain_sines, single_sines

TABLE = plain_sines(range(60), 32)


def stored(numbers):
    array = np.asarray(numbers)
    return StoredTable.checked((array.tobytes(), array.dtype.name), array, array.dtype.name)


def written(table, form):
    """Return what a text of the table says."""
    text = io.StringIO()
    np.savetxt(text, table, fmt=form, delimiter=",")
    return np.loadtxt(io.StringIO(text.getvalue()), delimiter=",")


@pytest.mark.parametrize(("numbers", "bits", "words"), [
    (TABLE, 53, ""),
    (TABLE.astype(np.float32), 24, "single precision"),
    (TABLE.astype(np.float32).astype(float), 24, "single precision"),
    (TABLE.astype(np.float16), 11, "half precision"),
    (TABLE.astype(np.float16).astype(np.float32), 11, "half precision"),
    (as_bfloat16(TABLE), 8, "bfloat16"),
    (np.arange(60).reshape(10, 6), 53, ""),
    (np.arange(256, dtype=np.float32).reshape(16, 16) / 256, 53, ""),
    (np.eye(8, dtype=np.float16), 53, ""),
])  # fmt: skip
def test_the_type_is_the_narrowest_that_holds_all_numbers_but_whole_ones_are_exact(
    numbers, bits, words
):
    expected = (2.0**-bits, 0.0, words)
    assert accuracy_of_type(stored(numbers)) == expected


@pytest.mark.parametrize(("form", "absolute", "words"), [
    ("%.1f", 5e-2, "1 decimal"), ("%.4f", 5e-5, "4 decimals"), ("%.10f", 5e-11, "10 decimals"),
    ("%.6e", 5e-8, "7 digits"), ("%.6g", 5e-7, "6 digits"), ("%.10e", 5e-12, "11 digits"),
])  # fmt: skip
def test_the_digits_of_a_text_are_told_from_its_numbers(form, absolute, words):
    accuracy = accuracy_of_digits(stored(written(TABLE, form)))
    assert accuracy == (0.0, pytest.approx(absolute), words)


@pytest.mark.parametrize("numbers", [
    TABLE, written(TABLE, "%.18e"), np.eye(4), np.arange(12).reshape(3, 4), [[0.0, 0.5], [1.0, 0.25]],
    np.full((3, 3), 1e-310), np.zeros((3, 3)),
])  # fmt: skip
def test_numbers_with_all_their_digits_and_short_fractions_were_not_rounded(numbers):
    assert accuracy_of_digits(stored(numbers)) is None


def test_decimals_are_told_from_single_precision_up_to_six():
    assert accuracy_of_digits(stored(TABLE.round(6).astype(np.float32))).words == "6 decimals"
    assert accuracy_of_digits(stored(TABLE.astype(np.float32))) is None


@pytest.mark.parametrize("form", ["%s", "%.9e", "%.10f"])
def test_a_text_of_numbers_in_single_precision_is_known_as_that(form):
    accuracy = accuracy_of_digits(stored(written(single_sines(range(60), 32), form)))
    assert accuracy == (2.0**-24, 0.0, "single precision")


def test_the_error_of_a_row_is_by_share_and_by_amount():
    rows = np.array([[3.0, 4.0], [0.0, 1.0]])
    assert accuracy_of_type(stored(TABLE.astype(np.float32))).row_error(rows) == 5 * 2.0**-24
    actual = accuracy_of_digits(stored(TABLE.round(4))).row_error(rows)
    assert actual == pytest.approx(5e-5 * 2**0.5)
