"""See, understand, teach and choose positional encodings.

Examples
--------
>>> import peviewer as pv
>>> encoding = pv.Sinusoidal(length=200, dim=256)
>>> encoding.table().shape
(200, 256)

Notes
-----
What is refused is a ValueError whose message is one line: a ``DocumentError`` of what is shown, a
``StyleError`` of how it looks, a ``TableError`` of a file or an array. A file that could not be
written is an ``ExportError``, an OSError. Each kind can be caught by its name here.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from peviewer.base.version import __version__ as __version__

if TYPE_CHECKING:
    from peviewer import extend, model
    from peviewer.api.claims import properties
    from peviewer.api.comparison import Comparison, compare
    from peviewer.api.figures import figure
    from peviewer.api.files import code, data, deck, export, panes, presets, schemes
    from peviewer.api.notebook import animate, show
    from peviewer.api.options import options
    from peviewer.api.sliders import interact
    from peviewer.api.widget import PaneWidget
    from peviewer.base.files import ExportError
    from peviewer.document.configurations.reading import read_config
    from peviewer.document.document import Document, DocumentError
    from peviewer.document.tables import load_table
    from peviewer.model.between.pairwise import pairwise
    from peviewer.model.content import Content
    from peviewer.model.encodings.alibi import Alibi
    from peviewer.model.encodings.files import load_scheme
    from peviewer.model.encodings.grids.axial_rope import AxialRope
    from peviewer.model.encodings.grids.sincos import Sincos
    from peviewer.model.encodings.grids.swin import Swin
    from peviewer.model.encodings.kerple import Kerple
    from peviewer.model.encodings.learned import Learned as Table
    from peviewer.model.encodings.none import NoPositions
    from peviewer.model.encodings.periods import Periods
    from peviewer.model.encodings.rope import Rope
    from peviewer.model.encodings.sandwich import Sandwich
    from peviewer.model.encodings.shaw import Shaw
    from peviewer.model.encodings.sinusoidal import Sinusoidal
    from peviewer.model.encodings.t5 import T5
    from peviewer.model.encodings.tables.arrays import own as Own
    from peviewer.model.encodings.tensor2tensor import Tensor2Tensor
    from peviewer.model.encodings.timestep import Timestep
    from peviewer.model.encodings.transformer_xl import TransformerXL
    from peviewer.model.encodings.xpos import XPos
    from peviewer.model.shifting import shift_matrix
    from peviewer.model.stored.entry import TableError
    from peviewer.paper.style import StyleError

__all__ = [  # noqa: RUF022 - in plain order: ruff takes T5 for a constant, and puts it first
    "Alibi",
    "AxialRope",
    "Comparison",
    "Content",
    "Document",
    "DocumentError",
    "ExportError",
    "Kerple",
    "NoPositions",
    "Own",
    "PaneWidget",
    "Periods",
    "Rope",
    "Sandwich",
    "Shaw",
    "Sincos",
    "Sinusoidal",
    "StyleError",
    "Swin",
    "T5",
    "Table",
    "TableError",
    "Tensor2Tensor",
    "Timestep",
    "TransformerXL",
    "XPos",
    "animate",
    "code",
    "compare",
    "data",
    "deck",
    "export",
    "extend",
    "figure",
    "interact",
    "load_scheme",
    "load_table",
    "model",
    "options",
    "pairwise",
    "panes",
    "presets",
    "properties",
    "read_config",
    "schemes",
    "shift_matrix",
    "show",
]

_HOMES = {
    "Alibi": "peviewer.model.encodings.alibi",
    "AxialRope": "peviewer.model.encodings.grids.axial_rope",
    "Comparison": "peviewer.api.comparison",
    "Content": "peviewer.model.content",
    # This file loads the panes, which declare the Document's sections.
    "Document": "peviewer.figures.presets",
    "DocumentError": "peviewer.document.document",
    "ExportError": "peviewer.base.files",
    "Kerple": "peviewer.model.encodings.kerple",
    "NoPositions": "peviewer.model.encodings.none",
    "Own": "peviewer.model.encodings.tables.arrays",
    "PaneWidget": "peviewer.api.widget",
    "Periods": "peviewer.model.encodings.periods",
    "Rope": "peviewer.model.encodings.rope",
    "Sandwich": "peviewer.model.encodings.sandwich",
    "Shaw": "peviewer.model.encodings.shaw",
    "Sincos": "peviewer.model.encodings.grids.sincos",
    "Sinusoidal": "peviewer.model.encodings.sinusoidal",
    "StyleError": "peviewer.paper.style",
    "Swin": "peviewer.model.encodings.grids.swin",
    "T5": "peviewer.model.encodings.t5",
    "Table": "peviewer.model.encodings.learned",
    "TableError": "peviewer.model.stored.entry",
    "Tensor2Tensor": "peviewer.model.encodings.tensor2tensor",
    "Timestep": "peviewer.model.encodings.timestep",
    "TransformerXL": "peviewer.model.encodings.transformer_xl",
    "XPos": "peviewer.model.encodings.xpos",
    "animate": "peviewer.api.notebook",
    "code": "peviewer.api.files",
    "compare": "peviewer.api.comparison",
    "data": "peviewer.api.files",
    "deck": "peviewer.api.files",
    "export": "peviewer.api.files",
    "figure": "peviewer.api.figures",
    "interact": "peviewer.api.sliders",
    "load_scheme": "peviewer.model.encodings.files",
    "load_table": "peviewer.document.tables",
    "options": "peviewer.api.options",
    "pairwise": "peviewer.model.between.pairwise",
    "panes": "peviewer.api.files",
    "presets": "peviewer.api.files",
    "properties": "peviewer.api.claims",
    "read_config": "peviewer.document.configurations.reading",
    "schemes": "peviewer.api.files",
    "shift_matrix": "peviewer.model.shifting",
    "show": "peviewer.api.notebook",
    # Four that are listed in `peviewer.model`, where they are used.
    "binary_table": "peviewer.model.binary",
    "lag_profile": "peviewer.model.between.pairwise",
    "profile": "peviewer.model.between.pairwise",
    "shift": "peviewer.model.shifting",
}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used: importing peviewer stays cheap."""
    if name in ("extend", "model"):
        return import_module(f"peviewer.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module 'peviewer' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    special_names = [name for name in globals() if name.startswith("__") and name.endswith("__")]
    return sorted({*__all__, *special_names})
