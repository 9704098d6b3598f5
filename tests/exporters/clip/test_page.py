"""A clip as a web page: it is one file, and a browser shows the frame that its slider is at."""

import io
import re
import shutil
import subprocess

import numpy as np
import pytest
from PIL import Image

from peviewer.document.document import Document
from peviewer.exporters.clip.clip import Clip
from peviewer.exporters.clip.frames import Frames
from peviewer.exporters.clip.write import write_clip
from peviewer.exporters.kinds.catalog import KINDS
from peviewer.exporters.kinds.choices import Subject
from peviewer.figures.panes.catalog import pane
from peviewer.paper.style import Style
from tests.opened import read

DOCUMENT = Document().edited({"encoding.length": 30, "encoding.dim": 16})
STYLE = Style(640, 360)
BROWSER = shutil.which("chromium") or shutil.which("google-chrome")


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    target = tmp_path_factory.mktemp("page") / "a.html"
    clip = Clip(pane("shift"), DOCUMENT, start=0, stop=20, seconds=1, fps=10)
    write_clip(clip, target, STYLE)
    return target, clip.one_way


def test_it_needs_nothing_else_and_says_each_value_once_on_the_way_there(page):
    target, clip = page
    text = target.read_text(encoding="utf-8")
    assert re.findall(r"(?:src|href)=\"(?!data:)", text) == []
    assert "http" not in re.sub(r"base64,[^\"]*", "", text)
    expected = [0, 5, 10, 15, 20]
    assert [float(value) for value in re.findall(r"φ = ([\d.]+)", text)] == expected
    assert clip.count == 5
    assert read(target) == DOCUMENT


def test_a_page_has_room_for_its_longest_value_and_its_slider_for_each_frame(page):
    target, clip = page
    text = target.read_text(encoding="utf-8")
    longest_value = "φ = 20"

    assert f"min-width: {len(longest_value) + 1}ch" in text
    assert f'min="0" max="{clip.count - 1}" value="0"' in text


def shown(target, frame, folder):
    """Return what a browser shows of the film at a frame."""
    picture = folder / f"{frame}.png"
    flags = "--headless --no-sandbox --disable-gpu --hide-scrollbars --force-color-profile=srgb --timeout=20000"
    size = f"--window-size={STYLE.width},{STYLE.height + 60}"
    command = [
        BROWSER,
        *flags.split(),
        f"--user-data-dir={folder}",
        size,
        f"--screenshot={picture}",
    ]
    subprocess.run(
        [*command, f"{target.as_uri()}#{frame}"], check=True, capture_output=True, timeout=120
    )
    pixels = np.asarray(Image.open(io.BytesIO(picture.read_bytes())).convert("RGB"))
    return pixels[: STYLE.height, : STYLE.width].astype(int)


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="there is no browser")
def test_a_browser_shows_the_frame_that_the_slider_is_at(page, tmp_path):
    target, clip = page
    painted = Frames(clip, STYLE)
    frames = [painted.paint(frame)[..., :3].astype(int) for frame in range(clip.count)]
    for frame in (0, 3):
        for _ in range(3):  # a screenshot may be taken before the film is there
            seen = shown(target, frame, tmp_path)
            apart = [np.abs(seen - other).mean() for other in frames]
            if int(np.argmin(apart)) == frame and apart[frame] < 4:
                break
        assert int(np.argmin(apart)) == frame
        assert apart[frame] < 4


def test_the_dialog_counts_the_frames_that_the_page_has():
    subject = Subject(DOCUMENT, ("shift",))
    kind = KINDS["clip"]
    counts = {
        format: kind.remembered({"format": format}).fields(subject).moments
        for format in ("mp4", "html")
    }
    assert counts["html"] == counts["mp4"] // 2
