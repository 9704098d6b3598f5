"""Colours by role and by table: shared, so nobody can change them."""

import numpy as np
import pytest

from peviewer.base.files import resource
from peviewer.document.document import Document
from peviewer.figures.grammar import Curve, Path, Rule
from peviewer.figures.palette import DARK, LIGHT, colormap, resolved
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
def test_ink_begins_at_its_ground_and_a_diverging_map_has_it_in_the_middle(palette):
    def darkness(color):
        return 255 - int(color.mean()) if palette is LIGHT else int(color.mean())

    ink, diverging = colormap(resolved("ink", palette)), colormap(resolved("diverging", palette))
    assert darkness(ink[0]) < 10 < 245 < darkness(ink[255])
    assert darkness(diverging[128]) < min(darkness(diverging[0]), darkness(diverging[255]))
    assert resolved("viridis", palette) == "viridis"


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


@pytest.mark.parametrize("palette", [LIGHT, DARK])
@pytest.mark.parametrize("layout", ["interleaved", "flipped"])
def test_what_has_one_meaning_has_one_colour_in_every_pane(palette, layout):
    found = _colours(palette, {"encoding.layout": layout})
    meanings = {meaning: palette.role(meaning) for meaning in ("sine", "cosine", "reference", "mark", "accent")}
    assert len(set(meanings.values())) == len(meanings)
    assert {meaning: found[meaning] for meaning in meanings} == {name: {color} for name, color in meanings.items()}
    others = {color for kind, colors in found.items() if kind not in meanings for color in colors}
    assert not others & set(meanings.values())
