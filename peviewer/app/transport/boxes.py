"""The number boxes of what moves: the number itself, the ends of its track and its speed."""

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from peviewer.app.controls.editors import describe
from peviewer.app.controls.number_box import NumberBox
from peviewer.app.session.session import Session
from peviewer.app.transport.moves import Moves
from peviewer.base.parameters import Specification, specification
from peviewer.document.sections import Shift

Field = Literal["value", "start", "stop", "speed"]
_ROOM = (-100.11,)  # numbers that always have room, so that the bar seldom changes


def track_box(moves: Moves, session: Session, field: Field, *, snug: bool = True) -> NumberBox:
    """Return a box that shows and edits one field of what moves, whichever number that is; `snug`, as wide as it is."""
    box = NumberBox(_spec(moves, field), steadily=field == "value")
    meant = ""  # the path of the number that it shows

    def retarget() -> None:
        nonlocal meant
        meant, spec = moves.path, _spec(moves, field)
        box.set_spec(spec)
        describe(box, spec)
        show()

    def show(_document: object = None) -> None:
        box.set_value(_read(moves, field))
        if snug and field != "value":  # a number that keeps changing has the room of its whole track
            box.make_room_for(_read(moves, field))

    def edit(value: float, key: str) -> None:
        if (before := meant) != moves.path:  # what was typed is of a number that the Document has no longer
            return
        if field == "value":
            made = session.edit({before: value}, merge=key)
        else:
            made = moves.replay(field, value, key)
        if not made:
            box.refuse(_read(moves, field), session.refusal)

    retarget()
    box.edited.connect(edit)
    moves.changed.connect(retarget)
    session.opened.connect(lambda: box.mend(put_back=True))
    watch_track(moves, session, lambda: _read(moves, field), show)
    if field == "value":
        watch_track(moves, session, lambda: _sample(moves), lambda _: box.make_room_for(*_sample(moves)))
    return box


def watch_track(moves: Moves, session: Session, reads: Callable[[], object], then: Callable[[object], object]) -> None:
    """Call `then` whenever what it reads of the number that moves has changed, and where another moves."""
    watch = session.watch(lambda _: (moves.path, reads()), then)
    moves.changed.connect(lambda: watch.update(session.document))


def _read(moves: Moves, field: Field) -> float:
    value: float = moves.value if field == "value" else getattr(moves.track, field)
    return value


def _sample(moves: Moves) -> tuple[float, ...]:
    """Return numbers as long as any of the track."""
    track = moves.track
    apart = 0.0 if track.grain else 0.11
    return (*(() if track.grain else _ROOM), track.start - apart, track.stop + apart)


def _spec(moves: Moves, field: Field) -> Specification:
    """Return what the box allows: the ends are numbers as the one that moves, without its unit."""
    if field == "value":
        return replace(moves.spec, unit="")
    declared = specification(Shift, field)
    if field == "speed":
        return replace(declared, unit=moves.unit, help=f"How far it moves in a second, in {moves.unit}.")
    return replace(moves.spec, title=declared.title, help=declared.help, symbol="", formula="", unit="", name=field)
