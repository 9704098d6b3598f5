"""The panes there are, and which are opened for a scheme.

To add one, add its file to the folder of a group, which calls its record PANE, and its place here.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import import_module

from peviewer.base.names import NEAREST, look_up, nearest_name
from peviewer.base.refusals import refused
from peviewer.document.arrangement import Split, beside, even, only, outermost, places, renamed
from peviewer.document.document import Document
from peviewer.document.sections import View, declare_section
from peviewer.figures.panes.pane import Pane
from peviewer.model.encodings.catalog import SCHEMES
from peviewer.model.encodings.scheme import Scheme

FILES: dict[str, tuple[str, ...]] = {
    "The vectors": ("vectors.encoding", "vectors.vectors", "vectors.table"),
    "Their pairs": (
        "pairs.frequencies",
        "pairs.scaling",
        "pairs.precision",
        "pairs.waves",
        "pairs.clocks",
        "pairs.binary",
    ),
    "Between positions": ("between.distance", "between.similarity", "between.tiles"),
    "Their structure": ("structure.spectrum", "structure.components"),
    "The shift": ("shift.shift", "shift.operator"),
    "Attention": (
        "attention.score",
        "attention.bias",
        "attention.offsets",
        "attention.attention",
        "attention.layers",
    ),
    "Claims": ("claims.properties", "claims.criteria", "claims.deciding"),
}

GROUPS: dict[str, tuple[Pane, ...]] = {
    group: tuple(import_module(f"peviewer.figures.panes.{file}").PANE for file in files)
    for group, files in FILES.items()
}
"""All panes, grouped by what one asks: in the window's menu."""

PANES: dict[str, Pane] = {pane.name: pane for group in GROUPS.values() for pane in group}

for _pane in PANES.values():
    if _pane.section is not None:
        declare_section(_pane.name, _pane.section, _pane.needs)


def pane(name: str) -> Pane:
    """Return the pane of that name, or one of its parts alone."""
    if not isinstance(name, str):
        raise ValueError(refused("pane", name, "it must be the name of a pane, as in 'shift'"))
    whole, _, part = name.partition(".")
    if whole in SCHEMES and whole not in PANES:
        raise ValueError(f"{whole!r} is a scheme and no pane: it is chosen by scheme={whole}")
    if whole and whole not in PANES and not nearest_name(whole, PANES):  # as "heatmap"
        about = [
            name
            for name, known in PANES.items()
            if re.search(rf"\b{re.escape(whole)}", known.summary, re.I)
        ]
        if about:
            raise ValueError(
                f"{whole!r} is not a pane; did you mean {' or '.join(about[:NEAREST])}?"
            )
    whole_pane = look_up(whole, PANES, "pane")
    if not part and whole == name:
        return whole_pane
    return replace(
        whole_pane,
        only=look_up(part, {known: known for known in whole_pane.parts}, f"part of {whole}"),
    )


def panes(names: str | Sequence[str]) -> list[Pane]:
    """Return the panes of some names, which can be one text with commas between."""
    if not isinstance(names, str | Sequence):
        raise ValueError(refused("panes", names, "they must be names of panes, as in 'shift'"))
    return [pane(name) for name in (names.split(",") if isinstance(names, str) else names)]


def check_several(document: Document, names: str | Sequence[str]) -> None:
    """Refuse several values of a parameter where no pane shows something of each."""
    if not any(each.shown_of_several(document) for each in panes(names)):
        able = [
            name for name, known in PANES.items() if known.shown_of_several(document) == "curves"
        ]
        raise ValueError(
            f"several is not allowed here: curves of several values are drawn by {', '.join(able)}"
        )


MOST_ALONE = 4  # panes opened for a scheme if no other pane stays
MOST_BESIDE = 2  # panes opened for it beside those of the scheme it is compared with


def panes_for(scheme: Scheme) -> list[str]:
    """Return the names of all panes that show a scheme, its own best panes first."""
    own = [name for name in scheme.best_panes if name in PANES]
    document = Document(encoding=scheme)
    return list(
        dict.fromkeys([*own, *(name for name, pane in PANES.items() if pane.serves(document))])
    )


