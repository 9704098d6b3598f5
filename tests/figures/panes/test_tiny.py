"""Any finite table is drawn, however small its numbers are."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES
from peviewer.model.claims.properties import properties
from peviewer.model.encodings.learned import Learned


@pytest.mark.parametrize("size", [5e-324, 1e-310, 1e-160])
def test_tables_of_tiny_numbers_are_drawn_and_checked(size):
    signs = np.random.default_rng(0).standard_normal((30, 8))
    table = Learned(np.where(signs > 0, size, 0.0))
    document = Document(encoding=table)
    for pane in (pane for pane in PANES.values() if pane.shows_any(document)):
        assert pane.figure(document).panels
        assert pane.explanation(document)
    assert properties(table)
