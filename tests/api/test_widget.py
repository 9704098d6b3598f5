"""A pane as a widget for one's own window: another encoding and other fields, as from any door of Python."""

import pytest

import peviewer as pv


@pytest.fixture
def widget(qapp):
    made = pv.PaneWidget("distance", pv.Sinusoidal(length=50, dim=16), metric="dot")
    yield made
    made.dispose()


def test_another_encoding_keeps_the_fields_and_is_shown(widget):
    assert widget.plots[1].viewRange()[0] == [-0.5, 49.5]
    widget.edit(pv.Sinusoidal(length=30, dim=16))
    assert widget.document.encoding.length == 30
    assert widget.document.pairwise.metric == "dot"
    assert widget.plots[1].viewRange()[0] == [-0.5, 29.5]
    rope = pv.Rope(length=40, dim=32)
    widget.edit(rope, metric="cosine", position=7, phi=9)
    anew = pv.PaneWidget("distance", rope, metric="cosine", position=7, phi=9)
    assert widget.document == anew.document
    anew.dispose()


def test_what_is_dragged_in_it_is_shown(widget):
    widget.edited.emit("cursor.position", 12, "")
    assert widget.document.cursor.position == 12
    assert widget.figure().panels[1].title == "From position *t* = 12"


@pytest.mark.parametrize("wrong", [{"metric": "none"}, {"colour": "red"}])
def test_a_wrong_field_is_refused_and_what_is_shown_stays(widget, wrong):
    before = widget.document
    with pytest.raises(ValueError, match=next(iter(wrong))):
        widget.edit(pv.Sinusoidal(length=30, dim=16), **wrong)
    assert widget.document is before
