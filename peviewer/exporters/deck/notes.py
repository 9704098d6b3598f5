"""Speaker notes: what to say about a slide, and every parameter that its picture depends on."""

from collections.abc import Iterator
from typing import Any

from peviewer.base.numbers import plain
from peviewer.base.specification import Specification, specification
from peviewer.base.version import __version__
from peviewer.base.words import in_unit, unstarred
from peviewer.document.document import Document
from peviewer.document.sections import Chosen
from peviewer.exporters.deck.slides import Slide
from peviewer.figures.animated_fields import affects_panes
from peviewer.figures.compare.several import value_names
from peviewer.figures.compare.texts import scheme_names as named
from peviewer.figures.panes.pane import Pane

# Open panes and links of the window do not show in a picture.
NOT_IN_NOTES = frozenset({"view.panes", "view.linked"})


def notes(slide: Slide) -> str:
    """Return the notes of a slide."""
    paragraphs = [unstarred(text) for text in (slide.remark, slide.explanation, *formulas(slide))]
    return "\n".join(
        [*filter(None, paragraphs), "", "Parameters", *parameter_lines(slide), "", *origin(slide)]
    )


def formulas(slide: Slide) -> list[str]:
    """Return the formulas of its panes, each once."""
    return list(
        dict.fromkeys(filter(None, (pane.formula_text(slide.document) for pane in slide.panes)))
    )


def origin(slide: Slide, *, opens: bool = True) -> list[str]:
    """Return lines on how to show a slide again.

    `opens` says that its file opens as its Document.
    """
    present = [f"To present this step: peviewer present {slide.step}"] if slide.step else []
    what = ", which opens this file and shows the same again" if opens else ""
    return [*present, f"Made by peviewer {__version__}{what}."]


def parameter_lines(slide: Slide) -> list[str]:
    """Return the parameters that a picture depends on, a line each."""
    values = dict(pair for pane in slide.panes for pair in parameters(pane, slide.document))
    return [f"{name}: {value}" for name, value in values.items()]


def parameter_sentence(slide: Slide) -> str:
    """Return the parameters that a picture depends on, as one sentence."""
    return f"{'; '.join(parameter_lines(slide))}."


def parameters(pane: Pane, document: Document) -> Iterator[tuple[str, str]]:
    """Yield title and value of each parameter that a pane's picture depends on.

    >>> from peviewer.document.document import Document
    >>> from peviewer.figures.panes.catalog import pane
    >>> list(parameters(pane("shift"), Document()))[1]
    ('Length L', '200 positions')
    """
    default = type(document)()
    for path in document.paths():
        section, _, name = path.partition(".")
        group = document.section(section)
        known, value = specification(type(group), name), _of_pane(pane, path, getattr(group, name))
        if path in NOT_IN_NOTES or not document.applies(path, known):
            continue
        # Fields of the view are listed only if the user chose them.
        chosen = (
            value != default.get(path)
            if section == "view"
            else affects_panes([pane], document, path)
        )
        if chosen or path == "encoding.scheme":
            text = document.encoding.title if path == "encoding.scheme" else written(known, value)
            yield f"{known.title[:1].upper()}{known.title[1:]} {known.symbol}".strip(), text
    if document.compare.against is not None:
        yield "Compared with, B", named(document.encoding, document.compare.against)[1]
    elif several := document.several:
        yield (
            "Several values",
            "; ".join(map(unstarred, value_names([each.encoding for each in several]))),
        )


def written(known: Specification, value: object) -> str:
    """Write a value with its unit, as people do."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return in_unit(plain(value), known.unit)
    if isinstance(value, dict):
        return ", ".join(f"{key} {_range(chosen)}" for key, chosen in value.items()) or "all"
    if known.kind == "choice":
        return known.label(str(value))
    return "automatic" if value is None else str(value)


def _of_pane(pane: Pane, path: str, value: Any) -> object:
    """Return the part of a value that concerns a pane, without the colours and squares of other panes."""
    if path == "view.levels":
        return {name: chosen for name, chosen in value.items() if name == pane.name}
    return value or path not in pane.choices if path == "view.square" else value


def _range(chosen: Chosen) -> str:
    return chosen if isinstance(chosen, str) else " to ".join(map(plain, chosen))
