"""No word is cut and none covers another: of every pane, live, on paper, in each format and in clips."""

from collections import defaultdict
from itertools import combinations, pairwise
from typing import NamedTuple

import pytest
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.transforms import Affine2D, Bbox

from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.exporters.clip.clip import Clip
from peviewer.exporters.clip.frames import Frames
from peviewer.figures.palette import LIGHT
from peviewer.figures.panes.catalog import PANES
from peviewer.paper.page.painter import paint
from peviewer.paper.style import Style
from tests.live.texts import canvas_of, collisions, written
from tests.served import served

# What asks for other words or for more room: none has more than two of them.
CHANGES = {
    "far out": {
        "encoding.first": -(2**52),
        "encoding.length": 100_000,
        "shift.phi": -123_456_789.25,
        "cursor.position": 123_456 - 2**52,
    },
    "across": {"view.transposed": True, "content.kind": "normal"},
    "tiny": {"encoding.length": 2, "encoding.dim": 2, "shift.phi": 0.25},
    "odd": {"encoding.dim": 37, "encoding.length": 17},
    "wide": {"encoding.dim": 65_536, "encoding.length": 10_000_000, "cursor.position": 5_000_000},
}


def figure_of(pane, changes=""):
    document = Document().edited(CHANGES.get(changes, {}))
    return PANES[pane].figure(served(pane, document))


# ---- live


@pytest.fixture
def cut_words(qtbot, patient):
    """Return a function from a Figure to the words that are cut or lie on each other in a view of some sizes."""
    from peviewer.live.view import FigureView

    view = FigureView(LIGHT)
    qtbot.addWidget(view, before_close_func=lambda widget: widget.dispose())
    with qtbot.waitExposed(view):
        view.show()

    def cut_words(figure, *sizes):
        found = []
        view.set_figure(figure)
        for size in sizes:
            view.resize(*size)
            qtbot.waitUntil(lambda: not view.is_pending)
            texts = written(canvas_of(view), 2)
            found += [text.words for text in texts if text.is_cut] + collisions(texts)
        return found

    return cut_words


@pytest.mark.slow
@pytest.mark.parametrize("pane", PANES)
def test_words_of_a_pane_in_the_window(cut_words, pane):
    assert cut_words(figure_of(pane), (300, 220)) == []


@pytest.mark.nightly
@pytest.mark.parametrize("changes", CHANGES)
def test_words_of_every_pane_in_the_window_at_many_sizes(cut_words, changes):
    for pane in PANES:
        sizes = (300, 220), (365, 345), (1100, 250), (300, 900), (1600, 1200)
        assert cut_words(figure_of(pane, changes), *sizes) == [], pane


@pytest.mark.parametrize("pane", ["encoding", "shift", "binary", "distance", "bias", "attention"])
def test_why_a_side_of_two_has_nothing_in_one_of_six_panes_of_a_small_window(cut_words, pane):
    document = compare_with(Document(), "scheme=alibi")
    figure = PANES[pane].figure(document)
    assert cut_words(figure, (310, 175)) == []


# ---- on paper


class Text(NamedTuple):
    """A line of text on a page, its box in pixels, and the size of its type."""

    words: str
    box: Bbox
    size: float


def place(renderer, x, y, words, font, angle, is_math):
    """Return where a renderer writes words: their box, from the lower left of the page."""
    width, height, descent = renderer.get_text_width_height_descent(words, font, is_math)
    turned = Affine2D().rotate_deg(angle).translate(x, renderer.height - y)
    return Bbox.from_bounds(0, -descent, width, height).transformed(turned)


@pytest.fixture
def drawn(monkeypatch):
    """Return a list to which every text is added that matplotlib writes on a page."""
    found = []
    draw = RendererAgg.draw_text

    def noted(own, gc, x, y, s, prop, angle, ismath=False, mtext=None):
        box = place(own, x, y, s, prop, angle, ismath)
        found.append(Text(s, box, own.points_to_pixels(prop.get_size_in_points())))
        draw(own, gc, x, y, s, prop, angle, ismath=ismath, mtext=mtext)

    monkeypatch.setattr(RendererAgg, "draw_text", noted)
    return found


def badly_placed(texts, page):
    """Return the words that leave a page, and those that lie on each other."""
    found = [text.words for text in texts if not page.padded(1).contains(*text.box.min)]
    found += [text.words for text in texts if not page.padded(1).contains(*text.box.max)]
    for one, other in combinations(texts, 2):
        if shared := Bbox.intersection(one.box, other.box):
            tolerated = 0.2 * min(one.box.height, other.box.height, one.box.width, other.box.width)
            if min(shared.width, shared.height) > tolerated:
                found.append((one.words, other.words))
    return found


def lone_numbers(page):
    """Return the numbers that stand alone on an axis, of which nobody knows the scale."""
    found = []
    for axis in (
        axis for axes in page.axes if axes.get_visible() for axis in (axes.xaxis, axes.yaxis)
    ):
        low, high = sorted(axis.get_view_interval())
        ticks = [tick for tick in axis.get_majorticklocs() if low - 1e-9 <= tick <= high + 1e-9]
        numbers = [
            label.get_text()
            for label in axis.get_ticklabels()
            if any(map(str.isdigit, label.get_text()))
        ]
        found += ticks if numbers and len(ticks) == 1 else []
    return found


QUICK = ("distance",)


@pytest.mark.parametrize(
    "pane",
    [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in PANES],
)
def test_words_of_a_pane_on_paper(drawn, pane, caplog):
    wide = (1920, 1080) if [*PANES].index(pane) % 2 else (1080, 1080)
    for style in (Style.default("paper"), Style.of_pixels(*wide)):
        drawn.clear()
        page = paint(figure_of(pane), style)
        page.canvas.draw()
        assert badly_placed(drawn, page.bbox) == [], style
        assert min(text.size for text in drawn) >= style.sizes.least * style.dpi / 72 - 1e-6
        assert lone_numbers(page) == []
        assert caplog.messages == [], "every letter is in the font"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pane", "path", "ends"),
    [
        ("distance", "shift.phi", (0, 39)),  # passes the line of t, ends at the edge
        ("shift", "cursor.position", (0, 59)),  # t + φ leaves the table
    ],
)
def test_words_of_a_clip_stay_on_its_page_and_its_labels_do_not_jump(drawn, pane, path, ends):
    document = Document().edited(
        {"encoding.length": 60, "encoding.dim": 32, "cursor.position": 20, "shift.phi": 15}
    )
    clip = Clip(PANES[pane], document, path, *ends, seconds=2, fps=24, loop="once")
    frames = Frames(clip, Style(640, 480))
    labels = defaultdict(list)
    page = Bbox.from_bounds(0, 0, 640, 480)
    for frame in range(clip.count):
        drawn.clear()
        frames.paint(frame)
        assert badly_placed(drawn, page) == [], frame
        for text in (text for text in drawn if text.words.startswith("$t$ + $φ$")):
            labels[text.box.y0 // 100].append((frame, text.box.x0))
    assert labels
    for places in labels.values():
        shown, across = zip(*places, strict=True)
        assert shown == tuple(range(shown[0], shown[-1] + 1))
        assert sum(after < before for before, after in pairwise(across)) <= 1
