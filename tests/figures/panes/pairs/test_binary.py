"""The binary pane as data: the counter above the encoding, and the bit beside the pair nearest to it."""

import re

import mpmath
import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.grammar import Band, Curve, Heatmap, Words
from peviewer.figures.panes.catalog import pane
from peviewer.model.binary import binary_table, nearest_pair
from peviewer.model.encodings.sinusoidal import Sinusoidal
from tests.own_formulas import CONFIGURATIONS, configured, frequencies, numbers


def _panels(changes=()):
    return pane("binary").figure(Document().edited(dict(changes))).panels


def _of(kind, panel):
    return [mark for mark in panel.marks if isinstance(mark, kind)]


def test_counter_table_and_curves_share_one_position_axis():
    counter, table, together = _panels({"view.zoom": {"position": (3.5, 30.5)}})
    assert counter.x == table.x == together.x
    assert (counter.x.quantity, counter.x.window) == ("position", (3.5, 30.5))
    assert (counter.y.quantity, counter.y.label, counter.y.limits) == ("bit", "bit *u*", (-0.5, 7.5))
    assert counter.y.inverted, "the least significant bit is on top"
    assert (counter.y.cursor, table.y.cursor) == ("bit", "dimension")
    assert table.y.quantity == "dimension"


def test_the_counter_counts():
    counter, table, _ = _panels({"encoding.length": 40, "binary.bits": 10})
    (heatmap,) = _of(Heatmap, counter)
    assert heatmap.levels == (0, 1)
    assert np.array_equal(heatmap.raster.sample(np.arange(10), np.arange(40)), binary_table(40, 10).T)
    (heatmap,) = _of(Heatmap, table)
    expected = Sinusoidal(length=40).table().T
    assert np.allclose(heatmap.raster.sample(np.arange(256), np.arange(40)), expected, atol=1e-6)


def test_counter_and_table_start_at_the_first_position():
    for panel in _panels({"encoding.first": -5})[:2]:
        (heatmap,) = _of(Heatmap, panel)
        assert heatmap.x0 == -5
    counter = _panels({"encoding.first": -5})[0]
    raster = _of(Heatmap, counter)[0].raster
    assert raster.sample(np.arange(8), [0])[:, 0].tolist() == [1, 1, 0, 1, 1, 1, 1, 1], "−5 in two's complement"
    assert not raster.sample(np.arange(8), [5]).any()


def test_raw_samples_are_asked_for_by_name():
    for panel in _panels({"view.raw": True})[:2]:
        assert _of(Heatmap, panel)[0].reduce == "nearest"


@pytest.mark.parametrize("layout", ["interleaved", "concatenated", "flipped"])
@pytest.mark.parametrize("bit", [0, 3, 7])
def test_the_bit_and_its_pair_are_marked(layout, bit):
    changes = {"cursor.bit": bit, "encoding.layout": layout, "binary.bits": 10}
    counter, table, together = _panels(changes)
    assert [(band.direction, band.low, band.high) for band in _of(Band, counter)] == [("y", bit - 0.5, bit + 0.5)]
    encoding = Document().edited(changes).encoding
    marked = {int(place + 0.5) for band in _of(Band, table) for place in np.arange(band.low, band.high)}
    assert all(band.framed for panel in (counter, table) for band in _of(Band, panel)), "nothing is hidden"
    pair = nearest_pair(encoding, bit)
    assert marked == set(np.flatnonzero(encoding.columns.pairs == pair).tolist())
    assert len(_of(Curve, together)) == 2
    assert together.legend


def test_a_lone_sine_is_marked_alone():
    _, table, _ = _panels({"encoding.dim": 5, "cursor.bit": 12, "binary.bits": 16})
    assert [band.low for band in _of(Band, table)] == [3.5]


def test_square_wave_and_sinusoid_are_drawn_together():
    together = _panels({"cursor.bit": 2, "encoding.first": 4})[2]
    sine, square = (curve.series.sample(4, 40, 400) for curve in _of(Curve, together))
    inside = (square[0] >= 4) & (square[0] <= 40)
    assert square[1][inside].tolist() == [(int(t) >> 2) & 1 for t in square[0][inside]]
    encoding = Sinusoidal(first=4)
    omega = encoding.frequencies()[nearest_pair(encoding, 2)]
    assert np.allclose(sine[1], np.sin(omega * sine[0]), atol=1e-12)
    wave, bit = (curve.series.sample(0, 10**6, 100)[1] for curve in _of(Curve, _panels({"encoding.length": 10**6})[2]))
    assert bit.tolist() == [0, 1] * 100
    assert wave.tolist() == [-1, 1] * 100
    assert together.title == "Bit 2 has period 8"
    assert "*λ* = " in together.fact


