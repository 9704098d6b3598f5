"""The panes of structure: their sentences are true, and large tables cost what a part of them costs."""

import numpy as np
import pytest

import peviewer as pv
from peviewer.figures.panes.catalog import pane
from tests.plain_sines import LAYOUTS, plain_sines


def document(table, **fields):
    encoding = table if isinstance(table, pv.Sinusoidal) else pv.Table(table)
    return pv.Document(encoding=encoding).edited(fields)


@pytest.mark.parametrize("sides", [{"length": 30, "dim": 1}, {"length": 2, "dim": 8}])
def test_of_one_dimension_or_two_positions_there_is_one_direction(sides):
    explanation = pane("components").explanation(document(pv.Sinusoidal(**sides)))
    assert "the one direction in which the vectors differ" in explanation


def test_the_words_count_what_the_table_has():
    noise = np.random.default_rng(2).standard_normal((40, 6))
    table = np.cumsum(noise, axis=0)
    centred = table - table.mean(axis=0)
    variances = np.linalg.svd(centred, compute_uv=False) ** 2
    share = 100 * variances[0] / variances.sum()
    figure = pane("components").figure(document(table))
    fact = figure.panels[0].fact
    assert fact.startswith(f"{share:.3g} %")


def test_the_heatmap_has_the_amplitudes_of_each_dimension():
    count = 16
    table = np.random.default_rng(3).standard_normal((count, 5))
    centred = table - table.mean(axis=0)
    spectrum = np.abs(np.fft.rfft(centred, axis=0))
    amplitudes = 2 / count * spectrum[1:8]
    figure = pane("spectrum").figure(document(table))
    raster = figure.panels[0].heatmap.raster
    sampled = raster.sample(np.arange(1, 8), np.arange(5))
    assert raster.exact(range(1, 8), range(5)) == pytest.approx(amplitudes)
    assert sampled == pytest.approx(amplitudes, rel=1e-5)


def test_the_pinned_position_is_named_on_the_path():
    encoding = pv.Sinusoidal(length=30, dim=8)
    figure = pane("components").figure(document(encoding, **{"cursor.position": 7}))
    _, *names = figure.panels[0].marks
    # The first stays where they touch.
    expected = [("*t* = 7",), ("0",), ("29",)]
    assert [name.texts for name in names] == expected


def explained(name, table):
    explanation = pane(name).explanation(document(np.asarray(table)))
    return explanation.replace("\u2009", " ")


def test_the_fastest_of_the_clear_sinusoids_is_told_apart_from_half_of_all_variance():
    turns = 2 * np.pi * np.arange(60)[:, None] / 60
    one_each = np.hstack([9 * np.sin(turns), np.sin(20 * turns)])
    two_in_one = np.cos(30 * turns) + 1.2 * np.cos(7 * turns)
    text = explained("spectrum", one_each)
    clear = "In 2 of 2 dimensions one frequency holds over half of the variance; the highest is 20 "
    assert clear in text
    assert "Half of all variance is at 1 cycle. With one fitted sinusoid" in text
    assert "the highest is 30 cycles" in explained("spectrum", two_in_one)


def frequency_curves(shown):
    return {mark.key: mark for mark in pane("spectrum").figure(shown).panels[1].marks}


def test_fitted_frequencies_are_told_from_those_of_the_encodings_own_formula():
    encoding = pv.Sinusoidal(length=60, dim=16, base=100.0, layout="flipped")
    shown = document(encoding)
    curves = frequency_curves(shown)
    own = curves["sinusoidal"]
    fitted = curves["frequency"]
    pairs = np.arange(16) % 8
    frequencies = 100.0 ** (-pairs / 8)
    assert own.series.y == pytest.approx(frequencies)
    assert fitted.series.y == pytest.approx(frequencies, rel=1e-3)
    assert own.label == "its formula"
    assert own.quantity == "*ω*, its formula"
    assert fitted.quantity == "fitted *ω*"
    assert "the encoding’s own formula" in pane("spectrum").explanation(shown)


def test_beside_a_table_the_papers_frequencies_say_their_base_and_layout():
    shown = document(np.random.default_rng(0).normal(size=(40, 6)))
    curve = frequency_curves(shown)["sinusoidal"]
    numerators = np.array([0, 0, 2, 2, 4, 4])
    explanation = pane("spectrum").explanation(shown)
    assert curve.label == "paper, *b* = 10\N{THIN SPACE}000"
    expected = pytest.approx(10_000.0 ** (-numerators / 6))
    assert curve.series.y == expected
    assert "base 10\N{THIN SPACE}000 and sines and cosines side by side" in explanation


def test_dimensions_without_a_fit_have_no_share():
    constant = np.ones(20)
    varying = np.arange(20.0) % 3
    figure = pane("spectrum").figure(document(np.stack([constant, varying], axis=1)))
    shares = figure.panels[3]
    [curve] = shares.marks
    assert curve.series.x.tolist() == [1.0]

    of_few_positions = pane("spectrum").figure(document(np.eye(2))).panels[3]
    assert len(of_few_positions.marks[0].series.x) == 0
    assert of_few_positions.fact == ""


@pytest.mark.parametrize(
    ("positions", "first", "told"),
    [
        (4999 - np.arange(300), 0, "The table turns backwards: position 4 999 − t."),
        (np.arange(299, -1, -1), 0, "The table turns backwards: position 299 − t."),
        (np.arange(299, -1, -1), 1, "The table turns backwards: position 300 − t."),
        (np.arange(4000, 4300), 0, "The table turns evenly: position t + 4 000."),
        (np.arange(4000, 4300), 4000, ""),
        (np.arange(300), 5, "The table turns evenly: position t − 5."),
        (np.arange(300), 0, ""),
    ],
)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_positions_of_a_tables_rows_are_recognised_by_their_pairs(
    positions, first, told, layout
):
    sines = plain_sines(positions, 32, layout=layout)
    table = pv.Table(sines.round(6), first=first)
    explanation = pane("spectrum").explanation(pv.Document(encoding=table))
    said = explanation.replace("\u2009", " ")
    assert said.endswith(told or "side by side.")


def test_nothing_is_said_of_positions_where_content_is_added():
    sines = plain_sines(4999 - np.arange(300), 32)
    turning = pv.Table(sines)
    shown = pv.Document(encoding=turning).edited({"content.kind": "ones"})
    assert "turns" not in pane("spectrum").explanation(shown)


def test_nothing_is_said_of_positions_where_pairs_do_not_turn():
    noise = np.random.default_rng(0).standard_normal((50, 8))
    shown = pv.Document(encoding=pv.Table(noise))
    assert "turns" not in pane("spectrum").explanation(shown)
