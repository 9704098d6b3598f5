"""A deck: slides with title, picture, caption, notes and clips.

Whole or not at all; opened again.
"""

import io
import re
import zipfile
from itertools import pairwise

import pptx
import pytest
from PIL import Image
from pptx.enum.shapes import MSO_SHAPE_TYPE, PP_MEDIA_TYPE

from peviewer.base.files import ExportError, resource
from peviewer.base.words import unstarred
from peviewer.document.document import Document, DocumentError
from peviewer.document.fields import compare_with
from peviewer.exporters.clip.clip import Clip
from peviewer.exporters.deck.notes import notes, parameters
from peviewer.exporters.deck.places import CAPTION_TYPE, TITLE_TYPE, own_places
from peviewer.exporters.deck.slides import (
    Slide,
    Source,
    slides_of_panes,
    slides_of_story,
    write_deck,
)
from peviewer.exporters.picture import render
from peviewer.figures.palette import DARK
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import preset
from peviewer.figures.stories import Place, stories
from peviewer.model.encodings.catalog import SCHEMES
from peviewer.paper.style import Style
from tests.opened import read

CHOSEN = Document().edited({"encoding.length": 50, "encoding.dim": 16, "shift.phi": -2.5})


class Brief(Slide):
    """A slide whose clip has two frames."""

    def clip(self):
        return Clip(self.pane, self.document, seconds=0.2, fps=10)


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    target = tmp_path_factory.mktemp("deck") / "slides.pptx"
    slides = slides_of_panes(("encoding", "shift", "waves"), CHOSEN)
    write_deck(
        slides,
        target,
        Style(),
        title="Three panes",
    )
    return target


def pages(target):
    return list(pptx.Presentation(str(target)).slides)


@pytest.mark.slow
def test_each_pane_has_a_slide_with_its_title_and_caption(written):
    shown = pages(written)
    expected = [
        PANES[name].figure(CHOSEN).title.replace("*", "") for name in ("encoding", "shift", "waves")
    ]
    assert [page.shapes.title.text for page in shown] == expected
    for page, name in zip(shown, ("encoding", "shift", "waves"), strict=True):
        caption = page.placeholders[2].text_frame.text
        assert caption
        explanation = PANES[name].explanation(CHOSEN)
        assert unstarred(explanation).startswith(caption)


@pytest.mark.slow
def test_a_picture_is_what_the_exporter_makes_and_as_sharp_as_a_4k_screen(written):
    (page, *_) = pages(written)
    deck = pptx.Presentation(str(written))
    picture = next(shape for shape in page.shapes if shape.placeholder_format.idx == 1)
    slide = slides_of_panes(("encoding",), CHOSEN)[0]
    expected = render(slide.figure, "png", document=CHOSEN, style=own_places(Style()).look(Style()))
    assert picture.image.blob == expected
    across, down = Image.open(io.BytesIO(picture.image.blob)).size
    expected = pytest.approx(3840, rel=1e-3)
    assert across / (picture.width / deck.slide_width) == expected
    expected = pytest.approx(picture.width / picture.height, rel=1e-3)
    assert across / down == expected
    assert max(picture.crop_left, picture.crop_right, picture.crop_top, picture.crop_bottom) < 1e-3


@pytest.mark.slow
def test_those_who_cannot_see_a_picture_hear_what_is_drawn_from_where_to_where(written):
    page = pages(written)[0]
    picture = next(shape for shape in page.shapes if shape.placeholder_format.idx == 1)
    described = picture.element.xpath(".//p:cNvPr")[0].get("descr")
    assert described.startswith(
        "Positional encoding. Heatmap, dimension j from 0 to 15 across, position t from 0 to 49"
    )
    assert "colours from −1 to 1" in described
    assert "Length L: 50 positions; Dimensions d: 16" in described


@pytest.mark.parametrize("size", [(1920, 1080), (1440, 1080)])
def test_type_on_a_slide_is_18_points_and_more(size):
    places = own_places(Style(*size))
    style = places.look(Style(*size))
    assert not style.titled
    assert style.sizes.least * style.dpi / places.density >= 17.9  # in inches of the slide


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(16, 9), (4, 3)])
def test_slides_have_the_shape_of_the_size_and_everything_stands_on_them(written, tmp_path, shape):
    if shape != (16, 9):
        written = tmp_path / "a.pptx"
        slides = slides_of_panes(("encoding",), CHOSEN)
        write_deck(slides, written, Style(1440, 1080))
    deck = pptx.Presentation(str(written))
    expected = pytest.approx(shape[0] / shape[1])
    assert deck.slide_width / deck.slide_height == expected
    for page in deck.slides:
        boxes = sorted((shape.top, shape.top + shape.height) for shape in page.shapes)
        assert len(boxes) == 3
        assert all(below[0] >= above[1] for above, below in pairwise(boxes))
        assert boxes[-1][1] <= deck.slide_height
        assert all(
            shape.left >= 0 and shape.left + shape.width <= deck.slide_width
            for shape in page.shapes
        )


