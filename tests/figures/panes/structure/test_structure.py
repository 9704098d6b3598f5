"""The panes of structure: their sentences are true, and large tables cost what a part of them costs."""

import numpy as np
import pytest

import peviewer as pv
from peviewer.figures.panes.catalog import pane
from tests.plain_sines import LAYOUTS, plain_sines


def document(table, **fields):
    return pv.Document(
        encoding=table if isinstance(table, pv.Sinusoidal) else pv.Table(table)
    ).edited(fields)


def test_of_one_dimension_or_two_positions_there_is_one_direction():
    for one in (pv.Sinusoidal(length=30, dim=1), pv.Sinusoidal(length=2, dim=8)):
        assert "the one direction in which the vectors differ" in pane("components").explanation(
            document(one)
        )


def test_the_words_count_what_the_table_has():
    noise = np.random.default_rng(2).standard_normal((40, 6))
    table = np.cumsum(noise, axis=0)
    values = np.linalg.svd(table - table.mean(axis=0), compute_uv=False) ** 2
    share = f"{100 * values[0] / values.sum():.3g} %"
    assert pane("components").figure(document(table)).panels[0].fact.startswith(share)


def test_the_heatmap_has_the_amplitudes_of_each_dimension():
    table = np.random.default_rng(3).standard_normal((16, 5))
    raster = pane("spectrum").figure(document(table)).panels[0].heatmap.raster
    amplitudes = 2 / 16 * np.abs(np.fft.rfft(table - table.mean(axis=0), axis=0))[1:8]
    assert raster.exact(range(1, 8), range(5)) == pytest.approx(amplitudes)
    assert raster.sample(np.arange(1, 8), np.arange(5)) == pytest.approx(amplitudes, rel=1e-5)


def test_the_pinned_position_is_named_on_the_path():
    words = (
        pane("components")
        .figure(document(pv.Sinusoidal(length=30, dim=8), **{"cursor.position": 7}))
        .panels[0]
    )
    assert [word.texts for word in words.marks[1:]] == [("*t* = 7",), ("0",), ("29",)], (
        "the first stays where they touch"
    )


def explained(name, table):
    return pane(name).explanation(document(np.asarray(table))).replace("\u2009", " ")


def test_the_fastest_of_the_clear_sinusoids_is_told_apart_from_half_of_all_variance():
    turns = 2 * np.pi * np.arange(60)[:, None] / 60
    told = explained("spectrum", np.hstack([9 * np.sin(turns), np.sin(20 * turns)]))
    assert (
        "In 2 of 2 dimensions one frequency holds over half of the variance; the highest is 20 "
        in told
    )
    assert "Half of all variance is at 1 cycle. With one fitted sinusoid" in told
    assert "the highest is 30 cycles" in explained(
        "spectrum", np.cos(30 * turns) + 1.2 * np.cos(7 * turns)
    )


def frequency_curves(shown):
    return {mark.key: mark for mark in pane("spectrum").figure(shown).panels[1].marks}


def test_fitted_frequencies_are_told_from_those_of_the_encodings_own_formula():
    encoding = pv.Sinusoidal(length=60, dim=16, base=100.0, layout="flipped")
    curves = frequency_curves(document(encoding))
    columns = np.arange(16)
    assert curves["sinusoidal"].series.y == pytest.approx(100.0 ** (-(columns % 8) / 8))
    assert curves["frequency"].series.y == pytest.approx(100.0 ** (-(columns % 8) / 8), rel=1e-3)
    assert curves["sinusoidal"].label == "its formula"
    assert curves["sinusoidal"].quantity == "*ω*, its formula"
    assert curves["frequency"].quantity == "fitted *ω*"
    assert "the encoding’s own formula" in pane("spectrum").explanation(document(encoding))


def test_beside_a_table_the_papers_frequencies_say_their_base_and_layout():
    shown = document(np.random.default_rng(0).normal(size=(40, 6)))
    curve = frequency_curves(shown)["sinusoidal"]
    assert curve.label == "paper, *b* = 10\N{THIN SPACE}000"
    assert curve.series.y == pytest.approx(10_000.0 ** (-np.array([0, 0, 2, 2, 4, 4]) / 6))
    assert "base 10\N{THIN SPACE}000 and sines and cosines side by side" in pane(
        "spectrum"
    ).explanation(shown)


def test_dimensions_without_a_fit_have_no_share():
    table = np.stack([np.ones(20), np.arange(20.0) % 3], axis=1)
    [curve] = pane("spectrum").figure(document(table)).panels[3].marks
    assert curve.series.x.tolist() == [1.0]
    few = pane("spectrum").figure(document(np.eye(2))).panels[3]
    assert len(few.marks[0].series.x) == 0
    assert few.fact == ""


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
    table = pv.Table(plain_sines(positions, 32, layout=layout).round(6), first=first)
    said = pane("spectrum").explanation(pv.Document(encoding=table)).replace("\u2009", " ")
    assert said.endswith(told or "side by side.")


def test_nothing_is_said_of_positions_where_content_is_added_or_pairs_do_not_turn():
    document = pv.Document(encoding=pv.Table(plain_sines(4999 - np.arange(300), 32)))
    with_content = document.edited({"content.kind": "ones"})
    assert "turns" not in pane("spectrum").explanation(with_content)
    noise = np.random.default_rng(0).standard_normal((50, 8))
    assert "turns" not in pane("spectrum").explanation(pv.Document(encoding=pv.Table(noise)))
