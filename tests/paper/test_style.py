"""Sizes, resolutions and themes: what is allowed, and what it becomes."""

import math

import pytest

from peviewer.paper.style import Style, StyleError, size_in_inches, size_in_pixels


def test_inches_times_dpi_are_pixels():
    style = Style.of_inches(6, 4, 300)
    assert (style.width, style.height, style.dpi) == (1800, 1200, 300)


def test_type_on_slides_grows_with_the_height_and_is_40_and_30_pixels_at_1080p():
    full, twice = Style(1920, 1080), Style(3840, 2160)
    pixel = full.dpi / 72
    assert full.sizes.title * pixel == pytest.approx(40)
    assert full.sizes.axis * pixel == pytest.approx(30)
    assert full.sizes.tick * pixel == pytest.approx(26)
    assert full.sizes.least * pixel == pytest.approx(24)
    assert twice.sizes.axis == pytest.approx(2 * full.sizes.axis)


def test_type_on_paper_is_nine_points_at_any_size():
    assert {Style.of_inches(w, 2.5, theme="paper").sizes.axis for w in (3.3, 7)} == {9}
    assert not Style.default("paper").titled


@pytest.mark.parametrize(
    "text", ["", "1920", "1920x", "x", "-5x100", "1e3x1e3", "1920x1080x3", "axb", "1920.5x100", "٣x٣"]
)
def test_a_size_in_pixels_that_cannot_be_read_is_refused_in_one_line(text):
    with pytest.raises(StyleError, match="as in 1920x1080") as refused:
        size_in_pixels(text)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("text", ["6", "6x", "nanx4", "infx4", "-6x4", "6,5x4"])
def test_a_size_in_inches_that_cannot_be_read_is_refused(text):
    with pytest.raises(StyleError, match="as in 6x4"):
        size_in_inches(text)


@pytest.mark.parametrize(
    ("width", "height", "dpi", "theme", "named"),
    [
        (99, 1080, 96.0, "paper", "width = 99 .* from 100 to 16\u2009384"),
        (1920, 16_385, 96.0, "paper", "height = 16385 "),
        (1920, 1080, 0.0, "paper", "dpi = 0 "),
        (1920, 1080, math.nan, "paper", "dpi = nan "),
        (1920, 1080, 96.0, "dark", "theme = 'dark' .* slide-light, slide-dark, paper"),
    ],
)
def test_a_style_out_of_range_names_the_value_and_the_range(width, height, dpi, theme, named):
    with pytest.raises(StyleError, match=named):
        Style(width, height, dpi, theme)


def test_inches_that_are_not_finite_are_refused():
    with pytest.raises(StyleError, match="finite"):
        Style.of_inches(math.inf, 4)


def test_a_style_takes_four_values_in_order_and_no_more():
    assert Style(800, 600, 300.0, "paper") == Style(width=800, height=600, dpi=300.0, theme="paper")
    with pytest.raises(TypeError, match="too many"):
        Style(800, 600, 96.0, "paper", True)


def test_a_changed_style_has_sizes_of_its_own():
    style = Style(1920, 1080)
    axis = style.sizes.axis
    assert style.sizes is style.sizes
    assert style.but(height=2160, width=3840).sizes.axis == pytest.approx(2 * axis)
    assert style.but(theme="slide-dark").palette is not style.palette


def test_type_at_column_width_is_nine_points_and_that_of_slides_is_read_from_the_back_row():
    paper, slide = Style.default("paper"), Style.default("slide-light")
    assert (paper.sizes.title, paper.sizes.axis, paper.sizes.tick) == (9, 9, 8)
    pixels = [size * slide.dpi / 72 for size in (slide.sizes.title, slide.sizes.axis, slide.sizes.tick)]
    assert pixels == pytest.approx([40, 30, 26])
