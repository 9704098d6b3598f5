"""A PDF of slides: a page each, as large as the slide or above its notes; what it is, and whose, in its metadata."""

import io
import re
import zlib

import numpy as np
import pytest
from PIL import Image

from peviewer.document.document import Document
from peviewer.exporters.deck.options import DeckOptions
from peviewer.exporters.deck.pdf import Pages
from peviewer.exporters.deck.picture import slide_picture
from peviewer.exporters.deck.slide_page import Design
from peviewer.exporters.deck.slides import cover_texts, slides_of_group, slides_of_panes
from peviewer.exporters.deck.template import blank_deck
from peviewer.exporters.deck.write import write_deck
from peviewer.exporters.metadata.reading import made, read
from peviewer.paper.page.painter import painting, settings
from peviewer.paper.style import Style

DOCUMENT = Document().edited({"encoding.length": 20, "encoding.dim": 16})
SLIDES = slides_of_panes(("binary", "vectors"), DOCUMENT)
pytestmark = pytest.mark.usefixtures("coarse")


def sizes(file):
    """Return the size of every page, in inches."""
    boxes = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", file.read_bytes())
    return [(round(float(wide) / 72, 2), round(float(high) / 72, 2)) for wide, high in boxes]


@pytest.mark.slow
@pytest.mark.parametrize(("asked", "size"), [({}, (8.27, 11.69)), ({"notes": False}, (13.33, 7.5))])
def test_pages_are_of_paper_for_notes_and_as_large_as_the_slide_without(tmp_path, asked, size):
    assert write_deck(SLIDES, tmp_path / "a.pdf", Style(), DeckOptions(author="A. Lecturer", **asked), title="Course")
    assert sizes(tmp_path / "a.pdf") == [size] * 3  # with the title
    content = (tmp_path / "a.pdf").read_bytes()
    assert b"/Title (Course)" in content
    assert b"/Author (A. Lecturer)" in content
    assert read(tmp_path / "a.pdf") == DOCUMENT
    assert made(tmp_path / "a.pdf").panes == ("binary",)


@pytest.mark.slow
def test_a_pdf_is_the_same_every_time_and_its_pictures_are_drawn(tmp_path):
    for name in "ab":
        write_deck(SLIDES[1:], tmp_path / f"{name}.pdf", Style())
    content = (tmp_path / "a.pdf").read_bytes()
    assert content == (tmp_path / "b.pdf").read_bytes()
    drawn = b"".join(zlib.decompress(part) for part in re.findall(rb"FlateDecode.*?stream\r?\n(.*?)\r?\nendstream",
                                                                    content, re.DOTALL)[:1])  # fmt: skip
    assert drawn.count(b" l\n") > 30  # the curve is one, and no picture of it


def texts(pages, number):
    """Return what is written on a page, and where: in shares of the picture's page."""
    with painting(settings(pages.design.style)):
        slide_page = pages.slide_page(number)
        return [text.get_text() for text in slide_page.page.texts]


@pytest.mark.slow
def test_what_to_do_the_source_and_the_parameters_stand_below_the_slide_and_its_number_at_the_foot():
    options, slides = DeckOptions(footer="Lecture 3", author="A.", date="May"), slides_of_group("steps")[:2]
    design = Design.own(Style(), options, above_notes=True)
    pages = Pages(slides, design, options, cover_texts(slides, None, "Steps", options.by))
    cover, page = (texts(pages, number) for number in (1, 2))
    assert {"Steps", "A. · May", "Contents", "Lecture 3", "1"} <= set(cover)
    assert any(line.startswith("2") and slides[0].title[:20] in line for line in cover)
    joined = " ".join(page)
    assert {"Lecture 3", "2", "Parameters", "Length L: 10 positions"} <= set(page)
    assert "To do: " in joined
    assert f"peviewer present {slides[0].step}" in joined
    assert slides[0].words[:30] in joined
    without = Pages(slides, Design.own(Style(), options), options.model_copy(update={"notes": False}), ("a", "b"))
    assert "Parameters" not in texts(without, 2)
    assert {"Lecture 3", "2"} <= set(texts(without, 2))


def pixels(**look):
    (slide,) = slides_of_panes(["encoding"], DOCUMENT)
    design = blank_deck(Style(**look), DeckOptions()).design
    return np.asarray(Image.open(io.BytesIO(slide_picture(slide, design, 1080))).convert("RGB"))


@pytest.mark.slow
def test_a_slide_is_shown_with_its_title_and_its_caption_unless_they_are_off():
    on, off = pixels(), pixels(title=False, caption=False)
    assert on.shape == (1080, 1920, 3)
    for rows in (slice(50, 100), slice(900, 950)):
        with_words, without = ((shown[rows] == [0x1A, 0x1E, 0x24]).all(axis=-1).sum() for shown in (on, off))
        assert with_words > 1000 > without  # where the caption stood the picture has a few words


@pytest.mark.nightly
def test_a_dark_slide_is_dark():
    assert tuple(pixels(theme="slide-dark")[5, 5]) == (0x14, 0x16, 0x1A)
