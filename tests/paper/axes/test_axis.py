"""The title of an axis says what a sample stands for, as far as there is room."""

import pytest

from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES
from peviewer.paper.page.painter import paint
from peviewer.paper.style import Style


def _titles(size, length, dim):
    document = Document().edited({"encoding.length": length, "encoding.dim": dim})
    page = paint(PANES["encoding"].figure(document), Style(width=size[0], height=size[1]))
    return page.axes[0].get_xlabel(), page.axes[0].get_ylabel()


@pytest.mark.parametrize(
    ("size", "length", "dim", "expected"),
    [
        ((1600, 900), 50, 64, ("", "")),
        ((1600, 900), 50, 65_536, ("a pixel is the mean of", "")),
        ((1600, 900), 10_000_000, 64, ("", "a pixel is the mean of")),
        ((480, 270), 10_000_000, 65_536, ("a pixel is the mean of", "mean of")),
    ],
)
def test_it_is_said_where_cells_are_smaller_than_pixels(size, length, dim, expected):
    for title, words in zip(_titles(size, length, dim), expected, strict=True):
        assert (": " in title) is bool(words)
        assert f": {words}" in title or not words
