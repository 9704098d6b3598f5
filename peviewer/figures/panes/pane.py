"""The record of a pane: its name, its kind of scheme, the functions that draw and explain it.

Its tables for files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeGuard

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypeVar

from peviewer.base.formula import Formula
from peviewer.base.parameters import Parameters
from peviewer.document.document import Document, DocumentError
from peviewer.figures.compare.figure import compare_figures, with_curves_named
from peviewer.figures.compare.several import figure_of_one, joint_figure, shown_of_each, value_names
from peviewer.figures.compare.texts import (
    comparison_sentence,
    comparison_title,
    joint_formula,
    scheme_names,
    sentences,
    shared_formula,
    shared_sentences,
)
from peviewer.figures.grammar import Axis, Figure, Panel
from peviewer.figures.panels.axes import with_zoom
from peviewer.figures.ranges import with_color_range
from peviewer.model.encodings.scheme import Scheme

Column: TypeAlias = "Sequence[Any] | NDArray[Any]"


@dataclass(frozen=True)
class Columns:
    """Named columns of numbers or words, all of one length."""

    key: str  # its name in files: one word that never changes
    columns: Mapping[str, Column]  # the columns, by names that can be typed
    # quantities and units of columns, if their names do not give them
    labels: Mapping[str, str] = field(default_factory=dict)


class Exact(Protocol):
    """A matrix whose cells can be computed one by one: any Raster, and matrices that are never drawn."""

    def exact(self, rows: range, columns: range) -> NDArray[np.float64]:
        """Return cells in double precision; see :meth:`Raster.exact`."""


@dataclass(frozen=True)
class Grid:
    """Some columns of a matrix that is never built; `zero` is the coordinate of row 0.

    ``chosen`` are the numbers of the columns in the matrix, ``coordinates`` those on their axis.
    """

    key: str
    source: Exact
    rows: Axis
    zero: float
    height: int
    columns: Axis
    coordinates: tuple[int, ...]
    chosen: tuple[int, ...]
    label: str = ""


C = TypeVar("C", bound=Scheme, default=Any)
WIDE = 8192
"""Columns of a table, from which on its rows take longer than a moment."""


class _Several(NamedTuple):
    """What is compared by several values of a parameter: a Document of each, its name, and which is the own one."""

    documents: Sequence[Document[Any]]
    names: Sequence[str]
    own: int

    @property
    def own_document(self) -> Document[Any]:
        return self.documents[self.own]

    @property
    def own_name(self) -> str:
        return self.names[self.own]


@dataclass(frozen=True)
class Pane(Generic[C]):
    """One live view of the Document; its functions are called only with Documents whose scheme is of the kind it needs.

    All but its names and sentences are functions of the Document, and pure.
    """

    name: str  # on the command line and in sessions: "distance"
    needs: type[C]  # the kind of scheme it shows: Turning, Lagged …
    summary: str  # a line for the command line and tooltips; its part before a colon also follows "it shows"
    # the part of the Document that the picture depends on, besides the pane's own fields, zoom and
    # colour range; compared with ==
    reads: Callable[[Document[C]], object]
    draw: Callable[[Document[C]], Figure]  # name, formula and zoom are added to what it returns
    explain: Callable[[Document[C]], str]  # two or three sentences that say what to look for
    formula: Callable[[Document[C]], Formula]
    called: str = ""  # its name in the window, if that is not `name`
    hint: str = ""  # what else the window can do here, the end of its explanation; not on paper
    section: type[Parameters] | None = None  # the fields of the Document that are this pane's own
    choices: tuple[str, ...] = ()  # fields of the Document in its header: ("pairwise.metric",)
    slow: bool = False  # whether no closed form gives its numbers, so that drawing or explaining may take a while
    # numbers for files that no heatmap or curve has; files have them in place of its listings
    tables: Callable[[Document[C]], tuple[Columns | Grid, ...]] = lambda document: ()
    main: str = ""  # the key of its main table in files of numbers; empty for its first matrix, else its first curve
    parts: tuple[
        str, ...
    ] = ()  # names of its panels, by which each can be shown alone, unless the Figure has names
    only: str = ""  # the part that is shown alone; empty for all
    shows_both: bool = False  # whether it draws both schemes of a comparison itself
    lists: bool = (
        False  # whether it has listings only, which have the whole of both schemes in a comparison
    )
    # one sentence why it has nothing to show of a Document whose scheme would do; empty where it
    # has something
    lacks: Callable[[Document], str] = lambda document: ""

    @property
    def title(self) -> str:
        """Its name in the window."""
        return self.called or self.name.capitalize()

    def serves(self, document: Document) -> TypeGuard[Document[C]]:
        """Whether the Document's scheme is of the kind that the pane shows, and nothing else is missing."""
        return isinstance(document.encoding, self.needs) and not self.lacks(document)

    def is_quick(self, document: Document) -> bool:
        """Whether closed forms give all that it shows of the Document, with rows soon compared."""
        slow = [
            scheme
            for scheme in document.compared
            if scheme.takes_long or getattr(scheme, "dim", 0) > WIDE
        ]
        return (
            not (self.slow or slow) and document.content.kind == "none"
        )  # content is numbers, not closed forms

    def shows_any(self, document: Document) -> bool:
        """Whether there is something to show of the Document's scheme, or of one that it is compared with."""
        return any(
            isinstance(scheme, self.needs) for scheme in document.compared
        ) and not self.lacks(document)

    def reason_empty(self, document: Document) -> str:
        """Return one sentence why the pane has nothing to show; empty where it has something."""
        if self.serves(document):
            return ""
        scheme = document.encoding
        if isinstance(scheme, self.needs):
            return self.lacks(document)
        return f"{scheme.title} gives {scheme.gives}; {self.title} shows {self.summary.partition(':')[0]}."

    def figure(self, document: Document) -> Figure:
        """Return what the pane shows, or a note why there is nothing."""
        sides, several = self._sides(document), self._several(document)
        if sides is not None:
            of_a, of_b = (self._drawn(side) for side in sides)
            if sides[0].encoding != sides[1].encoding:
                of_a = _of_encoding(of_a, sides[0].encoding)
                of_b = _of_encoding(of_b, sides[1].encoding)
            figure = compare_figures(of_a, of_b, document.compare)
            figure = with_curves_named(figure, scheme_names(sides[0].encoding, sides[1].encoding))
            figure = replace(figure, title=comparison_title(figure.title or self.title, document))
        elif several is not None:
            figure = self._joint(several)
        else:
            figure = self._drawn(document)
        if self.name in document.view.levels:
            figure = replace(
                figure, rows=with_color_range(figure.rows, document.view.levels[self.name])
            )
        return figure.only(self.only) if self.only and self.serves(document) else figure

    def _drawn(self, document: Document) -> Figure:
        if not self.serves(document):
            return Figure(
                self.title, ((Panel.of_note(self.reason_empty(document)),),), name=self.name
            )
        figure = self.draw(document)
        rows = figure.rows
        if document.view.zoom:
            zoomed = partial(with_zoom, document=document, pane=self.name)
            rows = tuple(
                tuple(replace(panel, x=zoomed(panel.x), y=zoomed(panel.y)) for panel in row)
                for row in rows
            )
        named = figure.names or (self.parts if len(self.parts) == len(figure.panels) else ())
        return replace(
            figure, name=self.name, rows=rows, formula=self.formula(document).mathtext, names=named
        )

    def _sides(self, document: Document) -> tuple[Document, Document] | None:
        """Return the Documents of A and of B, if they are compared by their Figures."""
        other = document.other
        return None if other is None or self.shows_both else (document, other)

    def _several(self, document: Document) -> _Several | None:
        """Return the Documents of several values of a parameter that the pane shows, if there are any."""
        served = [each for each in document.several if self.serves(each)]
        if not served:
            return None
        encodings = [each.encoding for each in served]
        own = encodings.index(document.encoding) if document.encoding in encodings else 0
        return _Several(served, value_names(encodings), own)

    def _joint(self, several: _Several) -> Figure:
        """Return one Figure of several encodings.

        Of the own one where nothing of others has a place in it.
        """
        own_figure = self._drawn(several.own_document)
        if not shown_of_each(own_figure):
            return figure_of_one(
                _of_encoding(own_figure, several.own_document.encoding), several.own_name
            )
        figures = [
            own_figure if each is several.own_document else self._drawn(each)
            for each in several.documents
        ]
        figure = joint_figure(figures, several.names, several.own)
        is_said_by_all = len({each.title for each in figures}) == 1
        title = figure.title if is_said_by_all else self.title
        return replace(
            figure, title=title, formula=shared_formula([each.formula for each in figures])
        )

    def shown_of_several(self, document: Document) -> str:
        """Return what its Figure shows of each of several values: curves, or columns, or nothing."""
        several = self._several(document)
        return "" if several is None else shown_of_each(self._drawn(several.own_document))

    def figure_for_file(self, document: Document) -> Figure:
        """Return the Figure for a file, or raise a DocumentError with :meth:`reason_empty` where there is nothing."""
        if not self.shows_any(document):
            raise DocumentError(self.reason_empty(document))
        figure = self.figure(document)
        if not figure.rows:
            raise DocumentError(f"{self.title} has no part {self.only} here")
        return replace(figure, name=".".join(filter(None, (self.name, self.only))))

    def depends_on(self, document: Document) -> object:
        """Return the parts of the Document that the picture depends on, to be compared with ``==``."""
        own: object = self.reason_empty(document)
        if self.serves(document):
            windows = (
                () if self.lists else (document.view.zoom, document.view.levels.get(self.name))
            )
            fields = self.section and document.of(self.section)
            own = self.reads(document), fields, windows
        compared = document.several if document.other is None else [document.other]
        if not compared:
            return own
        parts = [self.depends_on(each) for each in compared]
        return (
            document.encoding,
            own,
            parts,
            document.compare,
        )  # the title names all, which the pane may not serve

    def explanation(self, document: Document, *, hints: bool = True) -> str:
        """Return two or three sentences on what to look for, or on why there is nothing.

        On paper without `hints`.
        """
        several, sides = self._several(document), self._sides(document)
        if several is not None:
            return self._explain_several(several, hints=hints)
        own = self._explain_one(document, hints=hints)
        if sides is None:
            return " ".join(filter(None, (comparison_sentence(document), own)))
        of_b = self._explain_one(sides[1], hints=hints)
        if own != of_b:
            own = f"Of A: {own}" if self.serves(document) else f"{own} Of B: {of_b}"
        return f"{comparison_sentence(document)} {own}"

    def _explain_several(self, several: _Several, *, hints: bool) -> str:
        """Return the sentences that are true of all that are shown, or those of the one that is shown."""
        shown = shown_of_each(self._drawn(several.own_document))
        if not shown:
            return f"Of {several.own_name}: {self._explain_one(several.own_document, hints=hints)}"
        *first, last = several.names
        texts = [self._explain_one(each, hints=hints) for each in several.documents]
        return f"The {shown} are those of {', '.join(first)} and {last}. {shared_sentences(texts)}".rstrip()

    def _explain_one(self, document: Document, *, hints: bool) -> str:
        if not self.serves(document):
            return self.reason_empty(document)
        return f"{self.explain(document)} {self.hint if hints else ''}".rstrip()

    def formula_text(self, document: Document) -> str:
        """Return the pane's formula as plain text; empty where it shows nothing."""
        return self.shown_formula(document).text

    def shown_formula(self, document: Document) -> Formula:
        """Return the formula of all that is compared; empty where the pane shows nothing."""
        several, sides = self._several(document), self._sides(document)
        if several is not None:
            formulas = [self.formula(each).mathtext for each in several.documents]
            return Formula(shared_formula(formulas))
        own, *others = (
            self.formula(side).mathtext if self.serves(side) else ""
            for side in sides or (document,)
        )
        return Formula(joint_formula(own, others[0]) if others else own)

    def caption(self, document: Document, sentences: int = 1) -> str:
        return first_sentences(self.explanation(document, hints=False), sentences)


def _of_encoding(figure: Figure, encoding: Scheme) -> Figure:
    """Return a Figure whose panels name the encoding that they are of, where they name none."""
    rows = [
        [replace(panel, encoding=panel.encoding or encoding) for panel in row]
        for row in figure.rows
    ]
    return replace(figure, rows=tuple(map(tuple, rows)))


def first_sentences(text: str, count: int = 1) -> str:
    """Return the beginning of an explanation."""
    return " ".join(sentences(text)[:count])
