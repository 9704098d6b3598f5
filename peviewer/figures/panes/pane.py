"""The record of a pane: its name, its kind of scheme, its functions, its tables for files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal, TypeGuard

from typing_extensions import TypeVar

from peviewer.base.formula import Formula
from peviewer.base.parameters import Parameters
from peviewer.document.comparison import USUAL_VALUES
from peviewer.document.document import Document, DocumentError
from peviewer.figures.compare.figure import (
    Flip,
    compare_figures,
    compared_panels,
    with_curves_named,
)
from peviewer.figures.compare.several import (
    Several,
    figure_of_one,
    joint_figure,
    of_encoding,
    value_colors,
    value_names,
    way_of_sharing,
)
from peviewer.figures.compare.texts import (
    comparison_sentence,
    comparison_title,
    joint_formula,
    scheme_names,
    sentences,
    shared_formula,
    shared_sentences,
)
from peviewer.figures.grammar import Figure, Panel
from peviewer.figures.panels.axes import with_zoom
from peviewer.figures.panes.file_tables import Column as Column
from peviewer.figures.panes.file_tables import Columns as Columns
from peviewer.figures.panes.file_tables import Exact as Exact
from peviewer.figures.panes.file_tables import Grid as Grid
from peviewer.figures.ranges import with_color_range
from peviewer.model.encodings.scheme import Scheme

C = TypeVar("C", bound=Scheme, default=Any)

# With more columns than this, computing rows of a table takes longer than a moment.
WIDE = 8192


@dataclass(frozen=True)
class Pane(Generic[C]):
    """One live view of the Document.

    All but its names and sentences are functions of the Document, and pure. They are called only
    with Documents whose scheme is of the kind that it needs.

    ``name`` is that on the command line and in sessions: "distance"; ``called`` is its name in the
    window, if that is another. It shows schemes of the kind ``needs``: Turning, Lagged … Its
    ``summary`` is a line for the command line and tooltips, whose part before a colon also follows
    "it shows"; ``in_brief`` says that in six words at most, where panes are chosen by pictures.

    ``reads`` is the part of the Document that the picture depends on, besides the pane's own
    fields, zoom and colour range, compared with ==. To what ``draw`` returns, name, formula and
    zoom are added. What ``explain`` returns is two or three sentences that say what to look for;
    ``hint`` is their end in the window, and not on paper: what else can be done there.

    The fields of ``section`` are the pane's own; ``choices`` are those in its header, as
    ("pairwise.metric",). A ``slow`` one has numbers that no closed form gives, so that drawing or
    explaining may take a while. ``tables`` are numbers for files that no heatmap or curve has,
    which stand in place of its listings there; ``main`` is the key of the first table, empty for
    its first matrix, else its first curve.

    ``parts`` are names of its panels, by which each can be shown alone, unless the Figure has
    names; ``only`` is the part that is shown alone, empty for all. With ``draws_comparison_itself``
    it draws both schemes of a comparison itself; with ``lists`` it has listings only, which have
    the whole of both. ``lacks`` gives one sentence why it has nothing to show of a Document whose
    scheme would do, empty where it has something. ``given`` says how it shows positions that are
    given one by one: as rows of a table, by itself, by itself as far as there is no more than the
    table, or not.
    """

    name: str
    needs: type[C]
    summary: str
    reads: Callable[[Document[C]], object]
    draw: Callable[[Document[C]], Figure]
    explain: Callable[[Document[C]], str]
    formula: Callable[[Document[C]], Formula]
    called: str = ""
    in_brief: str = ""
    hint: str = ""
    section: type[Parameters] | None = None
    choices: tuple[str, ...] = ()
    slow: bool = False
    tables: Callable[[Document[C]], tuple[Columns | Grid, ...]] = lambda document: ()
    main: str = ""
    parts: tuple[str, ...] = ()
    only: str = ""
    draws_comparison_itself: bool = False
    lists: bool = False
    lacks: Callable[[Document], str] = lambda document: ""
    most_values: int = USUAL_VALUES
    given: Literal["", "rows", "itself", "table"] = ""

    @property
    def title(self) -> str:
        """Its name in the window."""
        return self.called or self.name.capitalize()

    def serves(self, document: Document) -> TypeGuard[Document[C]]:
        """Whether the scheme is of the kind that the pane shows, and nothing else is missing."""
        return isinstance(document.encoding, self.needs) and not self.lacks(document)

    def is_quick(self, document: Document) -> bool:
        """Whether everything it shows comes from closed forms, and rows are compared quickly."""
        # Content consists of numbers, and has no closed form.
        if self.slow or document.content.kind != "none":
            return False
        return not any(
            scheme.takes_long or getattr(scheme, "dim", 0) > WIDE for scheme in document.compared
        )

    def shows_any(self, document: Document) -> bool:
        """Whether the pane can show any of the Document's compared schemes."""
        shows_scheme = any(isinstance(scheme, self.needs) for scheme in document.compared)
        return shows_scheme and not self.lacks(document)

    def reason_empty(self, document: Document) -> str:
        """Return one sentence on why the pane has nothing to show; empty if it has something."""
        if self.serves(document):
            return ""
        scheme = document.encoding
        if isinstance(scheme, self.needs):
            return self.lacks(document)
        shown, _, _ = self.summary.partition(":")
        return f"{scheme.title} gives {scheme.gives}; {self.title} shows {shown}."

    def figure(self, document: Document) -> Figure:
        """Return what the pane shows, or a note why there is nothing."""
        sides = self._sides(document)
        several = self._several(document)
        if sides is not None:
            return self._compared(document, *sides)
        figure = self._drawn(document) if several is None else self._joint(several)
        return self._in_chosen_colors(figure, document)

    def _in_chosen_colors(self, figure: Figure, document: Document) -> Figure:
        """Return the part that is shown alone, or all, in the chosen range of colours."""
        if self.name in document.view.levels:
            rows = with_color_range(figure.rows, document.view.levels[self.name])
            figure = replace(figure, rows=rows)
        return figure.only(self.only) if self.only and self.serves(document) else figure

    def _compared(self, document: Document, a: Document, b: Document) -> Figure:
        """Return one Figure of A and B, and those that the screen flips between."""
        figure_of_a = self._drawn(a)
        figure_of_b = self._drawn(b)
        if a.encoding != b.encoding:
            figure_of_a = of_encoding(figure_of_a, a.encoding)
            figure_of_b = of_encoding(figure_of_b, b.encoding)
        names = scheme_names(a.encoding, b.encoding)
        panels = compared_panels(figure_of_a, figure_of_b, document.compare)

        def compared(flip: Flip = "") -> Figure:
            figure = compare_figures(figure_of_a, figure_of_b, panels, flip)
            title = comparison_title(figure.title or self.title, document)
            named_figure = replace(with_curves_named(figure, names), title=title)
            return self._in_chosen_colors(named_figure, document)

        both = compared()
        shows = document.compare.shows
        is_of_one_side = bool(self.only_side(document))
        if shows == "difference" and not is_of_one_side:
            return both
        flips = (compared("A"), compared("B"))
        if flips[0].rows == flips[1].rows and not is_of_one_side:
            return both
        return replace(both, flips=flips, flips_by_choice=is_of_one_side or shows == "flip")

    def _drawn(self, document: Document) -> Figure:
        if not self.serves(document):
            note = Panel.of_note(self.reason_empty(document))
            return Figure(self.title, ((note,),), name=self.name)
        figure = self.draw(document)
        if document.view.zoom:
            figure = figure.with_each(lambda panel: self._zoomed(panel, document))
        names = figure.names
        if not names and len(self.parts) == len(figure.panels):
            names = self.parts
        formula = self.formula(document).mathtext
        return replace(figure, name=self.name, formula=formula, names=names)

    def _zoomed(self, panel: Panel, document: Document) -> Panel:
        x = with_zoom(panel.x, document, self.name)
        y = with_zoom(panel.y, document, self.name)
        return replace(panel, x=x, y=y)

    def _sides(self, document: Document) -> tuple[Document, Document] | None:
        """Return the Documents of A and of B, if they are compared by their Figures."""
        if document.compared_document is None or self.draws_comparison_itself:
            return None
        return document, document.compared_document

    def only_side(self, document: Document) -> str:
        """Return the letter of the one scheme of a comparison that it shows; empty otherwise."""
        sides = self._sides(document)
        if sides is None:
            return ""
        shown = [side for side, each in zip("AB", sides, strict=True) if self.serves(each)]
        return shown[0] if len(shown) == 1 else ""

    def _several(self, document: Document) -> Several | None:
        """Return the Documents of several values that the pane shows, if there are any."""
        served = [each for each in document.documents_of_values if self.serves(each)]
        if not served:
            return None
        if len(served) > self.most_values:
            # The own one stays among the first.
            served.sort(key=lambda each: each.encoding != document.encoding)
            served = served[: self.most_values]
        encodings = [each.encoding for each in served]
        own = encodings.index(document.encoding) if document.encoding in encodings else 0
        return Several(served, value_names(encodings), own)

    def _joint(self, several: Several) -> Figure:
        """Return one Figure of several encodings.

        If they cannot share one, it is the Figure of the Document's own encoding.
        """
        own_document = several.own_document
        own_figure = self._drawn(own_document)
        if not way_of_sharing(own_figure):
            return figure_of_one(of_encoding(own_figure, own_document.encoding), several.own_name)
        figures: list[Figure] = []
        for document in several.documents:
            figures.append(own_figure if document is own_document else self._drawn(document))
        colors = value_colors([document.encoding for document in several.documents])
        figure = joint_figure(figures, several.names, colors, several.own)
        titles = {figure.title for figure in figures}
        title = figure.title if len(titles) == 1 else self.title
        return replace(
            figure, title=title, formula=shared_formula([each.formula for each in figures])
        )

    def shown_of_several(self, document: Document) -> str:
        """Return how its Figure shows several values: ``"curves"``, ``"columns"`` or ``""``."""
        several = self._several(document)
        return "" if several is None else way_of_sharing(self._drawn(several.own_document))

    def figure_for_file(self, document: Document) -> Figure:
        """Return the Figure for a file.

        Where there is nothing to show, raise a DocumentError with :meth:`reason_empty`.
        """
        if not self.shows_any(document):
            raise DocumentError(self.reason_empty(document))
        figure = self.figure(document)
        if not figure.rows:
            raise DocumentError(f"{self.title} has no part {self.only} here")
        return replace(figure, name=f"{self.name}.{self.only}" if self.only else self.name)

    def depends_on(self, document: Document) -> object:
        """Return the parts of the Document that the picture depends on, compared with ``==``."""
        own_parts = self._own_dependence(document)
        compared = (
            document.documents_of_values
            if document.compared_document is None
            else [document.compared_document]
        )
        if not compared:
            return own_parts
        other_parts = [self.depends_on(each) for each in compared]
        # The title names all encodings, even those that the pane cannot show.
        return (document.encoding, own_parts, other_parts, document.compare)

    def _own_dependence(self, document: Document) -> object:
        if not self.serves(document):
            return self.reason_empty(document)
        windows: tuple[object, ...] = ()
        if not self.lists:
            windows = (document.view.zoom, document.view.levels.get(self.name))
        fields = self.section and document.of(self.section)
        return (self.reads(document), fields, windows)

    def explanation(self, document: Document, *, hints: bool = True) -> str:
        """Return two or three sentences on what to look for, or on why there is nothing.

        On paper they are without `hints`.
        """
        several = self._several(document)
        if several is not None:
            return self._explain_several(several, hints=hints)
        comparison = comparison_sentence(document)
        explanation = self._explain_one(document, hints=hints)
        sides = self._sides(document)
        if sides is None:
            return f"{comparison} {explanation}".strip()
        _, b = sides
        explanation_of_b = self._explain_one(b, hints=hints)
        if explanation == explanation_of_b:
            return f"{comparison} {explanation}"
        if self.serves(document):
            return f"{comparison} Of A: {explanation}"
        return f"{comparison} {explanation} Of B: {explanation_of_b}"

    def _explain_several(self, several: Several, *, hints: bool) -> str:
        """Return the sentences of the explanation that are true for all shown encodings.

        If only one is shown, return its sentences.
        """
        shown = way_of_sharing(self._drawn(several.own_document))
        if not shown:
            return f"Of {several.own_name}: {self._explain_one(several.own_document, hints=hints)}"
        *first_names, last_name = several.names
        texts = [self._explain_one(each, hints=hints) for each in several.documents]
        owners = f"{', '.join(first_names)} and {last_name}"
        return f"The {shown} are those of {owners}. {shared_sentences(texts)}".rstrip()

    def _explain_one(self, document: Document, *, hints: bool) -> str:
        if not self.serves(document):
            return self.reason_empty(document)
        return f"{self.explain(document)} {self.hint if hints else ''}".rstrip()

    def formula_text(self, document: Document) -> str:
        """Return the pane's formula as plain text; empty where it shows nothing."""
        return self.shown_formula(document).text

    def shown_formula(self, document: Document) -> Formula:
        """Return the formula of all compared encodings; empty if the pane shows nothing."""
        several = self._several(document)
        if several is not None:
            formulas = [self.formula(each).mathtext for each in several.documents]
            return Formula(shared_formula(formulas))
        sides = self._sides(document)
        if sides is None:
            return Formula(self._formula_of(document))
        a, b = sides
        return Formula(joint_formula(self._formula_of(a), self._formula_of(b)))

    def _formula_of(self, document: Document) -> str:
        return self.formula(document).mathtext if self.serves(document) else ""

    def caption(self, document: Document, sentences: int = 1) -> str:
        return first_sentences(self.explanation(document, hints=False), sentences)


def first_sentences(text: str, count: int = 1) -> str:
    """Return the beginning of an explanation."""
    return " ".join(sentences(text)[:count])
