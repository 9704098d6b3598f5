"""The Score pane: curves fit, the lines stand where they say, and all that is said of a score is so."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.grammar import Curve, Listing, Note, Rule
from peviewer.figures.panes.catalog import pane
from peviewer.figures.presets import preset
from tests.figures.drawn import of
from tests.own_formulas import numbers

SCORE = pane("score")
DOCUMENTS = {
    "llama": {"encoding.scheme": "rope", "encoding.length": 4096},
    "yarn": {
        "encoding.scheme": "rope",
        "encoding.scaling": "yarn",
        "encoding.length": 6_000,
        "shift.phi": 0.5,
    },
    "part": {"encoding.scheme": "rope", "encoding.rotated": "part", "shift.phi": 7.25},
    "neither": {"encoding.scheme": "rope", "encoding.length": 700, "encoding.base": 6000.0},
    "xpos": {
        "encoding.scheme": "xpos",
        "encoding.length": 2000,
        "encoding.first": -37,
        "shift.phi": -3,
    },
    "drawn": {"encoding.scheme": "xpos", "score.vectors": "drawn", "score.seed": 9},
    "same": {
        "encoding.scheme": "rope",
        "encoding.dim": 2,
        "encoding.length": 2,
        "score.vectors": "same",
    },
    "sinusoidal": {"encoding.dim": 7, "encoding.length": 300, "shift.phi": 299.5},
}


@pytest.fixture(params=DOCUMENTS.values(), ids=DOCUMENTS)
def document(request):
    return Document().edited(request.param)


def whole_score(document):
    """Return the score at every lag, as numbers that are kept."""
    curve = next(
        curve for curve in of(SCORE.figure(document).panels[0], Curve) if curve.key == "score"
    )
    return curve.series.exact(0, document.encoding.length)[1]


def test_the_numbers_are_those_of_the_curve(document):
    figure = SCORE.figure(document)
    every = whole_score(document)
    (listing,) = of(figure.panels[-1], Listing)
    told = dict(listing.rows)
    for name, level in (("is 0 at lag", 0.0), ("halves at lag", every[0] / 2)):
        below = np.flatnonzero(every <= level)
        expected = below[:1].tolist()
        assert numbers(told[name]) == expected
    phi = document.shift.phi
    limits = figure.panels[0].x.limits
    shown = limits[0] <= phi <= document.encoding.length - 1
    lines = [rule.at for rule in of(figure.panels[0], Rule) if rule.moves]
    assert lines == ([phi] if shown else [])
    assert bool(figure.panels[0].fact) == shown
    if shown and phi == int(phi):
        expected = [phi, pytest.approx(every[int(phi)], abs=6e-5)]
        assert numbers(figure.panels[0].fact) == expected


def test_what_is_said_of_its_reach_is_so(document):
    said = SCORE.explanation(document)
    every = whole_score(document)
    if document.get("score.vectors") == "drawn":
        assert "wander" in said
        return
    below = np.flatnonzero(every <= 0)
    assert ("stays above 0" in said) == (not len(below))
    if len(below):
        assert numbers(said.partition("falls to 0 at ")[2])[0] == below[0]
    base = numbers(said.partition("A base of ")[2])[:1]
    if base:
        edited_document = document.edited({"encoding.base": base[0]})
        assert whole_score(edited_document).min() >= 0


@pytest.mark.parametrize("given", [{"encoding.length": 1}, {"encoding.dim": 1}])
def test_without_a_lag_or_a_whole_pair_it_says_so(given):
    document = Document().edited(given)
    ((panel,),) = SCORE.figure(document).rows
    assert next(mark.text for mark in panel.marks if isinstance(mark, Note)) in SCORE.explanation(
        document
    )


def test_a_step_of_phi_moves_the_line_alone():
    document = Document().edited(
        {"encoding.scheme": "rope", "encoding.length": 9000, "encoding.base": 5e5}
    )
    figure = SCORE.figure(document.edited({"shift.phi": 10}))
    before = figure.panels
    edited_document = document.edited({"shift.phi": 11})
    after = SCORE.figure(edited_document).panels
    assert before[1:] == after[1:]
    assert [a == b for a, b in zip(before[0].marks, after[0].marks, strict=True)].count(False) == 1


def test_the_preset_tells_what_is_so():
    chosen = preset("reach")
    base, _, zero, above, beyond, _, least, _, length = numbers(chosen.description)
    assert base == chosen.document.encoding.base
    assert length == chosen.document.encoding.length
    explanation = SCORE.explanation(chosen.document)
    assert numbers(explanation)[:2] == [0, zero]
    score = np.cos(np.arange(length)[:, None] * base ** (-2 * np.arange(64) / 128)).mean(axis=1)
    assert zero == np.flatnonzero(score <= 0)[0]
    assert above == (score[int(zero) :] > 0).sum()
    assert beyond == length - zero
    assert (
        np.cos(np.arange(length)[:, None] * least ** (-2 * np.arange(64) / 128)).mean(axis=1).min()
        >= 0
    )


def test_a_factor_on_turned_pairs_alone_is_said_and_written_so():
    scaled = {"encoding.scheme": "rope", "encoding.scaling": "yarn", "encoding.factor": 8.0}
    part = {"encoding.rotated": "part", "encoding.share": 0.75}
    document = Document().edited(scaled | part)
    factor = 1 + 0.1 * np.log(8)

    text = SCORE.explain(document)
    formula = SCORE.formula(document).mathtext

    assert f"turned pairs × {factor:.4g} make their part of the score × {factor**2:.4g}" in text
    assert "16 pairs that do not turn count as cos 0 = 1 at every lag, without the factor" in text
    assert r"\frac{2}{D}(g^2\,\sum_i" in formula
    edited_document = document.edited({"score.vectors": "drawn"})
    drawn = SCORE.formula(edited_document).mathtext
    assert r"\mathrm{Re}(g^2\,\sum_{i<48} q_i" in drawn
    assert r" + \sum_{i\geq 48} q_i \bar k_i) / " in drawn
    everywhere = SCORE.explain(Document().edited(scaled))
    assert f"queries and keys × {factor:.4g} make scores × {factor**2:.4g}" in everywhere


def test_every_dashed_curve_of_xpos_is_named():
    shown = Document().edited({"encoding.scheme": "xpos", "encoding.length": 60})
    dashed = [
        mark.label for mark in of(SCORE.figure(shown).panels[0], Curve) if mark.style == "dashed"
    ]
    assert dashed == ["turned alone", "the loss alone"]
    assert f"Dashed: {', and '.join(dashed)}." in SCORE.explanation(shown)


@pytest.mark.parametrize(("changes", "row"), [
    ({"encoding.dim": 9}, ("pairs in the score", "4 of 5")),
    ({"encoding.scheme": "rope", "encoding.dim": 16, "encoding.rotated": "part", "encoding.share": 0.5},
     ("turning pairs", "4 of 8")),
])  # fmt: skip
def test_a_last_sine_turns_too_but_has_no_part_in_a_score(changes, row):
    figure = SCORE.figure(Document().edited(changes))
    listing = of(figure.panels[2], Listing)[0]
    assert row in listing.rows


def test_the_axis_of_lags_goes_from_below_one_to_the_last(document):
    if document.encoding.length > 2:
        expected = (0.9, document.encoding.length - 0.5)
        assert SCORE.figure(document).panels[0].x.limits == expected
