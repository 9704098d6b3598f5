"""The kinds of export: choices of an earlier version are remembered, and a field is declared in one place."""

import io
from itertools import product

import pytest
from PIL import Image

from peviewer.document.document import Document, DocumentError
from peviewer.exporters.data.arrays import arrays
from peviewer.exporters.formats import formats
from peviewer.exporters.kinds.catalog import KINDS
from peviewer.exporters.kinds.choices import Subject
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.stories import stories
from peviewer.paper.sizing import NAMED_SIZES
from peviewer.paper.style import Style


@pytest.mark.parametrize("pane", ["encoding", "shift", "vectors"])
def test_the_preview_of_numbers_names_every_array_or_the_one_that_is_chosen(pane):
    kind = KINDS["data"]
    subject = Subject(Document(), (pane,))
    keys = [part.key for part in arrays(PANES[pane], Document())]
    several = kind.remembered({"format": "npz"}).check(subject)
    assert len(several.text.split("\n\n")) == len(keys)
    assert all(key in several.text for key in keys)
    assert all(f"{key} " in several.caption for key in keys[:3])
    alone = kind.remembered({"format": "npy", "array": keys[-1]}).check(subject)
    assert keys[-1] in alone.caption
    assert len(alone.text.split("\n\n")) == 1


@pytest.mark.parametrize("name", ["picture", "clip", "data"])
def test_the_formats_of_the_dialog_are_those_of_the_table(name):
    kind = KINDS[name]
    known = formats(name)
    for suffix in known:
        assert kind.remembered({}).with_suffix(f".{suffix}").format in known
    assert kind.remembered({}).with_suffix(".xyz") is None


@pytest.mark.parametrize("name", ["picture", "clip", "deck"])
def test_every_size_can_be_chosen_of_every_kind_and_brings_its_theme(name):
    kind = KINDS[name]
    for size, named in NAMED_SIZES.items():
        printed = named.theme == "paper"
        made = kind.remembered({}).edited("size", size)
        assert made.size == size
        assert made.theme == ("paper" if printed else "screen")
        if name == "deck":  # slides are offered no columns
            subject = Subject(Document(), ("shift",))
            offered = made.fields(subject).options["size"]
            assert (size in offered) != printed
            assert not made.style(Subject(Document(), ("shift",))).printed


@pytest.mark.parametrize(
    ("scheme", "pane"), [("sincos", "encoding"), ("axial_rope", "offsets"), ("swin", "offsets")]
)
def test_choices_are_offered_of_positions_on_a_grid(scheme, pane):
    kind = KINDS["picture"]
    document = Document().edited({"encoding.scheme": scheme})
    subject = Subject(document, (pane,))
    hidden = kind.remembered({}).fields(subject).hidden
    assert ("positions" in hidden) == (scheme == "axial_rope")


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["picture", "clip", "data", "code", "deck"])
def test_choices_are_offered_of_every_pane_with_every_scheme(name):
    kind = KINDS[name]
    for scheme, pane in product(("sinusoidal", "rope", "alibi"), PANES):
        document = Document().edited({"encoding.scheme": scheme})
        subject = Subject(document, (pane,))
        assert kind.remembered({}).fields(subject).suggested


@pytest.mark.slow
def test_the_preview_of_a_deck_shows_a_slide():
    deck = KINDS["deck"]
    subject = Subject(Document(), ("binary",), title="Lecture")
    choices = deck.remembered({"format": "pdf", "source": "chosen"})
    assert choices.fields(subject).moments == 1
    shown = choices.check(subject)
    assert shown.caption == "Slide 1 of 1 · Binary"
    with Image.open(io.BytesIO(shown.picture)) as opened:
        assert opened.size == (1920, 1080)


def test_a_page_has_no_look_to_choose_and_is_previewed_in_the_theme_of_the_screen():
    subject = Subject(Document(), ("binary",), screen="dark")
    choices = KINDS["deck"].remembered(
        {"format": "html", "source": "chosen", "theme": "slide-light"}
    )
    hidden = choices.fields(subject).hidden
    shown = choices.check(subject)
    assert {"size", "theme", "font_size", "clips"} <= hidden
    assert "colormap" not in hidden
    assert shown.caption.startswith("Step 1 of 1")
    assert shown.ground == Style(theme="slide-dark").backdrop


@pytest.mark.slow
@pytest.mark.usefixtures("coarse")
def test_a_deck_of_a_story_is_called_as_the_story_whatever_is_open(tmp_path):
    deck = KINDS["deck"]
    subject = Subject(Document(), ("binary",), title="Mine")
    for source, title in (("chosen", b"Mine"), ("steps", stories()["steps"].title.encode())):
        choices = deck.remembered({"format": "pdf", "source": source})
        choices.write(subject, tmp_path / "a.pdf")
        assert b"/Title (" + title + b")" in (tmp_path / "a.pdf").read_bytes()


