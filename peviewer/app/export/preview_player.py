"""Plays the preview of a clip: its frames are made off the window's thread, and shown at its rate meanwhile."""

from bisect import bisect_right, insort
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QImage

from peviewer.app.session.background import Job
from peviewer.base.words import whole
from peviewer.base.work import Work
from peviewer.exporters.clip.clip import Clip
from peviewer.exporters.clip.playback import COARSE, Playback

MOST = 240
"""Frames that are made; of a longer clip every second, third …, so that it takes as long as it will."""
ROOM = 200_000_000
"""Bytes that they may take."""
LEAST = 8
"""Frames that are made, however large they are."""
BYTES = 4  # a pixel


class _Frame(NamedTuple):
    image: QImage
    number: str  # what moves, and where it is


class PreviewPlayer(QObject):
    """Plays a clip from where it is, and pauses; a coarse course of it plays as soon as that is made."""

    shown = Signal(int, QImage, str)
    """A frame is to be shown: which one, its picture and a line about it."""
    waiting = Signal(str)
    """There is nothing to play yet; how much has been made."""
    playingChanged = Signal(bool)
    paused = Signal(int)
    """It was paused, or has come to its end, at this frame."""
    failed = Signal(object)
    _found = Signal(object, object)
    _made = Signal(object, int, object)
    """Who made it, which frame, and it; both are emitted on the thread that makes them."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._playback: Playback | None = None
        self._job: Job | None = None
        self._maker: object = None  # what the job calls itself: what earlier ones made still arrives
        self._size = (0, 0)
        self._frames: dict[int, _Frame] = {}
        self._places: list[int] = []  # of the frames that are made, in order
        self._count = 0  # of those that will be made
        self._moment = self._begun_at = 0
        self._playing = False
        self._clock = QElapsedTimer()
        self._timer = QTimer(self, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._advance)
        self._found.connect(self._on_found, Qt.ConnectionType.QueuedConnection)
        self._made.connect(self._on_made, Qt.ConnectionType.QueuedConnection)

    @property
    def playing(self) -> bool:
        """Whether it plays, or will as soon as there is something to play."""
        return self._playing

    @property
    def made(self) -> int:
        """How many frames have been made."""
        return len(self._places)

    @property
    def complete(self) -> bool:
        """Whether all frames have been made that will be."""
        return bool(self._count) and self.made == self._count

    def play(self, make: Callable[[], Playback | None], room: tuple[int, int], moment: int) -> None:
        """Play on from a moment.

        Parameters
        ----------
        make : callable
            Returns what plays, called on another thread unless that is known; None for nothing.
        room : tuple of int
            The size in pixels that frames have at most.
        moment : int
            Where to begin; at the start if it is the last frame of a clip that ends.
        """
        self._moment = moment
        self._set_playing(True)
        if self._playback is not None and self._playback.size(room) != self._size:
            self._forget()  # the window has another size
        if not self.complete:
            self._make(make, room)
        if self._playback is not None and self._is_ready():
            self._start(self._playback.clip)

    def pause(self) -> None:
        """Stop at the frame that is shown; frames are no longer made."""
        if self._playing:
            self._timer.stop()
            self._drop_job()
            self._set_playing(False)
            self.paused.emit(self._moment)

    def clear(self) -> None:
        """Forget the clip: another one is to be shown."""
        self._timer.stop()
        self._drop_job()
        self._forget()
        self._set_playing(False)

    def finish(self) -> None:
        """Stop, and wait for the thread, before the application ends."""
        job = self._job
        self.clear()
        if job is not None:
            job.wait()

    def _set_playing(self, playing: bool) -> None:
        if playing != self._playing:
            self._playing = playing
            self.playingChanged.emit(playing)

    def _drop_job(self) -> None:
        self._maker = None
        if self._job is not None:
            job, self._job = self._job, None
            job.drop()

    def _forget(self) -> None:
        self._playback, self._frames, self._places, self._count = None, {}, [], 0

    def _make(self, make: Callable[[], Playback | None], room: tuple[int, int]) -> None:
        """Make the frames that are missing, on another thread."""
        known, there, maker = self._playback, frozenset(self._frames), object()

        def work(work: Work) -> None:
            found = known or make()
            if found is None:
                return
            size = width, height = found.size(room)
            order = found.order(min(MOST, max(LEAST, ROOM // (width * height * BYTES))))
            self._found.emit(maker, (found, size, len(order)))
            for frame, pixels, number in found.frames([place for place in order if place not in there], size):
                work.check()
                self._made.emit(maker, frame, _Frame(_image(pixels), number))

        self._maker, self._job = maker, Job(work, "playback", self)
        self._job.done.connect(self._on_done)
        self._job.failed.connect(self._on_failed)
        self._job.start()

    def _on_found(self, maker: object, found: tuple[Playback, tuple[int, int], int]) -> None:
        if maker is self._maker:
            self._playback, self._size, self._count = found

    def _on_made(self, maker: object, place: int, frame: _Frame) -> None:
        if maker is not self._maker or self._playback is None:
            return
        self._frames[place] = frame
        insort(self._places, place)
        if self._timer.isActive():
            return
        if self._is_ready():
            self._start(self._playback.clip)
        else:
            self.waiting.emit(f"{whole(self._playback.clip.count)} frames · {self._progress}")

    @property
    def _progress(self) -> str:
        return f"painting {self.made} of {self._count}"

    def _is_ready(self) -> bool:
        """Whether a coarse course of the whole has been made."""
        return self.made * COARSE >= self._count > 0

    def _start(self, clip: Clip) -> None:
        at_end = self._moment >= clip.count - 1 and not clip.seamless
        self._begun_at = 0 if at_end else self._moment
        self._clock.start()
        self._timer.start(max(1, round(1000 / float(clip.rate))))
        self._show(self._begun_at, clip)

    def _advance(self) -> None:
        if self._playback is None:
            return
        clip = self._playback.clip
        wanted = self._begun_at + int(self._clock.elapsed() * clip.rate / 1000)
        if clip.seamless:
            self._show(wanted % clip.count, clip)
        elif wanted < clip.count:
            self._show(wanted, clip)
        else:
            self._show(clip.count - 1, clip)
            self._moment = clip.count - 1
            self.pause()

    def _show(self, wanted: int, clip: Clip) -> None:
        """Show the last frame up to there that has been made."""
        self._moment = self._places[max(0, bisect_right(self._places, wanted) - 1)]
        frame = self._frames[self._moment]
        every = -(-clip.count // self._count)
        parts = [f"{whole(clip.count)} frames", frame.number]
        parts += [f"one of {every} is played here"] if every > 1 else []
        parts += [] if self.complete else [self._progress]
        self.shown.emit(self._moment, frame.image, " · ".join(parts))

    def _on_done(self, _nothing: object) -> None:
        self._job = None
        if self._playback is None:
            self._set_playing(False)

    def _on_failed(self, error: object) -> None:
        self._job = None
        self.clear()
        self.failed.emit(error)


def _image(pixels: NDArray[np.uint8]) -> QImage:
    """Return pixels, RGBA, as an image of its own."""
    height, width, _ = pixels.shape
    image = QImage(pixels.tobytes(), width, height, BYTES * width, QImage.Format.Format_RGBA8888)
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)  # a copy, and what is painted fastest
