"""Threads that are kept: the next work finds the last one's, and work at the same time has its own."""

import subprocess
import sys
import threading
import weakref

from peviewer.base.threads import IDLE, settle, start


class Something:
    """What a piece of work holds."""


def test_the_next_work_has_the_same_thread_and_its_own_name():
    seen = []
    for name in ("first", "second"):
        start(lambda: seen.append((threading.current_thread(), threading.current_thread().name)), name).wait()
    (first, _), (second, _) = seen
    assert first is second
    assert [name for _, name in seen] == ["first", "second"]
    assert first.name == IDLE
    assert first.daemon


def test_work_at_the_same_time_has_another_thread():
    go, seen = threading.Event(), []
    long = start(lambda: (seen.append(threading.current_thread()), go.wait(10)), "long")
    assert start(lambda: seen.append(threading.current_thread()), "short").wait(10)
    assert not long.is_set()
    go.set()
    assert long.wait(10)
    assert len(set(seen)) == 2


def test_what_the_work_held_goes_with_it():
    held = Something()
    gone = weakref.ref(held)
    ended = start(lambda held=held: held, "holding")
    del held
    ended.wait()
    start(lambda: None, "after it").wait()
    assert gone() is None


def test_work_that_fails_ends_its_thread_alone(monkeypatch):
    told, heard = [], threading.Event()
    monkeypatch.setattr(threading, "excepthook", lambda args: (told.append(args.exc_type), heard.set()))
    assert start(lambda: 1 / 0, "failing").wait(10)
    assert start(lambda: None, "after it").wait(10)
    assert heard.wait(10)
    assert told == [ZeroDivisionError]


def test_what_is_under_way_is_waited_for_but_not_for_ever():
    go = threading.Event()
    ended = start(lambda: go.wait(10), "long")
    assert not settle(0.01)
    go.set()
    assert settle(10)
    assert ended.is_set()


def test_the_program_ends_only_after_work_that_is_under_way():
    # A thread in the midst of a library of C++ would end it with "terminate called".
    text = (
        "import time\n"
        "from peviewer.base.threads import start\n"
        "start(lambda: (time.sleep(0.3), print('done')), 'work')\n"
        "print('leaving')\n"
    )
    ran = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stdout.split(), ran.stderr) == (0, ["leaving", "done"], "")
