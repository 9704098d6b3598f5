"""Stories: every step opens, what it says is so, what it highlights acts, and Play moves what it says."""

import re

import numpy as np
import pytest

from peviewer.base.names import UnknownName
from peviewer.base.words import unstarred
from peviewer.document.animation import (
    animated_fields,
    animation_range,
    field_label,
    field_specification,
)
from peviewer.document.document import DocumentError
from peviewer.document.sections import has_control
from peviewer.figures.animated_fields import affects_panes
from peviewer.figures.grammar import Band, Words
from peviewer.figures.panes.attention.composed_words import composed
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import presets
from peviewer.figures.quantities import QUANTITIES
from peviewer.figures.stories import TOUR, Place, place, place_of, places, stories
from peviewer.model.encodings.catalog import SCHEMES
from peviewer.model.shifting import shift_matrix
from tests.figures.test_presets import said_of_presets
from tests.own_formulas import numbers

EVERY_STORY = pytest.mark.parametrize("name", tuple(stories()))
VERBS = "Drag", "Play", "Set", "Untick"
# Characters of what to look for, of what to do, and of the words on a button.
IDEA = 180
TRY = 90
BUTTON = 28


def lines(found):
    return *found.words[:3], found.step.notes


def steps_of(name):
    return [found for found in places() if found.key.startswith(f"{name}:")]


@EVERY_STORY
def test_each_control_that_a_step_asks_for_acts_and_is_named_as_on_screen(name):
    for found in steps_of(name):
        _is_told_in_single_sentences(found)
        step = found.step
        document = found.step.document
        shown = [PANES[name] for name in document.view.panes]
        assert all(pane.serves(document) for pane in shown)
        headed = {path for pane in shown for path in pane.choices}
        names = []
        for path in step.controls:
            spec = field_specification(document, path)
            is_scheme = path == "encoding.scheme"
            assert is_scheme or has_control(path, spec) or path in headed, found.key
            assert is_scheme or document.applies(path, spec), found.key
            assert affects_panes(shown, document, path), found.key
            _is_done_by_its_verb(found, spec, path in headed)
            on_screen = "Scheme" if is_scheme else f"{spec.title} {spec.symbol}".rstrip()
            names.append(field_label(document, path) if step.plays else on_screen)
        assert re.findall(r"\*\*(.+?)\*\*", found.words.do) == names, found.key


def _is_done_by_its_verb(found, spec, is_in_header):
    verb = found.words.do.split()[0]
    if verb == "Set":
        assert spec.kind == "choice" or is_in_header, found.key
    elif verb == "Untick":
        assert spec.kind == "bool"
    else:
        assert spec.kind in ("int", "float"), found.key


def test_the_words_of_a_step_are_short_enough_to_be_read_at_once():
    for found in places():
        assert len(found.words.look) <= IDEA, found.key
        assert len(unstarred(found.words.do)) <= TRY, found.key
        assert len(found.step.short) <= BUTTON, found.key


def test_a_choice_that_a_step_asks_for_is_one_of_the_control():
    asked = [found for found in places() if found.words.do.startswith("Set ")]
    for found in asked:
        document = found.step.document
        for name, choice in re.findall(r"\*\*(.+?)\*\* to (.+?)(?=[:,] )", found.words.do):
            path = found.step.controls[
                found.words.do.count("**", 0, found.words.do.index(name)) // 2
            ]
            spec = field_specification(document, path)
            titles = [SCHEMES[key].title for key in SCHEMES]
            labels = titles if path == "encoding.scheme" else spec.labels.values()
            assert spec.kind == "int" or choice in labels, found.key
    assert len(asked) > 8


def _is_told_in_single_sentences(found):
    title, look, do, _ = lines(found)
    assert not title.endswith("."), found.key
    assert look.endswith("."), found.key
    assert do.endswith("."), found.key
    assert do.split()[0] in VERBS, found.key
    assert "follows" not in " ".join((title, look)), "sources are named in the notes"
    assert "{" not in "".join((*lines(found), found.step.short)), found.key


