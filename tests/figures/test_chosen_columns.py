"""Columns of one's choice in one plot, and the score on a linear axis."""

import re

import numpy as np
import pytest

from peviewer.document.document import Document, DocumentError
from peviewer.document.visible_range import VisibleRange
from peviewer.figures.grammar import Curve
from peviewer.figures.panes.catalog import pane
from tests.plain_sines import plain_sines


def drawn_columns(document):
    """Return the numbers of the columns in the one plot, and their values at whole positions."""
    [panel] = pane("waves").figure(document).panels
    curves = [mark for mark in panel.marks if isinstance(mark, Curve)]
    names = [int(re.match(r"column (\d+)", curve.label)[1]) for curve in curves]
    return names, np.stack([curve.series.exact(-0.5, 99.5)[1] for curve in curves], axis=1)


@pytest.mark.parametrize(
    ("typed", "columns"),
    [
        ("4, 5, 6, 7", [4, 5, 6, 7]),
        ("2..4", [2, 3, 4]),
        ("pairs 2..4", [4, 5, 6, 7, 8, 9]),
        ("7, 3, 7, 99", [7, 3]),
    ],
)
def test_columns_of_ones_choice_stand_in_one_plot(typed, columns):
    document = Document(encoding={"length": 100, "dim": 20}).edited({"waves.columns": typed})
    names, values = drawn_columns(document)
    assert names == columns
    assert values == pytest.approx(plain_sines(range(100), 20)[:, columns], abs=1e-9)


def test_pairs_have_the_columns_of_their_layout():
    encoding = {"length": 100, "dim": 20, "layout": "concatenated"}
    document = Document(encoding=encoding).edited({"waves.columns": "pairs 3"})
    names, _ = drawn_columns(document)
    assert names == [3, 13]


@pytest.mark.parametrize("typed", ["many", "-1", "0.5", "1..9", "pairs 0..3", "1e400"])
def test_what_names_no_columns_is_refused_in_one_line(typed):
    with pytest.raises(DocumentError, match=r"waves\.columns") as error:
        Document().edited({"waves.columns": typed})
    assert "at most 6 columns as in 4, 5, 6, 7" in str(error.value)


def test_columns_beyond_the_last_are_named_as_missing():
    document = Document(encoding={"dim": 4}).edited({"waves.columns": "7, 8"})
    [panel] = pane("waves").figure(document).panels
    assert panel.marks[0].text == "None of these columns exists: *d* = 4."


def test_a_typed_range_of_dimensions_or_pairs_is_drawn_in_one_plot():
    document = Document(encoding={"length": 100, "dim": 20})
    assert drawn_columns(VisibleRange(dimensions="4:8").of(document))[0] == [4, 5, 6, 7]
    assert drawn_columns(VisibleRange(pairs="2:4").of(document))[0] == [4, 5, 6, 7]
    many = VisibleRange(dimensions="0:16").of(document)
    assert len(pane("waves").figure(many).panels) > 1


def test_the_score_stands_on_a_linear_axis_where_that_is_chosen():
    document = Document(encoding={"scheme": "rope"})
    assert pane("score").figure(document).panels[0].x.log
    assert not pane("score").figure(document.edited({"score.lags": "even"})).panels[0].x.log


@pytest.mark.parametrize("pane_name", ["waves", "vectors"])
def test_a_single_column_is_a_number_too_and_a_list_is_refused(pane_name):
    path = f"{pane_name}.columns"
    assert Document().edited({path: 90}).get(path) == "90"
    with pytest.raises(DocumentError, match=rf"^{pane_name}.columns = \[4, 5\] is not allowed"):
        Document().edited({path: [4, 5]})
