"""Pictures on disk: exact colours, sharp cells, text as text, equal bytes, and never half a file."""

import io
import os
import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from peviewer.base.files import ExportError
from peviewer.document.document import Document
from peviewer.exporters.picture import export, render
from peviewer.figures.palette import colormap
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import preset
from peviewer.paper.page.painter import paint
from peviewer.paper.style import Style, StyleError

SMALL = Style.of_pixels(640, 480)


def pixels(picture):
    return np.asarray(Image.open(io.BytesIO(picture)).convert("RGBA"))


def test_every_cell_of_a_png_has_its_colormaps_colour(made):
    figure = made.figure((made.heat(),))
    rendered = render(figure, "png", document=Document(), style=SMALL)
    picture = pixels(rendered)
    (axes, _) = paint(figure, SMALL).axes
    for row in range(8):
        for column in range(12):
            x, y = axes.transData.transform((column, row))
            expected = colormap("viridis")[(row * 37 + column * 11) % 256]
            assert tuple(picture[480 - 1 - int(y), int(x), :3]) == tuple(expected), (row, column)


def test_small_cells_stand_one_to_a_pixel(made):
    figure = made.figure((made.heat(5000, 7000, bar=None),))
    rendered = render(figure, "png", document=Document(), style=SMALL)
    picture = pixels(rendered)
    page = paint(figure, SMALL)
    box = page.axes[0].bbox
    shown = page.axes[0].images[0].get_array()[..., :3]
    area = picture[480 - round(box.y1) : 480 - round(box.y0), round(box.x0) : round(box.x1), :3]
    assert area.shape == shown.shape
    # Rows of the axis run down; the frame covers the outermost pixels.
    assert np.array_equal(area[2:-2, 2:-2], np.asarray(shown)[2:-2, 2:-2])


@pytest.mark.parametrize(
    ("theme", "ground"), [("slide-light", (255, 255, 255)), ("slide-dark", (0x14, 0x16, 0x1A))]
)
def test_the_ground_is_the_themes(made, theme, ground):
    rendered = render(
        made.stacked, "png", document=Document(), style=Style.of_pixels(640, 480, theme=theme)
    )
    picture = pixels(rendered)
    assert tuple(picture[0, 0]) == (*ground, 255)


def test_a_transparent_picture_has_no_ground_but_full_cells(made):
    style = Style(640, 480, transparent=True)
    figure = made.figure((made.heat(),))
    rendered = render(figure, "png", document=Document(), style=style)
    picture = pixels(rendered)
    box = paint(figure, style).axes[0].bbox
    assert picture[0, 0, 3] == 0
    assert picture[int(480 - box.y0 - box.height / 2), int(box.x0 + box.width / 2), 3] == 255


def test_a_png_has_its_size_and_resolution():
    document = Document()
    figure = PANES["encoding"].figure(document)
    content = render(
        figure,
        "png",
        document=document,
        style=Style.of_inches(3, 2, 300),
    )
    picture = Image.open(io.BytesIO(content))
    assert picture.size == (900, 600)
    expected = pytest.approx((300, 300), abs=0.02)
    assert picture.info["dpi"] == expected


def test_text_in_an_svg_is_text_and_cells_are_pixelated(made):
    rendered = render(made.stacked, "svg", document=Document(), style=SMALL)
    svg = rendered.decode()
    assert re.search(r">Curves</(text|tspan)>", svg)
    assert ">a fact</text>" in svg
    assert 'width="480pt" height="360pt"' in svg
    assert "image-rendering:pixelated" in svg


def test_a_formula_in_an_svg_is_outlines_and_all_else_is_text():
    document = Document()
    figure = PANES["distance"].figure(document)
    rendered = render(figure, "svg", document=document, style=Style())
    svg = rendered.decode()
    start = svg.index("<!-- $\\Vert")
    formula = svg[start : svg.index('<g id="', start)]
    assert "<text" not in formula
    assert formula.count("<use") > 20
    assert "<text" in svg[start + len(formula) :]
    assert not re.search("font: [^;]*(STIXSize|Display)", svg), "readers seldom have these fonts"


@pytest.mark.parametrize("size", [pytest.param((5000, 7000), marks=pytest.mark.nightly), (100, 80)])
def test_means_in_an_svg_and_small_cells_may_be_smoothed(made, size):
    panels = made.heat(*size, bar=None), made.heat(bar=None)
    svg = render(made.figure(panels), "svg", document=Document(), style=SMALL)
    means, cells = re.findall(rb"<image .*?/>", svg, re.DOTALL)
    assert b"pixelated" not in means
    assert b"pixelated" in cells


