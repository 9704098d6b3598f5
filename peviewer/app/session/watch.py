"""A listener that is called when the part of the Document that it reads has changed."""

from collections.abc import Callable, Set

from peviewer.document.document import Document

# It takes a Document and returns the part of it that a listener needs, comparable with ``==``.
Reads = Callable[[Document], object]

# What a listener does with the Document, and whether it wants to know of it now.
Then = Callable[[Document], object]
When = Callable[[], bool]

_NOTHING = object()


class Watch:
    """A listener to some sections, and the part of them with which it was last called."""

    def __init__(self, reads: Reads, then: Then, when: When | None, sections: Set[str]) -> None:
        self._reads = reads
        self._then = then
        self._when = when
        self.sections = sections
        """The sections of the Document that it reads; empty for all."""
        self._last: object = _NOTHING

    def update(self, document: Document) -> None:
        if self._when is not None and not self._when():
            return
        part = self._reads(document)
        if part is not self._last and part != self._last:
            self._last = part
            self._then(document)

    def forget(self) -> None:
        self._last = _NOTHING
