"""The alternative text of a Figure: the ranges of what is drawn, not of axes that go on beyond it."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.alt_text import alt_text
from peviewer.figures.grammar import Axis, Curve, Figure, Heatmap, Panel
from peviewer.figures.panes.catalog import PANES
from peviewer.model.encodings.learned import Learned
from peviewer.model.encodings.rope import Rope
from peviewer.model.sampling.raster import ArrayRaster
from peviewer.model.sampling.series import Samples

ACROSS = Axis("place", "place", (-2.0, 12.0))
UP = Axis("value", "value", (-9.0, 9.0))


def described(*marks, x=ACROSS, y=UP):
    panel = Panel(x, y, marks)
    figure = Figure("Title", ((panel,),))
    return alt_text(figure)


def curve(values, first=0):
    samples = Samples(first + np.arange(float(len(values))), np.array(values, dtype=float))
    return Curve(samples)


def test_ranges_are_those_of_all_curves_without_what_is_missing():
    text = described(curve([0.5, np.nan, 0.25]), curve([0.0, -3.0], first=4))
    assert text == "Title. 2 curves, place from 0 to 5 across, value from −3 to 0.5 upwards."


def test_a_constant_has_one_value_and_rounding_errors_of_0_are_0():
    assert "value at 1 only, upwards" in described(curve([1.0, 1.0]))
    assert "value from 0 to 2 upwards" in described(curve([1e-16, 2.0]))


def test_a_window_of_the_axis_cuts_the_range_across():
    axis = Axis("place", "place", (-2.0, 12.0), window=(0.5, 2.5))
    text = described(curve([5, 1, 2, 3, 4]), x=axis)
    assert "place from 0.5 to 2.5 across" in text


def test_without_anything_drawn_there_are_no_ranges():
    samples = Samples(np.empty(0), np.empty(0))
    assert described(Curve(samples)) == "Title."


def test_equal_ranges_of_colours_are_said_once_and_rows_without_a_name_not_at_all():
    heatmaps = [
        Heatmap(ArrayRaster(np.zeros((1, 3))), (0.0, 1.0), "grey", y0=row) for row in range(3)
    ]
    rows = Axis("row", "row", (-0.5, 2.5), whole=True, names=("0", "1", ""))
    axis = Axis("place", "place", (-0.5, 2.5), whole=True)
    text = described(*heatmaps, x=axis, y=rows)
    assert (
        text
        == "Title. Heatmap, place from 0 to 2 across, row from 0 to 1 upwards, colours from 0 to 1."
    )


@pytest.mark.parametrize(("name", "encoding", "said"), [
    ("waves", Learned(np.outer(np.arange(5.0), [1, 3])), "position t from 0 to 4 across, values from 0 to 4 upwards"),
    ("scaling", Rope(length=64, dim=16), "times slower at 1 only, upwards"),
    ("score", Rope(length=9000, dim=64), "positions back t − s from 1 to 8\N{THIN SPACE}999 across"),
])  # fmt: skip
def test_panes_say_what_their_curves_reach(name, encoding, said):
    document = Document(encoding=encoding)
    if PANES[name].serves(document):
        assert said in alt_text(PANES[name].figure(document))
