"""The Session: the Document over time, with undo and one signal for changes."""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import TypeVar

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QUndoStack
from PySide6.QtWidgets import QWidget

from peviewer.app.session.pending_edits import PendingEdits
from peviewer.app.session.slow_edits import (
    SlowEdit,
    compute,
    rebuilt,
    rebuilt_where_stale,
    recompute_cached,
    runs_code,
    takes_long,
)
from peviewer.app.session.undo import Edit, Open, Values, difference, first_title
from peviewer.app.session.waiting import waited_for
from peviewer.app.session.watch import Reads, Then, Watch, When
from peviewer.base.specification import Specification
from peviewer.base.work import Cancelled
from peviewer.document.animation import replaced_values
from peviewer.document.document import Document, DocumentError
from peviewer.figures.panes.catalog import follow_scheme
from peviewer.figures.presets import preset_of_title, shown_title
from peviewer.figures.stories import Place, place_of
from peviewer.figures.wording import Caption
from peviewer.model.encodings.scheme import Scheme

T = TypeVar("T")

CANCELLED = "Cancelled: what is shown stays as it is"

# The sections that decide which panes have something to show.
OF_SCHEMES = {"encoding", "compare", "layers"}

# The limit of undo steps: each may hold Documents, and a window may be open for days.
STEPS = 500


