"""Fields that many schemes have: the number of positions, that of dimensions, a seed."""

from typing import Any, ClassVar

from peviewer.base.constructed import Constructed
from peviewer.base.parameters import parameter

USUAL_DIMS = 64, 128, 256, 512, 768, 1024, 1536, 2048, 3072, 4096, 8192, 16_384, 32_768


class HasLength(Constructed):
    """The number of positions; fields are in the order of their classes, bases first."""

    positional_fields: ClassVar[tuple[str, ...]] = ("length", "dim")

    scheme: str
    length: int = parameter(
        200,
        title="Length",
        symbol="L",
        unit="positions",
        ge=1,
        le=10_000_000,
        scale="log",
        follows="own length",
        help="How many positions there are.",
        formula=r"t = t_0\,\ldots\,t_0 + L - 1",
    )


class HasDim(HasLength):
    """The number of dimensions."""

    dim: int = parameter(
        256,
        title="Dimensions",
        symbol="d",
        ge=1,
        le=65_536,
        slider=(2, 65_536),
        scale="log",
        step=2,
        stops=USUAL_DIMS,
        follows="own dim",
        help="How many numbers each position gets; every two of them are a sine and a cosine of "
        "one pair.",
        formula=r"\mathrm{pairs}\ i = 0\,\ldots\,\lceil d/2\rceil - 1",
    )


def seed_field(help: str, only: tuple[str, tuple[Any, ...]]) -> Any:
    """Declare the seed of random numbers, which some choice of another field needs."""
    return parameter(0, title="Seed", ge=0, le=2**32 - 1, slider=(0, 100), only=only, help=help)
