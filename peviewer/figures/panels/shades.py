"""Where chosen pairs stand side by side, to be shaded."""

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def runs(chosen: "NDArray[np.bool_]") -> list[tuple[float, float]]:
    """Return where chosen cells stand side by side, each run from edge to edge.

    Examples
    --------
    >>> runs(np.array([True, False, True, True]))
    [(-0.5, 0.5), (1.5, 3.5)]
    """
    edges = np.flatnonzero(np.diff(np.concatenate([[False], chosen, [False]]))) - 0.5
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
