"""The field that is animated, and the track of its number: its range, speed and repetition."""

import math
from dataclasses import dataclass, replace

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

# The approximate number of frames that a screen shows in a second.
FRAMES_A_SECOND = 60

# How many significant digits numbers have that are reached by steps on a logarithmic scale.
FIGURES = 2

# How many steps there are from one power of ten to the next.
STEPS = 10

# The names of ranges that become wider as their own number grows.
_WIDENED = ("own length", "own dim")


@dataclass(frozen=True)
class Track:
    """The range, speed and repetition of an animated number."""

    # The ends. The number decreases if `stop` is the smaller one.
    start: float
    stop: float

    # The change in a second; if `log`, in powers of ten.
    speed: float

    # What happens after the end: the number repeats, returns, or stops.
    repeat: str

    # Whether its logarithm changes at constant speed.
    log: bool = False

    # Numbers are multiples of this: 1 for whole numbers, 0 for any number.
    stride: int = 0

    @classmethod
    def of(cls, document: Document, path: str = SHIFT) -> "Track":
        spec = field_specification(document, path)
        start, stop = animation_range(document, path)
        return cls(
            start,
            stop,
            animation_speed(document, path),
            document.play.repeat,
            log=spec.scale == "log" and min(start, stop) > 0,
            stride=spec.stride if spec.kind == "int" else 0,
        )

    @property
    def length(self) -> float:
        return abs(self._scaled(self.stop) - self._scaled(self.start))

    def run(self, value: float, *, returning: bool = False) -> float:
        """Return the distance from the start.

        A number outside the range counts as its nearer end.
        """
        low, high = sorted((self.start, self.stop))
        inside = min(max(value, low), high)
        run = abs(self._scaled(inside) - self._scaled(self.start))
        return 2 * self.length - run if returning and self.repeat == "bounce" else run

    def value(self, run: float, *, in_motion: bool = False) -> float:
        """Return the number after it has moved by the distance `run`.

        In motion it has no more decimals than can be seen to move.

        >>> [Track(0, 10, 1, repeat).value(13.0) for repeat in ("once", "loop", "bounce")]
        [10.0, 3.0, 7.0]
        >>> [Track(10, 1000, 1, "once", log=True, stride=1).value(run) for run in (0, 0.5, 1, 2)]
        [10, 32, 100, 1000]
        >>> [Track(0, 10, speed, "once").value(3.14159, in_motion=True) for speed in (8, 1, 0.1)]
        [3.1, 3.14, 3.142]
        """
        if self.repeat == "once":
            along = min(run, self.length)
        elif self.repeat == "loop":
            along = run % self.length
        else:
            along = self.length - abs(run % (2 * self.length) - self.length)
        # The ends are exact, without rounding errors of logarithms.
        if along in (0.0, self.length):
            return self.rounded(self.start if along == 0.0 else self.stop)
        place = self._scaled(self.start) + math.copysign(along, self.stop - self.start)
        if self.log:
            return self.rounded(10.0**place)
        return self.rounded(round(place, self.decimals_in_motion) if in_motion else place)

    def step(self, value: float, direction: int) -> float:
        """Return the next number towards the end (1) or the start (−1), within the range.

        >>> Track(0, 10, 1, "once").step(2.5, 1)
        3
        >>> Track(1, 1e6, 1, "once", log=True).step(1000.0, -1)
        790.0
        >>> Track(0, 10, 1, "once").step(10, 1), Track(10, 0, 1, "once").step(10, 1)
        (10, 9)
        """
        up = direction if self.start <= self.stop else -direction
        low, high = sorted((self.start, self.stop))
        # From outside the range it can step back, but no further away.
        return min(max(self.next(value, up), min(low, value)), max(high, value))

    def next(self, value: float, direction: int) -> float:
        """Return the next number up (1) or down (−1), whatever the range."""
        if self.log and value > 0:
            stepped = float(f"{value * 10 ** (direction / STEPS):.{FIGURES}g}")
            if not self.stride:
                return stepped
            return self.rounded(value + direction * max(self.stride, abs(stepped - value)))
        if self.stride > 1:
            return self.rounded(value + direction * self.stride)
        return (math.floor(value) if direction > 0 else math.ceil(value)) + direction

    @property
    def decimals_in_motion(self) -> int:
        """The decimals that change from one frame of the screen to the next, at least one."""
        change_a_frame = self.speed / FRAMES_A_SECOND
        return max(1, math.ceil(-math.log10(change_a_frame)))

    def rounded(self, value: float) -> float:
        return round(value / self.stride) * self.stride if self.stride else float(value)

    def returning(self, run: float) -> bool:
        return self.repeat == "bounce" and run % (2 * self.length) > self.length

    def finished(self, run: float) -> bool:
        return self.repeat == "once" and run >= self.length

    def _scaled(self, value: float) -> float:
        return math.log10(value) if self.log else value


