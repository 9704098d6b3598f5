"""What playing moves, and how: the one place that the transport, the menu and the player ask."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal

from peviewer.app.session.session import Session
from peviewer.app.transport.track import Track
from peviewer.base.parameters import Specification
from peviewer.document.animation import (
    SHIFT,
    animated_fields,
    animation_change,
    animation_speed,
    field_label,
    field_specification,
    round_speed,
    shown_value,
)
from peviewer.document.document import Document
from peviewer.document.sections import PANE_SECTIONS
from peviewer.figures.animated_fields import default_animated_field
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.panes.pane import Pane


class Moves(QObject):
    """The number that moves: the one the user chose, else the one that suits the panes that can be seen.

    While it plays it stays, unless the user chooses another.

    Parameters
    ----------
    session : Session
        Whose Document moves.
    panes : mapping of str to Pane
        The panes there are.
    parent : QObject, optional
        The owner.
    """

    changed = Signal()
    """Another number moves."""
    offeredChanged = Signal()
    """Other numbers can move."""

    def __init__(self, session: Session, panes: Mapping[str, Pane] = PANES, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._panes = session, panes
        self._path, self._alone, self._chosen, self._held = SHIFT, "", "", False
        self._offered: dict[str, str] = {}
        self._track: tuple[object, str, Track] | None = None
        session.watch(_reads, self._follow)

    @property
    def path(self) -> str:
        """The path of the number that moves, which the Document has."""
        document = self._session.document
        section, _, name = self._path.partition(".")
        if name not in type(document.section(section)).model_fields:
            self._follow(document)  # who asks was told of another scheme before this was
        return self._path

    @property
    def name(self) -> str:
        """What it is called, without its symbol, as the rest of a sentence."""
        return self.spec.title.lower()

    @property
    def spec(self) -> Specification:
        """What its declaration says."""
        return field_specification(self._session.document, self.path)

    @property
    def value(self) -> float:
        """The number, as figures show it."""
        value: float = shown_value(self.spec, self._session.document, self.path)
        return value

    @property
    def track(self) -> Track:
        """Where it runs, and how; worked out once a Document, for many ask at each frame."""
        document, path, known = self._session.document, self.path, self._track
        if known is None or known[0] is not document or known[1] != path:
            known = self._track = document, path, Track.of(document, path)
        return known[2]

    @property
    def unit(self) -> str:
        """The unit of its speed."""
        unit = self.spec.unit or ("steps" if self.track.grain else "units")
        return f"{'decades' if self.track.log else unit}/s"

    def offered(self) -> dict[str, str]:
        """Return the numbers that can move, by path, with what they are called."""
        return dict(self._offered)

    def called(self) -> str:
        """Return what it is called, with its symbol."""
        return field_label(self._session.document, self.path)

    def choose(self, path: str) -> None:
        """Let another number move; the one that suits the panes follows them again."""
        self._session.edit({"play.moves": "" if path == self._suited(self._session.document) else path})

    def show_only(self, name: str) -> None:
        """Suit one pane, because the others are behind it; all that are open, if that is empty."""
        self._alone = name
        self._follow(self._session.document)

    def hold(self, held: bool) -> None:
        """Stay with the number, whichever panes can be seen; or follow them again."""
        self._held = held
        if not held:
            self._follow(self._session.document)

    def move(self, value: float, key: str) -> None:
        """Move the number, as far as it is allowed to; steps of one key are one undo step."""
        spec = self.spec
        inside = min(max(value, spec.minimum), spec.maximum)
        if not (spec.open_minimum and inside == spec.minimum):
            self._session.edit({self.path: inside}, merge=key)

    def step(self, direction: int) -> None:
        """Move it one step towards the end of its track (1) or the start (−1)."""
        self.move(self.track.step(self.value, direction), f"step {self.path}")

    def jump(self, end: str) -> None:
        """Move it to the ``"start"`` or the ``"stop"`` of its track."""
        self.move(self.track.rounded(getattr(self.track, end)), f"jump {self.path}")

    def replay(self, field: str, value: float, key: str = "") -> bool:
        """Set the ``"start"``, the ``"stop"`` or the ``"speed"`` of its track; False if that is refused."""
        changes = animation_change(self._session.document, self.path, field, value)
        return self._session.edit(changes, merge=key, text=f"play {field}" if field != "speed" else field)

    def hasten(self, direction: int) -> None:
        """Let it move faster (1) or slower (−1)."""
        now = animation_speed(self._session.document, self.path)
        self.replay("speed", round_speed(now, direction), "hasten")

    def _suited(self, document: Document) -> str:
        names = [self._alone] if self._alone else document.view.panes
        return default_animated_field(document, [self._panes[name] for name in names if name in self._panes])

    def _follow(self, document: Document) -> None:
        chosen, offered = document.play.moves, animated_fields(document)
        if offered != self._offered:
            self._offered = offered
            self.offeredChanged.emit()
        if chosen in offered:
            path = chosen
        elif self._held and self._path in offered and chosen == self._chosen:
            path = self._path
        else:
            path = self._suited(document)
        self._chosen = chosen
        if path != self._path:
            self._path = path
            self.changed.emit()


def _reads(document: Document) -> object:
    """Return what decides which number moves: what is chosen, what is open, and what the panes choose themselves."""
    own = [document.of(known.fields) for known in PANE_SECTIONS.values()]
    return document.play.moves, document.view.panes, type(document.encoding), document.content.kind, own
