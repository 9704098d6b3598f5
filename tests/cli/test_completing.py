"""What a shell is told at Tab, asked as bash asks: through argcomplete's variables."""

import json
import os
import subprocess
import sys
from pathlib import Path

import argcomplete
import pytest

from peviewer.cli.completion import complete
from peviewer.cli.main import window_parser

ROOT = Path(__file__).resolve().parents[2]
LINES = [
    ("peviewer ex", ["export"]),
    ("peviewer --the", ["--theme"]),
    ("peviewer export dist", ["distance", "distance.matrix", "distance.profile"]),
    ("peviewer export encoding,distance.p", ["encoding,distance.profile"]),
    ("peviewer export shift --font-s", ["--font-size"]),
    ("peviewer check --preset rope-q", ["rope-qwen-yarn"]),
    ("peviewer check --set scheme=al", ["scheme=alibi"]),
    (
        "peviewer check --set schedule=",
        ["schedule=paper", "schedule=endpoint", "schedule=wavelengths"],
    ),
    ("peviewer check --set shift.p", ["shift.phi="]),
    ("peviewer export distance.m", ["distance.matrix"]),
    ("peviewer export shift --theme slide-d", ["slide-dark"]),
    ("peviewer export shift --size lec", ["lecture"]),
    ("peviewer export shift --colormap magm", ["magma", "magma_r"]),
    ("peviewer deck --story start-here:1", ["start-here:1"]),
    ("peviewer code --framework to", ["torch"]),
    ("peviewer --theme d", ["dark"]),
]
# In a process of its own: argcomplete takes the files with the numbers 8 and 9 for the shell's.
ASKED = """
import io, json, os, sys
from peviewer.cli.completion import complete
from peviewer.cli.main import window_parser

class Ended(Exception):
    pass

def end(code):
    raise Ended

found = []
for line in json.load(sys.stdin):
    os.environ |= {"_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": chr(10), "_ARGCOMPLETE_COMP_WORDBREAKS": "",
                   "COMP_LINE": line, "COMP_POINT": str(len(line.encode()))}
    told = io.StringIO()
    try:
        complete(window_parser(), output_stream=told, exit_method=end)
    except Ended:
        found.append([word.strip() for word in told.getvalue().split(chr(10))])
print(json.dumps(found))
"""


@pytest.mark.parametrize("is_installed", [True, False])
def test_argcomplete_is_asked_where_it_is_installed(is_installed, monkeypatch):
    window = window_parser()
    asked_parsers = []
    monkeypatch.setattr(
        argcomplete, "autocomplete", lambda parser, **_: asked_parsers.append(parser)
    )
    if not is_installed:
        monkeypatch.setattr("peviewer.cli.completion.find_spec", lambda name: None)
    complete(window)
    assert asked_parsers == ([window] if is_installed else [])


@pytest.mark.slow
def test_what_could_come_next_is_told_of_commands_flags_panes_presets_and_schemes():
    lines = json.dumps([line for line, _ in LINES])
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", ASKED], input=lines, capture_output=True, text=True, cwd=ROOT,
                          env=env, timeout=60, check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert dict(zip([line for line, _ in LINES], found, strict=True)) == dict(LINES)
