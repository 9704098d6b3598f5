"""Every mark of every pane as arrays: exact numbers with their names, coordinates and units."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.export.data.arrays import Line, Matrix, Record, arrays, main
from peviewer.figures.grammar import Curve, Heatmap
from peviewer.figures.panes.catalog import PANES, pane
from peviewer.model.between.pairwise import pairwise
from peviewer.model.sampling.raster import Raster
from peviewer.model.sampling.series import Series
from peviewer.model.shift.matrix import shift
from tests.served import served

SMALL = Document().edited(
    {"encoding.length": 30, "encoding.dim": 12, "encoding.first": 5, "shift.row": 5, "shift.phi": 2.5}
)


def parts(name, document=SMALL, window=False):
    return {part.key: part for part in arrays(pane(name).figure(document), window)}


def whole(matrix):
    return matrix.strip(0, matrix.shape[0])


def points(line):
    x, y = zip(*line.stretches(), strict=True)
    return np.concatenate(x), np.concatenate(y)


@pytest.mark.parametrize("name", PANES)
def test_every_raster_and_series_of_a_pane_knows_its_exact_numbers(name):
    for content in ("none", "normal"):
        figure = pane(name).figure(served(name, SMALL.edited({"content.kind": content})))
        for mark in (mark for panel in figure.panels for mark in panel.marks):
            if isinstance(mark, Heatmap):
                assert type(mark.raster).exact is not Raster.exact
            if isinstance(mark, Curve):
                assert type(mark.series).exact is not Series.exact


@pytest.mark.parametrize("name", PANES)
@pytest.mark.parametrize("content", ["none", "ones", "normal"])
def test_the_numbers_are_what_the_pane_shows(name, content):
    document = served(name, SMALL.edited({"content.kind": content, "view.raw": True}))
    for part in parts(name, document).values():
        if isinstance(part, Matrix):
            values = whole(part)
            assert values.dtype == np.float64
            assert values.shape == part.shape
            if isinstance(part.source, Raster):
                seen = part.source.sample(*map(np.arange, part.shape), "nearest")
                np.testing.assert_allclose(values, seen, atol=5e-4 * max(1, np.abs(seen).max()))
        elif isinstance(part, Line) and name not in ("vectors", "waves", "binary"):
            x, y = points(part)
            seen_x, seen_y = part.series.sample(part.low, part.high, 4096)
            keep = (seen_x >= part.low) & (seen_x < part.high)
            assert np.array_equal(x, seen_x[keep])
            np.testing.assert_allclose(y, seen_y[keep], atol=5e-4 * max(1, np.abs(y).max(initial=0)))


@pytest.mark.parametrize("name", PANES)
def test_keys_are_words_and_each_is_used_once(name):
    keys = [part.key for part in arrays(pane(name).figure(served(name, SMALL)))]
    assert len(set(keys)) == len(keys)
    assert not [key for key in keys if not key or set(key) & set(" /\\:()*")]


def test_keys_stay_when_the_shift_moves():
    moved = SMALL.edited({"shift.phi": 7})
    assert [key for key, part in parts("shift").items() if isinstance(part, Matrix)] == ["PE_t", "M_φ_PE_t"]
    assert list(parts("shift", moved))[:2] == ["PE_t", "M_φ_PE_t"]


def test_a_table_has_positions_and_dimensions():
    table = parts("encoding")["PE"]
    assert table.rows.axis.quantity == "position"
    assert table.rows.coordinates().tolist() == list(range(5, 35))
    assert table.columns.coordinates().tolist() == list(range(12))
    assert np.array_equal(whole(table), SMALL.encoding.table())


def test_a_transposed_table_has_its_axes_exchanged():
    table = parts("encoding", SMALL.edited({"view.transposed": True}))["PE"]
    assert (table.rows.axis.quantity, table.columns.axis.quantity) == ("dimension", "position")
    assert np.array_equal(whole(table), SMALL.encoding.table().T)


def test_the_window_holds_what_is_seen():
    seen = SMALL.edited({"view.zoom": {"position": [9.7, 14.5], "dimension": [2.5, 3.5]}})
    table = parts("encoding", seen, window=True)["PE"]
    assert (table.rows.coordinates().tolist(), table.columns.coordinates().tolist()) == ([10, 11, 12, 13, 14], [3])
    np.testing.assert_allclose(whole(table), SMALL.encoding.table()[5:10, 3:4], rtol=1e-13)
    assert parts("encoding", seen)["PE"].shape == (30, 12)
    x, y = points(parts("distance", seen, window=True)["to_t_20"])
    assert x.tolist() == [10, 11, 12, 13, 14]
    np.testing.assert_allclose(y, pairwise(SMALL.encoding)[20 - 5, 5:10], rtol=1e-13)
    assert parts("table", seen, window=True)["table"].shape == (5, 1)


def test_the_moved_table_and_the_curves_of_the_shift_are_the_models():
    moved = parts("shift")
    np.testing.assert_allclose(whole(moved["M_φ_PE_t"]), shift(SMALL.encoding.table(), SMALL.encoding, 2.5), atol=1e-13)
    x, y = points(moved["M_PE_5"])
    assert x.tolist() == list(range(12))
    np.testing.assert_allclose(y, SMALL.encoding.table(positions=7.5), atol=1e-13)


def test_waves_have_a_value_at_every_position_however_crowded():
    document = Document().edited({"encoding.length": 200_000, "encoding.dim": 16, "waves.by": "column"})
    named = parts("waves", document)
    for key in ("Column_7_PE", "Column_7_PE_2"):  # the wave, and its points
        x, y = points(named[key])
        assert x.tolist() == list(range(200_000))
        np.testing.assert_allclose(y, document.encoding.table()[:, 7], atol=1e-10)


def test_curves_of_vectors_are_the_vectors_not_where_they_are_drawn():
    x, y = points(parts("vectors")["t_6"])
    assert x.tolist() == list(range(12))
    np.testing.assert_allclose(y, SMALL.encoding.table()[1], atol=1e-13)


def test_the_bits_and_their_sine_are_whole_numbers_apart():
    binary = parts("binary")
    assert set(np.unique(whole(binary["Binary_counter"]))) == {0, 1}
    x, y = points(binary["bit_4"])
    assert y.tolist() == [position >> 4 & 1 for position in x.astype(int)]


def test_listings_rules_and_bands_are_columns():
    claims = parts("properties", SMALL.edited({"shift.operator": "concatenated"}))["listing"]
    assert isinstance(claims, Record)
    assert list(claims.columns) == ["Claim", "Number", "What it is", "holds"]
    assert set(claims.columns["holds"]) == {"yes", "no", ""}
    assert parts("distance")["rule"].columns == {"direction": ("y",), "at": (20,)}
    assert parts("binary")["band"].columns == {"direction": ("y",), "low": (3.5,), "high": (4.5,)}


def test_a_missing_operator_leaves_its_note():
    assert "Choose an even number" in parts("shift", SMALL.edited({"encoding.dim": 5}))["note"].columns["text"][0]


@pytest.mark.parametrize(
    ("name", "key"),
    [("encoding", "PE"), ("distance", "distance"), ("frequencies", "frequency_paper"), ("similarity", "dot_measured"),
     ("statistics", "norm"), ("properties", "listing")],
)  # fmt: skip
def test_the_main_array_is_what_the_pane_is_about(name, key):
    assert main(arrays(pane(name).figure(SMALL))).key == key
