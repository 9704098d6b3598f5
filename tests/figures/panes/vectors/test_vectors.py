"""The vectors pane as data: the strips and the curves of the same positions."""

import numpy as np
import pytest

from peviewer.document.document import Document, DocumentError
from peviewer.figures.grammar import Curve, Heatmap
from peviewer.figures.panes.catalog import pane
from peviewer.figures.panes.vectors.vectors import shown_positions
from tests.figures.drawn import of, panels
from tests.own_formulas import numbers


@pytest.mark.parametrize(("content", "first"), [("none", -30), ("ones", 1000), ("normal", 0)])
def test_strips_and_curves_show_the_rows(content, first):
    changes = {
        "content.kind": content,
        "encoding.first": first,
        "vectors.first": first + 3,
        "encoding.dim": 30,
    }
    strips, curves = panels("vectors", changes)
    document = Document().edited(changes)
    table = document.embedded.table()[3:11]
    (heatmap,) = of(strips, Heatmap)
    assert heatmap.y0 == first + 3
    assert heatmap.raster.shape == (8, 30)
    assert np.allclose(heatmap.raster.sample(np.arange(8), np.arange(30)), table, atol=1e-5)
    drawn = of(curves, Curve)
    expected = np.repeat(range(first + 3, first + 11), 2).tolist()
    assert [mark.y0 for mark in drawn] == expected, "no height is lost far out"
    halves = [mark.series.sample(-0.5, 29.5, 1000) for mark in drawn]
    for row, vector in enumerate(table):
        up = np.empty(30)
        for side, (x, y) in enumerate(halves[2 * row : 2 * row + 2]):
            expected = list(range(side, 30, 2))
            assert x.tolist() == expected, "sines and cosines are two curves"
            up[side::2] = -y
        assert np.corrcoef(up, vector)[0, 1] == pytest.approx(1)
        if content != "normal":
            assert np.abs(up).max() < 0.5, "curves keep to their own line"


SHOWN_POSITIONS = (
    ({"vectors.first": 198, "vectors.count": 4}, range(196, 200)),
    ({"vectors.first": -5}, range(8)),
    ({"encoding.length": 1, "encoding.first": 9}, range(9, 10)),
    ({"encoding.first": -3, "vectors.first": -3, "vectors.count": 2}, range(-3, -1)),
)


def test_positions_are_moved_into_the_encoding():
    for changes, expected in SHOWN_POSITIONS:
        assert shown_positions(Document().edited(changes)) == expected


def test_what_is_said_of_neighbours_is_measured_on_them():
    document = Document().edited({"encoding.dim": 4})
    said = pane("vectors").explanation(document)
    edited_document = Document().edited({"encoding.dim": 4})
    table = edited_document.encoding.table()
    steps = np.diff(table[:8], axis=0)
    fast = np.linalg.norm(steps[:, :2], axis=1)[0]
    slow = np.linalg.norm(steps[:, 2:], axis=1)[0]
    expected = [0, 0, 1, fast, 1, 2, 3, slow]
    assert numbers(said.partition("the next ")[2])[:8:1] == pytest.approx(expected, rel=1e-3)


@pytest.mark.parametrize(("dim", "labels"), [(1, {""}), (2, {"", "sin", "cos"})])
def test_a_single_dimension_has_no_cosine_in_its_legend(dim, labels):
    _, curves = panels("vectors", {"encoding.dim": dim})
    assert {curve.label for curve in of(curves, Curve)} == labels


SENTENCE = "Man bites dog, the dog bites the man"
WORDS = {
    "encoding.sentence": SENTENCE,
    "encoding.first": 3,
    "encoding.dim": 10,
    "content.kind": "words",
    "vectors.first": 3,
}


@pytest.mark.parametrize("kind", ["words", "normal", "ones"])
def test_three_strips_are_content_encoding_and_their_sum_in_one_range_of_colours(kind):
    changes = WORDS | {"content.kind": kind, "content.scaled": True, "vectors.shows": "parts"}
    document = Document().edited(changes | {"vectors.count": 3})
    strips = [mark for panel in pane("vectors").figure(document).panels for mark in panel.marks]
    content, positions, sums = (strip.raster.exact(range(3), range(10)) for strip in strips)
    table = document.encoding.table([3, 4, 5])
    assert np.array_equal(positions, table)
    assert np.array_equal(sums, document.embedded.table([3, 4, 5]))
    np.testing.assert_allclose(content + positions, sums, atol=1e-12)
    assert len({strip.levels for strip in strips}) == 1
    assert max(np.abs(part).max() for part in (content, sums)) <= strips[0].levels[1]
    expected = ["content", "positions", "vectors"]
    assert [strip.key for strip in strips] == expected
    expected = [False, False, True]
    assert [bool(strip.bar) for strip in strips] == expected


