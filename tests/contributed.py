"""The changes that CONTRIBUTING.md shows, applied to a copy of the house."""

import re
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[1]


def grown(folder, *headings):
    """Return a copy of the house with the changes that the sections of CONTRIBUTING.md show."""
    house = folder / "house"
    for part in ("peviewer", "resources"):
        shutil.copytree(ROOT / part, house / part, ignore=shutil.ignore_patterns("__pycache__"))
    text = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for heading in headings:
        section = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
        (diff,) = re.findall(r"^```diff\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
        apply(diff, house)
    return house


def apply(diff, house):
    """Change the files that a diff names; what it leaves or takes away must stand there once."""
    for before, path, body in re.findall(
        r"^--- (\S+)\n\+\+\+ b/(\S+)\n((?:(?!--- ).*\n)*)", diff, re.MULTILINE
    ):
        lines = body.splitlines(keepends=True)
        old = "".join(line[1:] for line in lines if line[0] in " -")
        new = "".join(line[1:] for line in lines if line[0] in " +")
        file = house / path
        if before == "/dev/null":
            assert not file.exists(), path
            file.write_text(new, encoding="utf-8")
            continue
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1, (path, old)
        file.write_text(text.replace(old, new), encoding="utf-8")
