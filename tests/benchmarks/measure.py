"""Time things fairly: interleaved runs, medians, and rows that say what they compare."""

import operator
import time
import tracemalloc
from collections.abc import Callable
from typing import NamedTuple

WITHIN: dict[str, Callable[[float, float], bool]] = {
    "≤": operator.le,
    "<": operator.lt,
    "≥": operator.ge,
}


class Row(NamedTuple):
    """One line of the table; its aim is a sign and a limit, as in ``"≤ 1.5"``, or empty."""

    what: str
    value: float
    unit: str
    aim: str = ""
    note: str = ""

    @property
    def missed(self) -> bool:
        """Whether there is an aim and the value is beyond it."""
        if not self.aim:
            return False
        sign, limit = self.aim.split()
        return not WITHIN[sign](self.value, float(limit))

    def line(self) -> str:
        return f"{self.what:<74} {f'{self.value:,.2f} {self.unit}':>12}  {self.aim:<8} {self.note}"


def seconds(*actions: Callable[[], object], runs: int = 15) -> list[float]:
    """Return each action's median time, the actions taking turns so that drift hits all alike."""
    for action in actions:
        action()
    times: list[list[float]] = [[] for _ in actions]
    for _ in range(runs):
        for index, action in enumerate(actions):
            start = time.perf_counter()
            action()
            times[index].append(time.perf_counter() - start)
    return [quantile(sample, 0.5) for sample in times]


def fixed_loop(runs: int = 5) -> float:
    """Return the median CPU seconds of a loop that never changes: what takes twice as long here, does elsewhere, too."""
    times = []
    for _ in range(runs):
        start = time.thread_time()
        sum(number * number for number in range(10**6))
        times.append(time.thread_time() - start)
    return quantile(times, 0.5)


def in_loops(what: str, seconds: float, loop: float, aim: str = "", note: str = "") -> Row:
    """Return a row with a time as a multiple of the fixed loop of its run, whose seconds are `loop`."""
    absolute = f"{1e3 * seconds:.1f} ms, the loop {1e3 * loop:.0f} ms"
    return Row(what, seconds / loop, "loops", aim, f"{absolute}; {note}" if note else absolute)


def quantile(sample: list[float], share: float) -> float:
    """Return the value below which a share of the sample lies."""
    return sorted(sample)[min(len(sample) - 1, int(share * len(sample)))]


def peak_megabytes(action: Callable[[], object]) -> float:
    """Return the most memory Python and NumPy held during an action, beyond what was there."""
    tracemalloc.start()
    action()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6
