"""Numbers of the Document: the ranges of their sliders, and how they are played."""

import pytest

from peviewer.base.specification import specification
from peviewer.document.animation import (
    animated_fields,
    animation_change,
    animation_range,
    animation_speed,
    field_specification,
    replaced_values,
    round_speed,
    section_reader,
    shown_value,
    slider_range,
)
from peviewer.document.document import Document, DocumentError
from peviewer.document.play import Play
from peviewer.figures.panes import catalog as catalog


def range_of(path, document):
    section, _, name = path.partition(".")
    return slider_range(specification(type(document.section(section)), name), document)


def test_ranges_follow_the_document():
    document = Document().edited(
        {"encoding.length": 50, "encoding.first": 7, "encoding.dim": 33, "binary.bits": 10}
    )
    assert range_of("shift.phi", document) == (-50, 50)
    assert range_of("cursor.bit", document) == (0, 9)
    assert range_of("clocks.pair", document) == (0, 16)
    actual = {
        range_of(path, document) for path in ("cursor.position", "cursor.other", "vectors.first")
    }
    assert actual == {(7, 56)}
    assert range_of("encoding.base", document) == (1, 1e7)


@pytest.mark.parametrize(
    ("changes", "path", "line"),
    [
        ({"cursor.position": 10_000}, "cursor.position", "Position t = 10\u2009000 is none of 0 to 59: 59 is shown"),
        ({"cursor.position": -5}, "cursor.position", "Position t = −5 is none of 0 to 59: 0 is shown"),
        ({"encoding.first": 7, "cursor.position": 3}, "cursor.position",
         "Position t = 3 is none of 7 to 66: 7 is shown"),
        ({"vectors.first": 60}, "vectors.first", "Vectors: from t = 60 is none of 0 to 59: 59 is shown"),
        ({"clocks.pair": 128}, "clocks.pair", "Clocks: pair i = 128 is none of 0 to 127: 127 is shown"),
        ({"binary.bits": 6, "cursor.bit": 6}, "cursor.bit", "Bit u = 6 is none of 0 to 5: 5 is shown"),
        ({"compare.against": "scheme=rope,length=9", "cursor.position": 9}, "cursor.position",
         "Position t = 9 is none of 0 to 8: 8 is shown"),
    ],
)  # fmt: skip
def test_a_line_says_what_is_shown_in_the_place_of_what_is_not_there(changes, path, line):
    document = Document().edited({"encoding.length": 60, **changes})
    assert replaced_values(document, [path, "shift.phi", "shift.start"]) == [line]
    there = shown_value(field_specification(document, path), document, path)
    edited_document = document.edited({path: there})
    assert replaced_values(edited_document, [path]) == []


def test_the_position_of_a_comparison_is_in_both_tables():
    compared = Document().edited(
        {"encoding.length": 90, "compare.against": "scheme=sinusoidal,length=40"}
    )
    position = field_specification(compared, "cursor.position")
    assert shown_value(position, compared, "cursor.position") == compared.reference_position == 39
    assert range_of("cursor.position", compared) == (0, 39)


def test_nothing_is_played_to_where_nothing_is():
    document = Document().edited({"encoding.length": 60})
    document = document.edited(animation_change(document, "cursor.position", "stop", 10_000.0))
    assert animation_range(document, "cursor.position") == (0, 59)


def test_a_section_is_read_with_what_its_ranges_follow():
    document = Document()
    read = section_reader("clocks")
    edited_document = document.edited({"encoding.dim": 64})
    assert read(edited_document) != read(document)
    assert read(document.edited({"encoding.length": 64})) == read(document)
    assert read(document.edited({"clocks.pair": 2})) != read(document)


@pytest.mark.parametrize(("window", "seen"), [
    ((9.5, 20.5), (10, 20)), ((-30.0, 20.0), (0, 20)), ((150.0, 1e9), (150, 199)), ((20.2, 20.9), (0, 199)),
])  # fmt: skip
def test_the_reference_position_ranges_over_what_is_zoomed_to(window, seen):
    document = Document().edited({"view.zoom": {"position": window}})
    assert range_of("cursor.position", document) == seen


def test_where_a_length_is_played_its_ends_stay():
    document = Document().edited({"encoding.length": 7})
    for length in (1, 90, 10_000):
        actual = animation_range(document.edited({"encoding.length": length}), "encoding.length")
        assert actual == (1, 10_000)


