"""The panes of structure: their sentences are true, and large tables cost what a part of them costs."""

import numpy as np
import pytest

import peviewer as pv
from peviewer.figures.panes.catalog import pane

NAMES = ["spectrum", "components", "fit", "neighbours"]


def document(table, **fields):
    return pv.Document(encoding=table if isinstance(table, pv.Sinusoidal) else pv.Table(table)).edited(fields)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("table", [[[1.0]], [[1.0], [2.0]], [[3.0, 3.0]] * 5, pv.Sinusoidal(length=3, dim=1)])
def test_tiny_and_constant_tables_are_drawn_and_explained(name, table):
    shown = document(table)
    assert pane(name).figure(shown).panels
    assert pane(name).explanation(shown)


def test_the_words_count_what_the_table_has():
    noise = np.random.default_rng(2).standard_normal((40, 6))
    table = np.cumsum(noise, axis=0)
    distances = np.linalg.norm(table[:, None] - table[None], axis=2)
    np.fill_diagonal(distances, np.inf)
    beside = int((np.abs(distances.argmin(axis=1) - np.arange(40)) == 1).sum())
    assert pane("neighbours").figure(document(table)).panels[0].fact.startswith(f"{beside} of 40")
    values = np.linalg.svd(table - table.mean(axis=0), compute_uv=False) ** 2
    share = f"{100 * values[0] / values.sum():.3g} %"
    assert pane("components").figure(document(table)).panels[0].fact.startswith(share)


def test_whether_the_lag_alone_decides_is_said():
    assert "their lag alone" in pane("neighbours").explanation(document(pv.Sinusoidal(length=20, dim=8)))
    assert "differs by up to" in pane("neighbours").explanation(document(np.random.default_rng(1).random((9, 4))))


def test_the_heatmap_of_many_dimensions_has_a_column_for_each():
    heat = pane("spectrum").figure(document(pv.Sinusoidal(length=64, dim=3000))).panels[0].heatmap
    assert heat.raster.shape == (33, 3000)
    ends = heat.raster.sample([9, 10, 11], [0, 2999], "nearest")
    assert ends[:, 0].max() > 0.5 > ends[:, 1].max(), "one radian a position is ten cycles"


def test_the_pinned_position_is_named_on_the_path():
    words = pane("components").figure(document(pv.Sinusoidal(length=30, dim=8), **{"cursor.position": 7})).panels[0]
    assert words.marks[1].texts == ("0", "7", "29")
