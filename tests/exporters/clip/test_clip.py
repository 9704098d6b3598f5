"""A clip: which Document each frame shows, what all frames keep, as many as asked for, and what cannot move."""

import math
import re
from types import SimpleNamespace

import numpy as np
import pytest

from peviewer.document.animation import SHIFT as PHI
from peviewer.document.document import Document
from peviewer.exporters.clip import write
from peviewer.exporters.clip.clip import Clip, ClipError
from peviewer.exporters.clip.frames import Frames
from peviewer.exporters.clip.write import SAMPLE
from peviewer.exporters.formats import formats
from peviewer.figures.grammar import Heatmap, Numbers
from peviewer.figures.panes.catalog import PANES, pane
from peviewer.paper.style import Style

SHIFT = pane("shift")


def clip(**more):
    choices = {"start": 0, "stop": 10, "seconds": 1.0, "fps": 10, "loop": "once"}
    return Clip(SHIFT, Document(), **choices | more)


def values(made):
    return [made.value(frame) for frame in range(made.count)]


def test_it_moves_to_nothing_that_is_not_there():
    document = Document().edited({"encoding.length": 60})
    with pytest.raises(
        ClipError, match=r"^cursor.position cannot move to 10\u2009000: there are 0 to 59$"
    ):
        Clip(pane("distance"), document, path="cursor.position", stop=10_000)
    assert Clip(pane("distance"), document, path="cursor.position", stop=59).ends == (0, 59)


def test_it_is_called_by_the_title_of_all_its_pictures_or_by_its_panes():
    document = Document().edited({"encoding.length": 30, "encoding.dim": 16})
    shift = Clip(pane("shift"), document, start=0, stop=9, seconds=0.5, fps=10)
    assert shift.lasting_title == "A shift is one matrix, the same for every position"
    rows = Clip(pane("vectors"), document, "vectors.first", 0, 9, seconds=0.5, fps=10)
    assert rows.figure(0).title == "Positions 0 to 7"
    assert rows.lasting_title == "Vectors"


def test_a_clip_runs_from_start_to_stop_and_shows_both():
    found = values(clip(fps=11))
    assert found == pytest.approx(range(11))
    assert found[0] == 0.0
    assert found[-1] == 10.0


def test_there_and_back_meets_its_start_again_only_in_the_next_round():
    expected = pytest.approx([0, 2, 4, 6, 8, 10, 8, 6, 4, 2])
    assert values(clip(loop="bounce")) == expected


def test_again_and_again_it_goes_back_without_a_jump():
    found = values(clip(fps=60, loop="again"))
    steps = np.abs(np.diff([*found, found[0]]))
    assert found[0] == 0
    assert max(found) == pytest.approx(10)
    assert steps.max() < 0.2 * 10
    there = np.diff(found[:51])
    back = np.diff(found[51:])
    assert there.min() > 0 > back.max()


def test_a_line_says_what_moves_where_the_pane_does_not():
    document = Document().edited({"encoding.length": 20})
    base = Clip(
        pane("encoding"),
        document,
        "encoding.base",
        10,
        1000,
        0.2,
        10,
    )
    page = Frames(base, Style(640, 360, dpi=96))
    first = page.paint(0).copy()
    second = page.paint(1).copy()
    assert first.shape == (360, 640, 4)
    is_drawn = [(frame[-18:] != frame[-1, 0]).any(axis=(0, 2)) for frame in (first, second)]
    begins = [int(columns.argmax()) for columns in is_drawn]
    assert (
        begins[0] > begins[1]
    )  # its name goes with the number, which always ends at the same place
    style = Style(640, 360, dpi=96)
    frames = Frames(base, style, numbered=False)
    alone = frames.paint(0)
    assert alone.shape == first.shape
    assert not (alone[-18:] == first[-18:]).all()
    differs = (first[-18:] != second[-18:]).any(axis=-1)
    assert 20 < differs.sum() < 1000
    assert not differs[:, 200:].any()


@pytest.mark.slow
def test_several_panes_move_side_by_side():
    panes = [SHIFT, pane("encoding")]
    both = Clip(panes, Document(), start=0, stop=1, seconds=0.2, fps=10, columns=1)
    assert [figure.name for figure in both.figure(1).figures] == ["shift", "encoding"]
    assert both.figure(1).columns == 1


