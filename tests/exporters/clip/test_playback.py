"""A clip before it is written: the frames that the file will have, reduced, a coarse course first."""

from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.exporters.clip.clip import Clip
from peviewer.exporters.clip.frames import Frames
from peviewer.exporters.clip.playback import COARSE, Playback
from peviewer.figures.panes.catalog import pane
from peviewer.paper.style import Style

STYLE = Style.of_pixels(400, 300)


@pytest.fixture(scope="module")
def playback():
    document = Document().edited({"encoding.length": 20, "encoding.dim": 16, "shift.stop": 10})
    return Playback(Clip(pane("encoding"), document, seconds=1, fps=10), STYLE)


@pytest.mark.slow
def test_frames_of_their_own_size_are_those_of_the_file(playback):
    found = {frame: pixels for frame, pixels, _ in playback.frames([3, 0], playback.size((800, 600)))}
    with closing(Frames(playback.clip, STYLE)) as painted:
        for frame in (3, 0):
            assert np.array_equal(found[frame], painted.paint(frame))


@pytest.mark.nightly
def test_reduced_frames_have_the_mean_of_what_they_cover_and_say_the_number(playback):
    assert playback.size((200, 200)) == (200, 150)
    [(frame, pixels, number)] = playback.frames([5], (200, 150))
    with closing(Frames(playback.clip, STYLE)) as painted:
        whole = painted.paint(5).astype(float)
    mean = whole.reshape(150, 2, 200, 2, 4).mean((1, 3))
    assert np.abs(pixels - mean).max() <= 1
    assert (frame, number) == (5, "φ = 10")


@pytest.mark.parametrize("most", [100, 50, 9, 1])
def test_at_most_so_many_frames_are_made_evenly_and_each_once_every_sixteenth_first(playback, most):
    longer = replace(playback, clip=playback.clip.model_copy(update={"seconds": 5.0}))
    order = longer.order(most)
    assert len(order) == len(set(order)) <= most
    assert len(set(np.diff(sorted(order)))) <= 1
    coarse = order[: -(-len(order) // COARSE)]
    assert coarse == sorted(order)[::COARSE]


@pytest.mark.parametrize("room", [(1, 1), (800, 10)])
def test_in_the_least_room_there_is_a_pixel(playback, room):
    width, height = playback.size(room)
    assert 1 <= width <= room[0]
    assert 1 <= height <= room[1]
