"""The Properties pane: the claims made for positional encodings, each with a verdict."""

from __future__ import annotations

import re
from functools import lru_cache
from math import isnan
from typing import NamedTuple, TypeGuard

from peviewer.base.formula import Formula
from peviewer.base.numbers import number
from peviewer.document.document import Document
from peviewer.figures.grammar import Figure, Listing, Panel
from peviewer.figures.panels.table import table_name
from peviewer.figures.panes.pane import Column, Columns, Pane
from peviewer.model.claims.agreement import agreement, rotations
from peviewer.model.claims.properties import Properties, Property, properties
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.grids.gridded import ByOffset
from peviewer.model.encodings.grids.sincos import Sincos
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.stored import Stored
from peviewer.model.encodings.turning import Turning

SUMMARIES = {
    "row-mean": "Mean of a row",
    "least-cosine": "Least cosine similarity",
    "still-dims": "Dimensions that hardly vary",
}
"""Titles of numbers that describe a table as a whole, without being claims."""
TABLE_CLAIMS = {
    "unique": "Every position has a row of its own",
    "bounded": "Values stay in −1 … 1",
    "deterministic": "The same every time",
    "extends": "Extends to any length",
    "constant-norm": "All rows have one norm, √(*d*/2)",
    "constant-step": "Neighbours are equally far apart",
    "distance-by-lag": "The distance depends on the lag alone",
    "dot-by-lag": "The dot product depends on the lag alone",
    "symmetric": "Symmetric: similarity(*t*, *s*) = similarity(*s*, *t*)",
    "monotone": "Similarity falls with distance, up to a lag",
    "linear-shift": "A shift is linear: {rows}(*t*+*φ*) = *M*(*φ*)·{rows}(*t*)",
    "orthogonal": "*M*(*φ*) is orthogonal: it only turns",
    "position-free": "*M*(*φ*) is the same for every position",
    "rotation": "The array turns as RoPE does",
    "sine-alone": "A sine alone gives some positions the same number",
    "repeats": "All periods come round together",
    **SUMMARIES,
}
ATTENTION_CLAIMS = {
    "rotation": "The array turns as RoPE does",
    "relative": "Scores depend on positions by their lag alone",
    "norm-kept": "Queries and keys keep their lengths",
    "every-turn": "Every pair completes a turn within *L*",
    "seen-angles": "No angle is new to training",
    "fastest-kept": "Neighbours differ in angle as in training",
    "extends": "A longer context changes no number",
    "reach": "A key like the query scores above 0 up to *L*",
    "monotone": "The score falls with distance, up to a lag",
    "falls": "No key is favoured over a nearer one",
    "in-order": "No head lowers the farthest score more than the one before",
    "both-ways": "Keys before and after the query get the same",
    "own-bias": "Every distance has a bias of its own",
    "whole-context": "Some head sees the farthest key",
    "precision": "All positions are distinct in bfloat16",
}
OFFSET_CLAIMS = {
    "relative": "Scores depend on positions by their offset alone",
    "norm-kept": "Queries and keys keep their lengths",
    "every-turn": "Every pair completes a turn along its axis",
    "both-ways": "Keys on opposite sides of the query get the same",
    "axes-alike": "Rows and columns count alike",
    "own-bias": "Every offset has a bias of its own",
    "extends": "A larger grid changes no number and lacks none",
}

COLUMNS = ("Claim", "Number", "What it is")

# The letters that are set in italics in the description of a claim's number.
_LETTER = re.compile(r"(?<![A-Za-z'])([tsdMIφΔ]|ωᵢ)(?![A-Za-z])")


MEASURED_CLAIMS = {**TABLE_CLAIMS, "constant-norm": "All rows have one norm"}
"""The sentences of claims about a stored table."""
GRID_CLAIMS = {
    **MEASURED_CLAIMS,
    "grid-extends": "A larger grid leaves every vector as it is",
    "by-places": "The distance depends on rows and columns apart alone",
    "shift-down": "A shift downwards is linear: *M*(*φ*)·PE, one *M* for all",
    "shift-across": "A shift sideways is linear, by another *M*(*φ*)",
    "shift-through": "A shift in depth is linear, by a third *M*(*φ*)",
}
"""The sentences of claims about sines and cosines over a grid."""


# Pictures, explanations and files use the same claims.
_tried = lru_cache(maxsize=8)(properties)


def claims(document: Document) -> Properties:
    """Return the claims made for the Document's encoding, and that on a rotation of an array."""
    tried = _claims_of_encoding(document)
    rotation = rotation_claim(document)
    return tried if rotation is None else Properties([rotation, *tried])


