"""A clip: one parameter of a Document on its way from one value to another, frame by frame."""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from pydantic import ValidationError

from peviewer.base.constructed import by_position
from peviewer.base.explanations import explain
from peviewer.base.numbers import in_motion, plain
from peviewer.base.specification import Specification
from peviewer.base.words import in_unit, unstarred
from peviewer.document.animation import SHIFT, animation_range, existing_values, field_specification
from peviewer.document.document import Document, DocumentError
from peviewer.document.fields import path_of
from peviewer.exporters.clip.range import BACK, ClipRange
from peviewer.exporters.clip.shared_ranges import SharedRanges, shared_ranges
from peviewer.figures.animated_fields import default_animated_field
from peviewer.figures.grammar import Figure
from peviewer.figures.panes.pane import Pane
from peviewer.paper.page.composition import Composition, captioned

# The limits of a clip are found by so many values of its range: both ends, and evenly spaced ones
# between.
SAMPLES = 33
# How many frames must be equal before a clip is refused because nothing moves.
COMPARED_FRAMES = 16
POSITIONS = ("shift.phi", "cursor.position")
# The least and the most decimals of a number that moves through more than whole numbers.
LEAST_DECIMALS = 2
MOST_DECIMALS = 6
# How many frames are looked at to tell whether all are at whole numbers.
FRAMES_FOR_DECIMALS = 1000
# The least duration of a clip, in seconds.
LEAST_SECONDS = 0.05


class ClipError(ValueError):
    """A clip that cannot be made; the message is one clear line."""


