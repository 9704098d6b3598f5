"""RoPE: positions turn pairs of queries and keys, with the common scalings for long contexts."""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, floor, log, log2, pi, sqrt
from typing import ClassVar, Literal, Self

import numpy as np
from pydantic import model_validator

from peviewer.base.constructed import Published
from peviewer.base.former_names import FormerName
from peviewer.base.formula import Formula
from peviewer.base.numbers import number, plain
from peviewer.base.parameters import parameter
from peviewer.base.refusals import refused
from peviewer.base.specification import specification
from peviewer.base.words import in_unit
from peviewer.model.encodings.dialect import Dialect
from peviewer.model.encodings.rotating_vectors import RotatesVectors
from peviewer.model.encodings.scheme import Array
from peviewer.model.turning.frequencies import rotary_frequencies, turns_within
from peviewer.model.turning.pairs import Columns, columns

Scaling = Literal[
    "none",
    "linear",
    "ntk",
    "dynamic",
    "doubling",
    "yarn",
    "yarn-paper",
    "llama3",
    "longrope",
    "given",
]
Rotated = Literal["all", "part", "proportional"]
_BY_FACTOR = "linear", "ntk", "dynamic", "yarn", "yarn-paper", "llama3", "longrope"
_ARGUMENTS = {
    "linear": ("factor",),
    "ntk": ("factor",),
    "dynamic": ("factor", "trained"),
    "longrope": ("factor", "trained"),
    "doubling": ("trained",),
    **dict.fromkeys(("yarn", "yarn-paper", "llama3"), ("factor", "trained", "fast", "slow")),
}
_WITH_ATTENTION = "yarn", "yarn-paper", "longrope", "given"
# Of an angle, which is a product of a few numbers.
_ROUNDING = 1e-12
LEAST_TRAINED = 8  # positions
_BY_BASE = "ntk", "dynamic", "doubling"
_BY_TRAINED = "dynamic", "doubling", "yarn", "yarn-paper", "llama3", "longrope"
_NAMES = {
    "none": "None",
    "linear": "Position interpolation",
    "ntk": "NTK-aware",
    "dynamic": "Dynamic NTK",
    "doubling": "Dynamic NTK by doublings (Qwen)",
    "yarn": "YaRN",
    "yarn-paper": "YaRN, as in the paper",
    "llama3": "Llama 3",
    "longrope": "LongRoPE",
    "given": "Given frequencies",
}


