"""A thread that leaves much garbage waits for whoever collects it; nobody waits for ever, nor for himself."""

import gc
import threading

import pytest

from peviewer.base import garbage
from peviewer.base.garbage import collected, collected_on_call, make_room


@pytest.fixture
def lying_about(monkeypatch):
    """How many objects lie about."""
    found = [garbage.MANY]
    monkeypatch.setattr(gc, "get_count", lambda: (found[0], 0, 0))
    return found


@pytest.fixture
def called():
    """Whether somebody was called to collect."""
    event = threading.Event()
    collected_on_call(event.set)
    yield event
    collected_on_call(None)


@pytest.fixture
def waiting():
    """Threads that make room, and end with the test."""
    threads = []

    def start():
        threads.append(threading.Thread(target=make_room))
        threads[-1].start()
        return threads[-1]

    yield start
    for thread in threads:
        thread.join(60)


def test_a_thread_calls_and_goes_on_once_all_is_collected(lying_about, called, waiting, monkeypatch):
    monkeypatch.setattr(garbage, "PATIENCE", 60.0)
    thread = waiting()
    assert called.wait(60)
    with garbage._turn:  # it waits now, or will before this is free
        assert thread.is_alive()
    while thread.is_alive():
        collected()
        thread.join(0.01)


def test_it_waits_for_a_while_only(lying_about, called, waiting, monkeypatch):
    monkeypatch.setattr(garbage, "PATIENCE", 0.01)
    thread = waiting()
    thread.join(60)
    assert called.is_set()
    assert not thread.is_alive()


def test_little_garbage_is_left_lying(lying_about, called, waiting):
    lying_about[0] = garbage.MANY - 1
    waiting().join(60)
    assert not called.is_set()


def test_the_thread_that_collects_does_not_wait_for_itself(lying_about, called):
    make_room()
    assert not called.is_set()


def test_where_python_collects_nobody_waits(lying_about, waiting, monkeypatch):
    monkeypatch.setattr(garbage, "PATIENCE", 3600.0)
    thread = waiting()
    thread.join(60)
    assert not thread.is_alive()
