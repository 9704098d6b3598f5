"""The base classes of schemes whose pairs turn: tables, and queries and keys."""

from collections.abc import Sequence
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from peviewer.base.arrays import finite_array
from peviewer.base.former_names import FormerName
from peviewer.base.formula import Formula
from peviewer.base.parameters import parameter
from peviewer.model.encodings.bases.attending import Attending
from peviewer.model.encodings.bases.common_fields import HasDim
from peviewer.model.encodings.bases.given_positions import GivenPositions
from peviewer.model.encodings.bases.limits import Limit
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.bases.turning_fields import column_layout, frequency_base
from peviewer.model.encodings.dialect import Dialect
from peviewer.model.encodings.scheme import Array
from peviewer.model.encodings.stored import TableRaster
from peviewer.model.sampling.raster import Raster
from peviewer.model.turning.frequencies import DoubleDouble, turns_within
from peviewer.model.turning.pairs import (
    Columns,
    Layout,
    columns,
    exact_phasors,
    in_columns,
    pairs_at,
)
from peviewer.model.turning.table import RotationRaster

_COLUMNS: dict[Layout, tuple[str, str]] = {
    "interleaved": ("0::2", "1::2"),
    "concatenated": (": (dim + 1) // 2", "(dim + 1) // 2 :"),
    "flipped": ("dim // 2 :", ": dim // 2"),
}
_ORDERS: dict[Layout, str] = {
    "interleaved": "sine and cosine side by side",
    "concatenated": "sines, then cosines",
    "flipped": "cosines, then sines",
}


class Paired(GivenPositions, HasDim):
    """A scheme whose pairs turn with the position, each at its own frequency."""

    names_for_users: ClassVar[tuple[str, ...]] = (
        "angles",
        "frequencies",
        "never_turning_pairs",
        "pairs",
        "turns_within",
        "wavelengths",
    )

    frequency_rests: ClassVar[FormerName] = FormerName("frequency_rounding_errors")
    never_turning: ClassVar[FormerName] = FormerName("never_turning_pairs")
    rebased: ClassVar[FormerName] = FormerName("with_base")

    layout: Layout = column_layout("interleaved", "The order of the columns.")

    def frequencies(self) -> Array:
        """Return ω_i, shape (⌈d/2⌉,), in rad/position."""
        raise NotImplementedError

    def frequency_rounding_errors(self) -> Array:
        """Return the rounding error of each ω_i, shape (⌈d/2⌉,); zeros if unknown."""
        return np.zeros(self.pairs)

    def frequency_formula(self) -> Formula:
        """Return ω_i as a formula; empty if there is none."""
        return Formula()

    @property
    def schedule_name(self) -> str:
        """The name of the schedule in a comparison with another one."""
        return self.title

    def other_schedules(self) -> dict[str, Array]:
        """Return the frequencies of other schedules by name, each (⌈d/2⌉,) in rad/position."""
        return {}

    def with_base(self, base: float) -> Self | None:
        """Return the scheme with another base; None if its frequencies have none."""
        return self.model_copy(update={"base": base}) if "base" in type(self).model_fields else None

    def limits(self) -> tuple[Limit, ...]:
        """Return the frequencies that the schedule approaches, whether it reaches them or not."""
        return ()

    def pair_name(self, pair: int) -> str:
        """Return what a pair is called beside its number; usually empty."""
        return ""

    @property
    def pairs(self) -> int:
        """The number of pairs that turn, ⌈d/2⌉ if all do."""
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
    def never_turning_pairs(self) -> int:
        """How many pairs never complete a turn within the length."""
        return int((self.turns_within() < 1).sum())

    @property
    def turns_alike(self) -> bool:
        """Whether all pairs turn at the same speed, as with base 1."""
        return bool(np.ptp(self.frequencies()) == 0)

    def angles(self) -> Array:
        """Return ω_i·t, shape (L, ⌈d/2⌉), in radians, not wrapped."""
        return self.places()[:, None] * self.frequencies()[None, :]


