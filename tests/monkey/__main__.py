"""``python -m tests.monkey``: random actions on the real window.

Exit 1 if anything went wrong or grew.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

GROWTH = 20
"""So many megabytes more in use at the end than after the warm-up are too many.

What the process has besides is freed memory that the allocator keeps: it is printed, and has no limit.
"""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.monkey", description=__doc__)
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="which actions (default: 0)"
    )
    parser.add_argument(
        "--actions", type=int, default=20_000, metavar="N", help="how many (default: 20000)"
    )
    parser.add_argument("--log", type=Path, metavar="FILE", help="write every action, a line each")
    arguments = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory(prefix="monkey-") as home:
        for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
            os.environ[variable] = home
        return _run(arguments.seed, arguments.actions, Path(home), arguments.log)


def _run(seed: int, actions: int, home: Path, log: Path | None) -> int:
    from PySide6.QtWidgets import QApplication

    app = QApplication([])
    from tests.monkey.monkey import run
    from tests.monkey.stage import write_each_format
    from tests.monkey.watch import still_moving

    still_moving()
    write_each_format(home / "formats")  # what a library takes once it is read is not left behind
    report = run(seed, actions, home, log)
    for fault in report.faults:
        print(fault)
    print(f"seed {seed}: {report.actions:,} actions, {len(report.exceptions)} exceptions, {len(report.warnings)} Qt "
          f"warnings, {report.returns} ways back, {len(report.astray)} astray")  # fmt: skip
    for number, (used, size) in report.memory.items():
        count = report.widgets[number].total()
        print(
            f"after {number:,} actions {used:.0f} MB in use, {size:.0f} MB resident, {count} widgets"
        )
    print(f"slowest: {report.slowest[0]:.2f} s, {report.slowest[1]}")
    memory = [*report.memory.values()]
    counts = [*report.widgets.values()]
    left = [
        f"{count} {name}" for later in counts[1:] for name, count in (later - counts[0]).items()
    ]
    if left:
        print(f"left behind: {', '.join(left)}")
    still_moving()  # nor does it end for ever
    grown = any(used - memory[0][0] > GROWTH for used, _ in memory) or bool(left)
    app.processEvents()
    return 1 if report.faults or grown else 0


if __name__ == "__main__":
    sys.exit(main())
