"""NumPy arrays from lists, arrays of other libraries and tensors of PyTorch."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.refusals import refused


def plain_array(values: ArrayLike) -> NDArray[Any]:
    """Return numbers as an array; a tensor of PyTorch may be on any device and have a gradient.

    The types of PyTorch and ml_dtypes that NumPy does not have, as bfloat16 and float8, become
    float32, in which all of their numbers are exact. Masked numbers are refused.
    """
    array_like: Any = values
    if np.ma.is_masked(array_like):
        raise ValueError("some of its numbers are masked: fill them, as by .filled(0)")
    if hasattr(array_like, "detach") and hasattr(array_like, "cpu"):
        array_like = array_like.detach().cpu()
        if any(kind in str(array_like.dtype) for kind in ("bfloat16", "float8")):
            array_like = array_like.float()
    array = np.asarray(array_like)
    is_type_of_other_library = array.dtype.isbuiltin == 2
    return array.astype(np.float32) if is_type_of_other_library else array


def number_array(name: str, values: ArrayLike) -> NDArray[np.float64]:
    """Return values as an array of numbers in double precision."""
    try:
        return plain_array(values).astype(np.float64, casting="same_kind")
    except (ValueError, TypeError, RuntimeError):
        raise ValueError(f"{name} is not allowed: it must be an array of real numbers") from None


def finite_array(name: str, values: ArrayLike) -> NDArray[np.float64]:
    """Return an array in double precision; refuse what is not finite numbers."""
    try:
        numbers = number_array(name, values)
    except ValueError:
        numbers = np.full(1, np.nan)
    if not np.isfinite(numbers).all():
        raise ValueError(refused(name, values, "they must be finite numbers"))
    return numbers