@EVERY_STORY
def test_play_moves_what_the_step_says_and_the_picture_with_it(name):
    for found in steps_of(name):
        step = found.step
        document = found.step.document
        assert step.animated_field in animated_fields(document), found.key
        asks_to_move = found.words.do.startswith(("Play", "Drag"))
        assert not asks_to_move or step.animated_field in step.controls, found.key
        panes = [PANES[name] for name in document.view.panes]
        spec = field_specification(document, step.animated_field)
        (start, stop) = animation_range(document, step.animated_field)
        seen = []
        for share in (0.3, 0.6):
            value = start + (stop - start) * share
            value = round(value / spec.stride) * spec.stride if spec.kind == "int" else value
            seen.append(
                [pane.depends_on(document.edited({step.animated_field: value})) for pane in panes]
            )
        assert seen[0] != seen[1], found.key


def test_bits_flip_at_every_second_fourth_and_eighth_position():
    document = place("start-here:4").step.document
    positions = np.arange(document.encoding.length)
    for bit in (0, 1, 2):
        values = positions >> bit & 1
        flips = np.flatnonzero(np.diff(values)) + 1
        assert (np.diff(flips) == 2**bit).all()
    figure = PANES["binary"].figure(document)
    assert len(figure.panels) == 1, "one picture, which the words are about"
    assert figure.panels[0].y.inverted, "the lowest bit on top"


def test_two_sentences_give_the_same_rows_until_there_are_positions():
    step = place("start-here:1").step
    assert PANES["terms"].figure(step.document).panels[-1].fact == "3 of 3 equal"
    with_positions = step.document.edited({"encoding.scheme": "sinusoidal"})
    figure = PANES["terms"].figure(with_positions)
    assert figure.panels[-1].fact == "0 of 3 equal"
    assert figure.panels[0].x.window == (-0.5, 15.5), "cells that one can see"


def test_one_word_at_four_positions_has_one_vector_and_four_sums():
    document = place("start-here:2").step.document
    places_of_the = [t for t, word in enumerate(document.encoding.words) if word == "the"]
    assert len(places_of_the) == 4
    words, positions, sums = (
        panel.marks[0].raster.sample(np.arange(13), np.arange(32))
        for panel in PANES["vectors"].figure(document).panels[:3]
    )
    assert len(np.unique(words[places_of_the], axis=0)) == 1
    assert len(np.unique(sums[places_of_the], axis=0)) == 4
    changed = document.edited({"encoding.base": 9.0})
    words_after, positions_after, _ = (
        panel.marks[0].raster.sample(np.arange(13), np.arange(32))
        for panel in PANES["vectors"].figure(changed).panels[:3]
    )
    assert (words_after == words).all()
    assert (positions_after != positions).any()


def test_each_way_but_the_sines_fails_at_what_the_tour_says():
    document = place("start-here:3").step.document
    for length in (4, 64, 128):
        edited_document = document.edited({"encoding.length": length})
        figure = PANES["criteria"].figure(edited_document)
        rows = {row[0]: row[1:5] for row in figure.panels[0].marks[0].rows}
        failing = {name: ["✗" in cell for cell in cells] for name, cells in rows.items()}
        assert failing["Bounded by ±1"] == [True, False, False, False]
        assert failing["The same for every length"] == [False, True, False, False]
        assert failing["Neighbours equally near"] == [False, False, True, False]


def test_only_the_product_of_two_positions_is_a_function_of_the_lag():
    document = place("rope:1").step.document
    terms = composed(document).here.terms
    assert len(terms) == 4
    are_by_lag = [
        all(np.ptp(np.diagonal(term.scores, lag)) < 1e-12 for lag in (0, 1)) for term in terms
    ]
    assert are_by_lag == [False, False, False, True]
    turned = document.edited({"encoding.scheme": "rope"})
    assert len(composed(turned).here.terms) == 1


