"""The Translation pane: where the operator takes a patch's vector is where the patch so far on has its own."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.grammar import Heatmap, Rule
from peviewer.figures.panes.catalog import PANES
from peviewer.model.encodings.grids.fourier import Fourier
from peviewer.model.encodings.grids.sincos2d import Sincos2D
from peviewer.model.encodings.grids.sincos3d import Sincos3D

PANE = PANES["translation"]


def heat(panel):
    return next(mark for mark in panel.marks if isinstance(mark, Heatmap))


@pytest.mark.parametrize(
    ("encoding", "layer"),
    [(Sincos2D(rows=7, columns=9, dim=32), 0), (Fourier(rows=7, columns=9, dim=64), 0),
     (Sincos3D(frames=3, rows=7, columns=9, dim=32), 2)],
)  # fmt: skip
def test_the_vector_lands_where_it_is_moved_to(encoding, layer):
    position = layer * 63 + 2 * 9 + 3
    changes = {"cursor.position": position, "translation.down": 3, "translation.across": -2}
    document = Document(encoding=encoding).edited(changes)
    operator, landing = PANE.figure(document).panels
    matrix = heat(operator).raster.exact(range(encoding.dim), range(encoding.dim))
    table = encoding.table()
    assert np.allclose(matrix @ table[position], table[position + 3 * 9 - 2], atol=1e-12)
    shown = heat(landing).raster.exact(range(7), range(9))
    assert np.unravel_index(shown.argmax(), shown.shape) == (5, 1)
    assert shown.max() == pytest.approx(1)
    assert [(rule.direction, rule.at, rule.dashed) for rule in landing.marks if isinstance(rule, Rule)] == [
        ("x", 3, False), ("y", 2, False), ("y", 5, True), ("x", 1, True),
    ]  # fmt: skip
    assert "row 2, column 3 becomes that of row 5" in PANE.explanation(document)
    assert operator.fact.startswith("largest error ")


def test_where_a_patch_is_moved_beyond_the_grid_it_is_said_to_be():
    document = Document(encoding=Sincos2D(rows=4, columns=9)).edited({"cursor.position": 9 + 2})
    assert "is most similar to the patches about it" in PANE.explanation(document.edited({"translation.down": 2}))
    assert "which is beyond the grid" in PANE.explanation(document.edited({"translation.down": 3}))
    assert "which is beyond the grid" in PANE.explanation(document.edited({"translation.across": -3}))


def test_blocks_are_spoken_of_where_there_are_some():
    said = "a block of each"
    assert said in PANE.explanation(Document(encoding=Sincos2D()))
    assert said in PANE.explanation(Document(encoding=Fourier(features="nerf", dim=16)))
    assert said not in PANE.explanation(Document(encoding=Fourier()))


def test_a_place_beyond_the_grid_has_no_line():
    document = Document(encoding=Sincos2D(rows=1, columns=4, dim=4)).edited({"translation.down": 5})
    landing = PANE.figure(document).panels[1]
    assert all(rule.at <= 3 for rule in landing.marks if isinstance(rule, Rule))
