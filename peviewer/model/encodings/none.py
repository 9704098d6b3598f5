"""No positions at all: what a causal mask alone tells a model."""

from typing import ClassVar, Literal

from peviewer.base.formula import Formula
from peviewer.base.numbers import number
from peviewer.base.words import in_unit
from peviewer.model.encodings.bases.attending import Attending


class NoPositions(Attending):
    """No positional encoding (NoPE): only a causal mask makes positions differ.

    Notes
    -----
    Haviv et al. 2022, arXiv 2203.16634; Kazemnejad et al. 2023, arXiv 2305.19466. A query that sees
    n equal keys gives each 1/n of its weight. Only this 1/n tells the query its position.

    Examples
    --------
    >>> NoPositions(length=20).size
    '20 positions'
    """

    title: ClassVar[str] = "NoPE"
    gives: ClassVar[str] = "no positions"
    panes: ClassVar[tuple[str, ...]] = ("attention",)
    group: ClassVar[str] = "Without positions"

    scheme: Literal["none"] = "none"

    @property
    def size(self) -> str:
        return in_unit(number(self.length), "positions")

    def formula(self) -> Formula:
        return Formula(r"\ell = q\cdot k")

    @property
    def why_no_code(self) -> str:
        return "there is nothing to add"


SCHEME = NoPositions
