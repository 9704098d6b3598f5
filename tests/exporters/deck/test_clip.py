"""A clip of slides: each still for a while, and then playing what it plays, all at one size; whole or not at all."""

import av
import numpy as np
import pytest
from PIL import Image

from peviewer.document.document import Document
from peviewer.exporters.clip.clip import ClipError
from peviewer.exporters.deck.clip import DeckClip, playing
from peviewer.exporters.deck.options import DeckOptions
from peviewer.exporters.deck.slide_page import Design
from peviewer.exporters.deck.slides import slides_of_group, slides_of_panes
from peviewer.exporters.deck.write import write_deck
from peviewer.exporters.metadata.reading import read
from peviewer.paper.style import Style

DOCUMENT = Document().edited({"encoding.length": 20, "encoding.dim": 16, "shift.phi": 2})
SLIDES = slides_of_panes(("shift", "table"), DOCUMENT)
SMALL = Style.of_pixels(640, 360)
BRIEF = DeckOptions(seconds=1, fps=8)
pytestmark = pytest.mark.usefixtures("coarse")


def clip_of(slides, options=BRIEF, texts=("Title", "Of this")):
    return DeckClip(slides, Design.own(SMALL, options), options, texts)


@pytest.mark.slow
def test_a_slide_is_still_for_a_quarter_and_then_plays_from_there_to_the_farther_end_and_back():
    made = clip_of(SLIDES)
    assert made.count == 16
    frames = [made.paint(frame) for frame in range(made.count)]
    assert {frame.shape for frame in frames} == {(360, 640, 4)}
    moved = [bool((frames[0] != frame).any()) for frame in frames[:8]]
    assert moved == [False] * 3 + [True] * 5  # the first of the clip is where the slide is
    assert all((frame == frames[8]).all() for frame in frames[9:])  # a table of the encoding has no φ
    around = [frame[:40] for frame in frames[:8]]
    assert all((one == around[0]).all() for one in around)  # the title stays
    assert playing(SLIDES[0], 1, 8).ends == (2, 100)
    assert playing(SLIDES[1], 1, 8) is None


def test_a_step_plays_what_it_plays_and_the_title_comes_first():
    slides = slides_of_group("start-here")
    assert [playing(slide, 1, 4).path for slide in slides[:3]] == [slide.plays for slide in slides[:3]]
    covered = clip_of(SLIDES[1:], DeckOptions(seconds=1, fps=8, author="A. Lecturer"))
    assert covered.count == 16
    assert (covered.paint(0) != covered.paint(8)).any()
    short = DeckOptions(seconds=10, fps=8, cover=True)
    assert clip_of(SLIDES, short).count == 24 + 160  # a title needs no longer


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["mp4", "gif"])
def test_a_clip_of_slides_is_written_and_opens_as_the_first_of_them(tmp_path, suffix):
    target, told = tmp_path / f"a.{suffix}", []
    assert write_deck(SLIDES, target, SMALL, BRIEF, progress=lambda share, _: told.append(share))
    assert read(target) == DOCUMENT
    assert told == sorted(told)
    assert told[-1] == pytest.approx(1)
    with av.open(str(target)) as opened:
        video = opened.streams.video[0]
        assert (video.width, video.height) == (640, 360)
        shown = [frame.to_ndarray(format="rgb24").astype(int) for frame in opened.decode(video)]
    if suffix == "mp4":
        assert len(shown) == 16
    assert np.abs(shown[0] - shown[-1]).max() > 100
    assert [path.name for path in tmp_path.iterdir()] == [target.name]


@pytest.mark.slow
def test_a_gif_has_the_colours_of_every_slide(tmp_path):
    document = DOCUMENT.edited({"pairwise.metric": "euclidean"})
    write_deck(slides_of_panes(("waves", "distance"), document), tmp_path / "a.gif", SMALL, BRIEF)
    with Image.open(tmp_path / "a.gif") as opened:
        opened.seek(opened.n_frames - 1)
        colours = np.asarray(opened.convert("RGB")).reshape(-1, 3).astype(int)
    yellow, violet = (np.abs(colours - one).max(axis=1).min() for one in ([253, 231, 37], [68, 1, 84]))
    assert max(yellow, violet) < 12  # the ends of viridis, which waves have not


@pytest.mark.sampled(1)
@pytest.mark.parametrize("suffix", ["mp4", "webp"])
def test_a_clip_that_is_cancelled_leaves_nothing_and_what_was_there(tmp_path, suffix):
    target = tmp_path / f"a.{suffix}"
    target.write_text("earlier")
    answers = iter([False] * 4)
    assert not write_deck(SLIDES, target, SMALL, BRIEF, cancelled=lambda: next(answers, True))
    assert [path.name for path in tmp_path.iterdir()] == [target.name]
    assert target.read_text() == "earlier"


def test_what_a_format_cannot_hold_is_refused_before_any_work(tmp_path):
    with pytest.raises(ClipError, match=r"fps = 60 is not allowed for \.gif"):
        write_deck(SLIDES, tmp_path / "a.gif", SMALL, DeckOptions(fps=60))
    assert list(tmp_path.iterdir()) == []
