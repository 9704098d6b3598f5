"""A page in a notebook: zoomed axes take others along, and what is seen is painted anew."""

import numpy as np
import pytest

import peviewer as pv

FAR = pv.Sinusoidal(400, 16, first=10**9)


@pytest.fixture
def distance():
    return pv.figure("distance", pv.Sinusoidal(400, 16), figsize=(5, 4), dpi=80)


def test_zooming_one_axis_zooms_those_of_its_quantity_whichever_way_they_run(distance):
    matrix, _, profile = distance.axes
    matrix.set_xlim(9.5, 29.5)
    assert profile.get_xlim() == (9.5, 29.5)
    assert matrix.get_ylim() == (29.5, 9.5)
    values = profile.get_ylim()
    profile.set_xlim(100, 200)
    assert matrix.get_xlim() == (100, 200)
    assert profile.get_ylim() == values


def test_axes_measured_from_far_out_follow_each_other_too():
    matrix, _, profile = pv.figure("distance", FAR, figsize=(5, 4), dpi=80).axes
    (low, high), span = sorted(matrix.get_xlim()), 20
    profile.set_xlim(low, low + span)
    assert matrix.get_xlim() == (low, low + span)
    assert sorted(matrix.get_ylim()) == [low, low + span]
    assert high - low == 400


def test_zoomed_cells_are_the_cells_and_not_pixels_made_larger(distance):
    matrix = distance.axes[0]
    assert matrix.images[0].get_array().shape[0] > 100
    matrix.set_xlim(9.5, 19.5)
    distance.canvas.draw()
    cells = np.unique(np.asarray(matrix.images[0].get_array()), axis=0)
    assert cells.shape[0] == 10


def test_what_others_drew_stays_where_a_panel_is_painted_anew(distance):
    matrix = distance.axes[0]
    (theirs,) = matrix.plot([1, 2], [3, 4], scalex=False, scaley=False)
    before = len(matrix.lines)
    for end in (50, 60):
        matrix.set_xlim(0, end)
        distance.canvas.draw()
    assert theirs in matrix.lines
    assert len(matrix.lines) <= before
