"""The formula of sines and cosines over a grid, in the order of its columns."""

from collections.abc import Sequence

from peviewer.base.formula import Formula
from peviewer.model.encodings.grids.coordinates import coordinate_formula, typeset
from peviewer.model.encodings.grids.sincos_fields import SincosFields


def table_formula(scheme: SincosFields) -> Formula:
    """Return the vector of a place as a formula, with its frequencies and coordinates."""
    rate = {"powers": r"\omega_i", "octaves": "2^i", "drawn": r"\mathrm{wave}"}[scheme.rates]
    rate = {"1": "", "pi": r"\pi", "2pi": r"2\pi"}[scheme.times] + rate
    angles = [rf"{rate}\,\mathrm{{{axis}}}" for axis in angle_names(scheme)]
    parts = waves_in_layout(scheme, angles, r"\sin\,", r"\cos\,")
    dots = r",\ldots" if len(parts[0]) > 1 else ""
    written = r"\;|\;".join(r",\ ".join(part) + dots for part in parts)
    if scheme.kept:
        written = rf"{typeset(', '.join(scheme.side_names[-scheme.axes :]))}\;|\;{written}"
    formula = Formula(rf"PE = [\,{written}\,]")
    return formula.joined_with(_rate_formula(scheme), _coordinate_formula(scheme))


def angle_names(scheme: SincosFields) -> list[str]:
    """Return the names of what has angles: the axes in the order of columns, or the whole place."""
    if scheme.rates == "drawn":
        return ["place"]
    return [scheme.side_names[axis] for axis in scheme.axes_in_column_order]


def waves_in_layout(
    scheme: SincosFields, angles: Sequence[str], sine: str, cosine: str
) -> list[list[str]]:
    """Return the sines and cosines of angles in the order of the columns.

    The waves of a group alternate.
    """
    by_angle = [[f"{sine}{angle}", f"{cosine}{angle}"] for angle in angles]
    sines = [f"{sine}{angle}" for angle in angles]
    cosines = [f"{cosine}{angle}" for angle in angles]
    if scheme.rates == "drawn" or scheme.layout == "functions":
        return [[wave] for wave in (*sines, *cosines)]
    if scheme.layout == "frequencies":
        return [[*sines, *cosines]]
    if scheme.layout == "interleaved":
        return by_angle
    return [[wave] for waves in by_angle for wave in waves]


def _rate_formula(scheme: SincosFields) -> Formula:
    if scheme.rates != "powers":
        return Formula()
    if len(set(scheme.pair_counts)) > 1:
        return Formula(r"\omega_i = b^{-i/n}\ \mathrm{of}\ n\ \mathrm{pairs\ of\ an\ axis}")
    return Formula(rf"\omega_i = b^{{-i/{scheme.pair_counts[0]}}}")


def _coordinate_formula(scheme: SincosFields) -> Formula:
    axis_names = "row, column" if scheme.axes > 1 else "column"
    name = "place" if scheme.rates == "drawn" else axis_names
    return coordinate_formula(name, scheme.span, scheme.offset, scheme.epsilon, scheme.scale)
