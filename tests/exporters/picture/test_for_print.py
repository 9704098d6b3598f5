"""What journals and LaTeX take: TIFF, EPS and PGF; letters as outlines; titles and captions of one's own."""

import io
import re
import zlib

import numpy as np
import pytest
from PIL import Image

from peviewer.cli.main import main
from peviewer.document.document import Document
from peviewer.exporters.metadata.reading import read
from peviewer.exporters.picture.render import render
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import preset
from peviewer.paper.page.composition import Composition
from peviewer.paper.page.painter import paint
from peviewer.paper.style import Style, StyleError

CHOSEN = Document().edited({"encoding.length": 30, "encoding.dim": 16, "shift.phi": 7.5})
COLUMN = Style.default("paper")


def made(kind, pane="distance", style=COLUMN):
    return render(PANES[pane].figure(CHOSEN), kind, document=CHOSEN, style=style)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("kind", ["tif", "eps", "pgf"])
def test_each_has_the_same_bytes_again_and_opens_again(kind, tmp_path):
    content, file = made(kind), tmp_path / f"a.{kind}"
    assert content == made(kind)
    file.write_bytes(content)
    assert read(file) == CHOSEN


def test_a_tiff_has_the_pixels_and_the_resolution_of_the_png():
    tiff, png = (Image.open(io.BytesIO(made(kind))) for kind in ("tif", "png"))
    assert np.array_equal(np.asarray(tiff), np.asarray(png.convert("RGB")))
    assert tiff.info["dpi"] == pytest.approx((300, 300))


@pytest.mark.slow
def test_an_eps_shades_in_the_colour_that_is_seen_through():
    (eps,) = re.findall(rb"(?s)%%BoundingBox: 0 0 238 180.*", made("eps", "frequencies"))
    red, green, blue = (0.16 * mark + 0.84 for mark in (0xB8 / 255, 0x62 / 255, 0.0))
    assert b"%.3g %.3g %.3g setrgbcolor" % (red, green, blue) in eps


def test_pgf_sets_words_in_latex_and_holds_its_images():
    pgf = made("pgf").decode("ascii")
    assert r"position $t$" in pgf
    assert r"lag $\varphi{}$" in pgf
    assert pgf.count("{") == pgf.count("}")
    assert "includegraphics" not in pgf
    parts = re.findall(r"\\pgfsys@invoke\{(.*)\}", pgf)
    head = next(part for part in parts if "BI" in part)
    wide, high = map(int, re.findall(r"/[WH] (\d+)", head))
    cells = zlib.decompress(bytes.fromhex(parts[parts.index(head) + 1]))
    assert len(cells) == wide * high


@pytest.mark.slow
def test_letters_of_an_svg_are_outlines_on_request():
    text, outlines = (made("svg", style=COLUMN.but(text=how)).decode() for how in ("text", "outlines"))
    assert ">neighbours</text>" in text
    assert "<text" not in outlines
    with pytest.raises(StyleError, match=r"text = 'outlines' is not allowed for \.pdf: a PDF carries its fonts"):
        made("pdf", style=COLUMN.but(text="outlines"))


def words(page):
    return [text.get_text() for text in page.texts]


def test_a_title_and_a_caption_of_ones_own_stand_in_their_places_and_empty_ones_are_none():
    figure = PANES["distance"].figure(CHOSEN)
    own = words(paint(figure, Style(title="*t* is mine", caption="And so is this.")))
    assert {"$t$ is mine", "And so is this."} <= set(own)
    assert figure.title not in own
    assert figure.title not in words(paint(figure, Style(title="", caption="")))
    both = words(paint(Composition((figure, figure)), Style(title="Mine")))
    assert both.count("Mine") == 1
    assert both.count(figure.title) == 2


@pytest.mark.slow
def test_flags_take_a_text_a_wish_or_none(tmp_path):
    pictures = []
    for flags in ([], ["--title"], ["--title", "Mine"], ["--title", ""], ["--no-title"]):
        target = tmp_path / f"{len(pictures)}.png"
        assert main(["export", "distance", "-o", str(target), "--size", "480x360", *flags]) == 0
        pictures.append(Image.open(target).tobytes())
    usual, wished, own, empty, none = pictures
    assert usual == wished != own
    assert empty == none != usual


@pytest.mark.slow
def test_signs_that_the_font_of_the_text_lacks_are_set_in_one_that_has_them_without_a_warning():
    document = preset("wrong-operator").document
    svg = render(PANES["properties"].figure(document), "svg", document=document, style=Style.default("paper")).decode()
    found = re.findall(r"font-family: '([^']+)'[^>]*>(✗|✓)<", svg)
    assert set(found) == {("DejaVu Sans", "✗"), ("DejaVu Sans", "✓")}
