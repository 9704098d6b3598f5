"""What of the Document an array of a file sets: a table of positions, or T5's biases by bucket."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from peviewer.document.document import DocumentError
from peviewer.model.stored.entry import TableError
from peviewer.model.stored.reading import numbers, picked, split_key

if TYPE_CHECKING:
    from peviewer.document.document import Document
    from peviewer.model.stored.reading import Choice


def open_table(document: Document, text: str) -> tuple[Document, str]:
    """Return a Document with the array that ``FILE[:KEY]`` names, and a sentence of what else is to be known of it.

    Raises
    ------
    DocumentError
        If there is none that can be shown; one line says why.
    """
    path, key = split_key(text)
    try:
        return show_array(document, Path(path), picked(Path(path), key))
    except TableError as error:
        raise DocumentError(str(error)) from None


def show_array(document: Document, path: Path, choice: Choice) -> tuple[Document, str]:
    """Return a Document with an array of a file, and a sentence of what else is to be known of it; empty for most."""
    if not choice.biases:
        fields = {"encoding.scheme": "learned", "encoding.path": str(path), "encoding.key": choice.key}
        shown = document.edited(fields)
        return shown, shown.encoding.question
    biases = numbers(choice.load(), choice.entry.kind)
    buckets, heads = biases.shape
    shown = document.edited(
        {
            "encoding.scheme": "t5",
            "encoding.bucket_count": buckets,
            "encoding.bidirectional": "decoder" not in choice.key,
            "encoding.values": "chosen",
            "encoding.learned": tuple(biases[:, 0].tolist()),
        }
    )
    return shown, f"These are T5’s biases of {buckets} buckets, those of the first of {heads} heads."
