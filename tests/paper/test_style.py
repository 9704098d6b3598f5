"""Sizes, resolutions and themes: what is allowed, and what it becomes."""

import math

import pytest

from peviewer.paper.sizing import NAMED_SIZES, Sizing
from peviewer.paper.style import Style, StyleError


def test_type_on_slides_grows_with_the_height_and_is_40_and_30_pixels_at_1080p():
    full = Style(1920, 1080)
    twice = Style(3840, 2160)
    pixel = full.dpi / 72
    assert full.sizes.title * pixel == pytest.approx(40)
    assert full.sizes.axis * pixel == pytest.approx(30)
    assert full.sizes.tick * pixel == pytest.approx(26)
    assert full.sizes.least * pixel == pytest.approx(24)
    expected = pytest.approx(2 * full.sizes.axis)
    assert twice.sizes.axis == expected
    assert Style(1080, 1920).sizes == full.sizes, "by the shorter side"


def test_type_on_paper_is_nine_points_at_any_size():
    assert {Style.of_inches(w, 2.5, theme="paper").sizes.axis for w in (3.3, 7)} == {9}
    assert not Style.default("paper").titled


def test_a_size_that_cannot_be_read_is_refused_in_one_line():
    for text in ("1920", "x", "-5x100", "1e3x1e3", "1920x1080x3", "1920.5x100", "٣x٣"):
        with pytest.raises(StyleError, match=r"as in 1920x1080, or a name"):
            Sizing(size=text).style()
    for text in ("6x", "nanx4", "infx4", "-6x4", "6,5x4"):
        with pytest.raises(StyleError, match=r"as in 6x4.?$"):
            Sizing(inches=text).style()
    with pytest.raises(StyleError, match="finite"):
        Style.of_inches(math.inf, 4)


@pytest.mark.parametrize(
    ("width", "height", "dpi", "theme", "named"),
    [
        (99, 1080, 96.0, "paper", "width = 99 .* from 100 to 16\u2009384"),
        (1920, 16_385, 96.0, "paper", "height = 16385 "),
        (1920, 1080, math.nan, "paper", "dpi = nan "),
        (1920, 1080, 96.0, "grey", "theme = 'grey' .* slide-light, slide-dark, paper"),
    ],
)
def test_a_style_out_of_range_names_the_value_and_the_range(width, height, dpi, theme, named):
    with pytest.raises(StyleError, match=named):
        Style(width, height, dpi, theme)
    assert (Style(100, 16_384, 20.0).height, Style(16_384, 100, 2_400.0).dpi) == (16_384, 2_400), (
        "the ends are allowed"
    )


def test_a_style_takes_four_values_in_order_and_no_more():
    expected = Style(width=800, height=600, dpi=300.0, theme="paper")
    assert Style(800, 600, 300.0, "paper") == expected
    with pytest.raises(TypeError, match="too many"):
        Style(800, 600, 96.0, "paper", True)


@pytest.mark.parametrize(
    ("given", "style"),
    [
        ({}, Style.default()),
        ({"size": "640x480"}, Style(640, 480)),
        ({"size": (640, 480)}, Style(640, 480)),
        ({"inches": "6x4"}, Style.of_inches(6, 4)),
        ({"inches": (6, 4), "dpi": 100}, Style.of_inches(6, 4, 100)),
        ({"size": "single"}, Style.default("paper")),
    ],
)
def test_every_way_to_give_a_size_makes_its_style(given, style):
    assert Sizing(**given).style() == style


def test_a_theme_and_parts_go_with_any_size():
    expected = Style.default("paper").but(caption=True)
    assert Sizing().style("paper", caption=True) == expected
    assert Sizing(size="single").style("slide-dark").theme == "slide-dark"


@pytest.mark.parametrize(
    ("given", "refusal"),
    [
        ({"size": "640x480", "inches": "6x4"}, "--size and --inches exclude each other"),
        ({"size": "640x480", "dpi": 100}, "--dpi goes with --inches"),
        ({"size": "640"}, "as in 1920x1080"),
        (
            {"inches": "6x4", "dpi": 1},
            "dpi = 1 is not allowed: it must be a finite number from 20 to",
        ),
        ({"size": 5}, "size = 5 is not allowed: it must be WIDTHxHEIGHT in pixels"),
    ],
)
def test_a_size_that_cannot_be_is_refused(given, refusal):
    with pytest.raises(StyleError) as raised:
        Sizing(**given).style()
    assert refusal in raised.value.worded("--{}".format)


def test_a_named_size_is_what_its_label_says():
    for size in NAMED_SIZES.values():
        style = size.style()
        assert f"{size.width:g} × {size.height:g}" in size.label
        scale = size.dpi or 1
        expected = (size.width * scale, size.height * scale)
        assert (style.width, style.height) == pytest.approx(expected, abs=1)
        assert style.printed == (size.dpi is not None)
    assert [Sizing(size="ieee-single", dpi=dpi).style().dpi for dpi in (None, 600)] == [300, 600]


@pytest.mark.parametrize("theme", ["slide-light", "slide-dark"])
def test_type_for_a_lecture_hall_has_18_points_on_a_slide_of_13_inches(theme):
    style = Sizing(size="lecture").style(theme)
    assert style.sizes.least * (13 + 1 / 3) / (style.width / style.dpi) >= 18
    assert Sizing(size="lecture").style(font_size=50).font_size == 50


@pytest.mark.parametrize("field", ["title", "caption"])
@pytest.mark.parametrize("text", ["a" * 1001, "two\nlines", "a\0b"])
def test_a_text_that_would_take_long_or_no_line_to_draw_is_refused(field, text):
    with pytest.raises(
        StyleError, match=f"^{field} = .* must be a line of at most 1\u2009000 letters$"
    ):
        Style(**{field: text})
    style = Style(**{field: "a" * 1000})
    assert getattr(style, field) == "a" * 1000


@pytest.mark.parametrize(
    ("given", "theme"),
    [
        ({"size": "single"}, "paper"),
        ({"size": "1080p"}, "slide-light"),
        ({"size": "800x600"}, "slide-dark"),
    ],
)
def test_a_named_size_brings_its_theme_to_a_file_that_was_dark(given, theme):
    dark = Style(1920, 1080, 96, "slide-dark")

    assert Sizing(**given).restyled(dark).theme == theme


@pytest.mark.parametrize(
    ("style", "least_points"),
    [
        (Style.default("paper"), 5.0),
        (Style.of_pixels(1920, 1080), 24 * 72 / 96),
        (Style.of_pixels(3840, 2160), 48 * 72 / 96),
        (Style.of_pixels(320, 180), 9 * 72 / 96),
    ],
)
def test_the_least_type_is_legible_on_paper_and_on_slides(style, least_points):
    assert style.sizes.least == pytest.approx(least_points)
