"""Documents with an array of a file; the array's kind decides which scheme shows it."""

from pathlib import Path

from peviewer.document.arrays.biases import with_buckets, with_lags, with_offsets
from peviewer.document.arrays.rotations import with_frequencies, with_rotation
from peviewer.document.arrays.turned_vectors import with_turned_vectors
from peviewer.document.arrays.vectors_by_lag import with_vectors_by_lag
from peviewer.document.document import Document
from peviewer.model.encodings.learned import Learned
from peviewer.model.stored.choice import Choice

_OF_KINDS = {
    "lags": with_lags,
    "vectors": with_vectors_by_lag,
    "frequencies": with_frequencies,
    "rotation": with_rotation,
    "turned": with_turned_vectors,
}


def show_array(document: Document, path: Path, choice: Choice) -> tuple[Document, str]:
    """Return a Document with an array of a file, and a sentence about it, usually empty."""
    if choice.biases and choice.biases.scheme == "t5":
        return with_buckets(document, choice)
    if choice.biases:
        return with_offsets(document, choice, choice.biases)
    if choice.kind != "table":
        return _OF_KINDS[choice.kind](document, choice)
    return _with_table(document, path, choice)


def _with_table(document: Document, path: Path, choice: Choice) -> tuple[Document, str]:
    fields: dict[str, object] = {"scheme": "learned", "path": str(path), "key": choice.key}
    if choice.layout and choice.layout.first:
        fields["first"] = choice.layout.first
    if choice.layout and choice.layout.takes_nearest:
        fields["interpolation"] = "nearest"
    shown = document.edited({f"encoding.{name}": value for name, value in fields.items()})
    sentences = [_left_out(shown), choice.note]
    return document.opening(shown.encoding), " ".join(filter(None, sentences))


def _left_out(document: Document) -> str:
    """Return which rows of a table are left out, as a sentence; usually empty."""
    table = document.encoding
    if not isinstance(table, Learned) or table.layout is None or not table.layout.extra_rows:
        return ""
    return table.layout.note
