import gc

import pytest

from peviewer.document.document import Document
from peviewer.live.view import FigureView
from tests.benchmarks import worst


@pytest.mark.slow
def test_nothing_remains_of_a_document_that_was_measured(qapp):
    before = {id(each) for each in gc.get_objects() if isinstance(each, FigureView)}
    worst.drawn("shift", Document())
    gc.collect()
    assert {id(each) for each in gc.get_objects() if isinstance(each, FigureView)} <= before


def test_a_row_names_the_worst_document_by_number_and_scheme(qapp, monkeypatch):
    monkeypatch.setattr(worst, "drawn", lambda name, document: (0.01, 0.02))
    held, complete = worst.rows(3, seed=5, panes=["encoding"])
    assert held.note.startswith("number ")
    assert " of seed 5, " in held.note
    assert complete.value == 20
