"""A clip: one parameter of a Document on its way from one value to another, frame by frame."""

from __future__ import annotations

import math
from contextlib import nullcontext
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from peviewer.base.parameters import Specification, explain_briefly, in_order
from peviewer.base.words import in_motion, plain
from peviewer.document.document import Document, DocumentError
from peviewer.document.moving import SHIFT, declared, ends
from peviewer.export.clip.course import Course
from peviewer.model.encodings.scheme import Paired

if TYPE_CHECKING:
    from peviewer.figures.grammar import Figure
    from peviewer.figures.panes.pane import Pane

# Rates are fractions, as 30000/1001 is.
LARGEST_DENOMINATOR = 1001


class ClipError(ValueError):
    """A clip that cannot be made; the message is one clear line."""


class Clip(Course):
    """A pane of a Document in motion; the fields of its course can follow in order.

    Parameters
    ----------
    pane : Pane
        What is shown.
    document : Document
        All that does not move.
    *course, **fields : object
        The fields of :class:`Course`.

    Examples
    --------
    >>> from peviewer.figures.panes.catalog import pane
    >>> clip = Clip(pane("encoding"), Document(), "encoding.base", 10, 1000, 1.0, 5, "log")
    >>> clip.count, [round(clip.value(k)) for k in range(clip.count)]
    (5, [10, 32, 100, 316, 1000])
    """

    pane: Any
    document: Document

    def __init__(self, pane: Pane, document: Document, *course: object, **fields: Any) -> None:
        shown = {"pane": pane, "document": document}
        try:
            super().__init__(**shown, **in_order(Course.model_fields, course), **fields)
        except ValidationError as error:
            raise ClipError(explain_briefly(error, type(self))) from None
        self._check_path()
        self._check_period()
        for end in self.ends:
            self._document(self._rounded(end))
        if self.easing == "log" and self.ends[0] * self.ends[1] <= 0:
            low, high = map(plain, self.ends)
            raise ClipError(f"easing = 'log' is not allowed from {low} to {high}: both must be above 0, or both below")

    def _check_path(self) -> None:
        present = self.document.get(self.path)  # names the path where there is none
        if self._specification.kind not in ("int", "float"):
            raise ClipError(f"{self.path} = {present!r} cannot move: it must be a number, as {SHIFT} is")

    def _check_period(self) -> None:
        if self.loop != "period":
            return
        if self.path != SHIFT:
            raise ClipError(f"loop = 'period' is not allowed for {self.path}: it must be {SHIFT}")
        if self.stop is not None:
            raise ClipError("an end and loop = 'period' exclude each other: the period says where φ ends")
        if not isinstance(self.document.encoding, Paired):
            raise ClipError(f"loop = 'period' is not allowed: {self.document.encoding.title} has no pairs that turn")
        pairs = self.document.encoding.pairs
        if not 0 <= self.pair < pairs:
            raise ClipError(f"pair = {self.pair} is not allowed: it must be from 0 to {pairs - 1}")

    @property
    def count(self) -> int:
        """How many frames there are."""
        return max(1, round(self.seconds * self.rate))

    @property
    def rate(self) -> Fraction:
        """Frames a second, exactly."""
        return Fraction(self.fps).limit_denominator(LARGEST_DENOMINATOR)

    @property
    def seamless(self) -> bool:
        """Whether the clip is made to be repeated."""
        return self.loop != "once"

    @property
    def ends(self) -> tuple[float, float]:
        """Where the number starts and where it ends, or turns."""
        start, stop = ends(self.document, self.path)
        start = start if self.start is None else self.start
        if self.loop == "period" and isinstance(self.document.encoding, Paired):
            return start, start + float(self.document.encoding.wavelengths()[self.pair])
        return start, stop if self.stop is None else self.stop

    def value(self, frame: int) -> float:
        """Return the number at a frame, from 0 to ``count`` − 1."""
        start, stop = self.ends
        x = self._eased(self._course(frame))
        if self.easing == "log":
            return self._rounded(math.copysign(abs(start) ** (1 - x) * abs(stop) ** x, start))
        return self._rounded(start * (1 - x) + stop * x)

    def at(self, frame: int) -> Document:
        """Return the Document of a frame."""
        return self._document(self.value(frame))

    def figure(self, frame: int) -> Figure:
        """Return what a frame shows."""
        from peviewer.paper.page.caption import captioned

        with in_motion() if self._needs_decimals else nullcontext():
            return captioned(self.pane, self.at(frame))

    @cached_property
    def _needs_decimals(self) -> bool:
        """Whether two decimals suit the frames: not all are at whole numbers, as the beginning of a long clip tells."""
        is_long = abs(self.ends[1] - self.ends[0]) >= 1
        return is_long and not all(float(self.value(frame)).is_integer() for frame in range(min(self.count, 1000)))

    def _course(self, frame: int) -> float:
        """Return how much of the way has been gone, evenly."""
        if self.loop == "once":
            return frame / max(1, self.count - 1)
        share = frame / self.count
        return share if self.loop == "period" else 1 - abs(2 * share - 1)

    def _eased(self, x: float) -> float:
        return x * x * (3 - 2 * x) if self.easing == "ease" else x

    def _rounded(self, value: float) -> float:
        return round(value) if self._specification.kind == "int" and math.isfinite(value) else float(value)

    @property
    def _specification(self) -> Specification:
        return declared(self.document, self.path)

    def _document(self, value: float) -> Document:
        try:
            return self.document.edited({self.path: value})
        except DocumentError as error:
            raise ClipError(str(error)) from None
