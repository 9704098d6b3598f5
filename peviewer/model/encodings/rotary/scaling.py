"""The frequencies of RoPE, before and after the scaling for long contexts."""

from dataclasses import replace
from math import ceil, floor, log, log2, pi, sqrt
from typing import ClassVar, Self

import numpy as np

from peviewer.base.numbers import number
from peviewer.model.encodings.rotary.fields import (
    SCALING_NAMES,
    SCALINGS_OF_BASE,
    SCALINGS_WITH_ATTENTION_FACTOR,
    RopeFields,
)
from peviewer.model.encodings.scheme import Array
from peviewer.model.turning.frequencies import rotary_frequencies, turns_within
from peviewer.model.turning.pairs import Columns, columns

# The relative rounding error of an angle, which is a product of a few numbers.
_ROUNDING = 1e-12


class ScaledRope(RopeFields):
    """RoPE with the frequencies and the attention factor of its scaling."""

    names_for_users: ClassVar[tuple[str, ...]] = ("pairs_with_new_angles", "unscaled_frequencies")

    @property
    def still_factor(self) -> float:
        # Pairs that do not turn have this factor. In p-RoPE the cache holds them, with angle 0.
        return self.attention_factor if self.rotated == "proportional" else 1.0

    @property
    def columns(self) -> Columns:
        """The columns of each pair that turns in a head; in p-RoPE these are the first pairs."""
        if self.rotated != "proportional":
            return columns(self.layout, 2 * self.pairs)
        whole_head = columns(self.layout, self.dim)
        sines = whole_head.sines[: self.pairs]
        cosines = whole_head.cosines[: self.pairs]
        return replace(whole_head, sines=sines, cosines=cosines)

    def frequencies(self) -> Array:
        """Return θ_i of the pairs that turn, after scaling, in rad/position."""
        if self.scaling == "given" and self.given:
            return np.array(self.given)
        frequencies = rotary_frequencies(self.pairs, self.exponent_denominator, self.scaled_base())
        if self.scaling == "longrope":
            return frequencies / self.divisors()
        if self.scaling in ("none", "given") or self.scaling in SCALINGS_OF_BASE:
            return frequencies
        ramp = self.ramp()
        return frequencies * (1 - ramp) + frequencies / self.factor * ramp

    def unscaled_frequencies(self) -> Array:
        """Return the frequencies before scaling, shape of :meth:`frequencies`."""
        return rotary_frequencies(self.pairs, self.exponent_denominator, self.base)

    def with_base(self, base: float) -> Self | None:
        return None if self.scaling == "given" and self.given else super().with_base(base)

    def pairs_with_new_angles(self, length: int) -> int:
        """Return how many pairs have angles in a context of `length` that training never had.

        These pairs made less than a turn over the trained length, unscaled, and now turn farther
        than they did there. All others had every angle.
        """
        made_no_turn = turns_within(self.unscaled_frequencies(), self.trained) < 1
        farthest_in_training = self.unscaled_frequencies() * self.trained
        turns_farther = self.frequencies() * length > farthest_in_training * (1 + _ROUNDING)
        return int((made_no_turn & turns_farther).sum())

    @property
    def ramp_ends(self) -> tuple[float, float]:
        """The pairs between which YaRN's ramp rises from 0 to 1.

        The authors' code rounds them to whole ones.
        """
        low = self._pair_with_turns(self.fast)
        high = self._pair_with_turns(self.slow)
        if self.truncate:
            low = floor(low)
            high = ceil(high)
        low = max(low, 0)
        high = min(high, self.exponent_denominator - 1)
        return low, high if high != low else high + 0.001

    def _pair_with_turns(self, turns: float) -> float:
        """Return the pair, maybe between two, that makes `turns` turns in the trained length."""
        positions_a_radian = self.trained / (turns * 2 * pi)
        return self.exponent_denominator * log(positions_a_radian) / (2 * log(self.base))

    def ramp(self) -> Array:
        """Return the share of each frequency that the factor slows down, 0 … 1."""
        if self.scaling == "yarn":
            low, high = self.ramp_ends
            return np.clip((np.arange(self.pairs) - low) / (high - low), 0.0, 1.0)
        if self.scaling in ("yarn-paper", "llama3"):
            # arXiv 2309.00071, equations 18 to 20.
            turns = self.trained * self.unscaled_frequencies() / (2 * pi)
            # With equal ends the ramp is a step.
            if self.slow == self.fast:
                return np.where(turns < self.fast, 1.0, 0.0)
            return 1 - np.clip((turns - self.slow) / (self.fast - self.slow), 0.0, 1.0)
        return np.full(self.pairs, 1.0 if self.scaling == "linear" else 0.0)

    @property
    def stretch(self) -> float:
        """The factor by which a fully scaled pair turns more slowly."""
        # transformers computes it this way.
        if self.scaling == "dynamic":
            length = max(self.length, self.trained)
            return max(1.0, self.factor * length / self.trained - (self.factor - 1))
        if self.scaling == "given":
            return max(1.0, float((self.unscaled_frequencies() / self.frequencies()).max()))
        # Qwen 1 computes it this way.
        if self.scaling == "doubling":
            return max(1.0, 2.0 ** ceil(log2(self.length / self.trained) + 1) - 1)
        return 1.0 if self.scaling == "none" else self.factor

    @property
    def blends(self) -> bool:
        """Whether a ramp blends between unscaled pairs and fully scaled ones."""
        return self.scaling in ("yarn", "yarn-paper", "llama3")

    def scaled_base(self) -> float:
        """Return the base that makes the slowest pair turn f times slower.

        NTK-aware scaling uses it: b·f^(D/(D−2)).
        """
        dim = self.exponent_denominator
        is_scaled = self.scaling in SCALINGS_OF_BASE and dim > 2
        return float(self.base * self.stretch ** (dim / (dim - 2))) if is_scaled else self.base

    def divisors(self) -> Array:
        """Return LongRoPE's divisor of each pair's frequency."""
        factors = self.long_factors if self.length > self.trained else self.short_factors
        return np.array(factors[: self.pairs]) if factors else np.ones(self.pairs)

    @property
    def attention_factor(self) -> float:
        if self.attention and self.scaling in SCALINGS_WITH_ATTENTION_FACTOR:
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
        return f"{SCALING_NAMES[self.scaling]}{', nothing scaled' if self.why_unscaled else ''}"

    @property
    def why_unscaled(self) -> str:
        """Why the chosen scaling leaves every pair as it is, as a sentence.

        Return an empty text if no scaling is chosen, or if it scales a pair.
        """
        is_unscaled = np.allclose(
            self.frequencies(), self.unscaled_frequencies(), rtol=1e-12, atol=0
        )
        if self.scaling == "none" or not is_unscaled:
            return ""
        name = SCALING_NAMES[self.scaling]
        if self.scaling == "longrope":
            is_long = self.length > self.trained
            factors = self.long_factors if is_long else self.short_factors
            if factors:
                return f"Every factor of {name} is 1 here."
            list_name = "long" if is_long else "short"
            return (
                f"{name} divides each frequency by a factor of its own, but the list of "
                f"{list_name} factors is empty."
            )
        if self.scaling == "given":
            return "The given frequencies are those of the base."
        if self.scaling in ("dynamic", "doubling") and self.length <= self.trained:
            return f"{name} scales only beyond the trained length *L₀*, and *L* is not beyond it."
        return f"With a factor of {number(self.stretch)} {name} leaves every pair as it is."

    def other_schedules(self) -> dict[str, Array]:
        unscaled = self.unscaled_frequencies()
        if np.array_equal(self.frequencies(), unscaled):
            return {}
        return {self.unscaled_name: unscaled}

    @property
    def unscaled_name(self) -> str:
        """The name of :meth:`unscaled_frequencies` beside the scaled ones."""
        return f"base {number(self.base)}" if self.scaling == "given" else "before scaling"
