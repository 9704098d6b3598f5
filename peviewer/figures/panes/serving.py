"""Which panes show a scheme, and how the open ones follow when another scheme is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peviewer.document.arrangement import beside, even, only, outermost, places, replaced
from peviewer.figures.panes.catalog import PANES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from peviewer.document.arrangement import Split
    from peviewer.document.document import Document
    from peviewer.document.sections import View
    from peviewer.model.encodings.scheme import Scheme

ARRANGED = "panes", "arrangement", "maximised"  # of the view
MOST = 4  # panes that a scheme brings where nothing else stays
BESIDE = 2  # panes that it brings beside those of the scheme it is compared with


def serving(scheme: Scheme) -> list[str]:
    """Return the names of all panes that show a scheme: those it names itself come first.

    Examples
    --------
    >>> from peviewer.model.encodings.catalog import scheme
    >>> serving(scheme("t5")())
    ['bias', 'buckets', 'attention', 'properties', 'deciding']
    """
    own = [name for name in scheme.panes if name in PANES]
    return list(dict.fromkeys([*own, *(name for name, pane in PANES.items() if isinstance(scheme, pane.needs))]))


def followed(before: Document, after: Document, opened: Document | None = None) -> Document:
    """Return a Document whose panes show its schemes, where these are others than before; else the same Document.

    Panes that show something stay where they are. In the places of those that have nothing to show come
    panes that the scheme names: all of them where none was open but those that the scheme before names, or
    nothing stays; else as many as there is room for. Panes that are left with nothing to show are closed.
    Where the scheme of what was `opened` comes back, and no pane was chosen meanwhile, so do its panes.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> document = Document()
    >>> followed(document, document.edited({"encoding.scheme": "t5"})).view.panes
    ('bias', 'buckets', 'attention')
    """
    if _kinds(before) == _kinds(after):
        return after
    own = set(before.view.panes) <= set(before.encoding.panes)
    if opened and own and _kinds(after) == _kinds(opened):
        return after.edited({f"view.{name}": getattr(opened.view, name) for name in ARRANGED})
    in_full = after.compare.against is None and own
    changes = _rearranged(after, in_full=in_full)
    return after.edited({f"view.{name}": value for name, value in changes.items()}) if changes else after


def _schemes(document: Document) -> list[Scheme]:
    return [scheme for scheme in (document.encoding, document.compare.against) if scheme is not None]


def _kinds(document: Document) -> list[type]:
    return [type(scheme) for scheme in _schemes(document)]


def _rearranged(document: Document, *, in_full: bool) -> Mapping[str, object]:
    """Return the fields of the view that have to change; none where all panes show something, and of each scheme."""
    view = document.view
    known = [name for name in view.panes if name in PANES]
    kept = [name for name in known if PANES[name].shows_any(document)]
    empty = _most_seen_first([name for name in known if name not in kept], view)
    brought = _brought(document, kept, None if in_full else len(empty))
    if not (empty or brought):
        return {}
    instead = dict(zip(empty, brought, strict=False))
    closed, more = empty[len(brought) :], brought[len(empty) :]
    panes = (*(instead.get(name, name) for name in view.panes if name not in closed), *more)
    maximised = "" if view.maximised in closed else instead.get(view.maximised, view.maximised)
    arrangement = _arranged(view, instead, closed, more) if kept else None
    return {"panes": panes, "arrangement": arrangement, "maximised": maximised}


def _brought(document: Document, kept: Sequence[str], room: int | None) -> list[str]:
    """Return the panes to bring: those of a scheme that no kept one shows, and more of A's where there is room."""
    brought: dict[str, None] = {}
    for scheme in _schemes(document):
        if not any(isinstance(scheme, PANES[name].needs) for name in kept):
            brought |= dict.fromkeys(serving(scheme)[: BESIDE if kept else len(scheme.panes) or MOST])
    more = [name for name in document.encoding.panes if name not in kept and name not in brought]
    left = None if room is None else max(0, room - len(brought))
    return [*(name for name in brought if name not in kept), *more[:left]]


def _most_seen_first(empty: Sequence[str], view: View) -> list[str]:
    fronts = {place.front for place in places(view.arranged(view.panes))}
    return sorted(empty, key=lambda name: (name != view.maximised, name not in fronts))


def _arranged(view: View, instead: Mapping[str, str], closed: Sequence[str], more: Sequence[str]) -> Split | None:
    """Return where the panes are then: those that stay where they were."""
    if view.arrangement is None and not closed:
        return None
    arrangement, last = replaced(view.arranged(view.panes), instead), ""
    for name in more:
        arrangement = beside(arrangement, name, last, "below") if last else outermost(arrangement, name, "right")
        last = name
    panes = [*(instead.get(name, name) for name in view.panes if name not in closed), *more]
    return None if only(arrangement, panes) == even(panes) else arrangement
