"""The picture of a step at all its moments, in two layouts and two themes.

Pieces that pictures share are stored once.
"""

import base64
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from peviewer.base.work import check_cancelled, report_progress
from peviewer.exporters.deck.page.moments import Moments
from peviewer.exporters.deck.page.themes import Themes, darkened
from peviewer.exporters.deck.slides import Slide
from peviewer.paper.motion import Motion
from peviewer.paper.style import SLIDE_THEMES, Style

# A point of type is a pixel of the page.
DPI = 72
# On a narrow page type is larger than it would be on a slide of that size.
NARROW_TYPE = 34


@dataclass(frozen=True)
class Layout:
    """A size of pictures in pixels; ``font_size`` is that of a slide, 1080 pixels high."""

    width: int
    height: int
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


LAYOUTS = {"wide": Layout(960, 540), "narrow": Layout(360, 480, NARROW_TYPE, "none")}


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

    def thinned(self, kept: Sequence[int]) -> "Picture":
        """Return the picture of some of its moments."""
        texts = list(self.pieces.numbers)
        pieces = Pieces()
        frames: dict[str, list[list[int]]] = {}
        for name, moments in self.frames.items():
            frames[name] = [
                pieces.all_of([texts[number] for number in moments[moment]]) for moment in kept
            ]
        return Picture(pieces, frames)

    def content(self) -> dict[str, Any]:
        return {"pieces": list(self.pieces.numbers), "frames": self.frames}


def painted(slide: Slide, moments: Moments | None, themes: Themes) -> Picture:
    """Paint all moments of a slide; or its one picture, if it has none."""
    pieces = Pieces()
    frames: dict[str, list[list[int]]] = {}
    count = moments.count if moments else 1
    for place, (name, layout) in enumerate(LAYOUTS.items()):
        light_motion, dark_motion = (
            _motion(slide, moments, layout, theme) for theme in SLIDE_THEMES
        )
        frames[name] = []
        for frame in range(count):
            check_cancelled()
            figure = moments.figure(frame) if moments else slide.figure
            light = light_motion.svg(figure)
            dark = darkened(light) or dark_motion.svg(figure)
            frames[name].append(pieces.all_of(themes.pieces(light, dark)))
            report_progress((place * count + frame + 1) / (len(LAYOUTS) * count))
    return Picture(pieces, frames)


def _motion(slide: Slide, moments: Moments | None, layout: Layout, theme: str) -> Motion:
    style = layout.style(theme, has_formula=not slide.beside)
    return Motion(style, moments.widest_of) if moments else Motion(style)


def packed(content: object) -> str:
    """Return JSON as a page holds it: deflated, in letters."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()