class Session(QObject):
    """The Document over time; `baseline` is the Document that was opened, by default `document`."""

    changed = Signal(object, object)
    """(old, new) Documents, at most once in a turn of the event loop.

    Listeners use :meth:`watch`.
    """
    opened = Signal()
    """The baseline and the title have changed; emitted before `changed`."""
    rejected = Signal(str)
    """One line: why an edit was not made."""
    replaced = Signal(str)
    """One line: a field names something that does not exist, and what is shown instead."""
    computationStarted = Signal(object)
    """A :class:`Job` that takes longer than a moment.

    Until it has ended, what is shown stays as it is.
    """
    stepStarting = Signal()
    """An undo step is about to be made.

    Edits made so far without one, as by playing, become their own step first.
    """

    def __init__(
        self,
        document: Document | None = None,
        title: str = "",
        parent: QObject | None = None,
        *,
        baseline: Document | None = None,
        step: str = "",
    ) -> None:
        super().__init__(parent)
        self.document = self._announced = document or Document()
        """The latest Document, even before `changed` is emitted."""
        self.baseline = baseline or self.document
        """The Document that was opened last: "differs" and "reset" refer to it."""
        # The step of a story is empty if a preset or a file was opened.
        self.title = title
        self.step = step
        self._reopened = False
        self.validation_error = ""
        """Why the last edit was not made."""
        self.undo_stack = QUndoStack(self)
        self.undo_stack.setUndoLimit(STEPS)
        self._watches: list[Watch] = []
        self._announcer = QTimer(self, singleShot=True, interval=0)
        self._announcer.timeout.connect(self.flush)
        self._pending_edits = PendingEdits(
            self, document=lambda: self.document, make=self._make_computed, refuse=self._refuse
        )
        self._pending_edits.started.connect(self.computationStarted)
        self._pending_edits.cancelled.connect(self._on_cancelled)

    def close(self) -> None:
        """Delete the undo steps before the session.

        Otherwise both Python and their stack would delete them.
        """
        self._watches.clear()
        self._pending_edits.close()
        self.undo_stack.blockSignals(True)
        self.undo_stack.clear()

    def baseline_value(self, path: str, spec: Specification) -> object:
        """Return the value to which "reset" sets a field.

        That is the field's default if the scheme of the baseline has no such field.
        """
        return getattr(self.baseline.section(path.partition(".")[0]), spec.name, spec.default)

    @property
    def place(self) -> Place | None:
        return place_of(self.title, self.step)

    @property
    def current_title(self) -> str:
        """The name of what is shown.

        A Document that was named after its encoding is named after the present one.
        """
        if self.title == self.baseline.encoding.display_name:
            return self.document.encoding.display_name
        return shown_title(self.title, self.document)

    @property
    def named_with_size(self) -> str:
        """The name of what is shown and its size, as the title and the status bar show them."""
        return " · ".join(filter(None, (self.current_title, self.document.encoding.size)))

    @property
    def words(self) -> Caption | None:
        """The texts of the open step or preset about the Document.

        None stands for neither, or for one that was left.
        """
        if self.left_preset:
            return None
        if self.place:
            return self.place.step.words(self.document)
        preset = preset_of_title(self.title)
        return preset.words(self.document) if preset else None

    @property
    def left_preset(self) -> bool:
        """Whether a preset was opened and then changed to another scheme.

        A step that asks for another scheme is not left by it.
        """
        if self.place and self.place.step.asks_for_another_scheme:
            return False
        known = preset_of_title(self.title)
        return known is not None and type(known.document.encoding) is not type(
            self.document.encoding
        )

    @property
    def window(self) -> QWidget | None:
        """The window that shows the Document, as the parent of dialogs; None without a window."""
        parent = self.parent()
        return parent if isinstance(parent, QWidget) else None

    @property
    def is_announced(self) -> bool:
        """Whether all listeners have heard of the Document as it is now."""
        return not self._announcer.isActive()

    @property
    def is_computing(self) -> bool:
        """Whether an edit is made once it has been computed, on another thread."""
        return self._pending_edits.are_there

    def edit(
        self,
        changes: Mapping[str, object],
        *,
        merge: str = "",
        undoable: bool = True,
        text: str = "",
    ) -> bool:
        """Change some fields of the Document.

        With another scheme its panes change: see :func:`follow_scheme`.
        """
        if takes_long(self.document, changes):
            self.validation_error = ""
            self._pending_edits.compute(SlowEdit(changes, merge, undoable, text))
            return not self.validation_error
        before = self.document.encoding
        is_made = self._make(changes, merge, undoable=undoable, text=text)
        if self.document.encoding is not before:
            self._pending_edits.drop()
        return is_made

    def _make_computed(self, edit: SlowEdit) -> None:
        self._make(edit.changes, edit.merge, undoable=edit.undoable, text=edit.text)

    def _make(
        self, changes: Mapping[str, object], merge: str, *, undoable: bool, text: str
    ) -> bool:
        try:
            new = self.document.edited(changes)
            has_other_schemes = not OF_SCHEMES.isdisjoint(new.replaced_sections(self.document))
            if has_other_schemes and "view.panes" not in changes:
                new = follow_scheme(self.document, new, self.baseline)
        except DocumentError as error:
            self._reject(str(error))
            return False
        self.validation_error = ""
        if new == self.document:
            return True
        if undoable:
            for line in replaced_values(new, changes):
                self.replaced.emit(line)
            self.stepStarting.emit()
            before, after = difference(self.document, new)
            self._set_document(new)
            title = text or first_title(new, after)
            self.undo_stack.push(Edit(before, after, self._apply, merge, title))
        else:
            self._set_document(new)
        return True

    def _refuse(self, error: Exception) -> None:
        if not isinstance(error, DocumentError):
            raise error
        self._reject(str(error))
        self._show_again()

    def _reject(self, why: str) -> None:
        self.validation_error = why
        self.rejected.emit(why)

    def _on_cancelled(self) -> None:
        self._show_again()
        self.rejected.emit(CANCELLED)

    def _show_again(self) -> None:
        """Notify all listeners of the Document: controls may still show an edit that failed."""
        for watch in self._watches:
            watch.forget()
            watch.update(self.document)

    def watch(
        self, reads: Reads | str, then: Then, when: When | None = None, *, of: str = ""
    ) -> Watch:
        """Call ``then(document)`` now, and whenever what it reads has changed.

        Paths are as in ``"cursor view.zoom"``.

        Of a function, `of` are the sections that it reads, ``"encoding compare"``: where none of
        them has changed it is not called. Where `when` is not true, the watch is not updated.
        """
        if isinstance(reads, str):
            of, reads = reads, attrgetter(*reads.split())
        watch = Watch(reads, then, when, {path.partition(".")[0] for path in of.split()})
        self._watches.append(watch)
        watch.update(self.document)
        return watch

    def open(self, document: Document, title: str, step: str = "") -> None:
        """Replace the whole Document by one undo step; it is the new baseline."""
        self.stepStarting.emit()
        before = self.document, self.baseline, self.title, self.step
        self.undo_stack.push(Open(before, (document, document, title, step), self._restore))

    def open_place(self, place: Place) -> None:
        self.open(place.step.document, place.step.opened.title, place.key)

    def move_step(self, by: int) -> bool:
        place = self.place.moved(by) if self.place else None
        if place:
            self.open_place(place)
        return place is not None

    def reopen(self) -> None:
        self.open(self.baseline, self.title, self.step)

    def _set_document(self, document: Document) -> None:
        self.document = document
        self._announcer.start()

    def rebuild(self, name: str, kind: type[Scheme]) -> None:
        """Rebuild A and B from the present class of a user's scheme, without an undo step."""
        document, baseline = (
            rebuilt(document, name, kind) for document in (self.document, self.baseline)
        )
        if document is not self.document or baseline is not self.baseline:
            self._restore(document, baseline, self.title, self.step)

    def _restore(self, document: Document, baseline: Document, title: str, step: str) -> None:
        self._pending_edits.drop()

        def compute_both() -> tuple[Document, Document]:
            now = rebuilt_where_stale(document)
            recompute_cached(now)
            return now, rebuilt_where_stale(baseline)

        try:
            is_code = runs_code(document) or runs_code(baseline)
            now, self.baseline = self._waited_for(compute_both) if is_code else compute_both()
        except DocumentError as error:
            self.rejected.emit(str(error))
            return
        except Cancelled:
            self.rejected.emit(CANCELLED)
            return
        self.title = title
        self.step = step
        self._reopened = True
        self._set_document(now)

    def _apply(self, values: Values) -> None:
        if self._pending_edits.drop():
            self._show_again()
        document = self.document
        try:
            if takes_long(document, values):
                self._waited_for(lambda: compute(document, values))
            self._set_document(document.edited(values, alone=True))
        except DocumentError as error:
            self.rejected.emit(str(error))
        except Cancelled:
            self.rejected.emit(CANCELLED)

    def _waited_for(self, work: Callable[[], T]) -> T:
        return waited_for(work, "Computing the step…", self.window, may_never_end=True)

    def flush(self) -> None:
        """Notify all listeners at once, not in the next turn of the event loop."""
        self._announcer.stop()
        old, self._announced = self._announced, self.document
        reopened, self._reopened = self._reopened, False
        if reopened:
            self.opened.emit()
        if reopened or old != self._announced:
            changed = self._announced.replaced_sections(old)
            for watch in self._watches:
                if reopened or not watch.sections or watch.sections & changed:
                    watch.update(self._announced)
            self.changed.emit(old, self._announced)
