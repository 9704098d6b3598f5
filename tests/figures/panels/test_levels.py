"""The range of colours: the data's, all there could be, what is seen, or by hand; one for all heatmaps of a pane."""

import math

import numpy as np
import pytest

from peviewer.document.document import Document, DocumentError
from peviewer.figures.grammar import Heatmap
from peviewer.figures.palette import colour_steps
from peviewer.figures.panes.catalog import PANES

ZOOM = {"view.zoom": {"position": (10.0, 20.0), "dimension": (60.0, 100.0)}}


def _heats(name, chosen, changes=()):
    document = Document().edited({"view.levels": {name: chosen} if chosen else {}, **dict(changes)})
    marks = [mark for panel in PANES[name].figure(document).panels for mark in panel.marks]
    return [mark for mark in marks if isinstance(mark, Heatmap)]


def test_what_is_seen_fills_the_colours():
    (heat,) = _heats("encoding", "seen", ZOOM)
    cells = Document().encoding.table()[10:21, 60:101]
    assert heat.levels == pytest.approx((-np.abs(cells).max(), np.abs(cells).max()))
    (heat,) = _heats("distance", "seen", {**ZOOM, "pairwise.metric": "cosine"})
    table = Document().encoding.table()[10:21]
    assert heat.levels == pytest.approx(((table @ table.T).min() / 128, 1.0))


def test_of_too_many_cells_the_range_of_the_data_is_taken():
    changes = {"encoding.length": 1_000_000}
    assert _heats("encoding", "seen", changes)[0].levels == _heats("encoding", None, changes)[0].levels


@pytest.mark.parametrize("name", ["encoding", "shift", "vectors", "operator", "distance"])
def test_a_range_by_hand_is_that_of_every_heatmap_of_a_pane(name):
    heats = _heats(name, (-0.25, 0.25))
    assert {heat.levels for heat in heats} == {(-0.25, 0.25)}
    (other,) = _heats("encoding", None, {"view.levels": {"statistics": (0, 9)}})
    assert other.levels == (-1, 1)


def test_bits_and_full_turns_keep_the_range_that_means_something():
    counter, table = _heats("binary", (0.0, 9.0))
    assert (counter.levels, table.levels) == ((0, 1), (0, 9))
    assert _heats("angles", (0.0, 9.0))[0].levels == (0, 360)
    assert _heats("angles", (0.0, 9.0), {"angles.unwrapped": True})[0].levels == (0, 9)


def test_coloured_numbers_have_the_range_that_is_chosen():
    for coloured, levels in ((True, (-0.25, 0.25)), (False, (-1, 1))):
        document = Document().edited({"table.coloured": coloured, "view.levels": {"table": (-0.25, 0.25)}})
        assert PANES["table"].figure(document).panels[0].marks[0].levels == levels


def test_one_value_alone_has_colours_too():
    (heat,) = _heats("distance", "seen", {"encoding.length": 1})
    assert heat.levels[0] < heat.levels[1]


@pytest.mark.parametrize("levels", [{"encoding": (1, 1)}, {"encoding": (2, 1)}, {"encoding": (0, math.inf)},
                                    {"encoding": (0, 1e31)}, {"encoding": (0, 1e-31)}, {"encoding": (1, 1.0000001)},
                                    {"encoding": "half"}, {"encoding": 3}, "full"])  # fmt: skip
def test_ranges_that_are_none_are_refused(levels):
    with pytest.raises(DocumentError, match=r"view\.levels"):
        Document().edited({"view.levels": levels})


@pytest.mark.parametrize("ends", [(-1e30, 1e30), (0, 1e-30), (1e30, 1.00001e30), (-2e-30, -1e-30)])
def test_whatever_range_is_allowed_can_be_painted(ends):
    values = np.array([0, 1, -1, 65_536, -1e20, np.nan], np.float32)
    steps, gaps = colour_steps(values, ends)
    assert gaps.tolist() == [False] * 5 + [True]
    wanted = [np.clip(256 * (float(value) - ends[0]) / (ends[1] - ends[0]), 0, 255) for value in values[:5]]
    assert steps[:5] == pytest.approx(wanted, abs=2)


def test_a_session_keeps_them():
    document = Document().edited({"view.levels": {"encoding": (-0.5, 0.5), "distance": "full"}})
    assert Document.from_json(document.to_json()) == document
