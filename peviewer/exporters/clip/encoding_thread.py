"""A thread that encodes frames while the next ones are painted, and never lets many wait."""

from __future__ import annotations

import threading
from queue import Empty, Full, Queue
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from peviewer.exporters.clip.writer import Writer

# Painted frames that may wait: enough to even out, few enough to stay small.
WAITING = 2
# How soon the one side notices, in seconds, that the other has stopped.
PATIENCE = 0.05


class EncodingThread:
    """Hands frames to a writer; what the writer raises is raised where frames are added.

    ``done`` counts the frames that are written.
    """

    def __init__(self, writer: Writer) -> None:
        self.done = 0
        self._writer = writer
        self._frames: Queue[NDArray[np.uint8]] = Queue(WAITING)
        self._stopped = threading.Event()
        self._written = threading.Event()
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="encoding", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop after the frame at hand: who wants all frames waits for them before."""
        self._stopped.set()
        self._thread.join()

    def add(self, picture: NDArray[np.uint8]) -> None:
        """Let the thread encode a frame; wait while enough others do so."""
        while True:
            self._check()
            try:
                self._frames.put(picture, timeout=PATIENCE)
            except Full:
                continue
            return

    def wait(self) -> None:
        """Wait for the next frame to be written."""
        self._written.wait(PATIENCE)
        self._written.clear()
        self._check()

    def _check(self) -> None:
        if self._error is not None:
            raise self._error

    def _run(self) -> None:
        try:
            while not self._stopped.is_set():
                try:
                    picture = self._frames.get(timeout=PATIENCE)
                except Empty:
                    continue
                self._writer.add(picture)
                self.done += 1
                self._written.set()
        except BaseException as error:
            self._error = error
