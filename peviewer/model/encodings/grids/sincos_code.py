"""The code of sines and cosines over a grid."""

from collections.abc import Sequence

from peviewer.model.encodings.dialect import Dialect
from peviewer.model.encodings.grids.coordinates import TIMES_CODE, coordinate_code
from peviewer.model.encodings.grids.sincos_fields import SIDE_NAMES, SIDES, SincosFields
from peviewer.model.encodings.grids.sincos_formula import angle_names, waves_in_layout

# The fields that the code takes as arguments, by the choice of frequencies.
_ARGUMENTS_OF_RATES = {"powers": ("base",), "octaves": (), "drawn": ("spread", "seed")}


def table_code(
    scheme: SincosFields, dialect: Dialect, before_return: Sequence[str] = ()
) -> list[str]:
    """Return the lines of a function that makes the table; they end in `before_return`."""
    sides = scheme.sides_of(scheme.by_field())
    names = [SIDE_NAMES[SIDES.index(side)] for side in sides]
    lines = [
        *_coordinate_lines(scheme, sides, names),
        *_angle_lines(scheme, names),
        *_column_lines(scheme, names),
    ]
    fields = (*sides, "dim", *_ARGUMENTS_OF_RATES[scheme.rates])
    arguments = {name: getattr(scheme, name) for name in fields}
    says = "Return the vectors of all places, the last axis fastest, shape (places, dim)."
    return dialect.function("positional_encoding", arguments, says, lines, before_return)


def _coordinate_lines(
    scheme: SincosFields, sides: Sequence[str], names: Sequence[str]
) -> list[str]:
    """Return the lines that make a column of coordinates along each side, by its name."""
    ranges = ", ".join(f"np.arange({side})" for side in sides)
    lines = [f"places = np.meshgrid({ranges}, indexing='ij')"]
    for index, (name, side) in enumerate(zip(names, sides, strict=True)):
        places = f"places[{index}].reshape(-1, 1)"
        coordinates = coordinate_code(
            places, side, scheme.span, scheme.offset, scheme.epsilon, scheme.scale
        )
        lines.append(f"{name} = {coordinates}")
    return lines


def _angle_lines(scheme: SincosFields, names: Sequence[str]) -> list[str]:
    """Return the lines that make the angles of all pairs, axis by axis or for drawn waves."""
    wave_columns = f"(dim - {scheme.coordinate_count})" if scheme.coordinate_count else "dim"
    times = TIMES_CODE[scheme.times]
    if scheme.rates == "drawn":
        shape = f"(pairs, {len(scheme.grid)})"
        coordinates = f"np.hstack([{', '.join(names)}])"
        return [
            f"pairs = -(-{wave_columns} // 2)",
            f"waves = spread * np.random.default_rng(seed).standard_normal({shape})",
            f"place_angles = {times}{coordinates} @ waves[:, -{scheme.axes}:].T",
        ]
    rate = "base ** (-pairs / len(pairs))" if scheme.rates == "powers" else "2.0**pairs"
    first_axis = len(scheme.grid) - scheme.axes
    share_sum = sum(scheme.axis_shares)
    lines = []
    for name, axis in zip(angle_names(scheme), scheme.axes_in_column_order, strict=True):
        share = scheme.axis_shares[axis - first_axis]
        shared_columns = f"{wave_columns} * {share}" if share > 1 else wave_columns
        lines.append(f"pairs = np.arange(-(-{shared_columns} // {2 * share_sum}))")
        lines.append(f"{name}_angles = {times}{name} * {rate}")
    return lines


def _column_lines(scheme: SincosFields, names: Sequence[str]) -> list[str]:
    """Return the lines that put sines and cosines, and coordinates if kept, in their columns."""
    angles = [f"{name}_angles)" for name in angle_names(scheme)]
    parts = list(names) if scheme.kept else []
    for waves in waves_in_layout(scheme, angles, "np.sin(", "np.cos("):
        if len(waves) == 1:
            parts += waves
        else:
            parts.append(f"np.stack([{', '.join(waves)}], -1).reshape(len({names[-1]}), -1)")
    part_lines = [f"    {part}," for part in parts]
    return ["parts = [", *part_lines, "]", "table = np.hstack(parts)[:, :dim]"]
