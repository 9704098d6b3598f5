"""Fourier features of a picture's places: waves in random directions, or NeRF's octaves along each axis."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, Literal

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.parameters import parameter
from peviewer.base.words import whole
from peviewer.model.encodings.dialect import Dialect
from peviewer.model.encodings.grids.gridded import grid_side
from peviewer.model.encodings.grids.plane_waves import PlaneWaves, WaveColumns, shared_dimensions
from peviewer.model.encodings.scheme import Array


class Fourier(PlaneWaves):
    """PE(place) = [sin 2πB·place | cos 2πB·place] with B drawn, or NeRF's octaves of each axis.

    Parameters
    ----------
    rows, columns : int
        The grid of places, 1 … 128 each.
    dim : int
        Dimensions d, a multiple of 4.
    features : {"gaussian", "nerf"}
        Waves in random directions, or octaves along each axis.
    spread : float
        The standard deviation of B, in turns from one side of the picture to the other; above 0.
    seed : int
        Which B is drawn.
    first : int
        The position of the first place, row by row.

    Raises
    ------
    ValueError
        If an argument is out of range; it names the argument, the value and the range.

    Notes
    -----
    Gaussian: Tancik et al. 2020, arXiv 2006.10739, sines, then cosines as in their code; places are k/side, and B has a
    row for each pair, of the picture's row and column. NeRF: Mildenhall et al. 2020, arXiv 2003.08934, equation 4, of
    the column, then of the row: sin 2ᵏπp, cos 2ᵏπp, k = 0 … d/4 − 1, with p the middle of a place in −1 … 1.

    Examples
    --------
    >>> Fourier(rows=1, columns=2, dim=4, features="nerf").table().round(4)
    array([[-1.,  0.,  0.,  1.],
           [ 1.,  0.,  0.,  1.]])
    """

    title: ClassVar[str] = "Fourier features"
    panes: ClassVar[tuple[str, ...]] = ("tiles", "translation", "encoding", "distance")
    ordered: ClassVar[tuple[str, ...]] = ("rows", "columns", "dim")
    published: ClassVar[Mapping[str, Mapping[str, Mapping[str, object]]]] = {
        "features": {"gaussian": {"dim": 256}, "nerf": {"dim": 40}}
    }

    scheme: Literal["fourier"] = "fourier"
    rows: int = grid_side("Rows", "How many rows of places there are.")
    columns: int = grid_side("Columns", "How many columns of places there are.")
    dim: int = shared_dimensions(4)
    features: Literal["gaussian", "nerf"] = parameter(
        "gaussian", title="Features", labels={"gaussian": "Random waves", "nerf": "NeRF’s octaves"},
        help="Waves in random directions, or along each axis, each twice as fast as the one before.",
    )  # fmt: skip
    spread: float = parameter(
        2.0, title="Spread", gt=0, le=1000, slider=(0.1, 100), scale="log", only=("features", ("gaussian",)),
        help="How fast random waves turn: the standard deviation of the turns from side to side.",
    )  # fmt: skip
    seed: int = parameter(
        0, title="Draw", ge=0, le=2**31, slider=(0, 100), only=("features", ("gaussian",)), seldom=True,
        help="Which random waves are drawn.",
    )  # fmt: skip

    def wave_vectors(self) -> Array:
        """Return w of every pair, shape (d/2, 2), in radians along row and column as parts of the picture."""
        if self.features == "gaussian":
            return _drawn(self.seed, self.dim // 2) * (2 * np.pi * self.spread)
        octaves, zeros = np.pi * 2.0 ** np.arange(self.dim // 4), np.zeros(self.dim // 4)
        return np.concatenate([np.stack([zeros, octaves], axis=1), np.stack([octaves, zeros], axis=1)])

    def wave_columns(self) -> WaveColumns:
        pairs = np.arange(self.dim // 2)
        if self.features == "gaussian":
            return WaveColumns(np.tile(pairs, 2), np.repeat([False, True], len(pairs)))
        return WaveColumns(np.repeat(pairs, 2), np.tile([False, True], len(pairs)))

    def scales(self) -> tuple[Array, Array]:
        sides = np.array(self.grid, dtype=np.float64)
        return (np.zeros(2), 1 / sides) if self.features == "gaussian" else (1 / sides - 1, 2 / sides)

    @property
    def about(self) -> str:
        """Return what is particular to the waves."""
        turns = np.abs(self.turns()) * (np.array(self.grid) > 1)  # along an axis of one place there is no next one
        fast = int((turns > np.pi * (1 + 1e-9)).any(axis=1).sum())
        pairs = self.dim // 2
        aliased = f" {whole(fast)} of {whole(pairs)} pairs turn by more than half a turn from one place to the next."
        return f"{_ABOUT[self.features]}{aliased if fast else ''}"

    def formula(self) -> Formula:
        """Return the rule, in words for what is drawn."""
        if self.features == "gaussian":
            return Formula(
                "PE = [sin 2π·wave·place | cos 2π·wave·place], wave drawn",
                r"PE = [\,\sin\,2\pi\,\mathrm{wave}\cdot\mathrm{place}\;|"
                r"\;\cos\,2\pi\,\mathrm{wave}\cdot\mathrm{place}\,]",
            )
        return Formula(
            "PE = [sin 2ⁱπ·column, cos 2ⁱπ·column, … | sin 2ⁱπ·row, cos 2ⁱπ·row, …]",
            r"PE = [\,\sin\,2^i\pi\,\mathrm{column},\ \cos\,2^i\pi\,\mathrm{column},\ldots\;|\;"
            r"\sin\,2^i\pi\,\mathrm{row},\ \cos\,2^i\pi\,\mathrm{row},\ldots\,]",
        )

    def code(self, dialect: Dialect, before_return: Sequence[str] = ()) -> list[str]:
        """Return the lines of a function that makes the table by NumPy; see :meth:`Scheme.code`."""
        gaussian = self.features == "gaussian"
        own = f", spread={self.spread:_}, seed={self.seed}" if gaussian else ""
        text = "random waves, sines, then cosines" if gaussian else "octaves of the column, then of the row"
        body = [
            "    down, across = np.arange(rows) / rows, np.arange(columns) / columns",
            "    places = np.stack(np.meshgrid(down, across, indexing='ij'), axis=-1)",
            "    waves = spread * np.random.default_rng(seed).standard_normal((dim // 2, 2))",
            "    angles = 2 * np.pi * places.reshape(-1, 2) @ waves.T",
            "    numbers = np.concatenate([np.sin(angles), np.cos(angles)], axis=1)",
        ] if gaussian else [
            "    numbers = np.empty((rows, columns, dim))",
            "    octaves = np.pi * 2.0 ** np.arange(dim // 4)",
            "    across = ((2 * np.arange(columns) + 1) / columns - 1)[None, :, None] * octaves",
            "    down = ((2 * np.arange(rows) + 1) / rows - 1)[:, None, None] * octaves",
            "    half = dim // 2",
            "    numbers[..., 0:half:2], numbers[..., 1:half:2] = np.sin(across), np.cos(across)",
            "    numbers[..., half::2], numbers[..., half + 1 :: 2] = np.sin(down), np.cos(down)",
            "    numbers = numbers.reshape(rows * columns, dim)",
        ]  # fmt: skip
        return [
            f"def positional_encoding(rows={self.rows}, columns={self.columns}, dim={self.dim:_}{own}):",
            f'    """Return the encoding of places, row by row: {text}."""',
            *body,
            f"    table = {dialect.of_numpy.format('numbers')}",
            *before_return,
            f"    return {dialect.returned.format('table')}",
        ]


_ABOUT = {
    "gaussian": "Rows and columns run from 0 to 1; the waves’ directions are random, and no axis is special.",
    "nerf": "Rows and columns run from −1 to 1, each by itself.",
}


@lru_cache(maxsize=4)
def _drawn(seed: int, pairs: int) -> Array:
    """Return a wave in a random direction for each pair, shape (pairs, 2), with deviation 1."""
    return np.random.default_rng(seed).standard_normal((pairs, 2))


SCHEME = Fourier
