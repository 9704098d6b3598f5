"""Words in the plane of a panel: as large as they have room, never on each other, and still while numbers change."""

from itertools import pairwise

import numpy as np
import pytest

from peviewer.figures.grammar import Axis, Panel, Words
from peviewer.paper.page.painter import paint
from peviewer.paper.style import Style


def painted(made, *marks, style=None):
    panel = Panel(Axis("turn", "", (-2.0, 2.0)), Axis("turn", "", (-1.0, 1.0)), marks, square=True)
    return paint(made.figure((panel,)), style or Style()).axes[0]


def test_words_are_centred_and_of_one_size_where_they_would_touch(made):
    texts = tuple(f"*λ* = {k * 1000}" for k in range(8))
    places = tuple(np.linspace(-1.8, 1.8, 8).tolist())
    axes = painted(made, Words(places, (0.0,) * 8, texts), style=Style(640, 400))
    renderer = axes.figure.canvas.get_renderer()
    boxes = [text.get_window_extent(renderer) for text in axes.texts]
    assert all(a.x1 < b.x0 for a, b in pairwise(boxes))
    assert len({text.get_fontsize() for text in axes.texts}) == 1
    middle = (boxes[3].x0 + boxes[3].x1) / 2
    assert middle == pytest.approx(axes.transData.transform((places[3], 0))[0], abs=1.5)


def test_words_that_would_touch_in_the_smallest_type_give_way_the_lesser_ones_first(made):
    for count, kinds in ((4, {"*i*", "*λ*"}), (14, {"*i*"}), (60, set())):
        places = tuple(np.linspace(-1.8, 1.8, count).tolist())
        names = Words(places, (0.1,) * count, ("*i* = 0",) * count, small=True)
        lengths = Words(places, (-0.1,) * count, ("*λ* = 100000",) * count, "muted", small=True)
        axes = painted(made, names, lengths, style=Style(640, 400))
        seen = [text for text in axes.texts if text.get_visible()]
        assert len(seen) == count * len(kinds)
        assert all(text.get_fontsize() >= Style(640, 400).sizes.least - 1e-9 for text in seen)


def test_words_use_the_room_of_a_slide_but_keep_their_size_on_paper(made):
    mark = Words((-1.0, 1.0), (0.0, 0.0), ("one", "two"))
    for style, share in ((Style(), 1.4), (Style.default("paper"), 1.0)):
        axes = painted(made, mark, style=style)
        assert axes.texts[0].get_fontsize() == pytest.approx(share * style.sizes.tick)


def test_the_sign_of_a_number_moves_neither_itself_nor_its_neighbour(made):
    def glyphs(number):
        axes = painted(made, Words((-0.2, 0.2), (0.0, 0.0), (number, "=")))
        axes.figure.canvas.draw()
        shown = np.asarray(axes.figure.canvas.buffer_rgba())[Style().height // 3 :, :, 0]
        inked = np.flatnonzero((shown < 255).any(axis=0))
        return [(glyph[0], glyph[-1]) for glyph in np.split(inked, np.flatnonzero(np.diff(inked) > 1) + 1)]

    assert glyphs("−0.4444")[1:] == glyphs("\N{FIGURE SPACE}0.4444")


@pytest.mark.parametrize(
    "style",
    [Style(), Style.default("paper"), Style.of_pixels(3840, 2160)],
    ids=lambda style: f"{style.theme}-{style.width:g}",
)
@pytest.mark.parametrize("small", [False, True])
def test_digits_stand_about_as_far_above_their_point_as_below_it(made, style, small):
    axes = painted(made, Words((0.0,), (0.25,), ("0880",), small=small), style=style)
    page, (_, at) = axes.figure, axes.transData.transform((0.0, 0.25))
    page.canvas.draw()
    ink = np.asarray(page.canvas.buffer_rgba())[..., :3].astype(int)
    left, right = (round(edge) for edge in axes.texts[0].get_window_extent(page.canvas.get_renderer()).intervalx)
    rows = np.flatnonzero((np.abs(ink[:, left:right] - ink[0, 0]) > 60).any(axis=(1, 2)))
    middle = len(ink) - (rows[0] + rows[-1] + 1) / 2
    assert middle == pytest.approx(at, abs=0.25 * (rows[-1] - rows[0]))