class AnimatedField(QObject):
    """The field that playing animates: the one that the user chose.

    If none is chosen, it is the one that changes most in the visible panes.
    """

    # Another field is animated.
    changed = Signal()

    # Other fields can be animated.
    choicesChanged = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._path = SHIFT
        self._chosen_path = ""
        self._locked = False
        self._choices: dict[str, str] = {}
        self._track: tuple[object, str, Track] | None = None
        # The ends of a run, and the chosen tracks when it began.
        self._ends_of_run: tuple[float, float] | None = None
        self._tracks_of_run: object = None
        sections = " ".join(("play view encoding content", *PANE_SECTIONS))
        session.watch(_reads, self._follow, of=sections)

    @property
    def path(self) -> str:
        """The path of the field, which the Document has."""
        section, _, name = self._path.partition(".")
        if section == "encoding" and name not in type(self._session.document.encoding).model_fields:
            # Another listener may ask before this object was notified of another scheme.
            self._follow(self._session.document)
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
        document = self._session.document
        path = self.path
        if self._track is not None:
            document_of_track, path_of_track, track = self._track
            if document_of_track is document and path_of_track == path:
                return track
        track = Track.of(document, path)
        if self._ends_of_run and self._tracks_of_run == document.play.tracks:
            start, stop = self._ends_of_run
            track = replace(track, start=start, stop=stop)
        self._track = (document, path, track)
        return track

    @property
    def is_as_opened(self) -> bool:
        """Whether its number is the same as in the Document that was opened."""
        value = self._session.document.get(self.path)
        return bool(value == self._session.baseline_value(self.path, self.spec))

    @property
    def unit(self) -> str:
        unit = self.spec.unit or ("steps" if self.track.stride else "units")
        return f"{'decades' if self.track.log else unit}/s"

    def choices(self) -> dict[str, str]:
        return dict(self._choices)

    def choose(self, path: str) -> None:
        """Animate another field; choosing the one that suits the panes follows them again."""
        is_default = path == self._default_path(self._session.document)
        self._session.edit({"play.moves": "" if is_default else path})

    def lock(self, locked: bool) -> None:
        """Keep the field while it plays, whichever panes are visible.

        A range that grows with its own number, as that of lengths, keeps its ends, too. Unlocked,
        follow the panes again.
        """
        self._locked = locked
        track = self.track
        self._track = None
        self._tracks_of_run = self._session.document.play.tracks
        keeps_ends = locked and self.spec.follows in _WIDENED
        self._ends_of_run = (track.start, track.stop) if keeps_ends else None
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
        text = "speed" if field == "speed" else f"play {field}"
        return self._session.edit(changes, merge=key, text=text)

    def step_end(self, field: str, steps: int) -> None:
        """Move ``"start"`` or ``"stop"`` of the track by some steps, as one undo step."""
        value = self.track.next(getattr(self.track, field), steps)
        inside = min(max(value, self.spec.minimum), self.spec.maximum)
        self.set_track(field, inside, f"step {field} of {self.path}")

    def change_speed(self, direction: int) -> None:
        speed = animation_speed(self._session.document, self.path)
        self.set_track("speed", round_speed(speed, direction), "change speed")

    def _default_path(self, document: Document) -> str:
        panes = [PANES[name] for name in document.view.panes if name in PANES]
        return default_animated_field(document, panes)

    def _follow(self, document: Document) -> None:
        choices = animated_fields(document)
        if choices != self._choices:
            self._choices = choices
            self.choicesChanged.emit()
        chosen_path = document.play.moves
        is_same_choice = chosen_path == self._chosen_path
        if chosen_path in choices:
            path = chosen_path
        elif self._locked and self._path in choices and is_same_choice:
            path = self._path
        else:
            path = self._default_path(document)
        self._chosen_path = chosen_path
        if path != self._path:
            self._path = path
            self.changed.emit()


def _reads(document: Document) -> object:
    """Return what decides which field is animated: the choice, the open panes, and their fields."""
    fields_of_panes = [document.of(section.fields) for section in PANE_SECTIONS.values()]
    return (
        document.play.moves,
        document.view.panes,
        type(document.encoding),
        document.content.kind,
        fields_of_panes,
    )
