"""Criteria tried on t, t / L, bits and sines: every number is found again in the whole tables."""

import numpy as np
import pytest

from peviewer.model.binary import binary_table
from peviewer.model.claims.criteria import CANDIDATES, CRITERIA, criteria
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.encodings.timestep import Timestep

LENGTHS = [2, 3, 4, 5, 17, 63, 64, 65, 200]


def tables(encoding):
    """Return the first L rows of each candidate, as the course writes them."""
    length = encoding.length
    positions = np.arange(length, dtype=np.float64)[:, None]
    bits = binary_table(length).astype(np.float64)
    sines = encoding.model_copy(update={"first": 0}).table()
    candidates = (positions, positions / length, bits, sines)
    return dict(zip(CANDIDATES, candidates, strict=True))


def longer_tables(encoding):
    longer = encoding.model_copy(update={"length": 2 * encoding.length})
    return {name: table[: encoding.length] for name, table in tables(longer).items()}


def own_numbers(table, longer):
    """Return the range of the numbers of each criterion, from the whole table."""
    length, width = table.shape
    distances = np.linalg.norm(table[:, None] - table[None, :], axis=2)
    is_other_row = ~np.eye(length, dtype=bool)
    closest = distances[is_other_row].min()
    missing_columns = longer.shape[1] - width
    padded = np.pad(table, ((0, 0), (0, missing_columns)))
    change = np.abs(padded - longer).max()
    steps = np.diag(distances, 1)
    largest = np.abs(table).max()
    ranges = [(closest, closest), (largest, largest), (change, change), (steps.min(), steps.max())]
    return dict(zip(CRITERIA, ranges, strict=True))


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("dim", [1, 2, 7, 12])
def test_every_number_is_found_again_in_the_whole_tables(length, dim):
    encoding = Sinusoidal(length=length, dim=dim, first=-5, base=50.0)
    of_longer = longer_tables(encoding)
    for name, table in tables(encoding).items():
        findings = criteria(encoding)[name]
        numbers = own_numbers(table, of_longer[name])
        for criterion, (least, greatest) in numbers.items():
            finding = findings[criterion]
            expected = pytest.approx(least, abs=1e-12)
            assert finding.least == expected, (name, criterion)
            expected = pytest.approx(greatest, abs=1e-12)
            assert finding.greatest == expected, (name, criterion)
        expected = numbers["unique"][0] > 0
        assert findings["unique"].holds == (expected)
        expected = numbers["bounded"][0] <= 1
        assert findings["bounded"].holds == (expected)
        expected = numbers["extends"][0] == 0
        assert findings["extends"].holds == (expected)
        expected = np.ptp(numbers["constant-step"]) < 1e-12
        assert findings["constant-step"].holds == (expected)
        assert set(findings) == set(CRITERIA)


def failing(encoding):
    """Return the candidates and the criteria that they fail."""
    failures = set()
    for name, findings in criteria(encoding).items():
        for criterion, finding in findings.items():
            if finding.holds is False:
                failures.add((name, criterion))
    return failures


@pytest.mark.parametrize("length", [5, 64, 1001, 10_000_000])
def test_each_of_the_simple_ones_fails_another_criterion_and_sines_none(length):
    expected = {("t", "bounded"), ("t / L", "extends"), ("bits", "constant-step")}
    assert failing(Sinusoidal(length=length, dim=12)) == expected


def test_two_positions_are_too_few_for_t_and_bits_to_fail():
    expected = {("t / L", "extends")}
    assert failing(Sinusoidal(length=2, dim=12)) == expected


def test_one_position_leaves_nothing_to_compare():
    encoding = Sinusoidal(length=1, dim=2)
    assert failing(encoding) == set()
    for findings in criteria(encoding).values():
        undecided = [criterion for criterion in CRITERIA if findings[criterion].holds is None]
        assert undecided == ["unique", "constant-step"]


def test_sines_of_odd_dimensions_have_no_constant_step():
    of_odd = failing(Sinusoidal(length=20, dim=3))
    of_even = failing(Sinusoidal(length=20, dim=4))
    assert of_odd - of_even == {("sines", "constant-step")}


def test_sines_that_make_whole_turns_are_not_unique():
    whole_turns = Timestep(length=20, dim=2, scale=2 * np.pi)
    assert ("sines", "unique") in failing(whole_turns)
