"""Sliders in a notebook: they edit the Document, and the picture follows."""

import asyncio
import base64
import io
from itertools import pairwise

import pytest
from PIL import Image

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
    box = pv.interact(pv.Sinusoidal(length=30, dim=16), "shift", figsize=(4, 3))
    picture = box.children[0].value
    refusal = box.children[1]
    phi = rows(box)["Shift φ"]
    phi.max = 1e12
    phi.value = 1e11
    assert "shift.phi = 1e+11 is not allowed" in refusal.value
    assert box.children[0].value == picture
    phi.value = 8
    assert refusal.value == ""
    assert box.children[0].value != picture


@pytest.mark.parametrize(
    ("chosen", "width"), [({}, "800"), ({"size": (400, 300)}, "400"), ({"inches": (3, 2)}, "300")]
)
def test_a_size_is_given_as_for_a_figure(chosen, width):
    actual = pv.interact(pv.Sinusoidal(length=30, dim=16), "distance", **chosen).children[0].width
    assert actual == width


def test_lengths_and_dimensions_move_in_even_ratios():
    known = rows(pv.interact(pv.Sinusoidal(), "shift", figsize=(4, 3)))
    for name, value in (("Length L", 200), ("Dimensions d", 256)):
        slider = known[name]
        numbers = [number for _, number in slider.options]
        assert slider.value == value
        assert numbers == sorted(set(numbers))
        ratios = [more / less for less, more in pairwise(numbers) if less >= 100]
        assert max(ratios) < 1.3
        assert len(numbers) / 4 < slider.index < len(numbers) * 3 / 4, "not at an end"


def test_a_resting_picture_is_sharp_and_is_shown_where_there_are_no_widgets():
    box = pv.interact(pv.Sinusoidal(length=30, dim=16), "shift", figsize=(4, 3))
    picture = box.children[0]
    with Image.open(io.BytesIO(picture.value)) as shown:
        assert shown.format == "PNG"
        assert shown.size == (800, 600)
        assert picture.width == "400"
    bundle = box._repr_mimebundle_()
    assert base64.b64decode(bundle["image/png"]) == picture.value
    assert bundle["text/plain"].startswith("<sliders: Shift φ, ")
    assert "application/vnd.jupyter.widget-view+json" in bundle


def test_a_moving_picture_is_quick_and_then_sharp():
    async def moved():
        box = pv.interact(pv.Sinusoidal(length=30, dim=16), "shift", figsize=(4, 3))
        rows(box)["Shift φ"].value = 7
        moving = box.children[0].format
        while box.children[0].format == moving:
            await asyncio.sleep(0.05)
        return moving, box.children[0].format

    assert asyncio.run(asyncio.wait_for(moved(), 60)) == ("jpeg", "png")
