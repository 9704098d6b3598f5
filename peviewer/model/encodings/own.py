"""Schemes of one's own: what a class in a file or in another package derives from.

Such a class has fields that are only annotated, or declared by :func:`parameter`, and one method. What that gives is
tried with the class's fields as they are, so that what is wrong with it is one line that names file and line.
"""

import re
import traceback
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from pydantic import model_validator

from peviewer.base.arrays import plain_array
from peviewer.base.formula import Formula
from peviewer.base.parameters import CompleteError, parameter, redeclared, specifications
from peviewer.model.encodings import lagged, scheme, turning
from peviewer.model.encodings.scheme import Array
from peviewer.model.encodings.stored import Stored
from peviewer.model.sampling.grid import linspace_indices
from peviewer.model.stored.entry import TableError
from peviewer.model.stored.table import StoredTable

MOST_CELLS = 2**22
"""Cells of a table of one's own: all are worked out."""
_MOST_LAGS = 2**12  # that are tried
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def place_of(error: BaseException, file: str) -> str:
    """Return in one line where in a file an error was raised, and which: ``my.py, line 7: KeyError: 'x'``."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    if isinstance(error, SyntaxError) and error.filename == file:
        lines.append(error.lineno)
    said = str(error.msg if isinstance(error, SyntaxError) else error).strip().splitlines()
    where = f"{Path(file).name}, line {lines[-1]}" if lines else Path(file).name
    return f"{where}: {type(error).__name__}{f': {said[0]}' if said else ''}"


class OwnScheme(scheme.Scheme):
    """What all schemes of one's own have in common: they know their code."""

    annotated: ClassVar[bool] = True
    file: ClassVar[str] = ""
    """The file that its class was loaded from, which sessions name; empty of one that is imported."""

    scheme: str = parameter("", title="Scheme", form="its own name", hidden=True, help="The rule.")
    source: str = parameter(
        "", title="Code", form="a file of Python", hidden=True, help="The file whose code makes the encoding."
    )

    @classmethod
    def __pydantic_init_subclass__(cls, **_kwargs: object) -> None:
        if "title" not in vars(cls):
            cls.title = _HUMP.sub(" ", cls.__name__).capitalize()

    @classmethod
    def described(cls) -> str:
        doc = vars(cls).get("__doc__") or cls.title
        return str(doc).strip().splitlines()[0]

    @classmethod
    def called(cls) -> str:
        """Return its name in sessions and on the command line."""
        return super().called() or _HUMP.sub("-", cls.__name__).lower()

    @model_validator(mode="before")
    @classmethod
    def _named(cls, given: Any) -> Any:
        return {**given, "scheme": cls.called(), "source": cls.file} if isinstance(given, Mapping) else given

    @model_validator(mode="after")
    def _tried(self) -> "OwnScheme":
        for spec in specifications(type(self)):  # those that a base declares, and the class has only annotated
            value = getattr(self, spec.name)
            if spec.kind in ("int", "float") and not spec.allows(value):
                raise CompleteError(f"{spec.name} = {value} is not allowed: it must be {spec.allowed()}")
        self.check()
        return self

    def check(self) -> None:
        """Try the method that the class defines; a ValueError says in one line what is wrong with what it gives."""

    @property
    def why_no_code(self) -> str:
        return f"{self.title} is code already: {self.file or type(self).__module__}"

    def given(self, method: str, *arguments: object) -> NDArray[np.float64]:
        """Return what a method of the class gives.

        Raises
        ------
        ValueError
            If it raises an error, or gives no array of finite numbers; one line that names file and line.
        """
        function: Callable[..., Any] = getattr(self, method)
        file = function.__code__.co_filename if hasattr(function, "__code__") else type(self).__module__
        try:
            with np.errstate(all="ignore"):  # what is not finite is refused below
                found = plain_array(function(*arguments))
        except Exception as error:
            raise CompleteError(place_of(error, file)) from error
        where = f"{Path(file).name}: {method} gave"
        if found.dtype.kind not in "fiub":
            raise CompleteError(f"{where} what is of type {found.dtype}; it must be an array of real numbers")
        found = found.astype(np.float64, copy=False)
        if not np.isfinite(found).all():
            raise CompleteError(f"{where} numbers that are not finite")
        return found

    def refuse(self, method: str, shape: tuple[int, ...], wanted: str) -> CompleteError:
        """Return the error of an array of a wrong shape."""
        file = getattr(type(self), method).__code__.co_filename
        sides = " × ".join(map(str, shape)) or "one number"
        return CompleteError(f"{Path(file).name}: {method} gave an array of {sides}; it must be {wanted}")


