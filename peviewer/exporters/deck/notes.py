"""Speaker notes: sentences about a slide, and every parameter on which its picture depends."""

from collections.abc import Iterator
from typing import Any

from peviewer.base.numbers import plain
from peviewer.base.specification import Specification, specification
from peviewer.base.version import __version__
from peviewer.base.words import in_unit, unstarred
from peviewer.document.document import Document
from peviewer.document.view import ColourRange
from peviewer.exporters.deck.slides import Slide
from peviewer.figures.animated_fields import affects_panes
from peviewer.figures.compare.several import value_names
from peviewer.figures.compare.texts import scheme_names
from peviewer.figures.panes.pane import Pane

# Fields that do not show in a picture: which panes are open, and how the window links them.
NOT_IN_NOTES = frozenset({"view.panes", "view.linked"})


def notes(slide: Slide) -> str:
    """Return the notes of a slide."""
    texts = (slide.remark, slide.explanation, *formulas(slide))
    paragraphs = [unstarred(text) for text in texts if text]
    parameter_paragraph = ["", "Parameters", *parameter_lines(slide)]
    return "\n".join([*paragraphs, *parameter_paragraph, "", *origin(slide)])


def formulas(slide: Slide) -> list[str]:
    """Return the formulas of its panes, each once."""
    texts = [pane.formula_text(slide.document) for pane in slide.panes]
    return list(dict.fromkeys(filter(None, texts)))


def origin(slide: Slide, *, opens: bool = True) -> list[str]:
    """Return lines that say how to show a slide's picture again.

    `opens` tells whether the file of the slide opens as its Document.
    """
    present = [f"To present this step: peviewer present {slide.step}"] if slide.step else []
    what = ", which opens this file and shows the same again" if opens else ""
    return [*present, f"Made by peviewer {__version__}{what}."]


def parameter_lines(slide: Slide) -> list[str]:
    """Return the parameters that a picture depends on, a line each."""
    values: dict[str, str] = {}
    for pane in slide.panes:
        values |= parameters(pane, slide.document)
    return [f"{name}: {value}" for name, value in values.items()]


def parameters(pane: Pane, document: Document) -> Iterator[tuple[str, str]]:
    """Yield title and value of each parameter that a pane's picture depends on.

    >>> from peviewer.document.document import Document
    >>> from peviewer.figures.panes.catalog import pane
    >>> list(parameters(pane("shift"), Document()))[1]
    ('Length L', '200 positions')
    """
    for path in document.paths():
        section, _, name = path.partition(".")
        group = document.section(section)
        field = specification(type(group), name)
        value = _part_for_pane(pane, path, getattr(group, name))
        if path in NOT_IN_NOTES or not document.applies(path, field):
            continue
        title = f"{field.title[:1].upper()}{field.title[1:]} {field.symbol}".strip()
        if path == "encoding.scheme":
            yield title, document.encoding.title
        elif _is_listed(pane, document, path, value):
            yield title, written(field, value)
    yield from _compared(document)


def _is_listed(pane: Pane, document: Document, path: str, value: object) -> bool:
    """Whether a picture depends on a field.

    Fields of the view are listed only if the user chose them, texts only if they are not empty.
    """
    if value == "":
        return False
    if path.startswith("view."):
        return bool(value != type(document)().get(path))
    return affects_panes([pane], document, path)


def _compared(document: Document) -> Iterator[tuple[str, str]]:
    """Yield title and value of what the encoding is compared with."""
    compared = document.compare.against
    if compared is not None:
        _, name_of_b = scheme_names(document.encoding, compared)
        yield "Compared with, B", name_of_b
    elif document.documents_of_values:
        names = value_names([each.encoding for each in document.documents_of_values])
        yield "Several values", "; ".join(map(unstarred, names))


def written(field: Specification, value: object) -> str:
    """Write the value of a field with its unit, as people do."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return in_unit(plain(value), field.unit)
    if isinstance(value, dict):
        ranges = [f"{key} {_range_text(chosen)}" for key, chosen in value.items()]
        return ", ".join(ranges) or "all"
    if field.kind == "choice":
        return field.label(str(value))
    return "automatic" if value is None else str(value)


def _part_for_pane(pane: Pane, path: str, value: Any) -> object:
    """Return the part of a value that concerns a pane: not the colours of other panes."""
    if path == "view.levels":
        return {name: chosen for name, chosen in value.items() if name == pane.name}
    if path == "view.square":
        return value or path not in pane.choices
    return value


def _range_text(chosen: ColourRange) -> str:
    return chosen if isinstance(chosen, str) else " to ".join(map(plain, chosen))
