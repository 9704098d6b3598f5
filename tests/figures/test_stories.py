"""Stories: every step opens, what it says is so, what it highlights acts, and Play moves what it says."""

import re

import numpy as np
import pytest

from peviewer.base.names import UnknownName
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
    return *found.words[:3], found.step.notes


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
        assert spec.title.lower() in found.words.do.lower(), found.key
        verb = found.words.do.split()[0]
        if named := re.search(rf"the {re.escape(spec.title.lower())} (\w)\b", found.words.do):
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
        assert step.played == step.highlight or not found.words.do.startswith(("Play", "Drag")), (
            found.key
        )
        panes = [PANES[name] for name in document.view.panes]
        spec, (start, stop) = (
            field_specification(document, step.played),
            animation_range(document, step.played),
        )
        seen = []
        for share in (0.3, 0.6):
            value = start + (stop - start) * share
            value = round(value / spec.stride) * spec.stride if spec.kind == "int" else value
            seen.append([pane.depends_on(document.edited({step.played: value})) for pane in panes])
        assert seen[0] != seen[1], found.key


def test_bits_flip_half_as_often_from_one_to_the_next():
    document = place("start-here:2").step.document
    bits = (
        np.arange(document.encoding.length)[:, None] >> np.arange(document.get("binary.bits")) & 1
    )
    flips = np.abs(np.diff(bits, axis=0)).sum(axis=0)
    assert (flips == 64 // 2 ** np.arange(6) - 1).all(), "the ends apart"


@pytest.mark.parametrize("key", ["start-here:7", "shift:4"])
def test_the_costs_that_are_said_are_those_of_the_listing(key):
    document = place(key).step.document
    listing = PANES["operator"].figure(document).panels[-1].marks[0]
    products = [numbers(row[1])[0] for row in listing.rows]
    dim = document.encoding.dim
    assert sorted(products) == [2 * dim] * 4 + [dim * dim]
    assert {dim * dim, 2 * dim} <= set(numbers(place(key).words.look))
    assert all(numbers(row[-1])[0] < 1e-12 for row in listing.rows), "all are right to rounding"


def _row_panel(document, changes=()):
    return PANES["shift"].figure(document.edited(dict(changes))).panels[-1]


def test_the_row_of_the_wrong_layout_meets_only_with_both_settings():
    document = place("start-here:8").step.document
    own, none = ("shift.operator", "own"), ("content.kind", "none")
    assert _row_panel(document).title == "Row 10, turned, misses row 13"
    assert numbers(_row_panel(document).fact) == [
        round(numbers(place("start-here:8").words.look)[2], 2)
    ]
    for half in ([own], [none]):
        assert "misses" in _row_panel(document, half).title, "only with both"
    assert _row_panel(document, [own, none]).title == "Row 10, turned, lands on row 13"
    assert (
        _row_panel(place("start-here:6").step.document).title == "Row 10, turned, lands on row 13"
    )


def test_the_choices_that_a_step_names_are_called_so():
    document = place("start-here:8").step.document
    operator, content = (
        field_specification(document, path).labels for path in ("shift.operator", "content.kind")
    )
    assert (
        f"to “{operator['own']}”, then “Content” to “{content['none']}”:"
        in place("start-here:8").words.do
    )


GIVEN = {
    "start-here:2": [0, 1, 2], "start-here:3": [2, -1, 1, 10_000], "start-here:4": [0], "start-here:7": [2, 0],
    "choosing:2": [1], "choosing:6": [3], "choosing:7": [0], "choosing:8": [256], "choosing:9": [4],
    "shift:3": [2, 0], "shift:4": [2], "counters:5": [2], "counters:6": [0],
    "tensor2tensor:1": [1], "tensor2tensor:2": [1, 360], "tensor2tensor:3": [-1, 1, 360], "tensor2tensor:7": [10],
    "tokens:2": [0], "tokens:3": [0, 1], "tokens:4": [2], "tokens:5": [0, 1],
    "published:1": [2], "published:2": [3, 10_000, 0], "published:3": [3.1, 131_072], "published:4": [2, 4096],
    "published:5": [2.5], "published:6": [3.5, 4096, 131_072, 48, 1.08, 64.84],
}  # fmt: skip
"""Numbers of names, formulas, sources and limits, which no field changes: all others are named by the line."""


def test_no_number_is_written_that_is_not_of_the_document():
    for found in places():
        lines = (found.step.title, found.step.look, found.step.do)
        written = [number for line in lines for number in numbers(re.sub(r"{.*?}", "", line))]
        assert set(written) == set(GIVEN.get(found.key, [])), found.key


def test_what_notes_state_of_their_sources_is_worked_out_by_tests():
    """What the notes of a step say is of the source, and held with the preset."""
    stated = said_of_presets()
    held = {key: set() for key, _ in stated}
    for key, words in stated:
        held[key] |= set(numbers(words))
    for key in ("shift", "nearby", "ones", "equal-steps", "token-rows"):
        assert held[key], key


def test_a_place_is_named_and_found():
    assert place(TOUR).key == f"{TOUR}:1"
    assert place("choosing:3").moved(1).text == "Choosing 4 of 9"
    assert place("choosing:9").moved(1) is place("choosing:1").moved(-1) is None
    with pytest.raises(UnknownName, match=r"^'chosing' is not a story; did you mean choosing\?$"):
        place("chosing:3")
    for step in ("0", "10", "x", "", "-1", "1.0"):
        with pytest.raises(
            DocumentError, match=r"is not allowed: the step must be a whole number from 1 to 9$"
        ):
            place(f"choosing:{step}")


def test_a_preset_is_a_step_of_the_story_that_was_opened_or_of_the_first_with_it():
    title = presets()["operator"].title
    assert place_of(title).key == "shift:3"
    assert place_of(title, "shift:4").key == "shift:4"
    assert place_of(title, "choosing:1").key == "shift:3", "the step of another preset"
    assert place_of(title, "of-a-later-version:1").key == "shift:3"
    assert place_of("lecture.peview") is None
