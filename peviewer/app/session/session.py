"""The Session: the one door through which the Document changes, with undo and one signal."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QUndoStack

from peviewer.app.session.undo import Edit, Open, Values, difference, first_title
from peviewer.document.document import Document, DocumentError
from peviewer.figures.panes.serving import follow_scheme
from peviewer.figures.presets import preset_of_title

Reads = Callable[[Document], object]
"""Document → the part of it a listener needs, comparable with ``==``: mostly an ``operator.attrgetter``."""
Then = Callable[[Document], object]
When = Callable[[], bool]

STEPS = 500
"""So many undo steps are kept: each may hold Documents, and a window lives for days."""

_NOTHING = object()


class Watch:
    """Made by :meth:`Session.watch`; remembers the part its listener was last called with.

    Parameters
    ----------
    reads : callable
        What the listener needs of the Document.
    then : callable
        The listener.
    when : callable, optional
        Whether the listener wants to be told now; while it does not, nothing is read.
    """

    def __init__(self, reads: Reads, then: Then, when: When | None) -> None:
        self._reads, self._then, self._when = reads, then, when
        self._last: object = _NOTHING

    def update(self, document: Document) -> None:
        """Tell the listener, unless its part is as it was last told."""
        if self._when is not None and not self._when():
            return
        part = self._reads(document)
        if part is not self._last and part != self._last:
            self._last = part
            self._then(document)

    def forget(self) -> None:
        """Tell the listener the next time, whatever it was last told."""
        self._last = _NOTHING


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
    baseline : Document, optional
        What was opened, before it became `document`; the same if None.
    """

    changed = Signal(object, object)
    """(old, new) Documents, at most once in a turn of the event loop; the latest wins. Listeners :meth:`watch`."""
    opened = Signal()
    """The baseline and the title are others; before `changed`."""
    rejected = Signal(str)
    """One clear line: why an edit was not made."""
    stepStarting = Signal()
    """An undo step is about to be made: edits that wait to become a step of their own do so now."""

    def __init__(
        self,
        document: Document | None = None,
        title: str = "",
        parent: QObject | None = None,
        *,
        baseline: Document | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = self._announced = document or Document()
        self._baseline = baseline or self._document
        self._title = title
        self._reopened = False
        self._validation_error = ""
        self.undo_stack = QUndoStack(self)
        self.undo_stack.setUndoLimit(STEPS)
        self._watches: list[Watch] = []
        self._announcer = QTimer(self, singleShot=True, interval=0)
        self._announcer.timeout.connect(self._announce)
        self.changed.connect(self._notify)

    def close(self) -> None:
        """Delete the undo steps; call it before the session is let go of.

        Python may otherwise collect the steps before their stack, and Qt would delete them again.
        """
        self.undo_stack.blockSignals(True)
        self.undo_stack.clear()

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

    @property
    def current_title(self) -> str:
        """What is shown now: what was opened, or the scheme where a preset was changed into another one."""
        return self._document.encoding.title if self.left_preset else self._title

    @property
    def left_preset(self) -> bool:
        """Whether a preset was opened, and then another scheme was chosen: it is that preset no more."""
        other = type(self._document.encoding) is not type(self._baseline.encoding)
        return other and preset_of_title(self._title) is not None

    @property
    def validation_error(self) -> str:
        """Why the last edit was not made; empty if it was."""
        return self._validation_error

    def edit(self, changes: Mapping[str, object], *, merge: str = "", undoable: bool = True, text: str = "") -> bool:
        """Change some fields of the Document, and with another scheme its panes: see :func:`follow_scheme`.

        Parameters
        ----------
        changes : mapping of str to object
            Paths and values, as for :meth:`Document.edited`.
        merge : str
            Consecutive edits with the same non-empty key are one undo step.
        undoable : bool
            False for the zoom, the open panes and playing: no undo step.
        text : str
            What the step is called; by default the title of the first field.

        Returns
        -------
        bool
            False if the values are not allowed; nothing is changed then and
            `rejected` says why.
        """
        try:
            new = self._document.edited(changes)
            if "view.panes" not in changes:
                new = follow_scheme(self._document, new, self._baseline)
        except DocumentError as error:
            self._validation_error = str(error)
            self.rejected.emit(self._validation_error)
            return False
        self._validation_error = ""
        if new == self._document:
            return True
        if undoable:
            self.stepStarting.emit()
            before, after = difference(self._document, new)
            self._set_document(new)
            self.undo_stack.push(Edit(before, after, self._apply, merge, text or first_title(new, after)))
        else:
            self._set_document(new)
        return True

    def watch(self, reads: Reads, then: Then, when: When | None = None) -> Watch:
        """Call ``then(document)`` now, and whenever what it reads has changed.

        Parameters
        ----------
        reads : callable
            Document → the part of it that is needed: ``attrgetter("shift", "view.raw")``.
        then : callable
            The listener; changes of one turn of the event loop reach it as one.
        when : callable, optional
            Whether it is to be told now; if not it waits, and :meth:`Watch.update`
            lets it catch up.
        """
        watch = Watch(reads, then, when)
        self._watches.append(watch)
        watch.update(self._document)
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
        self.stepStarting.emit()
        before = self._document, self._baseline, self._title
        self.undo_stack.push(Open(before, (document, document, title), self._restore))

    def _set_document(self, document: Document) -> None:
        self._document = document
        self._announcer.start()

    def _restore(self, document: Document, baseline: Document, title: str) -> None:
        self._baseline, self._title, self._reopened = baseline, title, True
        self._set_document(document)

    def _apply(self, values: Values) -> None:
        try:
            self._set_document(self._document.edited(values, alone=True))
        except DocumentError as error:
            self.rejected.emit(str(error))

    def _announce(self) -> None:
        old, self._announced = self._announced, self._document
        reopened, self._reopened = self._reopened, False
        if reopened:
            self.opened.emit()
        if reopened or old != self._announced:
            self.changed.emit(old, self._announced)

    def _notify(self, _old: Document, new: Document) -> None:
        for watch in self._watches:
            watch.update(new)
