"""The line on a terminal that says how far long work is."""

import io
import sys
from itertools import count

import pytest

from peviewer.cli import output


class Terminal(io.StringIO):
    def isatty(self):
        return True


def on_a_terminal(monkeypatch):
    """Make stderr a terminal on which a fifth of a second passes at each look."""
    ticks = count()
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr(output.time, "monotonic", lambda: next(ticks) / 5)
    return sys.stderr


def test_a_terminal_is_told_how_much_is_done_and_left_and_is_clean_afterwards(monkeypatch):
    stream = on_a_terminal(monkeypatch)
    with output.progress_bar() as draw:
        for step in range(5):
            draw(step / 4, 125 * (1 - step / 4))
    lines = stream.getvalue().split("\r")
    assert "████████████████░░░░░░░░░░░░░░░░  50%  2 min left\033[K" in lines
    assert lines[-1] == "\033[K"


def test_the_line_goes_when_the_work_fails(monkeypatch):
    stream = on_a_terminal(monkeypatch)
    with pytest.raises(OSError, match="full"), output.progress_bar():
        raise OSError("full")
    assert stream.getvalue() == "\r\033[K"


def test_short_work_draws_nothing(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    with output.progress_bar() as draw:
        draw(1.0, 0.0)
    assert "█" not in sys.stderr.getvalue()


def test_a_file_or_no_stderr_at_all_is_left_alone(monkeypatch):
    for stream in (io.StringIO(), None):
        monkeypatch.setattr(sys, "stderr", stream)
        with output.progress_bar() as draw:
            assert draw is None