@pytest.mark.slow
def test_fonts_in_a_pdf_are_embedded_as_truetype(made):
    pdf = render(made.stacked, "pdf", document=Document(), style=SMALL)
    assert b"/FontFile2" in pdf
    assert b"/Type3" not in pdf
    assert b"/MediaBox [ 0 0 480 360 ]" in pdf


@pytest.mark.parametrize("kind", ["PNG", "svg", pytest.param("pdf", marks=pytest.mark.slow)])
def test_the_extension_chooses_the_format(made, tmp_path, kind):
    starts = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}
    target = tmp_path / f"picture.{kind}"
    export(made.stacked, target, document=Document(), style=SMALL)
    assert target.read_bytes().startswith(starts[kind.lower()])
    assert os.listdir(tmp_path) == [target.name]


@pytest.mark.slow
def test_a_picture_too_small_writes_nothing(made, tmp_path):
    many = made.figure(*((made.curves(title="Curves", legend=True),) for _ in range(6)))
    with pytest.raises(StyleError):
        export(many, tmp_path / "a.png", document=Document(), style=Style(200, 100))
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("target", "cause"),
    [
        ("nowhere/a.png", "there is no folder"),
        ("folder.png", "it is a folder"),
        ("picture.xyz", r"the extension must be one of \.png, \.svg, \.pdf"),
        ("picture", "the extension must be one of"),
        ("/dev/full", "a device is no place for a picture"),
        ("full.png", "a device is no place for a picture"),
        ("a" * 300 + ".png", "File name too long"),
        ("file/a.png", "there is no folder"),
    ],
)
def test_a_target_that_cannot_be_written_is_named_with_its_cause(made, tmp_path, target, cause):
    (tmp_path / "folder.png").mkdir()
    (tmp_path / "file").write_text("")
    (tmp_path / "full.png").symlink_to("/dev/full")
    before = sorted(os.listdir(tmp_path))
    with pytest.raises(ExportError, match=cause) as refused:
        export(made.stacked, tmp_path / target, document=Document(), style=SMALL)
    assert str(tmp_path / target) in str(refused.value)
    assert sorted(os.listdir(tmp_path)) == before


@pytest.mark.parametrize("protected", ["folder", "file"])
def test_a_protected_folder_or_file_is_refused(made, tmp_path, monkeypatch, protected):
    target = tmp_path / "a.png"
    target.write_bytes(b"old")
    denied = tmp_path if protected == "folder" else target
    # Asked of the system in place of a real lock, which the tests' user may be above.
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != denied)
    with pytest.raises(
        ExportError, match="not writable" if protected == "folder" else "write-protected"
    ):
        export(made.stacked, target, document=Document(), style=SMALL)
    assert target.read_bytes() == b"old"


@pytest.mark.slow
def test_signs_that_a_font_lacks_are_set_in_another_without_a_warning():
    document = preset("wrong-operator").document
    figure = PANES["properties"].figure(document)
    rendered = render(figure, "svg", document=document, style=Style.default("paper"))
    svg = rendered.decode()
    found = re.findall(r"font-family: '([^']+)'[^>]*>(✗|✓)<", svg)
    expected = {("DejaVu Sans", "✗"), ("DejaVu Sans", "✓")}
    assert set(found) == expected


def test_who_has_the_earlier_picture_open_goes_on_reading_it(made, tmp_path):
    target = tmp_path / "picture.png"
    target.write_bytes(b"earlier")
    with target.open("rb") as reader:
        export(made.stacked, target, document=Document(), style=SMALL)
        assert reader.read() == b"earlier"
    assert target.read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_a_title_and_a_caption_of_ones_own_are_painted_and_empty_ones_are_none(made):
    for title, caption, shown in (
        ("*t* is mine", "And so is this.", {"$t$ is mine", "And so is this."}),
        ("", "", set()),
    ):
        words = {
            text.get_text()
            for text in paint(made.stacked, Style(title=title, caption=caption)).texts
        }
        assert shown <= words
        assert "Made $here$" not in words
    assert "Made $here$" in {text.get_text() for text in paint(made.stacked, Style()).texts}


@pytest.mark.parametrize(
    ("style", "fonts"),
    [
        (SMALL, "'Inter peviewer', Inter, Arial, 'Liberation Sans', "),
        (Style.default("paper"), "STIXGeneral', 'STIX Two Text', 'Times New Roman', Times, "),
    ],
)
def test_an_svg_names_fonts_that_readers_have_behind_its_own(made, style, fonts):
    figure = made.figure((made.curves(),))
    rendered = render(figure, "svg", document=Document(), style=style)
    svg = rendered.decode()

    assert fonts in svg
    assert "'DejaVu Serif'" not in svg
