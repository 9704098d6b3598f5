"""The moments of a step: values of the number that its slider moves, with a Figure for each."""

import math
import re
from collections.abc import Sequence
from functools import cached_property

from peviewer.base.numbers import THIN
from peviewer.base.words import unstarred
from peviewer.document.animation import field_label, shown_value
from peviewer.document.document import Document
from peviewer.exporters.clip.clip import Clip, ClipError
from peviewer.exporters.deck.slides import Slide
from peviewer.figures.panes.pane import Pane
from peviewer.figures.stories import place

# With the ends of a range these are some 24 moments, for which a page has room if everything moves.
MOST_ROUND_VALUES = 22
# The first digits of round steps, and of round numbers on a logarithmic scale.
STEP_DIGITS = (1, 2, 2.5, 4, 5, 8)
FACTOR_DIGITS = (
    (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8),
    (1, 1.5, 2, 3, 5, 7),
    (1, 2, 5),
    (1, 3),
    (1,),
)

_NAMED_NUMBER = re.compile(rf"(?<= to )\d[\d{THIN}]*")
_CONTROL = re.compile(r"\*\*(.+?)\*\*")


class Moments(Clip):
    """A clip of few frames, one of which shows the Document as it is.

    Without a path it moves φ, or what moves the panes; ``named`` are values that it has, too.
    """

    named: tuple[float, ...] = ()

    def __init__(
        self,
        panes: Sequence[Pane],
        document: Document,
        path: str | None,
        named: tuple[float, ...] = (),
    ) -> None:
        super().__init__(panes, document, path=path, named=named, loop="once")

    @cached_property
    def values(self) -> tuple[float, ...]:
        """Round values in order, with the ends of the range and the value of the Document."""
        low, high = sorted(self.ends)
        field = self._specification
        if field.scale == "log" and low > 0:
            values = _round_factors(low, high)
        else:
            values = _round_steps(low, high, is_whole=field.kind == "int")
        values += [low, high]
        for value in (self.own_value, *self.named):
            if low <= value <= high:
                values.append(value)
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


def _round_steps(low: float, high: float, *, is_whole: bool) -> list[float]:
    """Return the multiples of a round number within a range: as many as there may be.

    >>> _round_steps(0, 199, is_whole=True)[:4], _round_steps(0.05, 0.5, is_whole=False)[:3]
    ([0.0, 10.0, 20.0, 30.0], [0.05, 0.075, 0.1])
    """
    exponent = math.floor(math.log10((high - low) / MOST_ROUND_VALUES))
    for digits in (*STEP_DIGITS, *(10 * digit for digit in STEP_DIGITS)):
        step = digits * 10.0**exponent
        numbers = range(math.ceil(low / step), math.floor(high / step) + 1)
        if len(numbers) <= MOST_ROUND_VALUES and not (is_whole and step % 1):
            break
    return [round(number * step, 9) for number in numbers]


def _round_factors(low: float, high: float) -> list[float]:
    """Return the round numbers of each power of ten in a range: as many as there may be.

    >>> _round_factors(3, 200_000)[:5]
    [5.0, 10.0, 20.0, 50.0, 100.0]
    """
    exponents = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    for digits in FACTOR_DIGITS:
        round_numbers = [digit * 10.0**exponent for exponent in exponents for digit in digits]
        values = [number for number in round_numbers if low <= number <= high]
        if len(values) <= MOST_ROUND_VALUES:
            break
    return values


def moments_of(slide: Slide) -> Moments | None:
    """Return the moments of a slide; None where it has nothing that a slider moves.

    A step of a story has a slider for the one control that it asks for.
    """
    if slide.step and place(slide.step).step.controls != (slide.plays,):
        return None
    path = slide.plays if slide.step else None
    numbers = _NAMED_NUMBER.findall(place(slide.step).words.do) if slide.step else []
    named = tuple(float(number.replace(THIN, "")) for number in numbers)
    try:
        moments = Moments(slide.panes, slide.document, path, named)
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