class Tabled(OwnScheme, Stored):
    """A vector for every position, by a method ``table(positions)``.

    Examples
    --------
    >>> import numpy as np, peviewer as pv
    >>> class Steps(pv.Tabled):
    ...     dim: int = 3
    ...     height: float = 0.5
    ...
    ...     def table(self, positions):
    ...         return self.height * positions[:, None] * np.ones(self.dim)
    >>> Steps(length=4, height=2.0)[3]
    array([6., 6., 6.])
    """

    takes_long: ClassVar[bool] = True
    gives: ClassVar[str] = "a vector for every position, by code of one's own"
    panes: ClassVar[tuple[str, ...]] = ("encoding", "distance", "statistics", "similarity")

    dim: int = redeclared(scheme.Tabled, "dim", 64, formula="")

    def table(self, positions: Array) -> Array:  # type: ignore[override]  # a class of one's own need know no more
        """Return the vectors of positions, an array of shape (n,) in double precision; shape (n, dim)."""
        raise NotImplementedError("a class that derives from Tabled needs a method table(self, positions)")

    def check(self) -> None:
        if self.length * self.dim > MOST_CELLS:
            raise CompleteError(
                f"length = {self.length} is not allowed: with {self.dim} dimensions it must be at most {self.longest}, "
                "as all numbers are worked out"
            )
        _ = self.stored

    @property
    def longest(self) -> int:
        return max(1, MOST_CELLS // self.dim)

    @property
    def stored(self) -> StoredTable:
        """The numbers of all positions."""
        return _worked_out(self)

    @property
    def goes_on(self) -> bool:
        return _goes_on(self)

    def rows_of(self, positions: Array) -> Array:
        """Return the vectors of positions, of the shape that they must have."""
        found = self.given("table", positions)
        if found.shape != (len(positions), self.dim):
            wanted = f"{len(positions)} × {self.dim}, a row for each position and dim columns"
            raise self.refuse("table", found.shape, wanted)
        return found


@lru_cache(maxsize=8)
def _worked_out(tabled: Tabled) -> StoredTable:
    found = tabled.rows_of(np.arange(tabled.first, tabled.first + tabled.length, dtype=np.float64))
    try:
        return StoredTable.checked(("own", tabled), found, found.dtype.name)
    except TableError as error:
        raise CompleteError(f"what {tabled.title} gives cannot be shown: {error}") from None


@lru_cache(maxsize=8)
def _goes_on(tabled: Tabled) -> bool:
    end = tabled.first + tabled.length
    try:
        tabled.rows_of(np.arange(end, end + tabled.length, dtype=np.float64))
    except ValueError:
        return False
    return True


class _OfFrequencies(OwnScheme, scheme.Paired):
    """What is made of ``frequencies()``."""

    def check(self) -> None:
        found = self.given("frequencies")
        if found.shape != (self.pairs,):
            raise self.refuse("frequencies", found.shape, f"of shape ({self.pairs},), one for each pair")

    def frequencies(self) -> Array:
        """Return ω_i, shape (⌈dim/2⌉,), in rad/position."""
        raise NotImplementedError("a class that derives from Turning or Rotating needs a method frequencies(self)")

    def rebased(self, base: float) -> None:
        """Return None: how the frequencies depend on a base is not known."""


class Turning(_OfFrequencies, turning.Turning):
    """A table of sines and cosines whose pairs turn at frequencies of one's own, by a method ``frequencies()``.

    Examples
    --------
    >>> import peviewer as pv
    >>> class Halving(pv.Turning):
    ...     fastest: float = 1.0
    ...
    ...     def frequencies(self):
    ...         return self.fastest / 2.0 ** np.arange(self.pairs)
    >>> Halving(dim=6, fastest=2.0).frequencies()
    array([2. , 1. , 0.5])
    """

    panes: ClassVar[tuple[str, ...]] = ("encoding", "shift", "frequencies", "distance")


class Rotating(_OfFrequencies, scheme.Rotating):
    """Queries and keys whose pairs turn at frequencies of one's own, by a method ``frequencies()``."""

    gives: ClassVar[str] = "a turn of queries and keys, by code of one's own"
    panes: ClassVar[tuple[str, ...]] = ("clocks", "score", "frequencies", "attention")

    dim: int = redeclared(scheme.Rotating, "dim", 128)
    base: float = redeclared(scheme.Rotating, "base", 10_000.0, hidden=True)

    def frequency_formula(self) -> Formula:
        return Formula()


class Lagged(OwnScheme, lagged.Lagged):
    """A bias for every head and lag, by a method ``by_lag(lags)``.

    Examples
    --------
    >>> import numpy as np, peviewer as pv
    >>> class Cliff(pv.Lagged):
    ...     reach: int = 16
    ...
    ...     def by_lag(self, lags):
    ...         return np.where(np.abs(lags) < self.reach, 0.0, -4.0)[None, :]
    >>> Cliff(reach=2).by_lag(np.array([-2.0, 0.0, 1.0]))
    array([[-4.,  0.,  0.]])
    """

    gives: ClassVar[str] = "a bias for every head and lag, by code of one's own"
    panes: ClassVar[tuple[str, ...]] = ("bias", "attention")

    def by_lag(self, lags: Array) -> Array:  # type: ignore[override]  # a class of one's own need know no more
        """Return the biases of lags s − t, an array of shape (n,) in double precision; shape (heads, n)."""
        raise NotImplementedError("a class that derives from Lagged needs a method by_lag(self, lags)")

    def check(self) -> None:
        reach = self.length - 1
        lags = linspace_indices(2 * reach + 1, min(2 * reach + 1, _MOST_LAGS)) - float(reach)
        found = self.given("by_lag", lags)
        if found.ndim != 2 or not len(found) or found.shape[1] != len(lags):
            raise self.refuse("by_lag", found.shape, f"heads × {len(lags)}, a row for each head")

    @property
    def extent(self) -> tuple[int, ...]:
        return self.length, len(self.heads_named)

    @property
    def heads_named(self) -> tuple[str, ...]:
        return tuple(f"head {head}" for head in range(1, _heads(self) + 1))

    def block_means(self, lags: Array, down: float, across: float, head: int) -> Array:
        return lagged.smooth_block_means(partial(self._bias, head=head), lags, down, across)

    def _bias(self, lags: Array, head: int) -> Array:
        return np.asarray(self.by_lag(np.ravel(lags))[head], dtype=np.float64).reshape(np.shape(lags))


@lru_cache(maxsize=8)
def _heads(biases: Lagged) -> int:
    return len(biases.given("by_lag", np.array([-1.0, 0.0])))
