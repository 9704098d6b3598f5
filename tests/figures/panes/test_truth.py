"""What panes say and how far their ranges reach, off the default, against code that shares nothing with them."""

import random
import re

import mpmath
import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES
from tests.own_formulas import columns, frequencies, numbers, table

LENGTHS = (1, 2, 3, 200, 1_000_000)
DIMS = (1, 2, 3, 7, 8, 64, 255)
FIRSTS = (0, -37, 10**7, 9 * 10**15)
CHOICES = {
    "encoding.length": LENGTHS,
    "encoding.dim": DIMS,
    "encoding.first": FIRSTS,
    "encoding.base": (10_000.0, 2.5),
    "encoding.layout": ("interleaved", "concatenated", "flipped"),
    "encoding.schedule": ("paper", "endpoint"),
    "content.kind": ("none", "ones", "normal"),
    "content.scaled": (False, True),
    "shift.operator": ("own", "interleaved", "concatenated", "flipped"),
    "shift.phi": (0.0, 1.0, -10.0, 100.0, 0.5),
    "cursor.position": (0, 50, 9 * 10**15),
    "pairwise.metric": ("euclidean", "sse", "cosine", "dot"),
    "view.transposed": (False, True),
    "view.raw": (False, True),
}


def _drawn(count=10):
    """Return Documents that between them have each value of every field."""
    chance = random.Random(9)
    drawn = [{} for _ in range(count)]
    for path, values in CHOICES.items():
        given = [values[k % len(values)] for k in range(count)]
        chance.shuffle(given)
        for changes, value in zip(drawn, given, strict=True):
            changes[path] = value
    return drawn


@pytest.fixture(params=_drawn(), ids=lambda changes: " ".join(map(str, changes.values())))
def document(request):
    return Document().edited(request.param)


# ---- the same things, computed anew


def vector(document, t):
    """Return x(t) + PE(t)."""
    found = table(document, [t])[0]
    content = document.content
    if content.kind == "ones":
        return found + (document.encoding.dim**0.5 if content.scaled else 1.0)
    if content.kind == "normal":
        return found + content.rows(np.array([int(np.floor(t + 0.5))]), document.encoding.dim)[0]
    return found


def turned(document, given, phi):
    """Return M(φ) times a vector, M made for the operator's layout."""
    own = document.shift.operator in ("own", document.encoding.layout)
    other = document if own else document.edited({"encoding.layout": document.shift.operator})
    where = {place: column for column, place in enumerate(columns(other))}
    found = given.copy()
    for pair, rate in enumerate(frequencies(document)):
        sine = where[pair, False]
        cosine = where[pair, True]
        c = float(mpmath.cos(rate * phi))
        s = float(mpmath.sin(rate * phi))
        found[sine] = c * given[sine] + s * given[cosine]
        found[cosine] = c * given[cosine] - s * given[sine]
    return found


def some_positions(document, most=7):
    ends = document.encoding.positions
    return sorted({ends[0] + (len(ends) - 1) * k // (most - 1) for k in range(most)})


# ---- what is said


def test_the_encoding_says_how_soon_its_ends_repeat_and_where_they_stand(document):
    said = PANES["encoding"].explanation(document)
    assert ("each row one of" in said) is document.view.transposed
    assert ("added to" in said) is (document.content.kind != "none")
    rates = frequencies(document)
    where = columns(document)
    ends = re.findall(r"in (?:rows?|columns?) ([^,]*), repeats every (.*?) positions", said)
    assert len(ends) == min(2, len(rates))
    for pair, (named, period) in zip((0, len(rates) - 1), ends, strict=False):
        expected = [column for column, place in enumerate(where) if place[0] == pair]
        assert numbers(named) == expected
        expected = pytest.approx(float(2 * mpmath.pi / rates[pair]), rel=1e-3)
        assert numbers(period)[0] == expected


def test_the_shift_says_it_holds_where_it_does(document):
    pane = PANES["shift"]
    phi = document.shift.phi
    encoding = document.encoding
    if encoding.dim % 2:
        assert pane.formula_text(document) == ""
        return
    ends = encoding.positions
    row = document.cursor.position if ends[0] <= document.cursor.position <= ends[-1] else ends[0]
    with mpmath.workdps(40):
        target = float(row + phi) if abs(row) < 2**52 else row + int(np.floor(phi))
    errors = {
        t: np.abs(turned(document, vector(document, t), phi) - vector(document, t + phi)).max()
        for t in (*some_positions(document), row)
        if abs(t) < 2**50 or phi == int(phi)
    }
    assert abs(target - row - phi) < 1
    title = pane.figure(document).panels[-1].title
    if row in errors:
        assert ("lands on" in title) is bool(errors[row] < 1e-9)
    if len(errors) < 2:
        return
    held = bool(max(errors.values()) < 1e-9)
    assert ("≠" in pane.formula_text(document)) is not held
    assert ("That is not the table shifted" in pane.explanation(document)) is not held
    assert ("the same for every position" in pane.figure(document).title) is held


def test_the_similarity_pane_says_how_far_it_falls(document):
    encoding = document.encoding
    if encoding.length == 1 or encoding.dim % 2:
        return
    explanation = PANES["similarity"].explanation(document)
    found = re.search(r"falls up to lag ([\d\u2009]+)", explanation)
    last = int(numbers(found[1])[0]) if found else min(300, encoding.length - 1)
    rates = np.array([float(rate) for rate in frequencies(document)])
    kernel = np.cos(rates * np.arange(last + 2)[:, None]).sum(axis=1)
    assert (np.diff(kernel[: last + 1]) < 1e-9).all()
    if found:
        assert kernel[last + 1] > kernel[last]
