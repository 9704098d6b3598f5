"""A user's arrays and functions as schemes."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from peviewer.base.refusals import refused
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.learned import Learned
from peviewer.model.encodings.scheme import MAX_WORDS, Array, Scheme
from peviewer.model.encodings.tables.source import EXAMPLE_SHAPE
from peviewer.model.stored.loading import array_text


def own(
    function: Callable[[Array], ArrayLike],
    dim: int | None = None,
    *,
    length: int = EXAMPLE_SHAPE[0],
    first: int = 0,
) -> Learned:
    """Return a table made by a user's function.

    Sessions and exports hold the table, not the function.

    Parameters
    ----------
    function : callable
        Called once, with the positions as an array of shape (L,); it returns the vectors, shape (L,
        d).
    dim : int, optional
        How many numbers each position must get; by default as many as the function gives.
    length : int
        How many positions there are.
    first : int
        The first of them.

    Raises
    ------
    ValueError
        If the function gives no table of finite numbers of that shape; one line says what it gave.
        What the function itself raises is passed on.

    Examples
    --------
    >>> import numpy as np, peviewer as pv
    >>> def of_halves(positions):
    ...     return np.cos(positions[:, None] * 2.0 ** -np.arange(4))
    >>> halves = pv.Own(of_halves, dim=4, length=10)
    >>> halves.table(positions=[3]).round(3)
    array([[-0.99 ,  0.071,  0.732,  0.931]])
    """
    if not callable(function):
        raise ValueError(refused("function", function, "it must be a function of positions"))
    dimensions = {} if dim is None else {"dim": dim}
    checked = Tabled(scheme="own", length=length, first=first, **dimensions)
    vectors = function(np.arange(first, first + length, dtype=np.float64))
    name = getattr(function, "__name__", type(function).__name__)
    function_name = "a function" if name == "<lambda>" else name
    try:
        shape = np.shape(vectors)
    except (ValueError, TypeError, RuntimeError):
        # Rows have different lengths; the code below reports that.
        shape = (length, checked.dim)
    if len(shape) != 2 or shape[0] != length or (dim is not None and shape[1] != dim):
        gave = " × ".join(map(str, shape)) or "one number"
        sides = f"{length} × {'d' if dim is None else dim}"
        raise ValueError(
            f"{function_name} gave an array of {gave}; it must be {sides}, a row for each position"
        )
    try:
        return Learned(data=array_text(vectors), first=first, function=function_name)
    except ValueError as error:
        raise ValueError(str(error).replace("the array", f"what {function_name} gave")) from None


def as_scheme(encoding: Scheme | ArrayLike) -> Scheme:
    """Return a scheme unchanged, and an array as a table."""
    allowed = "it must be a scheme or an array"
    if isinstance(encoding, str | Path):
        why = f"{allowed}; a file is given as Table({str(encoding)!r})"
        raise ValueError(refused("encoding", str(encoding), why))
    # A layer of PyTorch is callable, too, but has weights.
    is_function = callable(encoding) and not hasattr(encoding, "weight")
    if isinstance(encoding, type) or is_function:
        why = f"{allowed}; of a class its instance is one, and a function is given as Own(function)"
        raise ValueError(refused("encoding", encoding, why))
    if isinstance(encoding, Scheme):
        return encoding
    return Learned(data=array_text(encoding), sentence=" ".join(_row_names(encoding)))


def _row_names(array: ArrayLike) -> list[str]:
    """Return the names of the rows of a DataFrame; none where any is not a single word."""
    index = getattr(array, "index", ())
    # The index of a list is a method.
    names = [] if callable(index) else list(index)
    if len(names) > MAX_WORDS:
        return []
    are_words = all(isinstance(name, str) and len(name.split()) == 1 for name in names)
    return names if are_words else []


Own = own
