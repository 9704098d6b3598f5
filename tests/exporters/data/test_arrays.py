"""Every mark of every pane as arrays: exact numbers with their names, coordinates and units."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.exporters.data.arrays import arrays
from peviewer.exporters.data.parts import Line, Matrix, Record
from peviewer.figures.panes.catalog import PANES, pane
from peviewer.model.between.pairwise import pairwise
from peviewer.model.sampling.raster import Raster
from peviewer.model.sampling.series import Series
from peviewer.model.shifting import shift
from tests.served import served

SMALL = Document().edited(
    {"encoding.length": 30, "encoding.dim": 12, "encoding.first": 5, "cursor.position": 5, "shift.phi": 2.5,
     "binary.shows": "dimensions"}
)  # fmt: skip


def parts(name, document=SMALL, window=False):
    return {part.key: part for part in arrays(pane(name), document, window)}


def whole(matrix):
    return matrix.strip(0, matrix.shape[0])


def points(line):
    x, y = zip(*line.stretches(), strict=True)
    return np.concatenate(x), np.concatenate(y)


@pytest.mark.parametrize("content", ["none", "normal"])
def test_the_numbers_are_exact_and_what_each_pane_shows(content):
    for name in PANES:
        document = served(name, SMALL.edited({"content.kind": content, "view.raw": True}))
        for part in parts(name, document).values():
            if isinstance(part, Matrix):
                values = whole(part)
                expected = (np.float64, part.shape)
                assert (values.dtype, values.shape) == expected, name
                if isinstance(part.source, Raster) and not part.column_indices:
                    assert type(part.source).exact is not Raster.exact, name
                    seen = part.source.sample(*map(np.arange, part.shape), "nearest")
                    np.testing.assert_allclose(values, seen, atol=5e-4 * max(1, np.abs(seen).max()))
            elif isinstance(part, Line) and name not in ("vectors", "waves", "binary"):
                assert type(part.series).exact is not Series.exact, name
                x, y = points(part)
                seen_x, seen_y = part.series.sample(part.low, part.high, 4096)
                keep = (seen_x >= part.low) & (seen_x < part.high)
                assert np.array_equal(x, seen_x[keep])
                np.testing.assert_allclose(
                    y, seen_y[keep], atol=5e-4 * max(1, np.abs(y).max(initial=0))
                )


KEYS = {
    "encoding": "table",
    "vectors": "vectors",
    "table": "table steps",
    "frequencies": "pairs",
    "waves": "waves",
    "clocks": "clocks",
    "binary": "bits table bit sine",
    "distance": "distance profile",
    "similarity": "similarity squared_difference similarity_closed_form squared_difference_closed_form",
    "score": "score bound reach",
    "bias": "bias by_lag steepness",
    "offsets": "offsets place along_rows along_columns pairs",
    "attention": "spans weight share",
    "terms": "scores content_content content_position position_content position_position weights",
    "scaling": "pairs",
    "precision": "formats angle_errors",
    "tiles": "tiles patch",
    "spectrum": "amplitude frequency sinusoidal cycles share",
    "components": "explained component1 component2 component3",
    "shift": "shifted table row",
    "operator": "operator packed_sines packed_cosines vectors ways",
    "properties": "claims",
    "criteria": "criteria",
    "deciding": "numbers",
    "layers": "layers",
}
CHANGES = (
    {},
    {"shift.phi": -7, "cursor.position": 31, "cursor.bit": 2},
    {
        "encoding.base": 300,
        "encoding.first": -5,
        "encoding.layout": "flipped",
        "encoding.length": 31,
    },
    {"pairwise.metric": "dot", "similarity.by": "lag", "view.transposed": True},
)


@pytest.mark.parametrize("changes", CHANGES)
def test_keys_can_be_typed_and_stay_whatever_is_chosen(changes):
    assert KEYS.keys() == PANES.keys()
    for name, wanted in KEYS.items():
        document = served(
            name,
            SMALL.edited({path: to for path, to in changes.items() if path in {*SMALL.paths()}}),
        )
        keys = [part.key for part in arrays(pane(name), document)]
        assert len(set(keys)) == len(keys)
        assert {*keys, "marks"} == {
            *wanted.split(),
            "marks",
        }  # lines that mark something come and go
        assert keys[0] == wanted.split()[0]
        assert all(key.isidentifier() and key.isascii() for key in keys)


def test_a_table_has_positions_and_dimensions_also_across():
    table = parts("encoding")["table"]
    assert table.rows.axis.quantity == "position"
    expected = list(range(5, 35))
    assert table.rows.coordinates().tolist() == expected
    expected = list(range(12))
    assert table.columns.coordinates().tolist() == expected
    expected = SMALL.encoding.table()
    assert np.array_equal(whole(table), expected)
    across = parts("encoding", SMALL.edited({"view.transposed": True}))["table"]
    assert across.rows.axis.quantity == "dimension"
    assert across.columns.axis.quantity == "position"
    assert np.array_equal(whole(across), SMALL.encoding.table().T)
    np.testing.assert_allclose(
        whole(parts("vectors")["vectors"])[1], SMALL.encoding.table()[1], atol=1e-13
    )


def test_the_window_holds_what_is_seen():
    seen = SMALL.edited({"view.zoom": {"position": [9.7, 14.5], "dimension": [2.5, 3.5]}})
    table = parts("encoding", seen, window=True)["table"]
    expected = [10, 11, 12, 13, 14]
    assert table.rows.coordinates().tolist() == expected
    assert table.columns.coordinates().tolist() == [3]
    np.testing.assert_allclose(whole(table), SMALL.encoding.table()[5:10, 3:4], rtol=1e-13)
    assert parts("encoding", seen)["table"].shape == (30, 12)
    x, y = points(parts("distance", seen, window=True)["profile"])
    expected = [10, 11, 12, 13, 14]
    assert x.tolist() == expected
    np.testing.assert_allclose(y, pairwise(SMALL.encoding)[0, 5:10], rtol=1e-13)
    assert parts("table", seen, window=True)["table"].shape == (5, 1)


def test_the_moved_table_and_the_curves_of_the_shift_are_the_models():
    moved = parts("shift")
    np.testing.assert_allclose(
        whole(moved["shifted"]), shift(SMALL.encoding.table(), SMALL.encoding, 2.5), atol=1e-13
    )
    row = moved["row"].columns
    assert row["dimension"].tolist() == list(range(12))
    for key in ("expected", "shifted"):
        table = SMALL.encoding.table(positions=7.5)
        np.testing.assert_allclose(row[key], table, atol=1e-13)


def test_waves_have_a_value_at_every_position_however_crowded_and_their_columns():
    document = Document().edited(
        {
            "encoding.length": 200_000,
            "encoding.dim": 16,
            "waves.by": "column",
            "waves.step": 4,
        }
    )
    waves = parts("waves", document)["waves"]
    expected = [7, 8, 15]
    assert waves.columns.coordinates().tolist() == expected
    assert waves.shape == (200_000, 3)
    np.testing.assert_allclose(whole(waves), document.encoding.table()[:, [7, 8, 15]], atol=1e-10)


def test_every_head_is_there_at_every_lag():
    document = served("bias", SMALL.edited({"encoding.first": 0})).edited({"encoding.heads": 12})
    by_lag = parts("bias", document)["by_lag"]
    assert by_lag.rows.coordinates()[[0, -1]].tolist() == [-29, 29]
    expected = list(range(1, 13))
    assert by_lag.columns.coordinates().tolist() == expected
    assert np.array_equal(whole(by_lag), document.encoding.by_lag(np.arange(-29, 30)).T)


def test_the_bits_and_their_sine_are_whole_numbers_apart():
    binary = parts("binary")
    assert set(np.unique(whole(binary["bits"]))) == {0, 1}
    strips = parts("binary", SMALL.edited({"binary.shows": "pairs"}))
    assert np.array_equal(whole(strips["bit_3"]), whole(binary["bits"])[[3]])
    x, y = points(binary["bit"])
    expected = [position >> 4 & 1 for position in x.astype(int)]
    assert y.tolist() == expected


def test_lists_are_numbers_and_hold_every_pair():
    document = Document().edited({"encoding.dim": 512, "cursor.position": 3, "shift.phi": 0.5})
    encoding = document.encoding
    row = document.encoding.table(positions=3)
    steps = parts("table", document)["steps"].columns
    clocks = parts("clocks", document)["clocks"].columns
    pairs = parts("frequencies", document)["pairs"].columns
    assert len(steps["pair"]) == len(clocks["pair"]) == len(pairs["pair"]) == 256
    np.testing.assert_allclose(steps["sin"], row[::2], atol=1e-15)
    np.testing.assert_allclose(steps["cos"], row[1::2], atol=1e-15)
    np.testing.assert_allclose(steps["angle"], 3 * encoding.frequencies())
    np.testing.assert_allclose(clocks["cos"], np.cos(3.5 * encoding.frequencies()), atol=1e-14)
    np.testing.assert_allclose(pairs["turns"], 199 / encoding.wavelengths())


def test_claims_and_ways_are_numbers_with_their_names():
    claims = parts("properties", SMALL.edited({"shift.operator": "concatenated"}))["claims"]
    assert isinstance(claims, Record)
    expected = {"yes", "no", ""}
    assert set(claims.columns["holds"]) == expected
    expected = {"holds", "fails", "informs"}
    assert set(claims.columns["verdict"]) == expected
    ways = parts("operator")["ways"].columns
    assert ways["products"][list(ways["way"]).index("matrix")] == 144
    assert max(ways["error"]) < 1e-12


def test_lines_that_mark_something_are_one_table():
    marks = parts("distance")["marks"].columns
    assert ("y", 5, 5) in list(zip(marks["at"], marks["low"], marks["high"], strict=True))
    assert (3.5, 4.5) in list(
        zip(*(parts("binary")["marks"].columns[end] for end in ("low", "high")), strict=True)
    )


def test_the_angles_of_clocks_are_those_after_the_shift():
    position = 5
    phi = 3
    document = Document().edited({"cursor.position": position, "shift.phi": phi})
    (clocks,) = arrays(PANES["clocks"], document)

    frequencies = 10_000.0 ** (-np.arange(128) / 128)
    expected = frequencies * (position + phi)
    assert np.allclose(clocks.columns["angle"], expected, rtol=1e-12)
