import io

import numpy as np
import pytest
from PIL import Image

from peviewer.document.document import Document
from peviewer.exporters.deck.options import DeckOptions
from peviewer.exporters.deck.picture import slide_picture
from peviewer.exporters.deck.slides import slides_of_panes
from peviewer.exporters.deck.template import blank_deck
from peviewer.paper.style import Style

DOCUMENT = Document().edited({"encoding.length": 20, "encoding.dim": 16})


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


def test_a_dark_slide_is_dark():
    assert tuple(pixels(theme="slide-dark")[5, 5]) == (0x14, 0x16, 0x1A)
