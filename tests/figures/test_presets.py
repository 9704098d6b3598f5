"""Presets: each loads under its stable name and draws in every pane."""

import re
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from peviewer.base.names import UnknownName
from peviewer.document.animation import SHIFT, animation_range
from peviewer.figures.animated_fields import default_animated_field
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import DEFAULT, FIRST, groups, preset, presets
from peviewer.figures.stories import places
from peviewer.model.claims.properties import properties


def test_each_is_told_in_words():
    for name, found in presets().items():
        assert found.name == name
        assert found.title
        assert found.description.endswith((".", "!"))
        words = set(re.findall(r"\w+", found.description.lower()))
        assert not words & {"click", "point", "play", "set", "choose", "zoom", "scroll"}, (
            "decks say it too: a hint"
        )
        assert found.at_start.text.endswith((".", "!"))
        assert found.document.view.panes
        assert set(found.document.view.panes) <= set(PANES)
    assert len({found.title for found in presets().values()}) == len(presets())


def test_the_menu_has_every_preset_once_that_is_no_step_of_a_story():
    names = [preset.name for members in groups().values() for preset in members]
    steps = {place.step.preset for place in places()}
    assert names == [name for name in presets() if name not in steps]


def test_the_default_opens_the_four_standard_panes():
    assert next(iter(presets())) == FIRST
    for name in (FIRST, DEFAULT):
        expected = ("encoding", "shift", "binary", "distance")
        assert preset(name).document.view.panes == expected


def test_what_playing_moves_is_seen_to_move():
    for name, known in presets().items():
        document = known.document
        panes = [PANES[pane] for pane in document.view.panes]
        if (path := default_animated_field(document, panes)) == SHIFT:
            start, stop = animation_range(document, path)
            moments = [
                document.edited({path: start + (stop - start) * share}) for share in (0.3, 0.6)
            ]
            shown = [[pane.depends_on(moment) for pane in panes] for moment in moments]
            assert shown[0] != shown[1], name


