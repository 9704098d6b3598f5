"""Arrays of NumPy from whatever holds numbers: lists, arrays of other libraries, tensors of PyTorch."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


def plain_array(values: ArrayLike) -> NDArray[Any]:
    """Return numbers as an array, of a tensor of PyTorch wherever it is and whether or not it has a gradient.

    Its bfloat16 and float8, and types of ml_dtypes, which NumPy has not, become float32, in which all of their numbers
    are exact. What is masked has no number.

    >>> plain_array([[1, 2], [3, 4]]).shape
    (2, 2)
    """
    given: Any = values
    if np.ma.is_masked(given):
        raise ValueError("some of its numbers are masked: fill them, as by .filled(0)")
    if hasattr(given, "detach") and hasattr(given, "cpu"):
        given = given.detach().cpu()
        if any(kind in str(given.dtype) for kind in ("bfloat16", "float8")):
            given = given.float()
    array = np.asarray(given)
    return array.astype(np.float32) if array.dtype.isbuiltin == 2 else array  # of another library


def number_array(name: str, values: ArrayLike) -> NDArray[np.float64]:
    """Return what was given as an array of numbers in double precision.

    >>> number_array("table", [[1, 2], [3]])
    Traceback (most recent call last):
    ValueError: table is not allowed: it must be an array of real numbers
    """
    try:
        return plain_array(values).astype(np.float64, casting="same_kind")
    except (ValueError, TypeError, RuntimeError):
        raise ValueError(f"{name} is not allowed: it must be an array of real numbers") from None
