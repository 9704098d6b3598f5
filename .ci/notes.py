"""``python .ci/notes.py VERSION``: what CHANGELOG.md says of a version."""

import re
import sys
from pathlib import Path

CHANGELOG = Path(__file__).parents[1] / "CHANGELOG.md"


def notes(version: str) -> str:
    sections = re.split(r"^## ", CHANGELOG.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    for section in sections:
        title, _, text = section.partition("\n")
        if title.split()[0] == version:
            return text.strip()
    raise SystemExit(f"CHANGELOG.md has no section “{version}”")


if __name__ == "__main__":
    print(notes(sys.argv[1].removeprefix("v")))
