import gc

from peviewer.document.document import Document
from peviewer.live.view import FigureView
from tests.benchmarks import worst


def test_nothing_remains_of_a_document_that_was_measured(qapp):
    before = {id(each) for each in gc.get_objects() if isinstance(each, FigureView)}
    worst.drawn("shift", Document())
    gc.collect()
    assert {id(each) for each in gc.get_objects() if isinstance(each, FigureView)} <= before


def test_a_value_that_only_another_allows_is_said():
    changes = {"encoding.scheme": "tensor2tensor", "encoding.min_timescale": 0.5, "encoding.max_timescale": 0.75}
    assert "encoding.max_timescale=0.75" in worst.said("encoding", Document().edited(changes))
