"""Clips read back by others: Pillow and PyAV find every frame, its time and its colours, and the Document."""

import threading
from functools import cache

import av
import numpy as np
import pytest
from PIL import Image

from peviewer.base.work import Work, reporting_to
from peviewer.document.document import Document
from peviewer.exporters.clip.clip import Clip
from peviewer.exporters.clip.frames import Frames
from peviewer.exporters.clip.write import write_clip
from peviewer.figures.panes.catalog import pane
from peviewer.paper.style import Style

CHOSEN = Document().edited(
    {"encoding.length": 30, "encoding.dim": 16, "shift.phi": -1.25, "encoding.base": 12.5}
)
SECONDS = 0.24
STYLE = Style(481, 271)
# The same as the pages, without the red and blue of single columns, which films blur into each
# other.
WIDE = Style(640, 480, theme="slide-dark")
BARE = {"formula": False}  # more of one colour


def write(target, style=STYLE, **more):
    clip = Clip(
        pane("shift"), CHOSEN, **{"seconds": SECONDS, "fps": 30, "start": 0, "stop": 9, **more}
    )
    write_clip(clip, target, style)
    return target, clip


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Return a function that gives the file of a clip, written once for all, and the clip."""

    @cache
    def _made(kind, style=STYLE, **more):
        return write(tmp_path_factory.mktemp("clip") / f"clip.{kind}", style, **more)

    return _made


def frames(target):
    """Return the frames as Pillow shows them, and how many milliseconds each one stays."""
    found = []
    with Image.open(target) as opened:
        for k in range(opened.n_frames):
            opened.seek(k)
            opened.load()
            found.append((np.asarray(opened.convert("RGBA")), opened.info["duration"]))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("fps", [30, 12.5])
def test_the_times_of_the_frames_add_up_to_the_duration(made, fps):
    target, clip = made("gif", fps=fps)
    lasts = [duration for _, duration in frames(target)]
    assert len(lasts) == clip.count == round(SECONDS * fps)
    expected = pytest.approx(1000 * clip.count / fps, abs=10)
    assert sum(lasts) == expected
    assert max(lasts) - min(lasts) <= 10 + 1e-6


@pytest.mark.nightly
def test_a_film_has_its_frames_rate_and_duration_and_even_sides_and_its_index_first(made):
    target, clip = made("mp4", fps=29.97)
    with av.open(str(target)) as film:
        stream = film.streams.video[0]
        assert stream.width == STYLE.width + 1
        assert stream.height == STYLE.height + 1
        assert stream.pix_fmt == "yuv420p"
        assert stream.average_rate == pytest.approx(clip.rate, rel=1e-3)
        assert stream.codec_context.codec.canonical_name == "h264"
        expected = pytest.approx(float(clip.count / clip.rate), abs=0.002)
        assert film.duration / 1e6 == expected
        times = [float(frame.pts * frame.time_base) for frame in film.decode(stream)]
    assert times == pytest.approx([float(k / clip.rate) for k in range(clip.count)], abs=0.001)
    content = target.read_bytes()
    assert content.index(b"moov") < content.index(b"mdat")


@pytest.mark.slow
@pytest.mark.parametrize(
    "style", [Style(640, 480, **BARE), WIDE.but(**BARE)], ids=["light", "dark"]
)
def test_a_film_shows_the_colours_of_the_picture_to_whoever_reads_its_tags(tmp_path, style):
    document = CHOSEN.edited({"encoding.length": 4, "encoding.dim": 4, "encoding.base": 1e6})
    clip = Clip(pane("encoding"), document, "encoding.base", 2, 1e6, seconds=0.3, fps=10)
    target = tmp_path / "a.mp4"
    write_clip(clip, target, style)
    with av.open(str(target)) as film:
        context = film.streams.video[0].codec_context
        assert context.colorspace == 1
        assert context.color_primaries == 1
        assert context.color_trc == 1
        assert context.color_range == 1
        painted = Frames(clip, style)
        for k, frame in enumerate(film.decode(video=0)):
            shown = _rgb(frame)
            expected = painted.paint(k)[..., :3].astype(float)
            # In the middle of areas of one colour: films keep colour at half the resolution.
            flat = _flat(expected) & _flat(
                painted.paint(max(0, k - 1))[..., :3]
            )  # of what changes, films keep a trace
            assert flat.mean() > 0.5
            assert np.quantile(np.abs(shown - expected)[flat], 0.999) <= 5
            assert np.abs((shown - expected)[flat].mean(axis=0)).max() < 0.5


def _rgb(frame):
    """Undo BT.709 by its definition, not by the library that did it."""
    height = frame.height
    width = frame.width
    planes = frame.to_ndarray(format="yuv420p").astype(float)
    luma = (planes[:height] - 16) * 255 / 219
    blue, red = (planes[height:].reshape(2, height // 2, width // 2) - 128) * 255 / 224
    blue, red = (part.repeat(2, axis=0).repeat(2, axis=1) for part in (blue, red))
    parts = luma + 1.5748 * red, luma - 0.1873 * blue - 0.4681 * red, luma + 1.8556 * blue
    return np.clip(np.stack(parts, axis=-1), 0, 255)


def _flat(picture, reach=6):
    """Return where all pixels around have the same colour."""
    same = np.ones(picture.shape[:2], bool)
    for axis in (0, 1):
        for step in range(-reach, reach + 1):
            same &= (np.roll(picture, step, axis=axis) == picture).all(axis=-1)
    grown = same.copy()
    for axis in (0, 1):
        for step in range(-reach, reach + 1):
            grown &= np.roll(same, step, axis=axis)
    return grown


@pytest.mark.slow
def test_a_gif_has_one_palette_and_colours_close_to_the_pictures(made):
    target, clip = made("gif", fps=10)
    with Image.open(target) as opened:
        table = {
            tuple(colour)
            for colour in np.frombuffer(opened.global_palette.palette, np.uint8).reshape(-1, 3)
        }
    found = frames(target)
    # A pixel as one number: rows of four bytes are a hundred times slower to sort.
    pixels = np.unique(np.concatenate([np.unique(shown.view(np.uint32)) for shown, _ in found]))
    assert {tuple(colour) for colour in pixels.view(np.uint8).reshape(-1, 4)[:, :3]} <= table
    painted = Frames(clip, STYLE)
    for k, (shown, _) in enumerate(found):
        apart = np.abs(shown[..., :3].astype(int) - painted.paint(k)[..., :3]).max(axis=-1)
        assert np.quantile(apart, 0.97) <= 10
        assert apart.mean() < 2


@pytest.mark.slow
def test_what_stands_still_in_a_gif_does_not_flicker(made):
    target, clip = made("gif", fps=10)
    still = np.ones((STYLE.height, STYLE.width), bool)
    painted = Frames(clip, STYLE)
    first = painted.paint(0).copy()
    for k in range(1, clip.count):
        still &= (painted.paint(k) == first).all(axis=-1)
    shown = [frame for frame, _ in frames(target)]
    assert 0.3 < still.mean() < 0.95
    assert all((frame[still] == shown[0][still]).all() for frame in shown)


@pytest.mark.slow
@pytest.mark.parametrize("loop", ["once", "bounce"])
def test_only_a_seamless_clip_starts_again(tmp_path, loop):
    target, _ = write(tmp_path / "a.gif", Style(320, 180), loop=loop, fps=10)
    with Image.open(target) as opened:
        assert opened.info.get("loop", 1) == (1 if loop == "once" else 0)


@pytest.mark.slow
def test_a_number_that_stays_is_still_a_frame(tmp_path):
    more = {"path": "cursor.position", "start": 10, "stop": 11, "seconds": 0.1}
    assert len(frames(write(tmp_path / "a.gif", Style(320, 180), **more)[0])) == 3


@pytest.mark.slow
def test_what_the_progress_raises_leaves_the_earlier_file_and_no_thread_at_work(tmp_path):
    def stop(share, left):
        raise KeyboardInterrupt

    (tmp_path / "a.gif").write_bytes(b"old")
    clip = Clip(pane("shift"), CHOSEN, seconds=60)
    with pytest.raises(KeyboardInterrupt), reporting_to(Work(stop)):
        write_clip(clip, tmp_path / "a.gif", Style(480, 270))
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"old"]
    others = [
        thread.name for thread in threading.enumerate() if thread is not threading.current_thread()
    ]
    # Those that are kept for the work to come, here and in the window.
    assert all(name.startswith("work") for name in others)
