"""The list of panes, and the panes that are opened for a scheme.

A new pane is a file in a group's folder, whose record is called PANE, and its place here.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from typing import NamedTuple

from peviewer.base.names import NEAREST, look_up, nearest_name
from peviewer.base.refusals import refused
from peviewer.document.arrangement import Split, beside, even, only, outermost, renamed, tab_groups
from peviewer.document.document import Document
from peviewer.document.sections import declare_section
from peviewer.document.view import View
from peviewer.figures.panels.given_places import given_positions
from peviewer.figures.panes.given_rows import for_given_positions
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
        "attention.terms",
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
"""All panes, grouped by the questions that they answer, as the window's sheet shows them."""

PANES: dict[str, Pane] = {
    pane.name: for_given_positions(pane) for group in GROUPS.values() for pane in group
}

for _pane in PANES.values():
    if _pane.section is not None:
        declare_section(_pane.name, _pane.section, _pane.needs)


def pane(name: str) -> Pane:
    """Return the pane with a name, or one part of it, as ``"distance.profile"``."""
    if not isinstance(name, str):
        raise ValueError(refused("pane", name, "it must be the name of a pane, as in 'shift'"))
    pane_name, dot, part = name.partition(".")
    if pane_name in SCHEMES and pane_name not in PANES:
        raise ValueError(
            f"{pane_name!r} is a scheme and no pane: it is chosen by scheme={pane_name}"
        )
    if pane_name and pane_name not in PANES and not nearest_name(pane_name, PANES):
        _refuse_with_summaries(pane_name)
    whole_pane = look_up(pane_name, PANES, "pane")
    if not dot:
        return whole_pane
    parts = {known: known for known in whole_pane.parts}
    return replace(whole_pane, only=look_up(part, parts, f"part of {pane_name}"))


def _refuse_with_summaries(name: str) -> None:
    """Raise a ValueError that names the panes whose summaries have a word, such as "heatmap"."""
    begins_word = re.compile(rf"\b{re.escape(name)}", re.I)
    names = [known for known, pane in PANES.items() if begins_word.search(pane.summary)]
    if names:
        raise ValueError(f"{name!r} is not a pane; did you mean {' or '.join(names[:NEAREST])}?")


def panes(names: str | Sequence[str]) -> list[Pane]:
    """Return the panes with some names, which may be one text with commas between them."""
    if not isinstance(names, str | Sequence):
        raise ValueError(refused("panes", names, "they must be names of panes, as in 'shift'"))
    if isinstance(names, str):
        names = names.split(",")
    return [pane(name) for name in names]


def check_several(document: Document, names: str | Sequence[str]) -> None:
    """Refuse several values of a parameter if no pane can show all of them."""
    if any(pane.shown_of_several(document) for pane in panes(names)):
        return
    able_panes = [
        name for name, pane in PANES.items() if pane.shown_of_several(document) == "curves"
    ]
    raise ValueError(
        "several is not allowed here: "
        f"curves of several values are drawn by {', '.join(able_panes)}"
    )


# The most panes that are opened for a scheme if no other pane stays.
MAX_ALONE = 4

# The most panes that are opened for a scheme besides those of the scheme it is compared with.
MAX_BESIDE = 2


def panes_for(scheme: Scheme) -> list[str]:
    """Return the names of all panes that show a scheme, its own best panes first."""
    best_panes = [name for name in scheme.best_panes if name in PANES]
    document = Document(encoding=scheme)
    serving_panes = [name for name, pane in PANES.items() if pane.serves(document)]
    return list(dict.fromkeys([*best_panes, *serving_panes]))


def follow_scheme(before: Document, after: Document, opened: Document | None = None) -> Document:
    """Return a Document whose panes show its schemes, if these are of another kind than before.

    Otherwise it is the same Document. Panes that show something stay. Those with nothing to show
    are replaced by panes that the scheme names, and closed where there are no more of these. If
    only panes were open that the scheme before names, or none stays, all that the scheme names are
    opened; or those of the Document that was `opened`, if its scheme comes back. A pane that lacked
    something is opened once the Document has it. In a comparison panes are only replaced.
    """
    newly_served = [name for name in PANES if _comes_to_lack(name, after, before)]
    newly_lacking = [name for name in PANES if _comes_to_lack(name, before, after)]
    has_same_schemes = _scheme_types(before) == _scheme_types(after)
    is_served_alike = not newly_served and set(newly_lacking).isdisjoint(after.view.panes)
    if is_served_alike and has_same_schemes:
        return after

    were_all_best = set(before.view.panes) <= set(before.encoding.best_panes)
    if opened and were_all_best and _scheme_types(after) == _scheme_types(opened):
        names = ("panes", "arrangement", "maximised")
        return after.edited({f"view.{name}": getattr(opened.view, name) for name in names})
    opens_all = after.compare.against is None and were_all_best
    changes = _view_changes(after, newly_served, in_full=opens_all)
    if not changes:
        return after
    return after.edited({f"view.{name}": value for name, value in changes.items()})


