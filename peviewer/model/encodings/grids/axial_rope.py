"""Axial RoPE: pairs of queries and keys turn on a grid, each by one of its axes."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.arrays import finite_array
from peviewer.base.formula import Formula
from peviewer.base.parameters import parameter, redeclared
from peviewer.model.encodings.dialect import Dialect
from peviewer.model.encodings.grids.coordinates import (
    TIMES,
    TIMES_CODE,
    Span,
    Times,
    coordinate_code,
    coordinate_formula,
    coordinate_offset,
    coordinate_scales,
    coordinate_span,
    coordinate_times,
)
from peviewer.model.encodings.grids.gridded import ByOffset, grid_side
from peviewer.model.encodings.scheme import Array
from peviewer.model.encodings.turning import Rotating
from peviewer.model.turning.frequencies import rotary_frequencies

Sharing = Literal["halves", "alternating", "sections", "interleaved", "apart"]
_BY_SECTION = "sections", "interleaved", "apart"


class AxialRope(ByOffset):
    """Rotary position embedding on a grid: each pair turns by the row, column or frame alone.

    Notes
    -----
    Halves: EVA-02 (arXiv 2303.11331, ``VisionRotaryEmbeddingFast``) and SAM 2 (arXiv 2408.00714,
    ``compute_axial_cis``, whose first half is that of the columns). Alternating: Pixtral (arXiv
    2410.07073, ``precompute_freqs_cis_2d`` of mistral-inference). Sections: M-RoPE of Qwen2-VL
    (arXiv 2409.12191, ``apply_multimodal_rotary_pos_emb`` of transformers), with 16, 24 and 24
    pairs, and in turn that of Qwen3-VL (``apply_interleaved_mrope`` there), with 24, 20 and 20. A
    token of text has one number as frame, row and column there, so that it is turned as by RoPE.
    Apart: Flux and HunyuanVideo (``FluxPosEmbed`` of diffusers), where each axis has a run of its
    own from the fastest pair on. DINOv3 (arXiv 2508.10104) is halves with base=100, span="signed",
    offset=0.5, times="2pi".

    Examples
    --------
    >>> AxialRope(dim=8, base=10_000).frequencies()
    array([1.  , 0.01, 1.  , 0.01])
    >>> pixtral = AxialRope(dim=8, base=10_000, sharing="alternating")
    >>> pixtral.frequencies(), pixtral.turned_by()
    (array([1.   , 0.01 , 0.1  , 0.001]), array([0, 0, 1, 1]))
    """

    names_for_users: ClassVar[tuple[str, ...]] = ("angles", "frequencies", "pairs")

    title: ClassVar[str] = "Axial RoPE"
    group: ClassVar[str] = Rotating.group
    gives: ClassVar[str] = "a turn of every pair of queries and keys by one axis of a grid"
    panes: ClassVar[tuple[str, ...]] = ("offsets",)
    positional_fields: ClassVar[tuple[str, ...]] = ("frames", "rows", "columns", "dim")

    scheme: Literal["axial_rope"] = "axial_rope"
    length: int = redeclared(ByOffset, "length", 256)
    rows: int = grid_side("Rows", "How many places the grid has from top to bottom.", 16)
    columns: int = grid_side("Columns", "How many places the grid has from left to right.", 16)
    dim: int = parameter(
        64,
        title="Head dimensions",
        symbol="D",
        ge=4,
        le=4096,
        slider=(4, 512),
        scale="log",
        multiple=4,
        stops=(32, 64, 80, 96, 128, 256),
        help="How many numbers a query or a key of one head has; it must be a multiple of 4.",
        formula=r"\mathrm{pairs}\ i = 0\,\ldots\,D/2 - 1",
    )
    base: float = redeclared(Rotating, "base", 10_000.0, formula="")
    sharing: Sharing = parameter(
        "halves",
        title="Frequencies",
        labels={
            "halves": "Same for both axes",
            "alternating": "Every other one (Pixtral)",
            "sections": "Sections (Qwen2-VL)",
            "interleaved": "Sections in turn (Qwen3-VL)",
            "apart": "Each axis from the fastest on (Flux)",
        },
        help="Which pairs turn by which axis. Rows and columns have the same frequencies (EVA-02, "
        "SAM 2) or take "
        "turns (Pixtral); or frames, rows and columns have one run each, the fastest first "
        "(Qwen2-VL), or take "
        "turns (Qwen3-VL), or have frequencies of their own each (Flux).",
    )
    frames: int = parameter(
        8,
        title="Frames",
        ge=1,
        le=128,
        slider=(1, 32),
        only=("sharing", _BY_SECTION),
        help="How many places the grid has along time.",
    )
    frame_pairs: int = parameter(
        16,
        title="Pairs by the frame",
        ge=0,
        le=2048,
        slider=(0, 64),
        only=("sharing", _BY_SECTION),
        help="How many pairs turn by the frame; they come first.",
    )
    row_pairs: int = parameter(
        24,
        title="Pairs by the row",
        ge=0,
        le=2048,
        slider=(0, 64),
        only=("sharing", _BY_SECTION),
        help="How many pairs turn by the row; they follow the frame's pairs, and all others turn "
        "by the column.",
    )

    layout: Literal["concatenated", "interleaved"] = redeclared(
        Rotating,
        "layout",
        "concatenated",
        title="Pairs",
        seldom=True,
        formula="",
        labels={"concatenated": "Halves: i, i + D/2", "interleaved": "Neighbours: 2i, 2i + 1"},
        help="Which columns are turned together: halves in transformers, neighbours in EVA-02, "
        "SAM 2 and Flux.",
    )
    span: Span = coordinate_span("What pairs turn by")
    offset: float = coordinate_offset()
    times: Times = coordinate_times("pairs turn by them")

    @classmethod
    def sides_of(cls, fields: Mapping[str, Any]) -> tuple[str, ...]:
        return ("frames", *cls.sides) if fields.get("sharing") in _BY_SECTION else cls.sides

    @property
    def extent(self) -> tuple[int, ...]:
        return *self.grid, self.dim

    @property
    def pairs(self) -> int:
        """How many pairs turn, D/2."""
        return self.dim // 2

    def frequencies(self) -> Array:
        """Return ω_i, shape (D/2,), in rad a place along the axis that the pair turns by."""
        _, steps = self.scales()
        return np.asarray(self.rates() * steps[self.turned_by()])

    def rates(self) -> Array:
        """Return the rate of each pair, shape (D/2,), in rad for each 1 of a coordinate."""
        rates = rotary_frequencies(self.pairs, self.dim, self.base)
        if self.sharing == "halves":
            rates = np.tile(rates[::2], 2)
        elif self.sharing == "alternating":
            rates = np.concatenate([rates[::2], rates[1::2]])
        elif self.sharing == "apart":
            counts = np.bincount(self.turned_by()).tolist()
            rates_of_axes = [rotary_frequencies(count, 2 * count, self.base) for count in counts]
            rates = np.concatenate(rates_of_axes)
        return TIMES[self.times] * rates

    def scales(self) -> tuple[Array, Array]:
        """Return the first coordinate and the step of coordinates along each axis of the grid."""
        return coordinate_scales(self.span, self.grid, self.offset)

    def turned_by(self) -> NDArray[np.int64]:
        """Return which axis of :attr:`axis_names` each pair turns by, shape (D/2,)."""
        if self.sharing not in _BY_SECTION:
            return np.repeat([0, 1], self.pairs // 2)
        if self.sharing == "interleaved":
            # Pairs take frame, row and column in turn, until row and column have all theirs.
            column_pairs = max(0, self.pairs - self.frame_pairs - self.row_pairs)
            axes = np.zeros(self.pairs, np.int64)
            axes[1 : 3 * self.row_pairs : 3] = 1
            axes[2 : 3 * column_pairs : 3] = 2
            return axes
        ends = np.cumsum([self.frame_pairs, self.row_pairs])
        return np.searchsorted(ends, np.arange(self.pairs), side="right")

    def angles(self) -> Array:
        """Return the angle of each pair at each position, in radians, unwrapped, shape (L, D/2)."""
        places = self.places(np.arange(self.first, self.first + self.length))
        starts, steps = self.scales()
        coordinates = starts + steps * places
        return np.asarray(coordinates[:, self.turned_by()] * self.rates())

    def along(self, axis: int, offsets: ArrayLike) -> Array:
        """Return the contribution of one axis's pairs to the mean score of all pairs.

        It has the shape of `offsets`.
        """
        numbers = finite_array("offsets", offsets)
        rates = self.frequencies()[self.turned_by() == axis]
        sums = [np.cos(rates * offset).sum() for offset in numbers.ravel().tolist()]
        return np.array(sums, dtype=np.float64).reshape(numbers.shape) / self.pairs

    def by_offset(self, *offsets: ArrayLike) -> Array:
        """Return the score of an equal query and key whose pairs are alike.

        It is the mean of cos(ω_i·Δ) along their axes.
        """
        parts = [self.along(axis, offset) for axis, offset in enumerate(offsets)]
        return np.asarray(sum(parts[1:], parts[0]))[None]

    def formula(self) -> Formula:
        turn = Formula(r"q_i \to e^{\mathrm{i}\,\omega_i\,\mathrm{place}}\,q_i")
        frame = r"frame,\ " if self.sharing in _BY_SECTION else ""
        coordinate = coordinate_formula("place", self.span, self.offset)
        return turn.joined_with(
            rf"\mathrm{{place:\ {frame}row,\ then\ column}}", self.frequency_formula(), coordinate
        )

    def frequency_formula(self) -> Formula:
        """Return ω_i as a formula."""
        times = {"1": "", "pi": r"\pi\,", "2pi": r"2\pi\,"}[self.times]
        if self.sharing == "halves":
            return Formula(rf"\omega_i = {times}b^{{-4i/D}},\ i < D/4")
        if self.sharing == "apart":
            return Formula(
                rf"\omega_i = {times}b^{{-i/n}}\ \mathrm{{of}}\ n\ \mathrm{{pairs\ of\ an\ axis}}"
            )
        return Formula(rf"\omega_i = {times}b^{{-2i/D}}")

    def code(self, dialect: Dialect, before_return: Sequence[str] = ()) -> list[str]:
        sides = self.sides_of(self.by_field())
        names = [*sides, "dim", "base"]
        if self.sharing in _BY_SECTION:
            names += ["frame_pairs", "row_pairs"]
        coordinates = [
            coordinate_code(f"np.arange({side})", side, self.span, self.offset) for side in sides
        ]
        lines = [
            f'places = np.meshgrid({", ".join(coordinates)}, indexing="ij")',
            *self._angle_code(),
            "table = np.stack([np.cos(angles), np.sin(angles)])",
        ]
        says = (
            "Return cosines and sines of the pairs that turn, shape (2, places, pairs), places "
            "row by row."
        )
        columns = "(2 * i, 2 * i + 1)" if self.layout == "interleaved" else "(i, i + dim // 2)"
        arguments = {name: getattr(self, name) for name in names}
        return dialect.function(
            "axial_rotary_tables", arguments, says, lines, before_return, pairs=columns
        )

    def _angle_code(self) -> list[str]:
        """Return the lines that make ``angles`` of ``places``."""
        times = TIMES_CODE[self.times]
        frequencies = (
            f"frequencies = {times}base ** (-2 * np.arange(dim // 2) / dim)  # radians per place"
        )
        axes = (
            "axes = np.searchsorted([frame_pairs, frame_pairs + row_pairs], np.arange(dim // 2), "
            'side="right")'
        )
        angles_by_axis = (
            "angles = np.stack([place.reshape(-1) for place in places], -1)[:, axes] * frequencies"
        )
        if self.sharing == "halves":
            return [
                f"frequencies = {times}base ** (-4 * np.arange(dim // 4) / dim)"
                "  # radians per place",
                "angles = np.hstack([place.reshape(-1, 1) * frequencies for place in places])",
            ]
        if self.sharing == "alternating":
            return [
                frequencies,
                "angles = [place.reshape(-1, 1) * frequencies[axis::2] "
                "for axis, place in enumerate(places)]",
                "angles = np.hstack(angles)",
            ]
        if self.sharing == "sections":
            return [frequencies, axes, angles_by_axis]
        if self.sharing == "apart":
            return [
                axes,
                "counts = np.bincount(axes, minlength=3)",
                f"frequencies = [{times}base ** (-np.arange(n) / max(n, 1)) for n in counts]"
                "  # radians per place",
                "angles = [place.reshape(-1, 1) * rates "
                "for place, rates in zip(places, frequencies)]",
                "angles = np.hstack(angles)",
            ]
        return [
            frequencies,
            "pairs = np.arange(dim // 2)",
            "by_row = (pairs % 3 == 1) & (pairs < 3 * row_pairs)",
            "by_column = (pairs % 3 == 2) & (pairs < 3 * (dim // 2 - frame_pairs - row_pairs))",
            "axes = np.where(by_row, 1, np.where(by_column, 2, 0))",
            angles_by_axis,
        ]


SCHEME = AxialRope
