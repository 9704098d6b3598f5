"""The player: moves φ along its course by elapsed time, through the Session like everybody else."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from peviewer.app.session.session import Session
from peviewer.document.sections import Shift

_FALLBACK_RATE = 60.0


@dataclass(frozen=True)
class Course:
    """Where φ runs and how fast.

    Attributes
    ----------
    start, stop : float
        The ends; φ falls where `stop` is the smaller one.
    speed : float
        In positions a second.
    repeat : {"once", "loop", "bounce"}
        What comes after the end.
    """

    start: float
    stop: float
    speed: float
    repeat: str

    @classmethod
    def of(cls, shift: Shift) -> "Course":
        """Return the course the Document declares."""
        return cls(shift.start, shift.stop, shift.speed, shift.repeat)

    @property
    def length(self) -> float:
        """How many positions lie between the ends."""
        return abs(self.stop - self.start)

    def run(self, phi: float, *, returning: bool = False) -> float:
        """Return how far φ has run; beyond the start counts as at the start, and so for the end."""
        ahead = (phi - self.start) * math.copysign(1, self.stop - self.start)
        run = min(max(ahead, 0.0), self.length)
        return 2 * self.length - run if returning and self.repeat == "bounce" else run

    def phi(self, run: float) -> float:
        """Return φ after it has run so many positions.

        Examples
        --------
        >>> [Course(0, 10, 1, repeat).phi(13.0) for repeat in ("once", "loop", "bounce")]
        [10.0, 3.0, 7.0]
        """
        if self.repeat == "once":
            along = min(run, self.length)
        elif self.repeat == "loop":
            along = run % self.length
        else:
            along = self.length - abs(run % (2 * self.length) - self.length)
        return self.start + math.copysign(along, self.stop - self.start)

    def returning(self, run: float) -> bool:
        """Whether φ is on its way back."""
        return self.repeat == "bounce" and run % (2 * self.length) > self.length

    def finished(self, run: float) -> bool:
        """Whether φ has come to rest."""
        return self.repeat == "once" and run >= self.length


class Player(QObject):
    """Plays the shift of a session.

    However long it plays, a play is one undo step. An edit of another field
    takes effect at once; φ moved by somebody else ends the play.

    Parameters
    ----------
    session : Session
        Whose ``shift.phi`` moves.
    clock : callable, optional
        Returns seconds; Qt's monotonic clock by default.
    parent : QObject, optional
        The owner.
    """

    started = Signal()
    stopped = Signal()

    def __init__(
        self, session: Session, clock: Callable[[], float] | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._clock = clock or _monotonic()
        self._course = Course.of(session.document.shift)
        self._run = self._since = self._origin = self._shown = 0.0
        self._timer = QTimer(self, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.tick)
        session.settling.connect(self._settle)

    @property
    def playing(self) -> bool:
        """Whether φ is moving."""
        return self._timer.isActive()

    def play(self) -> None:
        """Start from φ, or from the start of the course where φ is not on it or at its end."""
        shift = self._session.document.shift
        course = Course.of(shift)
        if self.playing:
            return
        if not course.length:
            self._session.refused.emit("Play to must differ from Play from")
            return
        self._course, self._since = course, self._clock()
        self._origin = self._shown = shift.phi
        self._run = course.run(shift.phi)
        if course.phi(self._run) != shift.phi or (course.finished(self._run)):
            self._run = 0.0
        self._timer.start(_interval())
        self.started.emit()

    def stop(self) -> None:
        """Stop where φ is; the whole play is one undo step."""
        if self.playing:
            self._settle()
            self._timer.stop()
            self.stopped.emit()

    def toggle(self) -> None:
        """Play or stop."""
        if self.playing:
            self.stop()
        else:
            self.play()

    def tick(self) -> None:
        """Bring φ to where the elapsed time has taken it."""
        shift = self._session.document.shift
        if not self.playing:
            return
        if shift.phi != self._shown or not Course.of(shift).length:
            self._origin = self._shown = shift.phi
            self.stop()
            return
        self._follow(Course.of(shift))
        run = self._run + self._course.speed * (self._clock() - self._since)
        self._shown = self._course.phi(run)
        self._session.edit({"shift.phi": self._shown}, undoable=False)
        if self._course.finished(run):
            self.stop()

    def _follow(self, course: Course) -> None:
        """Go on from φ where the course has been changed on the way."""
        if course == self._course:
            return
        now = self._clock()
        returning = self._course.returning(self._run + self._course.speed * (now - self._since))
        self._run = course.run(self._shown, returning=returning)
        self._course, self._since = course, now

    def _settle(self) -> None:
        """Turn what has been played so far into an undo step."""
        phi, origin = self._session.document.shift.phi, self._origin
        if self.playing and phi == self._shown and phi != origin:
            self._origin = phi
            self._session.edit({"shift.phi": origin}, undoable=False)
            self._session.edit({"shift.phi": phi}, text="play shift")


def _monotonic() -> Callable[[], float]:
    timer = QElapsedTimer()
    timer.start()
    return lambda: timer.nsecsElapsed() / 1e9


def _interval() -> int:
    """Return the milliseconds between two frames of the screen, rounded down so that none is missed."""
    screen = QGuiApplication.primaryScreen()
    rate = screen.refreshRate() if screen else 0.0
    return max(1, math.floor(1000 / (rate or _FALLBACK_RATE)))
