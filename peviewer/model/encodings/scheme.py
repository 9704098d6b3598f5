"""Schemes by what they give: a vector a position, pairs that turn, numbers by lag."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from peviewer.base.arrays import plain_array
from peviewer.base.formula import Formula
from peviewer.base.parameters import Constructed, abbreviated, followed, parameter, specifications
from peviewer.base.words import in_unit, whole
from peviewer.model.encodings.dialect import Dialect
from peviewer.model.sampling.raster import Raster
from peviewer.model.turning.frequencies import turns_within
from peviewer.model.turning.pairs import Columns, Layout, columns

Array = NDArray[np.float64]
USUAL_DIMS = 64, 128, 256, 512, 768, 1024, 1536, 2048, 3072, 4096, 8192, 16_384, 32_768


def finite_array(name: str, values: ArrayLike) -> NDArray[np.float64]:
    """Return what was given as numbers in double precision.

    >>> finite_array("lags", [1, 2])
    array([1., 2.])
    >>> finite_array("lags", "x")
    Traceback (most recent call last):
    ValueError: lags = 'x' is not allowed: they must be finite numbers
    """
    try:
        numbers = plain_array(values).astype(np.float64, casting="same_kind")
    except (TypeError, ValueError):
        numbers = np.full(1, np.nan)
    if not np.isfinite(numbers).all():
        raise ValueError(f"{name} = {abbreviated(values)} is not allowed: they must be finite numbers")
    return numbers


class _Long(Constructed):
    """How many positions there are; fields are in the order of their classes, bases first."""

    ordered: ClassVar[tuple[str, ...]] = ("length", "dim")

    scheme: str
    length: int = parameter(
        200, title="Length", symbol="L", unit="positions", ge=1, le=10_000_000, scale="log",
        follows="own length",
        help="How many positions there are.", formula="t = t₀ … t₀ + L − 1",
    )  # fmt: skip


class _Wide(_Long):
    """How many numbers each position gets."""

    dim: int = parameter(
        256, title="Dimensions", symbol="d", ge=1, le=65_536, slider=(2, 65_536), scale="log", step=2,
        stops=USUAL_DIMS, follows="own dim",
        help="How many numbers each position gets; every two of them are a sine and a cosine of one pair.",
        formula="pairs i = 0 … ⌈d/2⌉ − 1",
    )  # fmt: skip


class Scheme(_Long):
    """A rule that gives a model the position of a token.

    A scheme declares ``scheme`` (its name in sessions and on the command line),
    ``title`` (its name in the window), ``gives`` (what it gives, as a phrase),
    ``panes`` (the names of two to four that show it best) and its own parameters;
    what it can do beyond that is its base class among those below, which also
    decides its ``group`` in the list of schemes.
    """

    title: ClassVar[str] = "Scheme"
    gives: ClassVar[str] = "nothing yet"
    panes: ClassVar[tuple[str, ...]] = ()
    derived: ClassVar[tuple[str, ...]] = ()
    """Fields that follow from the others, and are worked out anew where these change."""
    group: ClassVar[str] = "Others"

    first: int = parameter(
        0, title="First position", symbol="t₀", ge=-(2**53) + 10_000_000, le=2**53 - 10_000_000,
        slider=(-10_000, 10_000), follows="ten lengths", seldom=True, help="The number of the first position.",
        formula="t = t₀ … t₀ + L − 1",
    )  # fmt: skip

    @classmethod
    def __pydantic_init_subclass__(cls, **_kwargs: object) -> None:
        if "title" not in vars(cls):
            cls.title = cls.__name__

    takes_long: ClassVar[bool] = False
    """Whether making one may take long: it runs code of somebody else, or reads a file."""

    @classmethod
    def called(cls) -> str:
        """Return its name in sessions and on the command line."""
        return str(cls.model_fields["scheme"].default)

    @classmethod
    def described(cls) -> str:
        """Return what it is, in a line."""
        return str(cls.__doc__).splitlines()[0]

    @property
    def best_panes(self) -> tuple[str, ...]:
        """The names of the panes that show it best as it is; those that its class names, for most."""
        return self.panes

    @property
    def positions(self) -> range:
        """The positions there are."""
        return range(self.first, self.first + self.length)

    @property
    def from_zero(self) -> Self:
        """The scheme with its positions counted from 0: what depends on lags alone is worked out once for all."""
        return self.model_copy(update={"first": 0})

    @property
    def extent(self) -> tuple[int, ...]:
        """How much of everything there is, most telling first: ``(L, d)``."""
        return (self.length,)

    @property
    def size(self) -> str:
        """How large it is, in words: ``"200 × 256"``."""
        return " × ".join(map(whole, self.extent))

    @property
    def stem(self) -> str:
        """How large it is, as part of a file's name: ``"200x256"``."""
        return "x".join(map(str, self.extent))

    @property
    def own_name(self) -> str:
        """What tells it from another scheme of its class beside its parameters; empty where nothing does."""
        return ""

    @property
    def about(self) -> str:
        """What is known of it beside its parameters, in a sentence or two; empty for most."""
        return ""

    @property
    def longest(self) -> int:
        """How many positions it can have at most."""
        return 10_000_000

    @property
    def question(self) -> str:
        """What only the user knows of it, in a sentence; empty for most."""
        return ""

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        raise TypeError(f"{self.title} gives {self.gives}, and has no table of vectors to make an array of")

    def kept_beside(self, changes: Mapping[str, object]) -> dict[str, object]:
        """Return the fields that stay as they are where others change."""
        return {name: value for name, value in self if name not in self.derived}

    def replace(self, **changes: object) -> Self:
        """Return the scheme with other parameters, as if it had been made with them.

        Parameters
        ----------
        **changes : object
            Fields by their names. A choice with published constants, as Llama 3's scaling,
            brings them along for fields where nothing else was chosen.

        Raises
        ------
        ValueError
            If there is no such field, or a value is not allowed.

        Examples
        --------
        >>> import peviewer as pv
        >>> pv.Sinusoidal(dim=64).replace(base=100.0).base
        100.0
        """
        along = followed(self.published, self, changes)
        return type(self)(**{**self.kept_beside(changes), **along, **changes})

    def formula(self) -> Formula:
        """Return the rule as a formula, in the scheme's own symbols; empty where there is none."""
        return Formula()

    @property
    def why_no_code(self) -> str:
        """Why there is no code, where :meth:`code` has none."""
        return f"encoding.scheme = {self.scheme!r} cannot be written as code"

    def code(self, dialect: Dialect, before_return: Sequence[str] = ()) -> list[str]:
        """Return the lines of a function that makes what the scheme gives.

        Parameters
        ----------
        dialect : Dialect
            The words of a framework.
        before_return : sequence of str
            Lines that work on ``table`` before it is returned.

        Returns
        -------
        list of str
            Empty where the scheme has no code.
        """
        return []

    def _repr_html_(self) -> str:
        """Return what a notebook shows: its rule and its parameters, in the notebook's own colours."""
        left = 'style="text-align: left"'
        title = f"<b>{escape(self.title)}, {escape(self.size)}</b> &nbsp; {escape(self.formula().text)}"
        rows = [f"<caption {left}>{title}</caption>"]
        for spec in specifications(type(self)):
            if not spec.hidden:
                name = f"{spec.title} {spec.symbol}".rstrip()
                value = in_unit(spec.value_text(getattr(self, spec.name)).strip("“”"), spec.unit)
                cells = f"<td {left}>{escape(name)}</td><td {left}>{escape(value)}</td>"
                rows.append(f'<tr title="{escape(spec.help)}">{cells}</tr>')
        return f"<table>{''.join(rows)}</table>"


