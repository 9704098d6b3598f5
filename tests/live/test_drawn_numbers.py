"""Where every pane draws its shapes and texts on the screen, and in which colours, is what is kept."""

from pathlib import Path

import pytest
from matplotlib import get_data_path
from PySide6.QtCore import QBuffer
from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication, QWidget

from peviewer.document.document import Document
from peviewer.document.fields import compare_with
from peviewer.figures.palette import DARK, LIGHT
from peviewer.figures.panes.catalog import PANES
from peviewer.live.text import text_line
from peviewer.live.view import FigureView
from tests.drawn import drawn
from tests.live.texts import forget_sizes
from tests.numbers import check, differences, placed
from tests.screen import settle
from tests.served import served

SMALL = Document().edited(
    {"encoding.length": 40, "encoding.dim": 12, "encoding.first": -5, "shift.phi": 4.5}
)
ZOOM = {"position": (2.0, 20.0), "dimension": (1.0, 7.0), "pair": (0.5, 4.0), "lag": (-6.0, 9.0)}
TWO_VALUES = ("base", 50), ("heads", 3), ("bucket_count", 8), ("values", "ramp")
COMPARED = {"vectors", "waves", "similarity", "clocks", "table", "bias"}
POINTED = 0.4
"""Where the pointer is, as a share of what a panel shows."""


def documents(name):
    """Yield Documents, and the size and the colours in which they are drawn."""
    small = served(name, SMALL)
    field, value = next(each for each in TWO_VALUES if hasattr(small.encoding, each[0]))
    yield "alone", small, (560, 380), LIGHT
    yield "turned", small.edited({"view.transposed": True, "view.zoom": ZOOM}), (300, 220), DARK
    if name in COMPARED:
        yield "A and B", compare_with(small, f"{field}={value}"), (900, 640), LIGHT


def svg_of(view):
    """Return what a view draws as the bytes of an SVG."""
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(view.size())
    generator.setViewBox(view.rect())
    QWidget.render(view, generator)
    return bytes(buffer.data())


def point_at(view):
    """Point at a place of the first panel, and pin what is there."""
    if not view.graphics:
        return
    graphics = view.graphics[0]
    area = graphics.area
    x, y = (low + POINTED * (high - low) for low, high in area.ranges)
    graphics.show_read(x, y, graphics.read_at(x, y))
    view.set_crosshair({}, graphics.cells_at(x, y))


def cases(name):
    """Return what is drawn of each Document, in a view of its own: one that is reused has items in another order."""
    found = {}
    for called, document, size, palette in documents(name):
        view = FigureView(palette)
        view.resize(*size)
        view.show()
        view.set_figure(PANES[name].figure(document))
        settle(view)
        if called == "alone":
            point_at(view)
        found[f"{name}/{called}"] = placed(drawn(svg_of(view)))
        view.dispose()
        view.close()
    return found


def use_plain_look():
    """Let the application look plain, and write in matplotlib's font, whatever fonts the system has."""
    app = QApplication.instance()
    app.setStyleSheet("")
    app.setPalette(app.style().standardPalette())
    file = Path(get_data_path(), "fonts", "ttf", "DejaVuSans.ttf")
    number = QFontDatabase.addApplicationFont(str(file))
    font = QFont(QFontDatabase.applicationFontFamilies(number))
    font.setPixelSize(13)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    app.setFont(font)
    forget_sizes()


def measured():
    """Return the sizes of some texts: where they are others, all places are."""
    lines = [text_line(text, pixels) for text in ("position *t*", "−0.25") for pixels in (11, 12)]
    sizes = [size for line in lines for size in (line.width, line.height)]
    return placed({"sizes": sizes})


def all_cases():
    app = QApplication.instance() or QApplication([])
    use_plain_look()
    found = {case: now for name in PANES for case, now in cases(name).items()}
    app.processEvents()
    return {"font/sizes": measured()} | found


@pytest.fixture
def is_font_as_kept(qapp):
    """Let a test write in our font; return whether that is as large as the one in which numbers were kept."""
    before = qapp.font(), qapp.palette(), qapp.styleSheet()
    use_plain_look()
    yield not differences("live/drawn", "font/sizes", measured())
    qapp.setFont(before[0])
    qapp.setPalette(before[1])
    qapp.setStyleSheet(before[2])
    forget_sizes()


@pytest.mark.parametrize("name", PANES)
def test_a_pane_draws_what_is_kept(name, is_font_as_kept):
    if not is_font_as_kept:
        pytest.skip("letters are not as large as where the numbers were kept")
    check("live/drawn", cases(name))
