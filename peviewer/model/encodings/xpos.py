"""xPos: RoPE whose scores decay with the lag, fast pairs sooner than slow ones."""

from collections.abc import Sequence
from typing import ClassVar, Literal

import numpy as np

from peviewer.base.formula import Formula
from peviewer.base.parameters import parameter
from peviewer.model.encodings.dialect import Dialect
from peviewer.model.encodings.scheme import Array
from peviewer.model.encodings.turning import Rotating
from peviewer.model.turning.frequencies import rotary_frequencies


class XPos(Rotating):
    """Pair i is turned by ωᵢ·t; a query is multiplied by ζᵢ^((t − m)/T), a key divided by it.

    Notes
    -----
    Sun et al. 2022, arXiv 2212.10554, as in the authors' code (github.com/microsoft/torchscale),
    where γ = 0.4 and T = 512: ζᵢ = (2i + γD)/((1 + γ)D). A score keeps ζᵢ^((t − s)/T), so keys
    after the query would weigh ever more: it is for causal attention. Powers count from the middle
    m of the sequence, so that none overflows; in scores that cancels, but keys that were kept from
    a shorter sequence do not fit a longer one's queries.

    Examples
    --------
    >>> XPos(dim=4, base=100.0).frequencies()
    array([1. , 0.1])
    >>> XPos(dim=4).scales().round(4)
    array([0.2857, 0.6429])
    """

    names_for_users: ClassVar[tuple[str, ...]] = ("log_decays",)

    title: ClassVar[str] = "xPos"
    gives: ClassVar[str] = "a turn of every pair of queries and keys, and a loss with the lag"
    panes: ClassVar[tuple[str, ...]] = ("score", "clocks", "frequencies", "attention")

    scheme: Literal["xpos"] = "xpos"
    layout: Literal["interleaved", "concatenated"] = parameter(
        "interleaved",
        title="Pairs",
        labels={"interleaved": "Neighbours: 2i, 2i + 1", "concatenated": "Halves: i, i + D/2"},
        help="Which columns are turned together: the authors' code pairs neighbours.",
    )
    decay_base: float = parameter(
        512.0,
        title="Decay length",
        symbol="T",
        unit="positions",
        ge=1,
        le=1e7,
        slider=(16, 8192),
        scale="log",
        stops=(512,),
        help="After so many positions pair i has shrunk to ζᵢ.",
        formula=r"\zeta_i^{(t - s)/T}",
    )
    gamma: float = parameter(
        0.4,
        title="Kept at least",
        symbol="γ",
        gt=0,
        le=100,
        slider=(0.05, 4),
        scale="log",
        help="After one decay length pair 0 keeps γ/(1+γ): a larger γ makes every pair lose less.",
        formula=r"\zeta_i = (2i + \gamma D)/((1 + \gamma)D)",
    )

    def frequencies(self) -> Array:
        return rotary_frequencies(self.pairs, self.dim, self.base)

    def scales(self) -> Array:
        """Return ζ_i, shape (D/2,), below 1, rising."""
        own = np.arange(self.pairs, dtype=np.float64) * 2 + self.gamma * self.dim
        return np.asarray(own / ((1 + self.gamma) * self.dim))

    def log_decays(self) -> Array:
        return np.asarray(np.log(self.scales()) / self.decay_base)

    def new_key_factors(self, length: int) -> Array:
        return np.asarray(np.exp(self.log_decays() * (length // 2 - self.length // 2)))

    def formula(self) -> Formula:
        turn = Formula(
            r"q_i \to \zeta_i^{(t-m)/T}\,e^{\mathrm{i}\,\omega_i t}\,q_i,"
            r"\quad k_i \to \zeta_i^{(m-s)/T}\,e^{\mathrm{i}\,\omega_i s}\,k_i"
        )
        return turn.joined_with(
            r"m = \mathrm{first} + \lfloor L/2 \rfloor",
            self.loss_formula(),
            self.frequency_formula(),
        )

    def loss_formula(self) -> Formula:
        return Formula(r"\zeta_i = (2i + \gamma D)/((1 + \gamma)D)")

    def code(self, dialect: Dialect, before_return: Sequence[str] = ()) -> list[str]:
        if self.at:
            return []
        named = ("length", "dim", *(["first"] if self.first else []), "base", "decay_base", "gamma")
        lines = [
            "pairs = np.arange(dim // 2)",
            "frequencies = base ** (-2 * pairs / dim)  # radians per position",
            "scales = (2 * pairs + gamma * dim) / ((1 + gamma) * dim)",
            "steps = np.arange(length)[:, None]",
            f"angles = {'(first + steps)' if self.first else 'steps'} * frequencies",
            "sizes = scales ** ((steps - length // 2) / decay_base)  # the middle keeps its length",
            "turns = np.stack([np.cos(angles), np.sin(angles)])",
            "table = np.stack([turns * sizes, turns / sizes])",
        ]
        says = "Return cosines and sines for queries, then for keys, shape (2, 2, length, pairs)."
        arguments = {name: getattr(self, name) for name in named}
        return dialect.function(
            "xpos_tables", arguments, says, lines, before_return, pairs=self.paired_columns
        )


SCHEME = XPos