def _indices(count: int, index: Any) -> NDArray[np.int64]:
    """Return which of so many are meant by an index of an array, of one axis.

    >>> _indices(10, slice(2, 5)), _indices(10, -1), _indices(3, [True, False, True])
    (array([2, 3, 4]), array(9), array([0, 2]))
    >>> _indices(10, 12)
    Traceback (most recent call last):
    IndexError: index 12 is out of range for 10
    """
    if isinstance(index, slice):
        return np.arange(*index.indices(count), dtype=np.int64)
    indices = np.asarray(index)
    if indices.dtype == bool and indices.shape == (count,):
        return np.flatnonzero(indices)
    if indices.dtype.kind not in "iu" or indices.ndim > 1:
        raise IndexError(f"index {index!r} is not allowed: it must be whole numbers or a slice, as of an array")
    if outside := indices[(indices < -count) | (indices >= count)].ravel().tolist():
        raise IndexError(f"index {outside[0]} is out of range for {count}")
    return np.where(indices < 0, indices + count, indices).astype(np.int64)


class Tabled(Scheme, _Wide):
    """A scheme that gives every position a vector.

    It is at home where arrays are: ``numpy.asarray(scheme)`` is its table, and what is
    in brackets behind it is worked out alone.

    Examples
    --------
    >>> import numpy as np, peviewer as pv
    >>> encoding = pv.Sinusoidal(length=10_000_000, dim=4)
    >>> len(encoding), encoding[3:7].shape, encoding[-1, :2].round(3)
    (10000000, (4, 4), array([ 0.991, -0.136]))
    >>> np.asarray(encoding.replace(length=3), dtype=np.float32).dtype
    dtype('float32')
    """

    group: ClassVar[str] = "Vectors"

    @property
    def extent(self) -> tuple[int, ...]:
        return self.length, self.dim

    def __len__(self) -> int:
        return self.length

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        if copy is False:
            raise ValueError("copy = False is not allowed: a table is worked out, and is always an array of its own")
        return self.vectors(dtype=np.float64 if dtype is None else dtype)

    def __getitem__(self, index: Any) -> Array:
        """Return rows by their place from 0, or rows and columns, as of an array; nothing else is worked out."""
        by_axis = index if isinstance(index, tuple) else (index,)
        if not 1 <= len(by_axis) <= 2:
            raise IndexError(f"index {index!r} is not allowed: a table has two axes, positions and dimensions")
        rows, columns = (*by_axis, slice(None))[:2]
        places, which = _indices(self.length, rows), _indices(self.dim, columns)
        if not isinstance(rows, slice) and not isinstance(columns, slice) and places.ndim and which.ndim:
            raise IndexError("lists of rows and of columns at once are not allowed: one of them must be a slice")
        cells = self.cells(self.first + places.reshape(-1), which.reshape(-1))
        return cells.reshape((*places.shape, *which.shape))

    def table(self, positions: ArrayLike | None = None, dtype: DTypeLike = np.float64) -> NDArray[Any]:
        """Return the vectors of positions, by default of all, rounded to a type of numbers; shape (L, d)."""
        raise NotImplementedError

    def vectors(self, positions: ArrayLike | None = None, dtype: DTypeLike = np.float64) -> NDArray[Any]:
        """Return the same as :meth:`table`, which a scheme of one's own may define for whole arrays alone."""
        return self.table(positions, dtype)

    def cells(self, positions: ArrayLike, columns: NDArray[np.int64]) -> Array:
        """Return ``table(positions)[:, columns]``, working out no other columns."""
        raise NotImplementedError

    def raster(self, phi: float = 0.0) -> Raster:
        """Return the table moved by φ positions, as a matrix that is never built; shape (L, d)."""
        raise NotImplementedError

    def column_name(self, column: int) -> str:
        """Return what a column holds, in a few words."""
        raise NotImplementedError


