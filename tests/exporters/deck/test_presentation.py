"""Slides of any shape."""

import io
from itertools import pairwise

import pptx
import pytest
from PIL import Image

from peviewer.base.files import resource
from peviewer.document.document import Document
from peviewer.exporters.deck.places import CAPTION_TYPE, TITLE_TYPE, own_places
from peviewer.exporters.deck.slides import slides_of_panes, write_deck
from peviewer.paper.style import Style, StyleError

pytestmark = pytest.mark.usefixtures("coarse")
CHOSEN = Document().edited({"encoding.length": 50, "encoding.dim": 16})


@pytest.mark.slow
def test_slides_have_the_shape_of_the_size_and_all_stands_on_them(tmp_path):
    write_deck(slides_of_panes(("encoding",), CHOSEN), tmp_path / "a.pptx", Style(1440, 1080))
    deck = pptx.Presentation(str(tmp_path / "a.pptx"))
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


def test_type_is_as_large_in_the_shipped_deck_as_texts_are_fitted_to():
    (layout,) = pptx.Presentation(str(resource("deck.pptx"))).slide_layouts
    title, _, caption = (shape.element.xpath(".//a:lvl1pPr/a:defRPr/@sz") for shape in layout.placeholders)
    assert (title, caption) == ([f"{TITLE_TYPE}00"], [f"{CAPTION_TYPE}00"])
