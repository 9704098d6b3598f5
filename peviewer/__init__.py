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
    from peviewer import extend as extend
    from peviewer import model as model
    from peviewer.api.claims import properties as properties
    from peviewer.api.comparison import Comparison as Comparison
    from peviewer.api.comparison import compare as compare
    from peviewer.api.figures import figure as figure
    from peviewer.api.files import code as code
    from peviewer.api.files import data as data
    from peviewer.api.files import deck as deck
    from peviewer.api.files import export as export
    from peviewer.api.files import panes as panes
    from peviewer.api.files import presets as presets
    from peviewer.api.files import schemes as schemes
    from peviewer.api.notebook import animate as animate
    from peviewer.api.notebook import show as show
    from peviewer.api.options import options as options
    from peviewer.api.sliders import interact as interact
    from peviewer.api.widget import PaneWidget as PaneWidget
    from peviewer.base.files import ExportError as ExportError
    from peviewer.document.configurations.reading import read_config as read_config
    from peviewer.document.document import Document as Document
    from peviewer.document.document import DocumentError as DocumentError
    from peviewer.document.tables import load_table as load_table
    from peviewer.model.between.pairwise import pairwise as pairwise
    from peviewer.model.content import Content as Content
    from peviewer.model.encodings.alibi import Alibi as Alibi
    from peviewer.model.encodings.files import load_scheme as load_scheme
    from peviewer.model.encodings.grids.axial_rope import AxialRope as AxialRope
    from peviewer.model.encodings.grids.sincos import Sincos as Sincos
    from peviewer.model.encodings.grids.swin import Swin as Swin
    from peviewer.model.encodings.kerple import Kerple as Kerple
    from peviewer.model.encodings.learned import Table as Table
    from peviewer.model.encodings.none import NoPositions as NoPositions
    from peviewer.model.encodings.periods import Periods as Periods
    from peviewer.model.encodings.rope import Rope as Rope
    from peviewer.model.encodings.sandwich import Sandwich as Sandwich
    from peviewer.model.encodings.shaw import Shaw as Shaw
    from peviewer.model.encodings.sinusoidal import Sinusoidal as Sinusoidal
    from peviewer.model.encodings.t5 import T5 as T5
    from peviewer.model.encodings.tables.arrays import Own as Own
    from peviewer.model.encodings.tensor2tensor import Tensor2Tensor as Tensor2Tensor
    from peviewer.model.encodings.timestep import Timestep as Timestep
    from peviewer.model.encodings.transformer_xl import TransformerXL as TransformerXL
    from peviewer.model.encodings.xpos import XPos as XPos
    from peviewer.model.shifting import shift_matrix as shift_matrix
    from peviewer.model.stored.entry import TableError as TableError
    from peviewer.paper.style import StyleError as StyleError


# The names in each file of the package.
_NAMES = {
    "api.claims": "properties",
    "api.comparison": "Comparison compare",
    "api.figures": "figure",
    "api.files": "code data deck export panes presets schemes",
    "api.notebook": "animate show",
    "api.options": "options",
    "api.sliders": "interact",
    "api.widget": "PaneWidget",
    "base.files": "ExportError",
    "document.configurations.reading": "read_config",
    "document.document": "DocumentError",
    "document.tables": "load_table",
    # This file loads the panes, which declare the Document's sections.
    "figures.presets": "Document",
    "model.between.pairwise": "pairwise",
    "model.content": "Content",
    "model.encodings.alibi": "Alibi",
    "model.encodings.files": "load_scheme",
    "model.encodings.grids.axial_rope": "AxialRope",
    "model.encodings.grids.sincos": "Sincos",
    "model.encodings.grids.swin": "Swin",
    "model.encodings.kerple": "Kerple",
    "model.encodings.learned": "Table",
    "model.encodings.none": "NoPositions",
    "model.encodings.periods": "Periods",
    "model.encodings.rope": "Rope",
    "model.encodings.sandwich": "Sandwich",
    "model.encodings.shaw": "Shaw",
    "model.encodings.sinusoidal": "Sinusoidal",
    "model.encodings.t5": "T5",
    "model.encodings.tables.arrays": "Own",
    "model.encodings.tensor2tensor": "Tensor2Tensor",
    "model.encodings.timestep": "Timestep",
    "model.encodings.transformer_xl": "TransformerXL",
    "model.encodings.xpos": "XPos",
    "model.shifting": "shift_matrix",
    "model.stored.entry": "TableError",
    "paper.style": "StyleError",
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}

# Four that are listed in `peviewer.model`, where they are used.
_HOMES_OF_UNLISTED = {
    "binary_table": "model.binary",
    "lag_profile": "model.between.pairwise",
    "profile": "model.between.pairwise",
    "shift": "model.shifting",
}

__all__ = sorted(["extend", "model", *_HOMES])


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used: importing peviewer stays cheap."""
    if name in ("extend", "model"):
        return import_module(f"peviewer.{name}")
    home = _HOMES.get(name) or _HOMES_OF_UNLISTED.get(name)
    if home is None:
        raise AttributeError(f"module 'peviewer' has no attribute {name!r}")
    value = getattr(import_module(f"peviewer.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    special_names = [name for name in globals() if name.startswith("__") and name.endswith("__")]
    return sorted({*__all__, *special_names})
