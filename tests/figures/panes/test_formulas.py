"""The formula of every pane: what it uses it defines, no letter stands for two things, and it gives the numbers."""

import re
from functools import cache
from itertools import cycle
from math import floor, log, pi, sqrt

import pytest

from peviewer.base.specification import specifications
from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES
from peviewer.model.encodings.catalog import SCHEMES
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.t5 import T5
from tests.own_formulas import CONFIGURATIONS

SCALINGS = "none", "linear", "ntk", "dynamic", "yarn", "yarn-paper", "llama3", "longrope"
ROTATED = "all", "part", "proportional"


def _rope(**fields):
    changes = {f"encoding.{name}": value for name, value in fields.items()}
    return Document().edited({"encoding.scheme": "rope", **changes})


def _documents():
    yield from (Document().edited(changes) for changes in CONFIGURATIONS.values())
    yield from (Document().edited({"encoding.scheme": name}) for name in SCHEMES)
    for scaling, rotated in zip(SCALINGS, cycle(ROTATED), strict=False):
        scaled = _rope(scaling=scaling, rotated=rotated, length=9000, trained=4096, factor=8.0)
        yield scaled
        yield scaled.edited({"score.vectors": "drawn"})
    yield Document().edited({"encoding.scheme": "xpos", "score.vectors": "drawn"})
    yield Document().edited({"encoding.scheme": "kerple", "encoding.form": "power"})
    yield Document().edited({"encoding.scheme": "t5", "encoding.bidirectional": False})
    yield Document().edited({"encoding.scheme": "alibi", "encoding.heads": 12})
    yield Document().edited({"clocks.turn": "position"})


# What positions, pairs, columns, heads and shifts are called wherever they stand.
EVERYWHERE = set("tsijhφz") | {"PE", "x", "q", "k"}

# A frequency that is defined for one pair alone, or for the first, is known for the other.
FREQUENCIES = {"ωᵢ", "ω₀"}

# What formulas of attention and buckets use without a definition.
WITHOUT_DEFINITION = {
    "e",
    "I",
    "P",
    "qᵢ",
    "kᵢ",
    "pₕ",
    "aₕ",
    "uₕ",
    "vₕ",
    "ε",
    "f",
    "bucket",
    "score",
}
DEFINED = re.compile(r"(?<![\w′⁺ᵢₕ])([a-zA-ZωθρζλℓΩ](?:′|ᵢ|ₕ|₀)?)(?:\([tφ]\))? = ")
LETTER = re.compile(r"(?<![a-zA-Zᵢₕ])([a-zA-ZωθρζλαβγδτℓφΩ](?:′|ᵢ|ₕ|[₀₁])?)(?![a-zA-Zᵢₕ′₀₁])")
WORDS = re.compile(
    r"\b(?:sin|cos|ln|min|max|mod|diag|bias|bucket|score|span|angle|bit|turns pair|by|then|more where|within|up to|"
    r"of the first|of the (?:long|short) list|of period|of|pairs|significant bits|Re)\b"
)


def _symbols(scheme, document):
    """Return the symbols of what can be set."""
    names = set(type(document).model_fields) - {"compare"}
    sections = [scheme, *(getattr(document, name) for name in names)]
    symbols = set()
    for section in sections:
        symbols.update(spec.symbol for spec in specifications(type(section)))
    return symbols - {""}


def _defined(known, text, document):
    """Return the letters that a pane's formula defines, or that are known where it is shown."""
    defined = set(DEFINED.findall(text))
    if defined & FREQUENCIES:
        defined |= FREQUENCIES
    if "fᵢ of the" in text:
        defined.add("fᵢ")
    if document.encoding.scheme == "shaw":
        defined.add("a")
    if known in ("shift", "operator"):
        defined.add("M")
    return defined | EVERYWHERE | WITHOUT_DEFINITION | _symbols(document.encoding, document)


@cache
def texts():
    """Return every formula there is, with one Document that has it."""
    found = {}
    for document in _documents():
        for known, pane in PANES.items():
            if text := pane.formula_text(document):
                found.setdefault((known, text), document)
    return [(known, text, document) for (known, text), document in found.items()]


def test_what_a_formula_uses_it_defines_or_the_controls_do():
    for known, text, document in texts():
        letters = set(LETTER.findall(WORDS.sub(" ", text)))
        missing = letters - _defined(known, text, document)
        assert not missing, (known, text)
        is_sum = known in ("encoding", "table", "vectors", "waves") and "y =" in text
        if is_sum or re.search(r"\by\(", text):
            sum_of_content = "y = √d·x + PE" if document.content.scaled else "y = x + PE"
            assert sum_of_content in text, (known, text)


# ---- what they give, computed from the very text


