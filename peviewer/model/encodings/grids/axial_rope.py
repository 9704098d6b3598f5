"""Axial RoPE: pairs of queries and keys turn on a grid, each by one of its axes."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from peviewer.base.formula import Formula
from peviewer.base.parameters import parameter, redeclared
from peviewer.model.encodings.dialect import Dialect
from peviewer.model.encodings.grids.gridded import TurningByAxis, grid_side
from peviewer.model.encodings.scheme import Array, Rotating
from peviewer.model.turning.frequencies import rotary_frequencies

Sharing = Literal["halves", "alternating", "sections", "interleaved"]
_BY_SECTION = "sections", "interleaved"


class AxialRope(TurningByAxis):
    """Rotary position embedding on a grid: each pair turns by the row, the column or the frame alone.

    Parameters
    ----------
    rows, columns : int
        Places of the grid along y and x, 1 … 128.
    frames : int
        Places along time, with `sharing` "sections" or "interleaved" alone.
    first : int
        The first position; places on the grid are counted from 0.
    dim : int
        Dimensions D of a head, a multiple of 4.
    base : float
        b, greater than 1.
    sharing : {"halves", "alternating", "sections", "interleaved"}
        Half the pairs for each axis, with the same frequencies; every other frequency for each; a run of the
        frequencies for each of frame, row and column; or these in turn, until row and column have theirs.
    frame_pairs, row_pairs : int
        How many pairs turn by the frame, and how many by the row; all others turn by the column.

    Notes
    -----
    Halves: EVA-02 (arXiv 2303.11331, ``VisionRotaryEmbeddingFast``) and SAM 2 (arXiv 2408.00714,
    ``compute_axial_cis``, whose first half is that of the columns). Alternating: Pixtral (arXiv 2410.07073,
    ``precompute_freqs_cis_2d`` of mistral-inference). Sections: M-RoPE of Qwen2-VL (arXiv 2409.12191,
    ``apply_multimodal_rotary_pos_emb`` of transformers), with 16, 24 and 24 pairs, and in turn that of Qwen3-VL
    (``apply_interleaved_mrope`` there), with 24, 20 and 20. A token of text has one number as
    frame, row and column there, so that it is turned as by RoPE.

    Examples
    --------
    >>> AxialRope(dim=8, base=10_000).frequencies()
    array([1.  , 0.01, 1.  , 0.01])
    >>> pixtral = AxialRope(dim=8, base=10_000, sharing="alternating")
    >>> pixtral.frequencies(), pixtral.turned_by()
    (array([1.   , 0.01 , 0.1  , 0.001]), array([0, 0, 1, 1]))
    """

    title: ClassVar[str] = "Axial RoPE"
    group: ClassVar[str] = Rotating.group
    gives: ClassVar[str] = "a turn of every pair of queries and keys by one axis of a grid"
    panes: ClassVar[tuple[str, ...]] = ("offsets",)
    ordered: ClassVar[tuple[str, ...]] = ("frames", "rows", "columns", "dim")

    scheme: Literal["axial_rope"] = "axial_rope"
    length: int = redeclared(TurningByAxis, "length", 256)
    rows: int = grid_side("Rows", "How many places the grid has from top to bottom.", 16)
    columns: int = grid_side("Columns", "How many places the grid has from left to right.", 16)
    base: float = redeclared(Rotating, "base", 10_000.0, formula="")
    sharing: Sharing = parameter(
        "halves", title="Frequencies",
        labels={"halves": "The same for both axes", "alternating": "Every other one (Pixtral)",
                "sections": "Sections (Qwen2-VL)", "interleaved": "Sections in turn (Qwen3-VL)"},
        help="Which pairs turn by which axis. Rows and columns have the same frequencies (EVA-02, SAM 2) or take "
             "turns (Pixtral); or frames, rows and columns have one run each, the fastest first (Qwen2-VL), or take "
             "turns (Qwen3-VL).",
    )  # fmt: skip
    frames: int = parameter(
        8, title="Frames", ge=1, le=128, slider=(1, 32), only=("sharing", _BY_SECTION),
        help="How many places the grid has along time.",
    )  # fmt: skip
    frame_pairs: int = parameter(
        16, title="Pairs by the frame", ge=0, le=2048, slider=(0, 64), only=("sharing", _BY_SECTION),
        help="How many pairs turn by the frame; they come first.",
    )  # fmt: skip
    row_pairs: int = parameter(
        24, title="Pairs by the row", ge=0, le=2048, slider=(0, 64), only=("sharing", _BY_SECTION),
        help="How many pairs turn by the row; they follow the frame's pairs, and all others turn by the column.",
    )  # fmt: skip

    @classmethod
    def sides_of(cls, fields: Mapping[str, Any]) -> tuple[str, ...]:
        return ("frames", *cls.sides) if fields.get("sharing") in _BY_SECTION else cls.sides

    def frequencies(self) -> Array:
        every = rotary_frequencies(self.pairs, self.dim, self.base)
        if self.sharing == "halves":
            return np.tile(every[::2], 2)
        return np.concatenate([every[::2], every[1::2]]) if self.sharing == "alternating" else every

    def turned_by(self) -> NDArray[np.int64]:
        if self.sharing not in _BY_SECTION:
            return np.repeat([0, 1], self.pairs // 2)
        if self.sharing == "interleaved":
            return _in_turn(self.pairs, self.row_pairs, self.pairs - self.frame_pairs - self.row_pairs)
        return np.searchsorted(np.cumsum([self.frame_pairs, self.row_pairs]), np.arange(self.pairs), side="right")

    def formula(self) -> Formula:
        turn = Formula(r"q_i \to e^{\mathrm{i}\,\omega_i\,\mathrm{place}}\,q_i")
        by = Formula(r"\mathrm{place:\ row,\ then\ column}")
        if self.sharing in _BY_SECTION:
            by = Formula(r"\mathrm{place:\ frame,\ row,\ then\ column}")
        return turn.beside(by).beside(self.frequency_formula())

    def frequency_formula(self) -> Formula:
        if self.sharing == "halves":
            return Formula(r"\omega_i = b^{-4i/D},\ i < D/4")
        return Formula(r"\omega_i = b^{-2i/D}")

    def code(self, dialect: Dialect, before_return: Sequence[str] = ()) -> list[str]:
        sides = self.sides_of(dict(self))
        names = [*sides, "dim", "base", *(["frame_pairs", "row_pairs"] if self.sharing in _BY_SECTION else [])]
        every = "frequencies = base ** (-2 * np.arange(dim // 2) / dim)  # radians per place"
        shared = {
            "halves": [
                "frequencies = base ** (-4 * np.arange(dim // 4) / dim)  # radians per place",
                "angles = np.hstack([place.reshape(-1, 1) * frequencies for place in places])",
            ],
            "alternating": [
                every,
                "angles = [place.reshape(-1, 1) * frequencies[axis::2] for axis, place in enumerate(places)]",
                "angles = np.hstack(angles)",
            ],
            "sections": [
                every,
                'axes = np.searchsorted([frame_pairs, frame_pairs + row_pairs], np.arange(dim // 2), side="right")',
                "angles = np.stack([place.reshape(-1) for place in places], -1)[:, axes] * frequencies",
            ],
            "interleaved": [
                every,
                "pairs = np.arange(dim // 2)",
                "by_row = (pairs % 3 == 1) & (pairs < 3 * row_pairs)",
                "by_column = (pairs % 3 == 2) & (pairs < 3 * (dim // 2 - frame_pairs - row_pairs))",
                "axes = np.where(by_row, 1, np.where(by_column, 2, 0))",
                "angles = np.stack([place.reshape(-1) for place in places], -1)[:, axes] * frequencies",
            ],
        }[self.sharing]
        lines = [
            f'places = np.meshgrid({", ".join(f"np.arange({side})" for side in sides)}, indexing="ij")',
            *shared,
            "table = np.stack([np.cos(angles), np.sin(angles)])",
        ]
        says = "Return cosines and sines of the pairs that turn, shape (2, places, pairs), places row by row."
        columns = "(2 * i, 2 * i + 1)" if self.sharing == "halves" else "(i, i + dim // 2)"
        arguments = {name: getattr(self, name) for name in names}
        return dialect.function("axial_rotary_tables", arguments, says, lines, before_return, pairs=columns)


SCHEME = AxialRope


def _in_turn(pairs: int, by_row: int, by_column: int) -> NDArray[np.int64]:
    """Return the axis of each pair: frame, row and column in turn until row and column have their number of pairs."""
    axes = np.zeros(pairs, np.int64)
    axes[1 : 3 * by_row : 3] = 1
    axes[2 : 3 * max(0, by_column) : 3] = 2
    return axes
