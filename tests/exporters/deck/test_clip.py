"""A clip of slides: each still for a while, and then playing what it plays, all at one size; whole or not at all."""

import av
import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.exporters.clip.clip import ClipError
from peviewer.exporters.deck.options import DeckOptions
from peviewer.exporters.deck.slides import slides_of_panes
from peviewer.exporters.deck.write import write_deck
from peviewer.exporters.metadata.reading import read
from peviewer.paper.style import Style

DOCUMENT = Document().edited({"encoding.length": 20, "encoding.dim": 16, "shift.phi": 2})
SLIDES = slides_of_panes(("shift", "table"), DOCUMENT)
SMALL = Style.of_pixels(640, 360)
BRIEF = DeckOptions(seconds=1, fps=8)
pytestmark = pytest.mark.usefixtures("coarse")


@pytest.mark.slow
def test_a_clip_of_slides_is_written_and_opens_as_the_first_of_them(tmp_path):
    target, told = tmp_path / "a.mp4", []
    assert write_deck(SLIDES, target, SMALL, BRIEF, progress=lambda share, _: told.append(share))
    assert read(target) == DOCUMENT
    assert told == sorted(told)
    assert told[-1] == pytest.approx(1)
    with av.open(str(target)) as opened:
        video = opened.streams.video[0]
        assert (video.width, video.height) == (640, 360)
        shown = [frame.to_ndarray(format="rgb24").astype(int) for frame in opened.decode(video)]
    assert len(shown) == 16
    assert np.abs(shown[0] - shown[-1]).max() > 100
    assert [path.name for path in tmp_path.iterdir()] == [target.name]


def test_what_a_format_cannot_hold_is_refused_before_any_work(tmp_path):
    with pytest.raises(ClipError, match=r"fps = 60 is not allowed for \.gif"):
        write_deck(SLIDES, tmp_path / "a.gif", SMALL, DeckOptions(fps=60))
    assert list(tmp_path.iterdir()) == []
