"""The slider of the number that plays: its track, its ticks and their numbers, and the number on its handle."""

from itertools import pairwise

import pytest
from PySide6.QtGui import QPalette

from peviewer.app.controls.slider import HANDLE, Span
from peviewer.app.transport.scrubber import Scrubber


@pytest.fixture
def scrubber(qtbot):
    made = Scrubber(Span(0, 100))
    qtbot.addWidget(made)
    made.resize(400 + HANDLE, 44)
    return made


@pytest.fixture
def accent(scrubber):
    return scrubber.palette().color(QPalette.ColorRole.Highlight).name()


def row(scrubber, y):
    image = scrubber.grab().toImage()
    return [image.pixelColor(x, y).name() for x in range(image.width())]


def places(scrubber, y, colour):
    return [x for x, found in enumerate(row(scrubber, y)) if found == colour]


def test_the_track_is_filled_up_to_phi_and_a_handle_beyond_the_ends_is_hollow(scrubber, accent):
    scrubber.set_number(25)
    filled = places(scrubber, 15, accent)
    assert min(filled) <= HANDLE // 2
    assert max(filled) == pytest.approx(100 + HANDLE / 2 + 6, abs=2)
    for number, is_filled in ((100, True), (101, False)):
        scrubber.set_number(number)
        assert (row(scrubber, 15)[400 + HANDLE // 2] == accent) is is_filled


def test_ticks_stand_at_whole_positions_and_are_thinned_where_there_are_many(scrubber):
    ink = scrubber.palette().color(QPalette.ColorRole.Dark).name()
    scrubber.set_span(Span(0, 40))
    ticks = places(scrubber, 25, ink)
    assert len(ticks) == 41
    assert ticks[0] == HANDLE // 2
    for length in (100, 1000, 10_000_000, 1e9):
        scrubber.set_span(Span(-length, length))
        ticks = places(scrubber, 25, ink)
        assert 3 < len(ticks) <= 81
        assert min(b - a for a, b in pairwise(ticks)) >= 4


def test_the_handle_carries_its_number_while_it_plays(scrubber, accent):
    def handle():
        return places(scrubber, 7, accent)

    scrubber.set_number(50)
    assert not handle()  # the round one is lower
    scrubber.set_playing(True)
    narrow = len(handle())
    assert narrow
    scrubber.set_number(50.123)
    assert len(handle()) > narrow
    for end in (0, 100):  # and is never cut off
        scrubber.set_number(end)
        assert 0 < min(handle()) <= max(handle()) < scrubber.width() - 1
    scrubber.set_playing(False)
    assert not handle()
