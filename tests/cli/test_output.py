"""What a terminal is told: how far long work is, and once a file is written its name, what it holds and its size."""

import io
import re
import sys
from itertools import count

import pytest

from peviewer.cli import output
from peviewer.cli.main import main
from peviewer.cli.parser import UsageError


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


def test_a_file_or_no_stderr_at_all_is_left_alone(monkeypatch):
    for stream in (io.StringIO(), None):
        monkeypatch.setattr(sys, "stderr", stream)
        with output.progress_bar() as draw:
            assert draw is None


@pytest.mark.parametrize(("named", "format"), [("-", "svg"), ("png:-", "png")])
def test_what_is_written_to_a_dash_goes_into_the_pipe(capsysbinary, named, format):
    with output.target_file(named, "svg") as file:
        file.write_bytes(b"a picture")
        assert file.suffix == f".{format}"
        assert capsysbinary.readouterr().out == b"", "not before it is whole"

    assert capsysbinary.readouterr().out == b"a picture"
    assert not file.exists()


def test_a_terminal_is_given_no_file(monkeypatch):
    monkeypatch.setattr(sys, "stdout", Terminal())

    with (
        pytest.raises(UsageError, match="a terminal cannot show a file"),
        output.target_file("-", "svg"),
    ):
        pass


TABLE = ["--set", "length=8", "dim=4"]
SMALL = ["--size", "480x270"]


@pytest.mark.parametrize(
    ("words", "name", "facts"),
    [
        (["export", "encoding", *SMALL], "a.png", "480 × 270 pixels, 96 to an inch"),
        (
            ["export", "encoding", "--inches", "3.3x2.5"],
            "a.pdf",
            "990 × 750 pixels, 300 to an inch",
        ),
        (["animate", "encoding", "--seconds", "0.2", "--fps", "10", *SMALL], "a.gif", "0.2 s"),
        (["deck", "encoding"], "a.pptx", "1 slide"),
        (["data", "encoding"], "a.npy", "8 × 4"),
        (["data", "distance"], "a.npz", r"\d arrays"),
        (["code"], "a.py", r"\d+ lines"),
    ],
    ids=lambda given: given[0] if isinstance(given, list) else "",
)
@pytest.mark.usefixtures("coarse")
def test_a_terminal_is_told_what_was_written(tmp_path, monkeypatch, words, name, facts):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert main([*words, "-o", name, *TABLE]) == 0
    said = sys.stderr.getvalue().rpartition("\033[K")[2]
    assert re.fullmatch(rf"wrote {re.escape(name)}, {facts}, [\d.]+ (bytes|kB|MB)\n", said), said
