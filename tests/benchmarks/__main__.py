"""``python -m tests.benchmarks``: how fast peviewer is, as ratios measured in one run.

Exit 1 if an aim is missed.
"""

import argparse
import json
import platform
import sys
from functools import partial
from pathlib import Path

import numpy as np

from tests.benchmarks import exporting, frames, gaps, model, picture, start, usage, worst

SUBJECTS = {
    "model": model.rows,
    "frames": frames.rows,
    "start": start.rows,
    "exporting": exporting.rows,
    "worst": worst.rows,
    "gaps": gaps.rows,
    "usage": usage.rows,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--only", type=_subjects, default=[*SUBJECTS], metavar="SUBJECT,…",
                        help=f"what to measure, of {', '.join(SUBJECTS)} (default: everything)")  # fmt: skip
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the table as JSON too")
    parser.add_argument(
        "--picture",
        type=Path,
        metavar="FILE",
        help="draw how a frame's time grows with L, and stop",
    )
    parser.add_argument("--minutes", type=float, default=usage.MINUTES,
                        help="how long the window is used in usage (default: %(default)s)")  # fmt: skip
    arguments = parser.parse_args()
    subjects = {**SUBJECTS, "usage": partial(usage.rows, arguments.minutes)}
    if arguments.picture:
        picture.draw(frames.growth(), arguments.picture)
        return 0
    print(f"{platform.platform()} · Python {platform.python_version()} · NumPy {np.__version__}\n")
    print(f"{'what':<74} {'measured':>12}  {'aim':<8} note")
    found = []
    for subject in arguments.only:
        for row in subjects[subject]():
            print(row.line(), flush=True)
            found.append(row)
    if arguments.json:
        arguments.json.write_text(
            json.dumps([row._asdict() for row in found], indent=1, ensure_ascii=False) + "\n"
        )
    missed = [row for row in found if row.missed]
    for row in missed:
        print(
            f"aim missed: {row.what}: {row.value:,.2f} {row.unit}, not {row.aim}", file=sys.stderr
        )
    return 1 if missed else 0


def _subjects(text: str) -> list[str]:
    chosen = text.split(",")
    if unknown := set(chosen) - set(SUBJECTS):
        raise argparse.ArgumentTypeError(
            f"{', '.join(sorted(unknown))}: it must be of {', '.join(SUBJECTS)}"
        )
    return chosen


if __name__ == "__main__":
    sys.exit(main())
