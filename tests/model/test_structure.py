"""Spectrum, components and fitted sinusoids, against other ways to the same numbers."""

import numpy as np
import pytest

import peviewer as pv
from peviewer.model.embedded import Embedded
from peviewer.model.structure.components import components
from peviewer.model.structure.sample import table_sample
from peviewer.model.structure.sinusoids import fit
from peviewer.model.structure.spectrum import amplitudes, power_shares

DRAWN = np.random.default_rng(3).standard_normal((37, 11))


def embedded(table):
    return Embedded(table if isinstance(table, pv.Sinusoidal) else pv.Table(table))


@pytest.mark.parametrize("count", [37, 36])
def test_amplitudes_are_those_of_the_sum_and_their_powers_the_variance(count):
    table = DRAWN[:count]
    actual = amplitudes(embedded(table))
    places = np.arange(count)
    for k in (1, 5, count // 2):
        direct = np.abs(
            (np.exp(-2j * np.pi * k * places / count)[:, None] * (table - table.mean(axis=0))).sum(
                axis=0
            )
        )
        halved = 2 * k == count
        assert np.allclose(actual[k], direct * (1 if halved else 2) / count)
    weights = np.where(2 * np.arange(len(actual)) == count, 1.0, 0.5)[:, None]
    assert np.allclose((weights * actual**2).sum(axis=0), table.var(axis=0)), "Parseval"
    assert power_shares(embedded(table)).sum() == pytest.approx(1)


@pytest.mark.parametrize("table", [DRAWN, DRAWN.T, pv.Sinusoidal(length=50, dim=20).table()])
def test_components_are_the_singular_vectors(table):
    actual = components(embedded(table))
    left, values, _ = np.linalg.svd(table - table.mean(axis=0), full_matrices=False)
    expected = (values**2 / (values**2).sum())[: len(actual.shares)]
    assert np.allclose(actual.shares[: len(values)], expected, atol=1e-12)
    scores = left[:, :4] * values[:4]
    assert np.allclose(np.abs(actual.scores[:, :4]), np.abs(scores), atol=1e-9)
    part = values[values > 1e-10 * values[0]] / values[values > 1e-10 * values[0]].sum()
    assert actual.effective_rank == pytest.approx(np.exp(-(part * np.log(part)).sum()), rel=1e-6)


@pytest.mark.nightly
def test_the_best_sinusoid_is_the_one_that_least_squares_find():
    count = 60
    noise = np.random.default_rng(5).standard_normal((60, 3))
    places = np.arange(count)
    rates = np.array([0.31, 1.7, 0.9])
    table = 2 + np.cos(rates * places[:, None] + 0.4) + 0.3 * noise
    actual = fit(embedded(table))
    for column in range(3):
        tried = np.linspace(rates[column] - 0.03, rates[column] + 0.03, 2001)
        left = []
        for rate in tried:
            terms = np.stack([np.ones(count), np.cos(rate * places), np.sin(rate * places)], axis=1)
            left.append(np.linalg.lstsq(terms, table[:, column], rcond=None)[1][0])
        best = int(np.argmin(left))
        assert actual.frequencies[column] == pytest.approx(tried[best], abs=2e-4)
        expected = 1 - left[best] / (count * table[:, column].var())
        assert actual.shares[column] == pytest.approx(expected, abs=1e-5)


def test_the_fastest_sinusoid_that_whole_positions_show_is_found():
    alternating = (-1.0) ** np.arange(20)[:, None]
    actual = fit(embedded(alternating))
    assert actual.frequencies[0] == pytest.approx(np.pi)
    assert actual.shares[0] == pytest.approx(1)


@pytest.mark.parametrize(
    "table", [[[1.0]], [[1.0], [2.0]], [[3.0, 3.0]] * 5, [[0.0, 1.0], [1.0, 0.0], [0.0, 1.0]]]
)
def test_tiny_and_constant_tables_have_finite_numbers(table):
    it = embedded(table)
    assert np.isfinite(amplitudes(it)).all()
    assert np.isfinite(components(it).shares).all()
    assert np.isfinite(components(it).scores).all()
    is_fitted = (np.ptp(table, axis=0) > 0) & (len(table) > 2)
    assert np.isfinite(fit(it).shares).tolist() == is_fitted.tolist()


@pytest.mark.nightly
def test_of_a_large_table_a_part_is_looked_at_and_that_is_said():
    large = Embedded(pv.Sinusoidal(length=10_000_000, dim=4096))
    run = table_sample(large, run=True)
    spread = table_sample(large, run=False)
    assert run.values.shape == spread.values.shape == (1024, 768)
    assert run.places.tolist() == list(range(1024))
    assert spread.places[0] == 0
    assert spread.places[-1] == 9_999_999
    words = [part.note.replace("\u2009", " ") for part in (run, spread)]
    assert words[0] == "of the first 1 024 of 10 000 000 positions and 768 of 4 096 dimensions"
    assert words[1].startswith("of 1 024 of 10 000 000")


@pytest.mark.parametrize(("length", "dim"), [(300, 64), (60, 16)])
def test_every_pair_of_a_table_is_found_however_slow(length, dim):
    scheme = pv.Sinusoidal(length=length, dim=dim)
    actual = fit(Embedded(pv.Table(scheme.table())))
    assert actual.frequencies == pytest.approx(np.repeat(scheme.frequencies(), 2), rel=1e-6)
    assert actual.explained > 0.9999
    assert fit(embedded(np.random.default_rng(0).standard_normal((300, 32)))).explained < 0.1


def test_of_a_parabola_no_frequency_is_told():
    steps = np.linspace(-1, 1, 40)[:, None]
    actual = fit(Embedded(pv.Table(np.hstack([steps**2, 3 * steps**2 - steps]))))
    assert np.isnan(actual.frequencies).all()
    assert actual.shares == pytest.approx(1, abs=1e-6)
