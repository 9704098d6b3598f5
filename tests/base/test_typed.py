"""Numbers as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peviewer.base.words import UnknownName, look_up, nearest_names, plain, read_number
from peviewer.figures.panes.catalog import pane
from peviewer.figures.presets import preset
from peviewer.model.encodings.catalog import SCHEMES, scheme


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


def test_names_are_suggested_or_listed():
    assert nearest_names("scedule", ["schedule", "layout"]) == "; did you mean schedule?"
    assert nearest_names("zzz", ["schedule", "layout"]) == "; there are: schedule, layout"


def test_what_has_a_name_is_found_by_it():
    assert look_up("waves", {"shift": 1, "waves": 2}, "pane") == 2


@pytest.mark.parametrize(
    ("look", "misspelt", "refusal"),
    [
        (pane, "distanc", "'distanc' is not a pane; did you mean distance?"),
        (preset, "papr", "'papr' is not a preset; did you mean paper?"),
        (scheme, "alib", "'alib' is not a scheme; did you mean alibi?"),
        (scheme, "zzz", f"'zzz' is not a scheme; there are: {', '.join(SCHEMES)}"),
    ],
)
def test_every_look_up_refuses_an_unknown_name_alike(look, misspelt, refusal):
    with pytest.raises(UnknownName) as error:
        look(misspelt)
    assert str(error.value) == refusal


def test_of_many_names_the_nearest_five_are_told():
    known = [f"section.{letter * 6}" for letter in "abcdefghijklmnopqrstuvwxyz"]
    assert nearest_names("ddz.y", known).startswith("; the nearest of 26 are: section.dddddd, ")
    assert nearest_names("ddz.y", known).count(",") == 4
    assert nearest_names("ddddd", known) == "; did you mean section.dddddd?"
    assert nearest_names("b", [f"a{k}" for k in range(3000)]).startswith("; the nearest of 3000 are: a0, a1, ")
