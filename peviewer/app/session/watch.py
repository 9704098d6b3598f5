"""A watch on a part of the Document: a listener is told when that part has become another."""

from collections.abc import Callable

from peviewer.document.document import Document

Reads = Callable[[Document], object]
"""Document → the part of it a listener needs, comparable with ``==``: mostly an ``operator.attrgetter``."""
Then = Callable[[Document], object]

_NOTHING = object()


class Watch:
    """Made by :meth:`Session.watch`; remembers the part its listener was last told of.

    Parameters
    ----------
    reads : callable
        What the listener needs of the Document.
    then : callable
        The listener.
    when : callable, optional
        Whether the listener wants to be told now; while it does not, nothing is read.
    """

    def __init__(self, reads: Reads, then: Then, when: Callable[[], bool] | None = None) -> None:
        self._reads, self._then, self._when = reads, then, when
        self._told: object = _NOTHING

    def look(self, document: Document) -> None:
        """Tell the listener, unless its part is as it was last told."""
        if self._when is not None and not self._when():
            return
        part = self._reads(document)
        if part is not self._told and part != self._told:
            self._told = part
            self._then(document)
