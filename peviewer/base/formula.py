"""A formula in mathtext for matplotlib, and converted to plain text and to rich text."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from itertools import pairwise
from operator import add
from typing import Literal
from unicodedata import normalize

# The text between the parts of a formula.
APART = r",\quad "

_OTHER = re.compile(r"\\quad (?=\\mathrm{B:})")
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|.", re.DOTALL)
_SIGNS = {
    r"\alpha": "α", r"\beta": "β", r"\gamma": "γ", r"\delta": "δ", r"\varepsilon": "ε",
    r"\zeta": "ζ", r"\theta": "θ", r"\lambda": "λ", r"\pi": "π", r"\rho": "ρ", r"\tau": "τ",
    r"\varphi": "φ", r"\omega": "ω", r"\Delta": "Δ", r"\Omega": "Ω", r"\ell": "ℓ", r"\to": "→",
    r"\neq": "≠", r"\sim": "~", r"\leq": "≤", r"\cdot": "·", r"\ldots": "…", r"\circ": "°",
    r"\Vert": "‖", r"\lfloor": "⌊", r"\rfloor": "⌋", r"\lceil": "⌈", r"\rceil": "⌉", r"\left": "",
    r"\right": "", r"\quad": "\t\t", r"\ ": "\t", r"\;": "\t", r"\,": "\f", r"\sum": "\bΣ\v",
    r"\Sigma": "\bΣ\v", r"\sin": "sin\v", r"\cos": "cos\v", r"\ln": "ln\v", "-": "−", "'": "′",
}  # fmt: skip
_LOWERED = str.maketrans("0123456789ihu", "₀₁₂₃₄₅₆₇₈₉ᵢₕᵤ")
_RAISED = str.maketrans("0123456789+−iuU", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁱᵘᵁ")
_ACCENTS = {r"\hat": "\u0302", r"\bar": "\u0304"}
_LETTERS = re.compile(r"[A-Za-zα-ωϕϑ\u0300-\u036f]+")

# A sign that stands, among the signs of a line, for one of its parts.
_PART = "\ue000"

_SINGLE = re.compile(rf"\d+|\w[′{_PART}]?|⌊[^⌋]*⌋")
_SPACING = (
    # The space between the formulas of two schemes.
    (r"(?<=[^,])\t\t", ";\t"),
    # The space after a function.
    (r"\v[\f ]*(?=\()", ""),
    (r"\v[\f ]*", "\t"),
    (r" +(?=[=+−<>→≠≤/])|(?<=[=+−<>→≠≤/,]) +", "\t"),
    (r" ", ""),
    (r"\f(?=\])", ""),
    (r"(?<=\d)\f(?=\d)|\f(?=…)|(?<=…)\f|(?<=,)(?=…)", "\t"),
    # A thin space that stands for a product.
    (rf"(?<=[\w{_PART}′)‖⌋°])\f(?=[\w{_PART}(‖√|" "\b])", "·"),
    (r"\f", ""),
    ("^\b|(?<=[(\t])\b", ""),
    ("\b", "\t"),
    (r"\t", " "),
)


Setting = Literal["sup", "sub", "upright"]


@dataclass(frozen=True)
class Formula:
    """One formula, in mathtext without dollar signs."""

    mathtext: str = ""

    def joined_with(self, *others: "Formula | str") -> "Formula":
        """Return this formula and others, or their mathtext, in one line.

        An empty formula adds nothing.
        """
        texts = (other if isinstance(other, str) else other.mathtext for other in (self, *others))
        return Formula(APART.join(filter(None, texts)))

    @cached_property
    def _line(self) -> "_Line":
        return _read(_TOKEN.findall(self.mathtext))

    @cached_property
    def text(self) -> str:
        r"""It as one writes it without a typesetter.

        >>> Formula(r"\omega_i = b^{-2i/d},\quad g = \frac{2}{D}\sum_i \cos\,\omega_i (t-s)").text
        'ωᵢ = b^(−2i/d),  g = (2/D) Σ cos ωᵢ(t−s)'
        """
        return normalize("NFC", self._line.text)

    @cached_property
    def html(self) -> str:
        r"""It as rich text: exponents raised, indices lowered, variables in italics, names upright.

        >>> Formula(r"\omega_i = b^{-2i/d}").html
        '<i>ω</i><sub><i>i</i></sub> = <i>b</i><sup>−2<i>i</i>/<i>d</i></sup>'
        >>> Formula(r"PE(t) = \sin\,\omega t,\ x < 2^2").html
        'PE(<i>t</i>) = sin <i>ωt</i>, <i>x</i> &lt; 2<sup>2</sup>'
        """
        return normalize("NFC", self._line.html)


@dataclass(frozen=True)
class _Line:
    """Signs, and the lines that stand where :data:`_PART` is among them.

    Each of these inner lines is raised, lowered or set otherwise by itself.
    """

    signs: str
    parts: tuple["_Line", ...] = ()
    setting: Setting | None = None

    def __add__(self, other: "_Line") -> "_Line":
        return _Line(self.signs + other.signs, self.parts + other.parts)

    def within(self, start: str, end: str) -> "_Line":
        return _Line(f"{start}{self.signs}{end}", self.parts)

    def set_in(self, setting: Setting) -> "_Line":
        """Return a line that has this one as its only part."""
        return _Line(_PART, (replace(self, setting=setting),))

    @property
    def text(self) -> str:
        text = self._written(str, [part.text for part in self.parts])
        if self.setting == "upright":
            return "ⅈ" if text == "i" else text
        if self.setting == "sub":
            return text.translate(_LOWERED) if len(text) == 1 else text
        if self.setting is None:
            return text
        if len(text) <= 3 and all(ord(sign) in _RAISED for sign in text):
            return text.translate(_RAISED)
        return f"^{text}" if len(text) == 1 else f"^({text})"

    @property
    def html(self) -> str:
        is_upright = self.setting == "upright"
        parts = [part.html for part in self.parts]
        html = self._written(escape if is_upright else _with_italics, parts)
        return (
            html if is_upright or not self.setting else f"<{self.setting}>{html}</{self.setting}>"
        )

    def _written(self, signs: Callable[[str], str], parts: list[str]) -> str:
        spaced = self.signs
        for pattern, space in _SPACING:
            spaced = re.sub(pattern, space, spaced)
        return "".join(map(add, ["", *parts], map(signs, spaced.split(_PART))))


def _with_italics(signs: str) -> str:
    def set_letters(letters: re.Match[str]) -> str:
        is_name = letters[0].isascii() and len(letters[0]) > 1
        return letters[0] if is_name else f"<i>{letters[0]}</i>"

    return _LETTERS.sub(set_letters, escape(signs, quote=False))


def _read(tokens: list[str], end: str = "") -> _Line:
    """Consume the tokens up to and with `end`, and return their line."""
    line = _Line("")
    while tokens and tokens[0] != end:
        token = tokens.pop(0)
        if token == "{":
            line += _read(tokens, "}")
        elif token in "^_":
            part = _next(tokens)
            if part.signs == "°":
                line += part
            elif not line.signs.endswith("Σ\v"):
                line += part.set_in("sup" if token == "^" else "sub")
        elif token == r"\frac":
            fraction = _in_brackets(_next(tokens)).within("", "/") + _in_brackets(_next(tokens))
            is_alone = not tokens or tokens[0] in (" ", ",", r"\ ", ")", "}")
            line += fraction if is_alone else fraction.within("(", ")")
        elif token == r"\sqrt":
            line += _in_brackets(_next(tokens)).within("√", "")
        elif token in _ACCENTS:
            line += _next(tokens).within("", _ACCENTS[token])
        elif token == r"\mathrm":
            word = _next(tokens)
            line += word.set_in("upright")
            if word.signs == "i" and tokens[:1] == [r"\,"]:
                del tokens[0]
        else:
            line += _Line(_SIGNS.get(token, token))
    del tokens[:1]
    return line


def _next(tokens: list[str]) -> _Line:
    """Consume the next group or sign, and return its line."""
    while tokens[0] == " ":
        del tokens[0]
    token = tokens.pop(0)
    if token == "{":
        return _read(tokens, "}")
    if token == r"\mathrm":
        return _next(tokens).set_in("upright")
    return _Line(_SIGNS.get(token, token))


def _in_brackets(line: _Line) -> _Line:
    """Return a line in brackets, unless it is a single number or letter."""
    return line if _SINGLE.fullmatch(line.signs) else line.within("(", ")")


def first_of(mathtext: str) -> str:
    r"""Return the first of several formulas, with all cases of one name.

    If there are A's and B's formulas, return the first of each.

    >>> first_of(r"PE(0) = \sin\,t,\quad PE(1) = \cos\,t,\quad \omega_i = 1")
    'PE(0) = \\sin\\,t,\\quad PE(1) = \\cos\\,t'
    >>> first_of(r"\mathrm{A:}\ a = 1,\quad c = 2\quad \mathrm{B:}\ b = 1,\quad c = 3")
    '\\mathrm{A:}\\ a = 1\\quad \\mathrm{B:}\\ b = 1'
    """
    halves = [_first_of_one(half) for half in _OTHER.split(mathtext)]
    return r"\quad ".join(halves)


def _first_of_one(mathtext: str) -> str:
    first_part, *parts = mathtext.split(APART)
    name, bracket, _ = first_part.partition("(")
    chosen_parts = [first_part]
    for part in parts:
        if not (bracket and part.startswith(f"{name}(")):
            break
        chosen_parts.append(part)
    return APART.join(chosen_parts)


def on_lines(mathtext: str) -> Iterator[list[str]]:
    r"""Yield a formula broken into more and more lines, at last with one part per line.

    If there are two formulas, A's is above B's.

    >>> list(on_lines(r"a,\quad b,\quad c"))
    [['a,\\quad b', 'c'], ['a', 'b', 'c']]
    >>> layouts = on_lines(r"a,\quad b,\quad c,\quad d,\quad e")
    >>> [[line.count(",") + 1 for line in lines] for lines in layouts][:2]
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
