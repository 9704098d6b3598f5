"""The Precision pane: what is drawn and listed is what rounding does, at any size and in any format."""

import numpy as np

from peviewer.document.document import Document
from peviewer.figures.grammar import Curve, Listing, Note
from peviewer.figures.panes.catalog import pane
from peviewer.model.turning.precision import BFLOAT16, FORMATS, angle_errors
from tests.own_formulas import numbers

PRECISION = pane("precision")


def of(**changes):
    changes = {"scheme": "rope", "length": 4096} | changes
    return Document().edited({f"encoding.{name}": value for name, value in changes.items()})


def rows(document):
    *_, panel = PRECISION.figure(document).panels
    return {
        row[0]: row[1:] for mark in panel.marks if isinstance(mark, Listing) for row in mark.rows
    }


def curves(document):
    return {
        mark.label: mark.series
        for mark in PRECISION.figure(document).panels[0].marks
        if isinstance(mark, Curve)
    }


def test_the_list_counts_what_is_told_apart_and_says_where_that_ends():
    listed = rows(of())
    expected = [4096, 3073, 769]
    assert [numbers(listed[name][0])[0] for name in ("float32", "float16", "bfloat16")] == expected
    actual = [listed[name][1].replace("\u2009", "") for name in ("float32", "float16", "bfloat16")]
    assert actual == ["none", "2048", "256"]


def test_a_format_that_holds_no_such_positions_is_neither_drawn_nor_measured():
    far = of(length=100_000)
    assert set(curves(far)) == {"float32", "bfloat16"}
    assert rows(far)["float16"][2:] == ("too large", "too large")
    assert "float16 has no numbers as large" in PRECISION.explanation(far)
    with np.errstate(all="raise"):
        PRECISION.figure(of(length=9, first=2**52))


def test_curves_are_the_errors_there_are_and_end_within_their_axis():
    document = of(dim=16)
    axis = PRECISION.figure(document).panels[0].y
    for name, series in curves(document).items():
        pairs, errors = series.sample(-0.5, 7.5, 300)
        assert pairs.tolist() == list(range(8))
        assert axis.limits[0] <= np.nanmin(errors) <= np.nanmax(errors) < axis.limits[1]
        if name == "bfloat16":
            expected = angle_errors(document.encoding, BFLOAT16, "all", tuple(range(1, 8))).tolist()
            assert errors[1:].tolist() == expected
            assert series.read(3)[0] == errors[3]


def test_errors_of_0_have_no_line_on_a_logarithmic_axis():
    document = of(scheme="sinusoidal", length=200, dim=64)
    assert PRECISION.figure(document).panels[0].fact == "errors of 0 have no line"
    drawn = curves(document)
    for number_format in FORMATS:
        if number_format.name in drawn:
            errors = angle_errors(document.encoding, number_format, "all", tuple(range(32)))
            expected = (errors == 0).tolist()
            assert np.isnan(drawn[number_format.name].y).tolist() == expected, number_format.name


def test_where_nothing_is_rounded_a_sentence_says_so():
    few = of(length=200).edited({"precision.rounded": "positions"})
    (note,) = PRECISION.figure(few).panels[0].marks
    assert isinstance(note, Note)
    assert "Nothing is lost" in note.text
    assert "a number for each of these positions" in PRECISION.explanation(few)


def test_of_many_pairs_some_are_drawn_and_their_panel_says_so():
    many = of(scheme="sinusoidal", length=500, dim=2048)
    assert "512 of 1\u2009024 pairs" in PRECISION.figure(many).panels[0].fact
    for series in curves(many).values():
        assert len(series.x) == 512
        assert np.isfinite(series.y).any()
