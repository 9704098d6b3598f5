"""What is true: the mathematics of positional encodings, in NumPy.

Examples
--------
>>> import peviewer as pv
>>> pv.model.binary_table(4).tolist()
[[0, 0], [1, 0], [0, 1], [1, 1]]
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from peviewer.model.between.pairwise import lag_profile, pairwise, profile
    from peviewer.model.binary import binary_table
    from peviewer.model.claims.properties import properties
    from peviewer.model.shifting import shift, shift_matrix

__all__ = [
    "binary_table",
    "lag_profile",
    "pairwise",
    "profile",
    "properties",
    "shift",
    "shift_matrix",
]

_HOMES = {
    "binary_table": "peviewer.model.binary",
    "lag_profile": "peviewer.model.between.pairwise",
    "pairwise": "peviewer.model.between.pairwise",
    "profile": "peviewer.model.between.pairwise",
    "properties": "peviewer.model.claims.properties",
    "shift": "peviewer.model.shifting",
    "shift_matrix": "peviewer.model.shifting",
}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used: its files import this one."""
    if name not in _HOMES:
        raise AttributeError(f"module 'peviewer.model' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__
