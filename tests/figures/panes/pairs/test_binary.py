"""The Binary pane as data: each bit with the pair of nearest period, or the counter above the encoding."""

import re

import numpy as np
import pytest

from peviewer.base.specification import specification
from peviewer.document.animation import field_specification, shown_value
from peviewer.document.document import Document
from peviewer.figures.grammar import Band, Heatmap, Rule, Words
from peviewer.figures.panes.catalog import pane
from peviewer.figures.panes.pairs.binary import Binary
from peviewer.figures.panes.pairs.bit_strips import pair_of_bit
from peviewer.figures.readings import read_panel
from peviewer.model.binary import nearest_pair
from tests.figures.drawn import of, panels
from tests.own_formulas import frequencies, numbers

ALL = {"binary.shows": "dimensions"}


def _cells(heatmap):
    return heatmap.raster.exact(*map(range, heatmap.raster.shape))


@pytest.mark.parametrize("layout", ["interleaved", "concatenated", "flipped"])
def test_the_sine_of_the_nearest_pair_lies_right_below_each_bit(layout):
    changes = {
        "encoding.layout": layout,
        "encoding.length": 100,
        "encoding.first": -20,
        "encoding.dim": 64,
    }
    document = Document().edited(changes)
    strips = {heatmap.y0: heatmap for heatmap in of(panels("binary", changes)[0], Heatmap)}
    places = np.arange(-20, 80)
    waves = document.encoding.wavelengths()
    for bit in range(8):
        expected = (places >> bit & 1).tolist()
        assert _cells(strips[2 * bit])[0].tolist() == expected
        octaves = np.abs(np.log2(waves / 2 ** (bit + 1)))
        assert (2 * bit + 1 in strips) is bool(octaves.min() < 0.5)
        if 2 * bit + 1 in strips:
            omega = 2 * np.pi / waves[octaves.argmin()]
            expected = pytest.approx(np.sin(omega * places), abs=1e-9)
            assert _cells(strips[2 * bit + 1])[0] == expected
    expected = {(-20, (1, 100))}
    assert {(heatmap.x0, heatmap.raster.shape) for heatmap in strips.values()} == expected


@pytest.mark.parametrize("position", [50, 199, -3])
def test_digits_periods_wavelengths_and_values_stand_beside_the_strips(position):
    changes = {"cursor.position": position, "encoding.first": -10, "encoding.length": 210}
    document = Document().edited(changes)
    (strips, beside, curves, empty) = panels("binary", changes)
    rows = {}
    for words in sorted(of(beside, Words), key=lambda words: words.x):
        for y, text in zip(words.y, words.texts, strict=True):
            rows.setdefault((y - 0.5) / 2, []).append(text)
    for bit in range(8):
        digit, *of_pair, period = rows[bit]
        assert digit == str(position >> bit & 1)
        assert numbers(period) == [2 ** (bit + 1)]
        pair = pair_of_bit(document.encoding, bit)
        assert bool(of_pair) is (pair is not None)
        if pair is not None:
            omega = float(frequencies(document)[pair])
            expected = 2 * np.pi / omega
            assert numbers(of_pair[1].partition("=")[2])[0] == pytest.approx(expected, rel=6e-3)
            actual = numbers(of_pair[0].lstrip("+"))[0]
            assert actual == pytest.approx(np.sin(omega * position), abs=0.006)
    assert beside.y == strips.y
    expected = [panel.share for panel in (strips, beside)]
    assert [panel.share for panel in (curves, empty)] == expected
    assert not empty.marks
    assert (
        beside.title
        == {50: "50 = 00110010₂", 199: "199 = 11000111₂", -3: "−3 = 11111101₂"}[position]
    )


def test_a_position_of_more_bits_than_there_are_or_have_room_has_its_lowest_alone():
    assert panels("binary", {"binary.bits": 4})[1].title == "50 = …0010₂"
    assert panels("binary", {"binary.bits": 64})[1].title == "50 = 000000110010₂"


def test_both_strips_of_a_bit_are_marked_read_and_mean_that_bit():
    strips = panels("binary", {"cursor.bit": 3})[0]
    expected = [(5.5, 7.5, True)]
    assert [(band.low, band.high, band.framed) for band in of(strips, Band)] == expected
    expected = [0, 0, 1, 1]
    assert [strips.y.cursor_at(cell) for cell in range(4)] == expected
    assert strips.y.cell_at(3) == 6
    (bit,), (sine,) = (read_panel(strips, 5, row, row) for row in (6, 7))
    assert bit.name == "bit 3"
    assert bit.value == 0
    assert re.fullmatch(r"sin \*ω\*[₀-₉]+\*t\*", sine.name)


