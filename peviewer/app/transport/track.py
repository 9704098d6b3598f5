"""The track of a number that is played: where it runs, how fast, and what comes after the end."""

import math
from dataclasses import dataclass

from peviewer.document.animation import SHIFT, animation_range, animation_speed, field_specification
from peviewer.document.document import Document

FIGURES = 2  # of the numbers that steps on a logarithmic scale lead to
STEPS = 10  # from one power of ten to the next


@dataclass(frozen=True)
class Track:
    """Where a number runs and how fast.

    Attributes
    ----------
    start, stop : float
        The ends; it falls where `stop` is the smaller one.
    speed : float
        How much it moves in a second, or by how many factors of ten where `log`.
    repeat : {"once", "loop", "bounce"}
        What comes after the end.
    log : bool
        True where it moves evenly in its logarithm.
    grain : int
        What the number is a multiple of: 1 for whole ones, 0 for all.
    """

    start: float
    stop: float
    speed: float
    repeat: str
    log: bool = False
    grain: int = 0

    @classmethod
    def of(cls, document: Document, path: str = SHIFT) -> "Track":
        """Return the track of a number, as the Document has it."""
        spec = field_specification(document, path)
        grain = spec.stride if spec.kind == "int" else 0
        logarithmic = spec.scale == "log" and min(animation_range(document, path)) > 0
        return cls(
            *animation_range(document, path), animation_speed(document, path), document.shift.repeat, logarithmic, grain
        )

    @property
    def length(self) -> float:
        """How far it is from end to end."""
        return abs(self._along(self.stop) - self._along(self.start))

    def run(self, value: float, *, returning: bool = False) -> float:
        """Return how far the number has run; beyond the start counts as at the start, and so for the end."""
        inside = min(max(value, min(self.start, self.stop)), max(self.start, self.stop))
        run = abs(self._along(inside) - self._along(self.start))
        return 2 * self.length - run if returning and self.repeat == "bounce" else run

    def value(self, run: float) -> float:
        """Return the number after it has run so far.

        Examples
        --------
        >>> [Track(0, 10, 1, repeat).value(13.0) for repeat in ("once", "loop", "bounce")]
        [10.0, 3.0, 7.0]
        >>> [Track(10, 1000, 1, "once", log=True, grain=1).value(run) for run in (0, 0.5, 1, 2)]
        [10, 32, 100, 1000]
        """
        if self.repeat == "once":
            along = min(run, self.length)
        elif self.repeat == "loop":
            along = run % self.length
        else:
            along = self.length - abs(run % (2 * self.length) - self.length)
        if along in (0.0, self.length):  # the ends themselves, whatever their logarithms are
            return self.rounded(self.start if along == 0.0 else self.stop)
        place = self._along(self.start) + math.copysign(along, self.stop - self.start)
        return self.rounded(10.0**place if self.log else place)

    def step(self, value: float, direction: int) -> float:
        """Return the next number to stop at, towards the end (1) or the start (−1); it never leaves the track.

        Examples
        --------
        >>> Track(0, 10, 1, "once").step(2.5, 1), Track(1, 1e6, 1, "once", log=True).step(1000.0, -1)
        (3, 790.0)
        >>> Track(0, 10, 1, "once").step(10, 1), Track(10, 0, 1, "once").step(10, 1)
        (10, 9)
        """
        up = direction if self.start <= self.stop else -direction
        low, high = sorted((self.start, self.stop))
        # Beyond its ends it can come back, and go no further.
        return min(max(self._next(value, up), min(low, value)), max(high, value))

    def _next(self, value: float, direction: int) -> float:
        if self.log and value > 0:
            wanted = float(f"{value * 10 ** (direction / STEPS):.{FIGURES}g}")
            if not self.grain:
                return wanted
            apart = max(self.grain, abs(wanted - value))
            return self.rounded(value + direction * apart)
        if self.grain > 1:
            return self.rounded(value + direction * self.grain)
        return (math.floor(value) if direction > 0 else math.ceil(value)) + direction

    def rounded(self, value: float) -> float:
        """Return the nearest number that is allowed."""
        return round(value / self.grain) * self.grain if self.grain else float(value)

    def returning(self, run: float) -> bool:
        """Whether the number is on its way back."""
        return self.repeat == "bounce" and run % (2 * self.length) > self.length

    def finished(self, run: float) -> bool:
        """Whether the number has come to rest."""
        return self.repeat == "once" and run >= self.length

    def _along(self, value: float) -> float:
        return math.log10(value) if self.log else value
