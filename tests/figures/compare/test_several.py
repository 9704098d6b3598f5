"""Several values of one parameter: a curve of each in one plot, with its name and in its colour."""

import numpy as np
import pytest

from peviewer.document.document import Document, DocumentError
from peviewer.document.fields import with_several
from peviewer.figures.grammar import Curve
from peviewer.figures.panes.catalog import pane

SMALL = Document().edited({"encoding.length": 60, "encoding.dim": 16})


def curves(figure):
    return [
        [m for m in panel.marks if isinstance(m, Curve) and m.color.startswith("curve-")] for panel in figure.panels
    ]


def test_each_value_has_its_own_curve():
    document = with_several(SMALL, "dim=16,64,256")
    drawn = [panel for panel in curves(pane("distance").figure(document)) if panel]
    assert [[curve.label for curve in panel] for panel in drawn] == [["*d* = 16", "*d* = 64", "*d* = 256"]]
    for curve, dim in zip(drawn[0], (16, 64, 256), strict=True):
        alone = pane("distance").figure(SMALL.edited({"encoding.dim": dim}))
        own = next(mark for panel in alone.panels for mark in panel.marks if isinstance(mark, Curve))
        assert np.array_equal(curve.series.sample(0, 59, 60)[1], own.series.sample(0, 59, 60)[1])


@pytest.mark.parametrize(
    ("name", "changes", "several"),
    [
        ("distance", {}, "dim=16,64"),
        ("score", {"encoding.scheme": "rope"}, "scaling=none,linear,ntk"),
        ("bias", {"encoding.scheme": "alibi"}, "heads=4,8"),
        ("frequencies", {}, "base=100,10000"),
    ],
)
def test_the_plot_is_as_large_as_all_need_and_names_each(name, changes, several):
    document = with_several(SMALL.edited(changes), several)
    figure, alone = pane(name).figure(document), [pane(name).figure(each) for each in document.several]
    panel, drawn = next((panel, drawn) for panel, drawn in zip(figure.panels, curves(figure), strict=True) if drawn)
    place = figure.panels.index(panel)
    ends = [other.panels[place].y.limits for other in alone]
    assert panel.y.limits == (min(low for low, _ in ends), max(high for _, high in ends))
    assert panel.legend
    assert panel.y.label
    assert len({curve.label for curve in drawn}) == len(document.several)
    assert pane(name).explanation(document).startswith("The curves are those of")


def test_a_session_keeps_them():
    document = with_several(SMALL, "dim=16,64")
    assert Document.from_json(document.to_json()) == document


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("dim", "it must be a parameter and two to 5 values"),
        ("dim=64", "two to 5 values"),
        ("dim=1,2,3,4,5,6", "two to 5 values"),
        ("phi=1,2", "phi is not a field"),
        ("dim=64,0", "several dim = 0 is not allowed"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(text, words):
    with pytest.raises(DocumentError, match=words) as caught:
        with_several(SMALL, text)
    assert "\n" not in str(caught.value)
