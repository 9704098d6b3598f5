"""Public names of an earlier version, which go on working for one more release."""

import warnings
from typing import Any


class FormerName:
    """What a method or a property was called: reading it warns, and gives the present one.

    >>> class Circle:
    ...     area = 3
    ...     size = FormerName("area")
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     print(Circle().size, caught[0].message)
    3 Circle.size is now called area
    """

    def __init__(self, present_name: str) -> None:
        self._present_name = present_name

    def __set_name__(self, owner: type, name: str) -> None:
        self._message = f"{owner.__name__}.{name} is now called {self._present_name}"

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        if instance is None:
            return self
        warnings.warn(self._message, DeprecationWarning, stacklevel=2)
        return getattr(instance, self._present_name)
