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


def test_letters_of_an_svg_are_outlines_on_request_and_text_says_how_wide_it_is():
    text, outlines = (made("svg", style=COLUMN.but(text=how)).decode() for how in ("text", "outlines"))
    assert "<text" not in outlines
    ((size, wide),) = re.findall(r'size: ([\d.]+)px[^>]*textLength="([\d.]+)"[^>]*>neighbours: 1.0147</text>', text)
    assert 7.4 < float(wide) / float(size) < 8.1
    with pytest.raises(StyleError, match=r"text = 'outlines' is not allowed for \.pdf: a PDF carries its fonts"):
        made("pdf", style=COLUMN.but(text="outlines"))


def test_signs_that_few_fonts_have_are_outlines_in_the_texts_of_an_svg():
    svg = made("svg", "binary").decode()
    text, place = r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>{}</text>', r'transform="translate\(([\d.]+) ([\d.]+)\)"'
    outline = rf'<path d="M[^"]+Z" {place}[^>]*/>'
    found = re.search(rf"<g [^>]+>{text.format('Binary counter,')}{outline}{text.format('= 1')}</g>", svg)
    (first, base), (square, level), (last, line) = (found.groups()[k : k + 2] for k in (0, 2, 4))
    assert base == level == line
    assert float(first) < float(square) < float(last)
    assert "■" not in svg[svg.index("<g ") :]


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


def test_flags_take_a_text_a_wish_or_none(tmp_path):
    pictures = []
    for flags in ([], ["--title"], ["--title", "Mine"], ["--title", ""], ["--no-title"]):
        target = tmp_path / f"{len(pictures)}.png"
        assert main(["export", "distance", "-o", str(target), "--size", "480x360", *flags]) == 0
        pictures.append(Image.open(target).tobytes())
    usual, wished, own, empty, none = pictures
    assert usual == wished != own
    assert empty == none != usual


def test_signs_are_as_wide_as_in_their_own_font():
    """A sign that the text's font lacks is set, and measured, in one that has it: without a warning."""
    document = preset("wrong-operator").document
    svg = render(PANES["properties"].figure(document), "svg", document=document, style=Style.default("paper")).decode()
    found = re.findall(r"font-size: ([\d.]+)px; font-family: '([^']+)'[^>]*textLength=\"([\d.]+)\"[^>]*>(✗|✓)<", svg)
    assert {sign for *_, sign in found} == {"✗", "✓"}
    for size, family, wide, _ in found:
        assert family == "DejaVu Sans"
        assert 0.5 * float(size) < float(wide) < float(size)
