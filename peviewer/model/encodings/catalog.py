"""The list of schemes: a new one is a file, whose class is called SCHEME, and a name here."""

from importlib import import_module

from peviewer.base.names import look_up
from peviewer.model.encodings.scheme import Scheme

FILES = (
    "sinusoidal",
    "tensor2tensor",
    "timestep",
    "periods",
    "grids.sincos",
    "learned",
    "rope",
    "xpos",
    "grids.axial_rope",
    "alibi",
    "kerple",
    "sandwich",
    "t5",
    "shaw",
    "transformer_xl",
    "grids.swin",
    "lag_biases",
    "none",
)

SCHEMES: dict[str, type[Scheme]] = {
    name.rpartition(".")[2]: import_module(f"peviewer.model.encodings.{name}").SCHEME
    for name in FILES
}


def groups() -> dict[str, list[str]]:
    """Return the names of all schemes by group, in the order of :data:`FILES`.

    Schemes of other packages come last.

    >>> groups()["Turning queries and keys"]
    ['rope', 'xpos', 'axial_rope']
    """
    by_group: dict[str, list[str]] = {}
    for name, known in SCHEMES.items():
        by_group.setdefault(known.group, []).append(name)
    return by_group


def scheme(name: str) -> type[Scheme]:
    return look_up(name, SCHEMES, "scheme")
