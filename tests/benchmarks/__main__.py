"""``python -m tests.benchmarks``: how fast peviewer is, as ratios measured in one run."""

import argparse
import json
import platform
import sys
from pathlib import Path

import numpy as np

from tests.benchmarks import exporting, frames, model, picture, start

SUBJECTS = {"model": model.rows, "frames": frames.rows, "start": start.rows, "exporting": exporting.rows}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("subjects", nargs="*", choices=[[], *SUBJECTS], help="what to measure (default: everything)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the table as JSON too")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="draw how a frame's time grows with L, and stop")
    arguments = parser.parse_args()
    if arguments.picture:
        picture.draw(frames.growth(), arguments.picture)
        return 0
    print(f"{platform.platform()} · Python {platform.python_version()} · NumPy {np.__version__}\n")
    print(f"{'what':<74} {'measured':>12}  {'aim':<8} note")
    found = []
    for subject in arguments.subjects or SUBJECTS:
        for row in SUBJECTS[subject]():
            print(row.line(), flush=True)
            found.append(row)
    if arguments.json:
        arguments.json.write_text(json.dumps([row._asdict() for row in found], indent=1, ensure_ascii=False) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
