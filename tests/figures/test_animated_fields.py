"""Which fields change what panes show, found by trying other values of them."""

import pytest

from peviewer.document.animation import field_specification
from peviewer.document.document import Document
from peviewer.figures.animated_fields import MAX_TRIED, affects_panes
from peviewer.figures.panes.catalog import PANES


def test_of_a_field_with_many_choices_a_few_are_tried(monkeypatch):
    tried = []
    edited = Document.edited

    def count(document, changes):
        tried.append(changes)
        return edited(document, changes)

    monkeypatch.setattr(Document, "edited", count)
    without_colours = PANES["frequencies"]
    with_colours = PANES["encoding"]

    assert not affects_panes([without_colours], Document(), "view.colormap")
    assert len(tried) == MAX_TRIED
    assert affects_panes([with_colours], Document(), "view.colormap")


@pytest.mark.parametrize(("kind", "changes"), [("words", True), ("none", False)])
def test_a_text_that_names_a_file_counts_though_there_is_no_such_file(kind, changes):
    document = Document().edited({"encoding.sentence": "a b", "content.kind": kind})
    path = field_specification(document, "content.path")
    assert document.applies("content.path", path) is changes
    assert affects_panes([PANES["vectors"]], document, "content.path")
    assert not affects_panes([PANES["frequencies"]], document, "content.path")
    assert not affects_panes([PANES["frequencies"]], document, "content.data"), "it is not typed"


@pytest.mark.parametrize(("heads", "has_choice"), [(1, False), (2, True), (8, True)])
def test_a_head_can_be_chosen_where_there_are_two_or_more(heads, has_choice):
    document = Document(encoding={"scheme": "alibi", "heads": heads})
    head = field_specification(document, "cursor.head")
    assert document.applies("cursor.head", head) is has_choice
