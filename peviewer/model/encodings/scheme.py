"""The base classes of schemes: a vector per position, pairs that turn, or numbers by lag."""

import re
from collections.abc import Mapping, Sequence
from html import escape
from importlib import import_module
from inspect import cleandoc
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray
from pydantic import BaseModel, field_validator, model_validator

from peviewer.base.arrays import number_array
from peviewer.base.constructed import Constructed, constants_of_choices
from peviewer.base.formula import Formula
from peviewer.base.names import nearest_names
from peviewer.base.numbers import number
from peviewer.base.parameters import parameter
from peviewer.base.refusals import abbreviated, refused
from peviewer.base.specification import specification, specifications
from peviewer.base.words import with_word
from peviewer.model.encodings.dialect import Dialect
from peviewer.model.sampling.raster import Raster

Array = NDArray[np.float64]
MOST_WORDS = 1000
USUAL_DIMS = 64, 128, 256, 512, 768, 1024, 1536, 2048, 3072, 4096, 8192, 16_384, 32_768


def finite_array(name: str, values: ArrayLike) -> NDArray[np.float64]:
    """Return an array in double precision; refuse what is not finite numbers."""
    try:
        numbers = number_array(name, values)
    except ValueError:
        numbers = np.full(1, np.nan)
    if not np.isfinite(numbers).all():
        raise ValueError(refused(name, values, "they must be finite numbers"))
    return numbers


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


_FOR_USERS = {
    "code",
    "formula",
    "plot",
    "positions",
    "replace",
    "size",
    "words",
}  # of what every scheme has


