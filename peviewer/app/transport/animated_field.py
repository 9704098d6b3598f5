"""The field that is animated, and the track of its number: where it runs, how fast, and what comes after the end."""

import math
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from peviewer.app.session.session import Session
from peviewer.base.specification import Specification
from peviewer.document.animation import (
    SHIFT,
    animated_fields,
    animation_change,
    animation_range,
    animation_speed,
    field_specification,
    round_speed,
    shown_value,
)
from peviewer.document.document import Document
from peviewer.document.sections import PANE_SECTIONS
from peviewer.figures.animated_fields import default_animated_field
from peviewer.figures.panes.catalog import PANES

FIGURES = 2  # of the numbers that steps on a logarithmic scale lead to
STEPS = 10  # from one power of ten to the next


@dataclass(frozen=True)
class Track:
    """The range, speed and repetition of an animated number."""

    start: float  # the ends; the number decreases if `stop` is the smaller one
    stop: float  # the ends; the number decreases if `stop` is the smaller one
    speed: float  # the change in a second; if `log`, in powers of ten
    repeat: str  # what comes after the end
    log: bool = False  # true if its logarithm changes at constant speed
    stride: int = 0  # the number is a multiple of it: 1 for whole numbers, 0 for any

    @classmethod
    def of(cls, document: Document, path: str = SHIFT) -> "Track":
        spec, ends = field_specification(document, path), animation_range(document, path)
        stride = spec.stride if spec.kind == "int" else 0
        logarithmic = spec.scale == "log" and min(ends) > 0
        return cls(
            *ends, animation_speed(document, path), document.play.repeat, logarithmic, stride
        )

    @property
    def length(self) -> float:
        return abs(self._scaled(self.stop) - self._scaled(self.start))

    def run(self, value: float, *, returning: bool = False) -> float:
        """Return the distance from the start.

        A number outside the range counts as its nearer end.
        """
        inside = min(max(value, min(self.start, self.stop)), max(self.start, self.stop))
        run = abs(self._scaled(inside) - self._scaled(self.start))
        return 2 * self.length - run if returning and self.repeat == "bounce" else run

    def value(self, run: float) -> float:
        """Return the number after it has run so far.

        >>> [Track(0, 10, 1, repeat).value(13.0) for repeat in ("once", "loop", "bounce")]
        [10.0, 3.0, 7.0]
        >>> [Track(10, 1000, 1, "once", log=True, stride=1).value(run) for run in (0, 0.5, 1, 2)]
        [10, 32, 100, 1000]
        """
        if self.repeat == "once":
            along = min(run, self.length)
        elif self.repeat == "loop":
            along = run % self.length
        else:
            along = self.length - abs(run % (2 * self.length) - self.length)
        if along in (0.0, self.length):  # exactly the ends, without rounding errors of logarithms
            return self.rounded(self.start if along == 0.0 else self.stop)
        place = self._scaled(self.start) + math.copysign(along, self.stop - self.start)
        return self.rounded(10.0**place if self.log else place)

    def step(self, value: float, direction: int) -> float:
        """Return the next number towards the end (1) or the start (−1), within the range.

        >>> Track(0, 10, 1, "once").step(2.5, 1), Track(1, 1e6, 1, "once", log=True).step(1000.0, -1)
        (3, 790.0)
        >>> Track(0, 10, 1, "once").step(10, 1), Track(10, 0, 1, "once").step(10, 1)
        (10, 9)
        """
        up = direction if self.start <= self.stop else -direction
        low, high = sorted((self.start, self.stop))
        # From outside the range it can step back, but no further away.
        return min(max(self._next(value, up), min(low, value)), max(high, value))

    def _next(self, value: float, direction: int) -> float:
        if self.log and value > 0:
            stepped = float(f"{value * 10 ** (direction / STEPS):.{FIGURES}g}")
            if not self.stride:
                return stepped
            return self.rounded(value + direction * max(self.stride, abs(stepped - value)))
        if self.stride > 1:
            return self.rounded(value + direction * self.stride)
        return (math.floor(value) if direction > 0 else math.ceil(value)) + direction

    def rounded(self, value: float) -> float:
        return round(value / self.stride) * self.stride if self.stride else float(value)

    def returning(self, run: float) -> bool:
        return self.repeat == "bounce" and run % (2 * self.length) > self.length

    def finished(self, run: float) -> bool:
        return self.repeat == "once" and run >= self.length

    def _scaled(self, value: float) -> float:
        return math.log10(value) if self.log else value


