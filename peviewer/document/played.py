"""Which fields can be played, with any scheme: what a Document may name as what moves."""

from collections.abc import Iterator, Mapping

from peviewer.base.parameters import Parameters, Specification, shown, specifications
from peviewer.document.sections import OF_PANES, Play
from peviewer.model.encodings.catalog import SCHEMES


def can_move(path: str, known: Specification) -> bool:
    """Whether a field is a number with a control, in the parameters or in a pane's header."""
    return known.kind in ("int", "float") and has_control(path, known)


def can_be_chosen(path: str, known: Specification) -> bool:
    """Whether a field is a number or a choice with a control."""
    return known.kind in ("int", "float", "choice") and has_control(path, known)


def has_control(path: str, known: Specification) -> bool:
    """Whether a field has a control, in the parameters or in a pane's header."""
    return not known.hidden or path.partition(".")[0] in OF_PANES


def refused(play: Play, sections: Mapping[str, Parameters]) -> str:
    """Return one line that says what is named but cannot be played; empty where all can.

    Examples
    --------
    >>> from peviewer.document.sections import Cursor
    >>> refused(Play(moves="cursor.nonsense"), {"cursor": Cursor()})
    "play.moves = 'cursor.nonsense' is not allowed: it must be a number that can move: ..., cursor.other"
    """
    named = [(play.moves, "play.moves")] if play.moves else []
    named += [(path, "play.courses") for path in play.courses]
    known = dict.fromkeys(_movable(sections)) if named else {}
    for path, field in named:
        if path not in known:
            return f"{field} = {shown(path)} is not allowed: it must be a number that can move: {', '.join(known)}"
    return ""


def _movable(sections: Mapping[str, Parameters]) -> Iterator[str]:
    own = [(name, type(section)) for name, section in sections.items() if name != "encoding"]
    for name, kind in (*(("encoding", kind) for kind in SCHEMES.values()), *own):
        yield from (path for spec in specifications(kind) if can_move(path := f"{name}.{spec.name}", spec))