def _rates(name):
    given = preset(name).document.encoding
    pairs = np.arange(given.dim // 2)
    return given.base ** (
        -pairs / (len(pairs) - 1) if given.schedule == "endpoint" else -2 * pairs / given.dim
    )


def _table(name, length=None):
    angles = np.arange(length or preset(name).document.encoding.length)[:, None] * _rates(name)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(len(angles), -1)


def _matrix(rates, phi, sines, cosines):
    """Return M(φ), its rows for new values, for sines and cosines in given columns."""
    matrix = np.zeros((2 * len(rates), 2 * len(rates)))
    matrix[sines, sines] = matrix[cosines, cosines] = np.cos(phi * rates)
    matrix[sines, cosines] = np.sin(phi * rates)
    matrix[cosines, sines] = -np.sin(phi * rates)
    return matrix


def _error(name, matrix, content=0.0):
    rows = _table(name) + content
    return np.abs((rows @ matrix.T)[10:] - rows[:-10]).max()


def _spaced(value):
    return f"{value:,.0f}".replace(",", "\u2009")


def _slow(name):
    return int((2 * np.pi / _rates(name) > preset(name).document.encoding.length - 1).sum())


def _first_lag_nearer(values, at):
    falls = [t - at for t in range(at + 1, len(values)) if values[t] > values[t - 1]]
    return min(falls + [at - t for t in range(at) if values[t] > values[t + 1]])


def _of_wrong_operators():
    rates = _rates("wrong-operator")
    own = (np.arange(0, 100, 2), np.arange(1, 100, 2))
    other = (np.arange(50), np.arange(50, 100))
    right = _matrix(rates, -10, *own)
    wrong = _matrix(rates, -10, *other)
    yield "wrong-operator", f"{_error('wrong-operator', wrong):.3f}"
    yield "wrong-operator-ones", f"{_error('wrong-operator-ones', wrong, 1.0):.3f}"
    assert _error("wrong-operator-ones", right) < 1e-14, "as NumPy alone rounds"
    examined = preset("wrong-operator-ones").document.encoding
    assert {found.name: found.value for found in properties(examined, phi=-10.0)}[
        "linear-shift"
    ] < 1e-15
    yield "wrong-operator-ones", "below 10⁻¹⁵"
    yield "endpoint", "right to 14 digits"


def _of_tables():
    rows = _table("quiet")
    still = rows.std(axis=0) < 0.01
    slow = 2 * np.pi / _rates("quiet") > 50
    both = (still[::2] & still[1::2] & slow).sum()
    cosines = (~still[::2] & still[1::2] & slow).sum()
    assert not (still[::2] & ~still[1::2]).any()
    assert not (still[1::2] & ~slow).any()
    for number in (still.sum(), slow.sum(), both, cosines):
        yield "quiet", f" {number} "
    steps = np.linalg.norm(np.diff(_table("equal-steps"), axis=0), axis=1)
    assert np.ptp(steps) < 1e-12
    yield "equal-steps", f"{steps[0]:.8f}"
    yield (
        "equal-steps",
        f"{np.sqrt(500 - 2 * np.cos(1e4 ** (-np.arange(1, 251) / 500)).sum()):.3f};",
    )
    yield "first-64", f"all {steps[0]:.3f} apart"
    moves = np.linalg.norm(
        (_table("eight-rows")[1:8] - _table("eight-rows")[:7]).reshape(7, -1, 2), axis=2
    )
    assert np.ptp(moves, axis=0).max() < 1e-12
    yield (
        "eight-rows",
        f"pair 0 moves by {moves[0, 0]:.3f}, pair 31, the last shown, by {moves[0, 31]:.3f}",
    )
    near = _table("nearby")
    dots = near @ near[20]
    squares = ((near - near[20]) ** 2).sum(axis=1)
    assert dots.argmax() == squares.argmin() == 20
    assert _first_lag_nearer(dots, 20) == _first_lag_nearer(-squares, 20) == 12
    yield "nearby", "at lag 12 they come nearer again"
    yield "nearby", "for eleven positions"
    ones = _table("ones") + 1
    dots = ones @ ones[20]
    falls = [
        next(k for k in range(1, 20) if dots[20 + way * (k + 1)] > dots[20 + way * k])
        for way in (-1, 1)
    ]
    yield "nearby", "falls for {} lags to the left and {} to the right.".format(*falls)
    assert ones.max() == 2
    yield "ones", f"0 to 2 in colours that end at 1: {100 * (ones >= 1).mean():.0f} % of its cells"
    cosines = ones @ ones.T / np.outer(np.linalg.norm(ones, axis=1), np.linalg.norm(ones, axis=1))
    assert np.ptp(np.linalg.norm(ones, axis=1)) > 1
    yield "ones", f"below {np.floor(1000 * cosines.min()) / 1000:.3f},"
    falling = _table("paper") @ _table("paper")[0]
    yield "paper", f"up to lag {_first_lag_nearer(falling, 0) - 1}."


def _of_frequencies():
    yield "thousand", f"last {100 * _slow('thousand') / 250:.0f} %"
    yield "thousand", f"{_slow('thousand')} of the 250 pairs"
    yield "wavelengths", f"{_slow('wavelengths')} of 256"
    yield "wavelengths", _spaced(2 * np.pi / _rates("wavelengths")[-1])
    yield (
        "wavelengths",
        f"{100 * (1 - 1 / _rates('wavelengths')[-1] / 1e6):.0f} % less than 2π·1\u2009000\u2009000",
    )
    yield "paper", _spaced(2 * np.pi / _rates("paper")[-1])
    turning = 256 - _slow("tokens")
    yield "tokens", f"leftmost {2 * turning} dimensions, {turning} pairs,"
    last = _rates("token-rows")[-1]
    assert last == pytest.approx(1e6 ** -(510 / 512))
    yield "token-rows", f"k/n^(510/512): of {last:.10f}, of {2 * last:.7f} and of {512 * last:.5f}."
    assert preset("tokens").document.encoding.base == 1e6
    yield "tokens", "its code has 1\u2009000\u2009000."
    assert _rates("shift")[0] == 1, "at k = 0, and at no k from 1 on"
    yield "shift", "It counts k from 1, its code, rightly, from 0"
    expected = 1e4 ** (-2 * np.arange(128) / 256)
    assert np.allclose(_rates("shift"), expected), "k, not i"
    yield "shift", "with i = 2k the exponent is twice as large"
    assert not hasattr(np, "float")
    first, second, third = 1 / _rates("steps")
    yield "steps", f"denominators {first:.0f}, {second:.2f} and {third:.2f}."
    rates = _rates("angle-rates")
    assert len(rates) == 50
    assert rates[0] == 1
    assert rates[-1] == pytest.approx(1e-4)
    assert all(late / early == pytest.approx(rates[1]) for early, late in pairwise(rates)), (
        "straight"
    )
    yield "angle-rates", "Fifty rates from 1 rad per position down to 1/10\u2009000"
    assert 2 * np.pi / _rates("binary")[0] > 4, "the period of bit 1"
    yield "binary", "Bits 0 and 1 are faster than any pair"
    assert 2 * np.pi / _rates("tokens-across")[99] > 100
    yield "tokens-across", "not one of them is whole"


@cache
def said_of_presets():
    """Return what presets say, computed anew, by preset."""
    return [*_of_wrong_operators(), *_of_tables(), *_of_frequencies()]


def test_what_is_told_of_each_is_so():
    noted = {name: [] for name, _ in said_of_presets()}
    for found in places():
        noted.setdefault(found.step.preset, []).append(found.step.notes)
    for name, words in said_of_presets():
        assert words in " ".join([preset(name).at_start.text, *noted[name]]), name


def test_what_plays_at_first_is_phi_where_it_is_shown_and_beside_it_something_else():
    document = preset(DEFAULT).document
    shown = [PANES[name] for name in document.view.panes]
    assert default_animated_field(document, shown) == SHIFT
    assert default_animated_field(document, shown, but=SHIFT) != SHIFT
    assert default_animated_field(document, [PANES["waves"]]) != SHIFT


def test_an_unknown_name_is_refused_with_a_suggestion():
    with pytest.raises(UnknownName, match=r"^'papr' is not a preset; did you mean paper\?$"):
        preset("papr")
    with pytest.raises(UnknownName, match="is not a preset; the nearest of "):
        preset("x")
