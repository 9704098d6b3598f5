"""Numbers that summarize the rows of a table, beside the claims."""

import numpy as np
from numpy.typing import NDArray

from peviewer.base.words import number
from peviewer.model.claims.report import Property
from peviewer.model.claims.subject import range_text

STILL = 0.01  # the standard deviation below which a dimension hardly distinguishes positions
_COMPARED = 1000  # rows whose cosines are


def summaries(rows: NDArray[np.float64], tried: str) -> list[Property]:
    """Return the mean of rows, how far their similarities range, and how many dimensions hardly vary.

    rows: those of the table, or an even sample of them.
    tried: how many rows those are, if not all, as `` of 195 rows tried``.
    """
    means, still = rows.mean(axis=1), int((rows.std(axis=0) < STILL).sum())
    compared = rows[:: -(-len(rows) // _COMPARED)]
    norms = np.linalg.norm(compared, axis=1, keepdims=True)
    directions = np.divide(compared, norms, out=np.zeros_like(compared), where=norms > 0)
    least = (directions @ directions.T).min(axis=1)
    return [
        Property("row-mean", None, float(means.mean()),
                 f"the mean of a row{tried}{f'; means {range_text(means)}' if np.ptp(means) else ''}"),
        Property("least-cosine", None, float(least.min()),
                 f"the smallest cosine similarity of two rows{tried}; the largest is 1, of a row with itself"),
        Property("still-dims", None, float(still),
                 f"dimensions of {number(rows.shape[1])} whose standard deviation{tried} is below {number(STILL)}"),
    ]  # fmt: skip
