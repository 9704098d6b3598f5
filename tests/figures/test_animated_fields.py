"""Which fields change what panes show, found by trying other values of them."""

from peviewer.document.document import Document
from peviewer.figures.animated_fields import MOST_TRIED, affects_panes
from peviewer.figures.panes.catalog import PANES


def test_of_a_field_with_many_choices_a_few_are_tried(monkeypatch):
    tried = []
    edited = Document.edited

    def count(document, changes):
        tried.append(changes)
        return edited(document, changes)

    monkeypatch.setattr(Document, "edited", count)
    without_colours, with_colours = PANES["frequencies"], PANES["encoding"]

    assert not affects_panes([without_colours], Document(), "view.colormap")
    assert len(tried) == MOST_TRIED
    assert affects_panes([with_colours], Document(), "view.colormap")
