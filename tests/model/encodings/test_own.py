"""A function of one's own: the table that it gave, wherever a scheme is taken, and one line where it gave none."""

import math

import numpy as np
import pytest

import peviewer as pv

HALVES = [[math.cos(t / 2**j) for j in range(4)] for t in range(5, 17)]


def halves(positions):
    return np.cos(positions[:, None] * 2.0 ** -np.arange(4))


def test_it_has_the_numbers_that_the_function_gives_at_its_positions():
    own = pv.Own(halves, dim=4, length=12, first=5)
    assert np.allclose(own.table(), HALVES, rtol=0, atol=1e-15)
    assert np.allclose(own.table(positions=[7]), HALVES[2:3], rtol=0, atol=1e-15)
    assert list(own.positions) == list(range(5, 17))


def test_it_is_taken_wherever_a_scheme_is(tmp_path):
    own = pv.Own(halves, dim=4, length=12, first=5)
    distances = [[math.dist(one, other) for other in HALVES] for one in HALVES]
    assert np.allclose(pv.pairwise(own), distances)
    assert pv.properties(own)["unique"].value == pytest.approx(
        min(far for row in distances for far in row if far), rel=1e-6
    )
    assert pv.compare(own, pv.Sinusoidal(length=12, dim=4)).figure("encoding") is not None
    pv.data("encoding", tmp_path / "own.npy", own)
    assert np.allclose(np.load(tmp_path / "own.npy"), HALVES)


def test_a_session_has_the_table_and_says_that_a_function_gave_it():
    document = pv.Document(encoding=pv.Own(halves, length=12))
    again = pv.Document.from_json(document.to_json())
    assert again == document
    assert again.encoding.own_name == "the table of halves"
    assert "the function itself is no part of a session" in again.encoding.about


@pytest.mark.parametrize(
    ("function", "why"),
    [
        (lambda t: t, r"a function gave an array of 200; it must be 200 × 3"),
        (lambda t: halves(t), r"a function gave an array of 200 × 4; it must be 200 × 3"),
        (lambda t: t[:, None] * [1, 2, np.nan], r"what a function gave cannot be shown: it has 200 numbers .* not fin"),
        (lambda t: t[:, None] + [1j, 2, 3], r"what a function gave is of type complex128: only real numbers are shown"),
        (lambda _: [[1, 2, 3], [4]], r"what a function gave cannot be read: "),
    ],
)
def test_what_is_no_table_is_refused_in_a_line(function, why):
    with pytest.raises(ValueError, match=why) as error:
        pv.Own(function, dim=3)
    assert "\n" not in str(error.value)


def test_what_the_function_raises_is_its_own():
    with pytest.raises(ZeroDivisionError):
        pv.Own(lambda _: 1 / 0)
