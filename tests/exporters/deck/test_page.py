"""A deck as a web page: one file, steps with words and pictures, sliders that move them."""

import base64
import json
import re
import shutil
import subprocess
import zlib
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from peviewer.document.document import Document, DocumentError
from peviewer.exporters.deck.page import write
from peviewer.exporters.deck.page.moments import moments_of
from peviewer.exporters.deck.page.picture import LAYOUTS, Picture, Pieces
from peviewer.exporters.deck.page.step import PageStep, Words
from peviewer.exporters.deck.page.themes import Themes, darkened
from peviewer.exporters.deck.slides import slides_of_panes, slides_of_story, write_deck
from peviewer.figures.stories import stories
from peviewer.paper.motion import Motion
from peviewer.paper.style import Style
from tests.opened import read

SMALL = Document().edited({"encoding.length": 12, "encoding.dim": 8, "cursor.position": 5})
BROWSER = shutil.which("chromium") or shutil.which("google-chrome")


class Outline(HTMLParser):
    """The tags of a page with their attributes, and what is inside its scripts."""

    def __init__(self, text):
        super().__init__()
        self.tags = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def all_of(self, tag, **wanted):
        found = [attributes for name, attributes in self.tags if name == tag]
        return [each for each in found if wanted.items() <= each.items()]


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """A page of two steps: one that stands still, and one with a slider."""
    target = tmp_path_factory.mktemp("page") / "a.html"
    first, *_, counting = slides_of_story(stories()["start-here"])[:4]
    write_deck([first, counting], target, Style(), title="Two steps")
    return target


@pytest.fixture(scope="module")
def contents(page):
    packs = re.findall(r'class="pack">([^<]+)<', page.read_text(encoding="utf-8"))
    return [json.loads(zlib.decompress(base64.b64decode(pack))) for pack in packs]


def test_a_page_needs_nothing_else_and_opens_as_its_first_step(page):
    outline = Outline(page.read_text(encoding="utf-8"))
    addresses = [
        value for _, each in outline.tags for key, value in each.items() if key in ("src", "href")
    ]
    assert all(address.startswith("#step-") for address in addresses)
    assert "url(http" not in page.read_text(encoding="utf-8")
    step = stories()["start-here"].steps[0]
    assert read(page).encoding == step.document.encoding


def test_each_step_is_a_section_with_its_heading_and_a_described_picture(page):
    outline = Outline(page.read_text(encoding="utf-8"))
    sections = outline.all_of("section")
    headings = outline.all_of("h2")
    expected = [each["id"] for each in headings]
    assert [each["aria-labelledby"] for each in sections] == expected
    pictures = outline.all_of("svg", role="img")
    assert len(pictures) == len(sections)
    assert all(len(picture["aria-label"]) > 40 for picture in pictures)


def test_a_slider_is_named_and_begins_at_the_value_of_its_step(page):
    outline = Outline(page.read_text(encoding="utf-8"))
    (slider,) = outline.all_of("input", type="range")
    (label,) = outline.all_of("label")
    position = stories()["start-here"].steps[3].document.cursor.position
    assert label["for"] == slider["id"]
    assert slider["value"] == str(position)
    assert slider["aria-valuetext"] == str(position)


def test_what_only_the_window_can_do_is_left_out(page):
    text = page.read_text(encoding="utf-8")
    assert "<b>Scheme</b>" not in text
    assert text.count("<b>Try:</b>") == 1
    assert "Drag <b>Position t</b> and read its column upwards" in text


def test_pieces_are_stored_once_and_make_whole_pictures_in_two_layouts(contents):
    for content in contents:
        pieces = content["pieces"]
        assert len(set(pieces)) == len(pieces)
        assert content["frames"].keys() == LAYOUTS.keys()
        for frames in content["frames"].values():
            assert len(frames) == len(content["words"])
            for frame in frames:
                svg = "".join(pieces[number] for number in frame)
                texts = ElementTree.fromstring(f"<svg>{svg}</svg>").iter("text")
                assert len(list(texts)) > 5


def test_what_does_not_move_is_in_every_frame_the_same(contents):
    first, *others = map(set, contents[1]["frames"]["wide"])
    shared = first.intersection(*others)
    assert len(shared) > len(first) / 2
    assert any(frame != first for frame in others)


def test_images_have_a_palette_of_each_theme_and_the_same_pixels(contents):
    images = re.findall(
        r'<image class="(light|dark)[^>]*base64,([^"]+)', "".join(contents[0]["pieces"])
    )
    light, dark = (base64.b64decode(image) for _, image in images[:2])
    assert [theme for theme, _ in images[:2]] == ["light", "dark"]
    assert light[25] == dark[25] == 3  # both have a palette
    assert light[light.index(b"IDAT") :] == dark[dark.index(b"IDAT") :]
    assert light != dark


