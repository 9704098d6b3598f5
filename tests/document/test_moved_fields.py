"""Fields that moved: what earlier versions wrote, and what was typed for them, still says the same."""

import json

import pytest

from peviewer.document.animation import animation_range, animation_speed
from peviewer.document.document import Document, DocumentError
from peviewer.document.fields import path_of
from peviewer.document.moved_fields import MOVED

FORMAT_1 = {
    "peviewer": 1,
    "shift": {"phi": 3.0, "start": -20.0, "stop": 60.0, "speed": 5.0, "repeat": "loop"},
    "play": {"moves": "encoding.base", "courses": {"encoding.base": {"start": 10.0, "speed": 2.0}}},
}


def opened(**shift):
    session = {**FORMAT_1, "shift": {**FORMAT_1["shift"], **shift}}
    return Document.from_json(json.dumps(session))


def test_a_session_of_format_1_plays_as_it_was_written():
    document = opened()
    assert animation_range(document, "shift.phi") == (-20, 60)
    assert animation_speed(document, "shift.phi") == 5
    assert document.play.repeat == "loop"
    assert animation_range(document, "encoding.base")[0] == 10
    assert animation_speed(document, "encoding.base") == 2
    assert document.shift.phi == 3
    assert document.play.moves == "encoding.base"


def test_what_format_1_left_out_is_as_usual():
    document = Document.from_json('{"peviewer": 1, "shift": {"stop": 7}}')
    assert animation_range(document, "shift.phi") == (0, 7)
    assert animation_speed(document, "shift.phi") == 20


def test_a_session_is_written_in_format_2_without_moved_fields():
    written = json.loads(opened().to_json())
    assert written["peviewer"] == 2
    assert "courses" not in written["play"]
    assert list(written["shift"]) == ["phi", "operator"]
    assert Document.from_json(opened().to_json()) == opened()


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"speed": -1}, r"play\.tracks\.shift\.phi\.speed = -1"),
        ({"repeat": "never"}, r"play\.repeat = 'never'"),
        ({"start": "x"}, r"play\.tracks\.shift\.phi\.start = 'x'"),
    ],
)
def test_a_moved_value_that_is_not_allowed_is_named_where_it_is_now(fields, message):
    with pytest.raises(DocumentError, match=message):
        opened(**fields)


@pytest.mark.parametrize("courses", [5, "x", [1], {"shift.phi": 7}])
def test_a_mapping_that_is_none_is_refused_in_one_line(courses):
    session = {**FORMAT_1, "play": {"courses": courses}}
    with pytest.raises(DocumentError, match=r"play\.tracks"):
        Document.from_json(json.dumps(session))


def test_moved_paths_can_still_be_typed_and_are_no_fields_of_today():
    document = Document()
    for path, place in MOVED.items():
        assert path_of(document, path) == path
        assert path not in document.paths()
        assert place.path in document.paths()
    typed = document.edited_by_any_path({"shift.start": 5, "shift.speed": 2}).edited_by_any_path(
        {"shift.stop": 9}
    )
    assert animation_range(typed, "shift.phi") == (5, 9)
    assert animation_speed(typed, "shift.phi") == 2