@pytest.mark.slow
def test_the_notes_hold_the_explanation_and_the_parameters(written):
    text = pages(written)[1].notes_slide.notes_text_frame.text
    assert unstarred(PANES["shift"].explanation(CHOSEN)) in text
    assert {"Length L: 50 positions", "Dimensions d: 16", "Shift φ: −2.5 positions"} <= set(
        text.splitlines()
    )


@pytest.mark.slow
def test_each_picture_in_the_deck_opens_too(written, tmp_path):
    with zipfile.ZipFile(written) as archive:
        names = [name for name in archive.namelist() if name.startswith("ppt/media/")]
        for name in names:
            (tmp_path / "a.png").write_bytes(archive.read(name))
            assert read(tmp_path / "a.png") == CHOSEN
    assert len(names) == 3


@pytest.mark.slow
@pytest.mark.usefixtures("coarse")
def test_colours_and_fonts_are_those_of_the_theme(tmp_path):
    target = tmp_path / "a.pptx"
    ground = DARK.window
    slides = slides_of_panes(("binary",), CHOSEN)
    write_deck(slides, target, Style(theme="slide-dark"))
    with zipfile.ZipFile(target) as archive:
        colours = archive.read("ppt/theme/theme1.xml").decode()
        master = archive.read("ppt/slideMasters/slideMaster1.xml").decode()
        picture = archive.read("ppt/media/image1.png")
    assert f'<a:dk1><a:srgbClr val="{ground[1:]}"/>' in colours
    assert f'<a:accent1><a:srgbClr val="{DARK.curves[0][1:]}"/>' in colours
    assert colours.count('latin typeface="Arial"') == 2
    assert 'bg1="dk1"' in master
    # The picture has no visible edge on its slide.
    assert (
        "#{:02X}{:02X}{:02X}".format(
            *Image.open(io.BytesIO(picture)).convert("RGB").getpixel((0, 0))
        )
        == ground
    )


def test_the_picture_takes_the_room_of_what_is_left_out():
    for part, gained in (("title", "top"), ("caption", "bottom")):
        whole = own_places(Style()).picture
        without = own_places(Style(**{part: False})).picture
        taller = without.height - whole.height
        assert taller > 0.6
        expected = pytest.approx(-taller if gained == "top" else 0)
        assert without.top - whole.top == expected
        assert (
            own_places(Style(**{part: False})).look(Style()).height
            > own_places(Style()).look(Style()).height
        )