SIGNS_IN_PYTHON = (
    ("−", "-"),
    ("·", "*"),
    ("^", "**"),
    ("√(", "sqrt("),
    ("⌊", "floor("),
    ("⌋", ")"),
    ("π", "pi"),
    ("′", "_new"),
    ("₀", "_0"),
    ("ᵢ", "_i"),
)


FUNCTIONS = {"log": log, "sqrt": sqrt, "floor": floor, "pi": pi, "max": max, "min": min}


def _worked_out(rule, letters):
    """Return the value of the right side of a formula."""
    for written, meant in SIGNS_IN_PYTHON:
        rule = rule.replace(written, meant)
        letters = {name.replace(written, meant): value for name, value in letters.items()}
    rule = re.sub(r"ln (\w+)", r"log(\1)", rule)
    rule = rule.replace("ln(", "log(")
    rule = re.sub(r"(?<![\w])(\d+)(?=i\b|pi)", r"\1*", rule)
    return eval(rule, FUNCTIONS | letters)


FIELD_OF_LETTER = {
    "b": "base",
    "D": "dim",
    "f": "factor",
    "L": "length",
    "L₀": "trained",
    "α": "slow",
    "β": "fast",
}


def _frequency(scheme, parts, pair, given):
    """Return ω_i by the parts of a formula, which name one another from left to right."""
    rules = dict(part.split(" = ", 1) for part in parts if " = " in part)
    letters = {letter: getattr(scheme, field) for letter, field in FIELD_OF_LETTER.items()}
    letters |= {"i": pair, "fᵢ": given}
    for name in ("R", "b′", "θᵢ", "ρᵢ", "ωᵢ"):
        if name not in rules:
            continue
        bare = rules[name].removesuffix(" within 0 … 1")
        value = _worked_out(bare, letters)
        letters[name] = value
        if bare != rules[name]:
            letters[name] = min(1.0, max(0.0, value))
    return letters["ωᵢ"]


SHORT_FACTORS = (1.0, 1.5, 2.5) * 32
LONG_FACTORS = (2.0, 3.0, 5.0) * 32

# Every field that a scaling could use, but the length, the dimensions and the pairs that turn.
SCALED = {
    "share": 0.5,
    "factor": 8.0,
    "trained": 4096,
    "base": 5000.0,
    "short_factors": SHORT_FACTORS,
    "long_factors": LONG_FACTORS,
}


@pytest.mark.parametrize(
    ("rotated", "length", "dim"),
    [
        ("all", 9000, 64),
        ("part", 1000, 96),
        ("proportional", 9000, 8),
        ("all", 9000, 8),
        ("proportional", 9000, 64),
    ],
)
@pytest.mark.parametrize("scaling", SCALINGS)
def test_the_formula_of_a_scaling_gives_its_frequencies(scaling, rotated, length, dim):
    fields = {"fast": 4.0} if scaling == "llama3" else {}
    scheme = Rope(length=length, dim=dim, rotated=rotated, scaling=scaling, **SCALED, **fields)
    text = scheme.frequency_formula().text
    is_long = length > 4096
    divisors = LONG_FACTORS if is_long else SHORT_FACTORS
    assert ("long list" in text) == (scaling == "longrope" and is_long)
    frequencies = scheme.frequencies()
    for pair in range(scheme.pairs):
        found = _frequency(scheme, text.split(",  "), pair, divisors[pair])
        assert found == pytest.approx(frequencies[pair], rel=1e-12), (text, pair)


@pytest.mark.parametrize("bidirectional", [True, False])
@pytest.mark.parametrize(("count", "most"), [(32, 128), (8, 20), (4, 5), (64, 1000)])
def test_the_formula_of_buckets_gives_each_lag_s_bucket(bidirectional, count, most):
    scheme = T5(length=3 * most, bucket_count=count, max_distance=most, bidirectional=bidirectional)
    near, far, *rest = scheme.formula().text.split(",  ")
    side = count // 2 if bidirectional else count
    exact = int(near.removeprefix("bucket = n, n < "))
    expected = ["n = max(0, t − s)"]
    if bidirectional:
        expected = [f"{side} more where s > t", "n = |s − t|"]
    assert rest == expected
    step = max(1, most // 60)
    for lag in range(-2 * most, 2 * most + 1, step):
        n = abs(lag) if bidirectional else max(0, -lag)
        value = n if n < exact else _worked_out(far.removeprefix("then "), {"n": n})
        if bidirectional and lag > 0:
            value += side
        allowed = {value}
        if n in scheme.distances():
            # Where a bucket begins a logarithm may be rounded below a whole number.
            allowed.add(value + 1)
        assert scheme.buckets([lag])[0] in allowed, lag
