"""Documents with a model's vectors by lag, as those of Shaw et al."""

import numpy as np
from numpy.typing import NDArray

from peviewer.base.numbers import number
from peviewer.document.document import Document
from peviewer.model.stored.choice import Choice
from peviewer.model.stored.entry import as_numbers
from peviewer.model.stored.families import COUNTED_BACK


def with_vectors_by_lag(document: Document, choice: Choice) -> tuple[Document, str]:
    """Return a Document with a model's vectors by lag, and a sentence about them."""
    keys = choice.numbers().reshape(choice.shape)
    is_counted_back = bool(COUNTED_BACK.search(choice.key))
    if is_counted_back:
        keys = keys[::-1]
    count, dim = keys.shape
    values: NDArray[np.float64] = np.empty(0)
    if choice.values is not None:
        values = as_numbers(choice.values.load(), choice.values.kind)
    shown = document.edited(
        {
            "encoding.scheme": "shaw",
            "encoding.dim": dim,
            "encoding.farthest": count // 2,
            "encoding.vectors": "chosen",
            "encoding.keys": tuple(keys.ravel().tolist()),
            "encoding.values": tuple(values.ravel().tolist()),
        }
    )
    what = "of keys" if choice.values is None else "of keys and of values"
    about = f"These are vectors {what} for {number(count)} lags, of {number(dim)} numbers each."
    if is_counted_back:
        about += " The file counts query less key; here it is key less query."
    return document.opening(shown.encoding), about
