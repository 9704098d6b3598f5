"""What CI runs is there: its constraints name every dependency, at a version that its own bound allows."""

import re
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_dependency_has_a_lowest_version_and_ci_pins_it():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = list(chain(project["dependencies"], *project["optional-dependencies"].values()))
    named = {re.match(r"[\w-]+", one)[0] for one in asked} - {"peviewer"}
    done = subprocess.run([sys.executable, str(ROOT / ".ci" / "lowest.py")], capture_output=True, text=True, check=True)
    pinned = dict(line.split("==") for line in done.stdout.split())
    assert set(pinned) == named
    assert all(
        re.search(rf"\b{name}>={re.escape(version)}(?![\d.])", " ".join(asked)) for name, version in pinned.items()
    )
