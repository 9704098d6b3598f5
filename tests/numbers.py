"""What is shown, reduced to a few numbers in which sign, order and place count, and kept in tests/data/numbers.

``python -m tests.numbers`` writes them anew, or those of some subjects, as in ``python -m tests.numbers live paper``,
where numbers change on purpose: what differs is then seen in the diff.
A net under everything else: it knows no mathematics, and notices what changes unseen.
"""

import json
import re
import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from math import isclose
from os import environ
from pathlib import Path

import numpy as np
import pytest

from peviewer.document.document import Document

FOLDER = Path(__file__).parent / "data" / "numbers"
KEPT_WITH_NUMPY = "2.3.0"
# What is kept, by folders of numbers: the module in `tests` that makes it.
SUBJECTS = {
    "figures": "figures.test_numbers",
    "paper": "paper.test_numbers",
    "model/claims": "model.claims.test_numbers",
    "exporters/data": "exporters.data.test_numbers",
    "exporters/kinds": "exporters.test_kinds_numbers",
    "exporters/deck": "exporters.deck.test_numbers",
    "document": "document.test_numbers",
    "live": "live.test_numbers",
    "live/drawn": "live.test_drawn_numbers",
    "exporters/files": "exporters.data.test_file_numbers",
    "exporters/clip": "exporters.clip.test_numbers",
    "app/session": "app.session.test_numbers",
    "app/panes": "app.panes.test_numbers",
    "app/window": "app.window.test_numbers",
    "cli": "cli.test_numbers",
}
TOLERANCE = 1e-5
NUMBER = re.compile(r"([−-]?\d[\d\u2009]*(?:\.\d+)?)(?:×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?")
PLAIN = str.maketrans("−⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "--0123456789", "\u2009")
ROUNDING = 1e-9
"""Smaller numbers in texts are rounding."""


def reduced(values) -> list[float]:
    """Return how many numbers there are, the first, the last, their mean size, and a mean with a weight for each place.

    They are compared by a logarithm that keeps the sign, so that small ones count beside large ones and noise does not.
    """
    numbers = np.asarray(values, dtype=np.float64).ravel()
    if not numbers.size:
        return [0]
    finite = np.nan_to_num(numbers, nan=-0.5, posinf=1e300, neginf=-1e300)
    return five_of(np.arcsinh(1000 * finite))


def five_of(numbers) -> list[float]:
    """Return how many numbers there are, the first, the last, their mean size, and a mean with a weight for each place."""
    weights = 1 + np.cos(2.4 * np.arange(1, numbers.size + 1)) / 2
    weighted = (weights * numbers).mean()
    return [numbers.size, numbers[0], numbers[-1], np.abs(numbers).mean(), weighted]


def placed(parts: Mapping[str, list[float]]) -> dict[str, list[float]]:
    """Return five numbers of each part whose numbers are alike, as pixels: one that is off by 1 counts whatever it is."""
    return {
        name: [round(float(number), 5) for number in five_of(np.asarray(numbers, dtype=np.float64))]
        for name, numbers in parts.items()
        if len(numbers)
    }


def summary(parts: Mapping[str, list[float]]) -> dict[str, list[float]]:
    """Return the numbers of each part, reduced and rounded."""
    return {
        name: [round(float(number), 5) for number in reduced(numbers)]
        for name, numbers in parts.items()
        if len(numbers)
    }


def differences(subject: str, case: str, now: Mapping[str, list[float]]) -> list[str]:
    """Return a line for each part whose numbers are not those that are kept."""
    path = FOLDER / subject / f"{case.split('/')[0]}.json"
    kept = json.loads(path.read_text("utf-8")).get(case)
    if kept is None:
        return [f"{case} is not kept"]
    lines = [f"{case} has no {part}" for part in kept.keys() - now.keys()]
    for part, numbers in now.items():
        before = kept.get(part, [])
        if not is_same(before, numbers):
            lines.append(f"{case}, {part}: {before} became {numbers}")
    return lines


def is_same(before: object, now: object) -> bool:
    """Whether numbers differ by no more than rounding, and all else not at all."""
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        return all(map(is_same, before, now))
    if isinstance(before, float) and isinstance(now, float):
        return isclose(before, now, rel_tol=1e-6, abs_tol=2 * TOLERANCE)
    return before == now


def check(subject: str, cases: Mapping[str, Mapping[str, list[float]]]) -> None:
    """Assert that the numbers of a subject are those that are kept.

    An earlier NumPy than they were kept with rounds otherwise: zeros and digits that are rounding
    come out differently there.
    """
    if np.lib.NumpyVersion(np.__version__) < KEPT_WITH_NUMPY:
        pytest.skip(f"numbers are kept with NumPy {KEPT_WITH_NUMPY}")
    lines = [line for case, now in cases.items() for line in differences(subject, case, now)]
    said = "\n".join(lines[:20])
    assert not lines, f"{len(lines)} changed; if on purpose, run python -m tests.numbers\n{said}"


def numbers_in(text: str) -> list[float]:
    """Return the different numbers in a text, without those that are rounding."""
    parts = (found.group(1, 2) for found in NUMBER.finditer(text))
    numbers = [float(f"{mantissa}e{power or 0}".translate(PLAIN)) for mantissa, power in parts]
    return list(dict.fromkeys(number for number in numbers if abs(number) > ROUNDING))


def places_of(texts: Iterable[str], known: dict[str, int]) -> list[float]:
    """Return which texts are said, numbers aside, by their places among all that were: other words for all change nothing."""
    return [float(known.setdefault(NUMBER.sub("#", text), len(known) + 1)) for text in texts]


def document_fields(document: Document) -> dict[str, object]:
    """Return the fields of a Document that are not those it begins with, its scheme's in full."""
    nested = json.loads(document.to_json())
    parts = [path.split(".") for path in sorted(document.changed_paths(Document()))]
    changed = {f"{section}.{name}": nested[section][name] for section, name in parts}
    return {"encoding": nested["encoding"], **changed}


def write(subject: str, cases: Mapping[str, Mapping[str, list[float]]]) -> None:
    """Write the numbers of a subject, a line for each case."""
    by_file: dict[str, list[str]] = {}
    for case, now in cases.items():
        line = f"{json.dumps(case)}: {json.dumps(now, separators=(',', ':'))}"
        by_file.setdefault(case.split("/")[0], []).append(line)
    for name, lines in by_file.items():
        path = FOLDER / subject / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    for subject in sys.argv[1:] or SUBJECTS:
        cases = import_module(f"tests.{SUBJECTS[subject]}").all_cases()
        for file in (FOLDER / subject).glob("*.json"):
            file.unlink()
        write(subject, cases)