def test_each_row_is_called_by_its_number_and_its_word():
    (strips, curves) = panels("vectors", WORDS | {"encoding.length": 10, "vectors.count": 10})
    ticks = [3.0, 4.0, 11.0]
    for axis in (strips.y, curves.y):
        assert axis.names_each
        expected = ["3 Man", "4 bites", "11"]
        assert axis.tick_texts(ticks, ["3", "4", "11"]) == expected
        assert "9 the" in axis.longest_words


@pytest.mark.parametrize(
    ("missing", "what"),
    [
        ({"content.kind": "none"}, "choose “Words” in “Content”"),
        ({"encoding.sentence": ""}, "type one into “Sentence”"),
    ],
)
def test_without_content_the_parts_are_the_encoding_and_it_says_what_is_missing(missing, what):
    document = Document().edited(WORDS | {"vectors.shows": "parts"} | missing)
    assert len(pane("vectors").figure(document).panels) == 2
    assert what in pane("vectors").explanation(document)


def test_the_sums_of_one_word_are_as_far_apart_as_their_positions():
    document = Document().edited(WORDS)
    said = pane("vectors").explanation(document)
    one, other = document.encoding.table([5, 7])
    distance = float(np.linalg.norm(one - other))
    between = said.partition("at 5, “dog,” and 7, “dog” are ")[2]
    expected = pytest.approx(distance, rel=1e-3)
    assert float(between.split()[0]) == expected
    edited_document = document.edited({"vectors.count": 3})
    alone = pane("vectors").explanation(edited_document)
    assert "Each word shown here has a vector *x* of its own" in alone


def test_it_says_where_words_or_a_file_add_nothing(tmp_path):
    file = tmp_path / "few.txt"
    file.write_text("man 1.5 2 3\nbites 4 5.5 6\n")
    longer = Document().edited(WORDS | {"encoding.length": 12})
    document = longer.edited({"content.path": str(file)})
    said = pane("vectors").explanation(document)
    assert "From position 11 on there is no word" in said
    assert "few.txt has no row for “dog,”, “the”, to which nothing is added" in said
    assert "few.txt has 3 numbers a word, the table 10: nothing is added to the others" in said
    edited_document = document.edited({"encoding.dim": 2})
    narrower = pane("vectors").explanation(edited_document)
    assert "3 numbers a word, the table 2: the others are left out" in narrower
    assert "few.txt" not in pane("vectors").explanation(longer)
    np.save(tmp_path / "rows.npy", np.ones((9, 10)))
    by_place = document.edited({"content.path": str(tmp_path / "rows.npy")})
    assert "the rows of rows.npy, in the order of the words" in pane("vectors").explanation(
        by_place
    )


@pytest.mark.parametrize(
    ("layout", "typed", "columns"),
    [
        ("interleaved", "4, 9, 6", [4, 9, 6]),
        ("interleaved", "pairs 2..3", [4, 5, 6, 7]),
        ("concatenated", "pairs 2", [2, 7]),
        ("flipped", "1, 90", [1]),
    ],
)
def test_chosen_columns_stand_side_by_side_in_the_order_in_which_they_are_typed(
    layout, typed, columns
):
    encoding = {"encoding.dim": 10, "encoding.layout": layout}
    strips, curves = panels("vectors", {**encoding, "vectors.columns": typed})
    table = Document().edited(encoding).encoding.table()

    (heatmap,) = of(strips, Heatmap)
    assert strips.x.names == tuple(map(str, columns))
    shown = heatmap.raster.exact(range(8), range(len(columns)))
    assert shown == pytest.approx(table[:8, columns])
    first_row = [mark for mark in of(curves, Curve) if mark.y0 == 0]
    places = np.concatenate([curve.series.x for curve in first_row])
    numbers_up = np.concatenate([curve.series.y for curve in first_row])
    assert sorted(places.tolist()) == list(range(len(columns)))
    assert numbers_up[np.argsort(places)] == pytest.approx(table[0, columns])


def test_pairs_of_a_table_without_sines_are_neighbouring_columns():
    changes = {"encoding.scheme": "learned", "vectors.columns": "pairs 1"}
    strips, _ = panels("vectors", changes)
    assert strips.x.names == ("2", "3")


def test_columns_that_do_not_exist_are_said_to_be_missing():
    changes = {"encoding.dim": 4, "vectors.columns": "7, 8"}
    (missing,) = panels("vectors", changes)
    (note,) = missing.marks
    assert note.text == "None of these columns exists: *d* = 4."
    document = Document().edited(changes)
    assert pane("vectors").explanation(document) == note.text


@pytest.mark.parametrize("typed", ["x", "1.5", "-1", "0..9", "pairs 0..3"])
def test_what_is_no_few_columns_is_refused_by_its_own_field(typed):
    with pytest.raises(DocumentError, match=rf"^vectors\.columns = '?{typed}'? is not allowed"):
        Document().edited({"vectors.columns": typed})
