"""Undo steps: what each one remembers, and how it is merged with the one before."""

from collections.abc import Callable

from PySide6.QtGui import QUndoCommand

from peviewer.base.parameters import specification
from peviewer.base.words import continuing
from peviewer.document.document import Document

Values = dict[str, object]
Opened = tuple[Document, Document, str]
"""A Document, its baseline and its title."""


class Edit(QUndoCommand):
    """An undo step that remembers only the paths it changed.

    Parameters
    ----------
    before, after : dict of str to object
        Their values, as :func:`difference` returns them.
    apply : callable
        Edits the Document; not called for the edit itself, which is done when its step is made.
    merge : str
        Consecutive steps with the same non-empty key become one.
    text : str
        What the step is called.
    """

    def __init__(self, before: Values, after: Values, apply: Callable[[Values], None], merge: str, text: str) -> None:
        super().__init__(text)
        self._before, self._after = before, after
        self._apply, self._merge = apply, merge
        self._done = True

    def id(self) -> int:
        """Return Qt's mark of steps that may merge."""
        return 1 if self._merge else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take in the step after this one, if both are of one gesture."""
        if not isinstance(other, Edit) or other._merge != self._merge:
            return False
        if "encoding.scheme" in self._before.keys() | other._before.keys():
            return False  # the two steps may name fields that one scheme does not have
        self._before = other._before | self._before
        self._after = self._after | other._after
        self.setObsolete(self._before == self._after)
        return True

    def undo(self) -> None:
        """Put the values from before back."""
        self._done = False
        self._apply(self._before)

    def redo(self) -> None:
        """Change the values again; Qt asks for it also when the step is new."""
        if not self._done:
            self._apply(self._after)


class Open(QUndoCommand):
    """An undo step that remembers the whole Document, its baseline and its title."""

    def __init__(self, before: Opened, after: Opened, restore: Callable[[Document, Document, str], None]) -> None:
        title = after[2]
        super().__init__(f"open {title}" if title else "open")
        self._before, self._after, self._restore = before, after, restore

    def undo(self) -> None:
        """Bring back what was open before."""
        self._restore(*self._before)

    def redo(self) -> None:
        """Open it."""
        self._restore(*self._after)


def difference(old: Document, new: Document) -> tuple[Values, Values]:
    """Return the paths in which two Documents differ, with the values of either.

    Parameters
    ----------
    old, new : Document
        Where the encoding's scheme differs, all fields of both schemes count.

    Returns
    -------
    before, after : dict of str to object
        Each leads from the other Document back to its own by :meth:`Document.edited`, ``alone``.

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


def first_title(document: Document, changed: Values) -> str:
    """Return what the first of some changed fields is called, as the rest of a sentence."""
    section, _, name = next(iter(changed)).partition(".")
    return continuing(specification(type(document.section(section)), name).title)
