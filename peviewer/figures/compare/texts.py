"""Texts of a comparison: names of two schemes, its first sentence, its title, its formula.

Also what texts of several encodings have in common.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from peviewer.base.formula import APART
from peviewer.base.numbers import number
from peviewer.base.specification import specification
from peviewer.base.words import in_unit
from peviewer.document.document import Document
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.turning import Paired

# The most fields that are named; of further ones only the number is.
MAX_FIELDS = 3


@lru_cache(maxsize=32)
def scheme_names(a: Scheme, b: Scheme) -> tuple[str, str]:
    r"""Return names of two schemes by what differs between them.

    >>> from peviewer.model.encodings.alibi import Alibi
    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> scheme_names(Sinusoidal(), Sinusoidal(base=100.0))
    ('base 10\u2009000', 'base 100')
    >>> scheme_names(Sinusoidal(), Alibi(length=50))
    ('Sinusoidal, length 200', 'ALiBi, length 50')
    >>> scheme_names(Alibi(), Alibi(heads=1))
    ('8 heads', '1 head')
    >>> scheme_names(Alibi(), Alibi())
    ('ALiBi', 'ALiBi')
    """
    differing_fields = _differing_fields(a, b)
    return _name_by(a, b, differing_fields), _name_by(b, a, differing_fields)


def _differing_fields(a: Scheme, b: Scheme) -> list[str]:
    """Return the fields with different values by which two schemes are told apart."""
    if type(a) is not type(b):
        return [name for name in ("length", "dim", "first") if _differs(a, b, name)]
    fields: list[str] = []
    for name in type(a).model_fields:
        if name == "scheme" or not _differs(a, b, name):
            continue
        # A scheme's own name tells its source; words that name positions change nothing else.
        is_named_elsewhere = specification(type(a), name).kind == "other"
        takes_effect = _takes_effect(a, name) or _takes_effect(b, name)
        if takes_effect and not is_named_elsewhere:
            fields.append(name)
    return fields


def _differs(a: Scheme, b: Scheme, name: str) -> bool:
    have_both = name in type(a).model_fields and name in type(b).model_fields
    return have_both and getattr(a, name) != getattr(b, name)


def _name_by(scheme: Scheme, other: Scheme, fields: Sequence[str]) -> str:
    """Return what a scheme is called beside another one, by its values of some fields."""
    is_told_by_fields = type(scheme) is type(other) and bool(fields)
    title = scheme.own_name or ("" if is_told_by_fields else scheme.title)
    texts = [_field_text(scheme, name) for name in fields[:MAX_FIELDS]]
    more = ""
    if len(fields) > MAX_FIELDS:
        more = f"{number(len(fields) - MAX_FIELDS)} more"
    return ", ".join(filter(None, (title, *texts, more)))


def _takes_effect(scheme: Scheme, name: str) -> bool:
    return specification(type(scheme), name).applies(scheme, scheme)


def _field_text(scheme: Scheme, name: str) -> str:
    spec = specification(type(scheme), name)
    value = getattr(scheme, name)
    title = spec.title.lower()
    if spec.kind == "choice":
        label, _, _ = spec.label(str(value)).partition(":")
        return f"{title} {label}"
    if not _takes_effect(scheme, name):
        return f"no {title}"
    text = spec.value_text(value)
    is_count = spec.kind == "int" and title.endswith("s")
    return in_unit(text, title) if is_count else f"{title} {text}"


def comparison_sentence(document: Document) -> str:
    """Return the sentences that say what is compared, and what both have in common.

    Return an empty text without a comparison.
    """
    a = document.encoding
    b = document.compare.against
    if b is None:
        return ""
    if b == a:
        return "A and B are the same."
    name_of_a, name_of_b = scheme_names(a, b)
    verb = "has" if type(b) is type(a) else "is"
    text = f"A {verb} {name_of_a}; B {verb} {name_of_b}."
    common_parts: list[str] = []
    if a.positions != b.positions:
        first = max(a.positions.start, b.positions.start)
        stop = min(a.positions.stop, b.positions.stop)
        if first >= stop:
            return f"{text} They have no position in common."
        common_parts.append(f"positions {number(first)} to {number(stop - 1)}")
    dims = {scheme.dim for scheme in (a, b) if isinstance(scheme, Tabled | Paired)}
    if len(dims) == 2:
        common_parts.append(f"dimensions 0 to {number(min(dims) - 1)}")
    return f"{text} Both have {' and '.join(common_parts)}." if common_parts else text


def comparison_title(title: str, document: Document) -> str:
    other = document.compare.against
    if other is None:
        return title
    a, b = scheme_names(document.encoding, other)
    return f"{title} · A: {a} · B: {b}"


def shared_formula(formulas: Sequence[str]) -> str:
    r"""Return the parts of a formula that all of some have.

    >>> shared_formula([r"y = x,\quad x = 1", r"y = x,\quad x = 2"])
    'y = x'
    """
    return APART.join(_shared([formula.split(APART) for formula in formulas]))


def _shared(texts_of_all: Sequence[Sequence[str]]) -> list[str]:
    """Return the texts of the first list that all other lists have, too."""
    shared = list(texts_of_all[0])
    for texts in texts_of_all[1:]:
        shared = [text for text in shared if text in texts]
    return shared


def sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.!?]) +", text.strip())


def shared_sentences(texts: Sequence[str]) -> str:
    """Return the sentences of a text that all of some have.

    >>> shared_sentences(["They turn. It is 0 at lag 3.", "They turn. It is 0 at lag 5."])
    'They turn.'
    """
    return " ".join(_shared([sentences(text) for text in texts]))


def joint_formula(a: str, b: str) -> str:
    r"""Return the formula of both: parts that they share once, then the others with their letter.

    >>> joint_formula("x = 1", "x = 1"), joint_formula("x", "")
    ('x = 1', '\\mathrm{A:}\\ x')
    >>> joint_formula(r"y = x,\quad x = 1", r"y = x,\quad x = 2")
    'y = x,\\quad \\mathrm{A:}\\ x = 1\\quad \\mathrm{B:}\\ x = 2'
    """
    if a == b:
        return a
    parts_of_a = [part for part in a.split(APART) if part]
    parts_of_b = [part for part in b.split(APART) if part]
    shared_parts = [part for part in parts_of_a if part in parts_of_b]
    other_parts: list[str] = []
    for side, parts in (("A", parts_of_a), ("B", parts_of_b)):
        own_text = APART.join(part for part in parts if part not in shared_parts)
        if own_text:
            other_parts.append(rf"\mathrm{{{side}:}}\ {own_text}")
    all_parts = [*shared_parts, r"\quad ".join(other_parts)]
    formula = APART.join(part for part in all_parts if part)
    # Σ is less high than a sum with limits: there may be two lines.
    return formula.replace(r"\sum_", r"\Sigma_")
