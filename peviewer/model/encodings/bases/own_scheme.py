"""The common base of schemes in a user's file or in another package."""

from __future__ import annotations

import inspect
import re
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from pydantic import model_validator

from peviewer.base.arrays import plain_array
from peviewer.base.parameters import parameter
from peviewer.base.refusals import CompleteError, refused
from peviewer.base.specification import specifications
from peviewer.base.work import Cancelled, run_abandonable
from peviewer.model.encodings.scheme import Scheme

# The largest number of letters of an error's message.
_MAX_ERROR_LETTERS = 200

# Where a word begins in the name of a class: OfHalves.
_WORD_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def error_with_place(error: BaseException, file: str) -> str:
    """Return an error and where a file raised it, in one line: ``my.py, line 7: KeyError: 'x'``."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == file]
    if isinstance(error, SyntaxError) and error.filename == file:
        lines.append(error.lineno)
    where = f"{Path(file).name}, line {lines[-1]}" if lines else Path(file).name
    message = str(error.msg if isinstance(error, SyntaxError) else error)
    printable = "".join(letter if letter.isprintable() else " " for letter in message)
    words = " ".join(printable.split())
    name = f"{where}: {type(error).__name__}"
    return f"{name}: {words[:_MAX_ERROR_LETTERS]}" if words else name


class OwnScheme(Scheme):
    """The common base of users' schemes."""

    fields_may_be_annotated: ClassVar[bool] = True
    takes_long: ClassVar[bool] = True

    # The file that its class was loaded from, which sessions name; empty for an imported one.
    file: ClassVar[str] = ""

    # The method that a user's class defines; :meth:`wrapped` returns the method that others call.
    method: ClassVar[str] = ""

    scheme: str = parameter("", title="Scheme", form="its own name", hidden=True, help="The rule.")
    source: str = parameter(
        "",
        title="Code",
        form="a file of Python",
        hidden=True,
        help="The file whose code makes the encoding.",
    )

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        if "title" not in vars(cls):
            cls.title = _WORD_BOUNDARY.sub(" ", cls.__name__).capitalize()
        super().__pydantic_init_subclass__(**kwargs)
        if not cls.method:
            return
        owner = next((base for base in cls.__mro__ if cls.method in vars(base)), cls)
        # The class itself or a plain mix-in defines the method.
        if owner is cls or not issubclass(owner, Scheme):
            setattr(cls, cls.method, cls.wrapped(getattr(cls, cls.method)))

    @classmethod
    def wrapped(cls, code: Callable[..., Any]) -> Callable[..., Any]:
        """Return the method of the class as other code calls it."""
        return code

    @classmethod
    def scheme_summary(cls) -> str:
        doc = vars(cls).get("__doc__") or cls.title
        return str(doc).strip().splitlines()[0]

    @classmethod
    def scheme_name(cls) -> str:
        return super().scheme_name() or _WORD_BOUNDARY.sub("-", cls.__name__).lower()

    @model_validator(mode="before")
    @classmethod
    def _with_name_and_file(cls, fields: Any) -> Any:
        if not isinstance(fields, Mapping):
            return fields
        return {**fields, "scheme": cls.scheme_name(), "source": cls.file}

    @model_validator(mode="after")
    def _try_method(self) -> OwnScheme:
        # Fields that a base declares, and the class has only annotated.
        for spec in specifications(type(self)):
            value = getattr(self, spec.name)
            if spec.kind in ("int", "float") and not spec.allows(value):
                raise CompleteError(refused(spec.name, value, f"it must be {spec.allowed()}"))
        self.check()
        return self

    def check(self) -> None:
        """Try the method that the class defines.

        A ValueError says in one line what is wrong with its result.
        """

    @property
    def why_no_code(self) -> str:
        return f"{self.title} is code already: {self.file or type(self).__module__}"

    def call(self, code: Callable[..., Any], *arguments: object) -> NDArray[np.float64]:
        """Return the finite numbers that a method returns; it runs on a thread of its own.

        An error names file and line in one line.
        """
        file = file_of_code(code)
        code = inspect.unwrap(code)

        def work() -> NDArray[Any]:
            # Numbers that are not finite are refused below.
            with np.errstate(all="ignore"):
                return plain_array(code(self, *arguments))

        try:
            numbers = run_abandonable(work, f"code of {self.title}")
        except (Cancelled, KeyboardInterrupt):
            raise
        except BaseException as error:
            # A method of our own base classes says that the user's class has none.
            is_method_missing = code.__module__.startswith("peviewer.model.")
            message = str(error) if is_method_missing else error_with_place(error, file)
            raise CompleteError(message) from error
        where = f"{Path(file).name}: {code.__name__} gave"
        if numbers.dtype.kind not in "fiub":
            raise CompleteError(
                f"{where} what is of type {numbers.dtype}; it must be an array of real numbers"
            )
        numbers = numbers.astype(np.float64, copy=False)
        if not np.isfinite(numbers).all():
            raise CompleteError(f"{where} numbers that are not finite")
        return numbers


def file_of_code(code: Callable[..., object]) -> str:
    """Return the file of a method, or its module where it has no code of Python."""
    compiled = getattr(inspect.unwrap(code), "__code__", None)
    return compiled.co_filename if compiled is not None else code.__module__


def shape_error(
    code: Callable[..., object], shape: tuple[int, ...], expected: str
) -> CompleteError:
    """Return the error for an array of a wrong shape."""
    gave = f"{Path(file_of_code(code)).name}: {code.__name__} gave an array of"
    return CompleteError(
        f"{gave} {' × '.join(map(str, shape)) or 'one number'}; it must be {expected}"
    )
