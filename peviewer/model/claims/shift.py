"""Claims about M(φ): that it moves the table, keeps lengths, and is the same at every position."""

from math import nan

import numpy as np

from peviewer.base.words import in_number, number, steady
from peviewer.model.claims.subject import (
    DECIDED,
    MOVING,
    ROUNDING,
    Subject,
    Verdict,
    failure_reason,
    sample_note,
    undecided_note,
)
from peviewer.model.content.embedded import worst_shift_error
from peviewer.model.shifting.operator import mixing


def linear_shift(subject: Subject) -> Verdict:
    """Whether M(φ) moves the table by φ."""
    if not subject.even:
        return False, nan, "with odd d the last pair has no cosine, so no M(φ) exists"
    worst = worst_shift_error(subject.embedded, subject.operator, subject.phi)
    error, rounding = worst.error, subject.rounding(worst.positions)
    both = np.stack([worst.before, worst.after])
    rows = sample_note(subject, worst.positions)
    if rows and subject.phi and worst.inside:
        rows += f", which {in_number(len(worst.positions), 'lands')} in the table"
    what = f"the largest error of M(φ)·row t against row t+φ{rows}, φ = {steady(subject.phi)}"
    meets = subject.matches(error, both, worst.positions)
    if meets is None:
        return None, error, f"{what}: {undecided_note(rounding, 't+φ')}"
    if not meets:
        return False, error, f"{what}: {_shift_fault(subject)}"
    if not subject.shifts:
        return None, error, f"{what}: {undecided_note(subject.explained_difference(both, worst.positions))}"
    return True, error, what if rounding <= ROUNDING else f"{what}; rounding t+φ costs up to {number(rounding, 2)}"


def _shift_fault(subject: Subject) -> str:
    faults = []
    if subject.operator != subject.encoding.layout:
        faults.append(f"M was built for {subject.operator} columns, the table's are {subject.encoding.layout}")
    if not subject.embedded.plain:
        faults.append("M also turns the added content")
    return " and ".join(faults) or "the table is not what the formula says"


def orthogonal(subject: Subject) -> Verdict:
    """Whether M(φ) keeps lengths and angles."""
    if not subject.even:
        return False, nan, "with odd d there is no M(φ)"
    _, factor = mixing(subject.encoding, subject.operator, subject.phi)
    error = float(np.abs(np.square(factor).sum(axis=1) - 1).max())
    return error <= ROUNDING, error, "the largest entry of MᵀM − I"


def position_free(subject: Subject) -> Verdict:
    """Whether M(φ) is the same at every position."""
    if not subject.even:
        return False, nan, "with odd d there is no M(φ)"
    order = subject.encoding.columns
    positions = subject.positions(50, MOVING)
    before, after = subject.rows(positions), subject.rows(positions + subject.phi)
    rounding = subject.rounding(positions)
    left = before[:, order.cosines] + 1j * before[:, order.sines]
    right = after[:, order.cosines] + 1j * after[:, order.sines]
    turns = right * left.conj() / np.maximum(np.abs(left) ** 2, 1e-12)
    parted = np.abs(turns - turns[:1])
    spread = float(parted.max())
    what = f"how much the turn of a pair differs from position to position{sample_note(subject, positions)}"
    lengths = np.maximum(np.abs(left), 1e-6)
    if rounding > DECIDED and (parted <= 2 * rounding * (1 / lengths + 1 / lengths[:1])).all():
        return None, spread, f"{what}: {undecided_note(rounding, 't+φ')}"
    explained = 8 * subject.cell_rounding(before) / float(lengths.min()) + 4 * rounding
    if spread > explained:
        return False, spread, f"{what}{failure_reason(subject)}"
    if subject.phi == 0 or subject.embedded.plain:
        return True, spread, what
    return None, spread, f"{what}: {undecided_note(explained)}"