def test_a_program_leaves_out_what_there_is_not_with_a_scheme_that_has_no_table():
    kind = KINDS["code"]
    document = Document().edited({"encoding.scheme": "alibi"})
    biases = Subject(document, ("bias",))
    chosen = kind.remembered({"operator": True, "figure": True})
    assert chosen.fields(biases).hidden == {"operator", "figure"}
    assert chosen.check(biases).text == kind.remembered({}).check(biases).text
    subject = Subject(Document(), ("bias",))
    assert chosen.fields(subject).hidden == frozenset()


def test_the_preview_of_numbers_says_why_a_pane_has_none():
    choices = KINDS["data"].remembered({})
    with pytest.raises(DocumentError, match="Bias shows numbers added to attention scores"):
        choices.check(Subject(Document(), ("bias",)))


@pytest.mark.nightly
def test_a_chosen_part_is_painted_alone_and_a_part_of_another_pane_is_ignored():
    kind = KINDS["picture"]
    distance = Subject(Document(), ("distance",))
    shift = Subject(Document(), ("shift",))
    chosen = kind.remembered({"part": "matrix", "size": "pixels", "width": 320, "height": 240})
    expected = ["", "matrix", "profile"]
    assert list(chosen.fields(distance).options["part"]) == expected
    parts_of_shift = chosen.fields(shift).options["part"]
    assert parts_of_shift["matrix"] == parts_of_shift[""]
    assert chosen.fields(distance).suggested == "distance-matrix-200x256"
    assert chosen.fields(shift).suggested == "shift-200x256"
    whole = chosen.model_copy(update={"part": ""})
    assert chosen.check(distance).picture != whole.check(distance).picture


@pytest.mark.nightly
def test_what_the_window_cannot_show_is_shown_as_png_and_written_as_itself(tmp_path):
    kind = KINDS["picture"]
    subject = Subject(Document(), ("encoding",))
    choices = kind.remembered({"format": "svg", "size": "pixels", "width": 320, "height": 240})
    shown = choices.check(subject)
    assert shown.picture.startswith(b"\x89PNG")
    choices.write(subject, tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_bytes().startswith(b"<?xml")


def test_what_moved_with_another_scheme_stays_offered_and_is_refused_in_one_line():
    kind = KINDS["clip"]
    choices = kind.remembered({}).edited("path", "encoding.trained")
    subject = Subject(Document(), ("shift",))
    assert choices.fields(subject).options["path"]["encoding.trained"] == "encoding.trained"
    with pytest.raises(
        ValueError, match=r"encoding\.trained is a field of rope, not of sinusoidal"
    ):
        choices.clip(subject)


def test_another_thing_that_moves_brings_its_own_ends_and_other_choices_keep_them():
    choices = KINDS["clip"].remembered({"path": "encoding.base", "start": 2.0, "stop": 5.0})

    slower = choices.edited("seconds", 9.0)
    other = choices.edited("path", "cursor.position")

    assert slower.start == 2.0
    assert slower.stop == 5.0
    assert other.start is None
    assert other.stop is None


def test_the_preview_of_numbers_says_rows_before_columns():
    pairs = 16
    document = Document().edited({"encoding.dim": 2 * pairs})
    subject = Subject(document, ("clocks",))
    kind = KINDS["data"]
    preview = kind.remembered({"format": "npz"}).check(subject)

    columns = ("pair", "frequency", "wavelength", "angle", "sin", "cos")
    assert f"clocks {pairs} × {len(columns)}" in preview.caption


@pytest.mark.parametrize(
    ("format", "chosen", "painted"),
    [("gif", True, True), ("gif", False, False), ("mp4", True, False)],
)
def test_a_clip_is_transparent_where_that_is_chosen_and_its_format_can_be(format, chosen, painted):
    choices = KINDS["clip"].remembered({"format": format, "transparent": chosen})
    subject = Subject(Document(), ("shift",))
    assert choices.style(subject).transparent is painted


def test_slides_are_of_the_size_that_is_chosen():
    deck = KINDS["deck"]
    subject = Subject(Document(), ("shift",))
    for name in deck.remembered({}).fields(subject).options["size"]:
        if (named := NAMED_SIZES.get(name)) is not None:
            style = deck.remembered({"size": name}).style(subject)
            expected = pytest.approx(named.width / named.height, rel=1e-2)
            assert style.width / style.height == expected, name


def test_a_part_is_chosen_of_one_pane_that_has_parts_and_columns_of_several():
    kind = KINDS["picture"].remembered({})
    whole = next(name for name, pane in PANES.items() if not pane.parts)
    for panes, unused in (
        (("distance",), {"columns"}),
        ((whole,), {"part", "columns"}),
        (("distance", whole), {"part"}),
    ):
        hidden = kind.fields(Subject(Document(), panes)).hidden
        assert hidden & {"part", "columns"} == unused, panes


@pytest.mark.parametrize("suffix", ["svg", "pdf", "png"])
def test_the_preview_of_a_picture_is_in_pixels_whatever_its_format(suffix):
    subject = Subject(Document(), ("waves",))
    shown = KINDS["picture"].remembered({"format": suffix}).check(subject)
    assert Image.open(io.BytesIO(shown.picture)).format == "PNG"
