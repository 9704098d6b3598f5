"""Stories: every step opens, what it says is so, what it highlights acts, and Play moves what it says."""

import re
from functools import cache

import numpy as np
import pytest

from peviewer.base.words import UnknownName
from peviewer.document.animation import animated_fields, animation_range, field_specification
from peviewer.document.document import DocumentError
from peviewer.document.sections import has_control
from peviewer.figures.animated_fields import affects_panes
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import presets
from peviewer.figures.stories import TOUR, place, place_of, places
from tests.figures.test_presets import said_of_presets
from tests.own_formulas import numbers

EVERY_STORY = pytest.mark.parametrize("name", ["start-here", "choosing", "shift", "counters", "tensor2tensor", "tokens",
                                               "steps", "published"])  # fmt: skip
VERBS = "Drag", "Play", "Set", "Untick"


def lines(found):
    return found.step.written(found.step.title), found.look, found.do, found.notes


def steps_of(name):
    return [found for found in places() if found.key.startswith(f"{name}:")]


@EVERY_STORY
def test_what_a_step_highlights_has_a_control_acts_and_is_named_by_what_to_do(name):
    for found in steps_of(name):
        _is_told_in_single_sentences(found)
        step, document = found.step, found.step.document
        spec = field_specification(document, step.highlight)
        shown = [PANES[name] for name in document.view.panes]
        assert all(pane.serves(document) for pane in shown)
        headed = {path for pane in shown for path in pane.choices}
        assert has_control(step.highlight, spec) or step.highlight in headed, found.key
        assert document.applies(step.highlight, spec), found.key
        assert affects_panes(shown, document, step.highlight), found.key
        assert spec.title.lower() in found.do.lower(), found.key
        verb = found.do.split()[0]
        if named := re.search(rf"the {re.escape(spec.title.lower())} (\w)\b", found.do):
            assert named[1] == spec.symbol
        if verb == "Set":
            assert spec.kind == "choice" or step.highlight in headed, found.key
        elif verb == "Untick":
            assert spec.kind == "bool"
            assert document.get(step.highlight)
        else:
            assert spec.kind in ("int", "float"), found.key


def _is_told_in_single_sentences(found):
    title, look, do, _ = lines(found)
    assert not title.endswith("."), found.key
    assert look.endswith("."), found.key
    assert do.endswith("."), found.key
    assert do.split()[0] in VERBS, found.key
    assert "follows" not in " ".join((title, look)), "sources are named in the notes"
    assert "{" not in "".join(lines(found)), found.key


@EVERY_STORY
def test_play_moves_what_the_step_says_and_the_picture_with_it(name):
    for found in steps_of(name):
        step, document = found.step, found.step.document
        assert step.played in animated_fields(document), found.key
        assert step.played == step.highlight or not found.do.startswith(("Play", "Drag")), found.key
        panes = [PANES[name] for name in document.view.panes]
        spec, (start, stop) = field_specification(document, step.played), animation_range(document, step.played)
        seen = []
        for share in (0.3, 0.6):
            value = start + (stop - start) * share
            value = round(value / spec.stride) * spec.stride if spec.kind == "int" else value
            seen.append([pane.depends_on(document.edited({step.played: value})) for pane in panes])
        assert seen[0] != seen[1], found.key


