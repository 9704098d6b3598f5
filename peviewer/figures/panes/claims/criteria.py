"""The Criteria pane: what an encoding of positions should do, tried on t, t / L, bits and sines."""

from __future__ import annotations

from math import isnan
from operator import attrgetter

from peviewer.base.formula import Formula
from peviewer.base.numbers import number
from peviewer.document.document import Document
from peviewer.figures.grammar import Figure, Listing, Panel
from peviewer.figures.panes.pane import Column, Columns, Pane
from peviewer.model.claims.criteria import (
    BITS,
    BOUNDED,
    CRITERIA,
    EXTENDS,
    SHARE,
    SINES,
    STEADY,
    UNIQUE,
    Finding,
    Findings,
    T,
    criteria,
)
from peviewer.model.encodings.turning import Turning

TITLES = {
    UNIQUE: ("Unique", "closest two"),
    BOUNDED: ("Bounded by ±1", "largest value"),
    EXTENDS: ("The same for every length", "change at 2*L*"),
    STEADY: ("Neighbours equally near", "neighbours"),
}
"""The title of each criterion, and the noun for its number: a distance, a value, a change."""
NUMBER = "Its number"
_ODD = "With odd *d* the last sine has no cosine, so the distances of neighbours are not equal: {}."
FAILURES = {
    (T, BOUNDED): "*t* grows with every position, here to {}.",
    (SHARE, EXTENDS): "*t* / *L* depends on the length: at 2*L* positions have moved by up to {}.",
    (BITS, STEADY): (
        "Bits jump: a step flips between one bit and all of them, so neighbours are {} apart."
    ),
    (SINES, UNIQUE): "Sines repeat here: two positions have the same row.",
    (SINES, STEADY): _ODD,
}
"""The sentence for each candidate that can fail a criterion."""
SIGNS = {True: "✓\N{NO-BREAK SPACE}", False: "✗\N{NO-BREAK SPACE}", None: ""}
NAMES = {T: "*t*", SHARE: "*t* / *L*"}


def _name(candidate: str) -> str:
    return NAMES.get(candidate, candidate)


def _draw(document: Document[Turning]) -> Figure:
    found = criteria(document.encoding)
    rows: list[tuple[str, ...]] = []
    for criterion in CRITERIA:
        title, meaning = TITLES[criterion]
        texts = [_text(findings[criterion]) for findings in found.values()]
        rows.append((title, *texts, meaning))
    columns = ("Criterion", *map(_name, found), NUMBER)
    listing = Listing(columns, tuple(rows), spare_column=NUMBER)
    length = f"*L* = {number(document.encoding.length)}"
    panel = Panel.of_listing(listing, _who_meets_all(found), length)
    return Figure("What an encoding of positions should do", ((panel,),))


def _text(finding: Finding) -> str:
    if isnan(finding.least):
        return "–"
    return f"{SIGNS[finding.holds]}{_range_text(finding)}"


def _range_text(finding: Finding) -> str:
    """Return the text of the deciding numbers; if they are nearly equal, their difference."""
    least = number(finding.least, 3)
    greatest = number(finding.greatest, 3)
    if least != greatest:
        return f"{least} to {greatest}"
    difference = finding.greatest - finding.least
    return f"{least}, differing by {number(difference, 2)}" if difference else least


def _fails(findings: Findings) -> bool:
    return any(finding.holds is False for finding in findings.values())


def _who_meets_all(found: dict[str, Findings]) -> str:
    names = [_name(candidate) for candidate, findings in found.items() if not _fails(findings)]
    if not names:
        return "No way meets all four"
    *first_names, last_name = names
    subject = f"{', '.join(first_names)} and {last_name}" if first_names else last_name
    only = "Only " if len(names) < len(found) else ""
    is_plural = len(names) > 1 or last_name in (BITS, SINES)
    return f"{only}{subject} {'meet' if is_plural else 'meets'} all four"


def _explain(document: Document[Turning]) -> str:
    found = criteria(document.encoding)
    ends = dict.fromkeys(["0", number(document.encoding.length - 1)])
    tried = f"tried on *t* = {' to '.join(ends)} without content"
    sentences = [f"Four ways to write a position *t*, {tried}."]
    for (candidate, criterion), sentence in FAILURES.items():
        finding = found[candidate][criterion]
        if finding.holds is False:
            sentences.append(sentence.format(_range_text(finding)))
    return " ".join([*sentences, f"{_who_meets_all(found)}."])


def _tables(document: Document[Turning]) -> tuple[Columns, ...]:
    words = {True: "yes", False: "no", None: ""}
    candidates: list[str] = []
    findings: list[Finding] = []
    for candidate, findings_of_candidate in criteria(document.encoding).items():
        for criterion in CRITERIA:
            candidates.append(candidate)
            findings.append(findings_of_candidate[criterion])
    columns: dict[str, Column] = {
        "encoding": candidates,
        "criterion": list(CRITERIA) * (len(candidates) // len(CRITERIA)),
        "holds": [words[finding.holds] for finding in findings],
        "least": [finding.least for finding in findings],
        "greatest": [finding.greatest for finding in findings],
    }
    return (Columns("criteria", columns),)


def _formula(document: Document[Turning]) -> Formula:
    plain = Formula(r"t,\quad t/L,\quad \lfloor t/2^u\rfloor\;\mathrm{mod}\;2")
    encoding = document.encoding
    return plain.joined_with(encoding.formula()).joined_with(encoding.frequency_formula())


PANE = Pane(
    "criteria",
    Turning,
    "what an encoding of positions should do, tried on t, t / L, bits and sines",
    in_brief="What encodings should do",
    reads=attrgetter("encoding"),
    draw=_draw,
    slow=True,
    explain=_explain,
    hint="Drag the length *L* and see which numbers follow it.",
    formula=_formula,
    tables=_tables,
    lists=True,
)