def offered_panes(document: Document) -> list[str]:
    """Return the names of panes for a scheme of a comparison that no open pane shows.

    Those that show both schemes come first.
    """
    names: list[str] = []
    for scheme in _schemes(document):
        if any(isinstance(scheme, PANES[name].needs) for name in document.view.panes):
            continue
        closed = [name for name in panes_for(scheme) if name not in document.view.panes]
        closed.sort(key=lambda name: not _shows_all(name, document))
        names += closed[:MAX_BESIDE]
    return list(dict.fromkeys(names))


def _shows_all(name: str, document: Document) -> bool:
    """Whether a pane shows all schemes as what they are, not what any scheme has."""
    needs = PANES[name].needs
    return needs is not Scheme and all(isinstance(each, needs) for each in _schemes(document))


def _comes_to_lack(name: str, before: Document, after: Document) -> bool:
    """Whether a pane cannot show the Document `after` but could show `before`."""
    pane = PANES[name]
    # Given positions come and go without opening or closing panes, which say why they show nothing.
    if bool(given_positions(after)) != bool(given_positions(before)):
        return False
    return bool(pane.lacks(after)) and not pane.lacks(before)


def _schemes(document: Document) -> list[Scheme]:
    compared = document.compare.against
    return [document.encoding] if compared is None else [document.encoding, compared]


def _scheme_types(document: Document) -> list[type]:
    return [type(scheme) for scheme in _schemes(document)]


def _view_changes(
    document: Document, served: Sequence[str], *, in_full: bool
) -> Mapping[str, object]:
    """Return the changed fields of the view, so that each scheme has a pane that shows it.

    There are none if every pane shows something, and every scheme is shown.
    """
    view = document.view
    known_panes = [name for name in view.panes if name in PANES]
    staying_panes = [name for name in known_panes if PANES[name].shows_any(document)]
    empty_panes = _empty_panes(document, staying_panes)
    room = None if in_full else len(empty_panes)
    new_panes = _added_panes(document, staying_panes, room)
    if document.compare.against is not None:
        # Further ones are offered: see `offered_panes`.
        new_panes = new_panes[: len(empty_panes)]
    new_panes += [name for name in served if name not in view.panes]
    if not empty_panes and not new_panes:
        return {}

    replacement = _Replacement(
        instead=dict(zip(empty_panes, new_panes, strict=False)),
        closed=empty_panes[len(new_panes) :],
        added=new_panes[len(empty_panes) :],
    )
    arrangement = replacement.arrangement(view) if staying_panes else None
    return {
        "panes": tuple(replacement.panes(view)),
        "arrangement": arrangement,
        "maximised": replacement.maximised(view),
    }


def _empty_panes(document: Document, staying_panes: Sequence[str]) -> list[str]:
    """Return the open panes that do not stay; visible ones come first, to be replaced first."""
    view = document.view
    front_panes = {group.front for group in tab_groups(view.arranged(view.panes))}
    empty_panes = [name for name in view.panes if name in PANES and name not in staying_panes]
    empty_panes.sort(key=lambda name: (name != view.maximised, name not in front_panes))
    return empty_panes


def _added_panes(document: Document, staying: Sequence[str], room: int | None) -> list[str]:
    """Return the panes to open: those of schemes that no kept pane shows, and more of A's.

    Of A's panes there are as many as `room` allows.
    """
    names_for_schemes: dict[str, None] = {}
    for scheme in _schemes(document):
        is_shown = any(isinstance(scheme, PANES[name].needs) for name in staying)
        if not is_shown:
            max_count = MAX_BESIDE if staying else len(scheme.best_panes) or MAX_ALONE
            names_for_schemes |= dict.fromkeys(panes_for(scheme)[:max_count])
    remaining_room = None if room is None else max(0, room - len(names_for_schemes))
    more_names = [
        name
        for name in document.encoding.best_panes
        if name not in staying and name not in names_for_schemes
    ]
    new_names = [name for name in names_for_schemes if name not in staying]
    return new_names + more_names[:remaining_room]


class _Replacement(NamedTuple):
    """The changes of open panes: which replace others, which are closed, which are added."""

    instead: Mapping[str, str]
    closed: Sequence[str]
    added: Sequence[str]

    def panes(self, view: View) -> list[str]:
        """Return the names of the panes that are open after the change."""
        staying = [self.instead.get(name, name) for name in view.panes if name not in self.closed]
        return [*staying, *self.added]

    def maximised(self, view: View) -> str:
        if view.maximised in self.closed:
            return ""
        return self.instead.get(view.maximised, view.maximised)

    def arrangement(self, view: View) -> Split | None:
        """Return an arrangement in which remaining panes keep their places."""
        if view.arrangement is None and not self.closed:
            return None
        arrangement = renamed(view.arranged(view.panes), self.instead)
        last_added = ""
        for name in self.added:
            if last_added:
                arrangement = beside(arrangement, name, last_added, "below")
            else:
                arrangement = outermost(arrangement, name, "right")
            last_added = name
        panes = self.panes(view)
        return None if only(arrangement, panes) == even(panes) else arrangement
