"""The player: edits a number along its track by elapsed time, through the Session."""

import math
from collections.abc import Callable
from time import perf_counter

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from peviewer.app.session.session import Session
from peviewer.app.transport.animated_field import Track
from peviewer.document.animation import SHIFT, field_specification
from peviewer.document.document import Document, DocumentError
from peviewer.figures.panels.given_places import given_positions

_FALLBACK_RATE = 60.0
LONGEST_WAIT_MS = 1000
"""The most milliseconds that the next number waits for panes to show the last one."""


class Player(QObject):
    """Plays φ, or the number whose path `chosen` returns, as one undo step.

    An edit of that number ends it. The next number waits until all panes show the last one, which
    `is_shown` says: what stands side by side is of one moment.
    """

    started = Signal()
    stopped = Signal()

    def __init__(
        self,
        session: Session,
        clock: Callable[[], float] = perf_counter,
        parent: QObject | None = None,
        chosen: Callable[[], str] = lambda: SHIFT,
        is_shown: Callable[[], bool] = lambda: True,
        track_of: Callable[[str], Track] | None = None,
        begins_anew: Callable[[], bool] = lambda: False,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._clock = clock
        self._chosen = chosen
        self._is_shown = is_shown
        self._track_of = track_of or (lambda path: Track.of(session.document, path))
        self._begins_anew = begins_anew
        self._time_of_move = -math.inf
        self._path = SHIFT
        self._track = Track.of(session.document)
        self._run = self._since = self._origin = self._shown = 0.0
        self._timer = QTimer(self, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.tick)
        session.stepStarting.connect(self._settle)

    @property
    def playing(self) -> bool:
        return self._timer.isActive()

    def play(self) -> None:
        """Start from the current number.

        If it is off the track or at its final value, or as a step of a story has opened it, start
        from the track's start.
        """
        if self.playing:
            return
        document = self._session.document
        path = self._chosen()
        track = self._track_of(path)
        if not track.length:
            self._session.rejected.emit("Play to must differ from Play from")
            return
        self._path = path
        self._track = track
        self._since = self._clock()
        value = document.get(path)
        self._origin = self._shown = value
        self._run = track.run(value)
        is_off_track = track.value(self._run) != value
        if is_off_track or track.finished(self._run) or self._begins_anew():
            self._run = 0.0
        self._timer.start(_interval())
        self.started.emit()

    def stop(self) -> None:
        if self.playing:
            self._settle()
            self._timer.stop()
            self.stopped.emit()

    def pause(self) -> None:
        """Stop at the user's request.

        φ moves to the nearest whole position of its track, unless positions are given ones, which
        may be any real numbers.
        """
        document = self._session.document
        value = _value(document, self._path)
        is_shift = self._path == SHIFT and not given_positions(document)
        if self.playing and is_shift and value == self._shown:
            low, high = sorted((self._track.start, self._track.stop))
            nearest = float(round(self._shown))
            if low <= nearest <= high and self._session.edit({SHIFT: nearest}, undoable=False):
                self._shown = nearest
        self.stop()

    def toggle(self) -> None:
        if self.playing:
            self.pause()
        else:
            self.play()

    def tick(self) -> None:
        if not self.playing:
            return
        document = self._session.document
        value = _value(document, self._path)
        track = self._track if value is None else self._track_of(self._path)
        if value is None or value != self._shown or not track.length:
            # The number was edited meanwhile: there is nothing to settle.
            if value is not None:
                self._shown = value
            self._origin = self._shown
            self.stop()
            return
        self._follow(track)
        now = self._clock()
        may_wait = now - self._time_of_move < LONGEST_WAIT_MS / 1000
        if may_wait and not self._is_shown():
            return
        self._time_of_move = now
        run = self._run + self._track.speed * (now - self._since)
        last_value = self._shown
        self._shown = self._track.value(run, in_motion=True)
        if not self._session.edit({self._path: self._shown}, undoable=False):
            self._shown = last_value
            self.stop()
        elif self._track.finished(run):
            self.stop()

    def _follow(self, track: Track) -> None:
        """Continue from the current number if the track has changed meanwhile."""
        if track == self._track:
            return
        now = self._clock()
        run = self._run + self._track.speed * (now - self._since)
        self._run = track.run(self._shown, returning=self._track.returning(run))
        self._track = track
        self._since = now

    def _settle(self) -> None:
        """Make an undo step of the playback so far."""
        value = _value(self._session.document, self._path)
        origin = self._origin
        if self.playing and value is not None and value == self._shown and value != origin:
            self._origin = value
            self._session.edit({self._path: origin}, undoable=False)
            title = field_specification(self._session.document, self._path).title
            self._session.edit({self._path: value}, text=f"play {title.lower()}")


def _value(document: Document, path: str) -> float | None:
    try:
        value: float = document.get(path)
    except DocumentError:
        return None
    return value


def _interval() -> int:
    """Return the milliseconds of one screen frame, rounded down so that none is missed."""
    screen = QGuiApplication.primaryScreen()
    rate = screen.refreshRate() if screen else 0.0
    return max(1, math.floor(1000 / (rate or _FALLBACK_RATE)))