def test_a_bit_beyond_those_shown_falls_back_to_the_last():
    counter, _, together = _panels({"cursor.bit": 20, "binary.bits": 6})
    assert _of(Band, counter)[0].low == 4.5
    assert together.title == "Bit 5 has period 64"


@pytest.mark.parametrize("dim", [2, 7, 256, 512])
@pytest.mark.parametrize("base", [100.0, 1e6])
@pytest.mark.parametrize("schedule", ["paper", "endpoint"])
def test_the_nearest_pair_is_nearest_by_ratio(dim, base, schedule):
    encoding = Sinusoidal(dim=dim, base=base, schedule=schedule)
    for bit in (0, 1, 5, 12, 63):
        period = 2 ** (bit + 1)
        ratios = [max(period / length, length / period) for length in encoding.wavelengths()]
        assert nearest_pair(encoding, bit) == ratios.index(min(ratios))


def test_sixty_four_bits_are_shown():
    counter = _panels({"binary.bits": 64, "cursor.bit": 63})[0]
    assert counter.y.limits == (-0.5, 63.5)
    assert _of(Heatmap, counter)[0].raster.shape == (64, 200)


@pytest.mark.parametrize("name", CONFIGURATIONS)
@pytest.mark.parametrize("bits", [1, 2, 20])
def test_what_is_said_of_bits_and_pairs_is_so(name, bits):
    document = configured(name, {"binary.bits": bits})
    text, omegas = pane("binary").explanation(document), frequencies(document)
    assert ("flips half as often as the one above" in text) is (bits > 1)
    assert ("each pair of the encoding turns slower" in text) is (len(omegas) > 1)
    turns = [omega / 2 / mpmath.pi for omega in omegas]
    flips = [1 / mpmath.mpf(2) ** (bit + 1) for bit in range(bits)]
    for how, beyond in (
        ("faster", [bit for bit in range(bits) if all(flips[bit] > turn for turn in turns)]),
        ("slower", [bit for bit in range(bits) if all(flips[bit] < turn for turn in turns)]),
    ):
        found = re.search(rf"(Bits? [^.]*) (?:is|are) {how} than any pair", text)
        named = [int(bit) for bit in numbers(found[1])] if found else []
        assert named == (beyond[:1] + beyond[-1:] if len(beyond) > 1 else beyond)
        assert found is None or ("and" in found[1]) is (len(beyond) == 2)
    assert ("that of PE alone" in text) is (document.content.kind != "none")
    together = pane("binary").figure(document).panels[2]
    period, (pair, wavelength) = numbers(together.title)[1], numbers(together.fact)
    assert period == 2 ** (min(4, bits - 1) + 1)
    assert wavelength == pytest.approx(float(1 / turns[int(pair)]), rel=1e-3)
    ratios = [max(period * turn, 1 / turn / period) for turn in turns]
    assert ratios[int(pair)] == min(ratios)


@pytest.mark.parametrize("first", [0, -30, 2**52])
def test_a_bit_is_1_where_a_sine_of_its_period_is_negative(first):
    counter = _panels({"encoding.first": first, "encoding.length": 64})[0]
    bits = _of(Heatmap, counter)[0].raster.sample(np.arange(8), np.arange(64))
    for bit in range(8):
        middles = (np.arange(64) + first % 2**9 + 0.5) * np.pi / 2**bit  # no sine is 0 in the middle of a step
        assert ((np.sin(middles) < 0) == (bits[bit] == 1)).all()


def test_with_content_the_title_says_what_the_table_holds():
    assert _panels()[1].title == "Encoding"
    assert _panels({"content.kind": "ones"})[1].title == "Encoding, content added"


@pytest.mark.parametrize("first", [0, -3, 2**52])
def test_few_bits_are_written_as_digits_in_their_cells(first):
    counter = _panels({"encoding.length": 16, "encoding.first": first, "binary.bits": 10})[0]
    (words,) = _of(Words, counter)
    written = dict(zip(zip(words.x, words.y, strict=True), words.texts, strict=True))
    assert written == {(first + t, k): str((first + t) >> k & 1) for t in range(16) for k in range(10)}
    for more in ({"encoding.length": 17}, {"encoding.length": 4, "binary.bits": 11}):
        assert not _of(Words, _panels(more)[0])
