"""The rows and the order of panels that suit a view, in a window and in a presentation."""

import pytest
from PySide6.QtCore import QSize

from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.figures.panes.catalog import PANES
from peviewer.live.shaping import MAIN_SHARE, main_share, shaped_for_view

SLIDE = QSize(900, 400)


def rows_of(name, *, presented, size=SLIDE, **changes):
    figure = PANES[name].figure(Document(**changes))
    return len(shaped_for_view(figure, size, presented=presented).rows)


@pytest.mark.parametrize("name", ["score", "frequencies", "operator", "precision"])
def test_a_presentation_leaves_out_what_would_make_the_main_plot_small(name):
    document = {"encoding": {"length": 12, "dim": 16}}
    assert rows_of(name, presented=False, **document) > rows_of(name, presented=True, **document)


def test_a_presentation_keeps_what_costs_the_main_plots_little():
    assert rows_of("shift", presented=True) == rows_of("shift", presented=False) == 3


@pytest.mark.parametrize(("height", "has_listing"), [(900, True), (150, False)])
def test_a_presented_listing_is_seen_whole_or_not_at_all(height, has_listing):
    figure = PANES["operator"].figure(Document())
    shaped = shaped_for_view(figure, QSize(700, height), presented=True)
    assert any(panel.is_listing for panel in shaped.panels) is has_listing


def test_a_figure_that_is_a_listing_alone_stays_whatever_its_height():
    figure = PANES["properties"].figure(Document())
    assert shaped_for_view(figure, QSize(500, 90), presented=True).panels == figure.panels


def test_rows_that_stay_leave_the_main_panels_their_share():
    figure = PANES["shift"].figure(Document())
    assert figure.spare_rows
    assert MAIN_SHARE <= main_share(figure, SLIDE.width(), SLIDE.height()) < 1


def test_names_stay_with_their_panels_where_spare_rows_go():
    figure = PANES["operator"].figure(Document())
    panels = dict(zip(figure.names, figure.panels, strict=True))
    less = figure.without_spare_rows
    assert len(less.names) == len(less.panels) < len(panels)
    assert all(panels[name] is panel for name, panel in zip(less.names, less.panels, strict=True))


def test_what_is_left_out_for_room_does_not_end_a_flip():
    compared = compare_with(Document(), "base=50").edited({"compare.shows": "flip"})
    figure = PANES["operator"].figure(compared)
    for shows_b, side in ((False, "A"), (True, "B")):
        shaped = shaped_for_view(figure, QSize(500, 200), shows_b=shows_b, presented=True)
        assert shaped.side == side