def test_whole_numbers_stay_whole_and_are_rounded_not_cut():
    made = clip(path="encoding.length", start=10, stop=13, fps=10)
    expected = [10, 10, 11, 11, 11, 12, 12, 12, 13, 13]
    assert values(made) == expected
    assert all(isinstance(value, int) for value in values(made))
    assert made.at(9).encoding.length == 13


def test_without_ends_the_shift_runs_along_its_track_and_others_along_their_slider():
    document = Document().edited({"play.tracks": {"shift.phi": {"start": -3, "stop": 4}}})
    assert Clip(SHIFT, document).ends == (-3, 4)
    assert Clip(SHIFT, document, "cursor.position").ends == (0, 199)


REFUSED_CLIPS = [
    ({"loop": "twice"}, "loop = 'twice' is not allowed"),
    (
        {"seconds": 0},
        "seconds = 0 is not allowed: it must be a finite number from 0.05 to 3\u2009600",
    ),
    ({"seconds": math.nan}, "seconds = nan is not allowed"),
    ({"fps": 500}, "fps = 500 is not allowed: it must be a finite number from 1 to 120"),
    ({"start": math.nan}, "shift.phi = nan is not allowed"),
    ({"stop": 1e12}, r"shift.phi = 1e\+12 is not allowed"),
    ({"path": "encoding.dim", "start": 0}, "encoding.dim = 0 is not allowed"),
    ({"path": "view.colormap"}, "view.colormap = 'diverging' cannot move: it must be a number"),
    ({"path": "view.raw"}, "view.raw = False cannot move"),
]


def test_what_cannot_be_is_refused_in_one_line():
    for more, cause in REFUSED_CLIPS:
        with pytest.raises(ClipError, match=cause) as refused:
            clip(**more)
        assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "path"),
    [("frequencies", "encoding.base"), ("table", "cursor.position"), ("shift", PHI)],
)
def test_what_nobody_named_is_what_moves_the_pane(name, path):
    assert Clip(pane(name), Document()).path == path


def test_the_shift_is_suggested_where_it_moves_anything_even_a_mark_at_the_edge():
    beyond = Document().edited(
        {"encoding.length": 20, "cursor.position": 19}
    )  # row 19 + φ: beyond the table
    assert Clip(pane("encoding"), beyond).path == PHI
    assert Clip(pane("similarity"), beyond).path != PHI


def test_a_number_that_moves_nothing_is_refused_with_one_that_does():
    with pytest.raises(
        ClipError, match=r"^shift\.phi moves nothing in Frequencies; encoding\.base does$"
    ):
        Clip(pane("frequencies"), Document(), PHI)
    with pytest.raises(ClipError, match=r"^shift\.phi does not move: it starts and ends at 5$"):
        Clip(pane("shift"), Document(), PHI, 5, 5)
    document = Document().edited({"encoding.scheme": "rope"})
    beyond = Clip(pane("score"), document, PHI, -160, -100)  # keys come before
    with pytest.raises(
        ClipError, match=r"^shift\.phi moves nothing that is seen in Score from −160 to −100$"
    ):
        beyond.check_pictures()


def test_every_frame_says_its_number_with_one_width_and_the_decimals_it_needs():
    once = {"seconds": 1, "fps": 5, "loop": "once"}
    clip = Clip(pane("frequencies"), Document(), "encoding.base", 10, 1e6, **once)
    said = [clip.number_parts(frame) for frame in range(clip.count)]
    assert said[0] == ("*b* =", "10", "")
    assert said[-1] == ("*b* =", "1\u2009000\u2009000", "")
    assert said[1] == ("*b* =", "177.83", "")
    assert clip.widest == f"{said[-1][1]}.00"
    fine = Clip(pane("encoding"), Document(), PHI, 0, 0.01, seconds=1, fps=11, loop="once")
    told = [fine.number_parts(frame) for frame in (0, 1, 10)]
    assert told == [("*φ* =", number, "positions") for number in ("0", "0.0010", "0.0100")]
    steps = Clip(pane("waves"), Document(), "waves.step", 1, 5, **once)
    expected = [("Step =", "1", ""), ("Step =", "5", "")]
    assert [steps.number_parts(frame) for frame in (0, 4)] == expected


def test_a_pane_that_says_where_the_number_is_is_not_told_twice():
    clip = Clip(pane("shift"), Document())
    assert not clip.is_unnamed
    assert "*φ* = 13.33" in clip.figure(10).panels[1].fact


