"""RoPE: positions turn pairs of queries and keys, with the common scalings for long contexts."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from peviewer.base.former_names import FormerName
from peviewer.base.formula import Formula
from peviewer.model.encodings.dialect import Dialect
from peviewer.model.encodings.rotary.code import code_arguments, table_lines
from peviewer.model.encodings.rotary.formula import attention_formula, frequency_formula
from peviewer.model.encodings.rotary.scaling import ScaledRope


class Rope(ScaledRope):
    """Rotary position embedding: pair i of queries and keys at position t is turned by ωᵢ·t.

    Notes
    -----
    Su et al. 2021, arXiv 2104.09864; GPT-NeoX turns part of a head; p-RoPE is arXiv 2410.06205;
    position interpolation arXiv 2306.15595; NTK-aware and YaRN arXiv 2309.00071; Llama 3 as in
    ``llama-models``; LongRoPE arXiv 2402.13753.

    Examples
    --------
    >>> Rope(dim=4, base=100.0).frequencies()
    array([1. , 0.1])
    >>> Rope(dim=8, rotated="part", share=0.5, base=100.0).frequencies()
    array([1. , 0.1])
    >>> Rope(dim=8, rotated="proportional", share=0.5, base=100.0).frequencies().round(4)
    array([1.    , 0.3162])
    """

    unscaled: ClassVar[FormerName] = FormerName("unscaled_frequencies")
    never_met: ClassVar[FormerName] = FormerName("pairs_with_new_angles")

    title: ClassVar[str] = "RoPE"
    gives: ClassVar[str] = "a turn of every pair of queries and keys"
    panes: ClassVar[tuple[str, ...]] = ("clocks", "score", "frequencies", "attention")

    scheme: Literal["rope"] = "rope"

    @property
    def best_panes(self) -> tuple[str, ...]:
        # Whoever opens a rotation asks whether it is right.
        return self.panes if self.measured is None else ("deciding", *self.panes[:-1])

    def formula(self) -> Formula:
        factor = "" if self.attention_factor == 1 else r"g\,"
        turn = Formula(rf"q_i \to {factor}e^{{\mathrm{{i}}\,\omega_i t}}\,q_i")
        return turn.joined_with(self.attention_formula(), self.frequency_formula())

    def attention_formula(self) -> Formula:
        return attention_formula(self)

    def frequency_formula(self) -> Formula:
        return frequency_formula(self)

    def arguments(self) -> dict[str, float]:
        """Return the names and values, besides length and dim, that :meth:`code` uses."""
        return code_arguments(self)

    def code(self, dialect: Dialect, before_return: Sequence[str] = ()) -> list[str]:
        says = "Return cosines and sines of the pairs that turn, shape (2, length, pairs)."
        arguments = {"length": self.length, "dim": self.dim, **self.arguments()}
        lines = table_lines(self, dialect)
        tables = dialect.function(
            "rotary_tables", arguments, says, lines, before_return, pairs=self.paired_columns
        )
        return [*tables, "", "", *self.rotation_code(dialect)]

    @property
    def paired_columns(self) -> str:
        if self.rotated != "part":
            return super().paired_columns
        if self.layout == "interleaved":
            return f"{super().paired_columns}, the first {2 * self.pairs} for dim={self.dim}"
        return f"(i, i + turned // 2), for dim={self.dim} (i, i + {self.pairs})"


SCHEME = Rope
