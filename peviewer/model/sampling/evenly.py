"""An even choice among many, where not all can be looked at."""

import numpy as np
from numpy.typing import NDArray


def evenly(count: int, most: int) -> NDArray[np.int64]:
    """Return 0 … count − 1, or `most` of them, evenly spread, both ends included.

    Examples
    --------
    >>> evenly(3, 5), evenly(101, 5)
    (array([0, 1, 2]), array([  0,  25,  50,  75, 100]))
    """
    return np.unique(np.linspace(0, count - 1, min(count, most)).round().astype(np.int64))
