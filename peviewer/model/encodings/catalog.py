"""The schemes there are: to add one, add its file and its line here."""

from peviewer.model.encodings.scheme import Turning
from peviewer.model.encodings.sinusoidal import Sinusoidal

SCHEMES: dict[str, type[Turning]] = {
    "sinusoidal": Sinusoidal,
}


def scheme(name: str) -> type[Turning]:
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