class Limit(NamedTuple):
    """A frequency that a schedule runs towards, 1/`scale`, and how it and its wavelength 2π·`scale` are written."""

    scale: float
    name: str
    wavelength_name: str

    @property
    def frequency(self) -> float:
        """In rad/position."""
        return 1 / self.scale

    @property
    def wavelength(self) -> float:
        """In positions."""
        return float(2 * np.pi * self.scale)


def column_layout(default: Layout, help: str) -> Any:
    """Declare the order of the columns of a scheme whose own is `default`."""
    formulas = {
        "interleaved": "interleaved: PE(t, 2i) = sin ωᵢt, PE(t, 2i+1) = cos ωᵢt",
        "concatenated": "concatenated: PE(t, i) = sin ωᵢt, PE(t, d/2+i) = cos ωᵢt",
        "flipped": "flipped: PE(t, i) = cos ωᵢt, PE(t, d/2+i) = sin ωᵢt",
    }
    labels = {"interleaved": "sin cos sin cos …", "concatenated": "sines | cosines", "flipped": "cosines | sines"}
    return parameter(default, title="Layout", labels=labels, help=help, formula=formulas[default])


class Paired(Scheme, _Wide):
    """A scheme whose pairs turn with the position, each at its own frequency."""

    layout: Layout = column_layout("interleaved", "The order of the columns.")

    def frequencies(self) -> Array:
        """Return ω_i, shape (⌈d/2⌉,), in rad/position."""
        raise NotImplementedError

    def frequency_rests(self) -> Array:
        """Return what rounding took from each ω_i, shape (⌈d/2⌉,); zeros where that is not known."""
        return np.zeros(self.pairs)

    def frequency_formula(self) -> Formula:
        """Return ω_i as a formula, of the frequencies there are; empty where there is none."""
        return Formula()

    @property
    def schedule_name(self) -> str:
        """What the rule of the frequencies is called beside another one."""
        return self.title

    def other_schedules(self) -> dict[str, Array]:
        """Return frequencies that are worth comparing with, each (⌈d/2⌉,) in rad/position, by their names."""
        return {}

    def rebased(self, base: float) -> Self | None:
        """Return the scheme with another base; None where its frequencies have none."""
        return self.model_copy(update={"base": base}) if "base" in type(self).model_fields else None

    def limits(self) -> tuple[Limit, ...]:
        """Return the frequencies that the schedule runs towards, reached or not."""
        return ()

    @property
    def pairs(self) -> int:
        """How many pairs turn, ⌈d/2⌉ where all do."""
        return (self.dim + 1) // 2

    @property
    def columns(self) -> Columns:
        """Which columns hold sines and which cosines."""
        return columns(self.layout, self.dim)

    def wavelengths(self) -> Array:
        """Return λ_i = 2π/ω_i, shape (⌈d/2⌉,), in positions."""
        return 2 * np.pi / self.frequencies()

    def turns_within(self) -> Array:
        """Return how often each pair turns from the first position to the last, shape (⌈d/2⌉,)."""
        return turns_within(self.frequencies(), self.length)

    @property
    def never_turning(self) -> int:
        """How many pairs never complete a turn within the length."""
        return int((self.turns_within() < 1).sum())

    def angles(self) -> Array:
        """Return ω_i·t, shape (L, ⌈d/2⌉), in radians, not wrapped."""
        positions = np.arange(self.first, self.first + self.length, dtype=np.float64)
        return positions[:, None] * self.frequencies()[None, :]


