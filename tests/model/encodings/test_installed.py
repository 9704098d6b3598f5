"""Schemes of installed packages: listed with their package, and left out by a line where they do not fit."""

import os
import subprocess
import sys

import pytest

SCHEMES = '''
import numpy as np
import peviewer as pv


class Halving(pv.Turning):
    """Frequencies that halve from pair to pair."""

    interface = 1
    fastest: float = 1.0

    def frequencies(self):
        return self.fastest / 2.0 ** np.arange(self.pairs)


class Later(Halving):
    interface = 2


class Unversioned(pv.Lagged):
    def by_lag(self, lags):
        return -abs(lags)[None, :]


class Broken(Halving):
    def frequencies(self):
        return 1 / 0


class Other:
    pass
'''

POINTS = """
[peviewer.schemes]
halving = toy_schemes:Halving
later = toy_schemes:Later
unversioned = toy_schemes:Unversioned
broken = toy_schemes:Broken
other = toy_schemes:Other
absent = toy_schemes_that_are_not_there:X
ending = toy_ending:X
rope = toy_schemes:Halving
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Return what runs peviewer beside a package of schemes."""
    folder = tmp_path_factory.mktemp("packages")
    (folder / "toy_schemes.py").write_text(SCHEMES, "utf-8")
    (folder / "toy_ending.py").write_text("raise SystemExit('no\\033[31mlicence' + 'x' * 9999)", "utf-8")
    about = folder / "toy_schemes-1.2.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-schemes\nVersion: 1.2\n", "utf-8")
    (about / "entry_points.txt").write_text(POINTS, "utf-8")

    def run(*words):
        environment = {**os.environ, "PYTHONPATH": str(folder)}
        return subprocess.run([sys.executable, "-m", "peviewer", *words], env=environment, capture_output=True,
                              text=True, check=False)  # fmt: skip

    return run


@pytest.mark.nightly
def test_a_scheme_of_a_package_is_listed_with_it_and_the_others_are_left_out_by_a_line(run):
    done = run("schemes")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "halving\tFrequencies that halve from pair to pair. Of toy-schemes 1.2."
    left_out = [line.removeprefix("peviewer: note: the scheme ") for line in done.stderr.splitlines()]
    whose = "of toy-schemes 1.2 is left out"
    assert left_out == [
        f"absent {whose}: ModuleNotFoundError: No module named 'toy_schemes_that_are_not_there'",
        f"broken {whose}: toy_schemes.py, line 27: ZeroDivisionError: division by zero",
        f"ending {whose}: SystemExit: no [31mlicence{'x' * 186}",
        f"later {whose}: it has interface = 2, and this is peviewer's interface 1",
        f"other {whose}: toy_schemes:Other is no class that derives from a scheme",
        f"rope {whose}: there is a scheme of that name",
        f"unversioned {whose}: it has no interface, and this is peviewer's interface 1",
    ]
