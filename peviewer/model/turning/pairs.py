"""What turning needs to know of an encoding."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from peviewer.model.turning.layouts import Columns, Layout


class TurningPairs(Protocol):
    """What this folder needs to know of an encoding: pairs that turn, laid out in columns."""

    @property
    def length(self) -> int: ...  # noqa: D102
    @property
    def dim(self) -> int: ...  # noqa: D102
    @property
    def first(self) -> int: ...  # noqa: D102
    @property
    def layout(self) -> Layout: ...  # noqa: D102
    @property
    def pairs(self) -> int: ...  # noqa: D102
    @property
    def columns(self) -> Columns: ...  # noqa: D102
    def frequencies(self) -> NDArray[np.float64]: ...  # noqa: D102
    def frequency_rests(self) -> NDArray[np.float64]: ...  # noqa: D102
    def __hash__(self) -> int: ...