class Rope(RotatesVectors):
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

    published: ClassVar[Published] = {
        "scaling": {
            "yarn": {"fast": 32.0, "slow": 1.0},
            "yarn-paper": {"fast": 32.0, "slow": 1.0},
            "llama3": {"fast": 4.0, "slow": 1.0, "factor": 8.0, "trained": 8192},
        },
    }

    scheme: Literal["rope"] = "rope"
    layout: Literal["concatenated", "interleaved"] = parameter(
        "concatenated",
        title="Pairs",
        labels={"concatenated": "Halves: i, i + D/2", "interleaved": "Neighbours: 2i, 2i + 1"},
        help="Which columns are turned together: GPT-NeoX and transformers pair the halves (of "
        "the part that turns), "
        "GPT-J pairs neighbours. Weights for one pairing do not fit the other.",
    )
    rotated: Rotated = parameter(
        "all",
        title="Turned",
        labels={"all": "All pairs", "part": "A part", "proportional": "The fastest (p-RoPE)"},
        help="“A part” turns R dimensions, with the frequencies of a table of R columns, as "
        "GPT-NeoX does. p-RoPE "
        "leaves out the slowest of all pairs.",
    )
    share: float = parameter(
        0.25,
        title="Share",
        gt=0,
        le=1,
        slider=(0.05, 1),
        only=("rotated", ("part", "proportional")),
        help="How much of a head is turned.",
    )
    scaling: Scaling = parameter(
        "none",
        title="Scaling",
        labels=_NAMES,
        help="How pairs are slowed down for contexts longer than the trained one.",
    )
    factor: float = parameter(
        4.0,
        title="Factor",
        symbol="f",
        ge=1,
        le=1e4,
        slider=(1, 64),
        scale="log",
        only=("scaling", _BY_FACTOR),
        help="How many times longer than the trained length the context will be. Dynamic NTK "
        "slows pairs down with "
        "the length, by at most f·L/L₀ − f + 1.",
        formula=r"\theta_i/f",
    )
    trained: int = parameter(
        4096,
        title="Trained length",
        symbol="L₀",
        unit="positions",
        ge=0,
        le=10_000_000,
        slider=(512, 131_072),
        scale="log",
        stops=(2048, 4096, 8192, 32_768),
        zero="not given",
        help="The length of the contexts in training; 0 where it is not given.",
    )
    fast: float = parameter(
        32.0,
        title="Kept from",
        symbol="β",
        unit="turns",
        gt=0,
        le=1e4,
        slider=(2, 64),
        only=("scaling", ("yarn", "yarn-paper", "llama3")),
        help="A pair whose L₀/λ is at least this keeps its frequency: 32 in YaRN, 4 in Llama 3.",
    )
    slow: float = parameter(
        1.0,
        title="Stretched below",
        symbol="α",
        unit="turns",
        gt=0,
        le=1e4,
        slider=(0.1, 16),
        only=("scaling", ("yarn", "yarn-paper", "llama3")),
        help="A pair whose L₀/λ is at most this is slowed down by the whole factor.",
    )
    truncate: bool = parameter(
        True,
        title="Whole pairs",
        only=("scaling", ("yarn",)),
        seldom=True,
        help="Whether the ends of the ramp are rounded to whole pairs, as in the authors' code.",
    )
    attention: float = parameter(
        0.0,
        title="Attention factor",
        ge=0,
        le=1e3,
        slider=(0, 2),
        seldom=True,
        only=("scaling", _WITH_ATTENTION),
        help="The factor by which queries and keys are each multiplied. With 0 it is the one that "
        "belongs to the "
        "scaling.",
    )
    short_factors: tuple[float, ...] = parameter(
        (),
        title="Short factors",
        only=("scaling", ("longrope",)),
        help="What the frequency of each pair is divided by up to the trained length. An empty "
        "list stands for ones.",
    )
    long_factors: tuple[float, ...] = parameter(
        (),
        title="Long factors",
        only=("scaling", ("longrope",)),
        help="What the frequency of each pair is divided by beyond the trained length. An empty "
        "list stands for ones.",
    )
    given: tuple[float, ...] = parameter(
        (),
        title="Frequencies",
        unit="rad/position",
        only=("scaling", ("given",)),
        help="The frequency of each pair. An empty list stands for those of the base.",
    )

    @model_validator(mode="after")
    def _makes_sense(self) -> "Rope":
        if self.scaling == "yarn" and self.base == 1:
            raise ValueError(
                refused("base", self.base, "YaRN divides by ln b, so it must be greater than 1")
            )
        if self.slow > self.fast:
            raise ValueError(refused("slow", self.slow, f"it must be at most fast = {self.fast:g}"))
        if self.trained == 0 and self.scaling in _BY_TRAINED:
            raise ValueError(
                refused("trained", self.trained, f"{_NAMES[self.scaling]} needs the trained length")
            )
        if 0 < self.trained < LEAST_TRAINED:
            allowed = f"it must be at least {LEAST_TRAINED}, or 0 where it is not given"
            raise ValueError(refused("trained", self.trained, allowed))
        for name in ("short_factors", "long_factors"):
            factors = getattr(self, name)
            if min(factors, default=1.0) <= 0:
                raise ValueError(refused(name, min(factors), "they must be greater than 0"))
            if self.scaling == "longrope" and 0 < len(factors) < self.pairs:
                counted = in_unit(number(len(factors)), "numbers")
                raise ValueError(
                    f"{name} = {counted} is not allowed: {in_unit(number(self.pairs), 'pairs')} "
                    "turn"
                )
        if min(self.given, default=1.0) <= 0:
            raise ValueError(refused("given", min(self.given), "they must be greater than 0"))
        if self.scaling == "given" and len(self.given) not in (0, self.pairs):
            counted = in_unit(number(len(self.given)), "numbers")
            raise ValueError(
                f"given = {counted} is not allowed: {in_unit(number(self.pairs), 'pairs')} turn"
            )
        return self

    def companion_values(self, name: str, value: object) -> dict[str, object]:
        """Return the factor and the trained length for a scaling that is shown beside others.

        They are those of this scheme where it has them. A factor that was not chosen is L/L₀, if
        that is above 1. Dynamic NTK follows L itself.
        """
        if name != "scaling":
            return {}
        known = specification(type(self), "factor")
        is_in_use = self.scaling not in ("none", "dynamic")
        is_chosen = is_in_use or self.factor not in (known.default, 1.0)
        needed = self.length / self.trained if self.trained else 0.0
        at_first = known.nearest(needed) if needed > 1 else known.default
        factor = self.factor if is_chosen else at_first
        return {"factor": 1.0 if value == "dynamic" else factor, "trained": self.trained}

    def value_name(self, name: str) -> str:
        """Return the name of a value, of a scaling with its factor."""
        called = super().value_name(name)
        if name != "scaling":
            return called
        if self.scaling == "none":
            return "no scaling"
        has_factor = self.scaling in _BY_FACTOR and self.factor != 1
        return f"{called} (factor {plain(self.factor)})" if has_factor else called

    @property
    def pairs(self) -> int:
        """The number of pairs that turn, from the first: all D/2, or a share."""
        return self.dim // 2 if self.rotated == "all" else max(1, int(self.share * self.dim) // 2)

    @property
    def still_factor(self) -> float:
        # Of p-RoPE all pairs of a head are in the cache, those that do not turn with angle 0.
        return self.attention_factor if self.rotated == "proportional" else 1.0

    @property
    def columns(self) -> Columns:
        """The columns of each pair that turns in a head: of p-RoPE the first of all pairs turn."""
        if self.rotated != "proportional":
            return columns(self.layout, 2 * self.pairs)
        every = columns(self.layout, self.dim)
        return replace(every, sines=every.sines[: self.pairs], cosines=every.cosines[: self.pairs])

    def frequencies(self) -> Array:
        """Return θ_i as it is after scaling, of the pairs that turn, in rad/position."""
        if self.scaling == "given" and self.given:
            return np.array(self.given)
        frequencies = rotary_frequencies(self.pairs, self._denominator, self.scaled_base())
        if self.scaling == "longrope":
            return frequencies / self.divisors()
        if self.scaling in ("none", "given") or self.scaling in _BY_BASE:
            return frequencies
        ramp = self.ramp()
        return frequencies * (1 - ramp) + frequencies / self.factor * ramp

    def unscaled_frequencies(self) -> Array:
        """Return the frequencies before scaling, shape of :meth:`frequencies`."""
        return rotary_frequencies(self.pairs, self._denominator, self.base)

    def with_base(self, base: float) -> Self | None:
        return None if self.scaling == "given" and self.given else super().with_base(base)

    def pairs_with_new_angles(self, length: int) -> int:
        """Return how many pairs have angles in a context of `length` that training never had.

        Those made less than a turn over the trained length, unscaled, and now turn farther than
        they did there. All others had every angle.
        """
        made_no_turn = turns_within(self.unscaled_frequencies(), self.trained) < 1
        farthest_in_training = self.unscaled_frequencies() * self.trained
        turns_farther = self.frequencies() * length > farthest_in_training * (1 + _ROUNDING)
        return int((made_no_turn & turns_farther).sum())

    @property
    def _denominator(self) -> int:
        """The denominator of 2i in the exponent."""
        return 2 * self.pairs if self.rotated == "part" else self.dim

    @property
    def _ends(self) -> tuple[float, float]:
        """The pairs between which YaRN's ramp rises from 0 to 1.

        The authors' code rounds them to whole ones.
        """
        dim = self._denominator
        turned = (self.trained / (turns * 2 * pi) for turns in (self.fast, self.slow))
        low, high = (dim * log(turn) / (2 * log(self.base)) for turn in turned)
        if self.truncate:
            low, high = floor(low), ceil(high)
        low, high = max(low, 0), min(high, dim - 1)
        return low, high if high != low else high + 0.001

    def ramp(self) -> Array:
        """Return the share of each frequency that the factor slows down, 0 … 1."""
        if self.scaling == "yarn":
            low, high = self._ends
            return np.clip((np.arange(self.pairs) - low) / (high - low), 0.0, 1.0)
        if self.scaling in ("yarn-paper", "llama3"):
            # arXiv 2309.00071, equations 18 to 20.
            turns = self.trained * self.unscaled_frequencies() / (2 * pi)
            if self.slow == self.fast:  # a step
                return np.where(turns < self.fast, 1.0, 0.0)
            return 1 - np.clip((turns - self.slow) / (self.fast - self.slow), 0.0, 1.0)
        return np.full(self.pairs, 1.0 if self.scaling == "linear" else 0.0)

    @property
    def stretch(self) -> float:
        """The factor by which a fully scaled pair turns more slowly."""
        if self.scaling == "dynamic":  # as transformers has it
            return max(
                1.0, self.factor * max(self.length, self.trained) / self.trained - (self.factor - 1)
            )
        if self.scaling == "given":
            return max(1.0, float((self.unscaled_frequencies() / self.frequencies()).max()))
        if self.scaling == "doubling":  # as Qwen 1 has it
            return max(1.0, 2.0 ** ceil(log2(self.length / self.trained) + 1) - 1)
        return 1.0 if self.scaling == "none" else self.factor

    @property
    def blends(self) -> bool:
        """Whether a ramp blends between unscaled pairs and fully scaled ones."""
        return self.scaling in ("yarn", "yarn-paper", "llama3")

    def scaled_base(self) -> float:
        """Return the base that makes the slowest pair turn f times slower.

        It is that of NTK-aware scaling, b·f^(D/(D−2)).
        """
        dim = self._denominator
        is_scaled = self.scaling in _BY_BASE and dim > 2
        return float(self.base * self.stretch ** (dim / (dim - 2))) if is_scaled else self.base

    def divisors(self) -> Array:
        """Return LongRoPE's divisor of each pair's frequency."""
        factors = self.long_factors if self.length > self.trained else self.short_factors
        return np.array(factors[: self.pairs]) if factors else np.ones(self.pairs)

    @property
    def attention_factor(self) -> float:
        if self.attention and self.scaling in _WITH_ATTENTION:
            return self.attention
        if self.scaling in ("yarn", "yarn-paper"):
            return 0.1 * log(self.factor) + 1
        if self.scaling == "longrope":
            return sqrt(1 + log(self.factor) / log(self.trained))
        return 1.0

    @property
    def schedule_name(self) -> str:
        if self.scaling == "none":
            return "not scaled"
        return f"{_NAMES[self.scaling]}{', nothing scaled' if self.why_unscaled else ''}"

    @property
    def why_unscaled(self) -> str:
        """Why the chosen scaling leaves every pair as it is, as a sentence.

        Empty if none is chosen, or it does not.
        """
        is_unscaled = np.allclose(
            self.frequencies(), self.unscaled_frequencies(), rtol=1e-12, atol=0
        )
        if self.scaling == "none" or not is_unscaled:
            return ""
        name = _NAMES[self.scaling]
        if self.scaling == "longrope":
            is_long = self.length > self.trained
            if not (self.long_factors if is_long else self.short_factors):
                which = "long" if is_long else "short"
                return (
                    f"{name} divides each frequency by a factor of its own, but the list of "
                    f"{which} factors is empty."
                )
            return f"Every factor of {name} is 1 here."
        if self.scaling == "given":
            return "The given frequencies are those of the base."
        if self.scaling in ("dynamic", "doubling") and self.length <= self.trained:
            return f"{name} scales only beyond the trained length *L₀*, and *L* is not beyond it."
        return f"With a factor of {number(self.stretch)} {name} leaves every pair as it is."

    def other_schedules(self) -> dict[str, Array]:
        before = self.unscaled_frequencies()
        return {} if np.array_equal(self.frequencies(), before) else {self.unscaled_name: before}

    @property
    def unscaled_name(self) -> str:
        """What :meth:`unscaled_frequencies` are called beside the others."""
        return f"base {number(self.base)}" if self.scaling == "given" else "before scaling"

    def formula(self) -> Formula:
        factor = "" if self.attention_factor == 1 else r"g\,"
        turn = Formula(rf"q_i \to {factor}e^{{\mathrm{{i}}\,\omega_i t}}\,q_i")
        return turn.joined_with(self.attention_formula(), self.frequency_formula())

    def attention_formula(self) -> Formula:
        if self.attention_factor == 1:
            return Formula()
        if self.attention:
            return Formula(f"g = {self.attention:.4g}")
        return Formula(
            r"g = \sqrt{1 + \ln f/\ln L_0}" if self.scaling == "longrope" else r"g = 0.1\,\ln f + 1"
        )

    def frequency_formula(self) -> Formula:
        part = self.rotated == "part"
        # The denominator of 2i in the exponent.
        wide = "R" if part else "D"
        own = f"b^{{-2i/{wide}}}"
        pairs = (
            f"R = {self._denominator}"
            if part
            else f"i < {self.pairs}"
            if self.pairs < self.dim // 2
            else ""
        )
        within = r"\ \mathrm{within}\ 0\,\ldots\,1"
        if self.scaling == "linear":
            return Formula(rf"\omega_i = {own}/f").joined_with(pairs)
        if self.scaling == "given":
            return Formula(r"\omega_i\ \mathrm{given}").joined_with(pairs)
        if self.scaling == "longrope":
            which = "long" if self.length > self.trained else "short"
            return Formula(rf"\omega_i = {own}/f_i").joined_with(
                rf"f_i\ \mathrm{{of\ the\ {which}\ list}}", pairs
            )
        if self.scaling in _BY_BASE and self._denominator > 2:
            slower = {
                "ntk": "f",
                "dynamic": r"\mathrm{max}(1,\ f\,L/L_0 - f + 1)",
                "doubling": r"\mathrm{max}(1,\ 2^{\lceil \log_2(L/L_0)\rceil + 1} - 1)",
            }[self.scaling]
            base = rf"b' = b\,{slower}^{{{wide}/({wide}-2)}}"
            return Formula(rf"\omega_i = b'^{{-2i/{wide}}}").joined_with(base, pairs)
        if self.scaling == "yarn":
            low, high = (f"{end:.4g}" for end in self._ends)
            ramp = rf"\rho_i = \frac{{i - {low}}}{{{high} - {low}}}{within}"
            return Formula(rf"\omega_i = (1 - \rho_i + \rho_i/f)\,{own}").joined_with(ramp, pairs)
        if self.blends:
            ramp = rf"\rho_i = \frac{{\beta - L_0\,\theta_i/(2\pi)}}{{\beta - \alpha}}{within}"
            if self.slow == self.fast:
                ramp = (
                    r"\rho_i = 1\ \mathrm{where}\ L_0\,\theta_i/(2\pi) < \beta,\ \mathrm{else}\ 0"
                )
            blend = Formula(r"\omega_i = (1 - \rho_i + \rho_i/f)\,\theta_i")
            return blend.joined_with(ramp, rf"\theta_i = {own}", pairs)
        return Formula(rf"\omega_i = {own}").joined_with(pairs)

    def arguments(self) -> dict[str, float]:
        """Return the names and values, besides length and dim, that :meth:`code` uses."""
        named = [
            "base",
            *(["share"] if self.rotated != "all" else []),
            *_ARGUMENTS.get(self.scaling, ()),
        ]
        if self.scaling == "given" and self.given:
            named = []
        return {name: getattr(self, name) for name in [*named, *(["first"] if self.first else [])]}

    def code(self, dialect: Dialect, before_return: Sequence[str] = ()) -> list[str]:
        attention = {
            "yarn": "0.1 * math.log(factor) + 1",
            "yarn-paper": "0.1 * math.log(factor) + 1",
            "longrope": "math.sqrt(1 + math.log(factor) / math.log(trained))",
        }.get(self.scaling, "")
        if self.attention and self.scaling in _WITH_ATTENTION:
            attention = repr(self.attention)
        lines = [
            *self._frequency_lines(dialect),
            f"angles = np.arange({'first, first + length' if self.first else 'length'})[:, None] "
            "* frequencies",
            *([f"attention = {attention}  # scores keep their spread"] if attention else []),
            f"table = {'attention * ' if attention else ''}np.stack([np.cos(angles), "
            "np.sin(angles)])",
        ]
        says = "Return cosines and sines of the pairs that turn, shape (2, length, pairs)."
        arguments = {"length": self.length, "dim": self.dim, **self.arguments()}
        return dialect.function(
            "rotary_tables", arguments, says, lines, before_return, pairs=self.paired_columns
        )

    @property
    def paired_columns(self) -> str:
        if self.rotated != "part":
            return super().paired_columns
        if self.layout == "interleaved":
            return f"{super().paired_columns}, the first {2 * self.pairs} for dim={self.dim}"
        return f"(i, i + turned // 2), for dim={self.dim} (i, i + {self.pairs})"

    def _frequency_lines(self, dialect: Dialect) -> list[str]:
        """Return the lines that make the frequencies, of the chosen scaling."""
        turned = "dim" if self.rotated == "all" else "turned"
        dim = "turned" if self.rotated == "part" else "dim"
        before = [] if self.rotated == "all" else ["turned = 2 * max(1, int(share * dim) // 2)"]
        own = [
            *before,
            f"pairs = np.arange({turned} // 2)",
            f"frequencies = base ** (-2 * pairs / {dim})  # radians per position",
        ]
        blend = "frequencies = frequencies * (1 - ramp) + frequencies / factor * ramp"
        if self.scaling == "linear":
            return [*own, "frequencies = frequencies / factor"]
        if self.scaling == "ntk":
            return [*own[:-1], f"base = base * factor ** ({dim} / max(1, {dim} - 2))", own[-1]]
        if self.scaling == "doubling":
            stretch = "stretch = max(1, 2 ** math.ceil(math.log2(length / trained) + 1) - 1)"
            return [
                *own[:-1],
                stretch,
                f"base = base * stretch ** ({dim} / max(1, {dim} - 2))",
                own[-1],
            ]
        if self.scaling == "dynamic":
            stretch = "stretch = max(1, factor * length / trained - (factor - 1))"
            return [
                *own[:-1],
                stretch,
                f"base = base * stretch ** ({dim} / max(1, {dim} - 2))",
                own[-1],
            ]
        if self.scaling == "yarn":
            low, high = (
                ("math.floor(ends[0])", "math.ceil(ends[1])")
                if self.truncate
                else ("ends[0]", "ends[1]")
            )
            ends = f"{dim} * math.log(trained / (turns * 2 * math.pi)) / (2 * math.log(base))"
            return [
                *own,
                f"ends = [{ends} for turns in (fast, slow)]",
                f"low, high = max({low}, 0), min({high}, {dim} - 1)",
                "ramp = np.clip((pairs - low) / (high - low or 0.001), 0, 1)",
                blend,
            ]
        if self.scaling in ("yarn-paper", "llama3"):
            turns = "turns = trained * frequencies / (2 * math.pi)"
            ramp = "ramp = 1 - np.clip((turns - slow) / (fast - slow), 0, 1)"
            if self.slow == self.fast:
                ramp += " if slow < fast else 1.0 * (turns < fast)"
            return [*own, turns, ramp, blend]
        if self.scaling == "given" and self.given:
            return [
                *dialect.listed("given", self.given),
                "frequencies = np.array(given)  # radians per position",
            ]
        if self.scaling == "longrope":
            return [
                *own,
                *dialect.listed("long", self.long_factors),
                *dialect.listed("short", self.short_factors),
                f"factors = (long if length > trained else short) + {turned} // 2 * [1.0]",
                f"frequencies = frequencies / np.array(factors[: {turned} // 2])",
            ]
        return own


SCHEME = Rope
