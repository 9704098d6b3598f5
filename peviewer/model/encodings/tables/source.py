"""The numbers of a table before it is resized: from a file, from an array, or an example."""

from collections.abc import Mapping
from functools import lru_cache
from math import isqrt, prod
from pathlib import Path
from typing import Any, NamedTuple, get_args

import numpy as np

from peviewer.base.numbers import number
from peviewer.base.refusals import refused
from peviewer.model.stored.families import Layout, layout_of_grid
from peviewer.model.stored.grids import Channels, GridArray
from peviewer.model.stored.loading import (
    array_grid,
    array_table,
    array_text,
    choice_of,
    file_table,
    fingerprint,
)
from peviewer.model.stored.table import StoredTable, read_size

# Rows and columns of the example table.
EXAMPLE_SHAPE = 200, 64


class TableSource(NamedTuple):
    """The numbers of a table before it is resized, and what is known of them."""

    table: StoredTable
    layout: Layout | None
    note: str = ""
    labels: tuple[str, ...] = ()

    # The grid of an array of three axes; None for other arrays.
    grid: GridArray | None = None


def table_source(
    path: str,
    key: str,
    known_fingerprint: str,
    data: str,
    are_rows_dimensions: bool,
    patch_rows: int,
    channels: Channels | None,
) -> TableSource:
    """Return the table of the file at `path`, else of the array in `data`, else of an example.

    `patch_rows` is the number of rows of patches, 0 where that is not known.
    """
    if path:
        return _source_of_file(
            path, key, known_fingerprint, are_rows_dimensions, patch_rows, channels
        )
    text = data or example_text()
    grid = array_grid(text, channels)
    channels = channels if grid else None
    table = array_table(text, are_rows_dimensions, 0, channels)
    layout_by_shape = None
    if grid:
        layout_by_shape = layout_of_grid(None, table.shape[0], grid.grid[0], "by its shape")
    layout = layout_of_grid(layout_by_shape, table.shape[0], patch_rows)
    if layout and layout.extra_rows:
        table = array_table(text, are_rows_dimensions, layout.extra_rows, channels)
    return TableSource(table, layout, grid=grid)


def _source_of_file(
    path: str,
    key: str,
    known_fingerprint: str,
    are_rows_dimensions: bool,
    patch_rows: int,
    channels: Channels | None,
) -> TableSource:
    choice = choice_of(path, key, known_fingerprint).with_channels(channels)
    channels = channels if choice.grid else None
    layout = layout_of_grid(choice.layout, choice.shape[are_rows_dimensions], patch_rows)
    extra_rows = layout.extra_rows if layout else 0
    table = file_table(
        path, choice.key, known_fingerprint, are_rows_dimensions, extra_rows, channels
    )
    labels = choice.entry.labels[extra_rows:]
    return TableSource(table, layout, choice.note, labels, choice.grid)


def fill_fields(fields: dict[str, Any]) -> None:
    """Fill in the fields that follow from the table, and refuse those that contradict it."""
    if path := fields.get("path", ""):
        known_fingerprint = fields.get("fingerprint") or fingerprint(Path(path))
        fields["key"] = choice_of(path, fields.get("key", ""), known_fingerprint).key
        fields["fingerprint"] = known_fingerprint
        fields["data"] = ""
    source = _source_of_fields(path, fields)
    fields["axes"] = "two" if source.grid is None else "three"
    if source.grid is not None:
        fields["channels"] = source.grid.channels
    rows, columns = source.table.shape
    size_text = fields.get("resize", "")
    size = read_size(size_text) if isinstance(size_text, str) else ()
    if size:
        _check_square(source, size, size_text)
        rows = prod(size)
    words = len(str(fields.get("sentence", "")).split()) or rows
    length = fields.setdefault("length", min(rows, words))
    dim = fields.setdefault("dim", columns)
    if isinstance(length, int) and length > rows:
        raise ValueError(refused("length", length, f"the table has {rows}"))
    if dim != columns:
        raise ValueError(refused("dim", dim, f"the table has {columns}"))


def _source_of_fields(path: str, fields: Mapping[str, Any]) -> TableSource:
    """Return the source that `fields` name; values that are not allowed are ignored."""
    key, known_fingerprint, data = (fields.get(name, "") for name in ("key", "fingerprint", "data"))
    patch_rows = fields.get("patch_rows", 0)
    if not isinstance(patch_rows, int) or patch_rows < 0:
        patch_rows = 0
    channels = fields.get("channels")
    if channels not in get_args(Channels):
        channels = None
    are_rows_dimensions = fields.get("rows") == "dimensions"
    return table_source(
        path, key, known_fingerprint, data, are_rows_dimensions, patch_rows, channels
    )


def _check_square(source: TableSource, size: tuple[int, ...], size_text: str) -> None:
    """Refuse a grid as the size where the table's positions are no grid themselves."""
    rows = source.table.shape[0]
    side = isqrt(rows)
    grid = source.layout.grid if source.layout else (side, side)
    if len(size) == 2 and prod(grid) != rows:
        why = f"{number(rows)} positions are no square grid: give its rows, as in patch_rows={side}"
        raise ValueError(refused("resize", size_text, why))


@lru_cache(maxsize=1)
def example_text() -> str:
    """Return the numbers of a table as training might leave it: smooth curves and noise."""
    rows, columns = EXAMPLE_SHAPE
    drawn = np.random.default_rng(0)
    waves = drawn.standard_normal((8, columns)) * np.exp(-np.arange(8) / 3)[:, None]
    turns = np.cos(np.pi * np.arange(8)[None, :] * (np.arange(rows)[:, None] + 0.5) / rows)
    table = 0.1 * turns @ waves + 0.02 * drawn.standard_normal((rows, columns))
    return array_text(table.astype(np.float32))
