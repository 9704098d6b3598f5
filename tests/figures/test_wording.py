"""Every number in the words of stories and presets is that of the Document, while what they follow is changed."""

import re
from functools import cache
from math import ceil, log10

import pytest

from peviewer.document.animation import animation_range, field_specification
from peviewer.document.document import DocumentError
from peviewer.figures.presets import AS_IT_OPENS, groups, preset
from peviewer.figures.quantities import QUANTITIES
from peviewer.figures.stories import AT_START, place, places, stories
from peviewer.figures.wording import is_followed
from tests.own_quantities import OWN, own_line

SHARES = 0.0, 0.2, 1.0  # of a field's range, from end to end
MOST_LENGTH, MOST_DIM = 600, 130  # with which all is computed anew in a moment
STORIES = tuple(stories())
TOLD = [known for members in groups().values() for known in members if known.follows]


def moved_fields(document, follows):
    """Return the numbers that the words follow, by their paths: of the sections, all that apply."""
    named = [*follows, "cursor", "shift.phi"]
    paths = [path for path in document.paths() if path in named or path.partition(".")[0] in named]
    known = {path: field_specification(document, path) for path in paths}
    return [path for path, spec in known.items() if spec.kind in ("int", "float", "choice")]


def other_values(document, path):
    spec = field_specification(document, path)
    if spec.kind == "choice":
        return spec.choices
    low, high = animation_range(document, path)
    if path == "encoding.length":
        high = max(document.encoding.length, min(high, MOST_LENGTH))
    if path == "encoding.dim":
        high = max(document.encoding.dim, min(high, MOST_DIM))
    if spec.scale == "log" and low > 0:
        values = [10 ** (log10(low) + share * log10(high / low)) for share in SHARES]
    else:
        values = [low + share * (high - low) for share in SHARES]
    if spec.kind == "float":
        return [round(value, 2) for value in values]
    return [ceil(value) for value in values] + (
        [ceil(values[1]) + 1] if path == "encoding.dim" else []
    )


def moments(document, follows):
    """Yield the Document with each value of each field that the words follow."""
    for path in moved_fields(document, follows):
        for value in other_values(document, path):
            try:
                yield path, document.edited({path: value})
            except DocumentError:
                continue  # as T5's number of buckets, which must be even


def check_words(name, lines, opened, follows, words):
    """Hold the words of all moments against those computed anew.

    Return in how many they were of the moment.
    """
    live = 0
    for path, document in moments(opened, follows):
        told = words(document)
        expected = [own_line(line, document) for line in lines]
        is_of_start = None in expected
        shown = [own_line(line, opened) for line in lines] if is_of_start else expected
        case = f"{name}, {path} = {document.get(path)}"
        assert [told.title, told.look, told.do] == shown, case
        assert bool(told.mark) == is_of_start, case
        live += not is_of_start
    return live


@pytest.mark.parametrize("story", STORIES)
def test_every_number_of_a_step_is_of_the_document_while_it_moves(story):
    for found in places():
        if found.story.name != story:
            continue
        step = found.step
        lines = step.title, step.look, step.do
        assert check_words(found.key, lines, step.document, step.follows, step.words) > 10, (
            found.key
        )


@pytest.mark.parametrize("known", TOLD, ids=lambda known: known.name)
def test_every_number_of_a_preset_is_of_the_document_while_it_moves(known):
    assert check_words(known.name, known.lines[:3], known.document, known.follows, known.words) > 5


def test_what_is_played_in_a_step_is_followed_by_its_words():
    for found in places():
        step = found.step
        low, high = animation_range(step.document, step.animated_field)
        middle = low + 0.4 * (high - low)
        value = (
            round(middle)
            if field_specification(step.document, step.animated_field).kind == "int"
            else middle
        )
        words = step.words(step.document.edited({step.animated_field: value}))
        assert not words.mark, (found.key, step.animated_field)


NOT_LIVE = {
    "encoding.scheme",
    "shift.operator",
    "content.kind",
    "frequencies.shows",
    "encoding.layout",
    "precision.rounded",
}
"""What a step asks to set, so that something else is to be seen than its words say."""


def test_what_a_step_asks_to_change_is_followed_unless_it_is_to_end_what_is_said():
    for found in places():
        step = found.step
        path = step.controls[0]
        if path in NOT_LIVE:
            continue
        low, high = animation_range(step.document, path)
        value = low if step.document.get(path) != low else high
        spec = field_specification(step.document, path)
        changed = step.document.edited({path: int(value) if spec.kind == "int" else value})
        assert is_followed(step.document, changed, step.follows), (found.key, path)


def test_words_that_cannot_follow_say_that_they_are_of_the_start():
    step = place("shift:5").step
    assert step.words(step.document).mark == ""
    moved = step.document.edited({"shift.phi": 12.5})
    assert "M(12.5) expects all sines first" in step.words(moved).look
    changed = moved.edited({"shift.operator": "own"})
    expected = step.at_start._replace(mark=AT_START)
    assert step.words(changed) == expected
    assert AT_START == "at the start of this step"
    known = preset("paper")
    actual = known.words(
        known.document.edited({"view.colormap": "grey", "cursor.position": 3})
    ).mark
    assert actual == ""
    assert known.words(known.document.edited({"encoding.dim": 64})).mark == AS_IT_OPENS


def test_a_table_turned_over_is_not_followed_as_words_name_rows_and_columns():
    step = place("counters:2").step
    assert step.words(step.document.edited({"view.transposed": False})).mark == AT_START


def test_another_scheme_is_a_change_whatever_is_followed():
    opened = place("start-here:6").step.document
    other = opened.edited({"encoding.scheme": "rope"})
    assert "encoding.scheme" in [*other.changed_paths(opened)]
    assert not is_followed(opened, other, ("encoding.length",))


def test_every_quantity_is_named_by_words_and_worked_out_anew():
    lines = [
        line for found in places() for line in (found.step.title, found.step.look, found.step.do)
    ]
    lines += [line for known in TOLD for line in known.lines]
    lines += [line for members in groups().values() for known in members for line in known.lines]
    named = set(re.findall(r"\{([a-z_]+)\}", " ".join(lines)))
    assert named == set(QUANTITIES) == set(OWN)


def test_what_words_follow_exists():
    for found in places():
        document = found.step.document
        known = {*document.paths(), *document.section_names()}
        assert set(found.step.follows) <= known, found.key
    for opened in TOLD:
        assert set(opened.follows) <= set(opened.document.paths()), opened.name


@cache
def _errors_of(base):
    from peviewer.figures.panes.catalog import PANES
    from tests.own_formulas import numbers

    document = place("choosing:8").step.document.edited({"encoding.base": base})
    by_rounded = {}
    for rounded in ("all", "angles"):
        edited_document = document.edited({"precision.rounded": rounded})
        figure = PANES["precision"].figure(edited_document)
        listing = figure.panels[-1].marks[0]
        by_rounded[rounded] = [numbers(cell)[0] for cell in listing.rows[-1][3:5]]
    return by_rounded


@pytest.mark.parametrize("base", [1e3, 5e5, 1e7])
def test_rounding_angles_alone_halves_their_errors_but_not_those_of_scores(base):
    """As step 8 of Choosing says without a number, while its base is played."""
    whole = _errors_of(base)["all"]
    alone = _errors_of(base)["angles"]
    assert alone[0] < whole[0] / 2
    assert alone[1] > whole[1] / 2
