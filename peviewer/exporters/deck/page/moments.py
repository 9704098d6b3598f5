"""The moments of a step: values of the number that its slider moves, with a Figure for each."""

import math
import re
from collections.abc import Sequence
from functools import cached_property

from peviewer.base.words import unstarred
from peviewer.document.animation import field_label, shown_value
from peviewer.document.document import Document
from peviewer.exporters.clip.clip import Clip, ClipError
from peviewer.exporters.deck.slides import Slide
from peviewer.figures.panes.pane import Pane
from peviewer.figures.stories import place

# So many pictures of a step fit on a page where everything moves.
MOST_MOMENTS = 24
# At least so many are there where values can be round numbers.
LEAST_MOMENTS = 16

_CONTROL = re.compile(r"\*\*(.+?)\*\*")


class Moments(Clip):
    """A clip of few frames, one of which shows the Document as it is.

    Without a path it moves φ, or what moves the panes.
    """

    def __init__(self, panes: Sequence[Pane], document: Document, path: str | None) -> None:
        super().__init__(panes, document, path=path, loop="once")

    @cached_property
    def values(self) -> tuple[float, ...]:
        """The values in order: round or evenly spaced ones, and that of the Document."""
        low, high = sorted(self.ends)
        is_logarithmic = self._specification.scale == "log" and low > 0
        values = _round_values(low, high) if is_logarithmic else []
        if len(values) < LEAST_MOMENTS:
            last = _interval_count(low, high)
            values = [self._value(number / last) for number in range(last + 1)]
        if low <= self.own_value <= high:
            # It takes the place of one beside it.
            nearest_value = min(values, key=lambda value: abs(value - self.own_value))
            is_inner = low < nearest_value < high
            values = [value for value in values if not is_inner or value != nearest_value]
            values.append(self.own_value)
        return tuple(sorted(set(map(self._rounded, values))))

    @property
    def own_value(self) -> float:
        """The value that the Document shows."""
        return float(shown_value(self._specification, self.document, self.path))

    @property
    def own_frame(self) -> int:
        """The moment of the Document; the first if its value is beyond the ends."""
        return self.values.index(self.own_value) if self.own_value in self.values else 0

    @property
    def count(self) -> int:
        return len(self.values)

    def value(self, frame: int) -> float:
        return self.values[frame]

    def value_text(self, frame: int) -> str:
        """Return the value at a moment with its unit."""
        _, number, unit = self.number_parts(frame)
        return unstarred(f"{number} {unit}".strip())


def _round_values(low: float, high: float) -> list[float]:
    """Return the ends of a range of positive numbers, and 1, 2, 5, 10, 20, 50 … between them.

    >>> _round_values(3, 70)
    [3, 5.0, 10.0, 20.0, 50.0, 70]
    """
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    round_values = [digit * 10.0**power for power in powers for digit in (1, 2, 5)]
    return [low, *(value for value in round_values if low < value < high), high]


def _interval_count(start: float, stop: float) -> int:
    """Return into how many equal parts a range is divided: into whole numbers if that is possible.

    >>> _interval_count(0, 15), _interval_count(0, 100), _interval_count(0, 199)
    (15, 20, 23)
    """
    span = float(abs(stop - start))
    if span < MOST_MOMENTS and span.is_integer():
        return int(span)
    for count in range(MOST_MOMENTS - 1, LEAST_MOMENTS - 2, -1):
        if (span / count).is_integer():
            return count
    return MOST_MOMENTS - 1


def moments_of(slide: Slide) -> Moments | None:
    """Return the moments of a slide; None where it has nothing that a slider moves.

    A step of a story has a slider for the one control that it asks for.
    """
    if slide.step and place(slide.step).step.controls != (slide.plays,):
        return None
    path = slide.plays if slide.step else None
    try:
        moments = Moments(slide.panes, slide.document, path)
        moments.check_pictures()
    except ClipError:
        return None
    return moments


def slider_name(slide: Slide, moments: Moments) -> str:
    """Return what a slider is called: as the step calls it, if it does."""
    if slide.step:
        names = _CONTROL.findall(place(slide.step).words.do)
        if names:
            return str(names[0])
    return field_label(slide.document, moments.path)
