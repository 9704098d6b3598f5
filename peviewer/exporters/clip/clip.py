"""A clip: one parameter of a Document on its way from one value to another, frame by frame."""

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from pydantic import ValidationError

from peviewer.base.constructed import by_position
from peviewer.base.numbers import in_motion, plain
from peviewer.base.refusals import explain
from peviewer.base.specification import Specification
from peviewer.base.words import in_unit, unstarred
from peviewer.document.animation import SHIFT, animation_range, field_specification, values_there
from peviewer.document.document import Document, DocumentError
from peviewer.document.fields import path_of
from peviewer.exporters.clip.range import BACK, ClipRange
from peviewer.figures.animated_fields import default_animated_field
from peviewer.figures.fitting import PanelGrid, panel_grid, worst_cases
from peviewer.figures.grammar import Figure
from peviewer.figures.panes.pane import Pane
from peviewer.figures.ranges import Ranges
from peviewer.paper.page.composition import Composition, captioned

SAMPLES = 33  # values of a clip's range by which its limits are found: both ends, and evenly spaced ones between


class SharedRanges(NamedTuple):
    """The ranges that a pane's frames share, and for each shape of them the Figure that needs most room."""

    ranges: Ranges
    widest: dict[PanelGrid, Figure]


_known: deque[tuple[Any, tuple[SharedRanges, ...]]] = deque(
    maxlen=4
)  # cached, as a preview shows one frame of a clip after another


def shared_ranges(
    panes: Sequence[Pane], documents: Sequence[Document], decimals: int = 0
) -> tuple[SharedRanges, ...]:
    """Return the ranges that each pane's Figures of some frames share, without painting a frame.

    Where a frame between them goes beyond by more than the margin of an axis, it has a wider one:
    no curve is cut off. The farthest cells of a heatmap may be a few hundredths beyond its levels
    there, and have the last colour.
    """
    asked = tuple(panes), tuple(documents), decimals
    for before, known in _known:
        if before == asked:
            return known
    with in_motion(decimals):
        shared = tuple(_shared_by(pane, documents) for pane in panes)
    _known.append((asked, shared))
    return shared


def _shared_by(pane: Pane, documents: Sequence[Document]) -> SharedRanges:
    # Where a pane shows a sentence, it has no caption.
    figures = [
        captioned(pane, one) if pane.shows_any(one) else pane.figure(one) for one in documents
    ]
    ranges = Ranges(figures)
    return SharedRanges(ranges, worst_cases(map(ranges.apply, figures)))


