"""Where everything stands on the slides of each story and of panes, what notes and descriptions count, is what is kept."""

import io
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import matplotlib as mpl
import pptx
import pytest
from PIL import Image

from peviewer.document.animation import animated_fields
from peviewer.document.document import Document
from peviewer.document.fields import compare_with, with_several
from peviewer.exporters.clip.clip import ClipError
from peviewer.exporters.deck.page.moments import Moments, moments_of, slider_name
from peviewer.exporters.deck.slide_page import slide_page
from peviewer.exporters.deck.slides import Source, slides_of_story, write_deck
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.stories import stories
from peviewer.paper.page.painter import settings
from peviewer.paper.painting import painting
from peviewer.paper.style import Style
from tests.asked import chosen, plain
from tests.drawn import drawn
from tests.numbers import check, numbers_in, placed, summary

SMALL = Document().edited(
    {"encoding.length": 40, "encoding.dim": 12, "encoding.first": -5, "shift.phi": 4.5}
)
LONG_TITLE = "A title that is far too long for the one line that is there for it " * 3
DECKS = {
    "panes": (lambda: Source(panes="shift,waves,encoding").slides(SMALL), Style(), True, "*Three* panes"),
    "narrow": (lambda: Source(panes="distance").slides(SMALL), Style(1080, 1920, theme="slide-dark"), False, ""),
    "bare": (lambda: Source(panes="vectors").slides(compare_with(SMALL, "base=50")), Style(title=False, caption=False), False, ""),
    "wide": (lambda: Source().slides(with_several(SMALL, "dim=8,12")), Style(2400, 960, caption=LONG_TITLE), True, LONG_TITLE),
    "heads": (lambda: Source().slides(SMALL.edited({"encoding.scheme": "alibi"})), Style(1440, 1080, font_size=40), False, ""),
}  # fmt: skip
PAGES = {
    "pages/step": (lambda: slides_of_story(stories()["shift"])[1], Style()),
    "pages/narrow": (lambda: Source(panes="distance").slides(SMALL)[0], Style(1080, 1920, theme="slide-dark")),
    "pages/bare": (lambda: Source(panes="waves").slides(SMALL)[0], Style(1440, 1080, title=False)),
}  # fmt: skip
# Numbers that are whole and not, in steps and in powers of ten, some of which lie beyond the ends.
MOVING = {
    "moments/sinusoidal": SMALL.edited({"encoding.base": 3.5, "cursor.position": -5}),
    "moments/alibi": SMALL.edited({"encoding.scheme": "alibi"}),
    "moments/rope": SMALL.edited(
        {"encoding.scheme": "rope", "encoding.length": 4000, "shift.phi": 777.0}
    ),
}
QUICK = "steps", "shift", "tokens"
"""Stories of which slides are made quickly."""
SLIDERS = "sliders/choosing", "sliders/counters", "sliders/published"
"""Stories whose steps name numbers to drag to, heads among them."""
DOT = io.BytesIO()
Image.new("RGB", (16, 9)).save(DOT, "png")


def shape_numbers(shape):
    """Return where a shape stands, the sizes and the italics of its text, and the numbers in it."""
    number = shape.placeholder_format.idx if shape.is_placeholder else -1
    found = [number, shape.left, shape.top, shape.width, shape.height]
    if shape.has_text_frame:
        runs = [run for line in shape.text_frame.paragraphs for run in line.runs]
        sizes = {run.font.size.pt for run in runs if run.font.size}
        italics = sum(bool(run.font.italic) for run in runs)
        found += [len(shape.text_frame.paragraphs), italics, *sorted(sizes)]
        return [str(shape.shape_type), *found, *numbers_in(shape.text_frame.text)]
    described = shape.element.xpath(".//p:cNvPr")[0].get("descr")
    return [str(shape.shape_type), *found, shape.name, *numbers_of_text(described)]


def numbers_of_text(text):
    """Return how many numbers a longer text has, and what they come to; our own version is none of them."""
    lines = [line for line in text.splitlines() if not line.startswith("Made by")]
    return summary({"numbers": numbers_in("\n".join(lines))}).get("numbers", [])


