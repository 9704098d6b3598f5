"""What two schemes that are compared are called: by what differs."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from peviewer.base.parameters import specification
from peviewer.base.words import whole
from peviewer.model.encodings.scheme import Paired, Tabled

if TYPE_CHECKING:
    from peviewer.document.document import Document
    from peviewer.model.encodings.scheme import Scheme

MOST = 3  # fields that are named; of more, how many others


@lru_cache(maxsize=32)
def told(a: Scheme, b: Scheme) -> tuple[str, str]:
    r"""Return what each of two schemes is called beside the other.

    Examples
    --------
    >>> from peviewer.model.encodings.alibi import Alibi
    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> told(Sinusoidal(), Sinusoidal(base=100.0))
    ('base 10\u2009000', 'base 100')
    >>> told(Sinusoidal(), Alibi(length=50))
    ('Sinusoidal, length 200', 'ALiBi, length 50')
    >>> told(Alibi(), Alibi())
    ('ALiBi', 'ALiBi')
    """
    same = type(a) is type(b)
    fields = [name for name in type(a).model_fields if name in type(b).model_fields and name != "scheme"]
    if same:
        fields = [name for name in fields if _acts(a, name) or _acts(b, name)]
    differing = [name for name in fields if getattr(a, name) != getattr(b, name)]
    if not same:
        differing = [name for name in ("length", "dim", "first") if name in differing]
    more = f"{whole(len(differing) - MOST)} more" if len(differing) > MOST else ""
    found = []
    for scheme in (a, b):
        title = "" if same and differing else scheme.title
        found.append(", ".join(filter(None, (title, *(_field(scheme, name) for name in differing[:MOST]), more))))
    return found[0], found[1]


def _acts(scheme: Scheme, name: str) -> bool:
    return specification(type(scheme), name).applies(scheme, scheme)


def _field(scheme: Scheme, name: str) -> str:
    """Return a field and its value in words; a choice by its name alone where that says enough."""
    spec, value = specification(type(scheme), name), getattr(scheme, name)
    if spec.kind == "choice":
        return f"{spec.title.lower()} {spec.label(str(value))}"
    return f"{spec.title.lower()} {spec.value_text(value)}" if _acts(scheme, name) else f"no {spec.title.lower()}"


def beginning(document: Document, *, drawn: bool = True) -> str:
    """Return the sentence that says what is compared; empty where nothing is.

    Where something of both is `drawn`, it says on which range: lists are of each as it is.

    Examples
    --------
    >>> from peviewer.document.fields import compare_with
    >>> from peviewer.document.document import Document
    >>> beginning(against(Document(), "base=100,length=50"))
    'A has length 200, base 10\u2009000; B has length 50, base 100. Both are shown where both are: positions 0 to 49.'
    """
    other = document.compare.against
    if other is None:
        return ""
    if other == document.encoding:
        return "A and B are the same."
    a, b = told(document.encoding, other)
    verb = "has" if type(other) is type(document.encoding) else "is"
    common = _common(document.encoding, other) if drawn else ""
    return f"A {verb} {a}; B {verb} {b}. {common}".rstrip()


def _common(a: Scheme, b: Scheme) -> str:
    """Return the sentence that says on which range two schemes are compared; empty where they have the same.

    Examples
    --------
    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> _common(Sinusoidal(length=50), Sinusoidal(dim=64))
    'Both are shown where both are: positions 0 to 49, dimensions 0 to 63.'
    """
    parts = []
    if a.positions != b.positions:
        shared = range(max(a.positions.start, b.positions.start), min(a.positions.stop, b.positions.stop))
        parts.append(f"positions {whole(shared[0])} to {whole(shared[-1])}" if shared else "no position")
    if isinstance(a, Tabled | Paired) and isinstance(b, Tabled | Paired) and a.dim != b.dim:
        parts.append(f"dimensions 0 to {whole(min(a.dim, b.dim) - 1)}")
    return f"Both are shown where both are: {', '.join(parts)}." if parts else ""


def titled(title: str, document: Document) -> str:
    """Return the title of a picture that shows both."""
    other = document.compare.against
    if other is None:
        return title
    a, b = told(document.encoding, other)
    return f"{title} · A: {a} · B: {b}"
