"""Texts of a comparison: names of two schemes by their differences, its first sentence, its title, its formula."""

import re
from collections.abc import Sequence
from functools import lru_cache

from peviewer.base.formula import APART
from peviewer.base.numbers import number
from peviewer.base.specification import specification
from peviewer.base.words import in_unit
from peviewer.document.document import Document
from peviewer.model.encodings.scheme import Scheme, Tabled
from peviewer.model.encodings.turning import Paired

MOST_FIELDS = 3  # fields that are named; of further ones only the number


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
    same = type(a) is type(b)
    fields = [
        name for name in type(a).model_fields if name in type(b).model_fields and name != "scheme"
    ]
    if same:
        fields = [name for name in fields if _takes_effect(a, name) or _takes_effect(b, name)]
        # What it was read from is in its own name; words that name positions change nothing else.
        fields = [name for name in fields if specification(type(a), name).kind != "other"]
    differing = [name for name in fields if getattr(a, name) != getattr(b, name)]
    if not same:
        differing = [name for name in ("length", "dim", "first") if name in differing]
    more = f"{number(len(differing) - MOST_FIELDS)} more" if len(differing) > MOST_FIELDS else ""
    names = []
    for scheme in (a, b):
        title = scheme.own_name or ("" if same and differing else scheme.title)
        names.append(
            ", ".join(
                filter(
                    None,
                    (title, *(_field_text(scheme, name) for name in differing[:MOST_FIELDS]), more),
                )
            )
        )
    return names[0], names[1]


def _takes_effect(scheme: Scheme, name: str) -> bool:
    return specification(type(scheme), name).applies(scheme, scheme)


def _field_text(scheme: Scheme, name: str) -> str:
    spec, value = specification(type(scheme), name), getattr(scheme, name)
    if spec.kind == "choice":
        return f"{spec.title.lower()} {spec.label(str(value)).partition(':')[0]}"
    title = spec.title.lower()
    if not _takes_effect(scheme, name):
        return f"no {title}"
    text = spec.value_text(value)
    is_count = spec.kind == "int" and title.endswith("s")
    return in_unit(text, title) if is_count else f"{title} {text}"


def comparison_sentence(document: Document) -> str:
    """Return the sentences that say what is compared, and what both have in common.

    Empty without a comparison.
    """
    own, other = document.encoding, document.compare.against
    if other is None:
        return ""
    if other == own:
        return "A and B are the same."
    a, b = scheme_names(own, other)
    verb = "has" if type(other) is type(own) else "is"
    text, common = f"A {verb} {a}; B {verb} {b}.", []
    if own.positions != other.positions:
        shared = range(
            max(own.positions.start, other.positions.start),
            min(own.positions.stop, other.positions.stop),
        )
        if not shared:
            return f"{text} They have no position in common."
        common.append(f"positions {number(shared[0])} to {number(shared[-1])}")
    dims = [scheme.dim for scheme in (own, other) if isinstance(scheme, Tabled | Paired)]
    if len(set(dims)) == 2:
        common.append(f"dimensions 0 to {number(min(dims) - 1)}")
    return f"{text} Both have {' and '.join(common)}." if common else text


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
    parts = [formula.split(APART) for formula in formulas]
    return APART.join(part for part in parts[0] if all(part in others for others in parts))


def sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.!?]) +", text.strip())


def shared_sentences(texts: Sequence[str]) -> str:
    """Return the sentences of a text that all of some have.

    >>> shared_sentences(["They turn. It is 0 at lag 3.", "They turn. It is 0 at lag 5."])
    'They turn.'
    """
    known = [sentences(text) for text in texts]
    return " ".join(
        sentence for sentence in known[0] if all(sentence in others for others in known)
    )


def joint_formula(a: str, b: str) -> str:
    r"""Return the formula of both: parts that they share once, then the others with their letter.

    >>> joint_formula("x = 1", "x = 1"), joint_formula("x", "")
    ('x = 1', '\\mathrm{A:}\\ x')
    >>> joint_formula(r"y = x,\quad x = 1", r"y = x,\quad x = 2")
    'y = x,\\quad \\mathrm{A:}\\ x = 1\\quad \\mathrm{B:}\\ x = 2'
    """
    if a == b:
        return a
    of_a, of_b = (list(filter(None, text.split(APART))) for text in (a, b))
    shared = [part for part in of_a if part in of_b]
    own = [APART.join(part for part in parts if part not in shared) for parts in (of_a, of_b)]
    rest = r"\quad ".join(
        rf"\mathrm{{{side}:}}\ {text}" for side, text in zip("AB", own, strict=True) if text
    )
    return APART.join(filter(None, (*shared, rest))).replace(
        r"\sum_", r"\Sigma_"
    )  # lower: there may be two lines