@pytest.mark.parametrize(("bit", "dim", "layout"), [
    (0, 256, "interleaved"), (3, 256, "concatenated"), (7, 256, "flipped"), (9, 5, "interleaved"),
])  # fmt: skip
def test_the_bit_and_the_columns_of_its_pair_are_marked_in_the_table(bit, dim, layout):
    changes = {
        **ALL,
        "cursor.bit": bit,
        "encoding.layout": layout,
        "encoding.dim": dim,
        "binary.bits": 16,
    }
    counter, table, together = panels("binary", changes)
    expected = [("y", bit - 0.5, bit + 0.5)]
    assert [(band.direction, band.low, band.high) for band in of(counter, Band)] == expected
    encoding = Document().edited(changes).encoding
    marked = {
        int(place + 0.5) for band in of(table, Band) for place in np.arange(band.low, band.high)
    }
    assert marked == set(
        np.flatnonzero(encoding.columns.pairs == nearest_pair(encoding, bit)).tolist()
    )
    assert all(band.framed for panel in (counter, table) for band in of(panel, Band)), (
        "nothing is hidden"
    )
    assert together.legend


def test_few_bits_are_written_as_digits_in_their_cells():
    first = -3
    changes = {**ALL, "encoding.length": 16, "encoding.first": -3, "binary.bits": 10}
    (words,) = of(panels("binary", changes)[0], Words)
    written = dict(zip(zip(words.x, words.y, strict=True), words.texts, strict=True))
    expected = {(first + t, k): str((first + t) >> k & 1) for t in range(16) for k in range(10)}
    assert written == expected
    for more in ({"encoding.length": 17}, {"encoding.length": 4, "binary.bits": 11}):
        assert not of(panels("binary", {**changes, **more})[0], Words)


COUNTER = {"binary.shows": "counter"}


@pytest.mark.parametrize(
    ("first", "length", "count"), [(0, 200, 16), (-3, 7, 7), (1001, 16, 16), (9, 1, 1)]
)
def test_a_counter_alone_has_four_bits_of_sixteen_positions_as_digits(first, length, count):
    changes = COUNTER | {"encoding.first": first, "encoding.length": length, "binary.bits": 9}
    (panel,) = panels("binary", changes)
    expected = [
        [position >> bit & 1 for position in range(first, first + count)] for bit in range(4)
    ]
    (cells,) = of(panel, Heatmap)
    assert _cells(cells).tolist() == expected
    (digits,) = of(panel, Words)
    written = dict(zip(zip(digits.x, digits.y, strict=True), digits.texts, strict=True))
    for bit, row in enumerate(expected):
        assert [written[first + place, bit] for place in range(count)] == [str(one) for one in row]
    assert panel.x.limits == (first - 0.5, first + count - 0.5)
    assert panel.x.names_each
    assert panel.y.names_each


@pytest.mark.parametrize(("position", "is_marked"), [(6, True), (15, True), (16, False)])
def test_a_counter_alone_marks_a_position_that_it_has_and_says_so(position, is_marked):
    document = Document().edited(COUNTER | {"cursor.position": position, "cursor.bit": 1})
    (panel,) = pane("binary").figure(document).panels
    assert [rule.at for rule in of(panel, Rule)] == [position] * is_marked
    said = pane("binary").explanation(document)
    assert (f"column *t* = {position}" in said) is is_marked
    (band,) = of(panel, Band)
    assert band.low == 0.5
    assert band.high == 1.5
    assert "Framed is bit 1, of period 4." in said


def test_what_is_said_of_a_counter_alone_is_counted_on_its_cells():
    document = Document().edited(COUNTER)
    said = pane("binary").explanation(document)
    (cells,) = of(panels("binary", COUNTER)[0], Heatmap)
    flips = [16 // (1 + int(np.abs(np.diff(row)).sum())) for row in _cells(cells)]
    every = {1: "position", 2: "second", 4: "fourth", 8: "eighth"}
    for bit, steps in enumerate(flips):
        assert re.search(rf"[Bb]it {bit} (flips )?at every {every[steps]}[.,]", said)
    assert len({*map(tuple, _cells(cells).T)}) == 16
    assert "the 16 columns all differ" in said
    edited_document = Document().edited(COUNTER | {"encoding.length": 1})
    explanation = pane("binary").explanation(edited_document)
    assert "columns" not in explanation


def test_the_bit_of_a_counter_alone_is_one_of_its_four():
    document = Document().edited(COUNTER | {"cursor.bit": 7})
    field = field_specification(document, "cursor.bit")
    assert shown_value(field, document, "cursor.bit") == 3
    paired = document.edited({"binary.shows": "pairs"})
    assert shown_value(field, paired, "cursor.bit") == 7
    bits = specification(Binary, "bits")
    assert not document.applies("binary.bits", bits)
    assert paired.applies("binary.bits", bits)
