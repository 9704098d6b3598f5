"""A formula as matplotlib sets it, and the same as plain text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from unicodedata import normalize

APART = r",\quad "  # what separates the parts of a formula
_OTHER = re.compile(r"\\quad (?=\\mathrm{B:})")
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|.", re.DOTALL)
_SIGNS = {
    r"\alpha": "α", r"\beta": "β", r"\gamma": "γ", r"\delta": "δ", r"\varepsilon": "ε", r"\zeta": "ζ", r"\theta": "θ",
    r"\lambda": "λ", r"\pi": "π", r"\rho": "ρ", r"\tau": "τ", r"\varphi": "φ", r"\omega": "ω", r"\Delta": "Δ",
    r"\Omega": "Ω", r"\ell": "ℓ", r"\to": "→", r"\neq": "≠", r"\leq": "≤", r"\cdot": "·", r"\ldots": "…", r"\circ": "°",
    r"\Vert": "‖", r"\lfloor": "⌊", r"\rfloor": "⌋", r"\lceil": "⌈", r"\rceil": "⌉", r"\left": "", r"\right": "",
    r"\quad": "\t\t", r"\ ": "\t", r"\;": "\t", r"\,": "\f", r"\sum": "\bΣ\v", r"\Sigma": "\bΣ\v", r"\sin": "sin\v",
    r"\cos": "cos\v", r"\ln": "ln\v", "-": "−", "'": "′",
}  # fmt: skip
_LOWERED = str.maketrans("0123456789ihu", "₀₁₂₃₄₅₆₇₈₉ᵢₕᵤ")
_RAISED = str.maketrans("0123456789+−iuU°", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁱᵘᵁ°")
_SINGLE = re.compile(r"\d+|\w[′₀₁ᵢₕ]?|⌊[^⌋]*⌋")
_SPACING = (
    (r"(?<=[^,])\t\t", ";\t"),  # between the formulas of two schemes
    (r"\v[\f ]*(?=\()", ""),  # after a function
    (r"\v[\f ]*", "\t"),
    (r" +(?=[=+−<>→≠≤/])|(?<=[=+−<>→≠≤/,]) +", "\t"),
    (r" ", ""),
    (r"\f(?=\])", ""),
    (r"(?<=\d)\f(?=\d)|\f(?=…)|(?<=…)\f|(?<=,)(?=…)", "\t"),
    (r"(?<=[\w′)‖⌋°])\f(?=[\w(‖√|\b])", "·"),  # a thin space is a product
    (r"\f", ""),
    (r"^\b|(?<=[(\t])\b", ""),
    (r"\b", "\t"),
)


@dataclass(frozen=True)
class Formula:
    """One formula, in mathtext without dollar signs."""

    mathtext: str = ""

    def beside(self, *others: "Formula | str") -> "Formula":
        """Return this formula and others, or their mathtext, in one line.

        An empty one adds nothing.
        """
        texts = (other if isinstance(other, str) else other.mathtext for other in (self, *others))
        return Formula(APART.join(filter(None, texts)))

    @cached_property
    def text(self) -> str:
        r"""It as one writes it without a typesetter.

        >>> Formula(r"\omega_i = b^{-2i/d},\quad g = \frac{2}{D}\sum_i \cos\,\omega_i (t-s)").text
        'ωᵢ = b^(−2i/d),  g = (2/D) Σ cos ωᵢ(t−s)'
        """
        text = _read(_TOKEN.findall(self.mathtext))
        for spaces, sign in _SPACING:
            text = re.sub(spaces.replace(r"\b", "\b"), sign, text)
        return normalize("NFC", text.replace("\t", " "))


def _read(tokens: list[str], end: str = "") -> str:
    """Return the plain text of tokens up to one, which are then no longer among them."""
    text = ""
    while tokens and tokens[0] != end:
        token = tokens.pop(0)
        if token == "{":
            text += _read(tokens, "}")
        elif token in "^_":
            part = _part(tokens)
            if text.endswith("Σ\v"):
                continue
            if token == "_":
                text += part.translate(_LOWERED) if len(part) == 1 else part
            elif len(part) <= 3 and all(ord(letter) in _RAISED for letter in part):
                text += part.translate(_RAISED)
            else:
                text += f"^{part}" if len(part) == 1 else f"^({part})"
        elif token == r"\frac":
            above, below = (
                part if _SINGLE.fullmatch(part) else f"({part})"
                for part in (_part(tokens), _part(tokens))
            )
            is_alone = not tokens or tokens[0] in (" ", ",", r"\ ", ")", "}")
            text += f"{above}/{below}" if is_alone else f"({above}/{below})"
        elif token == r"\sqrt":
            part = _part(tokens)
            text += f"√{part}" if _SINGLE.fullmatch(part) else f"√({part})"
        elif token in (r"\hat", r"\bar"):
            text += _part(tokens) + {r"\hat": "\u0302", r"\bar": "\u0304"}[token]
        elif token == r"\mathrm":
            part = _part(tokens)
            text += "ⅈ" if part == "i" else part
            if part == "i" and tokens[:1] == [r"\,"]:
                del tokens[0]
        else:
            text += _SIGNS.get(token, token)
    del tokens[:1]
    return text


def _part(tokens: list[str]) -> str:
    """Return the plain text of the next group or sign."""
    while tokens[0] == " ":
        del tokens[0]
    token = tokens.pop(0)
    if token == "{":
        return _read(tokens, "}")
    return _part(tokens) if token == r"\mathrm" else _SIGNS.get(token, token)


def on_lines(mathtext: str) -> Iterator[list[str]]:
    r"""Yield a formula on more and more lines: A's above B's if there are two, at last one part per line.

    >>> list(on_lines(r"a,\quad b,\quad c"))
    [['a,\\quad b', 'c'], ['a', 'b', 'c']]
    >>> [[line.count(",") + 1 for line in lines] for lines in on_lines(r"a,\quad b,\quad c,\quad d,\quad e")][:2]
    [[3, 2], [2, 2, 1]]
    >>> next(on_lines(r"\mathrm{A:}\ a,\quad b\quad \mathrm{B:}\ b"))
    ['\\mathrm{A:}\\ a,\\quad b', '\\mathrm{B:}\\ b']
    """
    halves = _OTHER.split(mathtext)
    if len(halves) > 1:
        yield halves
    parts = [part for half in halves for part in half.split(APART)]
    for count in range(2, len(parts) + 1):
        ends = [round(line * len(parts) / count + 0.25) for line in range(count + 1)]
        yield [APART.join(parts[start:stop]) for start, stop in pairwise(ends)]
