"""A table of positions that no rule makes: learned by a model, or an array or a file."""

import os
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import isqrt, prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import ArrayLike
from pydantic import model_validator

from peviewer.base.formula import Formula
from peviewer.base.numbers import number
from peviewer.base.parameters import declaration, parameter, redeclared
from peviewer.base.refusals import refused
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.dialect import Dialect
from peviewer.model.encodings.grids.gridded import PatchTable
from peviewer.model.encodings.scheme import MAX_WORDS, Array, Scheme
from peviewer.model.encodings.stored import Stored
from peviewer.model.stored.accuracy import accuracy_of_digits
from peviewer.model.stored.entry import BFLOAT16, TEXT
from peviewer.model.stored.families import Layout, layout_of_grid
from peviewer.model.stored.formats import SUFFIXES
from peviewer.model.stored.grids import Channels, GridArray
from peviewer.model.stored.loading import (
    array_grid,
    array_table,
    array_text,
    choice_of,
    file_table,
    fingerprint,
)
from peviewer.model.stored.reading import split_key
from peviewer.model.stored.table import (
    MOST_CELLS,
    SIZE_FORM,
    Interpolation,
    StoredTable,
    read_size,
    resized,
)

_FILE_FORM = f"a file of a table: {' '.join(SUFFIXES)}"
# Rows and columns of the example table.
_EXAMPLE = 200, 64


class _Source(NamedTuple):
    """The numbers of a table before it is resized, and what is known of them."""

    table: StoredTable
    layout: Layout | None
    note: str = ""
    labels: tuple[str, ...] = ()
    grid: GridArray | None = None  # of an array of three axes


def _source(
    path: str,
    key: str,
    known: str,
    data: str,
    turned: bool,
    patch_rows: int,
    channels: Channels | None,
) -> _Source:
    if not path:
        grid = array_grid(data or _example(), channels)
        channels = channels if grid else None
        table = array_table(data or _example(), turned, 0, channels)
        by_shape = (
            layout_of_grid(None, table.shape[0], grid.grid[0], "by its shape") if grid else None
        )
        layout = layout_of_grid(by_shape, table.shape[0], patch_rows)
        if layout and layout.apart:
            table = array_table(data or _example(), turned, layout.apart, channels)
        return _Source(table, layout, grid=grid)
    choice = choice_of(path, key, known).with_channels(channels)
    channels = channels if choice.grid else None
    layout = layout_of_grid(choice.layout, choice.shape[turned], patch_rows)
    apart = layout.apart if layout else 0
    table = file_table(path, choice.key, known, turned, apart, channels)
    return _Source(table, layout, choice.note, choice.entry.labels[apart:], choice.grid)


