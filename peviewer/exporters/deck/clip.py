"""Write slides as one clip: each is shown for so long, and plays what it plays; all at one size."""

from __future__ import annotations

import io
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image

from peviewer.base.words import unstarred
from peviewer.exporters.clip.clip import Clip, ClipError
from peviewer.exporters.clip.frames import Frames
from peviewer.exporters.clip.range import ClipRange
from peviewer.exporters.clip.write import check_format, encode
from peviewer.exporters.clip.writer import FrameSequence
from peviewer.exporters.deck.slide_page import Design, page_of_cover, page_of_slide, page_without_picture, picture_style
from peviewer.exporters.deck.slides import cover_texts
from peviewer.exporters.formats import format_of
from peviewer.exporters.metadata.reading import stamped
from peviewer.paper.page.composition import MOST, Composition
from peviewer.paper.page.painter import painting, settings

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from peviewer.base.work import Work
    from peviewer.exporters.deck.options import DeckOptions
    from peviewer.exporters.deck.slide_page import SlidePage
    from peviewer.exporters.deck.slides import Slide
    from peviewer.paper.style import Style

STILL = 1 / 4  # the share of a slide's time in which it is read, before it plays
COVER = 3.0  # seconds of a title slide, at most


def write_deck_clip(
    slides: Sequence[Slide], target: Path, style: Style, options: DeckOptions, work: Work, title: str
) -> None:
    """Write a clip of all slides; it opens again as the first one's Document."""
    known = format_of("clip", target.suffix)
    assert known is not None  # every format of slides as a clip is one of a clip
    timing = ClipRange(fps=options.fps, seconds=options.seconds)
    check_format(known, timing, style, options.quality)
    texts = cover_texts(slides, style.title, title, options.by)
    made = DeckClip(slides, Design.own(style, options), options, texts)
    session = stamped(slides[0].document, [pane.name for pane in slides[0].panes], style)
    colours = Composition(tuple(figure for slide in slides for figure in slide.figures)[:MOST])
    sequence = FrameSequence(made.count, timing.rate, False, colours, style, session, unstarred(texts[0]),
                             options.quality)  # fmt: skip
    work.do(partial(encode, made, sequence, known, target))


class Playing:
    """A slide that plays: what is around its picture, where that is in pixels, and the frames of it."""

    def __init__(self, ground: NDArray[np.uint8], corner: tuple[int, int], clip: Clip, look: Style) -> None:
        self._ground, self._corner = ground, corner
        self._clip, self._frames = clip, Frames(clip, look)
        self._last: tuple[float, NDArray[np.uint8]] | None = None

    def paint(self, frame: int) -> NDArray[np.uint8]:
        """Return the whole at a frame of its clip; where the number has not moved, the one before."""
        value, (left, top) = self._clip.value(frame), self._corner
        if self._last is None or self._last[0] != value:
            whole, picture = self._ground.copy(), self._frames.paint(frame)
            whole[top : top + len(picture), left : left + picture.shape[1]] = picture
            self._last = value, whole
        return self._last[1]

    def close(self) -> None:
        """Let go of the page that was kept for the next frame."""
        self._frames.close()


class DeckClip:
    """The frames of slides, one after the other: a title, and then each slide, still and in motion.

    Parameters
    ----------
    slides : sequence of Slide
        What is shown.
    design : Design
        What they have in common; frames have the size of its style.
    options : DeckOptions
        How long each is shown.
    texts : sequence of str
        What a title slide says.
    """

    def __init__(self, slides: Sequence[Slide], design: Design, options: DeckOptions, texts: Sequence[str]) -> None:
        self._slides, self._design, self._options, self._texts = slides, design, options, texts
        self._each = max(1, round(options.seconds * options.fps))
        self._cover = round(min(COVER, options.seconds) * options.fps) if options.covered else 0
        self._shown: tuple[int, Playing | NDArray[np.uint8]] | None = None

    @property
    def count(self) -> int:
        """The number of frames."""
        return self._cover + self._each * len(self._slides)

    def paint(self, frame: int) -> NDArray[np.uint8]:
        """Return a frame, RGBA, shape (height, width, 4)."""
        place, within = divmod(frame - self._cover, self._each)
        if self._shown is None or self._shown[0] != place:
            self.close()
            self._shown = place, self._opened(place)
        shown = self._shown[1]
        return shown.paint(max(0, within - self._still)) if isinstance(shown, Playing) else shown

    def close(self) -> None:
        """Let go of the slide that was shown last."""
        if self._shown is not None and isinstance(self._shown[1], Playing):
            self._shown[1].close()
        self._shown = None

    @property
    def _still(self) -> int:
        return min(round(STILL * self._each), self._each - 1)

    @property
    def _dpi(self) -> float:
        return self._design.style.width / self._design.places.width

    def _opened(self, place: int) -> Playing | NDArray[np.uint8]:
        """Return a slide that plays, or a picture of one that does not."""
        if place < 0:
            return self._picture(partial(page_of_cover, self._texts, self._design, dpi=self._dpi))
        slide, number = self._slides[place], place + 1 + self._options.covered
        clip = playing(slide, (self._each - self._still) / self._options.fps, self._options.fps)
        if clip is None:
            return self._picture(partial(page_of_slide, slide, self._design, number, dpi=self._dpi))
        ground = self._picture(partial(page_without_picture, slide, self._design, number, dpi=self._dpi))
        left, top, _, _ = (round(side * self._dpi) for side in self._design.places.picture)
        return Playing(ground, (left, top), clip, picture_style(slide, self._design, dpi=self._dpi))

    def _picture(self, made: partial[SlidePage]) -> NDArray[np.uint8]:
        with painting(settings(self._design.style)):
            opened = Image.open(io.BytesIO(made().png()))
        return np.asarray(opened.convert("RGBA"))


def playing(slide: Slide, seconds: float, fps: float) -> Clip | None:
    """Return what a slide plays: from where it is to the farther end of its range, and back; None if it stands still.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> from peviewer.exporters.deck.slides import slides_of_panes
    >>> shown = Document().edited({"shift.phi": 30})
    >>> [playing(slide, 2, 10) and playing(slide, 2, 10).ends for slide in slides_of_panes("shift,waves", shown)]
    [(30.0, 100.0), None]
    """
    made: dict[str, Any] = {"path": slide.plays, "seconds": seconds, "fps": fps, "loop": "bounce"}
    with suppress(ClipError):
        whole = Clip(slide.panes, slide.document, **made)
        now = slide.document.get(slide.plays)
        if isinstance(now, int | float):
            far = max(whole.ends, key=lambda end: abs(end - now))
            whole = Clip(slide.panes, slide.document, start=now, stop=far, **made)
        whole.check_pictures()
        return whole
    return None