@pytest.mark.slow
def test_a_story_has_a_slide_for_each_step_with_its_panes_and_its_words():
    for name in ("steps", "start-here"):
        story = stories()[name]
        slides = slides_of_story(story)
        places = [Place(story, k + 1) for k in range(len(story.steps))]
        expected = [one.key for one in places]
        assert list(dict.fromkeys(slide.step for slide in slides)) == expected
        for one in places:
            some = [slide for slide in slides if slide.step == one.key]
            names = one.step.slide.split(",") if one.step.slide else one.step.document.view.panes
            actual = [
                ".".join(filter(None, (pane.name, pane.only)))
                for slide in some
                for pane in slide.panes
            ]
            assert actual == [*names]
            assert len(some) == -(-len(names) // 2)
            assert {slide.title.removesuffix(" (continued)") for slide in some} == {one.title}
            expected = {(one.words.look, one.step.animated_field)}
            assert {(slide.words, slide.plays) for slide in some} == expected
            said = [
                unstarred(one.words.do),
                one.step.notes,
                f"peviewer present {one.key}",
                story.source.link if story.source else "",
            ]
            assert all(words in notes(slide) for slide in some for words in said)
    assert len(Source(story="start-here").slides(CHOSEN)) == 8
    assert Source(story="start-here").title == "Tour"
    assert Source(panes="shift").title == ""


def test_a_step_that_compares_says_in_its_title_what_a_and_b_are():
    slides = slides_of_story(stories()["choosing"])
    title = next(slide.title for slide in slides if slide.document.compared_document is not None)
    assert title.replace("\N{NO-BREAK SPACE}", " ") == (
        "A larger base reaches farther · A: base 500\u2009000 · B: base 10\u2009000"
    )


def test_numbers_below_a_clip_say_of_which_moment_they_are():
    places = own_places(Style())
    steps = slides_of_story(stories()["start-here"])
    for slide, moment in (steps[4], " (t = 3)"), (steps[5], " (t = 40)"):
        expected = slide.caption_within(places) + moment
        assert slide.caption_within(places, played=True) == expected
    assert "(" not in slides_of_story(stories()["shift"])[0].caption_within(
        places, played=True
    ).replace("M(φ)", "")


def test_a_title_above_a_clip_names_its_moment_where_that_of_others_is_another():
    tokens = slides_of_story(stories()["tokens"])[0]
    assert tokens.title_above() == "20 % of the table turns within 100 tokens"
    assert (
        tokens.title_above(played=True)
        == "20 % of the table turns within 100 tokens (b = 1\u2009000\u2009000)"
    )
    steps = slides_of_story(stories()["steps"])[0]
    assert steps.title_above(played=True) == steps.title, "t changes nothing of it"
    rows = Slide(PANES["vectors"], CHOSEN, plays="vectors.first")
    assert rows.title_above(played=True) == f"{rows.title} (t = 0)"
    slide = Slide(PANES["shift"], CHOSEN)
    actual = slide.title_above(played=True)
    assert actual == "A shift is one matrix, the same for every position"


@pytest.mark.slow
@pytest.mark.usefixtures("coarse")
def test_a_clip_is_embedded_where_the_pane_moves_with_a_poster(tmp_path):
    target = tmp_path / "a.pptx"
    slides = [Brief(PANES[name], CHOSEN) for name in ("vectors", "shift")]
    write_deck(slides, target, Style(), clips=True)
    still, moving = pages(target)
    assert not [shape for shape in still.shapes if shape.shape_type == MSO_SHAPE_TYPE.MEDIA]
    (film,) = [shape for shape in moving.shapes if shape.shape_type == MSO_SHAPE_TYPE.MEDIA]
    assert film.media_type == PP_MEDIA_TYPE.MOVIE
    poster = render(
        slides[1].figure, "png", document=CHOSEN, style=own_places(Style()).look(Style())
    )
    assert film.poster_frame.blob == poster
    with zipfile.ZipFile(target) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".mp4")]
        (tmp_path / "film.mp4").write_bytes(archive.read(name))
        assert 'repeatCount="indefinite"' in archive.read("ppt/slides/slide2.xml").decode()
    import av

    with av.open(str(tmp_path / "film.mp4")) as opened:
        video = opened.streams.video[0]
        expected = pytest.approx(film.width / film.height, rel=1e-2)
        assert (video.width / video.height) == expected
        assert sum(1 for _ in opened.decode(video)) == 2


def test_panes_that_read_the_shift_move_and_others_do_not():
    moving = {slide.pane.name for slide in slides_of_panes(tuple(PANES), CHOSEN) if slide.moves}
    assert {"shift", "clocks", "operator"} <= moving
    assert {"encoding", "binary", "distance"} <= moving  # they mark the row φ on, or the lag
    assert not {"table", "vectors", "waves", "similarity"} & moving


def forged(path, *parts):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts:
            archive.writestr(name, content)
    return path


def session(text):
    return f'<session xmlns="urn:peviewer:session">{text}</session>'


@pytest.mark.parametrize(
    ("parts", "cause"),
    [
        ([("ppt/presentation.xml", "<p/>")], "carries no peviewer session"),
        ([("customXml/item1.xml", "<other/>")], "carries no peviewer session"),
        ([("customXml/item1.xml", session("{}"))], "key 'peviewer' is missing"),
        (
            [("customXml/item1.xml", session('{"peviewer": 1, "encoding": {"dim": 0}}'))],
            "encoding.dim = 0",
        ),
        ([("customXml/item1.xml", session(" " * 80_000_000))], "carries no peviewer session"),
        (
            [("customXml/item1.xml", '<!DOCTYPE a [<!ENTITY b "c">]>' + session("&b;"))],
            "not a peviewer session",
        ),
        (
            [(f"customXml/item{k}.xml", "<other/>") for k in range(500)],
            "carries no peviewer session",
        ),
    ],
)
def test_a_presentation_that_cannot_be_trusted_is_refused(tmp_path, parts, cause):
    with pytest.raises(DocumentError, match=cause):
        read(forged(tmp_path / "a.pptx", *parts))


