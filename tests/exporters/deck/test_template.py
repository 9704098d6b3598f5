"""A deck on a lecturer's own template: its placeholders, size, ground and footers are used, its slides are not."""

import io
import zipfile
from itertools import pairwise

import av
import pptx
import pytest
from PIL import Image
from pptx.opc.constants import RELATIONSHIP_TYPE
from pptx.opc.package import Part
from pptx.opc.packuri import PackURI
from pptx.util import Inches

from peviewer.base.files import ExportError
from peviewer.document.document import Document
from peviewer.exporters.clip.clip import Clip
from peviewer.exporters.deck.options import DeckOptions
from peviewer.exporters.deck.slides import Slide, slides_of_panes
from peviewer.exporters.deck.template import usual_theme
from peviewer.exporters.deck.write import write_deck
from peviewer.exporters.metadata.reading import read
from peviewer.figures.panes.catalog import PANES
from peviewer.paper.style import Style

pytestmark = pytest.mark.usefixtures("coarse")
CHOSEN = Document().edited({"encoding.length": 50, "encoding.dim": 16})
WHITE, BLACK = '<a:sysClr val="window" lastClr="FFFFFF"/>', '<a:sysClr val="windowText" lastClr="000000"/>'


class Brief(Slide):
    """A slide whose clip has two frames."""

    def clip(self):
        return Clip(self.pane, self.document, seconds=0.2, fps=10)


def template(target, *, keep=(), dark=False, width=None):
    """Write a template with some layouts, an old slide with its number, and maybe a dark ground."""
    deck = pptx.Presentation()
    deck.slide_width = Inches(width) if width else deck.slide_width
    for layout in list(deck.slide_layouts):
        if keep and layout.name not in keep:
            deck.slide_layouts.remove(layout)
    for shape in deck.slide_layouts[0].placeholders:
        if "sldNum" in str(shape.element.xpath(".//p:ph/@type")):
            page = deck.slides.add_slide(deck.slide_layouts[0])
            page.shapes.element.append(shape.element.__copy__())
    theme = next(link.target_part for link in deck.slide_master.part.rels.values() if link.reltype.endswith("theme"))
    if dark:
        theme.blob = theme.blob.replace(WHITE.encode(), b'<a:srgbClr val="102040"/>')
    deck.save(str(target))
    return target


def as_potx(source, target):
    with zipfile.ZipFile(source) as archive, zipfile.ZipFile(target, "w") as made:
        for part in archive.infolist():
            content = archive.read(part)
            if part.filename == "[Content_Types].xml":
                content = content.replace(b"presentation.main+xml", b"template.main+xml")
            made.writestr(part, content)
    return target


def written(folder, source, panes=("encoding",), **options):
    made = DeckOptions(template=str(source), **options)
    target = folder / "deck.pptx"
    write_deck(slides_of_panes(panes, CHOSEN), target, Style(theme=usual_theme(target, made)), made)
    return pptx.Presentation(str(target))


def test_slides_take_size_and_placeholders_and_none_of_the_old_slides(tmp_path):
    deck = written(tmp_path, as_potx(template(tmp_path / "a.pptx", width=12), tmp_path / "a.potx"))
    assert deck.slide_width == Inches(12)
    (page,) = deck.slides
    assert page.slide_layout.name == "Title and Content"  # the one with the largest place for a picture
    title, picture = (shape for shape in page.placeholders if shape.placeholder_format.idx < 10)
    assert (title.text, title.is_placeholder) == ("Positional encoding", True)
    place = next(shape for shape in page.slide_layout.placeholders if shape.placeholder_format.idx == 1)
    assert (picture.placeholder_format.idx, picture.left, picture.top) == (1, place.left, place.top)
    (caption,) = [shape for shape in page.shapes if not shape.is_placeholder]
    assert picture.top + picture.height < caption.top < place.top + place.height
    assert caption.text_frame.text.startswith("Each row is the vector")


@pytest.mark.slow
def test_layouts_that_are_called_as_ours_are_taken_before_larger_ones(tmp_path):
    deck = pptx.Presentation(template(tmp_path / "a.pptx"))
    for layout in deck.slide_layouts:
        layout.name = {"Two Content": "Title, picture and caption", "Section Header": "Title"}.get(
            layout.name, layout.name
        )
    deck.save(tmp_path / "a.pptx")
    pages = written(tmp_path, tmp_path / "a.pptx", cover=True).slides
    assert [page.slide_layout.name for page in pages] == ["Title", "Title, picture and caption"]


@pytest.mark.slow
def test_a_layout_for_pictures_with_captions_is_filled_by_its_own_placeholders(tmp_path):
    source = template(tmp_path / "a.pptx", keep=("Title Slide", "Picture with Caption"))
    (cover, page) = written(tmp_path, source, cover=True).slides
    assert [shape.text_frame.text for shape in cover.placeholders] == ["Positional encoding", "Sinusoidal, 50 × 16"]
    held = {shape.placeholder_format.idx: shape for shape in page.placeholders}
    assert held[1].image.size[0] / held[1].image.size[1] == pytest.approx(held[1].width / held[1].height, rel=1e-2)
    assert held[2].text_frame.text.startswith("Each row is the vector")


