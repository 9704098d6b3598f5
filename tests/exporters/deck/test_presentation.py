"""Slides of any shape, a title slide, what stands at the foot."""

import datetime
import io
from itertools import pairwise

import pptx
import pytest
from PIL import Image

from peviewer.base.files import resource
from peviewer.document.document import Document
from peviewer.exporters.deck.options import DeckOptions
from peviewer.exporters.deck.places import CAPTION_TYPE, COVER_TYPE, FOOT_TYPE, SUBTITLE_TYPE, TITLE_TYPE, own_places
from peviewer.exporters.deck.slides import slides_of_panes
from peviewer.exporters.deck.write import write_deck
from peviewer.figures.panes.catalog import PANES
from peviewer.paper.style import Style, StyleError

pytestmark = pytest.mark.usefixtures("coarse")
CHOSEN = Document().edited({"encoding.length": 50, "encoding.dim": 16})


def written(folder, panes, style=None, document=CHOSEN, **options):
    write_deck(
        slides_of_panes(panes, document),
        folder / "a.pptx",
        style or Style(),
        DeckOptions(**options),
        title="Of a group",
    )
    return pptx.Presentation(str(folder / "a.pptx"))


@pytest.mark.slow
def test_slides_have_the_shape_of_the_size_and_all_stands_on_them(tmp_path):
    deck = written(tmp_path, ("encoding",), Style(1440, 1080))
    assert deck.slide_width / deck.slide_height == pytest.approx(4 / 3, rel=1e-3)
    (page,) = deck.slides
    boxes = sorted((shape.top, shape.top + shape.height, shape.left + shape.width) for shape in page.shapes)
    assert all(above[1] <= below[0] for above, below in pairwise(boxes))
    assert max(box[2] for box in boxes) <= deck.slide_width
    assert boxes[-1][1] <= deck.slide_height
    (picture,) = [shape for shape in page.placeholders if hasattr(shape, "image")]
    with Image.open(io.BytesIO(picture.image.blob)) as opened:
        assert opened.width / opened.height == pytest.approx(picture.width / picture.height, rel=1e-2)


def test_a_page_that_is_no_slide_is_refused():
    with pytest.raises(StyleError, match="size = 4000x1000 is not allowed for slides: it must be from 9:16 to 5:2"):
        own_places(Style(4000, 1000))


@pytest.mark.slow
def test_a_title_slide_says_what_the_deck_is_and_of_what(tmp_path):
    cover, _ = written(tmp_path, ("encoding",), cover=True).slides
    assert [shape.text_frame.text for shape in cover.placeholders] == ["Of a group", "Sinusoidal, 50 × 16"]


@pytest.mark.slow
def test_a_title_of_ones_own_is_the_decks_and_a_caption_every_slides(tmp_path):
    deck = written(tmp_path, ("encoding", "binary"), Style(title="Lecture *3*", caption="By *me*"), cover=True)
    cover, *slides = deck.slides
    assert cover.placeholders[0].text_frame.text == "Lecture 3"
    assert deck.core_properties.title == "Lecture 3"
    assert [page.placeholders[0].text_frame.text for page in slides] == [
        PANES[name].figure(CHOSEN).title for name in ("encoding", "binary")
    ]
    assert {page.placeholders[2].text_frame.text for page in slides} == {"By me"}


def test_type_is_as_large_in_the_shipped_deck_as_texts_are_fitted_to():
    cover, picture = pptx.Presentation(str(resource("deck.pptx"))).slide_layouts
    found = [
        [int(size) / 100 for shape in layout.placeholders for size in shape.element.xpath(".//a:lvl1pPr/a:defRPr/@sz")]
        for layout in (picture, cover)
    ]
    assert [found[0][0], *found[0][-3:]] == [TITLE_TYPE, CAPTION_TYPE, FOOT_TYPE, FOOT_TYPE]
    assert found[1] == [COVER_TYPE, SUBTITLE_TYPE]


def feet(page):
    return {shape.element.xpath("string(.//p:ph/@type)"): shape.text_frame.text for shape in page.placeholders
            if shape.element.xpath(".//p:ph[@type='ftr' or @type='sldNum']")}  # fmt: skip


@pytest.mark.slow
def test_author_and_date_stand_on_a_title_slide_and_a_footer_and_a_number_on_every_other(tmp_path):
    asked = {"author": "A. Lecturer", "date": "May", "footer": "Lecture *3*"}
    deck = written(tmp_path, ("binary",), **asked)
    cover, page = deck.slides
    assert cover.placeholders[1].text_frame.text == "Sinusoidal, 50 × 16\nA. Lecturer · May"
    assert deck.core_properties.author == "A. Lecturer"
    assert feet(cover) == {}
    assert feet(page) == {"ftr": "Lecture *3*", "sldNum": "‹#›"}
    bottom = max(shape.top + shape.height for shape in page.placeholders if shape.placeholder_format.idx <= 2)
    assert min(shape.top for shape in page.placeholders if shape.placeholder_format.idx > 2) >= bottom
    (page,) = written(tmp_path, ("binary",), cover=False, numbers=False, author="A.").slides
    assert feet(page) == {}


def test_the_date_of_today_is_only_there_where_it_is_asked_for(tmp_path):
    today = datetime.date.today().isoformat()
    assert (DeckOptions(date="today").by, DeckOptions(author="A.").by) == (today, "A.")
    assert not DeckOptions().covered
