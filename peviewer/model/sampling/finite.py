"""Numbers that are given by hand: finite ones, or one clear sentence."""

import numpy as np
from numpy.typing import ArrayLike, NDArray


def finite(name: str, values: ArrayLike) -> NDArray[np.float64]:
    """Return what was given as numbers in double precision.

    Raises
    ------
    ValueError
        If any is no finite number; the message begins with the name that it goes by.

    Examples
    --------
    >>> finite("lags", [1, 2])
    array([1., 2.])
    >>> finite("lags", "x")
    Traceback (most recent call last):
    ValueError: lags = 'x' is not allowed: they must be finite numbers
    """
    try:
        found = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        found = np.full(1, np.nan)
    if not np.isfinite(found).all():
        raise ValueError(f"{name} = {values!r} is not allowed: they must be finite numbers")
    return found