@pytest.mark.parametrize("name", ["clocks", "waves", "frequencies"])
def test_a_picture_without_cells_is_darkened_as_it_would_be_painted(name):
    (slide,) = slides_of_panes([name], SMALL)
    light, dark = (
        Motion(LAYOUTS["wide"].style(theme, has_formula=True)).svg(slide.figure)
        for theme in ("light", "dark")
    )
    themes = Themes()
    painted = themes.pieces(light, dark)
    colours = themes.variables("dark")
    assert themes.pieces(light, darkened(light)) == painted
    assert themes.variables("dark") == colours


def test_a_heatmap_is_not_darkened_by_its_colours():
    (slide,) = slides_of_panes(["encoding"], SMALL)
    assert (
        darkened(Motion(LAYOUTS["wide"].style("light", has_formula=True)).svg(slide.figure)) is None
    )


def test_moments_are_round_and_one_has_the_value_of_the_document():
    (slide,) = slides_of_panes(["clocks"], SMALL.edited({"shift.phi": 2.5}))
    moments = moments_of(slide)
    assert moments.values[moments.own_frame] == 2.5
    expected = (0, 2.5, 5, 10)
    assert moments.values[:4] == expected
    assert moments.values[-1] == 100


def moments_of_step(story, number):
    return moments_of(slides_of_story(stories()[story])[number - 1])


def test_a_slider_stops_where_the_step_says_to_drag_it():
    assert 4096 in moments_of_step("published", 6).values


def test_a_step_about_what_no_slider_sets_has_no_slider():
    assert moments_of_step("steps", 2) is None


def made_step(count, size):
    """Return a step of so many moments, each of about `size` bytes that nothing packs."""
    texts = [
        bytes(zlib.crc32(bytes([m, n % 256, n // 256])) % 95 + 32 for n in range(size)).decode()
        for m in range(count)
    ]
    pieces = Pieces()
    frames = {name: [pieces.all_of([text]) for text in texts] for name in LAYOUTS}
    words = [Words("title", "look", "", "alt", str(number)) for number in range(count)]
    (slide,) = slides_of_panes(["encoding"], SMALL)
    return PageStep(slide, Picture(pieces, frames, {}), words, "Shift φ", 3)


def test_a_step_that_is_too_large_keeps_its_ends_and_where_it_begins(monkeypatch):
    monkeypatch.setattr(write, "LARGEST_STEP", 20_000)
    (step,) = write._small_enough([made_step(12, 2_000)])
    assert len(step.packed) <= 20_000
    assert step.words[step.first].value == "3"
    assert [step.words[0].value, step.words[-1].value] == ["0", "11"]


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="there is no browser")
def test_a_browser_draws_every_picture(page, tmp_path):
    flags = "--headless --no-sandbox --disable-gpu --virtual-time-budget=9000 --dump-dom".split()
    command = [BROWSER, *flags, f"--user-data-dir={tmp_path}", page.as_uri()]
    drawn = subprocess.run(command, check=True, capture_output=True, timeout=120).stdout.decode()
    pictures = re.findall(r'<svg class="picture".*?</svg>', drawn, re.DOTALL)
    assert [picture.count("<text") > 10 for picture in pictures] == [True, True]


def test_what_cannot_be_shown_is_refused_before_anything_is_painted(tmp_path, monkeypatch):
    painted = []
    monkeypatch.setattr(write.PageStep, "of", lambda *given: painted.append(given))
    slides = slides_of_panes(["encoding", "attention"], SMALL)
    with pytest.raises(DocumentError, match="Attention shows what a query attends to"):
        write_deck(slides, tmp_path / "a.html", Style())
    assert painted == []


@pytest.mark.parametrize(
    "font",
    [
        "font-style: italic; font-size: 12px; font-family: 'Inter', 'DejaVu Sans'",
        "font: italic 12px 'Inter', 'DejaVu Sans'",
    ],
)
def test_letters_are_kept_by_their_face_however_it_is_named(font):
    text = f'<text style="{font}; fill: #1a1e24">abc</text>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg"><g><g>{text}</g></g></svg>'.encode()
    themes = Themes()

    (piece,) = themes.pieces(svg, svg)
    assert themes.letters == {("Inter", "italic", "normal"): set("abc")}
    assert piece == '<text class="f0 t0" style="font-size:12px">abc</text>'
