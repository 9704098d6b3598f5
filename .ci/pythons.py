"""Print the Pythons of this machine that can run the project, one of every minor version.

Each is printed with its version. ``newest`` prints those besides its own, the newest first;
``oldest`` prints all, the oldest first.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

LEAST = (3, 11)
# Some system Pythons come without what makes environments.
ASK = """
import ensurepip, sys, venv
print(*sys.version_info[:3], sys.implementation.name, sys.version_info.releaselevel)
"""


def places() -> Iterator[Path]:
    """Yield what is called like a Python on the PATH, and in pyenv's versions."""
    home = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    folders = [Path(folder) for folder in os.environ["PATH"].split(os.pathsep) if folder]
    for folder in [*folders, *sorted(home.glob("versions/*/bin"))]:
        yield from (
            path
            for path in sorted(folder.glob("python3*"))
            if re.fullmatch(r"python3(\.\d+)?", path.name)
        )


def version(python: Path) -> tuple[int, ...] | None:
    """Return the version of a Python.

    None where it does not run, as a shim of pyenv may not, or is of no use.
    """
    try:
        done = subprocess.run(
            [python, "-c", ASK], capture_output=True, text=True, timeout=60, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    *numbers, name, level = done.stdout.split()
    found = tuple(map(int, numbers))
    return found if found >= LEAST and (name, level) == ("cpython", "final") else None


def main(order: str) -> None:
    """Print them."""
    own = sys.version_info[:3]
    best = {own[:2]: (own, Path(sys.executable))}
    for place in places():
        if (found := version(place)) and found > best.get(found[:2], ((),))[0]:
            best[found[:2]] = found, place
    if order == "newest":
        del best[own[:2]]
    for found, place in sorted(best.values(), reverse=order == "newest"):
        print(".".join(map(str, found)), place)


if __name__ == "__main__":
    main(sys.argv[1])
