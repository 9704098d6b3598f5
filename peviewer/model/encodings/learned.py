"""A table of positions from an array or a file, such as one that a model has learned."""

import os
from collections.abc import Mapping, Sequence
from math import isqrt, prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from pydantic import model_validator

from peviewer.base.formula import Formula
from peviewer.base.numbers import number
from peviewer.base.parameters import declaration
from peviewer.base.refusals import refused
from peviewer.model.encodings.dialect import Dialect
from peviewer.model.encodings.tables.code import table_code
from peviewer.model.encodings.tables.fields import FILE_FORM, TableFields
from peviewer.model.encodings.tables.source import TableSource, fill_fields, table_source
from peviewer.model.stored.accuracy import accuracy_of_digits
from peviewer.model.stored.entry import TEXT
from peviewer.model.stored.families import Layout
from peviewer.model.stored.loading import array_text
from peviewer.model.stored.reading import split_key
from peviewer.model.stored.table import MOST_CELLS, StoredTable, read_size, resized


class Learned(TableFields):
    """A table of positions from an array or a file.

    Raises
    ------
    ValueError
        If there is no such file or array, or it is no table of finite numbers; one line says what.

    Notes
    -----
    ``path`` is an array, positions × dimensions, or a file of NumPy, text, safetensors or PyTorch,
    with ``:KEY`` behind it if the file has several arrays. Nothing in a file is run; complex
    numbers become their angles.

    A session holds an array of up to 512 KiB itself. Of a file it holds the path, and recognises
    the file by its size, its time and a hash of blocks all over it. A table has no vectors between
    whole positions or beyond its rows.

    Examples
    --------
    >>> table = Learned([[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]])
    >>> table.length, table.dim, table.table(positions=[2])
    (3, 2, array([[4., 5.]]))
    """

    names_for_users: ClassVar[tuple[str, ...]] = ("is_placeholder",)

    positional_fields: ClassVar[tuple[str, ...]] = ("path", "key")
    derived_fields: ClassVar[tuple[str, ...]] = ("length", "dim", "fingerprint", "axes")
    takes_long: ClassVar[bool] = True
    title: ClassVar[str] = "Table"
    gives: ClassVar[str] = "a vector for every position, read from a table"
    panes: ClassVar[tuple[str, ...]] = ("encoding", "distance", "spectrum", "similarity")

    scheme: Literal["learned"] = "learned"

    # Type checkers would see only this constructor, and no longer the fields that pydantic's has.
    if not TYPE_CHECKING:

        def __init__(self, *values: Any, **fields: Any) -> None:
            path = values[0] if values else fields.get("path")
            # A session also names the scheme; an empty path there means the example.
            is_of_session = "scheme" in fields
            is_empty = isinstance(path, str) and not path
            if is_empty and not fields.get("data") and not is_of_session:
                raise ValueError(refused("path", path, f"it must be {FILE_FORM}, or an array"))
            super().__init__(*values, **fields)

    @model_validator(mode="before")
    @classmethod
    def _read_the_file(cls, arguments: Any) -> Any:
        if not isinstance(arguments, Mapping):
            return arguments
        fields = dict(arguments)
        texts = ("key", "data", "function", "fingerprint")
        if not all(isinstance(fields.get(name, ""), str) for name in texts):
            # The field itself gives the error.
            return fields
        path = fields.get("path", "")
        if isinstance(path, os.PathLike):
            path = str(path)
            fields["path"] = path
        if not isinstance(path, str):
            fields["path"] = ""
            fields["data"] = array_text(path)
        elif path and not fields.get("key"):
            path, fields["key"] = split_key(path)
        if fields.get("path"):
            fields["path"] = os.path.abspath(path)
        # A size may be a number, or rows and columns.
        size = fields.get("resize", "")
        if not isinstance(size, str):
            sides = size if isinstance(size, list | tuple) else [size]
            fields["resize"] = "x".join(map(str, sides))
        fill_fields(fields)
        return fields

    def fields_kept_with(self, changes: Mapping[str, object]) -> dict[str, object]:
        """Return the fields that stay; with another file or array only the first position does."""
        fields = {**super().fields_kept_with(changes), "fingerprint": self.fingerprint}
        if changes.keys() & {"path", "data"}:
            return {"first": fields["first"]}
        if "key" in changes:
            del fields["channels"]
        fields_of_size = {"key", "rows", "fingerprint", "resize", "patch_rows", "channels"}
        if changes.keys() & fields_of_size or self.length == self.max_length:
            return fields
        return {**fields, "length": self.length}

    @property
    def _source(self) -> TableSource:
        are_rows_dimensions = self.rows == "dimensions"
        channels = self.channels if self.axes == "three" else None
        return table_source(
            self.path,
            self.key,
            self.fingerprint,
            self.data,
            are_rows_dimensions,
            self.patch_rows,
            channels,
        )

    @property
    def _is_channels_axis_unknown(self) -> bool:
        """Whether nothing tells which axis holds the channels, so that the last one is taken."""
        if self.axes == "two" or self.channels == "first":
            return False
        source = table_source(self.path, self.key, self.fingerprint, self.data, False, 0, None)
        return source.grid is not None and source.grid.is_channels_axis_unknown

    @property
    def stored(self) -> StoredTable:
        """The numbers as they are stored, or interpolated to another length or grid."""
        table = self._source.table
        layout = self.layout
        size = read_size(self.resize)
        if not size:
            return table
        former_size = table.shape[:1] if len(size) == 1 else self._patches(layout, table.shape[0])
        return resized(
            table, former_size, size, self.interpolation, self.antialias, self.align_corners
        )

    def _patches(self, layout: Layout | None, count: int) -> tuple[int, ...]:
        """Return the rows and columns of the grid of `count` positions: a layout's, or a square.

        Return an empty tuple if they form no grid.
        """
        side = isqrt(count)
        grid: tuple[int, ...] = (0, 0)
        if layout:
            grid = layout.grid
        elif self.path or self.data:
            grid = (side, side)
        return grid if prod(grid) == count else ()

    @property
    def max_length(self) -> int:
        return self.stored.shape[0]

    @property
    def layout(self) -> Layout | None:
        """The model family of the table, and its grid of patches; None if neither is known."""
        return self._source.layout

    @property
    def grid(self) -> tuple[int, ...]:
        """The rows and columns of patches; empty if positions are no patches.

        The grid is the one set by `resize`, that of a known model, or a square.
        """
        size = read_size(self.resize)
        if len(size) == 2:
            return size if prod(size) == self.length else ()
        if self.length <= 1:
            return ()
        return self._patches(None if size else self.layout, self.length)

    @property
    def is_grid_guessed(self) -> bool:
        """Whether the grid is only guessed as a square."""
        return bool(self.grid) and (self.layout is None or self.layout.is_guessed)

    @property
    def best_panes(self) -> tuple[str, ...]:
        """The panes of the class; with a known grid of patches also the picture of tiles."""
        of_patches = bool(self.layout and self.layout.of_patches and self.grid)
        return ("encoding", "tiles", "distance", "similarity") if of_patches else self.panes

    @property
    def source_size(self) -> dict[str, int]:
        if self.is_placeholder:
            return {}
        size = {"length": self.length, "dim": self.dim}
        if len(self.grid) == 2:
            size["rows"], size["columns"] = self.grid
        return size

    @property
    def is_placeholder(self) -> bool:
        return not self.path and not self.data

    @property
    def words(self) -> tuple[str, ...]:
        """The words of its sentence, or the labels that a text file has beside its rows."""
        return super().words or (self._source.labels if self.rows == "positions" else ())

    @property
    def own_name(self) -> str:
        """The name of the table, and what it is resized to."""
        size = read_size(self.resize)
        if not size:
            return self._source_name
        return f"{self._source_name}, resized to {' × '.join(map(number, size))}"

    @property
    def _source_name(self) -> str:
        """The name of the array and its file, or of the function, or that it is an array."""
        if self.path:
            file_name = Path(self.path).name
            return f"{self.key} of {file_name}" if self.key else file_name
        if self.function:
            return f"the table of {self.function}"
        return "an array" if self.data else "an example"

    @property
    def remarks(self) -> str:
        source = self._source
        layout = self.layout
        if not self.path and not self.data and not layout:
            return (
                "An example of a table: smooth curves and noise. Open a table of your own, or "
                "drop its file here."
            )
        family = f", the table of {layout.family}" if layout and layout.family else ""
        name = self.own_name if self.path else f"{self.own_name[:1].upper()}{self.own_name[1:]}"
        sentences = [f"{name}{family}, {self._number_text}."]
        if self.function:
            sentences.append(
                "A session keeps what the function gave at whole positions, not the function "
                "itself."
            )
        sentences += [layout.note if layout else "", source.note]
        if self.stored.stored.size > MOST_CELLS:
            sentences.append(
                "Only a sample of its numbers was checked; a number that is not finite leaves a "
                "gap."
            )
        return " ".join(filter(None, [*sentences, self.question]))

    @property
    def _number_text(self) -> str:
        """The type of its numbers, or in a text file to how many digits they are written."""
        written = accuracy_of_digits(self.stored) if self.stored.kind == TEXT else None
        if written is None:
            return self.stored.kind
        return f"written {'to' if written.absolute else 'in'} {written.words}"

    @property
    def question(self) -> str:
        grid = self._source.grid
        if grid is not None and self._is_channels_axis_unknown:
            sides = " × ".join(map(number, grid.sides))
            return (
                f"Of {sides} numbers nothing tells whether the channels are first or last, as "
                "shown. If they are "
                "first, set “Channels” to “First” (channels=first)."
            )
        has_known_rows = grid is not None or (self.layout is not None and self.layout.family)
        is_example = not self.path and not self.data
        if has_known_rows or is_example or self.rows == "dimensions":
            return ""
        if self.dim <= self.max_length:
            return ""
        sides = f"{number(self.max_length)} × {number(self.dim)}"
        remedy = "If its rows are dimensions, set “Rows are” to “Dimensions” (rows=dimensions)."
        return f"The table has more columns than rows, {sides}. {remedy}"

    @property
    def answers(self) -> dict[str, dict[str, object]]:
        name = "channels" if self._is_channels_axis_unknown else "rows"
        field = declaration(type(self), name)
        subject = "Channels are" if name == "channels" else field.title
        return {
            f"{subject} {label.lower()}": {name: value} for value, label in field.labels.items()
        }

    def formula(self) -> Formula:
        return Formula(r"PE(t) = \mathrm{row}\ t")

    @property
    def why_no_code(self) -> str:
        if self.resize:
            return (
                f"{self.own_name} is interpolated: write it as .npy by peviewer data, and open that"
            )
        if not self.path:
            return (
                f"{self.own_name} is no file that a program could read: save it by np.save, and "
                "open that"
            )
        return (
            f"NumPy does not read {Path(self.path).name}: write the table as .npy by peviewer "
            "data, and open that"
        )

    def code(self, dialect: Dialect, before_return: Sequence[str] = ()) -> list[str]:
        extra_rows = self.layout.extra_rows if self.layout else 0
        return table_code(self, extra_rows, dialect, before_return)


SCHEME = Table = Learned
