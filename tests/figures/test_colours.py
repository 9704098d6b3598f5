"""One colour, one meaning: marks, data, and the compared scheme B never share one, in any pane, alone or compared."""

import itertools

import matplotlib as mpl
import numpy as np
import pytest

from peviewer.base.files import resource
from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.figures.compare.curves import B
from peviewer.figures.grammar import (
    Arrows,
    Band,
    Curve,
    Diagonal,
    Heatmap,
    Listing,
    Note,
    Numbers,
    Path,
    Rule,
    Words,
)
from peviewer.figures.palette import (
    DARK,
    LIGHT,
    channels,
    colormap,
    contrast,
    luminance,
    needs_black_text,
)
from peviewer.figures.panes.catalog import PANES
from peviewer.model.encodings.catalog import SCHEMES

DATA = Curve, Path, Arrows, Words
UNCOLOURED = Heatmap, Listing, Note, Numbers
MEANINGS = "accent", "mark", "compared", "sine", "cosine", "reference", "curve-1"
PALETTES = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])

# What is left of the linear red, green and blue of a screen for eyes without red cones, and without
# green ones: Machado, Oliveira and Fernandes, A physiologically-based model for simulation of color
# vision deficiency, IEEE TVCG 15 (2009), table for severity 1.0.
EYES = {
    "all": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
}
XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
APART, STEPS_APART = 15, 5  # in CIELAB, where 2.3 is just seen


def linear_light(share):
    """Return the light of channels of sRGB, each from 0 to 1."""
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def lab(color, eyes):
    """Return a colour as some eyes see it: lightness, green to red, blue to yellow."""
    share = np.array(channels(color)) / 255
    linear = np.clip(eyes @ linear_light(share), 0, 1)
    ratios = XYZ @ linear / [0.95047, 1, 1.08883]
    bent = np.where(ratios > 216 / 24389, np.cbrt(ratios), (24389 / 27 * ratios + 16) / 116)
    x, y, z = bent
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def alone():
    yield from (
        Document().edited({"encoding.scheme": name}) for name in SCHEMES
    )  # a grid has a length of its own
    document = Document().edited(
        {"encoding.layout": "concatenated", "clocks.turn": "position", "shift.phi": 3}
    )
    yield document


def compared():
    short = Document().edited({"encoding.length": 60})
    rope = short.edited({"encoding.scheme": "rope"})
    for document in (compare_with(short, "base=100,dim=64"), compare_with(rope, "scheme=alibi")):
        yield from (document.edited({"compare.shows": shows}) for shows in ("both", "difference"))


def marks(document):
    for pane in PANES.values():
        if pane.shows_any(document):
            for panel in pane.figure(document).panels:
                for found in (panel.marks, *(shape.marks for shape in panel.variants)):
                    yield from (
                        (pane.name, panel, mark)
                        for mark in found
                        if not isinstance(mark, UNCOLOURED)
                    )


@pytest.mark.nightly
def test_no_data_have_the_colour_of_marks_and_b_s_colour_is_b_s_alone():
    coloured = set()
    for document in (*alone(), *compared()):
        for name, panel, mark in marks(document):
            if isinstance(mark, DATA) and (name, type(mark)) != (
                "tiles",
                Path,
            ):  # one of them is a frame
                assert mark.color != "mark", (name, panel.title)
            elif isinstance(mark, Rule | Diagonal) and mark.moves:
                assert mark.color in ("mark", "accent", B), (name, panel.title, mark.label)
            if mark.color == B:
                texts = panel.title, getattr(mark, "label", ""), getattr(mark, "quantity", "")
                assert document.compared_document is not None
                is_unnamed = isinstance(mark, Band) or (
                    isinstance(mark, Rule) and not mark.label
                )  # its fellow is
                assert any(text.startswith("B") for text in texts) or is_unnamed, (name, texts)
            if panel.title == "B" or panel.title.startswith("B: "):
                assert mark.color != "accent", (name, panel.title)
            if isinstance(mark, Curve) and mark.quantity.startswith("B"):
                assert mark.color == B, (name, panel.title)
                coloured.add(name)
    assert len(coloured) > 5


@PALETTES
def test_every_meaning_has_a_colour_that_stands_out(palette):
    for meaning in MEANINGS:
        assert contrast(palette.role(meaning), palette.panel) >= 3
    assert contrast(palette.compared, palette.panel) >= 4.5, "the letter B is a text"
    assert len({palette.role(meaning) for meaning in MEANINGS}) == len(MEANINGS)


@PALETTES
@pytest.mark.parametrize("meaning", ["mark", "curve-1"])
@pytest.mark.parametrize("ground", ["panel", "window", "raised"])
def test_names_of_marks_can_be_read_on_every_ground(palette, meaning, ground):
    assert contrast(palette.role(meaning), getattr(palette, ground)) >= 4.5


@PALETTES
@pytest.mark.parametrize("eyes", EYES)
def test_b_and_marks_are_told_from_all_else_by_every_eye(palette, eyes):
    seen = {
        meaning: lab(palette.role(meaning), EYES[eyes]) for meaning in (*MEANINGS, "muted", "ink")
    }
    for one, other in itertools.combinations(seen, 2):
        if {one, other} & {"mark", "compared"}:
            assert np.linalg.norm(seen[one] - seen[other]) >= APART, (one, other)


# ---- palettes and colormaps


def test_a_colormap_is_a_table_of_256_colours_that_cannot_be_changed():
    for name in (path.stem for path in resource("colormaps").iterdir() if path.suffix == ".csv"):
        table = colormap(name)
        assert table.shape == (256, 3)
        assert table.dtype == np.uint8
        with pytest.raises(ValueError, match="read-only"):
            table[0] = 0
        assert colormap(name) is table


def test_contrast_is_the_one_of_wcag():
    expected = pytest.approx(4.48, abs=0.005)
    assert contrast("#777777", "#FFFFFF") == expected
    assert contrast("#FFFFFF", "#777777") == contrast("#777777", "#FFFFFF")


@pytest.mark.parametrize("name", ["RdBu", "midnight", "viridis"])
def test_every_colour_gets_the_text_colour_of_more_contrast(name):
    share = colormap(name) / 255
    grounds = linear_light(share) @ [0.2126, 0.7152, 0.0722]
    letters = np.where(needs_black_text(colormap(name)), 0.0, 1.0)
    assert np.allclose(luminance(colormap(name)), grounds)
    high = np.maximum(grounds, letters)
    low = np.minimum(grounds, letters)
    assert ((high + 0.05) / (low + 0.05) >= 4.5).all()


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize(
    "name", ["RdBu", "midnight", "viridis", "cividis", "grey", "grey-reversed"]
)
def test_nine_steps_of_our_colormaps_are_told_apart_by_every_eye(name, eyes):
    colors = ["#" + bytes(color).hex() for color in colormap(name)[::31].tolist()]
    steps = [lab(color, EYES[eyes]) for color in colors]
    pairs = itertools.combinations(range(9), 2)
    apart = {(one, other): np.linalg.norm(steps[one] - steps[other]) for one, other in pairs}
    assert min(apart.values()) >= STEPS_APART, min(apart, key=apart.get)


@pytest.mark.parametrize("name", ["magma", "jet", "RdBu", "tab10", "twilight", "viridis"])
def test_a_colormap_of_matplotlib_has_its_colours(name):
    theirs = mpl.colormaps[name](np.linspace(0, 1, 256))[:, :3]
    assert np.abs(colormap(name) / 255 - theirs).max() < 0.003
    assert np.array_equal(colormap(f"{name}_r"), colormap(name)[::-1])
