"""Files made to do harm end in one line, soon and with little memory, however they are named."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from tests.hostile_files import write_hostile_files

ROOT = Path(__file__).resolve().parents[2]
MOST_MEMORY = 200_000  # kB over the same command with a small table
LONGEST_LINE = 500  # letters
MOST_SECONDS = 10.0  # of the processor; each takes less than one
OPENS = "gigabytes.npz"  # its table is small: what lies behind it is not read
WAYS: dict[str, list[str]] = {
    "--table": ["check", "--table"], "--session": ["check", "--session"], "alone": [],
}  # fmt: skip

# Runs many commands in one process, and says of each its status, its words, its seconds and its
# memory.
PROGRAM = """
import contextlib, faulthandler, io, json, os, resource, sys, time, warnings
import peviewer.app.window.launch
from peviewer.cli.main import main

def read_status(name):
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(name))

def run(words):
    with open("/proc/self/clear_refs", "w") as marks:
        marks.write("5")  # the peak begins anew
    said, begun = io.StringIO(), time.process_time()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
        status = main(words)
    return status, said.getvalue(), time.process_time() - begun, read_status("VmHWM:")

peviewer.app.window.launch.launch = lambda *_, **__: 0
resource.setrlimit(resource.RLIMIT_AS, (6 * 2**30, 6 * 2**30))
answers = os.fdopen(os.dup(1), "w")
for words in json.load(sys.stdin):
    faulthandler.dump_traceback_later(60, exit=True)
    print(json.dumps(run(words)), file=answers, flush=True)
"""

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")


class Answer(NamedTuple):
    status: int
    said: str
    seconds: float
    memory: int  # kB, at its peak


def answers(commands: list[list[str]], folder: Path) -> list[Answer]:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], input=json.dumps(commands), cwd=folder,
        env=env,
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    lines = [Answer(*json.loads(line)) for line in done.stdout.splitlines()]
    assert len(lines) == len(commands), f"{commands[len(lines)]} did not end: {done.stderr[-3000:]}"
    return lines


@linux
@pytest.mark.parametrize("way", WAYS)
def test_each_hostile_file_is_refused_in_one_line_soon_and_with_little_memory(tmp_path, way):
    np.save(tmp_path / "small.npy", np.eye(4))
    (tmp_path / "small.peview").write_text('{"peviewer": 1}', encoding="utf-8")
    names = [path.name for path in write_hostile_files(tmp_path / "hostile")]
    small = "small.peview" if way == "--session" else "small.npy"
    commands = [[*WAYS[way], small]] * 2 + [[*WAYS[way], f"hostile/{name}"] for name in names]
    first, usual, *others = answers(commands, tmp_path)
    for name, answer in zip(names, others, strict=True):
        if name == OPENS and way != "--session":
            assert (answer.status < 2, answer.said) == (True, ""), name
        else:
            assert answer.status == 2, f"{name}: {answer}"
            assert answer.said.startswith("peviewer: "), f"{name}: {answer}"
            assert answer.said.count("\n") == 1, f"{name}: {answer}"
            assert len(answer.said) < LONGEST_LINE, name
        assert answer.seconds < MOST_SECONDS, f"{name}: {answer}"
        assert answer.memory < max(first.memory, usual.memory) + MOST_MEMORY, f"{name}: {answer}"
