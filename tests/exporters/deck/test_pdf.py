"""A PDF of slides: a page each; what it is, and whose, in its metadata."""

import io
import re
import zlib
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from peviewer.document.document import Document
from peviewer.exporters.deck.places import HEIGHT, own_places
from peviewer.exporters.deck.slide_page import slide_page
from peviewer.exporters.deck.slides import slides_of_panes, write_deck
from peviewer.exporters.reading import open_file
from peviewer.paper.page.painter import settings
from peviewer.paper.painting import painting
from peviewer.paper.style import Style
from tests.opened import read

DOCUMENT = Document().edited({"encoding.length": 20, "encoding.dim": 16})
SLIDES = slides_of_panes(("binary", "vectors"), DOCUMENT)
pytestmark = pytest.mark.usefixtures("coarse")


def sizes(file):
    """Return the size of every page, in inches."""
    boxes = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", file.read_bytes())
    return [(round(float(wide) / 72, 2), round(float(high) / 72, 2)) for wide, high in boxes]


@pytest.mark.slow
def test_pages_are_as_large_as_slides_and_the_file_says_what_it_is(tmp_path):
    write_deck(SLIDES, tmp_path / "a.pdf", Style(), title="Course")
    assert sizes(tmp_path / "a.pdf") == [(13.33, 7.5)] * 2
    content = (tmp_path / "a.pdf").read_bytes()
    assert b"/Title (Course)" in content
    assert read(tmp_path / "a.pdf") == DOCUMENT
    assert open_file(tmp_path / "a.pdf").made.panes == ("binary",)


@pytest.mark.slow
def test_a_pdf_is_the_same_every_time_and_its_pictures_are_drawn(tmp_path):
    for name in "ab":
        write_deck(SLIDES[1:], tmp_path / f"{name}.pdf", Style())
    content = (tmp_path / "a.pdf").read_bytes()
    assert content == (tmp_path / "b.pdf").read_bytes()
    drawn = b"".join(zlib.decompress(part) for part in re.findall(rb"FlateDecode.*?stream\r?\n(.*?)\r?\nendstream",
                                                                    content, re.DOTALL)[:1])  # fmt: skip
    assert drawn.count(b" l\n") > 30  # the curve is one, and no picture of it


def pixels(**look):
    style = Style(**look)
    with painting(settings(style)):
        slides = slides_of_panes(["encoding"], DOCUMENT)
        page = slide_page(slides[0], style, 1080).png()
    return np.asarray(Image.open(io.BytesIO(page)).convert("RGB"))


@pytest.mark.slow
def test_a_slide_is_shown_with_its_title_and_its_caption_unless_they_are_off():
    on = pixels(formula="none")
    off = pixels(title=False, caption=False, formula="none")
    assert on.shape == (1080, 1920, 3)
    with_words = (on[50:100] == [0x1A, 0x1E, 0x24]).all(axis=-1).sum()
    without = (off[50:100] == [0x1A, 0x1E, 0x24]).all(axis=-1).sum()
    assert with_words > 1000 > without
    assert (on[950:] != off[950:]).any()


def test_a_title_stands_in_its_place_on_a_page():
    style = Style()
    pictures = []
    with painting(settings(style)):
        for heading in ("A title", " "):
            page = slide_page(replace(SLIDES[0], heading=heading), style, 270).png()
            pictures.append(np.asarray(Image.open(io.BytesIO(page))))
    with_title, without = pictures
    rows = np.flatnonzero((with_title != without).any(axis=(1, 2)))
    rows_per_inch = 270 / HEIGHT
    place = own_places(style).title
    assert rows[0] >= rows_per_inch * place.top
    assert rows[-1] < rows_per_inch * (place.top + place.height)