@pytest.mark.slow
def test_what_the_old_slides_had_at_their_feet_new_ones_have_too(tmp_path):
    (page,) = written(tmp_path, template(tmp_path / "a.pptx")).slides
    assert page.element.xpath(".//p:ph/@type").count("sldNum") == 1
    numbers = page.element.xpath(".//p:cNvPr/@id")
    assert len(set(numbers)) == len(numbers)


@pytest.mark.slow
def test_the_small_picture_of_a_template_gives_way_and_that_of_one_of_its_parts_stays(tmp_path):
    deck = pptx.Presentation(template(tmp_path / "a.pptx"))
    package = deck.part.package
    for holder, name in ((package, "/docProps/other.png"), (deck.slide_master.part, "/ppt/media/master.png")):
        holder.relate_to(Part(PackURI(name), "image/png", package, b"old"), RELATIONSHIP_TYPE.THUMBNAIL)
    deck.save(tmp_path / "b.pptx")
    made = written(tmp_path, tmp_path / "b.pptx")
    assert made.part.package.part_related_by(RELATIONSHIP_TYPE.THUMBNAIL).blob.startswith(
        b"\xff\xd8\xff"
    )  # the only one
    assert made.slide_master.part.part_related_by(RELATIONSHIP_TYPE.THUMBNAIL).blob == b"old"


@pytest.mark.slow
@pytest.mark.parametrize("keep", ["Title Only", "Blank"])
def test_without_a_place_for_a_picture_it_stands_below_the_title_and_above_the_caption(tmp_path, keep):
    deck = written(tmp_path, template(tmp_path / "a.pptx", keep=(keep,)))
    (page,) = deck.slides
    shapes = sorted(
        (shape.top, shape.top + shape.height)
        for shape in page.shapes
        if not shape.element.xpath(".//p:ph[@type='sldNum']")
    )
    assert len(shapes) == 3
    assert all(above[1] <= below[0] for above, below in pairwise(shapes))
    assert shapes[-1][1] <= deck.slide_height


@pytest.mark.slow
@pytest.mark.parametrize(("dark", "theme"), [(False, "slide-light"), (True, "slide-dark")])
def test_a_picture_can_be_read_on_the_templates_ground_and_lets_it_through(tmp_path, dark, theme):
    source = template(tmp_path / "a.pptx", dark=dark)
    assert usual_theme(tmp_path / "deck.pptx", DeckOptions(template=str(source))) == theme
    (page,) = written(tmp_path, source).slides
    (picture,) = [shape for shape in page.placeholders if hasattr(shape, "image")]
    with Image.open(io.BytesIO(picture.image.blob)) as opened:
        assert opened.getpixel((0, 0))[3] == 0


@pytest.mark.slow
def test_a_clip_and_what_stands_for_it_have_the_templates_ground(tmp_path):
    source, target = template(tmp_path / "a.pptx", dark=True), tmp_path / "deck.pptx"
    options = DeckOptions(template=str(source), clips=True)
    write_deck([Brief(PANES["shift"], CHOSEN)], target, Style(theme="slide-dark"), options)
    with zipfile.ZipFile(target) as archive:
        (film,) = (io.BytesIO(archive.read(name)) for name in archive.namelist() if name.endswith(".mp4"))
        (poster,) = (archive.read(name) for name in archive.namelist() if name.startswith("ppt/media/image"))
    with av.open(film) as opened:
        corner = next(opened.decode(video=0)).to_ndarray(format="rgb24")[2, 2].astype(int)
    assert abs(corner - [0x10, 0x20, 0x40]).max() <= 4
    with Image.open(io.BytesIO(poster)) as opened:
        assert opened.convert("RGBA").getpixel((0, 0)) == (0x10, 0x20, 0x40, 255)


@pytest.mark.slow
def test_a_deck_made_on_an_earlier_deck_opens_as_the_new_document(tmp_path):
    earlier = tmp_path / "earlier.pptx"
    write_deck(slides_of_panes(("binary",), Document()), earlier, Style())
    written(tmp_path, earlier)
    assert read(tmp_path / "deck.pptx") == CHOSEN


@pytest.mark.parametrize(
    ("content", "cause"),
    [(b"junk", "it is no PowerPoint file"), (None, "it is no PowerPoint file"), (b"PK", "no Power")],
)
def test_a_broken_template_is_refused_by_name_and_nothing_is_left(tmp_path, content, cause):
    source = template(tmp_path / "a.pptx")
    source.write_bytes(source.read_bytes()[:9000] if content is None else content)
    with pytest.raises(ExportError, match=rf"cannot use the template .*a\.pptx: .*{cause}") as refused:
        written(tmp_path, source)
    assert "\n" not in str(refused.value)
    assert [path.name for path in tmp_path.iterdir()] == ["a.pptx"]


def test_a_template_is_never_written_over(tmp_path):
    source = template(tmp_path / "deck.pptx")
    before = source.read_bytes()
    with pytest.raises(ExportError, match="it is the template"):
        written(tmp_path, source)
    assert source.read_bytes() == before
