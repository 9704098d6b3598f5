"""The code of a table that NumPy reads from a file."""

from collections.abc import Sequence
from pathlib import Path

from peviewer.model.encodings.dialect import Dialect
from peviewer.model.encodings.tables.fields import TableFields
from peviewer.model.stored.entry import BFLOAT16


def reading_code(table: TableFields) -> str:
    """Return the expression by which NumPy reads the numbers of the file; empty where it cannot."""
    reading = {".npy": "np.load(path)", ".npz": f"np.load(path)[{table.key!r}]"}
    expression = "" if table.resize else reading.get(Path(table.path).suffix.lower(), "")
    if table.stored.kind.startswith("complex"):
        return expression and f"np.angle({expression}.astype(complex))"
    return "" if table.stored.kind == BFLOAT16 else expression


def table_code(
    table: TableFields, extra_rows: int, dialect: Dialect, before_return: Sequence[str]
) -> list[str]:
    """Return the lines of a function that reads the file by NumPy; none where it does not.

    The first `extra_rows` rows of the file are left out.
    """
    numbers = reading_code(table)
    if not numbers:
        return []
    stop = extra_rows + table.length if table.length < table.max_length else ""
    rows = f"[{extra_rows or ''}:{stop}]" if extra_rows or stop else ""
    shape = (extra_rows + table.max_length, table.dim)
    are_channels_first = table.axes == "three" and table.channels == "first"
    is_transposed = (table.rows == "dimensions") != are_channels_first
    stored_shape = shape[::-1] if is_transposed else shape
    transpose = ".T" if is_transposed else ""
    first = f", first={table.first:_}" if table.first and before_return else ""
    return [
        f"def positional_encoding(path={table.path!r}, length={table.length:_}, "
        f"dim={table.dim:_}{first}):",
        f'    """Return the table of {table.own_name}, shape (length, dim)."""',
        f"    numbers = {numbers}.reshape{stored_shape}{transpose}{rows}",
        "    table = numbers.astype(np.float64)",
        *before_return,
        f"    return {dialect.result_format.format('table')}",
    ]