class Clip(ClipRange):
    """A pane of a Document in motion, or several; the fields of its range can follow in order.

    >>> from peviewer.figures.panes.catalog import pane
    >>> clip = Clip(pane("encoding"), Document(), "encoding.base", 10, 1000, 1.0, 5, "once")
    >>> clip.count, [round(clip.value(k)) for k in range(clip.count)]
    (5, [10, 32, 100, 316, 1000])
    """

    panes: tuple[Any, ...]
    document: Document
    columns: int | None = None
    path: str = SHIFT

    def __init__(
        self, panes: Pane | Sequence[Pane], document: Document, *clip_range: object, **fields: Any
    ) -> None:
        pane_tuple = tuple(panes) if isinstance(panes, Sequence) else (panes,)
        content = {"panes": pane_tuple, "document": document}
        try:
            values = {**by_position(ClipRange.model_fields, clip_range), **fields}
            chosen_path = values.pop("path", None)
            if chosen_path:
                path = path_of(document, chosen_path)
            else:
                path = default_animated_field(document, pane_tuple)
            super().__init__(**content, **values, path=path)
            self._check()
            if not chosen_path and self.path == SHIFT and self._stands_still:
                other_path = default_animated_field(document, pane_tuple, but=SHIFT)
                super().__init__(**content, **values, path=other_path)
                self._check()
        except ValidationError as error:
            raise ClipError(explain(error, type(self))) from None
        self._check_moves()

    def _check(self) -> None:
        """Refuse a field that is no number, and ends that it cannot have."""
        # An error that names the path is raised if there is no such field.
        present = self.document.get(self.path)
        if self._specification.kind not in ("int", "float"):
            reason = f"it must be a number, as {SHIFT} is"
            raise ClipError(f"{self.path} = {present!r} cannot move: {reason}")
        limits = existing_values(self._specification, self.document)
        for end in self.ends:
            self._document(self._rounded(end))
            if limits and not limits[0] <= end <= limits[1]:
                range_text = " to ".join(map(plain, limits))
                raise ClipError(f"{self.path} cannot move to {plain(end)}: there are {range_text}")

    def _check_moves(self) -> None:
        """Refuse a number that does not change the pane's picture."""
        start, stop = map(self._rounded, self.ends)
        if start == stop:
            raise ClipError(f"{self.path} does not move: it starts and ends at {plain(start)}")
        middle = self._rounded((start + stop) / 2)
        documents = [self._document(value) for value in (start, stop, middle)]
        first, *others = map(self._dependencies, documents)
        if not self._shows_anything or any(other != first for other in others):
            return
        moving_path = default_animated_field(self.document, self.panes)
        advice = f"; {moving_path} does" if moving_path != self.path else ""
        raise ClipError(f"{self.path} moves nothing in {self.title}{advice}")

    def _dependencies(self, document: Document) -> list[object]:
        """Return the parts of a Document on which the pictures of the panes depend."""
        return [pane.depends_on(document) for pane in self.panes]

    @property
    def _shows_anything(self) -> bool:
        return any(pane.shows_any(self.document) for pane in self.panes)

    def check_pictures(self) -> None:
        """Refuse a clip whose pictures are all equal, though their Figures differ."""
        if not self._stands_still:
            return
        low, high = map(plain, self.ends)
        reason = f"moves nothing that is seen in {self.title} from {low} to {high}"
        raise ClipError(f"{self.path} {reason}")

    @property
    def _stands_still(self) -> bool:
        """Whether a sample of its pictures are all equal."""
        if self.count == 1 or not self._shows_anything:
            return False
        frames = {self.count * number // COMPARED_FRAMES for number in range(COMPARED_FRAMES)}
        first_frame, *other_frames = sorted(frames)
        pictures = self._plain_figures(first_frame)
        return all(self._plain_figures(frame) == pictures for frame in other_frames)

    def _plain_figures(self, frame: int) -> list[Figure]:
        """Return the Figures of a frame as the panes draw them, each within its own limits."""
        document = self.at(frame)
        return [pane.figure(document) for pane in self.panes]

    @property
    def title(self) -> str:
        """The titles of the panes."""
        return " and ".join(pane.title for pane in self.panes)

    @property
    def lasting_title(self) -> str:
        """The title that all its pictures share.

        If pictures have different titles, it is made of the panes' titles.
        """
        frames = (0, self.count // 4, self.count // 2, self.count - 1)
        titles = {self.figure(frame).title for frame in frames}
        return titles.pop() if len(titles) == 1 else self.title

    @property
    def ends(self) -> tuple[float, float]:
        """The first and the last number."""
        first, last = animation_range(self.document, self.path)
        start = first if self.start is None else self.start
        stop = last if self.stop is None else self.stop
        return start, stop

    @property
    def one_way(self) -> "Clip":
        """The clip without its way back."""
        if self.loop == "once":
            return self
        share = 0.5 if self.loop == "bounce" else 1 - BACK
        fields = {name: getattr(self, name) for name in ("columns", *ClipRange.model_fields)}
        fields["loop"] = "once"
        fields["seconds"] = max(LEAST_SECONDS, self.seconds * share)
        return Clip(self.panes, self.document, **fields)

    def value(self, frame: int) -> float:
        """Return the number at a frame, from 0 to ``count`` − 1."""
        return self._value(self.share_at(frame))

    def _value(self, share: float) -> float:
        """Return the number after a share of the way.

        On a logarithmic scale it moves in equal factors, like its slider.
        """
        start, stop = self.ends
        if self._specification.scale == "log" and min(start, stop) > 0:
            return self._rounded(start ** (1 - share) * stop**share)
        return self._rounded(start * (1 - share) + stop * share)

    def at(self, frame: int) -> Document:
        """Return the Document of a frame."""
        return self._document(self.value(frame))

    def figure(self, frame: int) -> Figure | Composition:
        """Return the Figures of a frame."""
        figures = self._drawn(frame)
        return figures[0] if len(figures) == 1 else Composition(figures, self.columns)

    def widest_of(self, shown: Figure | Composition) -> Figure | Composition:
        """Return the Figures that need most room among all frames with the same panels."""
        figures = shown.figures if isinstance(shown, Composition) else (shown,)
        pairs = zip(self._shared, figures, strict=True)
        widest = tuple(shared.widest_of(figure) for shared, figure in pairs)
        return replace(shown, figures=widest) if isinstance(shown, Composition) else widest[0]

    def number_text(self, frame: int) -> str:
        """Return the name and the value of the number at a frame."""
        field = self._specification
        name = f"*{field.symbol}*" if field.symbol else field.title.lower()
        value = self.value(frame)
        has_decimals = self._decimals and not float(value).is_integer()
        number = plain(value, self._decimals) if has_decimals else plain(value)
        return f"{name} = {number}"

    def number_parts(self, frame: int) -> tuple[str, str, str]:
        """Return the same text in parts: the text before the number, the number, and its unit."""
        name, _, number = self.number_text(frame).partition(" = ")
        with_unit = in_unit(number, self._specification.unit)
        unit = with_unit.removeprefix(number).strip()
        return f"{name[:1].upper()}{name[1:]} =", number, unit

    @property
    def widest(self) -> str:
        """The widest text of the number at any frame."""
        ends = map(self._rounded, self.ends)
        texts = [plain(end, self._decimals or None) for end in ends]
        return max(texts, key=len)

    def _drawn(self, frame: int) -> tuple[Figure, ...]:
        """Return the Figures of a frame within the limits that all frames share."""
        with in_motion(self._position_decimals):
            figures = [captioned(pane, self.at(frame)) for pane in self.panes]
        pairs = zip(self._shared, figures, strict=True)
        return tuple(shared.ranges.apply(figure) for shared, figure in pairs)

    @cached_property
    def _shared(self) -> tuple[SharedRanges, ...]:
        """The limits, the levels and the room that all frames share, pane by pane."""
        if self.count <= SAMPLES:
            frame_shares = map(self.share_at, range(self.count))
            shares = sorted({0.0, 1.0, *frame_shares})
        else:
            shares = [number / (SAMPLES - 1) for number in range(SAMPLES)]
        values = dict.fromkeys(map(self._value, shares))
        return shared_ranges(self.panes, list(map(self._document, values)), self._position_decimals)

    @cached_property
    def is_unnamed(self) -> bool:
        """Whether the panes' own texts do not show the number."""
        for frame in (0, self.count // 2):
            name = unstarred(self.number_text(frame))
            texts: list[str] = []
            for figure in self._drawn(frame):
                for panel in figure.panels:
                    texts += (panel.title, panel.fact)
            if not any(name in unstarred(text) for text in texts):
                return True
        return False

    @cached_property
    def _decimals(self) -> int:
        """The decimals that distinguish frames.

        Return 0 if all frames are at whole numbers, judged by the first ones.
        """
        values = [self.value(frame) for frame in range(min(self.count, FRAMES_FOR_DECIMALS))]
        if all(float(value).is_integer() for value in values):
            return 0
        start, stop = self.ends
        step = abs(stop - start) / max(1, self.count - 1)
        if step >= 0.1:
            return LEAST_DECIMALS
        decimals = 1 - math.floor(math.log10(step))
        return min(max(LEAST_DECIMALS, decimals), MOST_DECIMALS)

    @property
    def _position_decimals(self) -> int:
        """The decimals of positions and shifts in panes.

        While another number moves, they have the usual decimals.
        """
        return self._decimals if self.path in POSITIONS else 0

    def _rounded(self, value: float) -> float:
        field = self._specification
        if field.kind != "int" or not math.isfinite(value):
            return float(value)
        # Dimensions stay even, unless an end is odd, as pictures of even and odd ones would
        # alternate.
        are_ends_even = all(float(end / field.stride).is_integer() for end in self.ends)
        stride = field.stride if are_ends_even else field.multiple
        return round(value / stride) * stride

    @property
    def _specification(self) -> Specification:
        return field_specification(self.document, self.path)

    def _document(self, value: float) -> Document:
        try:
            return self.document.edited({self.path: value})
        except DocumentError as error:
            raise ClipError(str(error)) from None
