"""The Session: the one door through which the Document changes, with undo and one signal."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from peviewer.app.session.watch import Reads, Then, Watch
from peviewer.base.parameters import specification
from peviewer.document.document import Document, DocumentError
from peviewer.figures.panes import catalog as catalog  # the panes declare sections of the Document

Values = dict[str, object]


class Session(QObject):
    """The Document over time.

    Parameters
    ----------
    document : Document, optional
        What is shown first; the defaults if None.
    title : str
        What that Document is called.
    parent : QObject, optional
        The owner.
    """

    changed = Signal(object, object)
    """(old, new) Documents, at most once in a turn of the event loop; the latest wins. Listeners :meth:`watch`."""
    refused = Signal(str)
    """One clear line: why an edit was not made."""
    settling = Signal()
    """An undo step is about to be made: edits that wait to become a step of their own do so now."""

    def __init__(self, document: Document | None = None, title: str = "", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = self._baseline = self._announced = document or Document()
        self._title = title
        self._reopened = False
        self.undo_stack = QUndoStack(self)
        self._watches: list[Watch] = []
        self._announcer = QTimer(self, singleShot=True, interval=0)
        self._announcer.timeout.connect(self._announce)
        self.changed.connect(self._tell)

    @property
    def document(self) -> Document:
        """The latest Document, announced or not."""
        return self._document

    @property
    def baseline(self) -> Document:
        """The preset or session last opened: what "differs" and "reset" refer to."""
        return self._baseline

    @property
    def title(self) -> str:
        """What was opened: the preset's title or the file's name."""
        return self._title

    def edit(self, changes: Mapping[str, object], *, merge: str = "", undoable: bool = True, text: str = "") -> bool:
        """Change some fields of the Document.

        Parameters
        ----------
        changes : mapping of str to object
            Paths and values, as for :meth:`Document.edited`.
        merge : str
            Consecutive edits with the same non-empty key are one undo step.
        undoable : bool
            False for the cursor, the zoom and playing: no undo step.
        text : str
            What the step is called; by default the title of the first field.

        Returns
        -------
        bool
            False if the values are not allowed; nothing is changed then and
            `refused` says why.
        """
        try:
            new = self._document.edited(changes)
        except DocumentError as error:
            self.refused.emit(str(error))
            return False
        if new == self._document:
            return True
        if undoable:
            self.settling.emit()
            self.undo_stack.push(_Edit(self, new, merge, text))
        else:
            self._become(new)
        return True

    def watch(self, reads: Reads, then: Then, when: Callable[[], bool] | None = None) -> Watch:
        """Call ``then(document)`` now, and whenever what it reads has changed.

        Parameters
        ----------
        reads : callable
            Document → the part of it that is needed: ``attrgetter("shift", "view.raw")``.
            It may read more than the Document, such as this session's title.
        then : callable
            The listener; changes of one turn of the event loop reach it as one.
        when : callable, optional
            Whether it is to be told now; if not it waits, and :meth:`Watch.look`
            lets it catch up.
        """
        watch = Watch(reads, then, when)
        self._watches.append(watch)
        watch.look(self._document)
        return watch

    def open(self, document: Document, title: str) -> None:
        """Replace the whole Document by one undo step; it is the new baseline.

        Parameters
        ----------
        document : Document
            A preset's or a file's.
        title : str
            What it is called.
        """
        self.settling.emit()
        self.undo_stack.push(_Open(self, document, title))

    def _become(self, document: Document) -> None:
        self._document = document
        self._announcer.start()

    def _restore(self, document: Document, baseline: Document, title: str) -> None:
        self._baseline, self._title, self._reopened = baseline, title, True
        self._become(document)

    def _apply(self, values: Values) -> None:
        try:
            self._become(self._document.edited(values))
        except DocumentError as error:
            self.refused.emit(str(error))

    def _announce(self) -> None:
        old, self._announced = self._announced, self._document
        reopened, self._reopened = self._reopened, False
        if reopened or old != self._announced:
            self.changed.emit(old, self._announced)

    def _tell(self, _old: Document, new: Document) -> None:
        for watch in self._watches:
            watch.look(new)


class _Edit(QUndoCommand):
    """An undo step that remembers only the paths it changed; made with the Document that it leads to first."""

    def __init__(self, session: Session, document: Document, merge: str, text: str) -> None:
        self._before, self._after = difference(session.document, document)
        super().__init__(text or _title(document, self._after))
        self._session = session
        self._first: Document | None = document
        self._merge = merge

    def id(self) -> int:
        return 1 if self._merge else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, _Edit) or other._merge != self._merge:
            return False
        if "encoding.scheme" in self._before.keys() | other._before.keys():
            return False  # the two steps may name fields that one scheme does not have
        self._before = other._before | self._before
        self._after = self._after | other._after
        self.setObsolete(self._before == self._after)
        return True

    def undo(self) -> None:
        self._session._apply(self._before)

    def redo(self) -> None:
        if self._first is not None:
            self._session._become(self._first)
            self._first = None
        else:
            self._session._apply(self._after)


class _Open(QUndoCommand):
    """An undo step that remembers the whole Document, its baseline and its title."""

    def __init__(self, session: Session, document: Document, title: str) -> None:
        super().__init__(f"open {title}" if title else "open")
        self._session = session
        self._before = (session.document, session.baseline, session.title)
        self._after = (document, document, title)

    def undo(self) -> None:
        self._session._restore(*self._before)

    def redo(self) -> None:
        self._session._restore(*self._after)


def difference(old: Document, new: Document) -> tuple[Values, Values]:
    """Return the paths in which two Documents differ, with the values of either.

    Parameters
    ----------
    old, new : Document
        Where the encoding's scheme differs, all fields of both schemes count.

    Returns
    -------
    before, after : dict of str to object
        Each leads from the other Document back to its own by :meth:`Document.edited`.

    Examples
    --------
    >>> difference(Document(), Document().edited({"shift.phi": 3}))
    ({'shift.phi': 100.0}, {'shift.phi': 3.0})
    """
    before: Values = {}
    after: Values = {}
    for name, mine in old.sections().items():
        others = new.section(name)
        if mine is others:
            continue
        alike = type(mine) is type(others)
        before |= {f"{name}.{key}": value for key, value in mine if not alike or value != getattr(others, key)}
        after |= {f"{name}.{key}": value for key, value in others if not alike or value != getattr(mine, key)}
    return before, after


def _title(document: Document, changed: Values) -> str:
    section, _, name = next(iter(changed)).partition(".")
    title = specification(type(document.section(section)), name).title
    return title[:1].lower() + title[1:]
