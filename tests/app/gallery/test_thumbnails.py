"""Small pictures: of the latest Document, one after the other, and none that nobody wants."""

import pytest

from peviewer.app.gallery.thumbnails import Thumbnails
from peviewer.document.document import Document
from peviewer.figures.palette import DARK, LIGHT
from peviewer.figures.panes.catalog import panes

SOME = panes("encoding,waves,distance")


@pytest.fixture
def drawn():
    return []


@pytest.fixture
def thumbnails(qtbot, drawn):
    made = Thumbnails(LIGHT)
    made.drawn.connect(lambda name, picture: drawn.append((name, picture.toImage())))
    yield made
    made.finish()


def wait(thumbnails, qtbot):
    qtbot.waitUntil(lambda: not thumbnails.busy, timeout=30_000)


@pytest.mark.slow
def test_panes_are_drawn_in_order_each_as_it_looks(thumbnails, drawn, qtbot):
    thumbnails.draw(SOME, Document())
    wait(thumbnails, qtbot)
    assert [name for name, _ in drawn] == ["encoding", "waves", "distance"]
    colours = [len({image.pixel(x, y) for x in range(40, 360, 8) for y in range(10, 240, 8)}) for _, image in drawn]
    assert min(colours) > 3, "none of them is empty"
    assert colours[0] > 40, "a heatmap has its cells"


@pytest.mark.slow
def test_what_reads_nothing_that_has_changed_is_not_drawn_again(thumbnails, drawn, qtbot):
    document = Document()
    thumbnails.draw(SOME, document)
    wait(thumbnails, qtbot)
    drawn.clear()
    thumbnails.draw(SOME, document.edited({"pairwise.metric": "cosine"}))
    wait(thumbnails, qtbot)
    assert [name for name, _ in drawn] == ["distance"]


@pytest.mark.slow
def test_the_latest_document_wins(thumbnails, drawn, qtbot):
    thumbnails.draw(SOME, Document())
    for length in (50, 60, 70):
        thumbnails.draw(SOME, Document().edited({"encoding.length": length}))
    wait(thumbnails, qtbot)
    fresh, found = Thumbnails(LIGHT), {}
    fresh.drawn.connect(lambda name, picture: found.update({name: picture.toImage()}))
    fresh.draw(SOME, Document().edited({"encoding.length": 70}))
    qtbot.waitUntil(lambda: len(found) == len(SOME), timeout=30_000)
    fresh.finish()
    assert dict(drawn) == found
    assert len(drawn) <= len(SOME) + 1, "what waited was not begun for the Documents between"


@pytest.mark.slow
def test_nothing_is_drawn_once_it_is_stopped_and_it_can_go_on(thumbnails, drawn, qtbot):
    thumbnails.draw(SOME, Document())
    thumbnails.stop()
    assert not thumbnails.busy
    assert drawn == []
    thumbnails.draw(SOME, Document())
    wait(thumbnails, qtbot)
    assert len(drawn) == len(SOME)


@pytest.mark.slow
def test_another_theme_draws_all_again(thumbnails, drawn, qtbot):
    thumbnails.draw(SOME, Document())
    wait(thumbnails, qtbot)
    light = dict(drawn)
    thumbnails.set_palette(DARK)
    thumbnails.draw(SOME, Document())
    wait(thumbnails, qtbot)
    assert all(image.pixelColor(2, 2).name().upper() == DARK.panel for _, image in drawn[len(SOME) :])
    assert all(image.pixelColor(2, 2).name().upper() == LIGHT.panel for image in light.values())
