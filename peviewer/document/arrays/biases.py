"""Documents with biases of a file: by bucket, by offset, or by lag beside ALiBi's."""

from math import prod

import numpy as np
from numpy.typing import NDArray

from peviewer.base.numbers import number, plain
from peviewer.base.words import in_unit
from peviewer.document.document import Document
from peviewer.model.encodings.alibi import Alibi
from peviewer.model.stored.choice import Choice, sides_of_biases
from peviewer.model.stored.entry import TableError, as_numbers, rounding_of, without_ones
from peviewer.model.stored.lags import LagArray, by_lag
from peviewer.model.stored.windows import BiasTable, Indices, Window, by_offset

Array = NDArray[np.float64]

# The most heads that are named.
FEW = 5

# How far biases may lie from a straight line, and slopes from ALiBi's, relatively.
_LEAST_ROUNDING = 1e-5


def with_buckets(document: Document, choice: Choice) -> tuple[Document, str]:
    """Return a Document with T5's biases, and a sentence about them."""
    biases = choice.numbers().reshape(choice.shape)
    buckets, heads = biases.shape
    shown = document.edited(
        {
            **_learned("t5", biases.T),
            "encoding.bucket_count": buckets,
            "encoding.bidirectional": "decoder" not in choice.key,
        }
    )
    counted = in_unit(number(buckets), "buckets")
    about = f"These are T5’s biases of {counted} in {in_unit(number(heads), 'heads')}."
    return document.opening(shown.encoding), about


def _learned(scheme: str, biases: Array) -> dict[str, object]:
    """Return the fields of a scheme with learned numbers, heads × indices."""
    return {
        "encoding.scheme": scheme,
        "encoding.heads": len(biases),
        "encoding.values": "chosen",
        "encoding.learned": tuple(biases.ravel().tolist()),
    }


def with_offsets(document: Document, choice: Choice, table: BiasTable) -> tuple[Document, str]:
    """Return a Document with biases by the offset in a window, and a sentence about them."""
    stored = choice.numbers().reshape(without_ones(choice.entry.shape))
    biases = stored[: len(stored) - table.extra_rows].T
    if table.by_head:
        biases = stored.reshape(len(stored), -1)
    window, learned = _in_window(choice, table, biases)
    frames, rows, columns = (1, *window)[-3:]
    shown = document.edited(
        {
            **_learned("swin", learned),
            "encoding.frames": frames,
            "encoding.rows": rows,
            "encoding.columns": columns,
            "encoding.window": "told" if table.is_told else "guessed",
        }
    )

    kind = "distances" if table.counted == "distances" else "offsets"
    count = biases.shape[1]
    if table.counted == "places":
        count = prod(2 * side - 1 for side in window)
    of_window = f"a window of {' × '.join(map(number, window))}"
    heads = in_unit(number(len(biases)), "heads")
    left_out = (
        f"; the last {table.extra_rows}, of its class token, are left out"
        if table.extra_rows
        else ""
    )
    about = (
        f"These are {table.title} of {number(count)} {kind} in {of_window}, in {heads}{left_out}."
    )
    return document.opening(shown.encoding), about


def _in_window(choice: Choice, table: BiasTable, biases: Array) -> tuple[Window, Array]:
    """Return the likeliest window that the index of biases does not contradict.

    Return its biases by offset, too.
    """
    index = _index(table)
    for window in table.windows:
        learned = by_offset(biases, table, window, index)
        if learned is not None:
            return window, learned
    raise TableError(
        f"{choice.key} of {choice.path.name} has an index that is of no window of attention"
    )


def _index(table: BiasTable) -> Indices | None:
    if table.index is None:
        return None
    return as_numbers(table.index.load(), table.index.kind).astype(np.int64)


def with_lags(document: Document, choice: Choice) -> tuple[Document, str]:
    """Return a Document with biases by lag and ALiBi's as B, and a sentence that compares them."""
    sides = sides_of_biases(choice.entry.shape)
    assert sides is not None
    lags = by_lag(choice.load_as_it_is().reshape(sides), choice.entry.kind)
    assert lags is not None
    heads, _, length = sides
    file_name = choice.path.name
    shown = document.edited(
        {
            "encoding.scheme": "lag_biases",
            "encoding.heads": heads,
            "encoding.given": tuple(lags.biases.ravel().tolist()),
            "encoding.name": f"{choice.key} of {file_name}" if choice.key else file_name,
        }
    )
    alibi = Alibi(heads=heads, length=length)
    rounding = max(_LEAST_ROUNDING, 4 * rounding_of(choice.entry.kind))
    sentences = [
        f"These are biases of {in_unit(number(heads), 'heads')}.",
        _beside_alibi(lags, alibi, rounding),
        *_what_was_made_of(lags),
    ]
    opened = document.opening(shown.encoding)
    return opened.edited({"compare.against": alibi}), " ".join(sentences)


def _what_was_made_of(lags: LagArray) -> list[str]:
    """Return sentences on what was changed against the file."""
    sentences: list[str] = []
    if lags.is_relative:
        sentences.append(
            "Each is shown less the one of the query’s own position: softmax cancels what all "
            "keys get."
        )
    if lags.is_masked:
        sentences.append(
            "Keys after the query have none; here they get the biases of those before it."
        )
    return sentences


def _beside_alibi(lags: LagArray, alibi: Alibi, rounding: float) -> str:
    """Return how biases compare with ALiBi's, as a sentence."""
    reach = lags.biases.shape[1] // 2
    past_lags = -np.arange(reach, 0, -1.0)
    past_biases = lags.biases[:, :reach] - lags.biases[:, reach : reach + 1]
    slopes = past_biases @ past_lags / (past_lags @ past_lags)
    off = np.abs(past_biases - slopes[:, None] * past_lags).max()
    if off > rounding * np.abs(past_biases).max():
        return "They do not fall along straight lines, as ALiBi’s do."

    ratios = slopes / alibi.slopes()
    is_alibis = np.abs(ratios - 1) <= rounding
    if is_alibis.all():
        return "They are ALiBi’s."
    if np.ptp(ratios) <= rounding * np.abs(ratios).max():
        return f"Every head: {_slope(ratios[0])}."
    differing = np.flatnonzero(~is_alibis).tolist()
    named = [f"head {number(head + 1)}: {_slope(ratios[head])}" for head in differing[:FEW]]
    listed = "; ".join(named).replace("head", "Head", 1)
    more = f", and {number(len(differing) - FEW)} more" if len(differing) > FEW else ""
    others = "; the others are ALiBi’s" if is_alibis.any() else ""
    return f"{listed}{more}{others}."


def _slope(ratio: float) -> str:
    return f"slope {plain(float(ratio), 3)} × ALiBi’s"
