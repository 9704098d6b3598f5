"""What NumPy's arrays can do, for a scheme that has a table: arithmetic, rows, a transpose."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

# How many rows a loop over all rows computes at a time.
ROWS_AT_ONCE = 256


class AsArray:
    """A table in arithmetic and in loops; what comes out is an array."""

    def __array__(self) -> NDArray[Any]:
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError

    def __getitem__(self, index: slice) -> NDArray[Any]:
        raise NotImplementedError

    # Any: in pydantic's classes this yields fields.
    def __iter__(self) -> Any:
        """Yield its rows, as an array does."""
        return self._rows()

    def _rows(self) -> Iterator[NDArray[Any]]:
        for start in range(0, len(self), ROWS_AT_ONCE):
            yield from self[start : start + ROWS_AT_ONCE]

    def __add__(self, other: Any) -> Any:
        return np.asarray(self) + other

    def __radd__(self, other: Any) -> Any:
        return other + np.asarray(self)

    def __sub__(self, other: Any) -> Any:
        return np.asarray(self) - other

    def __rsub__(self, other: Any) -> Any:
        return other - np.asarray(self)

    def __mul__(self, other: Any) -> Any:
        return np.asarray(self) * other

    def __rmul__(self, other: Any) -> Any:
        return other * np.asarray(self)

    def __truediv__(self, other: Any) -> Any:
        return np.asarray(self) / other

    def __rtruediv__(self, other: Any) -> Any:
        return other / np.asarray(self)

    def __matmul__(self, other: Any) -> Any:
        return np.asarray(self) @ np.asarray(other)

    def __rmatmul__(self, other: Any) -> Any:
        return np.asarray(other) @ np.asarray(self)

    def __neg__(self) -> Any:
        return -np.asarray(self)
