"""Claims about single rows and their neighbours: their values, norms and steps, and that they stay as they are."""

from math import nan, sqrt

import numpy as np

from peviewer.model.between.pairwise import lag_profile
from peviewer.model.claims.subject import Array, Subject, Verdict, from_to, why
from peviewer.model.content.embedded import Embedded


def bounded(subject: Subject) -> Verdict:
    """Whether every value lies in −1 … 1."""
    largest = float(np.abs(subject.rows(subject.positions())).max())
    if largest <= 1 + 1e-12:
        return True, largest, "the largest value; every one lies in −1 … 1"
    return False, largest, "the largest value: content adds to what the encoding keeps in −1 … 1"


def deterministic(subject: Subject) -> Verdict:
    """Whether building the table again gives the same."""
    positions = subject.positions(200)
    difference = float(np.abs(subject.rows(positions) - subject.rows(positions)).max())
    return difference == 0, difference, "the largest difference between two times of building it"


def extends(subject: Subject) -> Verdict:
    """Whether a longer table begins with this one."""
    encoding = subject.encoding
    longer = encoding.model_copy(update={"length": 2 * encoding.length})
    positions = subject.positions(200)
    before, after = subject.rows(positions), Embedded(longer, subject.embedded.content).table(positions)
    beyond = encoding.table(positions=positions + float(encoding.length))
    difference = float(np.abs(before - after).max())
    holds = difference == 0 and bool(np.abs(beyond).max() <= 1 + 1e-12)
    return holds, difference, "the largest change of a row when the table is made twice as long"


def constant_norm(subject: Subject) -> Verdict:
    """Whether every row has the same norm."""
    norms = np.linalg.norm(subject.rows(subject.positions()), axis=1)
    expected = sqrt(subject.encoding.dim / 2)
    value = float(norms.mean())
    if np.ptp(norms) <= subject.tolerance * value and abs(value - expected) <= subject.tolerance * expected:
        return True, value, "the norm of every row, √(d/2)"
    return (
        False,
        value,
        f"the mean norm; norms run {from_to(norms)}{why(subject)}",
    )


def step_lengths(subject: Subject) -> tuple[Array, float]:
    """Return the distance from each tried position to the next, and what √(d − 2Σcos ω) says."""
    positions = subject.positions()
    steps = np.linalg.norm(subject.rows(positions + 1) - subject.rows(positions), axis=1)
    expected = float(lag_profile(subject.encoding, 1.0)) if subject.even else nan
    return steps, expected


def constant_step(subject: Subject) -> Verdict:
    """Whether neighbours are equally far apart everywhere."""
    steps, expected = step_lengths(subject)
    value = float(steps.mean())
    if np.ptp(steps) <= subject.tolerance * max(value, 1):
        agreed = expected if abs(expected - value) <= subject.tolerance * max(value, 1) else value
        return True, agreed, "the distance between neighbours, √(d − 2Σcos ωᵢ)"
    return (
        False,
        value,
        f"the mean step; steps run {from_to(steps)}{why(subject)}",
    )
