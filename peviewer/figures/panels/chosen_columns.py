"""Columns of one's choice, as they are typed, drawn in one plot."""

from __future__ import annotations

from typing import Any, Literal, get_args

from peviewer.base.numbers import number
from peviewer.base.parameters import parameter
from peviewer.base.refusals import CompleteError, refused
from peviewer.base.typed_values import read_numbers
from peviewer.figures.grammar import Curve, Role
from peviewer.figures.panels.given_points import column_series
from peviewer.model.encodings.bases.rows import Rows
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.turning import Turning
from peviewer.model.sampling.raster import Reduce
from peviewer.model.turning.pairs import columns as columns_in

COLORS: tuple[Role, ...] = tuple(role for role in get_args(Role) if role.startswith("curve-"))
FORM = f"at most {len(COLORS)} columns as in 4, 5, 6, 7 or 2..5, or pairs as in pairs 2..4"
_PAIRS = "pairs"


def columns_field(help: str) -> Any:
    """Declare a field of columns that are typed; its section checks it by :func:`checked`."""
    return parameter("", title="Columns", form=FORM, typed=True, hidden=True, help=help)


def none_exists(encoding: Tabled) -> str:
    """Return a sentence for columns of which the encoding has none."""
    return f"None of these columns exists: *d* = {number(encoding.dim)}."


def checked(columns: object, field: str) -> str:
    """Return columns as they are typed in a field, if they are some.

    Otherwise raise an error of one line.
    """
    # On the command line a single column is a number.
    text = str(columns) if isinstance(columns, int | str) else ""
    if columns and not text:
        raise CompleteError(refused(field, columns, f"it must be {FORM}"))
    numbers = read_numbers(text.lower().removeprefix(_PAIRS)) if text.strip() else ()
    most = len(COLORS) // 2 if text.lower().startswith(_PAIRS) else len(COLORS)
    are_indices = numbers is not None and all(
        isinstance(number, int) and number >= 0 for number in numbers
    )
    if not are_indices or len(numbers or ()) > most:
        raise CompleteError(refused(field, text, f"it must be {FORM}"))
    return text.strip()


def chosen_columns(text: str, encoding: Tabled) -> list[int]:
    """Return the columns that are typed, without those that the encoding does not have.

    In a table without sines and cosines a pair is two neighbouring columns.
    """
    is_of_pairs = text.lower().startswith(_PAIRS)
    indices = [int(index) for index in read_numbers(text.lower().removeprefix(_PAIRS)) or ()]
    if not is_of_pairs:
        return list(dict.fromkeys(index for index in indices if index < encoding.dim))
    origin = encoding.origin if isinstance(encoding, Rows) else encoding
    order = columns_in("interleaved", encoding.dim)
    if isinstance(origin, Turning):
        order = origin.columns
    columns: list[int] = []
    for pair in dict.fromkeys(indices):
        for columns_of_pairs in (order.sines, order.cosines):
            columns += columns_of_pairs[pair : pair + 1].tolist()
    return columns


def column_curves(encoding: Turning, columns: list[int], reduce: Reduce) -> list[Curve]:
    """Return the curve of each column, named by it and its wavelength."""
    curves: list[Curve] = []
    for column, color in zip(columns, COLORS, strict=False):
        wavelength = number(float(encoding.wavelengths()[encoding.columns.pairs[column]]), 3)
        name = f"column {number(column)}, *λ* = {wavelength}"
        quantity = f"PE, column {number(column)}"
        wave = column_series(encoding, column, reduce)
        is_cosine = bool(encoding.columns.is_cosine[column])
        style: Literal["dashed", "line"] = "dashed" if is_cosine else "line"
        curves.append(Curve(wave, name, color, style, quantity, key=None))
    return curves
