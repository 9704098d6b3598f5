"""What CI runs: its constraints, the Pythons it finds, and that no failure of its parts is lost."""

import os
import re
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
UNIX = pytest.mark.skipif(sys.platform == "win32", reason="programs made of a few lines of sh")

# Every program of a run: python, pip, ruff… It writes down what it is asked, and fails where $FAIL says so.
PROGRAM = """#!/bin/sh
case "$*" in
  --version) echo "Python 3.11.0" ;;
  ".ci/pythons.py newest") printf '3.99.0 %s\\n3.98.0 %s\\n' "$PROGRAMS/python3" "$PROGRAMS/python3" ;;
  ".ci/pythons.py oldest") echo "3.11.0 $PROGRAMS/python3" ;;
  ".ci/lowest.py") echo "numpy==1.26" ;;
  "-m venv "*) mkdir -p "$3/bin"; for name in python pip ruff mypy lint-imports; do cp "$0" "$3/bin/$name"; done ;;
  *)
    words="$0 $* $(cat "$PIP_CONSTRAINT" 2>/dev/null)"
    echo "$words" >>"$HEARD"
    if echo "$words" | grep -Eq -e "$FAIL"; then echo "ERROR: $WHY"; exit 1; fi ;;
esac
"""


def program(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Return a function that runs .ci/run where every program only says what it was asked."""
    programs = tmp_path / "programs"
    program(programs / "python3", PROGRAM)
    for name in ("apt-get", "sudo"):
        program(programs / name, "#!/bin/sh\n")
    program(programs / "xvfb-run", '#!/bin/sh\nshift 3\nexec "$@"\n')
    program(tmp_path / "house" / ".ci" / "run", (ROOT / ".ci" / "run").read_text(encoding="utf-8"))
    (tmp_path / "house" / "README.md").write_bytes((ROOT / "README.md").read_bytes())
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PROGRAMS", str(programs))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setenv("HEARD", str(tmp_path / "heard"))
    for name in ("PIP_CONSTRAINT", "PYTEST_ADDOPTS", "OS"):
        monkeypatch.delenv(name, raising=False)

    def _run(*words, fail="nothing at all", why="it failed"):
        monkeypatch.setenv("FAIL", fail)
        monkeypatch.setenv("WHY", why)
        done = subprocess.run([tmp_path / "house" / ".ci" / "run", *words], capture_output=True, text=True, timeout=60)
        assert list((tmp_path / "temporary").iterdir()) == [], "environments are left behind"
        _, _, said = done.stdout.rpartition("what ran\n")
        heard = tmp_path / "heard"
        asked = heard.read_text().splitlines() if heard.exists() else []
        return done.returncode, said.splitlines(), [line for line in asked if " -m pytest" in line]

    return _run


@UNIX
def test_a_run_tests_with_its_own_python_the_newest_and_the_lowest_versions_what_is_slow_too(run):
    status, said, tests = run()
    assert status == 0
    assert [line.split()[0] for line in said] == ["passed"] * 11
    assert "README's command" in said[0]
    assert all("Python 3.99.0" in line for line in said[-4:-2])
    assert all("lowest versions" in line for line in said[-2:])
    assert tests[0].startswith(".venv/bin/python -m pytest")
    assert all("/temporary/" in line for line in tests[2:])
    assert all("3.99.0/bin/python" in line for line in tests[2:4])
    assert [line.endswith("numpy==1.26") for line in tests] == [False] * 4 + [True] * 2
    assert ["-m slow" in line for line in tests] == [False, True] * 3
    for folder in ("model", "figures", "paper"):
        left_out = [f"--ignore=tests/{folder}" in line for line in tests]
        assert left_out == [False, False, False, True, False, True], "slow ones, elsewhere"
    assert [number for number, line in enumerate(tests) if "--ignore=tests/exporters" in line] == [3], "same libraries"
    assert [line.split()[1:3] for line in said if "slow" in line] == [["slow", "tests"]] * 3
    assert tests[1].startswith(".venv/bin/python -m pytest")
    options = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]
    assert "-m=not slow" in options["addopts"], "nothing else is left out"


@pytest.mark.sampled(3)
@UNIX
@pytest.mark.parametrize(
    ("fail", "names"),
    [
        (r"\.venv/bin/pip install", "README's command"),
        (r"\.venv/bin/python -m pytest $", "README's command"),
        (r"\.venv/bin/python -m pytest -m slow", "slow tests"),
        ("ruff format", "ruff format"),
        (r"3\.99.*-m pytest $", "the newest other"),
        (r"3\.99.*-m pytest -m slow", "the newest other"),
        ("-m pytest numpy", "lowest versions"),
        (r"-m pytest -m slow .*numpy", "lowest versions"),
    ],
)
def test_a_failure_anywhere_fails_the_run_and_is_named_and_the_rest_runs_all_the_same(run, fail, names):
    status, said, _ = run(fail=fail)
    failed = [line for line in said if line.startswith("FAILED")]
    assert (status, len(said), len(failed)) == (1, 11, 1)
    assert names in failed[0]


@UNIX
def test_a_python_without_wheels_is_skipped_and_named_and_the_next_one_is_taken(run):
    lacks = "No matching distribution found for PySide6-Essentials"
    status, said, tests = run("newest", fail=r"3\.99.*pip install", why=lacks)
    assert (status, [line.split()[0] for line in said], len(tests)) == (0, ["skipped", "passed", "passed"], 2)
    assert "3.99.0" in said[0]
    assert lacks in said[0]
    assert all("3.98.0" in line for line in said[1:])
    assert run("newest", fail=r"3\.99.*pip install", why="a hash is wrong")[0] == 1


@UNIX
def test_a_part_that_nothing_ran_of_fails(run):
    status, said, _ = run("lowest", fail="only-binary", why="No matching distribution found for numpy==1.26")
    assert (status, [line.split()[0] for line in said]) == (1, ["skipped", "skipped"])


@UNIX
def test_only_pythons_that_run_are_found_the_newest_of_each_minor_version(tmp_path):
    def python(place, says):
        program(tmp_path / place, f"#!/bin/sh\n{says}\n")

    python("shims/python3.13", "echo 'pyenv: python3.13: command not found' >&2; exit 127")
    python("shims/python3.99", "echo 3 99 1 cpython final")
    python("shims/python3.9", "echo 3 9 1 cpython final")
    python("home/versions/3.99.2/bin/python3", "echo 3 99 2 cpython final")
    python("home/versions/3.100.0/bin/python3", "echo 3 100 0 cpython final")
    python("home/versions/3.101.0rc1/bin/python3", "echo 3 101 0 cpython candidate")
    python("home/versions/pypy3.102/bin/python3", "echo 3 102 0 pypy final")
    places = {"PATH": str(tmp_path / "shims"), "PYENV_ROOT": str(tmp_path / "home")}

    def found(order):
        words = [sys.executable, str(ROOT / ".ci" / "pythons.py"), order]
        return subprocess.run(words, env=os.environ | places, capture_output=True, text=True, check=True).stdout

    versions = tmp_path / "home" / "versions"
    rows = [f"3.100.0 {versions / '3.100.0/bin/python3'}", f"3.99.2 {versions / '3.99.2/bin/python3'}"]
    assert found("newest").splitlines() == rows
    own = ".".join(map(str, sys.version_info[:3]))
    assert found("oldest").splitlines() == [f"{own} {sys.executable}", *reversed(rows)]


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