def _table(document):
    given = document.encoding
    rates = given.base ** (-2 * np.arange(given.dim // 2) / given.dim)
    angles = np.arange(given.length)[:, None] * rates
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(given.length, -1), 2 * np.pi / rates


def _of_start():
    document = place("start-here:1").step.document
    rows, _ = _table(document)
    apart = np.linalg.norm(rows[:, None] - rows[None, :], axis=2)
    near = apart[np.triu_indices(len(rows), 1)].min()
    assert near == pytest.approx(apart[0, 1])
    yield "start-here:1", f"neighbours are the closest, {near:.3f} apart"
    document = place("start-here:2").step.document
    bits = np.arange(64)[:, None] >> np.arange(6) & 1
    assert len(np.unique(bits, axis=0)) == 64 == document.encoding.length
    flips = np.abs(np.diff(bits, axis=0)).sum(axis=0)
    assert (flips == 64 // 2 ** np.arange(6) - 1).all(), "each half as often as the one before, the ends apart"
    yield "start-here:2", "6 bits make 64 columns, all different"
    document = place("start-here:3").step.document
    _, waves = _table(document)
    assert waves[1:] / waves[:-1] == pytest.approx(2)
    yield "start-here:3", f"With base 64 each of the {len(waves)} pairs"
    _, waves = _table(document.edited({"encoding.base": 10_000.0}))
    yield "start-here:3", f"with 10\u2009000, as in Transformers, each turns {waves[1] / waves[0]:.1f} times slower"
    document = place("start-here:4").step.document
    _, waves = _table(document)
    yield "start-here:4", f"pair 0 goes round every {waves[0]:.2f} positions, that of pair {len(waves) - 1} only every"
    yield "start-here:4", f"{waves[-1]:,.0f}; {(waves > 128).sum()} of the {len(waves)}".replace(",", "\u2009")
    rows, _ = _table(place("start-here:5").step.document)
    steps = np.linalg.norm(np.diff(rows, axis=0), axis=1)
    assert np.ptp(steps) < 1e-12
    yield "start-here:5", f"neighbours are {steps[0]:.3f} apart"
    document = place("start-here:6").step.document
    yield "start-here:6", f"is exactly row {document.cursor.position + document.shift.phi:.0f}:"
    figure = PANES["shift"].figure(document)
    assert figure.panels[-1].title == "Row 10, turned, lands on row 13"


def _of_cost():
    document = place("start-here:7").step.document
    d = document.encoding.dim
    figure = PANES["operator"].figure(document)
    assert figure.panels[figure.names.index("matrix")].fact == f"{2 * d} entries are not 0"
    yield "start-here:7", f"Only {2 * d} of the {d * d:,} entries of M(φ) are not 0".replace(",", "\u2009")
    for key in ("start-here:7", "shift:4"):
        document = place(key).step.document
        d = document.encoding.dim
        listing = PANES["operator"].figure(document).panels[-1].marks[0]
        products = [numbers(row[1])[0] for row in listing.rows]
        assert sorted(products) == [2 * d] * 4 + [d * d]
        assert all(numbers(row[-1])[0] < 1e-12 for row in listing.rows), "all are right to rounding"
        first = f"{d * d:,}".replace(",", "\u2009")
        words = (
            f"all {first} products, each of the others takes {2 * d}"
            if key != "shift:4"
            else f"takes {first} products, each of the others {2 * d}"
        )
        yield key, words
    yield "shift:3", f"Each of the {place('shift:3').step.document.encoding.dim // 2} pairs"


def _of_layouts():
    document = place("start-here:8").step.document
    pane = PANES["shift"]
    assert pane.figure(document).panels[-1].title == "Row 10, turned, misses row 13"
    off = numbers(pane.figure(document).panels[-1].fact)[0]
    yield "start-here:8", f"The row is off by {off:.1f}."
    for path in ("shift.operator", "content.kind"):
        half = document.edited({path: "own" if path == "shift.operator" else "none"})
        assert "misses" in pane.figure(half).panels[-1].title, "only with both"
    both = document.edited({"shift.operator": "own", "content.kind": "none"})
    assert pane.figure(both).panels[-1].title == "Row 10, turned, lands on row 13"
    labels = (
        field_specification(document, "shift.operator").labels,
        field_specification(document, "content.kind").labels,
    )
    yield "start-here:8", f"to “{labels[0]['own']}”, then “Content” to “{labels[1]['none']}”:"
    yield "tokens:4", f"the columns end at {place('tokens:4').step.document.encoding.dim - 1}."
    yield "counters:3", f"Set Bits U to {(place('counters:3').step.document.encoding.length - 1).bit_length()}:"
    heads = place("choosing:9").step.document.encoding
    slopes = -heads.by_lag([-1])[:, 0]
    assert slopes[:-1] / slopes[1:] == pytest.approx(2), "each later head looks twice as far"


def _of_precision():
    document = place("choosing:8").step.document
    alone, whole = (
        [numbers(cell)[0] for cell in PANES["precision"].figure(at).panels[-1].marks[0].rows[-1][3:5]]
        for at in (document.edited({"precision.rounded": "angles"}), document)
    )
    angles, scores = (100 * a / b for a, b in zip(alone, whole, strict=True))
    yield "choosing:8", f"angle errors fall to {angles:.0f} %, score errors only to {scores:.0f} %"


@cache
def claims():
    """Return what steps say, worked out anew, by step."""
    return [*_of_start(), *_of_cost(), *_of_layouts(), *_of_precision()]


def test_what_a_step_says_is_so():
    for key, words in claims():
        assert words in " ".join(lines(place(key))), key


GIVEN = {"choosing:6": [3], "published:5": [2.5], "tensor2tensor:3": [360, -1], "shift:3": [2, 2, 3], "shift:4": [2],
         "start-here:7": [2], "tensor2tensor:2": [180, 2], "tensor2tensor:5": [2], "tokens:3": [2, 510],
         "start-here:3": [-1, 10_000]}  # fmt: skip
"""Numbers of names, formulas and shapes, which state nothing of a picture."""


def test_no_number_is_said_that_nothing_holds():
    """A number is of the Document, or is held by a test: of the preset's description, or of the step."""
    stated = [*claims(), *said_of_presets()]
    for found in places():
        sections = found.step.document.sections().values()
        values = {float(v) for own in sections for _, v in own if isinstance(v, int | float)}
        held = values | set(numbers(found.step.opened.description)) | set(GIVEN.get(found.key, []))
        for key, words in stated:
            held |= set(numbers(words)) if key in (found.key, found.step.preset) else set()
        said = [number for line in lines(found) for number in numbers(line)]
        assert [number for number in said if number not in held and -number not in held] == [], found.key


def test_a_place_is_named_and_found():
    assert place(TOUR).key == f"{TOUR}:1"
    assert place("choosing:3").moved(1).text == "Choosing 4 of 9"
    assert place("choosing:9").moved(1) is place("choosing:1").moved(-1) is None
    with pytest.raises(UnknownName, match=r"^'chosing' is not a story; did you mean choosing\?$"):
        place("chosing:3")
    for step in ("0", "10", "x", "", "-1", "1.0"):
        with pytest.raises(DocumentError, match=r"is not allowed: the step must be a whole number from 1 to 9$"):
            place(f"choosing:{step}")


def test_a_preset_is_a_step_of_the_first_story_that_has_it_or_of_the_one_that_was_opened():
    title = presets()["operator"].title
    assert place_of(title).key == "shift:3"
    assert place_of(title, "shift:4").key == "shift:4"
    assert place_of(title, "choosing:1").key == "shift:3", "the step of another preset"
    assert place_of(title, "of-a-later-version:1").key == "shift:3"
    assert place_of("lecture.peview") is None
