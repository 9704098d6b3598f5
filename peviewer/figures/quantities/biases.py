"""Quantities of biases, of heads and of the binary counter."""

from __future__ import annotations

import numpy as np

from peviewer.base.numbers import number
from peviewer.document.document import Document
from peviewer.figures.quantities.requirements import (
    NotHere,
    Quantity,
    encoding_of,
    times_text,
)
from peviewer.model.encodings.alibi import Alibi
from peviewer.model.encodings.grids.swin import Swin
from peviewer.model.encodings.t5 import T5
from peviewer.model.encodings.turning import Rotating

# The dimensions of a head in Llama.
LLAMA_DIM = 128


def _next_head(document: Document) -> str:
    """Return the factor by which each head of ALiBi looks farther than the one before."""
    heads = encoding_of(document, Alibi).heads
    is_power_of_two = not heads & (heads - 1)
    # Without a power of two of heads there are two sequences of slopes.
    if not is_power_of_two or heads == 1:
        raise NotHere
    slopes = encoding_of(document, Alibi).slopes()
    return times_text(round(float(slopes[0] / slopes[1]), 9))


def _exact_lags(document: Document) -> int:
    """Return up to which distance each lag of T5 has a bucket of its own."""
    distances = encoding_of(document, T5).distances()
    wide = np.flatnonzero(np.diff(distances) > 1)
    # The last bucket holds all longer lags.
    first_wide = int(wide[0]) if len(wide) else -1
    return int(distances[first_wide]) - 1


def _offsets(document: Document, side: str) -> str:
    return number(2 * int(getattr(encoding_of(document, Swin), side)) - 1)


def _needed_bits(document: Document) -> int:
    positions = document.encoding.positions
    if positions[0] < 0 or positions[-1] < 2:
        raise NotHere
    return positions[-1].bit_length()


def _idle_bits(document: Document) -> str:
    bits = document.get("binary.bits")
    idle_bits = bits - _needed_bits(document)
    if idle_bits < 0:
        return f"with {number(bits)} some are alike"
    return f"so {number(idle_bits)} of the {number(bits)} stay 0"


BIASES: dict[str, Quantity] = {
    "times_llama": lambda document: times_text(encoding_of(document, Rotating).dim / LLAMA_DIM),
    # The bias of ALiBi's first head 4 positions back.
    "steepest_loss": lambda document: number(4 * float(encoding_of(document, Alibi).slopes()[0])),
    "exact_lags": lambda document: number(_exact_lags(document)),
    "last_bucket": lambda document: number(int(encoding_of(document, T5).distances()[-1])),
    "offset_rows": lambda document: _offsets(document, "rows"),
    "offset_columns": lambda document: _offsets(document, "columns"),
    "next_head": _next_head,
    "needed_bits": lambda document: number(_needed_bits(document)),
    "idle_bits": _idle_bits,
}
