"""The Attention pane: weights and spans of every scheme that it serves fit, and what is said of them is so."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.grammar import Curve
from peviewer.figures.panes.catalog import pane
from tests.figures.drawn import of
from tests.own_formulas import numbers

ATTENTION = pane("attention")
DOCUMENTS = {
    "alibi": {
        "encoding.scheme": "alibi",
        "encoding.heads": 12,
        "encoding.length": 900,
        "cursor.head": 7,
    },
    "many heads": {"encoding.scheme": "kerple", "encoding.heads": 100, "encoding.values": "drawn"},
    "sandwich": {
        "encoding.scheme": "sandwich",
        "attention.causal": False,
        "attention.query": "cursor",
    },
    "t5": {
        "encoding.scheme": "t5",
        "encoding.first": -37,
        "attention.causal": False,
        "attention.query": "cursor",
    },
    "rope": {
        "encoding.scheme": "rope",
        "encoding.length": 700,
        "attention.vectors": "same",
        "cursor.head": 100,
    },
    "equal": {"encoding.scheme": "rope", "encoding.rotated": "part", "attention.vectors": "equal"},
    "xpos": {"encoding.scheme": "xpos", "attention.causal": False, "attention.query": "cursor"},
    "one": {"encoding.scheme": "alibi", "encoding.length": 1},
}


@pytest.fixture(params=DOCUMENTS.values(), ids=DOCUMENTS)
def document(request):
    return Document().edited(request.param)


def curves(panel):
    return of(panel, Curve)


def told(document):
    """Return the weights of all keys that the query sees, by distance."""
    panel = ATTENTION.figure(document).panels[0]
    series = next(curve.series for curve in curves(panel) if curve.key == "weight")
    return series.exact(-1e9, 1e9)


def test_weights_are_those_of_a_softmax_over_the_keys_seen_and_fit(document):
    places = document.encoding.positions
    chosen = document.get("attention.query")
    at = places[-1] if chosen == "last" else document.cursor.position
    lags, weights = told(document)
    assert lags[0] == places[0] - at
    both = not document.get("attention.causal") and document.encoding.scheme != "xpos"
    assert lags[-1] == (places[-1] - at if both else 0)
    assert weights.sum() == pytest.approx(1, abs=1e-9)
    for panel in ATTENTION.figure(document).panels:
        for curve in curves(panel):
            x, y = curve.series.sample(*panel.x.limits, 200)
            assert panel.x.limits[0] <= x.min() <= x.max() <= panel.x.limits[1]
            assert y.max() < panel.y.limits[1]
            assert len(x) <= 512


def test_what_is_said_is_so(document):
    lags, weights = told(document)
    if len(lags) == 1:
        assert "only one key" in ATTENTION.explanation(document)
        return
    said = numbers(ATTENTION.explanation(document).partition("looks at ")[2])
    entropy = -(weights[weights > 0] * np.log(weights[weights > 0])).sum()
    expected = pytest.approx(np.exp(entropy), rel=5e-3)
    assert said[0] == expected
    assert said[1] == len(lags)
    expected = lags[-1] > 0
    assert ("after it, and only" in ATTENTION.explanation(document)) == (expected)
    order = np.argsort(np.abs(lags), kind="stable")
    within = np.abs(lags)[order][np.searchsorted(np.cumsum(weights[order]), 0.95 - 1e-12)]
    assert said[3] == pytest.approx(within, rel=1e-3)


def test_without_positions_the_number_of_keys_seen_is_what_is_left():
    causal = Document().edited({"encoding.scheme": "none", "encoding.length": 7})
    both = causal.edited({"attention.causal": False, "attention.query": "cursor"})
    said = ATTENTION.explanation(causal)
    assert "each of these 7 has 1/7 of the weight. How many it sees is all that is left" in said
    assert "nothing is left of its position" in ATTENTION.explanation(both)


@pytest.mark.parametrize(
    ("scheme", "logit"),
    [("none", r"\ell = 0"), ("alibi", r"\mathrm{bias}"), ("rope", r"\mathrm{score}")],
)
def test_the_formula_says_what_weights_are_made_of(scheme, logit):
    document = Document(encoding={"scheme": scheme})
    assert logit in pane("attention").formula(document).mathtext
