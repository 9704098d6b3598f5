"""What all frames of a clip keep: limits, levels, ticks and places; only data move."""

import re
from collections import defaultdict

import matplotlib as mpl
import pytest

from peviewer.document.document import Document
from peviewer.exporters.clip.clip import Clip
from peviewer.exporters.clip.frames import Frames
from peviewer.figures.grammar import Band, Heatmap, Numbers
from peviewer.figures.panes.catalog import PANES
from peviewer.paper.page.blank import lay_out
from peviewer.paper.page.composition import arranged
from peviewer.paper.page.painter import settings
from peviewer.paper.style import Style

SMALL = Document().edited({"encoding.length": 40, "encoding.dim": 16})
ROPE, HEADS = (SMALL.edited({"encoding.scheme": scheme}) for scheme in ("rope", "alibi"))
T5 = SMALL.edited({"encoding.scheme": "t5"})
MOVING = [
    *((name, ROPE if name in ("score", "scaling", "attention") else SMALL, "encoding.base") for name in PANES
      if name not in ("bias", "buckets")),
    ("bias", HEADS, "bias.head"), ("buckets", T5, "encoding.length"),
    ("encoding", SMALL, "encoding.dim"), ("distance", SMALL, "encoding.length"), ("shift", SMALL, "shift.phi"),
]  # fmt: skip


def scales(figure):
    axes = [(axis.limits, axis.window) for panel in figure.panels for axis in (panel.x, panel.y)]
    marks = [mark for panel in figure.panels for mark in panel.marks if isinstance(mark, Heatmap | Numbers)]
    return axes, [(mark.levels, mark.colormap) for mark in marks]


@pytest.mark.parametrize(("name", "document", "path"), MOVING)
def test_all_frames_have_the_same_limits_and_levels(name, document, path):
    clip = Clip(PANES[name], document, path, seconds=1, fps=14)
    first, *others = (scales(clip.figure(frame)) for frame in range(clip.count))
    assert all(other == first for other in others)


def test_the_scales_are_those_of_the_whole_course_so_that_brighter_is_farther():
    clip = Clip(PANES["distance"], SMALL, "encoding.base", 10, 1e6, seconds=1, fps=20)
    own = [PANES["distance"].figure(clip.at(frame)).panels[0].heatmap.levels[1] for frame in range(clip.count)]
    assert min(own) < 0.8 * max(own)
    low, high = clip.figure(clip.count // 2).panels[0].heatmap.levels
    assert low == 0
    assert 0.98 * max(own) <= high <= max(own)  # between the values that are looked at, few are a little farther


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["distance", "frequencies", "waves"])
def test_frames_have_their_panels_and_ticks_at_the_same_places(name):
    style, clip = Style(640, 480), Clip(PANES[name], SMALL, "encoding.base", 100, 1e6, seconds=1, fps=6)
    found = []
    with mpl.rc_context(settings(style)):
        for frame in (0, 1, 3):
            page, blocks = lay_out(arranged(clip.figure(frame), style))
            page.canvas.draw()
            axes = [area.axes for block in blocks for area in block.areas]
            found.append(
                [(one.get_position().bounds, *map(tuple, (one.get_xticks(), one.get_yticks()))) for one in axes]
            )
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize(("name", "document", "path", "ends"), [
    ("statistics", Document(), "encoding.base", (10, 1e6)),  # a fact that needs a line of its own, later
    ("score", Document().edited({"encoding.scheme": "rope"}), "shift.phi", (0, 100)),  # no legend at first
])  # fmt: skip
def test_axes_stay_where_they_are_whatever_the_words_above_them(name, document, path, ends):
    clip = Clip(PANES[name], document, path, *ends, seconds=1, fps=14)
    frames = Frames(clip, Style(640, 480))
    left, *others = (frames.paint(frame)[:-40, :40].copy() for frame in (0, 1, 4, 7))  # numbers and names of axes
    assert all((other == left).all() for other in others)


NUMBER = re.compile(r"\d[\d\u2009]*(?:\.\d+)?")


@pytest.mark.parametrize("name", ["waves", "clocks", "frequencies", "distance"])
def test_numbers_keep_their_decimals_while_they_are_as_large(name):
    clip = Clip(PANES[name], SMALL, "encoding.base", 10, 1e4, seconds=1, fps=60, loop="once")
    found = defaultdict(set)
    for frame in range(clip.count):
        for k, panel in enumerate(clip.figure(frame).panels):
            texts = [panel.title, panel.fact, *(getattr(mark, "label", "") for mark in panel.marks)]
            for n, number in enumerate(number for text in texts for number in NUMBER.findall(text)):
                before, _, decimals = number.partition(".")
                found[k, len(texts), n, before == "0", len(before)].add(len(decimals))
    assert found
    assert all(len(kinds) == 1 for (*_, is_small, _), kinds in found.items() if not is_small)


def test_a_frame_that_goes_far_beyond_is_not_cut_off():
    clip = Clip(PANES["statistics"], SMALL, "encoding.first", -10_000, 10_000, seconds=4, fps=100, loop="once")
    assert clip.at(200).encoding.first in range(-40, 40)  # at position 0 all cosines are 1
    panel = clip.figure(200).panels[1]
    low, high = panel.y.limits
    _, heights = panel.marks[0].series.sample(*panel.x.shown, 400)
    assert low <= heights.min() <= heights.max() <= high


def test_the_last_frame_goes_over_into_the_first():
    clip = Clip(PANES["shift"], SMALL, seconds=1, fps=10)
    frames = Frames(clip, Style(320, 240))
    first, second, last = (frames.paint(frame).copy() for frame in (0, 1, clip.count - 1))
    assert (first != second).any()
    assert (second == last).all()  # one step before the start, as after it


def test_what_hardly_tells_positions_apart_is_shaded_down_to_the_end_of_the_axis_in_every_frame():
    clip = Clip(PANES["statistics"], SMALL, "encoding.base", 10, 1e6, seconds=1, fps=8)
    for frame in range(clip.count):
        for panel in clip.figure(frame).panels:
            shades = [mark for mark in panel.marks if isinstance(mark, Band) and mark.direction == "y"]
            assert all(shade.low <= panel.y.shown[0] for shade in shades)
