"""What an encoding of positions should do, tried on t, t / L, the bits of t, and sines."""

from functools import lru_cache
from math import nan, sqrt
from typing import NamedTuple

import numpy as np

from peviewer.model.claims.subject import Subject
from peviewer.model.claims.turning import STILL
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.turning import Turning

UNIQUE, BOUNDED, EXTENDS, STEADY = CRITERIA = ("unique", "bounded", "extends", "constant-step")
T, SHARE, BITS, SINES = CANDIDATES = ("t", "t / L", "bits", "sines")

_CLAIMS = {claim.name: claim for claim in STILL}


class Finding(NamedTuple):
    """Whether a criterion is met, and the numbers that decide.

    ``holds`` is None where a single position leaves nothing to compare, or rounding hides the
    answer.
    """

    holds: bool | None
    least: float
    greatest: float

    @classmethod
    def of(cls, holds: bool | None, value: float) -> "Finding":
        return cls(holds, value, value)


Findings = dict[str, Finding]
_ALONE = Finding(None, nan, nan)


@lru_cache(maxsize=16)
def criteria(encoding: Turning) -> dict[str, Findings]:
    """Return the finding of each criterion for each candidate, with t = 0 … L − 1.

    Its numbers are the distance of the two closest positions, the largest value, the largest change
    of a table that is made twice as long, and the distances of neighbours.

    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> found = criteria(Sinusoidal(length=64, dim=12))
    >>> round(found["bits"]["constant-step"].greatest, 2), found["sines"]["constant-step"].holds
    (2.45, True)
    >>> [name for name in found if all(finding.holds for finding in found[name].values())]
    ['sines']
    """
    length = encoding.length
    return {
        T: _multiples(length, 1.0, 1.0),
        SHARE: _multiples(length, 1 / length, 1 / (2 * length)),
        BITS: _bits(length),
        SINES: _sines(encoding.from_zero),
    }


def _multiples(length: int, unit: float, unit_of_longer: float) -> Findings:
    """Return the findings for t times a unit; a table twice as long has another unit."""
    last = length - 1
    change = last * abs(unit - unit_of_longer)
    return _findings(length, unit, last * unit, change, Finding(True, unit, unit))


def _bits(length: int) -> Findings:
    """Return the findings for as many bits as the last position needs.

    A table twice as long has one bit more, which is 0 in these rows.
    """
    count = (length - 1).bit_length()
    largest = float(count > 0)
    # From 0 to 1 one bit flips; where the highest bit first becomes 1, all of them do.
    steps = Finding(count <= 1, 1.0, sqrt(count))
    return _findings(length, 1.0, largest, 0.0, steps)


def _findings(
    length: int, closest: float, largest: float, change: float, steps: Finding
) -> Findings:
    is_alone = length == 1
    return {
        UNIQUE: _ALONE if is_alone else Finding.of(closest > 0, closest),
        BOUNDED: Finding.of(largest <= 1, largest),
        EXTENDS: Finding.of(change == 0, change),
        STEADY: _ALONE if is_alone else steps,
    }


def _sines(encoding: Turning) -> Findings:
    """Return the findings for a table of sines and cosines, by trying its claims."""
    subject = Subject(Embedded(encoding), encoding.layout)
    claims = {name: _CLAIMS[name].tried_on(subject) for name in CRITERIA}
    findings = {name: Finding.of(claim.holds, claim.value) for name, claim in claims.items()}
    if encoding.length == 1:
        return findings | {UNIQUE: _ALONE, STEADY: _ALONE}
    if findings[STEADY].holds is False:
        findings[STEADY] = _unequal_steps(subject)
    return findings


def _unequal_steps(subject: Subject) -> Finding:
    """Return the range of the distances of neighbours, on the rows that the claim is tried on."""
    positions = subject.positions(before_end=1)
    differences = subject.rows(positions + 1) - subject.rows(positions)
    steps = np.linalg.norm(differences, axis=1)
    return Finding(False, float(steps.min()), float(steps.max()))