LOOKS = 16  # frames that are compared before a clip is refused as standing still
POSITIONS = "shift.phi", "cursor.position"
FEWEST, MOST = 2, 6  # decimals of a number that moves through more than whole numbers


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
        panes = tuple(panes) if isinstance(panes, Sequence) else (panes,)
        shown = {"panes": panes, "document": document}
        try:
            chosen = {**by_position(ClipRange.model_fields, clip_range), **fields}
            named = chosen.pop("path", None)
            named = named and path_of(document, named)
            super().__init__(
                **shown, **chosen, path=named or default_animated_field(document, panes)
            )
            self._check()
            if not named and self.path == SHIFT and self._stands_still:
                super().__init__(
                    **shown, **chosen, path=default_animated_field(document, panes, but=SHIFT)
                )
                self._check()
        except ValidationError as error:
            raise ClipError(explain(error, type(self))) from None
        self._check_moves()

    def _check(self) -> None:
        present = self.document.get(
            self.path
        )  # raises an error that names the path if there is no such field
        if self._specification.kind not in ("int", "float"):
            raise ClipError(
                f"{self.path} = {present!r} cannot move: it must be a number, as {SHIFT} is"
            )
        there = values_there(self._specification, self.document)
        for end in self.ends:
            self._document(self._rounded(end))
            if there and not there[0] <= end <= there[1]:
                raise ClipError(
                    f"{self.path} cannot move to {plain(end)}: there are {' to '.join(map(plain, there))}"
                )

    def _check_moves(self) -> None:
        """Refuse a number that does not change the pane's picture."""
        ends = list(map(self._rounded, self.ends))
        if ends[0] == ends[1]:
            raise ClipError(f"{self.path} does not move: it starts and ends at {plain(ends[0])}")
        middle = self._rounded(sum(ends) / 2)
        documents = [self._document(value) for value in (*ends, middle)]
        read = [[pane.depends_on(document) for pane in self.panes] for document in documents]
        if not any(pane.shows_any(self.document) for pane in self.panes) or any(
            one != read[0] for one in read
        ):
            return
        other = default_animated_field(self.document, self.panes)
        helps = f"; {other} does" if other != self.path else ""
        raise ClipError(f"{self.path} moves nothing in {self.title}{helps}")

    def check_pictures(self) -> None:
        """Refuse a clip whose pictures are all equal, though their Figures differ."""
        if self._stands_still:
            low, high = map(plain, self.ends)
            raise ClipError(
                f"{self.path} moves nothing that is seen in {self.title} from {low} to {high}"
            )

    @property
    def _stands_still(self) -> bool:
        """Whether a sample of its pictures are all equal."""
        if self.count == 1 or not any(pane.shows_any(self.document) for pane in self.panes):
            return False
        first, *others = (
            self.at(frame) for frame in sorted({self.count * k // LOOKS for k in range(LOOKS)})
        )
        pictures = [pane.figure(first) for pane in self.panes]
        return all(
            [pane.figure(document) for pane in self.panes] == pictures for document in others
        )

    @property
    def title(self) -> str:
        """The titles of the panes."""
        return " and ".join(pane.title for pane in self.panes)

    @property
    def lasting_title(self) -> str:
        """The title of all its pictures.

        The titles of the panes where pictures differ in theirs.
        """
        frames = (0, self.count // 4, self.count // 2, self.count - 1)
        titles = {self.figure(frame).title for frame in frames}
        return titles.pop() if len(titles) == 1 else self.title

    @property
    def ends(self) -> tuple[float, float]:
        """The first and the last number."""
        start, stop = animation_range(self.document, self.path)
        start = start if self.start is None else self.start
        return start, stop if self.stop is None else self.stop

    @property
    def one_way(self) -> "Clip":
        """The clip without its way back."""
        if self.loop == "once":
            return self
        share = 0.5 if self.loop == "bounce" else 1 - BACK
        kept = {name: getattr(self, name) for name in ("columns", *ClipRange.model_fields)}
        return Clip(
            self.panes,
            self.document,
            **{**kept, "loop": "once", "seconds": max(0.05, self.seconds * share)},
        )

    def value(self, frame: int) -> float:
        """Return the number at a frame, from 0 to ``count`` − 1."""
        return self._value(self.share_at(frame))

    def _value(self, share: float) -> float:
        """Return the number after a share of the way."""
        start, stop = self.ends
        if (
            self._specification.scale == "log" and min(start, stop) > 0
        ):  # like its slider, in equal factors
            return self._rounded(start ** (1 - share) * stop**share)
        return self._rounded(start * (1 - share) + stop * share)

    def at(self, frame: int) -> Document:
        """Return the Document of a frame."""
        return self._document(self.value(frame))

    def figure(self, frame: int) -> Figure | Composition:
        """Return what a frame shows."""
        figures = self._drawn(frame)
        return figures[0] if len(figures) == 1 else Composition(figures, self.columns)

    def widest_of(self, shown: Figure | Composition) -> Figure | Composition:
        """Return the Figures that need most room among all frames with the same panels."""
        figures = shown.figures if isinstance(shown, Composition) else (shown,)
        widest = [
            shared.widest.get(panel_grid(figure), figure)
            for shared, figure in zip(self._shared, figures, strict=True)
        ]
        return (
            replace(shown, figures=tuple(widest)) if isinstance(shown, Composition) else widest[0]
        )

    def named(self, frame: int) -> str:
        """Return the name and the value of the number at a frame."""
        spec, value = self._specification, self.value(frame)
        number = (
            plain(value, self._decimals)
            if self._decimals and not float(value).is_integer()
            else plain(value)
        )
        return f"{f'*{spec.symbol}*' if spec.symbol else spec.title.lower()} = {number}"

    def number_parts(self, frame: int) -> tuple[str, str, str]:
        """Return the same in parts: the text before the number, the number, and its unit."""
        name, _, text = self.named(frame).partition(" = ")
        return (
            f"{name[:1].upper()}{name[1:]} =",
            text,
            in_unit(text, self._specification.unit).removeprefix(text).strip(),
        )

    @property
    def widest(self) -> str:
        """The widest text of the number at any frame."""
        ends = map(self._rounded, self.ends)
        return max(
            (plain(end, self._decimals) if self._decimals else plain(end) for end in ends), key=len
        )

    def _drawn(self, frame: int) -> tuple[Figure, ...]:
        with in_motion(self._position_decimals):
            figures = [captioned(pane, self.at(frame)) for pane in self.panes]
        return tuple(
            shared.ranges.apply(figure)
            for shared, figure in zip(self._shared, figures, strict=True)
        )

    @cached_property
    def _shared(self) -> tuple[SharedRanges, ...]:
        """The limits, the levels and the room that all frames share, pane by pane."""
        frames = (
            {self.share_at(frame) for frame in range(self.count)}
            if self.count <= SAMPLES
            else set()
        )
        shares = (
            sorted({0.0, 1.0, *frames}) if frames else [k / (SAMPLES - 1) for k in range(SAMPLES)]
        )
        values = dict.fromkeys(map(self._value, shares))
        return shared_ranges(self.panes, list(map(self._document, values)), self._position_decimals)

    @cached_property
    def is_unnamed(self) -> bool:
        """Whether the panes' own texts do not show the number."""
        for frame in (0, self.count // 2):
            panels = [panel for figure in self._drawn(frame) for panel in figure.panels]
            texts = [text for panel in panels for text in (panel.title, panel.fact)]
            if not any(unstarred(self.named(frame)) in unstarred(text) for text in texts):
                return True
        return False

    @cached_property
    def _decimals(self) -> int:
        """The decimals that distinguish frames.

        None if all are at whole numbers, judged by the first frames.
        """
        values = [self.value(frame) for frame in range(min(self.count, 1000))]
        if all(float(value).is_integer() for value in values):
            return 0
        step = abs(self.ends[1] - self.ends[0]) / max(1, self.count - 1)
        return min(max(FEWEST, 1 - math.floor(math.log10(step))), MOST) if step < 0.1 else FEWEST

    @property
    def _position_decimals(self) -> int:
        """The decimals of positions and shifts in panes.

        The usual ones while another number moves.
        """
        return self._decimals if self.path in POSITIONS else 0

    def _rounded(self, value: float) -> float:
        spec = self._specification
        if spec.kind != "int" or not math.isfinite(value):
            return float(value)
        # Dimensions stay even, unless an end is odd, as pictures of even and odd ones would
        # alternate.
        even = all(float(end / spec.stride).is_integer() for end in self.ends)
        stride = spec.stride if even else spec.multiple
        return round(value / stride) * stride

    @property
    def _specification(self) -> Specification:
        return field_specification(self.document, self.path)

    def _document(self, value: float) -> Document:
        try:
            return self.document.edited({self.path: value})
        except DocumentError as error:
            raise ClipError(str(error)) from None