def test_notes_tell_what_the_picture_depends_on_and_nothing_else():
    beside = compare_with(preset("ones").document, "base=50,dim=32")
    actual = dict(parameters(PANES["distance"], beside))["Compared with, B"]
    assert actual == "32 dimensions, base 50"
    told = dict(parameters(PANES["distance"], preset("ones").document))
    assert "Compared with, B" not in told
    assert told["Metric"] == "Cosine similarity"
    assert told["Content"] == "Ones"
    assert "Shift φ" in told  # its lag is marked
    assert "Compared row t" not in told
    zoomed = CHOSEN.edited({"view.zoom": {"position": [0, 20]}, "view.transposed": True})
    told = dict(parameters(PANES["encoding"], zoomed))
    assert told["Zoom"] == "position 0 to 20"
    assert told["Positions across"] == "yes"
    assert "Decimals" not in told


def test_a_deck_of_nothing_is_refused(tmp_path):
    with pytest.raises(ExportError, match="at least one pane"):
        write_deck([], tmp_path / "a.pptx", Style())


def test_slides_of_another_scheme_are_of_open_panes_that_show_it_and_of_its_own():
    for scheme in [scheme for scheme in SCHEMES if scheme != "sinusoidal"]:
        document = Document().edited(
            {"view.panes": ("encoding", "shift"), "encoding.scheme": scheme}
        )
        shown = [slide.pane.name for slide in Source().slides(document)]
        assert shown
        assert all(PANES[name].shows_any(document) for name in shown)
        if scheme == "learned":
            assert shown == ["encoding", "distance", "spectrum", "similarity"]
        if scheme == "alibi":
            assert shown == list(document.encoding.panes)


@pytest.mark.parametrize(
    ("source", "beside", "refusal"),
    [
        (Source(story="steps", panes="shift"), {}, "--story brings .* give it without --panes$"),
        (
            Source(story="steps"),
            {"preset": "shift", "session": "a"},
            "give it without --preset and --session$",
        ),
    ],
)
def test_a_story_goes_with_nothing_else_that_says_what_to_show(source, beside, refusal):
    with pytest.raises(DocumentError) as raised:
        source.check(beside)
    assert re.search(refusal, raised.value.worded("--{}".format))
    source.model_copy(update={"story": None}).check(beside)


def test_type_is_as_large_in_the_shipped_deck_as_texts_are_fitted_to():
    (layout,) = pptx.Presentation(str(resource("deck.pptx"))).slide_layouts
    title, _, caption = (
        shape.element.xpath(".//a:lvl1pPr/a:defRPr/@sz") for shape in layout.placeholders
    )
    assert title == [f"{TITLE_TYPE}00"]
    assert caption == [f"{CAPTION_TYPE}00"]


class Untitled(Slide):
    """A slide whose picture has no title."""

    title = ""


def test_a_slide_without_a_title_has_no_empty_placeholder(tmp_path):
    target = tmp_path / "a.pptx"

    write_deck([Untitled(PANES["waves"], CHOSEN)], target, Style.of_pixels(640, 360), title="Deck")

    (page,) = pages(target)
    assert [shape.placeholder_format.idx for shape in page.placeholders] == [1, 2]


def test_a_deck_says_its_title_and_what_made_it(tmp_path):
    target = tmp_path / "a.pptx"
    slides = slides_of_panes(("waves",), CHOSEN)
    write_deck(slides, target, Style.of_pixels(640, 360), title="One *pane*")

    about = pptx.Presentation(str(target)).core_properties
    assert about.title == "One pane"
    assert about.author == "peviewer"
    assert about.last_modified_by == "peviewer"


def test_the_clip_of_a_slide_has_half_the_pixels_of_its_picture(tmp_path, monkeypatch):
    styles = []
    monkeypatch.setattr(
        "peviewer.exporters.deck.presentation.write_clip",
        lambda clip, target, style: styles.append(style) or target.write_bytes(b"film"),
    )
    brief = Brief(PANES["shift"], CHOSEN)
    write_deck([brief], tmp_path / "a.pptx", Style(), clips=True)
    whole = own_places(Style()).look(Style())
    (half,) = styles
    assert half.width == whole.width // 2
    assert half.height == whole.height // 2
    assert half.dpi == whole.dpi / 2