def document(**changes):
    return Document().edited({path.replace("__", "."): value for path, value in changes.items()})


def test_the_shift_comes_first_and_what_issue_and_lecturers_ask_for_is_there():
    found = animated_fields(document(content__kind="normal"))
    assert next(iter(found)) == "shift.phi"
    asked = {
        "encoding.length",
        "encoding.base",
        "encoding.dim",
        "cursor.position",
        "clocks.pair",
        "content.seed",
    }
    assert asked <= found.keys()
    assert found["clocks.pair"] == "Clocks: pair i"
    for path in ("play.repeat", "cursor.lag", "view.raw", "encoding.layout"):
        assert path not in found, "how it is played, and what is no number"
    alibi = animated_fields(document(encoding__scheme="alibi"))
    assert not {"content.seed", "shift.phi"} & alibi.keys(), "what does nothing"


def test_ranges_follow_the_document_until_they_are_chosen():
    short = document(encoding__length=50, encoding__first=10, encoding__dim=8)
    assert animation_range(short, "cursor.position") == (10, 59)
    assert animation_range(short, "clocks.pair") == (0, 3)
    chosen = short.edited(animation_change(short, "cursor.position", "stop", 20))
    assert animation_range(chosen, "cursor.position") == (10, 20)
    assert animation_range(chosen.edited({"encoding.first": 0}), "cursor.position") == (0, 20)
    strange = document(play__tracks={"clocks.count": {"start": -5, "stop": 1000}})
    assert animation_range(strange, "clocks.count") == (1, 24), (
        "what is not allowed is brought back"
    )


def test_each_number_keeps_its_own_range_and_speed_in_the_session():
    kept = document()
    for field, value in (("start", 10.0), ("speed", 2.0)):
        kept = kept.edited(animation_change(kept, "encoding.base", field, value))
    kept = kept.edited(animation_change(kept, "shift.phi", "speed", 5.0))
    again = Document.from_json(kept.to_json())
    assert again == kept
    assert animation_range(again, "encoding.base") == (10.0, 1e7)
    expected = [2.0, 5.0, 20.0]
    assert [
        animation_speed(again, path) for path in ("encoding.base", "shift.phi", "cursor.position")
    ] == expected


@pytest.mark.parametrize("played", [{"play.moves": "nonsense"}, {"play.moves": "view.colormap"},
                                    {"play.tracks": {"play.repeat": {}}}])  # fmt: skip
def test_what_cannot_move_is_refused_with_what_could_be_meant(played):
    (field,) = played
    with pytest.raises(
        DocumentError, match=rf"{field} = .* a number that can move; (did you mean|the nearest of)"
    ):
        document().edited(played)
    with pytest.raises(DocumentError, match="can move"):
        Document(play=Play(**{field.partition(".")[2]: played[field]}))
    edited_document = document().edited({"play.moves": "cursor.head"})
    assert edited_document.play.moves == "cursor.head", "it can with another scheme"


@pytest.mark.parametrize(("changes", "heads"), [
    ({"encoding.scheme": "alibi"}, 8), ({"encoding.scheme": "alibi", "encoding.heads": 12}, 12),
    ({"encoding.scheme": "t5"}, 1), ({"encoding.scheme": "rope"}, 8),
    ({"encoding.scheme": "rope", "attention.vectors": "equal"}, 1),
    ({"encoding.scheme": "alibi", "compare.against": "scheme=alibi,heads=10"}, 10),
])  # fmt: skip
def test_controls_show_the_last_head_where_a_later_one_is_chosen_and_play_no_further(
    changes, heads
):
    chosen = Document().edited({**changes, "cursor.head": 16})
    path = "cursor.head"
    assert chosen.get(path) == 16, "with more heads it counts again"
    assert shown_value(field_specification(chosen, path), chosen, path) == heads
    assert animation_range(chosen, path) == (1, heads)


def test_speeds_go_up_and_down_in_round_steps_and_stop_at_their_ends():
    expected = [10, 50, 100, 1e6]
    assert [round_speed(speed, 1) for speed in (7.0, 20.0, 50.0, 1e6)] == expected
    assert round_speed(7.0, -1) == 5