class Scheme(HasLength):
    """A rule that gives a model the position of a token.

    What it can do is its base class among those below.
    """

    title: ClassVar[str] = "Scheme"  # its name in the window
    gives: ClassVar[str] = "nothing yet"  # as a phrase
    # The names of two to four that show it best.
    panes: ClassVar[tuple[str, ...]] = ()
    group: ClassVar[str] = "Others"  # in the list of schemes
    # Fields that follow from the others, and are computed anew with these.
    derived_fields: ClassVar[tuple[str, ...]] = ()
    takes_long: ClassVar[bool] = (
        # Whether making one may: it runs code of somebody else, or reads a file.
        False
    )

    first: int = parameter(
        0,
        title="First position",
        symbol="t₀",
        ge=-(2**53) + 10_000_000,
        le=2**53 - 10_000_000,
        slider=(-10_000, 10_000),
        follows="ten lengths",
        seldom=True,
        help="The number of the first position.",
        formula=r"t = t_0\,\ldots\,t_0 + L - 1",
    )

    sentence: str = parameter(
        "",
        title="Sentence",
        form=f"at most {number(MOST_WORDS)} words with spaces between them",
        typed=True,
        help="Words with spaces between them that name the positions. The length becomes the "
        "number of words.",
    )

    @model_validator(mode="before")
    @classmethod
    def _one_position_a_word(cls, fields: Any) -> Any:
        words = fields.get("sentence") if isinstance(fields, Mapping) else None
        return (
            {"length": len(words.split()), **fields}
            if isinstance(words, str) and words.strip()
            else fields
        )

    @field_validator("sentence")
    @classmethod
    def _in_words(cls, sentence: str) -> str:
        words = sentence.split()
        if len(words) > MOST_WORDS or not "".join(words).isprintable():
            raise ValueError(f"at most {number(MOST_WORDS)} words with spaces between them")
        return " ".join(words)

    @classmethod
    def __pydantic_init_subclass__(cls, **_kwargs: object) -> None:
        if "title" not in vars(cls):
            cls.title = cls.__name__
        if not cls.model_fields["scheme"].is_required() and cls.__doc__:
            head, *notes = re.split(
                r"\n\n(?=(?:Raises|Notes|Examples)\n-)", cleandoc(cls.__doc__), maxsplit=1
            )
            cls.__doc__ = "\n\n".join([head, _parameters_section(cls), *notes])

    @classmethod
    def scheme_name(cls) -> str:
        """Return its name in sessions and on the command line."""
        return str(cls.model_fields["scheme"].default)

    @classmethod
    def scheme_summary(cls) -> str:
        """Return what it is, in a line."""
        return str(cls.__doc__).splitlines()[0]

    @property
    def best_panes(self) -> tuple[str, ...]:
        """The names of the panes that show it best, usually those of its class."""
        return self.panes

    @property
    def positions(self) -> range:
        """The positions there are."""
        return range(self.first, self.first + self.length)

    @property
    def words(self) -> tuple[str, ...]:
        """What the positions are called, from the first on.

        There may be fewer or more than positions.
        """
        return tuple(self.sentence.split())

    def row_numbers(self, positions: Array, whose: str) -> NDArray[np.int64]:
        """Return the rows of positions, from 0.

        Refuse those that are no whole ones within the length.
        """
        rows = positions - self.first
        wrong = (rows < 0) | (rows >= self.length) | (rows != np.floor(rows))
        if wrong.any():
            ends = f"{number(self.first)} to {number(self.first + self.length - 1)}"
            raise ValueError(
                refused("position", positions[wrong][0], f"{whose} has whole ones from {ends}")
            )
        return rows.astype(np.int64)

    def position_text(self, position: int) -> str:
        """Return a position, with its word where it has one."""
        return with_word(position, self.word_at(position))

    def word_at(self, position: int) -> str:
        """Return the word at a position; empty where there is none."""
        place = position - self.first
        return self.words[place] if 0 <= place < min(self.length, len(self.words)) else ""

    @property
    def from_zero(self) -> Self:
        """The scheme with positions from 0.

        What depends on lags alone is computed once for it.
        """
        return self.model_copy(update={"first": 0})

    @property
    def extent(self) -> tuple[int, ...]:
        """The numbers that make its size, the most important first: ``(L, d)``."""
        return (self.length,)

    @property
    def size(self) -> str:
        """Its size in words: ``"200 × 256"``."""
        return " × ".join(map(number, self.extent))

    @property
    def size_in_file_name(self) -> str:
        """Its size as part of a file's name: ``"200x256"``."""
        return "x".join(map(str, self.extent))

    @property
    def own_name(self) -> str:
        """A name of its own, such as that of a file.

        Empty if its class and parameters identify it.
        """
        return ""

    @property
    def display_name(self) -> str:
        """Its own name, or else that of its class."""
        return self.own_name or self.title

    @property
    def remarks(self) -> str:
        """What is known about it beside its parameters, in a sentence or two; usually empty."""
        return ""

    @property
    def source_size(self) -> dict[str, int]:
        """The size of what it was read from, by the fields that schemes have for it.

        Empty if nothing was read.
        """
        return {}

    @property
    def is_placeholder(self) -> bool:
        """Whether its numbers only stand for those that a model learns, which nobody has given."""
        return False

    @property
    def max_length(self) -> int:
        """The largest number of positions it can have."""
        return 10_000_000

    @property
    def question(self) -> str:
        """A question that only the user can answer, as a sentence; usually empty."""
        return ""

    @property
    def answers(self) -> dict[str, dict[str, object]]:
        """What can be answered to the question, and the fields that are then set."""
        return {}

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        raise TypeError(
            f"{self.title} gives {self.gives}, and has no table of vectors to make an array of"
        )

    def fields_kept_with(self, changes: Mapping[str, object]) -> dict[str, object]:
        """Return the fields that stay as they are when others change."""
        anew = {*self.derived_fields, *(["length"] if "sentence" in changes else [])}
        return {name: value for name, value in self if name not in anew}

    def companion_values(self, name: str, value: object) -> dict[str, object]:
        """Return what else is set where schemes with several values of a field are compared.

        Usually nothing.
        """
        return {}

    def value_name(self, name: str) -> str:
        """Return what it is called by its value of a field, among schemes with other values of it.

        >>> import peviewer as pv
        >>> pv.Sinusoidal(dim=64).value_name("dim"), pv.Sinusoidal().value_name("schedule")
        ('*d* = 64', 'Paper')
        """
        spec = specification(type(self), name)
        value = getattr(self, name)
        if spec.kind == "choice":
            return spec.label(str(value)).partition(":")[0]
        called = f"*{spec.symbol}* =" if spec.symbol else spec.title.lower()
        return f"{called} {spec.value_text(value)}"

    def replace(self, **changes: object) -> Self:
        """Return the scheme with other parameters, as if it had been made with them.

        Parameters
        ----------
        **changes : object
            Fields by their names. A choice with published constants, as Llama 3's scaling,
            brings them along for fields where nothing else was chosen.

        Raises
        ------
        ValueError
            If there is no such field, or a value is not allowed.

        Examples
        --------
        >>> import peviewer as pv
        >>> pv.Sinusoidal(dim=64).replace(base=100.0).base
        100.0
        """
        along = constants_of_choices(self.published, self, changes)
        return type(self)(**{**self.fields_kept_with(changes), **along, **changes})

    def plot(self, pane: str = "", **view: Any) -> Any:
        """Return what a pane shows of it, as :func:`peviewer.figure` does.

        By default it is the pane that suits it best.

        Examples
        --------
        >>> import peviewer as pv
        >>> figure = pv.Sinusoidal(length=20, dim=8).plot("distance", figsize=(4, 3))
        >>> figure.get_size_inches().tolist()
        [4.0, 3.0]
        """
        # By name: a scheme knows nothing of pictures, and importing it loads nothing of them.
        return import_module("peviewer").figure(self, pane or self.best_panes[0], **view)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in type(self).model_fields:
            raise AttributeError(
                f"{name} cannot be set: replace({name}={abbreviated(value)}) gives another scheme"
            )
        if not name.startswith("_"):
            raise AttributeError(
                f"{name} is not a field{nearest_names(name, list(type(self).model_fields))}"
            )
        super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        """List what a user needs: the fields and what can be computed of them.

        The program's hooks and pydantic's methods are left out.
        """
        public = {name for name in super().__dir__() if not name.startswith("_")} - (
            set(vars(Scheme)) - _FOR_USERS
        )
        return sorted(
            {*type(self).model_fields, *(public - {*dir(BaseModel), *type(self).__class_vars__})}
        )

    def __repr_args__(self) -> Any:
        """Return its size, and what else was chosen of what a user chooses."""
        shown = []
        for spec in specifications(type(self)):
            value = getattr(self, spec.name)
            for_users = not spec.hidden or spec.name in self.positional_fields
            if spec.name in HasDim.positional_fields or (for_users and value != spec.default):
                shown.append((spec.name, value))
        return shown

    def __str__(self) -> str:
        return repr(self)

    def formula(self) -> Formula:
        """Return the rule as a formula in the scheme's own symbols; empty if there is none."""
        return Formula()

    @property
    def why_no_code(self) -> str:
        """Why :meth:`code` is empty, if it is."""
        return f"encoding.scheme = {self.scheme!r} cannot be written as code"

    def code(self, dialect: Dialect, before_return: Sequence[str] = ()) -> list[str]:
        """Return the lines of a function that makes the table or the biases; or none.

        They end in `before_return`.
        """
        return []

    def _repr_html_(self) -> str:
        """Return its rule and its parameters for a notebook, in the notebook's own colours."""
        left = 'style="text-align: left"'
        title = (
            f"<b>{escape(self.title)}, {escape(self.size)}</b> &nbsp; {escape(self.formula().text)}"
        )
        rows = [f"<caption {left}>{title}</caption>"]
        for spec in specifications(type(self)):
            if not spec.hidden:
                name = f"{spec.title} {spec.symbol}".rstrip()
                value = spec.text(getattr(self, spec.name)).strip("“”")
                cells = f"<td {left}>{escape(name)}</td><td {left}>{escape(value)}</td>"
                rows.append(f'<tr title="{escape(spec.help)}">{cells}</tr>')
        return f"<table>{''.join(rows)}</table>"


