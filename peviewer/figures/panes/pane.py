"""What a pane is: a name, what it needs of a scheme and reads of the Document, and how it is drawn and explained."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeGuard

from typing_extensions import TypeVar

from peviewer.document.document import DocumentError
from peviewer.figures.alternating import told_apart
from peviewer.figures.compare.figure import compared, formulas
from peviewer.figures.compare.said import beginning, titled
from peviewer.figures.grammar import Figure, Panel
from peviewer.figures.panels.axes import windowed
from peviewer.figures.panels.bare import noted
from peviewer.figures.panels.levels import leveled
from peviewer.model.encodings.scheme import Scheme

if TYPE_CHECKING:
    from collections.abc import Callable

    from peviewer.base.formula import Formula
    from peviewer.base.parameters import Parameters
    from peviewer.document.document import Document
    from peviewer.figures.tables import Columns, Grid

C = TypeVar("C", bound=Scheme, default=Any)


def _none(_: Document) -> tuple[Columns | Grid, ...]:
    """Return nothing: the marks hold all numbers."""
    return ()


@dataclass(frozen=True)
class Pane(Generic[C]):
    """One live view of the Document; everything else about it follows from this record.

    The functions are asked only for Documents whose scheme is what the pane
    needs: the type checker holds them to that, and the methods see to it.

    Attributes
    ----------
    name : str
        Its name on the command line and in sessions: ``"distance"``.
    title : str
        Its name in the window, in sentence case.
    summary : str
        One line for the command line and tooltips.
    shows : str
        What it shows, as the end of a sentence: ``"how far vectors are apart"``.
    needs : type
        What a scheme must be for this pane: ``Turning``, ``Lagged`` …
    reads : callable
        Document → the part of it the picture depends on, comparable with ``==``, but for zoom and range of colours.
    draw : callable
        Document → Figure, pure; name, formula and zoom are added to it.
    explain : callable
        Document → two or three sentences that say what to look for.
    formula : callable
        Document → the one formula that belongs to it.
    hint : callable
        Document → what else the window can do here, the end of its explanation; paper says nothing of it.
    section : type, optional
        The fields of the Document that are this pane's own, declared in its file.
    choices : tuple of str
        Fields of the Document offered in its header: ``("pairwise.metric",)``.
    measures : bool
        Whether it shows times measured on this machine: see ``Listing.measured``.
    tables : callable
        Document → numbers for files that its marks do not hold as such; they stand for its lists.
    parts : tuple of str
        What its panels are called, in order, so that each can be shown alone; a Figure of others names them itself.
    only : str
        The part that is shown alone; empty for all of it.
    shows_both : bool
        Whether it shows by itself what the Document's scheme is compared with.
    lists : bool
        Whether it is lists alone: of two schemes, those of each as it is, not of what both have.
    main : str
        The key of what it is about, in files of numbers; its first matrix, else its first curve if empty.
    """

    name: str
    title: str
    summary: str
    shows: str
    needs: type[C]
    reads: Callable[[Document[C]], object]
    draw: Callable[[Document[C]], Figure]
    explain: Callable[[Document[C]], str]
    formula: Callable[[Document[C]], Formula]
    hint: Callable[[Document[C]], str] = lambda document: ""
    section: type[Parameters] | None = None
    choices: tuple[str, ...] = ()
    measures: bool = False
    tables: Callable[[Document[C]], tuple[Columns | Grid, ...]] = _none
    main: str = ""
    parts: tuple[str, ...] = ()
    only: str = ""
    shows_both: bool = False
    lists: bool = False

    def serves(self, document: Document) -> TypeGuard[Document[C]]:
        """Whether the Document's scheme gives what the pane shows."""
        return isinstance(document.encoding, self.needs)

    def shows_any(self, document: Document) -> bool:
        """Whether there is something to show, of the Document's scheme or of the one it is compared with."""
        return self.serves(document) or ((other := document.other) is not None and self.serves(other))

    def refusal(self, document: Document) -> str:
        """Return one sentence that says why the pane has nothing to show; empty where it has."""
        if self.serves(document):
            return ""
        scheme = document.encoding
        return f"{scheme.title} gives {scheme.gives}; {self.title} shows {self.shows}."

    def figure(self, document: Document) -> Figure:
        """Return what the pane shows, or one sentence why it cannot."""
        found = self._drawn(document)
        if (other := document.other) is not None and not self.shows_both:
            found = compared(found, self._drawn(other), document.compare)
            found = replace(found, title=titled(found.title, document))
        found = told_apart(found)
        found = replace(found, rows=leveled(found.rows, document.view.levels.get(self.name)))
        return found.alone(self.only) if self.only and self.serves(document) else found

    def _drawn(self, document: Document) -> Figure:
        """Return what the pane shows of one scheme, with the user's zoom."""
        if not self.serves(document):
            return Figure(self.title, ((noted(self.refusal(document)),),), name=self.name)
        figure = self.draw(document)
        rows = tuple(tuple(self._zoomed(panel, document) for panel in row) for row in figure.rows)
        named = figure.names or (self.parts if len(self.parts) == len(figure.panels) else ())
        return replace(figure, name=self.name, rows=rows, formula=self.formula(document).mathtext, names=named)

    def demand(self, document: Document) -> Figure:
        """Return what the pane shows, for a file: none is made of a sentence.

        Raises
        ------
        DocumentError
            If the scheme gives nothing to show here; the message is :meth:`refusal`.
        """
        if not self.shows_any(document):
            raise DocumentError(self.refusal(document))
        figure = self.figure(document)
        if not figure.rows:
            raise DocumentError(f"{self.title} has no part {self.only} here")
        return replace(figure, name=".".join(filter(None, (self.name, self.only))))

    def read(self, document: Document) -> object:
        """Return what the picture depends on, comparable with ``==``, whatever the scheme."""
        own = self._read(document) if self.serves(document) else self.refusal(document)
        return own if (other := document.other) is None else (own, self.read(other), document.compare)

    def _read(self, document: Document[C]) -> object:
        """Return what it reads, and unless it is lists alone what is zoomed to, and the range of its colours."""
        windows = () if self.lists else (document.view.zoom, document.view.levels.get(self.name))
        return self.reads(document), windows

    def explanation(self, document: Document, *, hints: bool = True) -> str:
        """Return two or three sentences that say what to look for, or one why there is nothing.

        Without `hints` there is no word of what the window can do: as it is said beside a picture.
        """
        own, other = self._said(document, hints=hints), None if self.shows_both else document.other
        if other is None:
            return f"{beginning(document, drawn=not self.lists)} {own}".lstrip()
        if own != self._said(other, hints=hints):
            own = f"Of A: {own}" if self.serves(document) else f"{own} Of B: {self._said(other, hints=hints)}"
        return f"{beginning(document, drawn=not self.lists)} {own}"

    def _said(self, document: Document, *, hints: bool) -> str:
        """Return what is said of one scheme."""
        if not self.serves(document):
            return self.refusal(document)
        return f"{self.explain(document)} {self.hint(document) if hints else ''}".rstrip()

    def formula_text(self, document: Document) -> str:
        """Return the pane's formula as plain text; empty where it shows nothing."""
        own = self.formula(document).text if self.serves(document) else ""
        other = None if self.shows_both else document.other
        return own if other is None else formulas(own, self.formula_text(other))

    def caption(self, document: Document, sentences: int = 1) -> str:
        """Return the beginning of the explanation: what stands below a picture."""
        return first_sentences(self.explanation(document, hints=False), sentences)

    def _zoomed(self, panel: Panel, document: Document) -> Panel:
        """Return the panel with what the user zoomed to on the axes that keep their zoom."""
        if not document.view.zoom:
            return panel
        x, y = (windowed(axis, document, self.name) for axis in (panel.x, panel.y))
        return replace(panel, x=x, y=y)


def first_sentences(text: str, count: int = 1) -> str:
    """Return the beginning of an explanation.

    Examples
    --------
    >>> first_sentences("One row a position. Zoom in. Look.", 2)
    'One row a position. Zoom in.'
    """
    return " ".join(re.split(r"(?<=[.!?]) +", text.strip())[:count])
