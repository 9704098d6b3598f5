"""Claims about M(φ): that it moves the table, keeps lengths, and is the same at every position."""

from math import nan

import numpy as np

from peviewer.base.words import plain
from peviewer.model.claims.subject import MOVING, Subject, Verdict, why
from peviewer.model.shift.misapplied import mixing


def linear_shift(subject: Subject) -> Verdict:
    """Whether M(φ) moves the table by φ."""
    if not subject.even:
        return False, nan, "with odd d the last pair has no cosine, so no M(φ) exists"
    positions = subject.positions(100, MOVING)
    ends = subject.encoding.positions
    inside = (positions + subject.phi >= ends[0]) & (positions + subject.phi <= ends[-1])
    tried = positions[inside] if inside.any() else positions
    moved = subject.embedded.shifted(subject.rows(tried), subject.phi, subject.operator)
    error = float(np.abs(moved - subject.rows(tried + subject.phi)).max())
    what = f"the largest error of M(φ)·row t against row t+φ, φ = {plain(subject.phi)}"
    if error <= subject.tolerance:
        return True, error, what
    return False, error, f"{what}: {_shift_fault(subject)}"


def _shift_fault(subject: Subject) -> str:
    faults = []
    if subject.operator != subject.encoding.layout:
        faults.append(f"M is made for {subject.operator} columns, the table's are {subject.encoding.layout}")
    if not subject.embedded.plain:
        faults.append("M turns the added content too")
    return " and ".join(faults) or "the table is not what the formula says"


def orthogonal(subject: Subject) -> Verdict:
    """Whether M(φ) keeps lengths and angles."""
    if not subject.even:
        return False, nan, "with odd d there is no M(φ)"
    _, factor = mixing(subject.encoding, subject.operator, subject.phi)
    error = float(np.abs(np.square(factor).sum(axis=1) - 1).max())
    return error <= subject.tolerance, error, "the largest entry of MᵀM − I"


def position_free(subject: Subject) -> Verdict:
    """Whether M(φ) is the same at every position."""
    if not subject.even:
        return False, nan, "with odd d there is no M(φ)"
    order = subject.encoding.columns
    positions = subject.positions(50, MOVING)
    before, after = subject.rows(positions), subject.rows(positions + subject.phi)
    left = before[:, order.cosines] + 1j * before[:, order.sines]
    right = after[:, order.cosines] + 1j * after[:, order.sines]
    turns = right * left.conj() / np.maximum(np.abs(left) ** 2, 1e-12)
    spread = float(np.abs(turns - turns[:1]).max())
    if spread <= subject.tolerance:
        return True, spread, "how much the turn of any pair differs from position to position"
    return False, spread, f"how much the turn of a pair differs from position to position{why(subject)}"
