"""A page is matplotlib's: made larger, smaller or sharper, it is the page that is made at that size."""

import matplotlib as mpl
import numpy as np
import pytest

import peviewer as pv
from peviewer.paper.style import StyleError

ENCODING = pv.Sinusoidal(length=60, dim=32)
DPI = 60


def page_of(pane, *, figsize, dpi=DPI, **look):
    return pv.figure(ENCODING, pane, figsize=figsize, dpi=dpi, **look)


def picture(page):
    page.canvas.draw()
    return np.asarray(page.canvas.buffer_rgba()).copy()


@pytest.mark.parametrize(
    ("pane", "theme"), [("distance", "slide-light"), ("distance", "paper"), ("waves", "slide-dark")]
)
def test_a_page_of_another_size_is_the_one_made_at_that_size(pane, theme):
    page = page_of(pane, figsize=(10, 6), theme=theme)
    page.set_size_inches(7, 5)

    expected = page_of(pane, figsize=(7, 5), theme=theme)
    np.testing.assert_array_equal(picture(page), picture(expected))
    assert page.left_out == expected.left_out


def test_a_page_of_another_resolution_is_the_one_made_at_it():
    page = page_of("distance", figsize=(6, 4))
    page.dpi = 2 * DPI
    expected = page_of("distance", figsize=(6, 4), dpi=2 * DPI)
    np.testing.assert_array_equal(picture(page), picture(expected))


def test_a_page_that_was_small_once_is_as_before():
    page = page_of("distance", figsize=(10, 6))
    before = picture(page)
    page.set_size_inches(3, 2)
    picture(page)
    page.set_size_inches(10, 6)
    np.testing.assert_array_equal(picture(page), before)


def test_what_has_no_room_any_longer_is_told_before_it_is_drawn():
    page = page_of("distance", figsize=(10, 6))
    assert page.left_out == ()
    page.set_size_inches(3, 2)
    assert "the formula" in page.left_out


def test_a_tight_layout_leaves_a_page_as_it_is():
    page = page_of("distance", figsize=(7, 5))
    before = picture(page)
    page.tight_layout(pad=3)
    np.testing.assert_array_equal(picture(page), before)


def test_axes_keep_what_was_drawn_and_written_there_by_others():
    page = page_of("distance", figsize=(10, 6))
    axes = page.axes[0]
    line = axes.axhline(20, color="red")
    axes.set_xlabel("key")
    page.set_size_inches(7, 5)
    picture(page)

    assert page.axes[0] is axes
    assert line in axes.lines
    assert axes.get_xlabel() == "key"


def test_words_of_others_on_a_page_stay():
    page = page_of("distance", figsize=(10, 6))
    mine = page.text(0.5, 0.5, "mine")
    page.set_size_inches(7, 5)
    picture(page)
    assert mine in page.texts


@pytest.mark.parametrize("kind", ["pdf", "svg"])
def test_a_vector_file_has_the_size_that_a_page_was_given(kind, tmp_path):
    page = page_of("distance", figsize=(10, 6))
    page.set_size_inches(7, 5)
    expected = page_of("distance", figsize=(7, 5))
    with mpl.rc_context({"svg.hashsalt": "same"}):
        for name, each in (("changed", page), ("made", expected)):
            each.savefig(
                tmp_path / f"{name}.{kind}",
                metadata={"Date": None} if kind == "svg" else {"CreationDate": None},
            )
    assert (tmp_path / f"changed.{kind}").read_bytes() == (tmp_path / f"made.{kind}").read_bytes()


def test_a_size_without_room_for_the_panels_is_refused_in_one_line():
    page = page_of("distance", figsize=(10, 6))
    page.set_size_inches(0.4, 0.2)
    with pytest.raises(StyleError, match="is not allowed"):
        page.canvas.draw()