class Learned(Stored, PatchTable):
    """A table of positions from an array or a file.

    Raises
    ------
    ValueError
        If there is no such file or array, or it is no table of finite numbers; one line says what.

    Notes
    -----
    ``path`` is a file of NumPy, text, safetensors or PyTorch, with ``:KEY`` behind it where it has
    several arrays, or an array, positions × dimensions. Nothing in a file is run; complex numbers
    become their angles.

    An array of up to 512 KiB is part of sessions. A file is named in them, and known again by its
    size, its time and a hash of blocks all over it. Between and beyond whole positions a table has
    nothing.

    Examples
    --------
    >>> table = Learned([[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]])
    >>> table.length, table.dim, table.table(positions=[2])
    (3, 2, array([[4., 5.]]))
    """

    positional_fields: ClassVar[tuple[str, ...]] = ("path", "key")
    derived_fields: ClassVar[tuple[str, ...]] = ("length", "dim", "fingerprint", "axes")
    takes_long: ClassVar[bool] = True
    title: ClassVar[str] = "Table"
    gives: ClassVar[str] = "a vector for every position, read from a table"
    panes: ClassVar[tuple[str, ...]] = ("encoding", "distance", "spectrum", "similarity")

    scheme: Literal["learned"] = "learned"
    length: int = redeclared(
        Tabled,
        "length",
        _EXAMPLE[0],
        help="How many positions of the table are shown, counted from its first.",
        formula="",
    )
    dim: int = parameter(
        _EXAMPLE[1],
        title="Dimensions",
        symbol="d",
        ge=1,
        le=65_536,
        hidden=True,
        help="How many numbers each position has in the table.",
    )
    path: str = parameter(
        "",
        title="File",
        form=_FILE_FORM,
        hidden=True,
        help="The file that the table is read from.",
    )
    key: str = parameter(
        "",
        title="Array",
        form="the name of an array in the file",
        hidden=True,
        help="Which array of the file is shown. If none is named, it is that of a known model, or "
        "the only one.",
    )
    rows: Literal["positions", "dimensions"] = parameter(
        "positions",
        title="Rows are",
        labels={"positions": "Positions", "dimensions": "Dimensions"},
        help="Whether the rows of the table are positions or dimensions.",
    )
    channels: Channels = parameter(
        "last",
        title="Channels",
        labels={"first": "First", "last": "Last"},
        only=("axes", ("three",)),
        help="Which axis of a grid of patches has the numbers of a patch: the first, channels × "
        "rows × columns, or "
        "the last.",
    )
    axes: Literal["two", "three"] = parameter(
        "two",
        title="Axes",
        hidden=True,
        help="How many axes the array has: those of a table, or of a grid.",
    )
    patch_rows: int = parameter(
        0,
        title="Rows of patches",
        ge=0,
        le=4096,
        slider=(0, 64),
        unit="",
        seldom=True,
        help="How many rows of patches the positions are, counted row by row; with 0 they are "
        "guessed as a square. "
        "Rows at the beginning of the table that fill no column of patches are no patches, and "
        "left out.",
    )
    resize: str = parameter(
        "",
        title="Resize to",
        form=SIZE_FORM,
        typed=True,
        help="Another length or grid, for which the table is interpolated as "
        "torch.nn.functional.interpolate does.",
    )
    interpolation: Interpolation = parameter(
        "bicubic",
        title="Interpolation",
        labels={"nearest": "Nearest", "bilinear": "Bilinear", "bicubic": "Bicubic"},
        seldom=True,
        help="How numbers between positions are computed when the table is resized.",
    )
    antialias: bool = parameter(
        False,
        title="Antialias",
        seldom=True,
        help="Whether, if the table is resized to fewer positions, each is a mean over those that "
        "it stands for.",
    )
    align_corners: bool = parameter(
        False,
        title="Align corners",
        seldom=True,
        help="Whether the first and the last position stay as they are when the table is resized.",
    )
    data: str = parameter(
        "",
        title="Numbers",
        form="an embedded array",
        hidden=True,
        help="The numbers of an array that did not come from a file.",
    )
    function: str = parameter(
        "",
        title="Function",
        form="the name of a function",
        hidden=True,
        help="The function that gave the numbers; a session keeps its name only.",
    )
    fingerprint: str = parameter(
        "",
        title="Fingerprint",
        form="identifies a file when a session is opened again",
        hidden=True,
        help="The file's size, its time and a hash of blocks spread over it; it identifies the "
        "file when a session is"
        " opened again.",
    )

    # Checkers know the fields and their types only of the constructor that pydantic makes.
    if not TYPE_CHECKING:

        def __init__(self, *values: Any, **fields: Any) -> None:
            path = values[0] if values else fields.get("path")
            # A session names the scheme too: there an empty path is that of the example.
            is_of_session = "scheme" in fields
            is_empty = isinstance(path, str) and not path
            if is_empty and not fields.get("data") and not is_of_session:
                raise ValueError(refused("path", path, f"it must be {_FILE_FORM}, or an array"))
            super().__init__(*values, **fields)

    @model_validator(mode="before")
    @classmethod
    def _read_the_file(cls, arguments: Any) -> Any:
        if not isinstance(arguments, Mapping):
            return arguments
        fields = dict(arguments)
        if not all(
            isinstance(fields.get(name, ""), str)
            for name in ("key", "data", "function", "fingerprint")
        ):
            # The field itself gives the error.
            return fields
        path = fields.get("path", "")
        if isinstance(path, os.PathLike):
            fields["path"] = path = str(path)
        if not isinstance(path, str):
            fields["path"], fields["data"] = "", array_text(path)
        elif path and not fields.get("key"):
            path, fields["key"] = split_key(path)
        if fields.get("path"):
            fields["path"] = os.path.abspath(path)
        if not isinstance(size := fields.get("resize", ""), str):  # a number, or rows and columns
            fields["resize"] = "x".join(
                map(str, size if isinstance(size, list | tuple) else [size])
            )
        _follow(fields)
        return fields

    def fields_kept_with(self, changes: Mapping[str, object]) -> dict[str, object]:
        """Return the fields that stay; with another file or array only the first position does."""
        fields = {**super().fields_kept_with(changes), "fingerprint": self.fingerprint}
        if changes.keys() & {"path", "data"}:
            return {"first": fields["first"]}
        if "key" in changes:
            del fields["channels"]
        longer = changes.keys() & {"key", "rows", "fingerprint", "resize", "patch_rows", "channels"}
        return (
            fields
            if longer or self.length == self.max_length
            else {**fields, "length": self.length}
        )

    @property
    def _source(self) -> _Source:
        turned = self.rows == "dimensions"
        channels = self.channels if self.axes == "three" else None
        return _source(
            self.path, self.key, self.fingerprint, self.data, turned, self.patch_rows, channels
        )

    @property
    def _is_channels_axis_asked(self) -> bool:
        """Whether the axis of channels is the last only because nothing tells which it is."""
        if self.axes == "two" or self.channels == "first":
            return False
        told = _source(self.path, self.key, self.fingerprint, self.data, False, 0, None)
        return told.grid is not None and told.grid.is_asked

    @property
    def stored(self) -> StoredTable:
        """The numbers, as they are stored, or interpolated for another length or grid."""
        table = self._source.table
        layout = self.layout
        if not (size := read_size(self.resize)):
            return table
        before = table.shape[:1] if len(size) == 1 else self._patches(layout, table.shape[0])
        return resized(table, before, size, self.interpolation, self.antialias, self.align_corners)

    def _patches(self, layout: Layout | None, count: int) -> tuple[int, ...]:
        """Return the grid that so many positions are: of a layout, else a square.

        None if they are no patches.
        """
        side = isqrt(count)
        known = layout.grid if layout else (side, side) if self.path or self.data else (0, 0)
        return known if known[0] * known[1] == count else ()

    @property
    def max_length(self) -> int:
        return self.stored.shape[0]

    @property
    def layout(self) -> Layout | None:
        """The model family of the table, and its grid of patches; None if neither is known."""
        return self._source.layout

    @property
    def grid(self) -> tuple[int, ...]:
        """The rows and columns of patches, or nothing.

        They are as set, those of a known model, or of a square number of rows.
        """
        if len(size := read_size(self.resize)) == 2:
            return size if prod(size) == self.length else ()
        return self._patches(None if size else self.layout, self.length) if self.length > 1 else ()

    @property
    def is_grid_guessed(self) -> bool:
        """Whether the grid is only guessed as a square."""
        return bool(self.grid) and (self.layout is None or self.layout.is_guessed)

    @property
    def best_panes(self) -> tuple[str, ...]:
        """The tile picture is one of them where the positions are patches of a known grid."""
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
        """The words of its sentence, else those that a text has beside its rows."""
        return super().words or (self._source.labels if self.rows == "positions" else ())

    @property
    def own_name(self) -> str:
        """The name of the table: its key, its file, or that it is an array.

        And what it is resized to.
        """
        if self.path:
            name = f"{self.key} of {Path(self.path).name}" if self.key else Path(self.path).name
        else:
            name = (
                f"the table of {self.function}"
                if self.function
                else "an array"
                if self.data
                else "an example"
            )
        return (
            f"{name}, resized to {' × '.join(map(number, size))}"
            if (size := read_size(self.resize))
            else name
        )

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
        """What its numbers are: of which type, or written to how many digits."""
        written = accuracy_of_digits(self.stored) if self.stored.kind == TEXT else None
        if written is None:
            return self.stored.kind
        return f"written {'to' if written.absolute else 'in'} {written.words}"

    @property
    def question(self) -> str:
        grid = self._source.grid
        if grid is not None and self._is_channels_axis_asked:
            sides = " × ".join(map(number, grid.sides))
            return (
                f"Of {sides} numbers nothing tells whether the channels are first or last, as "
                "shown. If they are "
                "first, set “Channels” to “First” (channels=first)."
            )
        known = grid is not None or (self.layout is not None and self.layout.family)
        if (
            known
            or self.rows == "dimensions"
            or not (self.path or self.data)
            or self.dim <= self.max_length
        ):
            return ""
        sides = f"{number(self.max_length)} × {number(self.dim)}"
        remedy = "If its rows are dimensions, set “Rows are” to “Dimensions” (rows=dimensions)."
        return f"The table has more columns than rows, {sides}. {remedy}"

    @property
    def answers(self) -> dict[str, dict[str, object]]:
        asked = "channels" if self._is_channels_axis_asked else "rows"
        given = declaration(type(self), asked)
        subject = "Channels are" if asked == "channels" else given.title
        return {
            f"{subject} {label.lower()}": {asked: value} for value, label in given.labels.items()
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
        """Return the lines of a function that reads the file by NumPy.

        None where NumPy does not read it.
        """
        loaded = self._loading()
        if not loaded:
            return []
        turned = ".T" if self.rows == "dimensions" else ""
        apart = self.layout.apart if self.layout else 0
        stop = apart + self.length if self.length < self.max_length else ""
        cut = f"[{apart or ''}:{stop}]" if apart or stop else ""
        sides = (apart + self.max_length, self.dim)
        is_flat_first = bool(turned) != (self.axes == "three" and self.channels == "first")
        turned = ".T" if is_flat_first else ""
        shape = f".reshape{sides[::-1] if turned else sides}"
        first = f", first={self.first:_}" if self.first and before_return else ""
        return [
            f"def positional_encoding(path={self.path!r}, length={self.length:_}, "
            f"dim={self.dim:_}{first}):",
            f'    """Return the table of {self.own_name}, shape (length, dim)."""',
            f"    numbers = {loaded}{shape}{turned}{cut}",
            "    table = numbers.astype(np.float64)",
            *before_return,
            f"    return {dialect.returned.format('table')}",
        ]

    def _loading(self) -> str:
        """Return how NumPy reads the numbers of the file; empty where it does not."""
        reading = {".npy": "np.load(path)", ".npz": f"np.load(path)[{self.key!r}]"}
        loaded = "" if self.resize else reading.get(Path(self.path).suffix.lower(), "")
        if self.stored.kind.startswith("complex"):
            return loaded and f"np.angle({loaded}.astype(complex))"
        return "" if self.stored.kind == BFLOAT16 else loaded


def own(
    function: Callable[[Array], ArrayLike],
    dim: int | None = None,
    *,
    length: int = _EXAMPLE[0],
    first: int = 0,
) -> Learned:
    """Return the table that a function of one's own gives.

    Sessions and exports hold the table, not the function.

    Parameters
    ----------
    function : callable
        Called once, with the positions as an array of shape (L,); it returns the vectors, shape (L,
        d).
    dim : int, optional
        How many numbers each position must get; by default as many as the function gives.
    length : int
        How many positions there are.
    first : int
        The first of them.

    Raises
    ------
    ValueError
        If the function gives no table of finite numbers of that shape; one line says what it gave.
        What the function itself raises is passed on.

    Examples
    --------
    >>> import numpy as np, peviewer as pv
    >>> def of_halves(positions):
    ...     return np.cos(positions[:, None] * 2.0 ** -np.arange(4))
    >>> halves = pv.Own(of_halves, dim=4, length=10)
    >>> halves.table(positions=[3]).round(3)
    array([[-0.99 ,  0.071,  0.732,  0.931]])
    """
    if not callable(function):
        raise ValueError(refused("function", function, "it must be a function of positions"))
    rules = Tabled(
        scheme="own", length=length, first=first, **({} if dim is None else {"dim": dim})
    )
    vectors = function(np.arange(first, first + length, dtype=np.float64))
    name = getattr(function, "__name__", type(function).__name__)
    called = "a function" if name == "<lambda>" else name
    try:
        shape = np.shape(vectors)
    except (
        ValueError,
        TypeError,
        RuntimeError,
    ):
        # Rows of different lengths, which the array below reports.
        shape = (length, rules.dim)
    if len(shape) != 2 or shape[0] != length or (dim is not None and shape[1] != dim):
        gave = " × ".join(map(str, shape)) or "one number"
        sides = f"{length} × {'d' if dim is None else dim}"
        raise ValueError(
            f"{called} gave an array of {gave}; it must be {sides}, a row for each position"
        )
    try:
        return Learned(data=array_text(vectors), first=first, function=called)
    except ValueError as error:
        raise ValueError(str(error).replace("the array", f"what {called} gave")) from None


def as_scheme(encoding: Scheme | ArrayLike) -> Scheme:
    """Return a scheme unchanged, and an array as a table."""
    allowed = "it must be a scheme or an array"
    if isinstance(encoding, str | Path):
        raise ValueError(
            refused(
                "encoding", str(encoding), f"{allowed}; a file is given as Table({str(encoding)!r})"
            )
        )
    if isinstance(encoding, type) or (
        callable(encoding) and not hasattr(encoding, "weight")
    ):  # layers of PyTorch
        why = f"{allowed}; of a class its instance is one, and a function is given as Own(function)"
        raise ValueError(refused("encoding", encoding, why))
    if isinstance(encoding, Scheme):
        return encoding
    # Of a DataFrame; of a list it is a method.
    index = getattr(encoding, "index", ())
    words = [] if callable(index) else list(index)
    named = len(words) <= MAX_WORDS and all(
        isinstance(word, str) and len(word.split()) == 1 for word in words
    )
    return Learned(data=array_text(encoding), sentence=" ".join(words if named else []))


def _follow(fields: dict[str, Any]) -> None:
    """Fill in the fields that follow from the table, and refuse those that contradict it."""
    if path := fields.get("path", ""):
        known = fields.get("fingerprint") or fingerprint(Path(path))
        fields |= {
            "key": choice_of(path, fields.get("key", ""), known).key,
            "fingerprint": known,
            "data": "",
        }
    key, known, data = (fields.get(name, "") for name in ("key", "fingerprint", "data"))
    patch_rows = count if isinstance(count := fields.get("patch_rows", 0), int) and count > 0 else 0
    channels = fields.get("channels")
    channels = channels if channels in get_args(Channels) else None
    source = _source(
        path, key, known, data, fields.get("rows") == "dimensions", patch_rows, channels
    )
    fields["axes"] = "two" if source.grid is None else "three"
    if source.grid is not None:
        fields["channels"] = source.grid.channels
    rows, columns = source.table.shape
    if isinstance(fields.get("resize", ""), str) and (size := read_size(fields.get("resize", ""))):
        grid = source.layout.grid if source.layout else (isqrt(rows), isqrt(rows))
        if len(size) == 2 and prod(grid) != rows:
            why = (
                f"{number(rows)} positions are no square grid: give its rows, as in "
                f"patch_rows={isqrt(rows)}"
            )
            raise ValueError(refused("resize", fields["resize"], why))
        rows = prod(size)
    words = len(str(fields.get("sentence", "")).split()) or rows
    length = fields.setdefault("length", min(rows, words))
    dim = fields.setdefault("dim", columns)
    if isinstance(length, int) and length > rows:
        raise ValueError(refused("length", length, f"the table has {rows}"))
    if dim != columns:
        raise ValueError(refused("dim", dim, f"the table has {columns}"))


@lru_cache(maxsize=1)
def _example() -> str:
    """Return the numbers of a table as training might leave it: smooth curves and noise."""
    rows, columns = _EXAMPLE
    drawn = np.random.default_rng(0)
    waves = drawn.standard_normal((8, columns)) * np.exp(-np.arange(8) / 3)[:, None]
    turns = np.cos(np.pi * np.arange(8)[None, :] * (np.arange(rows)[:, None] + 0.5) / rows)
    table = 0.1 * turns @ waves + 0.02 * drawn.standard_normal((rows, columns))
    return array_text(table.astype(np.float32))


SCHEME = Table = Learned
Own = own
