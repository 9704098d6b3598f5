"""Garbage is collected, and by the window's thread alone."""

import gc
import threading
import time
import weakref

import pytest

from peviewer.app.window import garbage
from peviewer.app.window.garbage import GarbageCollector
from peviewer.base import garbage as base


class Circle:
    """Something that only collecting garbage lets go of."""

    def __init__(self, collected):
        self.itself = self
        weakref.finalize(self, lambda: collected.append(threading.current_thread()))


def _litter(collected, count=20_000):
    for _ in range(count):
        Circle(collected)


@pytest.fixture
def collector(qapp, monkeypatch):
    monkeypatch.setattr(garbage, "EVERY_MS", 1)
    made = GarbageCollector()
    yield made
    made.stop()


def test_another_thread_s_garbage_is_collected_by_the_window_s(qtbot, collector):
    collected = []
    thread = threading.Thread(target=_litter, args=(collected,))
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: len(collected) == 20_000)
    assert set(collected) == {threading.current_thread()}


def test_a_thread_that_litters_has_it_collected_as_it_goes(qtbot, qapp, monkeypatch):
    monkeypatch.setattr(garbage, "EVERY_MS", 3_600_000)
    monkeypatch.setattr(base, "PATIENCE", 60.0)
    collector, most = GarbageCollector(), []

    def litter():
        for _ in range(50):
            for _ in range(base.MANY // 10):
                circle = []
                circle.append(circle)
            most.append(gc.get_count()[0])
            base.make_room()

    thread = threading.Thread(target=litter)
    gc.collect()
    thread.start()
    qtbot.waitUntil(lambda: not thread.is_alive(), timeout=60_000)
    collector.stop()
    assert base.MANY <= max(most) < 3 * base.MANY


def test_where_nothing_is_due_nothing_is_collected(qapp, collector, monkeypatch):
    monkeypatch.setattr(gc, "get_count", lambda: (1, 0, 0))
    monkeypatch.setattr(gc, "collect", lambda *_: pytest.fail("nothing was due"))
    collector.collect()


def test_the_youngest_generation_is_collected_and_after_many_objects_all_of_them(collector, monkeypatch):
    collected = []
    monkeypatch.setattr(gc, "get_threshold", lambda: (700, 10, 10))
    monkeypatch.setattr(gc, "get_count", lambda: (garbage.MANY // 3 + 1, 0, 0))
    monkeypatch.setattr(gc, "collect", lambda oldest=2: collected.append(oldest))
    for _ in range(6):
        collector.collect()
    assert collected == [0, 0, 2] * 2


def test_what_is_free_is_given_back_once_a_minute_at_most(collector, monkeypatch):
    now, given_back = [0.0], []
    monkeypatch.setattr(gc, "get_count", lambda: (garbage.MANY, 0, 0))
    monkeypatch.setattr(gc, "collect", lambda *_: None)
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(garbage, "give_back", lambda: given_back.append(now[0]))
    collector._given_back = 0.0
    for now[0] in (1.0, 59.0, 61.0, 62.0, 120.0, 122.0):
        collector.collect()
    assert given_back == [61.0, 122.0]


def test_what_was_alive_when_it_came_by_is_let_go_of_with_the_next_many(qtbot, collector):
    collected, grown_old = [], Circle([])
    weakref.finalize(grown_old, lambda: collected.append(True))
    gc.collect(0)
    gc.collect(1)
    del grown_old
    _litter([], garbage.MANY)
    qtbot.waitUntil(lambda: bool(collected))


def test_at_the_end_python_collects_by_itself_again(qapp):
    collector = GarbageCollector()
    assert not gc.isenabled()
    collector.stop()
    assert gc.isenabled()
