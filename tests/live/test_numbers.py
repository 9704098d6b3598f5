"""What is read at some places of every pane, and what the status line says of them, are the numbers that are kept."""

import pytest

from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.figures.palette import LIGHT
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.readout import readout_text
from tests.numbers import check, numbers_in, summary
from tests.served import served

PLACES = [(x / 8, y / 8) for x in (1, 4, 7) for y in (1, 3, 6)]


def documents(name):
    document = Document().edited({"encoding.length": 40, "encoding.dim": 12, "encoding.first": -5})
    base = served(name, document)
    yield "alone", base
    yield "turned", base.edited({"view.transposed": True, "content.kind": "normal"})
    field, value = next(
        each
        for each in (("base", 50), ("heads", 3), ("bucket_count", 8), ("values", "ramp"))
        if hasattr(base.encoding, each[0])
    )
    yield "A and B", compare_with(base, f"{field}={value}")


def read_at(graphics, document):
    """Yield the numbers of what is read at some places of a panel."""
    panel = graphics.panel
    for across, down in PLACES:
        x = graphics.area.x_axis.to_screen(panel.x.shown[0] + across * panel.x.extent)
        y = graphics.area.y_axis.to_screen(panel.y.shown[0] + down * panel.y.extent)
        cells = graphics.cells_at(x, y)
        readings = graphics.read_at(x, y)
        clicked = graphics.cells_at(x, y, clicked=True)
        yield from [float(value) for _, value in sorted({**cells, **clicked}.items())]
        yield len(cells)
        for reading in readings:
            yield from numbers_in(f"{reading.at} | {reading.text}")
        if cells:
            yield from numbers_in(readout_text(document, cells, readings))


def cases(name, view):
    found = {}
    for called, document in documents(name):
        view.set_figure(PANES[name].figure(document))
        found[f"{name}/{called}"] = summary(
            {
                str(number): list(read_at(graphics, document))
                for number, graphics in enumerate(view.graphics)
            }
        )
    return found


def all_cases():
    from PySide6.QtWidgets import QApplication

    from peviewer.live.view import FigureView

    app = QApplication.instance() or QApplication([])
    view = FigureView(LIGHT)
    view.resize(560, 380)
    # Only then its parts have their sizes, which say whether A and B take turns.
    view.show()
    found = {case: now for name in PANES for case, now in cases(name, view).items()}
    view.dispose()
    app.processEvents()
    return found


@pytest.mark.parametrize("name", PANES)
def test_what_is_read_in_a_pane_has_the_numbers_that_are_kept(name, view):
    view.resize(560, 380)
    check("live", cases(name, view))
