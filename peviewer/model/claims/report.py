"""Claims as tables: on a terminal, in a README, in a paper, in a notebook."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from html import escape
from typing import Any, NamedTuple

from peviewer.base.words import number

INFORMING = frozenset({"monotone", "in-order", "row-mean", "least-cosine", "still-dims"})
"""Those that have a number, and no verdict."""
SIGNS = {"holds": "✓", "fails": "✗", "undecided": "?", "informs": "·"}
_COLUMNS = "Claim", "Verdict", "Number", "What it is"
# Letters that pdfTeX lacks, as mathematics; all other text stays as it is.
_TEX = {
    "−": "-", "×": r"\times ", "·": r"\cdot ", "√": r"\surd ", "Σ": r"\Sigma ", "≤": r"\le ", "≥": r"\ge ",
    "≠": r"\ne ", "≈": r"\approx ", "±": r"\pm ", "∞": r"\infty ", "φ": r"\varphi ", "ω": r"\omega ",
    "λ": r"\lambda ", "π": r"\pi ", "‖": r"\Vert ", "⌈": r"\lceil ", "⌉": r"\rceil ", "\u2009": r"\,", "°": r"^\circ ",
}  # fmt: skip
_RAISED, _LOWERED = "⁻⁰¹²³⁴⁵⁶⁷⁸⁹ᵏᵀ", "₀₁₂₃₄₅₆₇₈₉ᵢ"
_RAISES, _LOWERS = str.maketrans(_RAISED, "-0123456789kT"), str.maketrans(_LOWERED, "0123456789i")


Verdict = tuple[bool | None, float, str]
"""Whether a claim holds (None: that cannot be decided, or it informs), its number, and what that is."""


class Claim(NamedTuple):
    """What is claimed of a family of schemes, and how that is tried on one of them, or on a table of it."""

    name: str
    check: Callable[[Any], Verdict]

    def tried(self, subject: object) -> Property:
        return Property(self.name, *self.check(subject))


@dataclass(frozen=True)
class Property:
    """One claim and its verdict.

    Attributes
    ----------
    name : str
        ``"unique"``, ``"constant-step"`` …
    holds : bool or None
        Whether it is so; None where rounding leaves that undecided, and where the claim only informs.
    value : float
        The claim's number: a distance, a norm, a largest error; nan where there is none.
    detail : str
        What the number is, and why the claim fails where it does.
    """

    name: str
    holds: bool | None
    value: float
    detail: str

    @property
    def verdict(self) -> str:
        """``"holds"``, ``"fails"``, ``"undecided"`` (by rounding) or ``"informs"``: its number alone."""
        if self.name in INFORMING:
            return "informs"
        return "undecided" if self.holds is None else "holds" if self.holds else "fails"


def _signed(claim: Property) -> str:
    return f"{SIGNS[claim.verdict]} {claim.verdict}"


def _number(claim: Property) -> str:
    return number(claim.value, 9) if math.isfinite(claim.value) else "–"


def as_text(claims: Iterable[Property]) -> str:
    """Return a line for each claim: sign, name, value, detail."""
    return "\n".join(
        f"{SIGNS[claim.verdict]} {claim.name:<15} {_number(claim):>16}  {claim.detail}" for claim in claims
    )


def as_json(claims: Iterable[Property]) -> str:
    """Return a list as JSON, which has no word for what is not a number."""
    rows = [
        asdict(claim) | {"value": claim.value if math.isfinite(claim.value) else None, "verdict": claim.verdict}
        for claim in claims
    ]
    return json.dumps(rows, ensure_ascii=False, indent=1, allow_nan=False)


def as_markdown(claims: Iterable[Property]) -> str:
    r"""Return a table in Markdown."""
    head = [f"| {' | '.join(_COLUMNS)} |", "|---|---|--:|---|"]
    return "\n".join(head + [_markdown_row(claim) for claim in claims])


def _markdown_row(claim: Property) -> str:
    cells = (
        re.sub(r"([|*_`<>])", r"\\\1", cell) for cell in (claim.name, _signed(claim), _number(claim), claim.detail)
    )
    return f"| {' | '.join(cells)} |"


def as_latex(claims: Iterable[Property]) -> str:
    r"""Return a table in LaTeX, of the package booktabs; any engine sets it.

    >>> print(as_latex([Property("unique", True, 1e-9, "over 10⁶ rows, φ = −1")]))
    % \usepackage{booktabs}
    \begin{tabular}{llrp{0.5\linewidth}}
    \toprule
    Claim & Verdict & Number & What it is \\
    \midrule
    unique & holds & 1$\times $10$^{-9}$ & over 10$^{6}$ rows, $\varphi $ = $-$1 \\
    \bottomrule
    \end{tabular}
    """
    rows = [" & ".join(map(_tex, (claim.name, claim.verdict, _number(claim), claim.detail))) for claim in claims]
    head = [r"% \usepackage{booktabs}", r"\begin{tabular}{llrp{0.5\linewidth}}", r"\toprule"]
    head += [" & ".join(_COLUMNS) + r" \\", r"\midrule"]
    return "\n".join([*head, *(rf"{row} \\" for row in rows), r"\bottomrule", r"\end{tabular}"])


def _tex(text: str) -> str:
    """Return a text for LaTeX: letters of mathematics between dollars, neighbours between the same ones."""
    text = re.sub(r"([&%$#_{}])", r"\\\1", text)
    text = re.sub(f"[{_RAISED}]+", lambda run: f"$^{{{run[0].translate(_RAISES)}}}$", text)
    text = re.sub(f"[{_LOWERED}]+", lambda run: f"$_{{{run[0].translate(_LOWERS)}}}$", text)
    for letter, command in _TEX.items():
        text = text.replace(letter, f"${command}$")
    return text.replace("$$", "").replace("…", r"\dots{}").replace("–", "--").replace("—", "---")


def as_html(claims: Iterable[Property]) -> str:
    left = ' style="text-align: left"'
    head = "".join(f"<th{left}>{column}</th>" for column in _COLUMNS)
    rows = (
        f"<tr><td{left}>{escape(claim.name)}</td><td{left}>{_signed(claim)}</td>"
        f"<td>{_number(claim)}</td><td{left}>{escape(claim.detail)}</td></tr>"
        for claim in claims
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


FORMATS: dict[str, Callable[[Iterable[Property]], str]] = {
    "text": as_text,
    "markdown": as_markdown,
    "latex": as_latex,
    "json": as_json,
}
"""How claims can be written, by the name of the format."""