class Attending(Scheme):
    """A scheme that acts on attention by the lag alone: on scores of queries and keys, or by what is added to them.

    ``swings`` where that goes up and down with the lag, so that a few lags do not show those between.
    """

    swings: ClassVar[bool] = False

    @property
    def lags_at_once(self) -> int:
        """How many lags are worked out one by one where that swings."""
        return 2**16


class Rotating(Paired, Attending):
    """A scheme that turns pairs of queries and keys: their score depends on the lag alone."""

    group: ClassVar[str] = "Turning queries and keys"
    swings: ClassVar[bool] = True

    dim: int = parameter(
        128, title="Head dimensions", symbol="D", ge=2, le=16_384, slider=(2, 512), scale="log", multiple=2,
        stops=(32, 64, 80, 96, 128, 256), help="How many numbers a query or a key of one head has; it must be even.",
        formula="pairs i = 0 … D/2 − 1",
    )  # fmt: skip
    base: float = parameter(
        10_000.0, title="Base", symbol="b", gt=1, le=1e12, slider=(1_000, 1e7), scale="log",
        help="A larger base widens the range of frequencies.", formula="ωᵢ = b^(−2i/D)",
    )  # fmt: skip

    @property
    def extent(self) -> tuple[int, ...]:
        return self.length, self.dim

    @property
    def paired_columns(self) -> str:
        """Which columns pair i of queries and keys is, as code writes it."""
        return "(i, i + dim // 2)" if self.layout == "concatenated" else "(2 * i, 2 * i + 1)"

    def frequency_formula(self) -> Formula:
        return Formula("ωᵢ = b^(−2i/D)", r"\omega_i = b^{-2i/D}")

    @property
    def lags_at_once(self) -> int:
        return max(2**12, min(2**20, 2**26 // self.pairs))

    @property
    def still(self) -> int:
        """How many pairs of a head do not turn."""
        return self.dim // 2 - self.pairs

    def losses(self) -> Array:
        """Return ln of what one lag leaves of each pair's part in a score, shape of :meth:`frequencies`; at most 0."""
        return np.zeros(self.pairs)

    def loss_formula(self) -> Formula:
        """Return as a formula of ζ_i what is left of each pair where scores lose with the lag; empty elsewhere."""
        return Formula()

    def kept_keys(self, length: int) -> Array:
        """Return by what keys that are kept are off where the context becomes so long, shape of :meth:`frequencies`.

        That is what the code multiplies a new one by at the same position, over what it did before: 1 where all fits.
        """
        return np.ones(self.pairs)

    @property
    def attention_factor(self) -> float:
        """What queries and keys are each multiplied by, so that scores keep their spread."""
        return 1.0

    def attention_formula(self) -> Formula:
        """Return that number as a formula, of g; empty where it is 1."""
        return Formula()

    def by_lag(self, lags: ArrayLike) -> Array:
        """Return the score of a query and a key that are alike, all pairs the same, as a share of their lengths.

        Parameters
        ----------
        lags : array_like of float, shape (n,)
            s − t, in positions; negative for keys before the query.

        Returns
        -------
        ndarray, shape (1, n), float64
            The mean over the pairs of a head of cos(ω_i·lag); 1 at lag 0, less what a scaling adds.
        """
        back = -finite_array("lags", lags).ravel()
        rates, losses = self.frequencies(), self.losses()
        turned = np.array([(np.cos(rates * lag) * np.exp(losses * lag)).sum() for lag in back])
        return np.asarray(((turned + self.still) * (self.attention_factor**2 / (self.dim // 2)))[None, :])


class Scaled(Rotating):
    """A scheme whose pairs are slowed down for contexts longer than training had."""

    def unscaled(self) -> Array:
        """Return the frequencies before scaling, shape of :meth:`frequencies`."""
        raise NotImplementedError

    def context(self) -> int | None:
        """Return the length that training had, where the scaling knows it."""
        raise NotImplementedError

    @property
    def stretch(self) -> float:
        """How many times slower a pair turns that is slowed down in full."""
        raise NotImplementedError

    @property
    def blends(self) -> bool:
        """Whether a ramp blends what lies between pairs that are kept and pairs that are slowed down in full."""
        return False
