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

SLIDE, PAPER = Style.of_pixels(1280, 720), Style.of_inches(7, 4, theme="paper")


def one(made, *panels, **more):
    return made.figure(*((panel,) for panel in panels), **more)


def heats(page):
    """The axes of heatmaps: those with an image of more than one column."""
    return [axes for axes in page.axes if axes.images and axes.images[0].get_array().shape[1] > 1]


@pytest.mark.slow
def test_one_figure_is_painted_as_it_is_alone(made):
    alone = render(made.stacked, "png", document=Document(), style=PAPER)
    assert render(Composition((made.stacked,)), "png", document=Document(), style=PAPER) == alone


def test_panes_stand_in_a_grid_whose_data_edges_are_aligned(made):
    wide = made.heat(rows=100_000, bar=None)  # long numbers need more room at the left
    page = paint(Composition((one(made, wide), *[one(made, made.heat(bar=None))] * 3), 2), SLIDE)
    boxes = [axes.bbox for axes in heats(page)]
    assert len(boxes) == 4
    assert boxes[0].x0 == boxes[2].x0
    assert boxes[1].x1 == boxes[3].x1
    assert boxes[0].y1 == boxes[1].y1
    assert boxes[0].y0 == boxes[1].y0
    assert boxes[0].x1 < boxes[1].x0
    assert boxes[2].y1 < boxes[0].y0


@pytest.mark.slow
def test_panes_are_lettered_on_paper_before_what_stands_above_them(made):
    figures = one(made, made.heat()), one(made, made.curves(title="Curves"))
    texts = {text.get_text() for text in paint(Composition(figures), PAPER).texts}
    assert {"(a)", "(b) Curves"} <= texts
    assert not any(
        text.get_text().startswith("(a)") for text in paint(Composition(figures), SLIDE).texts
    )
    titled = {text.get_text() for text in paint(Composition(figures), PAPER.but(title=True)).texts}
    assert {"(a) Made $here$", "(b) Made $here$"} <= titled
    assert not any("(a)" in text.get_text() for text in paint(Composition(figures), SLIDE).texts)
    assert not any(
        "(a)" in text.get_text() for text in paint(Composition(figures[:1]), PAPER).texts
    )


def test_a_caption_has_the_letters_too(made):
    figures = tuple(replace(one(made, made.heat()), caption=f"Says {k}.") for k in "xy")
    texts = [text.get_text() for text in paint(Composition(figures), PAPER.but(caption=True)).texts]
    assert "(a) Says x. (b) Says y." in texts


@pytest.mark.slow
def test_nothing_leaves_the_page(made):
    picture = render(Composition((made.stacked,) * 3), "png", document=Document(), style=SLIDE)
    pixels = np.asarray(Image.open(io.BytesIO(picture)).convert("RGB"))
    rim = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    assert (rim == pixels[0, 0]).all()


def test_the_grid_suits_the_page():
    assert [fitting_columns(count, 3.0) for count in (2, 3, 4)] == [2, 3, 2]
    assert [fitting_columns(count, 0.6) for count in (2, 3, 4)] == [1, 1, 1]


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
    (row,) = reduced(made.figure((named_alike, named_alike)), PAPER_STEPS[0]).rows

    assert [panel.legend for panel in row] == [True, False]
