"""Undo steps, and how each merges with the step before."""

from collections.abc import Callable

from PySide6.QtGui import QUndoCommand

from peviewer.base.specification import specification
from peviewer.base.words import continuing
from peviewer.document.document import Document

Values = dict[str, object]
Opened = tuple[Document, Document, str, str]
"""A Document, the saved Document that edits are compared with, its title and its story's step."""


class Edit(QUndoCommand):
    """An undo step that remembers the paths it changed; those with the same `merge` become one."""

    def __init__(
        self, before: Values, after: Values, apply: Callable[[Values], None], merge: str, text: str
    ) -> None:
        super().__init__(text)
        self._before = before
        self._after = after
        self._apply = apply
        self._merge = merge
        self._done = True

    def id(self) -> int:
        return 1 if self._merge else -1

    def mergeWith(self, step: QUndoCommand) -> bool:
        if not isinstance(step, Edit) or step._merge != self._merge:
            return False
        if "encoding.scheme" in self._before.keys() | step._before.keys():
            # The steps may name fields that one of the schemes does not have.
            return False
        self._before = step._before | self._before
        self._after = self._after | step._after
        self.setObsolete(self._before == self._after)
        return True

    def undo(self) -> None:
        self._done = False
        self._apply(self._before)

    def redo(self) -> None:
        """Repeat the edit; Qt calls this for a new step too, which is done already."""
        if not self._done:
            self._apply(self._after)


class Open(QUndoCommand):
    """An undo step that remembers the whole Document, its baseline, its title and its step."""

    def __init__(
        self, before: Opened, after: Opened, restore: Callable[[Document, Document, str, str], None]
    ) -> None:
        title = after[2]
        super().__init__(f"open {title}" if title else "open")
        self._before = before
        self._after = after
        self._restore = restore

    def undo(self) -> None:
        self._restore(*self._before)

    def redo(self) -> None:
        self._restore(*self._after)


def difference(old: Document, new: Document) -> tuple[Values, Values]:
    """Return the values of `old` and of `new` by the paths in which they differ.

    If their schemes differ, all fields of both schemes are returned.

    >>> difference(Document(), Document().edited({"shift.phi": 3}))
    ({'shift.phi': 100.0}, {'shift.phi': 3.0})
    """
    before: Values = {}
    after: Values = {}
    for name, old_section in old.sections().items():
        new_section = new.section(name)
        if old_section is new_section:
            continue
        have_same_fields = type(old_section) is type(new_section)
        before |= {
            f"{name}.{key}": value
            for key, value in old_section.by_field().items()
            if not have_same_fields or value != getattr(new_section, key)
        }
        after |= {
            f"{name}.{key}": value
            for key, value in new_section.by_field().items()
            if not have_same_fields or value != getattr(old_section, key)
        }
    return before, after


def first_title(document: Document, changed: Values) -> str:
    """Return the title of the first changed field, as it is written within a sentence."""
    section, _, name = next(iter(changed)).partition(".")
    return continuing(specification(type(document.section(section)), name).title)
