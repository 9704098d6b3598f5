"""One field through several values: equal panes side by side on the same scales, or a file for each, named by it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from peviewer.base.parameters import Parameters, abbreviated, parameter
from peviewer.base.words import read_value
from peviewer.document.animation import SHIFT, field_label, field_specification
from peviewer.document.document import DocumentError
from peviewer.document.fields import path_of
from peviewer.document.sections import can_be_chosen
from peviewer.figures.animated_fields import affects_panes
from peviewer.figures.compare.listings import merge_values
from peviewer.figures.grammar import Listing
from peviewer.figures.multiples import alike, legend_in_common
from peviewer.paper.page.composition import Composition, captioned

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from peviewer.base.parameters import Specification
    from peviewer.document.document import Document
    from peviewer.figures.grammar import Figure
    from peviewer.figures.panes.pane import Pane

_FORM = "KEY=VALUE,VALUE…, as in encoding.base=1e2,1e4,1e6; rows of numbers with ; between them"
_APART = re.compile(r",(?![^\[]*\])")  # commas, but those of a row of numbers in brackets
PLACE = "{}"  # of the value, in the name of a file
LONGEST = 40  # letters of a value in the name of a file
ABREAST = 4  # of several panes' values, so many stand side by side


class Swept(NamedTuple):
    """A Document with one of the values: what differs in it as a title says it, and in the name of a file."""

    said: str
    document: Document
    name: str


class Sweep(Parameters):
    """A field and the values it goes through.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> [(one.said, one.name) for one in Sweep(sweep="encoding.base=1e2,1e4").of(Document())]
    [('*b* = 100', '100'), ('*b* = 10\u2009000', '10000')]
    """

    sweep: str | None = parameter(
        None, title="Sweep", form=_FORM, typed=True,
        help="A field through several values, as in encoding.base=1e2,1e4,1e6: side by side on one page, or where "
        "the file's name has {} a file each, named by the value.",
    )  # fmt: skip

    def of(self, document: Document) -> list[Swept]:
        """Return a Document for every value, with what differs in it; the one there is where nothing is swept."""
        if not self.sweep:
            return [Swept("", document, "")]
        path, equals, listed = self.sweep.partition("=")
        if not (path.strip() and equals and listed.strip()):
            raise DocumentError(f"sweep = {abbreviated(self.sweep)} is not allowed: it must be {_FORM}")
        apart = listed.split(";") if ";" in listed else _APART.split(listed)
        return swept(document, path.strip(), [read_value(text) for text in apart])


def suggested(document: Document, panes: Sequence[Pane]) -> dict[str, str]:
    """Return the fields that change what panes show, each as a sweep through a few values, with what it is called.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> from peviewer.figures.panes.catalog import panes
    >>> list(suggested(Document(), panes("distance")).items())[:2]
    [('shift.phi=50,100,200', 'Shift φ'), ('encoding.length=100,200,400', 'Length L')]
    """
    shown = [pane for pane in panes if pane.serves(document)]
    paths = [path for path in document.paths() if can_be_chosen(path, field_specification(document, path))]
    applying = [path for path in paths if document.applies(path, field_specification(document, path))]
    found = {}
    for path in sorted(applying, key=lambda path: path != SHIFT):
        if affects_panes(shown, document, path):
            some = _few(field_specification(document, path), document.get(path))
            values = [value for value in some if _can_be(document, path, value)]
            if len(values) > 1:
                found[f"{path}={','.join(map(str, values))}"] = field_label(document, path)
    return found


def _few(spec: Specification, value: Any) -> Sequence[object]:
    """Return all choices; or a number with one below and one above: a tenth of it and ten times, or half and twice."""
    if spec.kind == "choice":
        return spec.choices
    if not value:
        return 0, 1, 10
    if spec.kind == "int":
        return value // 2, value, 2 * value
    return [f"{times * value:g}" for times in ((0.1, 1, 10) if spec.scale == "log" else (0.5, 1, 2))]


def _can_be(document: Document, path: str, value: object) -> bool:
    try:
        document.edited({path: read_value(str(value))})
    except DocumentError:
        return False
    return True


def swept(document: Document, path: str, values: Sequence[object]) -> list[Swept]:
    """Return a Document for every value of a field, with what differs in it."""
    path = path_of(document, path)
    found = [document.edited({path: value}) for value in values]
    spec = field_specification(document if path in document.paths() else found[0], path)
    name = f"*{spec.symbol}*" if spec.symbol else spec.title.lower()
    return [Swept(f"{name} = {_told(spec, one.get(path))}", one, _name(one.get(path))) for one in found]


def _told(spec: Specification, value: object) -> str:
    return str(value) if isinstance(value, str) else spec.value_text(value)


def pages(
    panes: Sequence[Pane], documents: Sequence[Swept], columns: int | None, target: Path
) -> list[tuple[Path, Composition, Document]]:
    """Return each file, what it shows, and the Document it carries.

    Whether on one page or in a file each, what a pane shows of all values has the same limits and colours.
    """
    if not documents[0].said:
        only = documents[0].document
        return [(target, Composition(tuple(captioned(pane, only) for pane in panes), columns), only)]
    shown = [alike([captioned(pane, one.document) for one in documents]) for pane in panes]
    said = [one.said for one in documents]
    if PLACE not in target.name:
        return [(target, _multiples(shown, said, columns), documents[0].document)]
    each = [tuple(map(_titled, some, said)) for some in shown]
    return [
        (target.with_name(target.name.replace(PLACE, name)), Composition(some, columns, even=True), one.document)
        for name, some, one in zip(_names(documents), zip(*each, strict=True), documents, strict=True)
    ]


def _multiples(shown: list[tuple[Figure, ...]], said: Sequence[str], columns: int | None) -> Composition:
    """Return a page of all values: of one pane with what they have in common above; of several a row for each pane."""
    if len(shown) > 1:
        columns = columns or (len(said) if len(said) <= ABREAST else None)
        return Composition(tuple(_titled(one, what) for some in shown for one, what in zip(some, said, strict=True)),
                           columns, even=True)  # fmt: skip
    (figures,) = shown
    if (table := _table(figures, said)) is not None:
        return Composition((table,))
    heading, own = _in_common([figure.title for figure in figures])
    formulas, captions = ({getattr(figure, name) for figure in figures} for name in ("formula", "caption"))
    if heading:
        titles = [" · ".join(filter(None, (what, rest))) for what, rest in zip(said, own, strict=True)]
        figures = tuple(replace(figure, title=title) for figure, title in zip(figures, titles, strict=True))
    else:
        figures = tuple(map(_titled, figures, said))
    formula = formulas.pop() if len(formulas) == 1 else ""
    if formula:
        figures = tuple(replace(figure, formula="") for figure in figures)
    if len(captions) == 1:
        figures = (figures[0], *(replace(figure, caption="") for figure in figures[1:]))
    legend, figures = legend_in_common(figures)
    return Composition(figures, columns, even=True, heading=heading, formula=formula, legend=legend)


def _table(figures: tuple[Figure, ...], said: Sequence[str]) -> Figure | None:
    """Return one table of Figures that are one each, with a column for each value; None of others, or of too many."""
    marks = [mark for figure in figures for panel in figure.panels for mark in panel.marks]
    tables = [mark for mark in marks if isinstance(mark, Listing)]
    if not len(marks) == len(tables) == len(figures) <= ABREAST or any(table.total for table in tables):
        return None
    if (
        len({tuple(row[0] for row in (table.columns, *table.rows)) for table in tables}) > 1
    ):  # they tell of other things
        return None
    panel = replace(
        figures[0].panels[0],
        marks=(merge_values(tables, said),),
        title=_each([figure.panels[0].title for figure in figures], said),
        fact=_each([figure.panels[0].fact for figure in figures], said),
    )
    caption = _each([figure.caption for figure in figures], said)
    title, _ = _in_common([figure.title for figure in figures])
    formulas = {figure.formula for figure in figures}
    formula = figures[0].formula if len(formulas) == 1 else ""
    return replace(figures[0], title=title, formula=formula, caption=caption, rows=((panel,),))


def _each(texts: Sequence[str], said: Sequence[str]) -> str:
    """Return a text that holds for all values, or that of each.

    Examples
    --------
    >>> _each(["All hold", "1 fails"], ["b = 5", "b = 9"]), _each(["All hold", "All hold"], ["b = 5", "b = 9"])
    ('b = 5: All hold; b = 9: 1 fails', 'All hold')
    """
    if len(set(texts)) == 1:
        return texts[0]
    return "; ".join(f"{value}: {text}" for value, text in zip(said, texts, strict=True) if text)


def _in_common(titles: Sequence[str]) -> tuple[str, list[str]]:
    """Return what titles have in common, and of each what is left, less what the swept value says: that of A.

    Examples
    --------
    >>> _in_common(["Angles · A: base 5 · B: base 9", "Angles · A: base 7 · B: base 9"])
    ('Angles · B: base 9', ['', ''])
    >>> _in_common(["Angles · A: base 5, length 9 · B: length 8", "Angles · A: base 7, length 9 · B: length 8"])[1]
    ['A: base 5, length 9', 'A: base 7, length 9']
    >>> _in_common(["Shift", "One matrix"])
    ('', ['Shift', 'One matrix'])
    """
    parts = [title.split(" · ") for title in titles]
    first = parts[0]
    if len({(part[0], len(part)) for part in parts}) > 1:
        return "", list(titles)
    same = [k for k in range(len(first)) if len({part[k] for part in parts}) == 1]
    own = [[part[k] for k in range(len(part)) if k not in same and not _is_value(part[k])] for part in parts]
    return " · ".join(first[k] for k in same), list(map(" · ".join, own))


def _is_value(side: str) -> bool:
    """Whether what A is called is nothing but the value that is swept."""
    return side.startswith("A: ") and ", " not in side


def _names(documents: Sequence[Swept]) -> list[str]:
    """Return what stands for each value in the name of its file: the value, or a number where one has no name."""
    names = [one.name for one in documents]
    told = all(name and len(name) <= LONGEST for name in names) and len(set(map(str.casefold, names))) == len(names)
    return names if told else [str(number) for number in range(1, len(names) + 1)]


def _name(value: object) -> str:
    """Return a value as a part of the name of a file: letters, digits, points, hyphens.

    Examples
    --------
    >>> [_name(value) for value in (1e4, 0.25, 1e-7, -3, True, "paper", (0.0, -1.5), "a/b: c")]
    ['10000', '0.25', '1e-07', '-3', 'true', 'paper', '0_-1.5', 'a-b-c']
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"{value:.15g}".replace("+", "")
    if isinstance(value, tuple | list):
        return "_".join(map(_name, value))
    return re.sub(r"[^\w.]+", "-", str(value)).strip("-.")


def _titled(figure: Figure, said: str) -> Figure:
    return replace(figure, title=f"{figure.title},  {said}") if said else figure


def of_mapping(document: Document, sweep: Mapping[str, Sequence[object]] | str | None) -> list[Swept]:
    """Return the Documents of a sweep as Python has it: a text, or a field with its values."""
    if sweep is None or isinstance(sweep, str):
        return Sweep(sweep=sweep).of(document)
    if not isinstance(sweep, Mapping) or len(sweep) != 1:
        raise DocumentError(f"sweep = {abbreviated(sweep)} is not allowed: it must be one field with its values")
    ((path, values),) = sweep.items()
    return swept(document, path, list(values))
