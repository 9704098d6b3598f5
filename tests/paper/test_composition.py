"""Several panes on one page: where each stands, what it is called, what is said once for all."""

import io
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from peviewer.document.document import Document
from peviewer.exporters.picture import render
from peviewer.figures.fitting.hiding import PAPER_STEPS
from peviewer.paper.page.composition import Composition, fitting_columns
from peviewer.paper.page.hiding import reduced
from peviewer.paper.page.painter import paint
from peviewer.paper.style import Style, StyleError

SLIDE = Style.of_pixels(1280, 720)
PAPER = Style.of_inches(7, 4, theme="paper")


def one(made, *panels, **more):
    rows = [(panel,) for panel in panels]
    return made.figure(*rows, **more)


def page_of(figures, style, columns=None):
    return paint(Composition(tuple(figures), columns), style)


def texts_of(page):
    return [text.get_text() for text in page.texts]


def heats(page):
    """Return the axes of heatmaps: those with an image of more than one column."""
    axes_with_images = [axes for axes in page.axes if axes.images]
    return [axes for axes in axes_with_images if axes.images[0].get_array().shape[1] > 1]


@pytest.mark.slow
def test_one_figure_is_painted_as_it_is_alone(made):
    alone = render(made.stacked, "png", document=Document(), style=PAPER)
    composition = Composition((made.stacked,))
    rendered = render(composition, "png", document=Document(), style=PAPER)
    assert rendered == alone


def test_panes_stand_in_a_grid_whose_data_edges_are_aligned(made):
    # Long numbers need more room at the left.
    wide = one(made, made.heat(rows=100_000, bar=None))
    others = [one(made, made.heat(bar=None))] * 3
    boxes = [axes.bbox for axes in heats(page_of([wide, *others], SLIDE, 2))]
    assert len(boxes) == 4
    top_left, top_right, bottom_left, bottom_right = boxes
    assert top_left.x0 == bottom_left.x0
    assert top_right.x1 == bottom_right.x1
    assert top_left.y1 == top_right.y1
    assert top_left.y0 == top_right.y0
    assert top_left.x1 < top_right.x0
    assert bottom_left.y1 < top_left.y0


@pytest.mark.slow
def test_panes_are_lettered_on_paper_before_what_stands_above_them(made):
    figures = [one(made, made.heat()), one(made, made.curves(title="Curves"))]
    on_paper = texts_of(page_of(figures, PAPER))
    titled = texts_of(page_of(figures, PAPER.but(title=True)))
    assert {"(a)", "(b) Curves"} <= set(on_paper)
    assert {"(a) Made $here$", "(b) Made $here$"} <= set(titled)


@pytest.mark.slow
def test_panes_have_no_letters_on_slides_nor_alone(made):
    figures = [one(made, made.heat()), one(made, made.curves(title="Curves"))]
    on_slide = texts_of(page_of(figures, SLIDE))
    alone = texts_of(page_of(figures[:1], PAPER))
    assert not any("(a)" in text for text in on_slide)
    assert not any("(a)" in text for text in alone)


def test_a_caption_has_the_letters_too(made):
    figure = one(made, made.heat())
    figures = [replace(figure, caption=f"Says {name}.") for name in "xy"]
    texts = texts_of(page_of(figures, PAPER.but(caption=True)))
    assert "(a) Says x. (b) Says y." in texts


@pytest.mark.slow
def test_nothing_leaves_the_page(made):
    composition = Composition((made.stacked,) * 3)
    picture = render(composition, "png", document=Document(), style=SLIDE)
    pixels = np.asarray(Image.open(io.BytesIO(picture)).convert("RGB"))
    rim = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    assert (rim == pixels[0, 0]).all()


def test_the_grid_suits_the_page():
    expected = [2, 3, 2]
    assert [fitting_columns(count, 3.0) for count in (2, 3, 4)] == expected
    expected = [1, 1, 1]
    assert [fitting_columns(count, 0.6) for count in (2, 3, 4)] == expected


@pytest.mark.slow
def test_what_cannot_be_arranged_is_refused_in_one_line(made):
    for figures, columns, named in (
        ((), None, "0 panes .* from 1 to 26"),
        ((made.stacked,) * 27, None, "27 panes"),
        ((made.stacked,) * 2, 3, "columns = 3 .* from 1 to 2"),
        ((made.stacked,), 0, "columns = 0 "),
    ):
        with pytest.raises(StyleError, match=named):
            Composition(figures, columns)
    with pytest.raises(StyleError, match="too small"):
        paint(Composition((made.stacked,) * 6), Style.of_pixels(160, 110))


def test_of_two_legends_that_name_the_same_the_first_stays(made):
    named_alike = made.curves(legend=True)
    figure = made.figure((named_alike, named_alike))
    (row,) = reduced(figure, PAPER_STEPS[0]).rows

    assert [panel.legend for panel in row] == [True, False]