SMALL = Document().edited({"encoding.length": 40, "encoding.dim": 16})
HEADS, T5 = (SMALL.edited({"encoding.scheme": scheme}) for scheme in ("alibi", "t5"))
MOVING = [
    ("score", SMALL, "encoding.base"), ("clocks", SMALL, "encoding.base"), ("operator", SMALL, "encoding.base"),
    ("bias", HEADS, "cursor.head"), ("bias", T5, "encoding.ramp"), ("shift", SMALL, "shift.phi"),
]  # fmt: skip


def scales(figure):
    axes = []
    marks = []
    for panel in figure.panels:
        axes += [(axis.limits, axis.window) for axis in (panel.x, panel.y)]
        marks += [mark for mark in panel.marks if isinstance(mark, Heatmap | Numbers)]
    return axes, [(mark.levels, mark.colormap) for mark in marks]


@pytest.mark.parametrize(("name", "document", "path"), MOVING)
def test_all_frames_have_the_same_limits_and_levels(name, document, path):
    clip = Clip(PANES[name], document, path, seconds=1, fps=14)
    first, *others = (scales(clip.figure(frame)) for frame in range(clip.count))
    assert all(other == first for other in others)


@pytest.mark.slow
def test_axes_stay_where_they_are_whatever_the_words_above_them():
    # A fact needs a line of its own, later.
    clip = Clip(PANES["similarity"], Document(), "encoding.base", 10, 1e6, seconds=1, fps=14)
    frames = Frames(clip, Style(640, 480))
    # Numbers and names of axes stand at the left.
    pictures = [frames.paint(frame)[:-40, :40].copy() for frame in (0, 1, 4, 7)]
    left, *others = pictures
    assert all((other == left).all() for other in others)


@pytest.mark.slow
def test_the_last_frame_goes_over_into_the_first():
    clip = Clip(PANES["shift"], SMALL, seconds=1, fps=10)
    frames = Frames(clip, Style(320, 240))
    first = frames.paint(0).copy()
    second = frames.paint(1).copy()
    last = frames.paint(clip.count - 1).copy()
    assert (first != second).any()
    assert (second == last).all()  # one step before the start, as after it


@pytest.mark.parametrize(("stop", "steps"), [(40, {0}), (41, {0, 1})])
def test_dimensions_are_even_on_their_way_unless_an_end_is_odd(stop, steps):
    found = values(clip(path="encoding.dim", start=2, stop=stop, fps=60))
    assert found[0] == 2
    assert found[-1] == stop
    assert {value % 2 for value in found} == steps


def test_the_time_that_a_clip_takes_is_estimated_from_how_long_a_few_frames_took(monkeypatch):
    made = Clip(pane("encoding"), Document(), "cursor.position", 0, 10, seconds=8.0, fps=10)
    seconds_a_frame = 0.5
    written_frames = SAMPLE + 1  # the first one twice
    times = iter([0.0, seconds_a_frame * written_frames])
    monkeypatch.setattr(write, "time", SimpleNamespace(monotonic=lambda: next(times)))
    estimate = write.expected_effort(made, Style.of_pixels(320, 180), formats("clip")["gif"])

    seconds = math.ceil(seconds_a_frame * made.count)
    assert estimate.endswith(f", written in {seconds} s")


def test_no_clip_is_said_to_take_less_than_a_second(monkeypatch):
    made = Clip(pane("encoding"), Document(), path="cursor.position", seconds=0.2, fps=10)
    monkeypatch.setattr(write, "time", SimpleNamespace(monotonic=lambda: 0.0))

    estimate = write.expected_effort(made, Style.of_pixels(320, 180), formats("clip")["gif"])

    assert estimate.endswith(", written in 1 s")


def test_the_size_of_a_clip_is_estimated_within_a_tenth_from_a_few_frames(tmp_path):
    once = {"seconds": 0.5, "fps": 10, "loop": "once"}
    made = Clip(pane("encoding"), Document(), path="cursor.position", **once)
    assert made.count > SAMPLE
    style = Style.of_pixels(320, 180)
    write.write_clip(made, tmp_path / "a.gif", style)
    size = (tmp_path / "a.gif").stat().st_size

    estimate = write.expected_effort(made, style, formats("clip")["gif"])
    kilobytes = re.match(r"about ([\d.]+) kB", estimate)[1]
    expected = pytest.approx(size, rel=0.1)
    assert 1000 * float(kilobytes) == expected
