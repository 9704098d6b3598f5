"""Sliders in a notebook: they edit the Document, and the picture follows."""

import pytest

import peviewer as pv

pytest.importorskip("ipywidgets")
pytestmark = pytest.mark.slow


def rows(box):
    """Return the widgets below the picture by what they are called."""
    plain = [row.children[0] if hasattr(row, "children") else row for row in box.children[2:]]
    return {row.description: row for row in plain}


@pytest.fixture(scope="module")
def box():
    return pv.interact(pv.Sinusoidal(length=30, dim=16), "shift", figsize=(4, 3), phi=3)


def test_each_slider_and_list_changes_the_picture(box):
    picture = box.children[0]
    known = rows(box)
    assert {"Shift φ", "Length L", "Dimensions d", "Base b", "Layout"} <= known.keys()
    assert known["Shift φ"].value == 3
    for name, value in {
        "Shift φ": 7,
        "Dimensions d": 8,
        "Base b": 100.0,
        "Layout": "concatenated",
    }.items():
        before = picture.value
        known[name].value = value
        assert picture.value != before, name


def test_whole_steps_lead_from_the_end_of_a_slider_to_its_value(box):
    base = rows(box)["Base b"]
    shift = rows(box)["Shift φ"]
    for steps in ((4 - base.min) / base.step, (3 - shift.min) / shift.step):
        assert steps == pytest.approx(round(steps), abs=1e-9)


def test_play_moves_the_first_slider_from_end_to_end(box):
    slider, play = box.children[2].children
    ends = []
    for step in (play.min, play.max):
        play.value = (play.min + play.max) // 2
        play.value = step
        ends.append(slider.value)
    assert ends == [slider.min, slider.max]


def test_play_passes_the_whole_numbers_of_a_slider():
    slider, play = (
        pv.interact(pv.Sinusoidal(length=200, dim=8), "shift", figsize=(4, 3)).children[2].children
    )
    assert slider.min == 0
    assert slider.max == 100
    play.value = 57
    assert slider.value == 57


def test_what_is_refused_is_said_and_the_picture_stays():
    box = pv.interact(pv.Rope(length=30, dim=16), "score", figsize=(4, 3))
    picture = box.children[0].value
    refusal = box.children[1]
    dim = rows(box)["Head dimensions D"]
    dim.min = 1
    dim.value = 1
    assert "dim = 1 is not allowed" in refusal.value
    assert box.children[0].value == picture
    dim.value = 8
    assert refusal.value == ""
    assert box.children[0].value != picture


@pytest.mark.parametrize(
    ("chosen", "width"), [({}, "800"), ({"size": (400, 300)}, "400"), ({"inches": (3, 2)}, "300")]
)
def test_a_size_is_given_as_for_a_figure(chosen, width):
    actual = pv.interact(pv.Sinusoidal(length=30, dim=16), "distance", **chosen).children[0].width
    assert actual == width
