"""The numbers that stories and presets state: each a function of the Document."""

from peviewer.figures.quantities.biases import BIASES
from peviewer.figures.quantities.pairs import PAIRS
from peviewer.figures.quantities.requirements import NotHere as NotHere
from peviewer.figures.quantities.requirements import Quantity
from peviewer.figures.quantities.rows import ROWS
from peviewer.figures.quantities.scores import SCORES
from peviewer.figures.quantities.shift import SHIFT_QUANTITIES

QUANTITIES: dict[str, Quantity] = {**PAIRS, **ROWS, **SHIFT_QUANTITIES, **SCORES, **BIASES}
"""The quantities by the names that lines of stories use."""
