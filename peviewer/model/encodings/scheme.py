"""The base classes of schemes: a vector per position, pairs that turn, or numbers by lag."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import DTypeLike, NDArray
from pydantic import field_validator, model_validator

from peviewer.base.constructed import constants_of_choices
from peviewer.base.formula import Formula
from peviewer.base.names import nearest_names
from peviewer.base.numbers import number
from peviewer.base.parameters import parameter
from peviewer.base.refusals import abbreviated, refused
from peviewer.base.specification import specification, specifications
from peviewer.base.words import with_word
from peviewer.model.encodings.bases.common_fields import HasDim, HasLength
from peviewer.model.encodings.bases.field_texts import docstring_with_parameters, html_table
from peviewer.model.encodings.dialect import Dialect

Array = NDArray[np.float64]

# The largest number of words in a sentence.
MAX_WORDS = 1000


class Scheme(HasLength):
    """A rule that gives a model the position of a token.

    Its base class, one of those below, says what it can do.
    """

    names_for_users: ClassVar[tuple[str, ...]] = (
        "formula",
        "plot",
        "positions",
        "replace",
        "size",
        "words",
    )

    # Its name in the window.
    title: ClassVar[str] = "Scheme"

    # What the scheme gives a model, as a phrase.
    gives: ClassVar[str] = "nothing yet"

    # The names of the two to four panes that show it best.
    panes: ClassVar[tuple[str, ...]] = ()

    # Its group in the list of schemes.
    group: ClassVar[str] = "Others"

    # Fields that follow from other fields, and are computed again when these change.
    derived_fields: ClassVar[tuple[str, ...]] = ()

    # Whether building the scheme may take long: it runs a user's code, or reads a file.
    takes_long: ClassVar[bool] = False

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
        form=f"at most {number(MAX_WORDS)} words with spaces between them",
        typed=True,
        help="Words with spaces between them that name the positions. The length becomes the "
        "number of words.",
    )

    @model_validator(mode="before")
    @classmethod
    def _one_position_a_word(cls, fields: Any) -> Any:
        sentence = fields.get("sentence") if isinstance(fields, Mapping) else None
        if not isinstance(sentence, str) or not sentence.strip():
            return fields
        return {"length": len(sentence.split()), **fields}

    @field_validator("sentence")
    @classmethod
    def _with_single_spaces(cls, sentence: str) -> str:
        words = sentence.split()
        if len(words) > MAX_WORDS or not "".join(words).isprintable():
            raise ValueError(f"at most {number(MAX_WORDS)} words with spaces between them")
        return " ".join(words)

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        if "title" not in vars(cls):
            cls.title = cls.__name__
        if not cls.model_fields["scheme"].is_required() and cls.__doc__:
            cls.__doc__ = docstring_with_parameters(cls, cls.__doc__)

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
        """The words of the positions, from the first on.

        There may be fewer or more words than positions.
        """
        return tuple(self.sentence.split())

    def row_numbers(self, positions: Array, whose: str) -> NDArray[np.int64]:
        """Return the rows of positions, from 0.

        Refuse positions that are not whole, or not within the length.
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
        """The same scheme with its first position at 0.

        Results that depend on lags alone are computed and cached for it.
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

        It is empty if its class and parameters identify it.
        """
        return ""

    @property
    def display_name(self) -> str:
        """Its own name, or else that of its class."""
        return self.own_name or self.title

    @property
    def remarks(self) -> str:
        """A sentence or two on what its parameters do not say; usually empty."""
        return ""

    @property
    def source_size(self) -> dict[str, int]:
        """The size of the file or array that it was read from, by the names of fields of size.

        It is empty if nothing was read.
        """
        return {}

    @property
    def is_placeholder(self) -> bool:
        """Whether its numbers are only an example of those that a model would learn."""
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
        """The possible answers to the question, each with the fields that it sets."""
        return {}

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        raise TypeError(
            f"{self.title} gives {self.gives}, and has no table of vectors to make an array of"
        )

    def __iter__(self) -> Any:
        raise TypeError(f"{self.title} gives {self.gives}, and has no rows")

    def fields_kept_with(self, changes: Mapping[str, object]) -> dict[str, object]:
        """Return the fields that stay as they are when others change."""
        recomputed_fields = set(self.derived_fields)
        if "sentence" in changes:
            recomputed_fields.add("length")
        fields = self.by_field().items()
        return {name: value for name, value in fields if name not in recomputed_fields}

    def companion_values(self, name: str, value: object) -> dict[str, object]:
        """Return the fields to set together with a field when its values are compared.

        Usually no other field is set.
        """
        return {}

    def value_name(self, name: str) -> str:
        """Return a name for the scheme among schemes that differ in one field: the field's value.

        >>> import peviewer as pv
        >>> pv.Sinusoidal(dim=64).value_name("dim"), pv.Sinusoidal().value_name("schedule")
        ('*d* = 64', 'Paper')
        """
        spec = specification(type(self), name)
        value = getattr(self, name)
        if spec.kind == "choice":
            return spec.label(str(value)).partition(":")[0]
        field_name = f"*{spec.symbol}* =" if spec.symbol else spec.title.lower()
        return f"{field_name} {spec.value_text(value)}"

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
        constants = constants_of_choices(self.published, self, changes)
        return type(self)(**{**self.fields_kept_with(changes), **constants, **changes})

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
        # Imported by name: a scheme knows nothing of pictures, and importing it loads none of that.
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

    def __repr_args__(self) -> Any:
        """Return the fields to print: the size, and those that users have changed."""
        arguments = []
        for spec in specifications(type(self)):
            value = getattr(self, spec.name)
            is_for_users = not spec.hidden or spec.name in self.positional_fields
            is_chosen = is_for_users and value != spec.default
            if is_chosen or spec.name in HasDim.positional_fields:
                arguments.append((spec.name, value))
        return arguments

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
        return html_table(self, self.title, self.size, self.formula().text)
