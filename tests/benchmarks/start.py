"""Cold start: from the process's start to the first painted frame, against a bare window with the same imports."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from tests.benchmarks.measure import Row, quantile

RUNS = 5

# Says when the first frame is painted, and closes the window.
FIRST = """
import time
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

class First(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and watched.isWidgetType() and watched.window().isVisible():
            QTimer.singleShot(0, lambda: (print(time.time()), QApplication.closeAllWindows()))
            QApplication.instance().removeEventFilter(self)
        return False

first = First()
QApplication.instance().installEventFilter(first)
"""

OURS = """
from peviewer.cli import main as program

document = program.open_document

def opened(*words, **more):  # the first thing that is asked for, before anything heavy is read
    import peviewer.app.window.running as running
    make = running.Interrupts

    def begin(window):  # it is shown, and not painted yet
        exec(FIRST, globals())
        return make(window)

    running.Interrupts = begin
    return document(*words, **more)

program.open_document = opened
program.main([])
"""

BARE = """
import numpy as np
from pydantic import BaseModel, Field, field_validator
from PySide6 import QtSvg
import pyqtgraph as pg

class Sizes(BaseModel):  # with its first model pydantic reads the rest of itself
    length: int = Field(200)

app = pg.mkQApp()
window = pg.GraphicsLayoutWidget(size=(1440, 900))
for row in range(2):
    for column in range(2):
        window.addPlot(row, column).addItem(pg.ImageItem(np.random.default_rng(0).random((200, 256))))
window.show()
exec(FIRST)
app.exec()
"""


def rows() -> Iterator[Row]:
    """Yield the rows of the table."""
    ours = []
    bare = []
    for _ in range(RUNS):
        ours.append(_first_frame(OURS))
        bare.append(_first_frame(BARE))
    mine = quantile(ours, 0.5)
    theirs = quantile(bare, 0.5)
    yield Row("cold start to the first frame: ours / a bare pyqtgraph window", mine / theirs, "×",
              note=f"{mine:.2f} s against {theirs:.2f} s")  # fmt: skip

    helped = []
    plain = []
    for _ in range(RUNS):
        helped.append(_whole_run("-m", "peviewer", "--help"))
        plain.append(_whole_run("-c", "pass"))
    mine = quantile(helped, 0.5)
    theirs = quantile(plain, 0.5)
    yield Row("peviewer --help / Python that does nothing", mine / theirs, "×",
              note=f"{mine:.2f} s against {theirs:.2f} s")  # fmt: skip


def _whole_run(*words: str) -> float:
    start = time.time()
    subprocess.run([sys.executable, *words], capture_output=True, check=True)
    return time.time() - start


def _first_frame(program: str) -> float:
    with tempfile.TemporaryDirectory() as home:
        environment = {
            **os.environ,
            "QT_QPA_PLATFORM": "offscreen",
            "XDG_CONFIG_HOME": home,
            "XDG_DATA_HOME": home,
        }
        start = time.time()
        command = [sys.executable, "-c", f"FIRST = {FIRST!r}\n{program}"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout.split()[0]) - start
