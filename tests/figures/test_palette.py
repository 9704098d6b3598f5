"""Colours by role and by table: shared, so nobody can change them."""

import numpy as np
import pytest

from peviewer.base.resources import resource
from peviewer.figures.palette import DARK, LIGHT, colormap, resolved

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
