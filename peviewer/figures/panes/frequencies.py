"""Frequencies and wavelengths over the pairs, against the length and the other schedule."""

from math import pi
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from peviewer.base.words import number, whole
from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Band, Curve, Figure, Listing, Mark, Panel, Rule
from peviewer.figures.panes.axes import pair_axis
from peviewer.figures.panes.pane import Pane
from peviewer.model.encodings.scheme import Turning
from peviewer.model.sampling.series import Samples

_FORMULA = {
    "paper": r"\omega_i = b^{-2i/d},\quad \lambda_i = 2\pi/\omega_i",
    "endpoint": r"\omega_i = b^{-i/(\lceil d/2 \rceil-1)},\quad \lambda_i = 2\pi/\omega_i",
}


def never_turning(encoding: Turning) -> int:
    """Return how many pairs never complete a turn within the encoding's length.

    Examples
    --------
    >>> from peviewer.model.encodings.sinusoidal import Sinusoidal
    >>> never_turning(Sinusoidal(length=4096, dim=128))
    18
    """
    return int((encoding.wavelengths() > encoding.length).sum())


def _draw(document: Document) -> Figure:
    encoding = document.encoding
    frequencies, wavelengths = encoding.frequencies(), encoding.wavelengths()
    other = _other(encoding)
    slow, base = never_turning(encoding), getattr(encoding, "base", None)
    shade = [Band("x", encoding.pairs - slow - 0.5, encoding.pairs - 0.5)] if slow else []
    ends = [end for rates in (frequencies, *other.values()) for end in (float(rates[0]), float(rates[-1]))]
    longest = 2 * pi / min(ends)
    pairs = pair_axis(document, "frequencies")
    left = Panel(
        pairs,
        Axis("frequency", "*ω* (rad/position)", (min(ends) / 1.6, max(ends) * 1.6), log=True),
        (*shade, *_curves(encoding, frequencies, other)),
        legend=True,
    )
    marks: list[Mark] = [
        *shade,
        *_curves(encoding, wavelengths, {name: 2 * pi / rates for name, rates in other.items()}),
    ]
    if base is not None:
        longest = max(longest, 2 * pi * base)
        marks.append(Rule("y", 2 * pi * base, f"2π*b* = {number(2 * pi * base, 5)}", "muted", dashed=True))
    marks.append(Rule("y", float(encoding.length), f"*L* = {whole(encoding.length)}"))
    span = min(2 * pi / max(ends), encoding.length) / 1.6, max(longest, encoding.length) * 2.5
    right = Panel(
        pairs,
        Axis("wavelength", "*λ* (positions)", span, log=True),
        tuple(marks),
    )
    return Figure(
        "frequencies",
        "Frequencies and wavelengths",
        ((left, right), (_spelled(encoding),)),
        heights=(1.05, 1.0),
        formula=_FORMULA.get(_schedule(encoding), r"\lambda_i = 2\pi/\omega_i"),
    )


def _schedule(encoding: Turning) -> str:
    return str(getattr(encoding, "schedule", encoding.scheme))


def _other(encoding: Turning) -> dict[str, NDArray[np.float64]]:
    """Return the frequencies of the other schedule by its name, where the scheme has schedules."""
    if not hasattr(encoding, "schedule"):
        return {}
    name = "endpoint" if _schedule(encoding) == "paper" else "paper"
    return {name: encoding.model_copy(update={"schedule": name}).frequencies()}


def _curves(
    encoding: Turning, values: NDArray[np.float64], others: dict[str, NDArray[np.float64]]
) -> tuple[Curve, ...]:
    places = np.arange(encoding.pairs, dtype=np.float64)
    style: Literal["points", "line"] = "points" if encoding.pairs <= 32 else "line"
    compared = [Curve(Samples(places, rates), name, "curve-1", "dashed") for name, rates in others.items()]
    return *compared, Curve(Samples(places, values), _schedule(encoding), "accent", style)


def _spelled(encoding: Turning) -> Panel:
    """Spell out the first, the second and the last pair, and where the schedule would end."""
    last = encoding.pairs - 1
    names = {last: "last", 1: "second", 0: "first"}
    rows = [_row(encoding, pair, names[pair]) for pair in sorted({0, min(1, last), last})]
    base = getattr(encoding, "base", None)
    if base is not None:
        reached = bool(np.isclose(encoding.frequencies()[-1] * base, 1, rtol=1e-9))
        name = f"1/*b* and 2π*b*, {'reached' if reached else 'not reached'}"
        rows.append((name, number(1 / base), number(2 * pi * base, 5), _turns(encoding, 2 * pi * base)))
    nothing = Axis("entry", "", (0.0, 1.0))
    listing = Listing(("pair", "*ω* (rad/position)", "*λ* (positions)", "turns within *L*"), tuple(rows))
    slow = never_turning(encoding)
    told = f"{whole(slow)} of {whole(encoding.pairs)} pairs never complete a turn within *L* = {whole(encoding.length)}"
    return Panel(nothing, nothing, (listing,), told)


def _row(encoding: Turning, pair: int, name: str) -> tuple[str, str, str, str]:
    omega, wavelength = float(encoding.frequencies()[pair]), float(encoding.wavelengths()[pair])
    turn = ": 1 and 2π" if omega == 1 else ""
    return f"{name}, *i* = {whole(pair)}{turn}", number(omega), number(wavelength, 5), _turns(encoding, wavelength)


def _turns(encoding: Turning, wavelength: float) -> str:
    return number(encoding.length / wavelength, 3)


PANE = Pane(
    name="frequencies",
    title="Frequencies",
    summary="frequency and wavelength of every pair, against the length and the other schedule",
    explain=(
        "Each pair turns slower than the one before by a constant factor: a straight line on a logarithmic axis. "
        "The shaded pairs never complete a turn within the length *L*: for them the position is a gentle slope. "
        "The paper's schedule stops short of 1/*b*, so its longest wavelength is less than 2π*b*; "
        "the endpoint schedule reaches it."
    ),
    formula="ωᵢ = b^(−2i/d),  λᵢ = 2π/ωᵢ",
    reads=lambda document: (document.encoding, document.view.zoom),
    draw=_draw,
)
