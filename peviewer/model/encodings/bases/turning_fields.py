"""Fields of schemes whose pairs turn: even dimensions, the base, the order of the columns."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from peviewer.base.numbers import plain
from peviewer.base.parameters import parameter
from peviewer.base.words import in_unit
from peviewer.model.encodings.bases.common_fields import USUAL_DIMS
from peviewer.model.turning.pairs import Layout


def even_dimensions(who: str) -> Any:
    """Declare the field of even dimensions.

    For odd ones `who` adds a column of zeros, which no pair turns.
    """
    return parameter(
        256,
        title="Dimensions",
        symbol="d",
        ge=2,
        le=65_536,
        slider=(2, 65_536),
        scale="log",
        multiple=2,
        stops=USUAL_DIMS,
        help=f"How many numbers each position gets, an even number: {who} adds a column of zeros "
        "to an odd one.",
        formula=r"\mathrm{pairs}\ i = 0\,\ldots\,d/2 - 1",
    )


def frequency_base(**changes: Any) -> Any:
    """Declare the field of the base b, whose powers are the frequencies.

    `changes` replace parts of the declaration.
    """
    usual = {
        "title": "Base",
        "symbol": "b",
        "ge": 1,
        "le": 1e12,
        "slider": (1, 1e7),
        "scale": "log",
        "help": "A larger base widens the range of frequencies.",
    }
    return parameter(10_000.0, **{**usual, **changes})


def column_layout(default: Layout, help: str) -> Any:
    """Declare the field of the column order, with its default."""
    formulas = {
        "interleaved": r"\mathrm{interleaved:}\ PE(t, 2i) = \sin\,\omega_i t,"
        r"\ PE(t, 2i+1) = \cos\,\omega_i t",
        "concatenated": r"\mathrm{concatenated:}\ PE(t, i) = \sin\,\omega_i t,"
        r"\ PE(t, d/2+i) = \cos\,\omega_i t",
        "flipped": r"\mathrm{flipped:}\ PE(t, i) = \cos\,\omega_i t,"
        r"\ PE(t, d/2+i) = \sin\,\omega_i t",
    }
    labels = {
        "interleaved": "sin cos sin cos …",
        "concatenated": "sines | cosines",
        "flipped": "cosines | sines",
    }
    return parameter(default, title="Layout", labels=labels, help=help, formula=formulas[default])


def still_columns(wavelengths: NDArray[np.float64]) -> str:
    """Return which pairs stand still at whole positions, as a sentence; usually empty."""
    turns = 1 / wavelengths
    still = np.flatnonzero(np.abs(turns - np.rint(turns)) <= 1e-12 * turns)
    if not len(still):
        return ""
    lengths = ", ".join(plain(float(wavelengths[pair])) for pair in still[:3])
    more = " …" if len(still) > 3 else ""
    pairs = in_unit(str(len(still)), "pairs")
    return (
        f"At whole positions {pairs} stand{'s' if len(still) == 1 else ''} still, with wavelength "
        f"{lengths}{more}: every sine is 0 and every cosine 1."
    )
