"""Colours by role, colormaps that nobody can change, and contrast."""

import numpy as np
import pytest

from peviewer.base.files import resource
from peviewer.document.document import Document
from peviewer.figures.grammar import Curve, Path, Rule
from peviewer.figures.palette import DARK, LIGHT, colormap, contrast, luminance, needs_black_text, themed_colormap
from peviewer.figures.panes.catalog import PANES

NAMES = sorted(path.stem for path in resource("colormaps").iterdir() if path.suffix == ".csv")


@pytest.mark.parametrize("name", NAMES)
def test_a_colormap_is_a_table_of_256_colours_that_cannot_be_changed(name):
    table = colormap(name)
    assert (table.shape, table.dtype) == ((256, 3), np.uint8)
    with pytest.raises(ValueError, match="read-only"):
        table[0] = 0
    assert colormap(name) is table


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_ink_begins_at_the_background_and_a_diverging_map_has_it_in_the_middle(palette):
    def darkness(color):
        return 255 - int(color.mean()) if palette is LIGHT else int(color.mean())

    ink, diverging = colormap(themed_colormap("ink", palette)), colormap(themed_colormap("diverging", palette))
    assert darkness(ink[0]) < 10 < 245 < darkness(ink[255])
    assert darkness(diverging[128]) < min(darkness(diverging[0]), darkness(diverging[255]))
    assert themed_colormap("viridis", palette) == "viridis"


def _colours(palette, changes):
    """Return the colours of all lines there are, by what each line is."""
    found = {}
    for pane in PANES.values():
        for panel in pane.figure(Document().edited(changes)).panels:
            for mark in panel.marks:
                if not isinstance(mark, Curve | Path | Rule):
                    continue
                label = getattr(mark, "label", "")
                kind = "reference" if getattr(mark, "style", "") == "dashed" else "sine" if "sin" in label else ""
                if pane.name == "waves" and label == "PE":
                    kind = "sine" if panel.title.endswith("sin") else "cosine"
                found.setdefault(kind or mark.color, set()).add(palette.role(mark.color))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("palette", [LIGHT, DARK])
@pytest.mark.parametrize("layout", ["interleaved", "flipped"])
def test_what_has_one_meaning_has_one_colour_in_every_pane(palette, layout):
    found = _colours(palette, {"encoding.layout": layout})
    meanings = {meaning: palette.role(meaning) for meaning in ("sine", "cosine", "reference", "mark", "accent")}
    assert len(set(meanings.values())) == len(meanings)
    assert {meaning: found[meaning] for meaning in meanings} == {name: {color} for name, color in meanings.items()}
    others = {color for kind, colors in found.items() if kind not in meanings for color in colors}
    assert not others & set(meanings.values())


def test_contrast_is_the_one_of_wcag():
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.005)
    assert contrast("#FFFFFF", "#777777") == contrast("#777777", "#FFFFFF")


@pytest.mark.parametrize("name", ["RdBu", "midnight", "viridis", "cividis", "grey"])
def test_every_colour_gets_the_text_colour_of_more_contrast(name):
    share = colormap(name) / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    grounds, letters = linear @ [0.2126, 0.7152, 0.0722], np.where(needs_black_text(colormap(name)), 0.0, 1.0)
    assert np.allclose(luminance(colormap(name)), grounds)
    high, low = np.maximum(grounds, letters), np.minimum(grounds, letters)
    assert ((high + 0.05) / (low + 0.05) >= 4.5).all()
