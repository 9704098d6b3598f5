"""Distances of neighbours and equal rows, against plain loops over rows."""

from itertools import pairwise
from math import prod

import numpy as np
import pytest

import peviewer as pv
from peviewer.model.between import neighbours
from peviewer.model.between.neighbours import mean_step, repeated_rows


@pytest.mark.parametrize("dim", [1, 2, 7, 64])
def test_neighbours_of_a_rule_are_as_far_apart_as_their_rows(dim):
    encoding = pv.Sinusoidal(length=31, dim=dim, base=300.0, first=-5)
    steps = [np.linalg.norm(after - before) for before, after in pairwise(encoding.table())]
    mean = sum(steps) / len(steps)
    expected = pytest.approx(mean, rel=1e-12)
    assert mean_step(encoding, (31,), 0).value == expected


@pytest.mark.parametrize("grid", [(3, 5), (2, 3, 5), (1, 7), (4, 1)])
def test_neighbours_on_a_grid_are_those_along_one_axis(grid):
    rows = np.random.default_rng(1).normal(size=(prod(grid), 6))
    encoding = pv.Table(rows)
    for axis, side in enumerate(grid):
        if side == 1:
            continue
        differences = np.diff(rows.reshape(*grid, 6), axis=axis)
        steps = np.linalg.norm(differences, axis=-1)
        found = mean_step(encoding, grid, axis)
        expected = pytest.approx(steps.mean(), rel=1e-12)
        assert found.value == expected
        assert found.positions == steps.size


def test_of_many_rows_some_are_looked_at_and_said(monkeypatch):
    monkeypatch.setattr(neighbours, "MOST_CELLS", 40)
    encoding = pv.Table(np.arange(100.0)[:, None] * np.ones(4))
    rows_in_40_cells = 10
    expected = (pytest.approx(2.0), rows_in_40_cells, False)
    assert mean_step(encoding, (100,), 0) == expected
    assert repeated_rows(encoding) == (0, rows_in_40_cells, False)


def test_rows_that_equal_an_earlier_one_are_counted_once_each():
    rows = np.random.default_rng(2).normal(size=(6, 3))
    rows[:, 0] = 0.0
    table = np.concatenate([rows, rows[[1, 1, 4]]])
    table[6, 0] = -0.0
    expected = (3, 9, True)
    assert repeated_rows(pv.Table(table)) == expected
    table[7, 2] = np.nextafter(table[7, 2], np.inf)
    assert repeated_rows(pv.Table(table)).value == 2


def test_pairs_that_turn_in_full_within_a_lag_repeat_rows():
    week = pv.Timestep(length=20, dim=2, scale=2 * np.pi / 7)
    days_after_the_first_week = 13
    assert repeated_rows(week) == (days_after_the_first_week, 20, True)
    expected = (0, 20, True)
    assert repeated_rows(pv.Sinusoidal(length=20, dim=2)) == expected
    assert repeated_rows(pv.Sinusoidal(length=20, dim=3)) is None
