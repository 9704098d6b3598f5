import io

import numpy as np
import pytest
from PIL import Image

from peviewer.document.document import Document
from peviewer.exporters.deck.options import DeckOptions
from peviewer.exporters.deck.pdf import Pages
from peviewer.exporters.deck.picture import page_picture, slide_picture
from peviewer.exporters.deck.places import EMU, own_places
from peviewer.exporters.deck.slide_page import Design
from peviewer.exporters.deck.slides import slides_of_panes
from peviewer.exporters.deck.template import blank_deck
from peviewer.paper.style import Style

DOCUMENT = Document().edited({"encoding.length": 20, "encoding.dim": 16})


def pixels(**look):
    (slide,) = slides_of_panes(["encoding"], DOCUMENT)
    design = blank_deck(Style(**look), DeckOptions()).design
    return np.asarray(Image.open(io.BytesIO(slide_picture(slide, design, 1080))).convert("RGB"))


def cover_picture(texts, blank):
    pages = Pages((), blank.design, DeckOptions(cover=True, notes=False), texts)
    return Image.open(io.BytesIO(page_picture(pages, 1)))


@pytest.mark.slow
@pytest.mark.parametrize(("part", "rows"), [("title", slice(50, 100)), ("caption", slice(900, 950))])
def test_a_slide_is_shown_with_its_title_and_its_caption_unless_they_are_off(part, rows):
    on, off = pixels(), pixels(**{part: False})
    assert on.shape == (1080, 1920, 3)
    with_words, without = ((shown[rows] == [0x1A, 0x1E, 0x24]).all(axis=-1).sum() for shown in (on, off))
    assert with_words > 1000 > without  # where the caption stood the picture has a few words


def test_a_dark_slide_is_dark():
    assert tuple(pixels(theme="slide-dark")[5, 5]) == (0x14, 0x16, 0x1A)


def test_a_picture_in_a_low_place_leaves_out_a_formula_that_nobody_asked_for():
    places = own_places(Style())
    upper, _ = places.divided(0.4)
    assert upper.height < 2.5 < places.picture.height
    assert not places.look(Style(), upper).with_formula
    assert places.look(Style(), places.picture).with_formula
    assert places.look(Style(formula=True), upper).with_formula


@pytest.mark.parametrize("title", ["Lecture", "A lecture whose title needs more than one line of a slide " * 2])
def test_the_title_of_a_title_slide_stands_at_the_foot_of_its_place_and_its_subject_at_the_top(title):
    blank = blank_deck(Style(), DeckOptions(cover=True))
    shown = np.asarray(cover_picture([title, "Sinusoidal"], blank).convert("L")).astype(int)
    first, second = (
        ((place.top + np.array([0, place.height])) / EMU / blank.places.height * len(shown)).astype(int)
        for place in blank.cover.placeholders
    )
    rows = np.flatnonzero((np.abs(shown - shown[5, 5]) > 100).any(axis=1))
    title_rows, subject_rows = (rows[(rows >= low) & (rows < high)] for low, high in (first, second))
    assert first[1] - title_rows[-1] < 0.2 * (first[1] - first[0])
    assert subject_rows[0] - second[0] < 0.2 * (second[1] - second[0])


@pytest.mark.sampled(1)
@pytest.mark.parametrize("rows", [250, 333, 1080])
def test_a_picture_of_a_slide_has_the_nearest_whole_pixels(rows):
    (slide,) = slides_of_panes(["binary"], DOCUMENT)
    shown = Image.open(io.BytesIO(slide_picture(slide, Design.own(Style(), DeckOptions()), rows)))
    assert shown.size == (round(16 / 9 * rows), rows)
