"""The grammar of Figures: what a pane shows, as frozen data that either painter can draw.

Texts may set mathematics in italics by stars, as in ``"position *t*"``.
Colours are roles (``"accent"``, ``"sine"``), which a theme turns into colours: ``"mark"`` is what
marks a place and never data, ``"reference"`` what something is compared with, dashed,
``"compared"`` the scheme B alone.
"""

from peviewer.figures.grammar.axis import MAX_WORDS as MAX_WORDS
from peviewer.figures.grammar.axis import Axis as Axis
from peviewer.figures.grammar.figure import Figure as Figure
from peviewer.figures.grammar.figure import KeyedRow as KeyedRow
from peviewer.figures.grammar.figure import PanelKey as PanelKey
from peviewer.figures.grammar.marks import HALOED as HALOED
from peviewer.figures.grammar.marks import Arrows as Arrows
from peviewer.figures.grammar.marks import Band as Band
from peviewer.figures.grammar.marks import Curve as Curve
from peviewer.figures.grammar.marks import Diagonal as Diagonal
from peviewer.figures.grammar.marks import Dials as Dials
from peviewer.figures.grammar.marks import Direction as Direction
from peviewer.figures.grammar.marks import Heatmap as Heatmap
from peviewer.figures.grammar.marks import Mark as Mark
from peviewer.figures.grammar.marks import Named as Named
from peviewer.figures.grammar.marks import Note as Note
from peviewer.figures.grammar.marks import Path as Path
from peviewer.figures.grammar.marks import Picks as Picks
from peviewer.figures.grammar.marks import Rings as Rings
from peviewer.figures.grammar.marks import Role as Role
from peviewer.figures.grammar.marks import Rule as Rule
from peviewer.figures.grammar.marks import Turns as Turns
from peviewer.figures.grammar.marks import Words as Words
from peviewer.figures.grammar.marks import layer as layer
from peviewer.figures.grammar.marks import line_style as line_style
from peviewer.figures.grammar.panel import LEAST_OUTLINED_CELL as LEAST_OUTLINED_CELL
from peviewer.figures.grammar.panel import Panel as Panel
from peviewer.figures.grammar.places import Places as Places
from peviewer.figures.grammar.places import cell_of as cell_of
from peviewer.figures.grammar.tables import Listing as Listing
from peviewer.figures.grammar.tables import Numbers as Numbers
from peviewer.figures.grammar.tables import Table as Table