def slides_of(deck):
    for slide in deck.slides:
        notes = slide.notes_slide.notes_text_frame.text
        yield {
            "shapes": [shape_numbers(shape) for shape in slide.shapes],
            "notes": [len(notes.splitlines()), *numbers_of_text(notes)],
        }


def written(slides, style, has_clips, title):
    """Return what a presentation holds, which has a dot for each picture, and what was asked of the painter."""
    painted = []

    def paint(figure, _kind, *, document, style):
        painted.append([plain(figure), chosen(style)])
        return DOT.getvalue()

    def write_clip(clip, target, style):
        painted.append([clip.path, clip.loop, chosen(style)])
        target.write_bytes(b"film")

    module = "peviewer.exporters.deck.presentation"
    with (
        TemporaryDirectory() as folder,
        patch(f"{module}.render", paint),
        patch(f"{module}.write_clip", write_clip),
    ):
        target = Path(folder, "a.pptx")
        write_deck(slides, target, style, clips=has_clips, title=title)
        deck = pptx.Presentation(str(target))
    about = deck.core_properties
    return {
        "size": [deck.slide_width, deck.slide_height],
        "about": [about.title, len(about.subject), about.author, about.revision],
        "slides": list(slides_of(deck)),
        "painted": painted,
    }


class Pages:
    """Stands in for the pages of a PDF: keeps one as SVG."""

    def __init__(self):
        self.file = io.BytesIO()

    def savefig(self, page, **options):
        page.savefig(self.file, format="svg", **options)


def drawn_page(slide, style):
    pages = Pages()
    with painting(settings(style)):
        slide_page(slide, style).add_to(pages)
    return placed(drawn(pages.file.getvalue()))


def moments_in(document):
    """Return where the slider of each number that moves a pane stops, and what it says at last."""
    for path in animated_fields(document):
        try:
            moments = Moments((PANES["distance"],), document, path, named=(10.0, 1e12))
        except ClipError:
            yield path, "moves nothing"
            continue
        text = moments.value_text(moments.count - 1)
        yield path, [moments.own_frame, *moments.values, *numbers_in(text)]


def sliders_of(slides):
    """Return where the slider of each step of a story stops; nothing of a step without one."""
    for number, slide in enumerate(slides):
        if moments := moments_of(slide):
            name = slider_name(slide, moments)
            yield f"{number} {name}", [moments.own_frame, *moments.values]


def cases(name):
    if name in MOVING:
        return {name: dict(moments_in(MOVING[name]))}
    if name in SLIDERS:
        return {name: dict(sliders_of(slides_of_story(stories()[name.partition("/")[2]])))}
    if name in PAGES:
        slide, style = PAGES[name]
        return {name: drawn_page(slide(), style)}
    if name in DECKS:
        slides, *choices = DECKS[name]
        return {f"decks/{name}": written(slides(), *choices)}
    story = stories()[name]
    return {
        f"stories/{name}": written(slides_of_story(story), Style(), name == "shift", story.title)
    }


def all_cases():
    names = *stories(), *DECKS, *PAGES, *MOVING, *SLIDERS
    return {case: now for name in names for case, now in cases(name).items()}


@pytest.mark.parametrize("name", [*DECKS, *QUICK])
def test_slides_have_everything_where_it_is_kept(name):
    check("exporters/deck", cases(name))


@pytest.mark.parametrize("name", [*MOVING, *SLIDERS])
def test_sliders_of_a_page_stop_where_it_is_kept(name):
    check("exporters/deck", cases(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in stories() if name not in QUICK])
def test_slides_of_longer_stories_have_everything_where_it_is_kept(name):
    check("exporters/deck", cases(name))


@pytest.mark.skipif(mpl.__version_info__ < (3, 11), reason="earlier ones measure texts otherwise")
@pytest.mark.parametrize("name", PAGES)
def test_pages_of_slides_have_everything_where_it_is_kept(name):
    check("exporters/deck", cases(name))
