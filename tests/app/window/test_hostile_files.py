"""Files made to do harm, in the window: it answers while they are read, and Cancel ends the reading itself."""

import threading
import time

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QAction, QDropEvent
from PySide6.QtWidgets import QApplication

from peviewer.app.session.autosave import Saved
from peviewer.app.session.waiting import WaitingDialog
from peviewer.base.work import Cancelled
from peviewer.document.document import Document
from peviewer.model.stored import reading
from tests.hostile_files import write_hostile_file, write_hostile_files

TICK_MS = 50
LONGEST_GAP_MS = 1000
OPENS = "gigabytes.npz"
SLOW_TEXT = "cells.csv.gz"  # all of its 255 MiB are unpacked before it is refused


@pytest.fixture
def said(small_window):
    """What failed, was noted or was reported in the window."""
    heard = []
    files = small_window.files
    for signal in (files.failed, files.noted, files.reported):
        signal.connect(heard.append)
    return heard


class Pulse(QTimer):
    """Ticks in the window's thread, and knows how much was computed between two ticks.

    In milliseconds of the processor: on a busy machine the time of day says nothing.
    """

    def __init__(self):
        super().__init__(interval=TICK_MS, timerType=Qt.TimerType.PreciseTimer)
        self.gaps = []
        self._computed = 0.0
        self.timeout.connect(self._tick)

    def begin(self):
        self.gaps.clear()
        self._computed = time.process_time()
        self.start()

    def _tick(self):
        before = self._computed
        self._computed = time.process_time()
        self.gaps.append(1000 * (self._computed - before))


@pytest.fixture
def pulse():
    made = Pulse()
    yield made
    made.stop()


def drop(window, path):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    action = Qt.DropAction.CopyAction
    button = Qt.MouseButton.LeftButton
    keys = Qt.KeyboardModifier.NoModifier
    drop_event = QDropEvent(QPointF(9, 9), action, data, button, keys)
    window.dropEvent(drop_event)


@pytest.mark.slow
def test_each_hostile_file_is_refused_in_one_line_while_the_window_answers(
    qtbot, small_window, said, pulse, tmp_path
):
    before = small_window.session.document
    for path in write_hostile_files(tmp_path / "hostile"):
        if path.name == OPENS:
            continue
        said.clear()
        pulse.begin()
        assert not small_window.files.open(path), path.name
        qtbot.waitUntil(lambda: len(pulse.gaps) > 1)
        assert len(said) == 1, (path.name, said)
        assert "\n" not in said[0]
        assert len(said[0]) < 500
        assert max(pulse.gaps) < LONGEST_GAP_MS, (path.name, pulse.gaps)
    assert small_window.session.document is before
    assert small_window.session.undo_stack.count() == 0


def test_what_is_dropped_or_opened_again_is_refused_as_what_is_opened(
    qtbot, small_window, said, tmp_path
):
    for name in ("text.svg", "pipe.peview", "two_of_one_name.npz"):
        path = write_hostile_file(tmp_path, name)
        said.clear()
        drop(small_window, path)
        qtbot.waitUntil(lambda: len(said) == 1)
        assert name in said[0]
        small_window.settings.remember_recent(path)
        small_window.files.recentChanged.emit()
        [entry] = [
            action for action in small_window.findChildren(QAction) if action.text() == str(path)
        ]
        entry.trigger()
        assert said == [said[0], said[0]]


@pytest.mark.parametrize(
    "name",
    [
        "pipe.peview",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("text.html", "first.pptx")),
    ],
)
def test_a_window_that_comes_back_does_not_wait_for_its_file(open_window, tmp_path, name):
    path = write_hostile_file(tmp_path, name)
    kept = Document().edited({"encoding.dim": 64, "view.panes": ("encoding",)})
    saved = Saved(document=kept, baseline=kept, title=name, file=str(path))
    window = open_window(saved=saved)
    assert window.session.document == kept
    assert window.files.path is None


def test_cancel_ends_the_reading_and_not_only_the_waiting(
    qtbot, small_window, said, tmp_path, monkeypatch
):
    path = write_hostile_file(tmp_path, SLOW_TEXT)
    ends = []
    read_arrays = reading.read_arrays

    def watched(file):
        try:
            return read_arrays(file)
        except Cancelled:
            ends.append(threading.current_thread())
            raise

    monkeypatch.setattr(reading, "read_arrays", watched)
    monkeypatch.setattr("peviewer.app.session.waiting.PATIENCE_MS", 0)

    def cancel():
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, WaitingDialog):
            dialog.cancel_button.click()
        else:
            QTimer.singleShot(1, cancel)

    cancel()
    assert not small_window.files.open(path)
    qtbot.waitUntil(lambda: len(ends) == 1)
    assert ends[0] is not threading.main_thread()
    assert said == [f"Cancelled: {SLOW_TEXT} was not opened"]


def test_nothing_of_a_file_is_read_on_the_windows_thread(small_window, opened_on, tmp_path):
    files = small_window.files
    session = small_window.session
    table = tmp_path / "table.npy"
    config = tmp_path / "config.json"
    saved = tmp_path / "a.peview"
    config.write_text('{"model_type": "llama", "num_attention_heads": 4, "hidden_size": 64}')
    np.save(table, np.random.default_rng(1).standard_normal((30, 8)))
    assert files.open(table)
    assert files.save_to(saved)
    np.save(table, np.random.default_rng(2).standard_normal((20, 8)))
    times_before = [len(opened_on(path)) for path in (table, config, saved)]
    assert files.open(saved)
    assert session.document.encoding.length == 20
    assert files.open(config)
    assert files.open(table)
    for path, before in zip((table, config, saved), times_before, strict=True):
        threads = opened_on(path)[before:]
        assert threads
        assert threading.main_thread().name not in threads
