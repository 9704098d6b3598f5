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
    return Document().edited(
        {"encoding.scheme": "rope"} | {f"encoding.{name}": value for name, value in fields.items()}
    )


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
DEFINED = re.compile(r"(?<![\w′⁺ᵢₕ])([a-zA-ZωθρζλℓΩ](?:′|ᵢ|ₕ|₀)?)(?:\([tφ]\))? = ")
LETTER = re.compile(r"(?<![a-zA-Zᵢₕ])([a-zA-ZωθρζλαβγδτℓφΩ](?:′|ᵢ|ₕ|[₀₁])?)(?![a-zA-Zᵢₕ′₀₁])")
WORDS = re.compile(
    r"\b(?:sin|cos|ln|min|max|mod|diag|bias|bucket|score|span|angle|bit|turns pair|by|then|more where|within|up to|"
    r"of the first|of the (?:long|short) list|of period|of|pairs|significant bits|Re)\b"
)


def _symbols(scheme, document):
    """Return the symbols of what can be set."""
    sections = [
        scheme,
        *(getattr(document, name) for name in type(document).model_fields if name != "compare"),
    ]
    return {
        spec.symbol for section in sections for spec in specifications(type(section)) if spec.symbol
    }


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
        defined = set(DEFINED.findall(text)) | {"bucket", "score"}
        defined |= (
            {"ωᵢ", "ω₀"} if defined & {"ωᵢ", "ω₀"} else set()
        )  # of one pair alone, or the first
        used = set(LETTER.findall(WORDS.sub(" ", text)))
        given = (
            _symbols(document.encoding, document)
            | EVERYWHERE
            | {"e", "I", "qᵢ", "kᵢ", "pₕ", "aₕ", "uₕ", "vₕ", "ε", "f"}
            | ({"a"} if document.encoding.scheme == "shaw" else set())
        )
        missing = used - defined - given - {"P"} - ({"fᵢ"} if "fᵢ of the" in text else set())
        missing -= {"M"} if known in ("shift", "operator") else set()
        assert not missing, (known, text)
        if re.search(r"\by\(", text) or (
            known in ("encoding", "table", "vectors", "waves") and "y =" in text
        ):
            assert ("y = √d·x + PE" if document.content.scaled else "y = x + PE") in text, (
                known,
                text,
            )


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


def _worked_out(rule, letters):
    """Return the value of the right side of a formula."""
    for written, meant in SIGNS_IN_PYTHON:
        rule = rule.replace(written, meant)
        letters = {name.replace(written, meant): value for name, value in letters.items()}
    rule = re.sub(r"ln (\w+)", r"log(\1)", rule).replace("ln(", "log(")
    rule = re.sub(r"(?<![\w])(\d+)(?=i\b|pi)", r"\1*", rule)
    return eval(
        rule, {"log": log, "sqrt": sqrt, "floor": floor, "pi": pi, "max": max, "min": min} | letters
    )


def _frequency(scheme, parts, pair, given):
    """Return ω_i by the parts of a formula, which name one another from left to right."""
    rules = dict(part.split(" = ", 1) for part in parts if " = " in part)
    letters = {"b": scheme.base, "D": scheme.dim, "i": pair, "f": scheme.factor, "L": scheme.length}
    letters |= {"L₀": scheme.trained, "α": scheme.slow, "β": scheme.fast, "fᵢ": given}
    for name in ("R", "b′", "θᵢ", "ρᵢ", "ωᵢ"):
        if (rule := rules.get(name)) is not None:
            bare = rule.removesuffix(" within 0 … 1")
            value = _worked_out(bare, letters)
            letters[name] = min(1.0, max(0.0, value)) if bare != rule else value
    return letters["ωᵢ"]


@pytest.mark.parametrize("scaling", SCALINGS)
def test_the_formula_of_a_scaling_gives_its_frequencies(scaling):
    sizes = (9000, 64), (1000, 96), (9000, 8)
    for rotated, (length, dim) in zip((*ROTATED, *ROTATED), (*sizes, *sizes[::-1]), strict=True):
        lists = {"short_factors": (1.0, 1.5, 2.5) * 32, "long_factors": (2.0, 3.0, 5.0) * 32}
        fields = {"fast": 4.0} if scaling == "llama3" else {}
        scheme = Rope(
            length=length, dim=dim, rotated=rotated, share=0.5, scaling=scaling, factor=8.0, trained=4096, base=5000.0,
            **lists, **fields,
        )  # fmt: skip
        text = scheme.frequency_formula().text
        divisors = lists["long_factors" if length > 4096 else "short_factors"]
        assert ("long list" in text) == (scaling == "longrope" and length > 4096)
        for pair in range(scheme.pairs):
            found = _frequency(scheme, text.split(",  "), pair, divisors[pair])
            assert found == pytest.approx(scheme.frequencies()[pair], rel=1e-12), (text, pair)


@pytest.mark.parametrize("bidirectional", [True, False])
@pytest.mark.parametrize(("count", "most"), [(32, 128), (8, 20), (4, 5), (64, 1000)])
def test_the_formula_of_buckets_gives_each_lag_s_bucket(bidirectional, count, most):
    scheme = T5(length=3 * most, bucket_count=count, max_distance=most, bidirectional=bidirectional)
    near, far, *rest = scheme.formula().text.split(",  ")
    side = count // 2 if bidirectional else count
    exact = int(near.removeprefix("bucket = n, n < "))
    assert rest[-1] == ("n = |s − t|" if bidirectional else "n = max(0, t − s)")
    assert rest[:-1] == ([f"{side} more where s > t"] if bidirectional else [])
    for lag in range(-2 * most, 2 * most + 1, max(1, most // 60)):
        n = abs(lag) if bidirectional else max(0, -lag)
        value = n if n < exact else _worked_out(far.removeprefix("then "), {"n": n})
        value += side if lag > 0 and bidirectional else 0
        rounded = (
            n in scheme.distances()
        )  # where a bucket begins a logarithm may be rounded below a whole number
        assert scheme.buckets([lag])[0] in ((value, value + 1) if rounded else (value,)), lag
