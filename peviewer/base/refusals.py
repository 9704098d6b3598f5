"""Messages about values that are not allowed: one clear line each."""

from collections.abc import Callable


class FieldsError(ValueError):
    """The values of several fields exclude each other; the message is one clear line.

    `names` are the fields' names, one for each ``{}`` in the text.

    >>> error = FieldsError("{} and {} exclude each other", "size", "inches")
    >>> str(error), error.worded("--{}".format)
    ('size and inches exclude each other', '--size and --inches exclude each other')
    """

    def __init__(self, text: str, *names: str) -> None:
        super().__init__(text.format(*names) if names else text)
        self._text = text
        self._names = names

    def worded(self, called: Callable[[str], str]) -> str:
        """Return the message with the names of fields replaced by `called`, such as by flags."""
        return self._text.format(*map(called, self._names)) if self._names else self._text


class CompleteError(ValueError):
    """An error whose message is complete, so that no field is named before it."""


def abbreviated(value: object) -> str:
    text = f"{value:g}" if isinstance(value, float) else " ".join(repr(value).split())
    return text if len(text) <= 60 else text[:57] + "…"


def refused(name: str, value: object, why: str) -> str:
    """Return the message about a value that is not allowed."""
    return f"{name} = {abbreviated(value)} is not allowed: {why}"
