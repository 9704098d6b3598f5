"""What moves in clips, frame by frame, within which limits, and some frames as pixels, is what is kept."""

import matplotlib as mpl
import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.exporters.clip.clip import Clip
from peviewer.exporters.clip.frames import Frames
from peviewer.exporters.clip.write import as_written
from peviewer.exporters.formats import formats
from peviewer.figures.panes.catalog import panes
from peviewer.paper.page.composition import Composition
from peviewer.paper.style import Style
from tests.figures.figure_numbers import figure_numbers
from tests.numbers import check, numbers_in, placed, summary

SMALL = Document().edited(
    {"encoding.length": 40, "encoding.dim": 12, "encoding.first": -5, "shift.phi": 4.5}
)
CLIPS = {
    "shift": ("shift", SMALL, {"seconds": 2, "fps": 10}),
    "once": ("clocks,waves", SMALL, {"start": -3, "stop": 7, "seconds": 1.1, "fps": 12, "loop": "once"}),
    "again": ("encoding", SMALL, {"path": "encoding.base", "start": 10, "stop": 500, "seconds": 3, "fps": 9, "loop": "again"}),
    "even": ("frequencies", SMALL, {"path": "encoding.dim", "start": 4, "stop": 24, "seconds": 1.5, "fps": 8}),
    "odd": ("waves", SMALL, {"path": "encoding.dim", "start": 3, "stop": 10, "seconds": 2, "fps": 8}),
    "finely": ("clocks", SMALL, {"start": 0, "stop": 0.02, "seconds": 2, "fps": 30}),
    "downwards": ("vectors", compare_with(SMALL, "base=50"), {"path": "vectors.first", "start": 9, "stop": 2}),
    "still": ("shift", SMALL, {"start": 3, "stop": 4, "seconds": 0.05, "fps": 10}),
}  # fmt: skip
FEW = 9
PAINTED = {
    "clocks": Style.of_pixels(320, 200),
    "encoding": Style.of_pixels(300, 240, "slide-dark"),
}
"""Of panes that show φ themselves, and of which a line below says it."""


def frames_of(clip):
    """Return some frames, the first and the last among them."""
    last = clip.count - 1
    return sorted({round(last * number / (FEW - 1)) for number in range(FEW)})


def moved(clip):
    """Return where a clip is at some frames, and how it says that."""
    frames = frames_of(clip)
    figures = [clip.figure(frame) for frame in (frames[0], frames[len(frames) // 3])]
    parts = [
        part
        for each in figures
        for part in (each.figures if isinstance(each, Composition) else [each])
    ]
    slider = as_written(clip, formats("clip")["html"])
    return {
        "path": clip.path,
        "ends": list(clip.ends),
        "frames": [clip.count, float(clip.rate), clip.seamless, clip.is_unnamed, len(clip.widest)],
        "values": [round(float(clip.value(frame)), 6) for frame in frames],
        "said": [number for frame in frames for number in numbers_in(clip.number_text(frame))],
        "parts": [len(part) for part in clip.number_parts(frames[-1])],
        "with a slider": [
            slider.count,
            slider.seconds,
            slider.loop,
            slider.value(slider.count // 2),
        ],
        **summary({f"{number}": figure_numbers(part)["axes"] for number, part in enumerate(parts)}),
    }


def painted(name):
    """Return the pixels of two frames, which are painted after one another."""
    clip = Clip(panes(name), SMALL, seconds=1, fps=10)
    frames = Frames(clip, PAINTED[name])
    pictures = {}
    for frame in (0, 3):
        pictures[f"frame {frame}"] = np.asarray(frames.paint(frame), dtype=np.float64).ravel()
    frames.close()
    return placed(pictures)


def cases(name):
    if name in PAINTED:
        return {f"painted/{name}": painted(name)}
    names, document, fields = CLIPS[name]
    return {f"clips/{name}": moved(Clip(panes(names), document, **fields))}


def all_cases():
    return {case: now for name in (*CLIPS, *PAINTED) for case, now in cases(name).items()}


@pytest.mark.parametrize("name", CLIPS)
def test_a_clip_is_at_each_frame_where_it_is_kept(name):
    check("exporters/clip", cases(name))


@pytest.mark.skipif(mpl.__version_info__ < (3, 11), reason="earlier ones measure texts otherwise")
@pytest.mark.parametrize("name", PAINTED)
def test_frames_have_the_pixels_that_are_kept(name):
    check("exporters/clip", cases(name))