def follow_scheme(before: Document, after: Document, opened: Document | None = None) -> Document:
    """Return a Document whose panes show its schemes, if these are of another kind than before; else the same Document.

    Panes that show something stay. Those with nothing to show are replaced by panes that the scheme
    names, and closed where there are no more of these. If only panes were open that the scheme
    before names, or none stays, all that the scheme names are opened; or those of the Document that
    was `opened`, if its scheme comes back. A pane that lacked something is opened once the Document
    has it.
    """
    served = [name for name, pane in PANES.items() if pane.lacks(before) and not pane.lacks(after)]
    left = [name for name, pane in PANES.items() if pane.lacks(after) and not pane.lacks(before)]
    is_unchanged = not served and set(left).isdisjoint(after.view.panes)
    if is_unchanged and _scheme_types(before) == _scheme_types(after):
        return after
    own = set(before.view.panes) <= set(before.encoding.best_panes)
    if opened and own and _scheme_types(after) == _scheme_types(opened):
        return after.edited(
            {
                f"view.{name}": getattr(opened.view, name)
                for name in ("panes", "arrangement", "maximised")
            }
        )
    changes = _view_changes(after, served, in_full=after.compare.against is None and own)
    return (
        after.edited({f"view.{name}": value for name, value in changes.items()})
        if changes
        else after
    )


def _schemes(document: Document) -> list[Scheme]:
    return [
        scheme for scheme in (document.encoding, document.compare.against) if scheme is not None
    ]


def _scheme_types(document: Document) -> list[type]:
    return [type(scheme) for scheme in _schemes(document)]


def _view_changes(
    document: Document, served: Sequence[str], *, in_full: bool
) -> Mapping[str, object]:
    """Return the changed fields of the view; none if every pane shows something, and every scheme is shown.

    Panes that are only now `served` are among them.
    """
    view = document.view
    known = [name for name in view.panes if name in PANES]
    staying = [name for name in known if PANES[name].shows_any(document)]
    fronts = {place.front for place in places(view.arranged(view.panes))}
    empty = [name for name in known if name not in staying]
    empty.sort(
        key=lambda name: (name != view.maximised, name not in fronts)
    )  # what is seen first is replaced first
    added = _added_panes(document, staying, None if in_full else len(empty))
    brought = [*added, *(name for name in served if name not in view.panes)]
    if not (empty or brought):
        return {}
    instead = dict(zip(empty, brought, strict=False))
    closed, more = empty[len(brought) :], brought[len(empty) :]
    panes = (*(instead.get(name, name) for name in view.panes if name not in closed), *more)
    maximised = "" if view.maximised in closed else instead.get(view.maximised, view.maximised)
    arrangement = _new_arrangement(view, instead, closed, more) if staying else None
    return {"panes": panes, "arrangement": arrangement, "maximised": maximised}


def _added_panes(document: Document, staying: Sequence[str], room: int | None) -> list[str]:
    """Return the panes to open: those of schemes that no kept pane shows, and more of A's as room allows."""
    brought: dict[str, None] = {}
    for scheme in _schemes(document):
        if not any(isinstance(scheme, PANES[name].needs) for name in staying):
            brought |= dict.fromkeys(
                panes_for(scheme)[
                    : MOST_BESIDE if staying else len(scheme.best_panes) or MOST_ALONE
                ]
            )
    more = [
        name for name in document.encoding.best_panes if name not in staying and name not in brought
    ]
    left = None if room is None else max(0, room - len(brought))
    return [*(name for name in brought if name not in staying), *more[:left]]


def _new_arrangement(
    view: View, instead: Mapping[str, str], closed: Sequence[str], more: Sequence[str]
) -> Split | None:
    """Return an arrangement in which remaining panes keep their places."""
    if view.arrangement is None and not closed:
        return None
    arrangement, last = renamed(view.arranged(view.panes), instead), ""
    for name in more:
        arrangement = (
            beside(arrangement, name, last, "below")
            if last
            else outermost(arrangement, name, "right")
        )
        last = name
    panes = [*(instead.get(name, name) for name in view.panes if name not in closed), *more]
    return None if only(arrangement, panes) == even(panes) else arrangement
