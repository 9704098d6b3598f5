"""The fields of the Document in the command palette: their choices, and values as they are typed behind a name."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping

from peviewer.app.window.command_palette.entries import PARAMETER, SCHEME, Entry
from peviewer.base.parameters import Specification, requirement
from peviewer.base.words import in_unit, read_number, read_numbers
from peviewer.document.animation import field_specification
from peviewer.document.document import Document, DocumentError
from peviewer.document.sections import has_control
from peviewer.model.encodings.catalog import SCHEMES

Edit = Callable[[Mapping[str, object]], object]
NUMBERS = "int", "float", "numbers"
SET = 0.4  # more, for a field whose value is typed: nobody types a number for nothing
_VALUE = re.compile(r"(?P<name>.*?[^\s=:])\s*[\s=:]\s*(?P<value>[-+−]?\.?\d.*)")  # either minus


def fields(document: Document, headed: Collection[str] = ()) -> dict[str, Specification]:
    """Return the fields that do something now and have a control somewhere, by their paths.

    Parameters
    ----------
    document : Document
        What is shown.
    headed : collection of str
        Fields that panes offer in their headers.
    """
    found = {path: field_specification(document, path) for path in document.paths()}
    return {
        path: spec
        for path, spec in found.items()
        if spec.kind != "other" and (has_control(path, spec) or path in headed) and path != "encoding.scheme"
        and document.applies(path, spec)
    }  # fmt: skip


def of_fields(document: Document, known: Mapping[str, Specification], edit: Edit) -> Iterator[Entry]:
    """Yield an entry for each choice and switch, and one for each number, which asks for a value."""
    for path, spec in known.items():
        value = document.get(path)
        beside = f"{spec.symbol} {path} {spec.help}"
        if spec.kind == "choice":
            for choice in spec.choices:
                title = f"{spec.title}: {spec.label(choice)}"
                state = "chosen" if choice == value else ""
                yield Entry(PARAMETER, title, _setting(edit, path, choice), f"{choice} {beside}", state)
        elif spec.kind == "bool":
            yield Entry(PARAMETER, spec.title, _setting(edit, path, not value), beside, spec.value_text(value))
        else:
            told = in_unit(spec.value_text(value), spec.unit)
            yield Entry(PARAMETER, _named(spec), None, beside, f"{told}; type a value", fill=f"{spec.title} ")


def of_schemes(document: Document, edit: Edit) -> Iterator[Entry]:
    """Yield an entry for each scheme."""
    for name, scheme in SCHEMES.items():
        state = "chosen" if isinstance(document.encoding, scheme) else ""
        yield Entry(
            SCHEME, scheme.title, _setting(edit, "encoding.scheme", name), f"{name} scheme {scheme.gives}", state
        )


def of_value(typed: str, document: Document, known: Mapping[str, Specification], edit: Edit) -> tuple[str, list[Entry]]:
    """Return the name that stands before a value, and what setting each number to it would do, or why it cannot be.

    Nothing where no value is typed.
    """
    found = _VALUE.fullmatch(typed.strip())
    if not found:
        return "", []
    text = found["value"]
    return found["name"], [
        _set(path, spec, text, document, edit) for path, spec in known.items() if spec.kind in NUMBERS
    ]


def _set(path: str, spec: Specification, text: str, document: Document, edit: Edit) -> Entry:
    value = read_numbers(text) if spec.kind == "numbers" else read_number(text, spec.unit)
    why = refused(path, spec, value, document)
    before = in_unit(spec.value_text(document.get(path)), spec.unit)
    after = text if value is None else in_unit(spec.value_text(value), spec.unit)
    detail = "as it is" if value == document.get(path) else f"now {before}"
    return Entry(
        PARAMETER, f"{_named(spec)} = {after}", None if why else _setting(edit, path, value),
        f"{spec.symbol} {path}", detail, refusal=why, worth=SET,
    )  # fmt: skip


def refused(path: str, spec: Specification, value: object, document: Document) -> str:
    """Return why a field does not take a value, in the words of its control; empty where it does."""
    if value is None or (isinstance(value, int | float) and not spec.allows(value)):
        return requirement(spec)
    try:
        document.edited({path: value})
    except DocumentError as error:
        return str(error)
    return ""


def _named(spec: Specification) -> str:
    return f"{spec.title} {spec.symbol}".rstrip()


def _setting(edit: Edit, path: str, value: object) -> Callable[[], object]:
    return lambda: edit({path: value})
