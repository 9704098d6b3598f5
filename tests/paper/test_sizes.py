"""A size as it is typed."""

import pytest

from peviewer.paper.sizes import Sizing
from peviewer.paper.style import Style, StyleError


@pytest.mark.parametrize(
    ("given", "style"),
    [
        ({}, Style.default()),
        ({"size": "640x480"}, Style(640, 480)),
        ({"size": (640, 480)}, Style(640, 480)),
        ({"inches": "6x4"}, Style.of_inches(6, 4)),
        ({"inches": (6, 4), "dpi": 100}, Style.of_inches(6, 4, 100)),
        ({"preset_size": "single"}, Style.default("paper")),
    ],
)
def test_every_way_to_give_a_size_makes_its_style(given, style):
    assert Sizing(**given).style() == style


def test_a_theme_and_parts_go_with_any_size():
    assert Sizing().style("paper", bars=False) == Style.default("paper").but(bars=False)
    assert Sizing(preset_size="single").style("slide-dark").theme == "slide-dark"


@pytest.mark.parametrize(
    ("given", "refusal"),
    [
        ({"size": "640x480", "inches": "6x4"}, "--size and --inches exclude each other"),
        ({"size": "640x480", "dpi": 100}, "--dpi goes with --inches"),
        ({"size": "640"}, "as in 1920x1080"),
        ({"inches": "6x4", "dpi": 1}, "dpi = 1 is not allowed: it must be from 20 to"),
        ({"size": 5}, "size = 5 is not allowed: it must be WIDTHxHEIGHT in pixels"),
    ],
)
def test_a_size_that_cannot_be_is_refused(given, refusal):
    with pytest.raises(StyleError, match=refusal):
        Sizing(**given).style(called=lambda name: f"--{name}")
