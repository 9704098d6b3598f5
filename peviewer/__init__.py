"""See, understand, teach and choose positional encodings.

Examples
--------
>>> import peviewer as pv
>>> encoding = pv.Sinusoidal(length=200, dim=256)
>>> encoding.table().shape
(200, 256)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from peviewer.version import __version__ as __version__

if TYPE_CHECKING:
    from peviewer.document import Document, DocumentError
    from peviewer.model.binary import binary_table
    from peviewer.model.encodings.sinusoidal import Sinusoidal
    from peviewer.model.pairwise import lag_profile, pairwise, profile
    from peviewer.model.properties import properties
    from peviewer.model.shift import shift, shift_matrix
    from peviewer.notebook import animate, figure, show

__all__ = [
    "Document",
    "DocumentError",
    "Sinusoidal",
    "animate",
    "binary_table",
    "figure",
    "lag_profile",
    "pairwise",
    "profile",
    "properties",
    "shift",
    "shift_matrix",
    "show",
]

_HOMES = {
    "Document": "peviewer.document",
    "DocumentError": "peviewer.document",
    "Sinusoidal": "peviewer.model.encodings.sinusoidal",
    "animate": "peviewer.notebook",
    "binary_table": "peviewer.model.binary",
    "figure": "peviewer.notebook",
    "lag_profile": "peviewer.model.pairwise",
    "pairwise": "peviewer.model.pairwise",
    "profile": "peviewer.model.pairwise",
    "properties": "peviewer.model.properties",
    "shift": "peviewer.model.shift",
    "shift_matrix": "peviewer.model.shift",
    "show": "peviewer.notebook",
}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used: importing peviewer stays cheap."""
    if name not in _HOMES:
        raise AttributeError(f"module 'peviewer' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