class Turning(Tabled, Paired):
    """A rule that gives every position a vector of sines and cosines.

    All of it follows from :meth:`double_double_frequencies`.
    """

    doubled: ClassVar[FormerName] = FormerName("double_double_frequencies")
    gives: ClassVar[str] = "a vector of sines and cosines for every position"
    # The fields besides dim that `frequency_code` uses.
    fields_in_code: ClassVar[tuple[str, ...]] = ()

    def double_double_frequencies(self) -> DoubleDouble:
        """Return ω_i in rad/position, and their rounding errors, shape (⌈d/2⌉,) each; read-only."""
        raise NotImplementedError

    def frequencies(self) -> NDArray[np.float64]:
        return self.double_double_frequencies()[0]

    def frequency_rounding_errors(self) -> NDArray[np.float64]:
        return self.double_double_frequencies()[1]

    def formula(self) -> Formula:
        sines_end = "d/2"
        cosines_end = "d/2"
        if self.dim % 2:
            sines_end = r"\lceil d/2\rceil"
            cosines_end = r"\lfloor d/2\rfloor"
        sine, cosine = {
            "interleaved": ("2i", "2i+1"),
            "concatenated": ("i", f"{sines_end}+i"),
            "flipped": (f"{cosines_end}+i", "i"),
        }[self.layout]
        sines = Formula(rf"PE(t, {sine}) = \sin\,\omega_i t")
        cosines = Formula(rf"PE(t, {cosine}) = \cos\,\omega_i t")
        if self.dim == 1:
            return sines
        return (
            cosines.joined_with(sines) if self.layout == "flipped" else sines.joined_with(cosines)
        )

    def frequency_code(self) -> str:
        """Return ω_i as code, in terms of ``pairs``, ``dim`` and :attr:`fields_in_code`.

        The result is empty where there is none.
        """
        return ""

    def signature(self) -> str:
        """Return dimensions and own parameters as arguments in the head of a function."""
        return ", ".join(
            f"{name}={getattr(self, name):_}" for name in ("dim", *self.fields_in_code)
        )

    def code(self, dialect: Dialect, before_return: Sequence[str] = ()) -> list[str]:
        if not self.frequency_code():
            return []
        run = "first, first + length" if self.first else "length"
        positions = f"np.array({list(self.at)})" if self.at else f"np.arange({run})"
        sines, cosines = _COLUMNS[self.layout]
        lines = [
            "pairs = np.arange((dim + 1) // 2)",
            f"frequencies = {self.frequency_code()}  # radians per position",
            f"angles = {positions}[:, None] * frequencies",
            "table = np.empty((length, dim))",
            f"table[:, {sines}] = np.sin(angles)",
            f"table[:, {cosines}] = np.cos(angles)[:, : dim // 2]",
        ]
        sizes = ["length", "dim"]
        if "dim" in self.derived_fields:
            sizes.remove("dim")
            lines.insert(0, f"dim = {self.dim}")
        named = (*sizes, *self.fields_in_code, *(["first"] if self.first else []))
        arguments = {name: getattr(self, name) for name in named}
        says = f"Return the encoding of positions, shape (length, dim): {_ORDERS[self.layout]}."
        return dialect.function("positional_encoding", arguments, says, lines, before_return)

    def table(
        self, positions: ArrayLike | None = None, dtype: DTypeLike = np.float64
    ) -> NDArray[Any]:
        """Return PE(t) of any real positions, by default of first … first + L − 1.

        The shape is that of `positions`, followed by d.
        """
        interleaved = self.layout == "interleaved"
        if positions is None and self.at:
            positions = self.at
        if positions is None:
            pairs = pairs_at(
                self.frequencies(), self.frequency_rounding_errors(), self.first, self.length
            )
            return in_columns(pairs, self.columns, interleaved).astype(dtype, copy=False)
        places = finite_array("positions", positions)
        waves = exact_phasors(
            places.reshape(-1), self.frequencies(), self.frequency_rounding_errors()
        )
        table = in_columns(1j * waves.conj(), self.columns, interleaved)
        return table.reshape(*places.shape, self.dim).astype(dtype, copy=False)

    def positions_of_rows(self, rows: NDArray[np.int64]) -> NDArray[Any]:
        return np.array(self.at)[rows] if self.at else super().positions_of_rows(rows)

    def cells(self, positions: ArrayLike, columns: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return ``table(positions)[:, columns]``, bit for bit, computing only these columns."""
        order = self.columns
        pairs, back = np.unique(order.pairs[columns], return_inverse=True)
        places = np.asarray(positions, dtype=np.float64)
        waves = exact_phasors(
            places, self.frequencies()[pairs], self.frequency_rounding_errors()[pairs]
        )
        parts = waves.view(np.float64)  # cosine, sine, cosine, sine …
        return parts[:, 2 * back + ~order.is_cosine[columns]]

    def raster(self, phi: float = 0.0) -> Raster:
        """Return the table moved by φ, as a raster: row r shows PE(first + r + φ)."""
        if self.at:
            moved = tuple(position + phi for position in self.at)
            return TableRaster(self.model_copy(update={"at": moved}))
        return RotationRaster(self, float(phi))


class Rotating(Paired, Attending):
    """A scheme that turns pairs of queries and keys: their score depends on the lag alone."""

    names_for_users: ClassVar[tuple[str, ...]] = ("attention_factor", "by_lag", "still_pairs")

    still: ClassVar[FormerName] = FormerName("still_pairs")
    losses: ClassVar[FormerName] = FormerName("log_decays")
    kept_keys: ClassVar[FormerName] = FormerName("new_key_factors")

    group: ClassVar[str] = "Turning queries and keys"
    oscillates: ClassVar[bool] = True

    dim: int = parameter(
        128,
        title="Head dimensions",
        symbol="D",
        ge=2,
        le=16_384,
        slider=(2, 512),
        scale="log",
        multiple=2,
        stops=(32, 64, 80, 96, 128, 256),
        help="How many numbers a query or a key of one head has; it must be even.",
        formula=r"\mathrm{pairs}\ i = 0\,\ldots\,D/2 - 1",
    )
    base: float = frequency_base(slider=(1_000, 1e7), formula=r"\omega_i = b^{-2i/D}")

    @property
    def extent(self) -> tuple[int, ...]:
        return self.length, self.dim

    @property
    def paired_columns(self) -> str:
        """The columns of pair i of queries and keys, as an expression in code."""
        return "(i, i + dim // 2)" if self.layout == "concatenated" else "(2 * i, 2 * i + 1)"

    def frequency_formula(self) -> Formula:
        return Formula(r"\omega_i = b^{-2i/D}")

    @property
    def lags_at_once(self) -> int:
        return max(2**12, min(2**20, 2**26 // self.pairs))

    @property
    def still_pairs(self) -> int:
        """How many pairs of a head do not turn."""
        return self.dim // 2 - self.pairs

    def log_decays(self) -> Array:
        """Return ln of the factor of each pair in a score per lag, at most 0.

        Shape of :meth:`frequencies`.
        """
        return np.zeros(self.pairs)

    def loss_formula(self) -> Formula:
        """Return the formula of the decay ζ_i of each pair with the lag; empty if there is none."""
        return Formula()

    def new_key_factors(self, length: int) -> Array:
        """Return the factors of new keys over cached ones in a context of `length`.

        They are 1 where cached keys still fit.
        """
        return np.ones(self.pairs)

    @property
    def attention_factor(self) -> float:
        """The factor on the turned pairs of queries and of keys that keeps the spread of scores."""
        return 1.0

    @property
    def still_factor(self) -> float:
        """The factor on pairs that do not turn, and are therefore called still.

        It is usually 1, because models multiply only the cosines and sines.
        """
        return 1.0

    @property
    def scales_a_part(self) -> bool:
        """Whether the attention factor multiplies turned pairs but not still ones."""
        return self.still_pairs > 0 and self.attention_factor != self.still_factor

    def attention_formula(self) -> Formula:
        """Return the formula of the attention factor g; empty if it is 1."""
        return Formula()

    def by_lag(self, lags: ArrayLike) -> Array:
        """Return the score of equal query and key with the same product in all pairs, shape (1, n).

        It is the mean of cos ω_i·lag.
        """
        back = -finite_array("lags", lags).ravel()
        rates = self.frequencies()
        losses = self.log_decays()
        turned = np.array([(np.cos(rates * lag) * np.exp(losses * lag)).sum() for lag in back])
        total = turned * self.attention_factor**2 + self.still_pairs * self.still_factor**2
        return np.asarray((total / (self.dim // 2))[None, :])
