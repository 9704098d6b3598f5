"""Garbage is collected, and by the window's thread alone."""

import gc
import threading
import weakref

import pytest

from peviewer.app.window import garbage
from peviewer.app.window.garbage import GarbageCollector


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


def test_where_nothing_is_due_nothing_is_collected(qapp, collector, monkeypatch):
    monkeypatch.setattr(gc, "get_count", lambda: (1, 0, 0))
    monkeypatch.setattr(gc, "collect", lambda *_: pytest.fail("nothing was due"))
    collector.collect()


@pytest.mark.parametrize(("counts", "generation"), [((10**6, 0, 0), 0), ((0, 10**6, 0), 1), ((1, 10**6, 10**6), 2)])
def test_the_oldest_generation_that_is_due_is_collected(collector, monkeypatch, counts, generation):
    collected, given_back = [], []
    monkeypatch.setattr(gc, "get_count", lambda: counts)
    monkeypatch.setattr(gc, "collect", collected.append)
    monkeypatch.setattr(garbage, "give_back", lambda: given_back.append(generation))
    collector.collect()
    assert collected == [generation]
    assert given_back == [2] * (generation == 2), "what is free goes back to the system then, too"


def test_at_the_end_python_collects_by_itself_again(qapp):
    collector = GarbageCollector()
    assert not gc.isenabled()
    collector.stop()
    assert gc.isenabled()
