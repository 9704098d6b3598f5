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
def test_amplitudes_are_those_of_the_sum(count):
    table = DRAWN[:count]
    actual = amplitudes(embedded(table))
    places = np.arange(count)
    centred = table - table.mean(axis=0)
    for cycles in (1, 5, count // 2):
        waves = np.exp(-2j * np.pi * cycles * places / count)[:, None]
        sums = np.abs((waves * centred).sum(axis=0))
        # At half a cycle per position there is no sine beside the cosine.
        factor = 1 if 2 * cycles == count else 2
        assert np.allclose(actual[cycles], factor * sums / count)


@pytest.mark.parametrize("count", [37, 36])
def test_powers_are_the_variance(count):
    table = DRAWN[:count]
    actual = amplitudes(embedded(table))
    is_half_cycle = 2 * np.arange(len(actual)) == count
    weights = np.where(is_half_cycle, 1.0, 0.5)[:, None]
    powers = (weights * actual**2).sum(axis=0)
    # Parseval's theorem.
    assert np.allclose(powers, table.var(axis=0))
    assert power_shares(embedded(table)).sum() == pytest.approx(1)


@pytest.mark.parametrize("table", [DRAWN, DRAWN.T, pv.Sinusoidal(length=50, dim=20).table()])
def test_components_are_the_singular_vectors(table):
    actual = components(embedded(table))
    centred = table - table.mean(axis=0)
    left, values, _ = np.linalg.svd(centred, full_matrices=False)
    variances = values**2
    shares = variances / variances.sum()
    scores = left[:, :4] * values[:4]
    positive = values[values > 1e-10 * values[0]]
    parts = positive / positive.sum()
    entropy = -(parts * np.log(parts)).sum()
    assert np.allclose(actual.shares[: len(values)], shares[: len(actual.shares)], atol=1e-12)
    assert np.allclose(np.abs(actual.scores[:, :4]), np.abs(scores), atol=1e-9)
    expected = pytest.approx(np.exp(entropy), rel=1e-6)
    assert actual.effective_rank == expected


@pytest.mark.nightly
def test_the_best_sinusoid_is_the_one_that_least_squares_find():
    count = 60
    noise = np.random.default_rng(5).standard_normal((count, 3))
    places = np.arange(count)
    rates = np.array([0.31, 1.7, 0.9])
    table = 2 + np.cos(rates * places[:, None] + 0.4) + 0.3 * noise

    def residual(column, rate):
        waves = [np.ones(count), np.cos(rate * places), np.sin(rate * places)]
        _, residuals, _, _ = np.linalg.lstsq(np.stack(waves, axis=1), column, rcond=None)
        return residuals[0]

    actual = fit(embedded(table))
    for number, column in enumerate(table.T):
        tried = np.linspace(rates[number] - 0.03, rates[number] + 0.03, 2001)
        residuals = [residual(column, rate) for rate in tried]
        best = int(np.argmin(residuals))
        share = 1 - residuals[best] / (count * column.var())
        expected = pytest.approx(tried[best], abs=2e-4)
        assert actual.frequencies[number] == expected
        expected = pytest.approx(share, abs=1e-5)
        assert actual.shares[number] == expected


def test_the_fastest_sinusoid_that_whole_positions_show_is_found():
    alternating = (-1.0) ** np.arange(20)[:, None]
    actual = fit(embedded(alternating))
    assert actual.frequencies[0] == pytest.approx(np.pi)
    assert actual.shares[0] == pytest.approx(1)


@pytest.mark.parametrize(
    "table", [[[1.0]], [[1.0], [2.0]], [[3.0, 3.0]] * 5, [[0.0, 1.0], [1.0, 0.0], [0.0, 1.0]]]
)
def test_tiny_and_constant_tables_have_finite_numbers(table):
    shown = embedded(table)
    of_components = components(shown)
    is_fitted = (np.ptp(table, axis=0) > 0) & (len(table) > 2)
    assert np.isfinite(amplitudes(shown)).all()
    assert np.isfinite(of_components.shares).all()
    assert np.isfinite(of_components.scores).all()
    assert np.isfinite(fit(shown).shares).tolist() == is_fitted.tolist()


@pytest.mark.nightly
def test_of_a_large_table_a_part_is_looked_at_and_that_is_said():
    large = Embedded(pv.Sinusoidal(length=10_000_000, dim=4096))
    run = table_sample(large, consecutive=True)
    spread = table_sample(large, consecutive=False)
    note_of_run = run.note.replace("\u2009", " ")
    note_of_spread = spread.note.replace("\u2009", " ")
    assert run.values.shape == spread.values.shape == (1024, 768)
    assert run.places.tolist() == list(range(1024))
    assert spread.places[0] == 0
    assert spread.places[-1] == 9_999_999
    assert note_of_run == "of the first 1 024 of 10 000 000 positions and 768 of 4 096 dimensions"
    assert note_of_spread.startswith("of 1 024 of 10 000 000")


@pytest.mark.parametrize(("length", "dim"), [(300, 64), (60, 16)])
def test_every_pair_of_a_table_is_found_however_slow(length, dim):
    scheme = pv.Sinusoidal(length=length, dim=dim)
    actual = fit(embedded(scheme.table()))
    expected = pytest.approx(np.repeat(scheme.frequencies(), 2), rel=1e-6)
    assert actual.frequencies == expected
    assert actual.explained > 0.9999


def test_sinusoids_explain_little_of_noise():
    noise = np.random.default_rng(0).standard_normal((300, 32))
    assert fit(embedded(noise)).explained < 0.1


def test_of_a_parabola_no_frequency_is_told():
    steps = np.linspace(-1, 1, 40)[:, None]
    parabolas = np.hstack([steps**2, 3 * steps**2 - steps])
    actual = fit(embedded(parabolas))
    assert np.isnan(actual.frequencies).all()
    assert actual.shares == pytest.approx(1, abs=1e-6)
