"""Where chosen pairs stand side by side, to be shaded, and whether all of them are."""

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from peviewer.document.document import Document
    from peviewer.model.encodings.scheme import Scheme


def runs(chosen: "NDArray[np.bool_]") -> list[tuple[float, float]]:
    """Return where chosen cells stand side by side, each run from edge to edge.

    Examples
    --------
    >>> runs(np.array([True, False, True, True]))
    [(-0.5, 0.5), (1.5, 3.5)]
    """
    edges = np.flatnonzero(np.diff(np.concatenate([[False], chosen, [False]]))) - 0.5
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))


def all_seen(document: "Document[Scheme]") -> bool:
    """Whether all that is shaded of A is there to see: not beside a shorter B, nor below what both are apart by.

    Examples
    --------
    >>> from peviewer.document.fields import compare_with
    >>> from peviewer.document.document import Document
    >>> alone = Document()
    >>> [all_seen(against(alone, wide)) for wide in ("dim=512", "dim=128")], all_seen(alone)
    ([True, False], True)
    """
    other = document.compare.against
    if other is None:
        return True
    narrower = getattr(other, "dim", 0) < getattr(document.encoding, "dim", 0)
    return document.compare.shows != "difference" and not narrower
