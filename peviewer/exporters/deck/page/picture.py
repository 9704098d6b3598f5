"""The picture of a step at all its moments, in two layouts and two themes.

Pieces that pictures share are stored once.
"""

import base64
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from peviewer.base.work import check_cancelled, part_of_work, report_progress
from peviewer.exporters.deck.page.moments import Moments
from peviewer.exporters.deck.page.themes import Themes, darkened
from peviewer.exporters.deck.slides import Slide
from peviewer.paper.motion import Motion
from peviewer.paper.style import SLIDE_THEMES, Style, StyleError

# A point of type is a pixel of the page.
DPI = 72
# On a narrow page type is larger than it would be on a slide of that size.
NARROW_TYPE = 34


@dataclass(frozen=True)
class Layout:
    """A size of pictures of some panes; ``font_size`` is that of a slide of 1080 lines."""

    width: int
    height: int
    pane_count: int
    font_size: float | None = None
    formula: str = "one"

    def style(self, theme: str, *, has_formula: bool) -> Style:
        return Style(
            self.width,
            self.height,
            DPI,
            theme,
            font_size=self.font_size,
            title=False,
            caption=False,
            formula=self.formula if has_formula else "none",
        )


# How many times as high as usual a layout may be, for what has no room in less.
HEIGHTS = (1, 4 / 3, 2, 3, 4)
LAYOUTS = {
    "wide": Layout(960, 540, pane_count=4),
    "narrow": Layout(360, 480, pane_count=2, font_size=NARROW_TYPE, formula="none"),
}


@dataclass
class Pieces:
    """Texts, each under one number."""

    numbers: dict[str, int] = field(default_factory=dict)

    def number(self, text: str) -> int:
        return self.numbers.setdefault(text, len(self.numbers))

    def all_of(self, texts: Sequence[str]) -> list[int]:
        return [self.number(text) for text in texts]


@dataclass
class Picture:
    """What is painted of a step: its pieces, and the numbers of these for each moment."""

    pieces: Pieces
    frames: dict[str, list[list[int]]]
    """The pieces of each moment, by layout."""
    sizes: dict[str, tuple[int, int]]
    """The width and the height of each layout, in pixels."""

    def thinned(self, kept: Sequence[int]) -> "Picture":
        """Return the picture of some of its moments."""
        texts = list(self.pieces.numbers)
        pieces = Pieces()
        frames: dict[str, list[list[int]]] = {}
        for name, moments in self.frames.items():
            frames[name] = [
                pieces.all_of([texts[number] for number in moments[moment]]) for moment in kept
            ]
        return Picture(pieces, frames, self.sizes)

    def content(self) -> dict[str, Any]:
        return {
            "pieces": list(self.pieces.numbers),
            "frames": self.frames,
            "sizes": self.sizes,
        }


def painted(slide: Slide, moments: Moments | None, themes: Themes) -> Picture:
    """Paint all moments of a slide; or its one picture, if it has none."""
    picture = Picture(Pieces(), {}, {})
    for place, (name, layout) in enumerate(LAYOUTS.items()):
        with part_of_work(place / len(LAYOUTS), (place + 1) / len(LAYOUTS)):
            size, frames = _frames(slide, moments, layout, themes)
        picture.sizes[name] = size
        picture.frames[name] = [picture.pieces.all_of(frame) for frame in frames]
    return picture


def _frames(
    slide: Slide, moments: Moments | None, layout: Layout, themes: Themes
) -> tuple[tuple[int, int], list[list[str]]]:
    """Return the size of a layout, as low as has room for all, and the pieces of each moment."""
    least_factor = len(slide.panes) / layout.pane_count
    for factor in (factor for factor in HEIGHTS if factor >= least_factor):
        high_layout = replace(layout, height=round(layout.height * factor))
        try:
            frames = list(_painted_frames(slide, moments, high_layout, themes))
        except StyleError:
            if factor == HEIGHTS[-1]:
                raise
        else:
            break
    return (high_layout.width, high_layout.height), frames


def _painted_frames(
    slide: Slide, moments: Moments | None, layout: Layout, themes: Themes
) -> Iterator[list[str]]:
    light_motion, dark_motion = (_motion(slide, moments, layout, theme) for theme in SLIDE_THEMES)
    count = moments.count if moments else 1
    for frame in range(count):
        check_cancelled()
        figure = moments.figure(frame) if moments else slide.figure
        light = light_motion.svg(figure)
        dark = darkened(light) or dark_motion.svg(figure)
        yield themes.pieces(light, dark)
        report_progress((frame + 1) / count)


def _motion(slide: Slide, moments: Moments | None, layout: Layout, theme: str) -> Motion:
    style = layout.style(theme, has_formula=not slide.beside)
    return Motion(style, moments.widest_of) if moments else Motion(style)


def packed(content: object) -> str:
    """Return JSON as a page holds it: deflated, in letters."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()
