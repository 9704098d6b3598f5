"""The schemes there are: to add one, add its file, which calls its class SCHEME, and its name here."""

from importlib import import_module

from peviewer.model.encodings.scheme import Scheme

FILES = (
    "sinusoidal",
    "tensor2tensor",
    "timestep",
    "alibi",
)

SCHEMES: dict[str, type[Scheme]] = {name: import_module(f"peviewer.model.encodings.{name}").SCHEME for name in FILES}


def scheme(name: str) -> type[Scheme]:
    """Return the scheme of that name.

    Raises
    ------
    ValueError
        If there is none; the message names those there are.

    Examples
    --------
    >>> scheme("sinusoidal").__name__
    'Sinusoidal'
    """
    if name not in SCHEMES:
        raise ValueError(f"scheme = {name!r} is not allowed: it must be one of {', '.join(SCHEMES)}")
    return SCHEMES[name]
