"""Labels of lines in a clip: beside their line on one side, and on the other only where they must."""

from collections import defaultdict
from itertools import groupby

import pytest

from peviewer.document.document import Document
from peviewer.exporters.clip.clip import Clip
from peviewer.exporters.clip.frames import Frames
from peviewer.figures.panes.catalog import PANES
from peviewer.paper.marks import rules
from peviewer.paper.marks.labels import straight_lines
from peviewer.paper.style import Style

SMALL = Document().edited({"encoding.length": 60, "encoding.dim": 32, "cursor.position": 20, "shift.phi": 15})
STYLE = Style(640, 480)
CLIPS = [
    ("distance", "shift.phi", (0, 39)),  # passes the line of t, ends at the edge
    ("distance", "cursor.position", (0, 44)),  # the curve below the labels moves
    ("shift", "cursor.position", (0, 59)),  # t + φ leaves the table
    ("binary", "shift.phi", (-20, 39)),
    ("frequencies", "encoding.base", (2, 1e6)),
]


@pytest.fixture
def stands(monkeypatch):
    """Collect how each label stands in the frames painted since, None where it does not, by panel and line."""
    found, real = defaultdict(list), rules.label_place

    def label_place(line, canvas):
        place = real(line, canvas)
        name = next(name for name, other in straight_lines(canvas.panel).items() if other is line)
        if line.label and not canvas.panel.legend:
            found[canvas.axes.bbox.bounds, name].append(place and place.way)
        return place

    monkeypatch.setattr(rules, "label_place", label_place)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("name", "path", "ends"), CLIPS)
def test_a_label_changes_sides_once_at_most_and_never_comes_and_goes(stands, name, path, ends):
    clip = Clip(PANES[name], SMALL, path, *ends, seconds=2, fps=24, loop="once")
    frames = Frames(clip, STYLE)
    for frame in range(clip.count):
        frames.paint(frame)
    assert stands
    for line, ways in stands.items():
        assert len(ways) >= clip.count // 2 - 1, line  # where what is named is in sight
        assert len(list(groupby(ways))) <= 2, line
        assert len({way is None for way in ways}) == 1, line


@pytest.mark.slow
@pytest.mark.parametrize(("name", "path", "ends"), CLIPS[:2])
def test_a_frame_painted_alone_has_its_labels_where_they_are_in_the_clip(stands, name, path, ends):
    clip = Clip(PANES[name], SMALL, path, *ends, seconds=2, fps=24, loop="once")
    whole, alone = Frames(clip, STYLE), []
    for frame in range(0, clip.count, 6):
        stands.clear()
        whole.paint(frame)
        in_clip = {line: ways[-1] for line, ways in stands.items()}
        stands.clear()
        Frames(clip, STYLE).paint(frame)
        alone.append(in_clip and {line: stands[line][-1] for line in in_clip} == in_clip)
    assert all(alone)
