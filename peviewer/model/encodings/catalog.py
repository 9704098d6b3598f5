"""The schemes there are: to add one, add its file and its line here."""

from peviewer.model.encodings.alibi import Alibi
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.encodings.tensor2tensor import Tensor2Tensor
from peviewer.model.encodings.timestep import Timestep

SCHEMES: dict[str, type[Scheme]] = {
    "sinusoidal": Sinusoidal,
    "tensor2tensor": Tensor2Tensor,
    "timestep": Timestep,
    "alibi": Alibi,
}


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
