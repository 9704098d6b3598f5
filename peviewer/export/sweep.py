"""One field through several values: a page of them side by side, or a numbered file for each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from peviewer.base.dataclasses import replace
from peviewer.base.parameters import Parameters, parameter, shown
from peviewer.base.words import read_value
from peviewer.document.document import DocumentError
from peviewer.document.moving import SHIFT, called, declared
from peviewer.document.played import can_be_chosen
from peviewer.figures.moved import changes
from peviewer.paper.page.caption import captioned
from peviewer.paper.page.composition import Composition

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from peviewer.base.parameters import Specification
    from peviewer.document.document import Document
    from peviewer.figures.grammar import Figure
    from peviewer.figures.panes.pane import Pane
    from peviewer.paper.style import Style

_FORM = "KEY=VALUE,VALUE…, as in encoding.base=1e2,1e4,1e6; rows of numbers with ; between them"
_APART = re.compile(r",(?![^\[]*\])")  # commas, but those of a row of numbers in brackets
PLACE = "{}"  # of the number, in the name of a file


class Sweep(Parameters):
    """A field and the values it goes through.

    Examples
    --------
    >>> from peviewer.document.document import Document
    >>> [(said, found.encoding.base) for said, found in Sweep(sweep="encoding.base=1e2,1e4").of(Document())]
    [('*b* = 100', 100.0), ('*b* = 10\u2009000', 10000.0)]
    """

    sweep: str | None = parameter(
        None, title="Sweep", form=_FORM, typed=True,
        help="A field through several values, as in encoding.base=1e2,1e4,1e6: side by side on one page, or where "
        "the file's name has {} a numbered file each.",
    )  # fmt: skip

    def of(self, document: Document) -> list[tuple[str, Document]]:
        """Return a Document for every value, with what differs in it; the one there is where nothing is swept."""
        if not self.sweep:
            return [("", document)]
        path, equals, listed = self.sweep.partition("=")
        if not (path.strip() and equals and listed.strip()):
            raise DocumentError(f"sweep = {shown(self.sweep)} is not allowed: it must be {_FORM}")
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
    paths = [path for path in document.paths() if can_be_chosen(path, declared(document, path))]
    applying = [path for path in paths if document.applies(path, declared(document, path))]
    found = {}
    for path in sorted(applying, key=lambda path: path != SHIFT):
        if any(changes(pane, document, path) for pane in shown):
            some = _few(declared(document, path), document.get(path))
            values = [value for value in some if _can_be(document, path, value)]
            if len(values) > 1:
                found[f"{path}={','.join(map(str, values))}"] = called(document, path)
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


def swept(document: Document, path: str, values: Sequence[object]) -> list[tuple[str, Document]]:
    """Return a Document for every value of a field, with what differs in it as a title says it."""
    found = [document.edited({path: value}) for value in values]
    spec = declared(document if path in document.paths() else found[0], path)
    name = f"*{spec.symbol}*" if spec.symbol else spec.title.lower()
    return [(f"{name} = {_told(spec, one.get(path))}", one) for one in found]


def _told(spec: Specification, value: object) -> str:
    return str(value) if isinstance(value, str) else spec.told(value)


def pages(
    panes: Sequence[Pane], documents: Sequence[tuple[str, Document]], columns: int | None, target: Path
) -> list[tuple[Path, Composition, Document]]:
    """Return each file, what it shows, and the Document it carries."""
    made = [(said, [_titled(captioned(pane, one), said) for pane in panes], one) for said, one in documents]
    if PLACE not in target.name:
        figures = tuple(figure for _, some, _ in made for figure in some)
        return [(target, Composition(figures, columns), made[0][2])]
    return [
        (target.with_name(target.name.replace(PLACE, str(number))), Composition(tuple(some), columns), one)
        for number, (_, some, one) in enumerate(made, 1)
    ]


def saying(style: Style, documents: Sequence[tuple[str, Document]]) -> Style:
    """Return a style with titles, which say what differs, unless that was chosen."""
    return style.but(title=True) if len(documents) > 1 and style.title is None else style


def _titled(figure: Figure, said: str) -> Figure:
    return replace(figure, title=f"{figure.title},  {said}") if said else figure


def of_mapping(document: Document, sweep: Mapping[str, Sequence[object]] | str | None) -> list[tuple[str, Document]]:
    """Return the Documents of a sweep as Python has it: a text, or a field with its values."""
    if sweep is None or isinstance(sweep, str):
        return Sweep(sweep=sweep).of(document)
    if len(sweep) != 1:
        raise DocumentError(f"sweep = {shown(dict(sweep))} is not allowed: it must be one field with its values")
    ((path, values),) = sweep.items()
    return swept(document, path, list(values))
