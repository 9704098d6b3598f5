"""The pictures of panes that are kept are those that are drawn."""

from statistics import fmean

import pytest
from PIL import Image, ImageChops, ImageStat

from peviewer.figures.palette import PALETTES
from peviewer.figures.panes.catalog import PANES
from tests.thumbnails import HEIGHT, THUMBNAILS, WIDTH, thumbnails

# Of 255: another matplotlib changes a picture by less, and no two pictures are as near.
MOST_DIFFERENCE = 1


def test_every_pane_has_its_picture_in_both_themes():
    names = {f"{pane}-{theme}.png" for pane in PANES for theme in PALETTES}
    assert {path.name for path in THUMBNAILS.iterdir()} == names
    for name in names:
        with Image.open(THUMBNAILS / name) as picture:
            assert picture.size == (WIDTH, HEIGHT)


@pytest.mark.slow
def test_the_pictures_that_are_kept_are_what_the_panes_show():
    outdated = [name for name, drawn in thumbnails() if difference(drawn, name) > MOST_DIFFERENCE]
    assert outdated == [], "run python -m tests.thumbnails"


def difference(drawn: Image.Image, name: str) -> float:
    """Return how far pixels are from those that are kept, on average, on grey."""
    with Image.open(THUMBNAILS / name) as kept:
        pictures = [on_grey(drawn), on_grey(kept)]
    return fmean(ImageStat.Stat(ImageChops.difference(*pictures)).mean)


def on_grey(picture: Image.Image) -> Image.Image:
    ground = Image.new("RGBA", picture.size, "grey")
    return Image.alpha_composite(ground, picture.convert("RGBA")).convert("RGB")
