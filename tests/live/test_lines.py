"""Titles and plots of one row stand on shared lines, and tables leave to plots what they can."""

import pytest

from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES
from peviewer.live.tables.panel import TablePanel

ROPE = {"scheme": "rope", "length": 32_768, "scaling": "linear", "factor": 8}


@pytest.fixture
def shown(view):
    """Return a function that shows a pane of a Document, and returns its panels."""

    def show(name, size=(1000, 700), **document):
        view.resize(*size)
        view.set_figure(PANES[name].figure(Document(**document)))
        return view.panels

    return show


@pytest.mark.parametrize(("name", "beside"), [("scaling", (0, 1)), ("score", (1, 2))])
def test_titles_beside_one_another_stand_on_one_line(shown, name, beside):
    panels = shown(name, encoding=ROPE)
    headers = [panels[number].header for number in beside]
    assert len({header.scenePos().y() for header in headers}) == 1


def test_a_table_beside_a_plot_is_as_wide_as_its_columns(shown):
    _, bound, reach = shown("score", encoding=ROPE)
    assert isinstance(reach, TablePanel)
    assert reach.table.width() == pytest.approx(reach.table.whole_width(), abs=14)
    assert bound.area.sceneBoundingRect().width() > 600


def test_a_table_below_plots_is_as_high_as_its_rows(shown):
    wavelengths, _, regions = shown("scaling", encoding=ROPE)
    height = regions.table.whole_height(regions.table.width())
    assert regions.table.height() == pytest.approx(height, abs=2)
    assert wavelengths.area.sceneBoundingRect().height() > 400


def test_tables_alone_share_the_whole_height(shown):
    panels = shown("table", encoding={"length": 4, "dim": 4}, size=(700, 700))
    assert all(isinstance(panel, TablePanel) for panel in panels)
    assert sum(panel.table.height() for panel in panels) > 560