class AnimatedField(QObject):
    """The field that playing animates: the one the user chose, else the one that changes most in the visible panes."""

    changed = Signal()  # another field is animated
    choicesChanged = Signal()  # other fields can be animated

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._path, self._chosen, self._locked = SHIFT, "", False
        self._choices: dict[str, str] = {}
        self._track: tuple[object, str, Track] | None = None
        session.watch(
            _reads, self._follow, of=" ".join(("play view encoding content", *PANE_SECTIONS))
        )

    @property
    def path(self) -> str:
        """The path of the field, which the Document has."""
        section, _, name = self._path.partition(".")
        if section == "encoding" and name not in type(self._session.document.encoding).model_fields:
            self._follow(self._session.document)  # the caller was notified of another scheme first
        return self._path

    @property
    def name(self) -> str:
        return self.spec.title.lower()

    @property
    def spec(self) -> Specification:
        return field_specification(self._session.document, self.path)

    @property
    def value(self) -> float:
        value: float = shown_value(self.spec, self._session.document, self.path)
        return value

    @property
    def track(self) -> Track:
        """Its track, computed once for each Document: several widgets read it at every frame."""
        document, path, known = self._session.document, self.path, self._track
        if known is None or known[0] is not document or known[1] != path:
            known = self._track = document, path, Track.of(document, path)
        return known[2]

    @property
    def unit(self) -> str:
        unit = self.spec.unit or ("steps" if self.track.stride else "units")
        return f"{'decades' if self.track.log else unit}/s"

    def choices(self) -> dict[str, str]:
        return dict(self._choices)

    def choose(self, path: str) -> None:
        """Animate another field; choosing the one that suits the panes follows them again."""
        self._session.edit(
            {"play.moves": "" if path == self._default_path(self._session.document) else path}
        )

    def lock(self, locked: bool) -> None:
        """Keep the field while it plays, whichever panes are visible.

        Unlocked, follow the panes again.
        """
        self._locked = locked
        if not locked:
            self._follow(self._session.document)

    def move(self, value: float, key: str) -> None:
        """Set the number, as far as it is allowed; edits with one key are one undo step."""
        inside = min(max(value, self.spec.minimum), self.spec.maximum)
        self._session.edit({self.path: inside}, merge=key)

    def step(self, direction: int) -> None:
        self.move(self.track.step(self.value, direction), f"step {self.path}")

    def jump(self, end: str) -> None:
        self.move(self.track.rounded(getattr(self.track, end)), f"jump {self.path}")

    def set_track(self, field: str, value: float, key: str = "") -> bool:
        """Set ``"start"``, ``"stop"`` or ``"speed"`` of the track.

        Return whether that is allowed.
        """
        changes = animation_change(self._session.document, self.path, field, value)
        return self._session.edit(
            changes, merge=key, text=f"play {field}" if field != "speed" else field
        )

    def change_speed(self, direction: int) -> None:
        now = animation_speed(self._session.document, self.path)
        self.set_track("speed", round_speed(now, direction), "change speed")

    def _default_path(self, document: Document) -> str:
        shown = [PANES[name] for name in document.view.panes if name in PANES]
        return default_animated_field(document, shown)

    def _follow(self, document: Document) -> None:
        chosen, choices = document.play.moves, animated_fields(document)
        if choices != self._choices:
            self._choices = choices
            self.choicesChanged.emit()
        if chosen in choices:
            path = chosen
        elif self._locked and self._path in choices and chosen == self._chosen:
            path = self._path
        else:
            path = self._default_path(document)
        self._chosen = chosen
        if path != self._path:
            self._path = path
            self.changed.emit()


def _reads(document: Document) -> object:
    """Return what decides on the field: the choice, the open panes, and the panes' own fields."""
    own = [document.of(known.fields) for known in PANE_SECTIONS.values()]
    return (
        document.play.moves,
        document.view.panes,
        type(document.encoding),
        document.content.kind,
        own,
    )