def _parameters_section(scheme: type[Scheme]) -> str:
    """Return what a docstring says of the fields that a user chooses, from their declarations."""
    lines = ["Parameters", "----------"]
    for spec in specifications(scheme):
        if spec.help and (not spec.hidden or spec.name in scheme.positional_fields):
            kind = getattr(scheme.model_fields[spec.name].annotation, "__name__", "")
            kind = f"{{{', '.join(map(repr, spec.choices))}}}" if spec.choices else kind
            bounds = f" It must be {spec.allowed()}." if spec.kind in ("int", "float") else ""
            lines += [f"{spec.name} : {kind}, default {spec.default!r}", f"    {spec.help}{bounds}"]
    return "\n".join(lines)


def _chosen(count: int, index: Any) -> NDArray[np.int64]:
    """Return the indices from 0 to `count` − 1 that an index chooses.

    An IndexError says which there are not.
    """
    if isinstance(index, int) and not -count <= index < count:
        raise IndexError(f"index {index} is out of range: it must be from {-count} to {count - 1}")
    numbers: Any = range(count) if isinstance(index, slice | int) else np.arange(count)
    return np.asarray(numbers[index], dtype=np.int64)


class Tabled(Scheme, HasDim):
    """A scheme that gives every position a vector.

    ``numpy.asarray(scheme)`` is its table; an index in brackets computes only those rows and
    columns.

    Examples
    --------
    >>> import numpy as np, peviewer as pv
    >>> encoding = pv.Sinusoidal(length=10_000_000, dim=4)
    >>> len(encoding), encoding[3:7].shape, encoding[-1, :2].round(3)
    (10000000, (4, 4), array([ 0.991, -0.136]))
    >>> np.asarray(encoding.replace(length=3), dtype=np.float32).dtype
    dtype('float32')
    """

    group: ClassVar[str] = "Vectors"

    @property
    def extent(self) -> tuple[int, ...]:
        return self.shape

    @property
    def shape(self) -> tuple[int, int]:
        """The shape of its table, (L, d)."""
        return self.length, self.dim

    def __len__(self) -> int:
        return self.length

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        if copy is False:
            raise ValueError(
                refused("copy", copy, "a table is computed, and is always an array of its own")
            )
        return self.vectors(dtype=np.float64 if dtype is None else dtype)

    def __getitem__(self, index: Any) -> Array:
        """Return rows by their index from 0, or rows and columns, as of an array.

        Only these are computed.
        """
        by_axis = index if isinstance(index, tuple) else (index,)
        if not 1 <= len(by_axis) <= 2:
            raise IndexError(
                f"index {index!r} is not allowed: a table has two axes, positions and dimensions"
            )
        rows, columns = (*by_axis, slice(None))[:2]
        places = _chosen(self.length, rows)
        which = _chosen(self.dim, columns)
        if (
            places.ndim
            and which.ndim
            and not isinstance(rows, slice)
            and not isinstance(columns, slice)
        ):
            raise IndexError(
                "lists of rows and of columns at once are not allowed: one of them must be a slice"
            )
        cells = self.cells(self.first + places.reshape(-1), which.reshape(-1))
        return cells.reshape((*places.shape, *which.shape))

    def table(
        self, positions: ArrayLike | None = None, dtype: DTypeLike = np.float64
    ) -> NDArray[Any]:
        """Return the vectors of positions, by default of all, rounded to a type of numbers.

        Shape (L, d).
        """
        raise NotImplementedError

    def vectors(
        self, positions: ArrayLike | None = None, dtype: DTypeLike = np.float64
    ) -> NDArray[Any]:
        """Return the same as :meth:`table`, with positions always an array."""
        return self.table(positions, dtype)

    def cells(self, positions: ArrayLike, columns: NDArray[np.int64]) -> Array:
        """Return ``table(positions)[:, columns]``, computing only these columns."""
        raise NotImplementedError

    def raster(self, phi: float = 0.0) -> Raster:
        """Return the table moved by φ positions, as a matrix that is never built; shape (L, d)."""
        raise NotImplementedError


def drawn_seed(help: str, only: tuple[str, tuple[Any, ...]]) -> Any:
    """Declare the seed of random numbers, which some choice of another field needs."""
    return parameter(0, title="Seed", ge=0, le=2**32 - 1, slider=(0, 100), only=only, help=help)


class Attending(Scheme):
    """A scheme that acts on attention by the lag alone: it turns queries and keys, or adds."""

    oscillates: ClassVar[bool] = (
        # Whether it oscillates with the lag, so that a few do not show those between.
        False
    )
    # Whether a model that has it divides products of queries and keys by √D.
    divides_scores: ClassVar[bool] = True

    @property
    def lags_at_once(self) -> int:
        """The number of lags that are computed one by one if the scheme oscillates."""
        return 2**16