def test_a_rotation_has_the_same_numbers_in_both_layouts_blocks_or_three_diagonals():
    document = place("rope:5").step.document
    matrices = []
    for layout in ("interleaved", "concatenated"):
        encoding = document.edited({"encoding.layout": layout}).encoding
        matrices.append(shift_matrix(encoding, document.shift.phi))
    blocks, halves = matrices
    expected = np.sort(halves, axis=None)
    assert np.allclose(np.sort(blocks, axis=None), expected)
    rows, columns = np.nonzero(blocks)
    assert (rows // 2 == columns // 2).all()
    rows, columns = np.nonzero(halves)
    assert set(columns - rows) == {-8, 0, 8}


def test_the_shading_of_new_angles_goes_at_the_trained_length():
    document = place("rope:6").step.document
    bands = []
    for length in (document.encoding.length, document.encoding.trained):
        edited_document = document.edited({"encoding.length": length})
        figure = PANES["scaling"].figure(edited_document)
        bands.append([mark for mark in figure.panels[0].marks if isinstance(mark, Band)])
    assert [len(each) for each in bands] == [1, 0]


def test_the_costs_that_are_said_are_those_of_the_listing():
    found = place("shift:4")
    document = found.step.document
    figure = PANES["operator"].figure(document)
    listing = figure.panels[-1].marks[0]
    assert len(listing.rows) == 5
    products = [numbers(row[1])[0] for row in listing.rows]
    dim = document.encoding.dim
    expected = [2 * dim] * 4 + [dim * dim]
    assert sorted(products) == expected
    assert {dim * dim, 2 * dim} <= set(numbers(found.words.look))
    assert all(numbers(row[-1])[0] < 1e-12 for row in listing.rows), "all are right to rounding"


def first_number(key):
    """Return a function to the first number of a quantity of a Document."""
    return lambda document: numbers(QUANTITIES[key](document))[0]


def base_in_title(document):
    figure = PANES["scaling"].figure(document)
    return numbers(figure.panels[0].title)[0]


@pytest.mark.parametrize(
    ("key", "path", "values", "number", "grows"),
    [
        ("counters:2", "encoding.base", (1e4, 1e3, 10), first_number("unturned_share"), False),
        ("tokens:1", "encoding.base", (1e6, 1e4, 10), first_number("turning"), True),
        ("rope:4", "encoding.length", (100, 1000, 10_000), first_number("slow_pairs"), False),
        ("choosing:4", "encoding.length", (4097, 9000, 32_768), base_in_title, True),
        ("choosing:5", "encoding.fast", (32, 16, 4), first_number("kept_pairs"), True),
        ("choosing:6", "encoding.fast", (8, 4, 2), first_number("blended_pairs"), False),
        ("choosing:2", "encoding.factor", (2, 8, 32), first_number("slowed_step"), False),
        ("published:7", "encoding.share", (0.25, 0.5, 1), first_number("turning_pairs"), True),
        ("tokens:4", "encoding.base", (10, 1e4, 1e6), first_number("last_wavelength"), True),
    ],
)
def test_what_a_step_says_grows_or_falls_with_its_control_does_so(key, path, values, number, grows):
    step = place(key).step
    assert path in step.controls
    found = [number(step.document.edited({path: value})) for value in values]
    differences = np.diff(found)
    assert (differences > 0).all() if grows else (differences < 0).all()


@pytest.mark.parametrize("key", ["start-here:8", "rope:2", "choosing:1", "published:1"])
def test_query_and_key_turn_and_the_angle_between_them_stays(key):
    document = place(key).step.document.edited({"shift.phi": 0.0})
    before = _angles_beside_the_large_clock(document)
    after = _angles_beside_the_large_clock(document.edited({"shift.phi": 37.0}))
    query, key_angle, between = after[-3:]
    assert query != before[0]
    assert key_angle != before[1]
    assert between == before[2]


def _angles_beside_the_large_clock(document):
    """Return the angles of q, of k and between them; those that are shifted by φ come last."""
    panel = PANES["clocks"].figure(document).panels[1]
    texts = [text for mark in panel.marks if isinstance(mark, Words) for text in mark.texts]
    return [text for text in texts if text.endswith("°")]


def _row_panel(document, changes=()):
    edited_document = document.edited(dict(changes))
    figure = PANES["shift"].figure(edited_document)
    return figure.panels[-1]


@pytest.mark.parametrize(
    ("key", "quantity"), [("shift:5", "row_error"), ("tensor2tensor:7", "operator_error")]
)
def test_the_rows_of_the_wrong_layout_come_nearer_with_each_setting(key, quantity):
    found = place(key)
    document = found.step.document
    error = QUANTITIES[quantity]
    errors = [float(error(document))]
    assert errors[0] in numbers(found.words.look)
    changes = {"content.kind": "none", "shift.operator": "own"}
    for path in found.step.controls:
        document = document.edited({path: changes[path]})
        errors.append(float(error(document)))
    assert errors[0] > errors[1] > errors[2] == 0


def test_the_row_that_misses_lands_once_nothing_is_added_and_the_layout_is_right():
    document = place("shift:5").step.document
    assert _row_panel(document).title == "Row 10, turned, misses row 13"
    changes = [("content.kind", "none"), ("shift.operator", "own")]
    assert _row_panel(document, changes).title == "Row 10, turned, lands on row 13"
    tour = place("start-here:7").step.document
    assert _row_panel(tour).title == "Row 10, turned, lands on row 13"


GIVEN = {
    "start-here:4": [0, 1, 2], "start-here:5": [1, 2], "start-here:7": [0], "shift:1": [0], "shift:3": [2, 0], "shift:4": [2, 0],
    "rope:3": [0], "rope:5": [2], "choosing:2": [1], "choosing:6": [3], "choosing:7": [0], "choosing:8": [256], "choosing:9": [4],
    "steps:1": [0], "counters:5": [2], "counters:6": [0],
    "tensor2tensor:1": [1], "tensor2tensor:2": [1, 360], "tensor2tensor:3": [-1, 1, 360],
    "tokens:2": [0], "tokens:3": [0, 1], "tokens:4": [2], "tokens:5": [0, 1],
    "published:1": [2], "published:2": [3, 10_000, 0], "published:3": [3.1, 131_072], "published:4": [2, 4096],
    "published:5": [2.5], "published:6": [3.5, 4096, 131_072, 48, 1.08, 64.84],
}  # fmt: skip
"""Numbers of names, formulas, sources and limits, which no field changes: all others are named by the line."""


def test_no_number_is_written_that_is_not_of_the_document():
    for found in places():
        lines = (found.step.title, found.step.look, found.step.do)
        written = [number for line in lines for number in numbers(re.sub(r"{.*?}", "", line))]
        expected = set(GIVEN.get(found.key, []))
        assert set(written) == expected, found.key


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


def test_the_last_step_of_each_story_leads_to_two_others():
    for story in stories().values():
        *before, last = [Place(story, number + 1) for number in range(len(story.steps))]
        assert not any(each.offered for each in before)
        names = [offered.story.name for offered in last.offered]
        assert len(set(names) - {story.name}) == 2
        assert [offered.number for offered in last.offered] == [1, 1]


def test_stories_follow_one_another_in_the_order_of_the_menu():
    order = "start-here steps shift counters rope choosing published tensor2tensor tokens"
    assert list(stories()) == order.split()
    tour = [found.title for found in places() if found.story.name == TOUR]
    assert len(tour) == 8
    assert tour[0] == "Attention is blind to order"
    assert tour[-1] == stories()["rope"].title


def test_a_preset_is_a_step_of_the_story_that_was_opened_or_of_the_first_with_it():
    title = presets()["operator"].title
    assert place_of(title).key == "shift:3"
    assert place_of(title, "shift:3").key == "shift:3"
    assert place_of(title, "choosing:1").key == "shift:3", "the step of another preset"
    assert place_of(title, "of-a-later-version:1").key == "shift:3"
    assert place_of("lecture.peview") is None
