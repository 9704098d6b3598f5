"""The fields of RoPE: which pairs turn, the scaling, and its parameters."""

from typing import ClassVar, Literal, Self

from pydantic import model_validator

from peviewer.base.constructed import Published
from peviewer.base.numbers import number, plain
from peviewer.base.parameters import parameter
from peviewer.base.refusals import refused
from peviewer.base.specification import specification
from peviewer.base.words import in_unit
from peviewer.model.encodings.rotating_vectors import RotatesVectors
from peviewer.model.turning.measured import Measured

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
SCALING_NAMES = {
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
SCALINGS_WITH_FACTOR = "linear", "ntk", "dynamic", "yarn", "yarn-paper", "llama3", "longrope"
SCALINGS_WITH_ATTENTION_FACTOR = "yarn", "yarn-paper", "longrope", "given"
SCALINGS_WITH_TRAINED_LENGTH = "dynamic", "doubling", "yarn", "yarn-paper", "llama3", "longrope"

# The scalings that change the base, and through it the frequencies.
SCALINGS_OF_BASE = "ntk", "dynamic", "doubling"

# The least trained length, in positions.
LEAST_TRAINED = 8


class RopeFields(RotatesVectors):
    """The fields of RoPE, and the number of pairs that turn."""

    published: ClassVar[Published] = {
        "scaling": {
            "yarn": {"fast": 32.0, "slow": 1.0},
            "yarn-paper": {"fast": 32.0, "slow": 1.0},
            "llama3": {"fast": 4.0, "slow": 1.0, "factor": 8.0, "trained": 8192},
        },
    }

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
        labels=SCALING_NAMES,
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
        only=("scaling", SCALINGS_WITH_FACTOR),
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
        only=("scaling", SCALINGS_WITH_ATTENTION_FACTOR),
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
    measured: Measured | None = parameter(
        None,
        title="Array",
        hidden=True,
        form="what an array tells of a rotation",
        help="What the array of a file, from which it was recognised, tells of its rotation.",
    )

    @model_validator(mode="after")
    def _check_fields(self) -> Self:
        if self.scaling == "yarn" and self.base == 1:
            raise ValueError(
                refused("base", self.base, "YaRN divides by ln b, so it must be greater than 1")
            )
        if self.slow > self.fast:
            raise ValueError(refused("slow", self.slow, f"it must be at most fast = {self.fast:g}"))
        self._check_trained_length()
        for name in ("short_factors", "long_factors"):
            self._check_factors(name)
        self._check_given_frequencies()
        return self

    def _check_trained_length(self) -> None:
        if self.trained == 0 and self.scaling in SCALINGS_WITH_TRAINED_LENGTH:
            allowed = f"{SCALING_NAMES[self.scaling]} needs the trained length"
            raise ValueError(refused("trained", self.trained, allowed))
        if 0 < self.trained < LEAST_TRAINED:
            allowed = f"it must be at least {LEAST_TRAINED}, or 0 where it is not given"
            raise ValueError(refused("trained", self.trained, allowed))

    def _check_factors(self, name: str) -> None:
        factors = getattr(self, name)
        if min(factors, default=1.0) <= 0:
            raise ValueError(refused(name, min(factors), "they must be greater than 0"))
        if self.scaling == "longrope" and 0 < len(factors) < self.pairs:
            raise self._count_error(name, len(factors))

    def _check_given_frequencies(self) -> None:
        if min(self.given, default=1.0) <= 0:
            raise ValueError(refused("given", min(self.given), "they must be greater than 0"))
        if self.scaling == "given" and len(self.given) not in (0, self.pairs):
            raise self._count_error("given", len(self.given))

    def _count_error(self, name: str, count: int) -> ValueError:
        """Return the error for a list of `count` numbers where there is one for each pair."""
        counted = in_unit(number(count), "numbers")
        pairs = in_unit(number(self.pairs), "pairs")
        return ValueError(f"{name} = {counted} is not allowed: {pairs} turn")

    def companion_values(self, name: str, value: object) -> dict[str, object]:
        """Return the factor and the trained length for a scaling that is shown beside others.

        The values of this scheme come first. A factor that was not chosen is L/L₀, if
        that is above 1. Dynamic NTK follows L itself.
        """
        if name != "scaling":
            return {}
        field = specification(type(self), "factor")
        is_in_use = self.scaling not in ("none", "dynamic")
        is_chosen = is_in_use or self.factor not in (field.default, 1.0)
        needed_factor = self.length / self.trained if self.trained else 0.0
        first_factor = field.nearest(needed_factor) if needed_factor > 1 else field.default
        factor = self.factor if is_chosen else first_factor
        return {"factor": 1.0 if value == "dynamic" else factor, "trained": self.trained}

    def value_name(self, name: str) -> str:
        """Return the name of a field's value; a scaling is named with its factor."""
        usual_name = super().value_name(name)
        if name != "scaling":
            return usual_name
        if self.scaling == "none":
            return "no scaling"
        has_factor = self.scaling in SCALINGS_WITH_FACTOR and self.factor != 1
        return f"{usual_name} (factor {plain(self.factor)})" if has_factor else usual_name

    @property
    def source_size(self) -> dict[str, int]:
        if self.measured is None:
            return {}
        size = {"dim": self.dim}
        return size | {"length": self.length} if self.measured.rows else size

    @property
    def pairs(self) -> int:
        """How many of the first pairs turn: all D/2, or a share."""
        return self.dim // 2 if self.rotated == "all" else max(1, int(self.share * self.dim) // 2)

    @property
    def exponent_denominator(self) -> int:
        """The denominator of 2i in the exponent."""
        return 2 * self.pairs if self.rotated == "part" else self.dim
