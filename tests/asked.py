"""What exporters and painters are asked for, as JSON can hold it: documents, styles, slides and choices."""

from contextlib import ExitStack
from unittest.mock import patch

from peviewer.base.parameters import Parameters
from peviewer.document.document import Document
from peviewer.figures.grammar import Figure
from tests.numbers import document_fields


def plain(value):
    """Return what an exporter is asked for as what JSON can hold."""
    if isinstance(value, Document):
        return document_fields(value)
    if isinstance(value, Figure):
        return value.name
    if hasattr(value, "figures") and hasattr(value, "columns"):
        return [[figure.name for figure in value.figures], value.columns]
    if hasattr(value, "pane"):  # a slide
        return [value.pane.name, [pane.name for pane in value.beside], value.plays]
    if isinstance(value, Parameters):
        return {name: plain(getattr(value, name)) for name in type(value).model_fields}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if hasattr(value, "draw"):
        return f"{value.name} {value.only}".strip()
    return value if isinstance(value, bool | int | float | str | None) else str(value)


def chosen(value):
    """Return the fields of a style, a clip or choices that are not those by default."""
    fields = type(value).model_fields.items()
    values = {name: (getattr(value, name), field.default) for name, field in fields}
    return {name: plain(own) for name, (own, default) in values.items() if own != default}


class Asked:
    """Stands in for what writes and paints: remembers what each is asked for, and gives back what is said here."""

    def __init__(self, results):
        self._results = results
        self._patches = ExitStack()
        self.calls = {}

    def __enter__(self):
        for path, result in self._results.items():
            self._patches.enter_context(patch(path, self._remembering(path, result)))
        return self

    def __exit__(self, *error):
        self._patches.close()

    def _remembering(self, path, result):
        def ask(*values, **named_values):
            self.calls[path.rpartition(".")[2]] = (values, named_values)
            return result

        return ask
