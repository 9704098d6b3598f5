"""Claims and their verdicts, and tables of them for a terminal, a notebook, or as JSON."""

import json
import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from html import escape
from typing import Any, NamedTuple

from peviewer.base.numbers import number

SIGNS = {"holds": "✓", "fails": "✗", "undecided": "?", "informs": "·"}
_COLUMNS = "Claim", "Verdict", "Number", "What it is"

# A word in italics: letters between asterisks.
_ITALIC = re.compile(r"\*(\w+)\*")

# Whether a claim holds (None if undecided, or if it only informs), its number, and what that is.
Verdict = tuple[bool | None, float, str]


@dataclass(frozen=True)
class Property:
    """One claim and its verdict.

    Attributes
    ----------
    name : str
        ``"unique"``, ``"constant-step"`` …
    holds : bool or None
        Whether it is so; None where rounding leaves that undecided, and where the claim only
        informs.
    value : float
        The claim's number: a distance, a norm, a largest error; nan where there is none.
    detail : str
        What the number is, why the claim fails where it does, and what explains small differences
        where it holds.
    informs : bool
        Whether there is no verdict by its nature, only a number.
    """

    name: str
    holds: bool | None
    value: float
    detail: str
    informs: bool = False

    @property
    def verdict(self) -> str:
        """``"holds"``, ``"fails"``, ``"undecided"`` by rounding, or ``"informs"`` by its number."""
        if self.informs:
            return "informs"
        if self.holds is None:
            return "undecided"
        return "holds" if self.holds else "fails"


class Claim(NamedTuple):
    """What is claimed of a family of schemes, and how that is tried on one of them."""

    name: str
    check: Callable[[Any], Verdict]

    # Whether the claim has only a number, and no verdict.
    informs: bool = False

    def tried_on(self, subject: object) -> Property:
        return Property(self.name, *self.check(subject), self.informs)


def _number(claim: Property) -> str:
    return number(claim.value, 9) if math.isfinite(claim.value) else "–"


def as_text(claims: Iterable[Property]) -> str:
    return "\n".join(
        f"{SIGNS[claim.verdict]} {claim.name:<15} {_number(claim):>16}  {claim.detail}"
        for claim in claims
    )


def as_json(claims: Iterable[Property]) -> str:
    rows = []
    for claim in claims:
        row = asdict(claim) | {"verdict": claim.verdict}
        del row["informs"]  # which the verdict says
        if not math.isfinite(claim.value):
            # JSON cannot write nan.
            row["value"] = None
        rows.append(row)
    return json.dumps(rows, ensure_ascii=False, indent=1, allow_nan=False)


def as_html(claims: Iterable[Property], sentences: Mapping[str, str]) -> str:
    """Return a table with each claim's sentence, if there is one, before the name that finds it."""
    left = ' style="text-align: left"'
    one_line = ' style="text-align: left; white-space: nowrap"'
    head = "".join(f"<th{left}>{column}</th>" for column in _COLUMNS)
    rows = []
    for claim in claims:
        sentence = _ITALIC.sub(r"<i>\1</i>", escape(sentences.get(claim.name, "")))
        name = f"<td{left}>{sentence} <code>{escape(claim.name)}</code></td>"
        verdict = f"<td{one_line}>{SIGNS[claim.verdict]} {claim.verdict}</td>"
        detail = f"<td{left}>{escape(claim.detail)}</td>"
        rows.append(f"<tr>{name}{verdict}<td>{_number(claim)}</td>{detail}</tr>")
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
