"""What playing moves: what was chosen, or what suits the panes that can be seen."""

import pytest

from peviewer.app.transport.animated_field import AnimatedField, Track
from peviewer.document.animation import SHIFT, animation_speed
from peviewer.figures.animated_fields import default_animated_field
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import presets


@pytest.fixture
def animated(session):
    return AnimatedField(session)


@pytest.mark.parametrize(("panes", "path"), [
    (("encoding", "shift", "binary", "distance"), "shift.phi"),
    (("similarity", "clocks"), "shift.phi"),
    (("table", "similarity"), "cursor.position"),
    (("table", "similarity", "frequencies"), "encoding.base"),
    (("frequencies",), "encoding.base"),
    (("vectors",), "vectors.first"),
    ((), "shift.phi"),
])  # fmt: skip
def test_phi_moves_where_a_pane_shows_it_else_what_moves_most_panes(animated, panes, path, edit):
    edit({"view.panes": panes, "view.colormap": "grey"})
    assert animated.path == path


def test_what_a_preset_plays_is_slow_enough_to_be_followed():
    for name, known in presets().items():
        document = known.document
        path = document.play.moves or default_animated_field(
            document, [PANES[shown] for shown in document.view.panes]
        )
        track = Track.of(document, path)
        assert track.length / track.speed >= 2, name


def test_what_was_chosen_moves_whatever_is_open_until_what_suits_the_panes_is_chosen(
    session, animated, edit
):
    animated.choose("encoding.length")
    assert session.document.play.moves == "encoding.length"
    edit({"view.panes": ("frequencies",)})
    assert animated.path == "encoding.length"
    animated.choose("encoding.base")
    edit({"view.panes": ("shift",)})
    assert animated.path == "shift.phi"


def test_what_the_scheme_does_not_have_is_given_up(session, animated, edit):
    edit({"play.moves": "encoding.base"})
    assert animated.path == "encoding.base"
    edit({"encoding.scheme": "alibi", "view.panes": ("bias",)})
    assert animated.path in animated.choices()
    assert animated.value == session.document.get(animated.path)


def test_what_plays_stays_until_it_stops_or_another_is_chosen(animated, edit):
    animated.lock(True)
    edit({"view.panes": ("frequencies",)})
    assert animated.path == "shift.phi"
    animated.lock(False)
    assert animated.path == "encoding.base"
    animated.lock(True)
    edit({"play.moves": "encoding.dim"})
    assert animated.path == "encoding.dim"
    edit({"play.moves": ""})
    assert animated.path == "encoding.base"


def test_speed_goes_in_round_steps_and_each_number_has_its_own(session, animated, edit):
    animated.change_speed(1)
    assert animation_speed(session.document, SHIFT) == 50
    animated.change_speed(-1)
    animated.change_speed(-1)
    assert animation_speed(session.document, SHIFT) == 10
    edit({"play.moves": "encoding.base"})
    animated.change_speed(1)
    assert animated.track.speed == 1.0
    assert animation_speed(session.document, SHIFT) == 10
    assert animated.unit == "decades/s"


def test_the_range_of_a_length_keeps_its_ends_while_it_plays(animated, edit):
    edit({"encoding.length": 32_768, "play.moves": "encoding.length"})
    assert animated.track.stop == 100_000
    animated.lock(True)
    edit({"encoding.length": 4096})
    assert animated.track.stop == 100_000
    edit({"play.tracks": {"encoding.length": {"stop": 8192}}})
    assert animated.track.stop == 8192, "chosen meanwhile"
    animated.lock(False)
    edit({"play.tracks": {}})
    assert animated.track.stop == 10_000
