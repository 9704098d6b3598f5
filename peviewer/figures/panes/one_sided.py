"""What only one of two compared schemes has to show, and why: in one sentence for all panes."""

from collections.abc import Iterable, Mapping, Sequence

from peviewer.document.document import Document
from peviewer.figures.panes.pane import Pane
from peviewer.model.encodings.bases.attending import Attending
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.grids.gridded import Gridded, PatchTable
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.turning import Paired, Turning

# What schemes of a kind have, and others lack.
_PARTS: Mapping[type[Scheme], str] = {
    Tabled: "vectors",
    Paired: "pairs that turn",
    Turning: "vectors whose pairs turn",
    Attending: "weights by lag",
    Lagged: "biases by lag",
    Gridded: "grid",
    PatchTable: "patches",
    Rope: "scaling of RoPE",
}


def missing_part(scheme: Scheme, needs: type[Scheme]) -> str:
    """Return what a scheme lacks of what a pane needs, the most basic thing first.

    >>> from peviewer.model.encodings.alibi import Alibi
    >>> from peviewer.model.encodings.rope import Rope
    >>> missing_part(Rope(), Turning), missing_part(Alibi(), Rope)
    ('vectors', 'pairs that turn')
    """
    for kind in reversed(needs.__mro__):
        if kind in _PARTS and not isinstance(scheme, kind):
            return _PARTS[kind]
    return "numbers for it"


def one_sided_sentences(document: Document, panes: Iterable[Pane]) -> str:
    """Return which of some panes show but one scheme of a comparison, and why.

    Panes with one reason are named in one sentence. Empty where all show both.
    """
    names: dict[tuple[str, str], list[str]] = {}
    for pane in panes:
        shown_side = pane.only_side(document)
        if shown_side:
            why = _why_not(pane, document, shown_side)
            names.setdefault((why, shown_side), []).append(pane.title)
    sentences = [_sentence(why, titles, side) for (why, side), titles in names.items()]
    return " ".join(sentences)


def _why_not(pane: Pane, document: Document, shown_side: str) -> str:
    """Return why a pane shows nothing of the other side."""
    other = document.compared_document if shown_side == "A" else document
    if other is None or isinstance(other.encoding, pane.needs):
        return pane.lacks(other or document).rstrip(".")
    return f"{other.encoding.title} has no {missing_part(other.encoding, pane.needs)}"


def _sentence(why: str, titles: Sequence[str], side: str) -> str:
    *first_titles, last_title = titles
    if not first_titles:
        return f"{why}: {last_title} shows {side} only."
    return f"{why}: {', '.join(first_titles)} and {last_title} show {side} only."