def rotation_claim(document: Document) -> Property | None:
    """Return whether a rotation of an array is that of the RoPE beside it; None without both."""
    found = rotations(document.encoding, document.compare.against)
    return None if found is None else agreement(*found).claim()


def _claims_of_encoding(document: Document) -> Properties:
    if has_table(document):
        return _tried(
            document.encoding,
            content=document.content,
            operator=document.operator,
            phi=document.shift.phi,
        )
    if _is_measured(document):
        return _tried(document.encoding, content=document.content)
    return _tried(document.encoding)


def _is_measured(document: Document) -> TypeGuard[Document[Tabled]]:
    """Whether the claims are measured on a table, either stored or over a grid."""
    return isinstance(document.encoding, Stored | Sincos)


def has_table(document: Document) -> TypeGuard[Document[Turning]]:
    """Whether the claims are those about a table of sines and cosines."""
    return isinstance(document.encoding, Turning)


def _draw(document: Document) -> Figure:
    tried = claims(document)
    texts = claim_texts(document)
    rows: list[tuple[str, ...]] = []
    for claim in tried:
        value = "—" if isnan(claim.value) else number(claim.value, 5)
        detail = _LETTER.sub(r"*\1*", claim.detail)
        rows.append((texts[claim.name], value, detail))
    verdicts = tuple(claim.holds for claim in tried)
    listing = Listing(COLUMNS, tuple(rows), verdicts, spare_column=COLUMNS[-1])
    panel = Panel.of_listing(listing, _verdict_title(tried))
    return Figure("What is claimed, and what is so", ((panel,),))


def claim_texts(document: Document) -> dict[str, str]:
    """Return what is claimed of the Document's encoding, by the names of claims."""
    if has_table(document):
        rows = "PE" if document.embedded.has_no_content else f"({table_name(document)})"
        return {name: text.format(rows=rows) for name, text in TABLE_CLAIMS.items()}
    if isinstance(document.encoding, ByOffset):
        return OFFSET_CLAIMS
    return GRID_CLAIMS if _is_measured(document) else ATTENTION_CLAIMS


def _verdict_title(tried: Properties) -> str:
    counts = _count_verdicts(tried)
    title = "All claims hold"
    if counts.failing or counts.undecided:
        verb = "fails" if counts.failing == 1 else "fail"
        title = f"{counts.failing} of {counts.judged} claims {verb}"
    return f"{title}, {counts.undecided} cannot be decided" if counts.undecided else title


class _VerdictCounts(NamedTuple):
    """How many claims are judged, how many of them fail, and how many cannot be decided."""

    judged: int
    failing: int
    undecided: int


def _count_verdicts(tried: Properties) -> _VerdictCounts:
    verdicts = [claim.verdict for claim in tried]
    judged = len(verdicts) - verdicts.count("informs")
    return _VerdictCounts(judged, verdicts.count("fails"), verdicts.count("undecided"))


def _tables(document: Document) -> tuple[Columns, ...]:
    tried = claims(document)
    words = {True: "yes", False: "no", None: ""}
    columns: dict[str, Column] = {
        "claim": [claim.name for claim in tried],
        "holds": [words[claim.holds] for claim in tried],
        "verdict": [claim.verdict for claim in tried],
        "value": [claim.value for claim in tried],
        "detail": [claim.detail for claim in tried],
    }
    return (Columns("claims", columns, {"detail": "what the value is"}),)


def _explain(document: Document) -> str:
    is_stored = isinstance(document.encoding, Stored)
    measured = "measured on this table" if is_stored else "computed for this one"
    text = f"What papers and tutorials claim about positional encodings, {measured}. "
    rotation = rotation_claim(document)
    if rotation is not None:
        text += f"The array against RoPE: {rotation.detail}. "
    counts = _count_verdicts(claims(document))
    if counts.undecided:
        text += (
            f"{counts.undecided} of them cannot be decided here, "
            "because rounding hides the difference. "
        )
    if counts.failing:
        return f"{text}Those that fail are marked in red, with the number and the reason."
    return f"{text}The others hold." if counts.undecided else f"{text}All claims hold here."


def _formula(document: Document) -> Formula:
    rule = document.encoding.formula()
    return rule.joined_with(document.encoding.frequency_formula()) if has_table(document) else rule


PANE = Pane(
    "properties",
    Scheme,
    "each claim made for encodings, with a verdict and its number",
    in_brief="A verdict for each claim",
    reads=lambda document: (
        (document.embedded, document.operator, document.shift.phi)
        if has_table(document)
        else (
            document.encoding,
            document.compare.against,
            document.content if _is_measured(document) else None,
        )
    ),
    draw=_draw,
    slow=True,
    explain=_explain,
    hint="Change a field and see which claims fail.",
    formula=_formula,
    tables=_tables,
    lists=True,
    given="rows",
)
