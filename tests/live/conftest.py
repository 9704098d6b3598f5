"""A raster that counts, small Figures, and a mouse."""

from dataclasses import dataclass, field

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QFontDatabase, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QGraphicsView

from peviewer.figures.grammar import Axis, Curve, Figure, Heatmap, Panel
from peviewer.figures.palette import LIGHT
from peviewer.live.tables.panel import TablePanel
from peviewer.live.view import FigureView
from peviewer.model.sampling.raster import ArrayRaster
from peviewer.model.sampling.series import Samples
from tests.live.texts import forget_sizes


@pytest.fixture(autouse=True)
def _plain_application(qapp, patient):
    """Undo what a window of an earlier test did to the fonts: sizes of texts decide where panels lie."""
    plain = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    if qapp.font() != plain:
        qapp.setFont(plain)
    forget_sizes()


@dataclass(frozen=True, eq=False)
class Table(ArrayRaster):
    """A given table; `calls` has the shape of every sample taken."""

    calls: list = field(default_factory=list)

    def sample(self, rows, columns, reduce="mean"):
        self.calls.append((len(rows), len(columns)))
        return super().sample(rows, columns, reduce)


def cell_axis(quantity, size, **kwargs):
    return Axis(
        quantity, f"{quantity} *t*", (-0.5, size - 0.5), cursor=quantity, whole=True, **kwargs
    )


@pytest.fixture
def table():
    """Return a maker of counting rasters."""
    return Table


@pytest.fixture
def heat():
    """Return a maker of a Figure with one heatmap, first row at the top."""

    def make(
        raster,
        *,
        levels=(-1.0, 1.0),
        colormap="viridis",
        inverted=True,
        windows=(None, None),
        marks=(),
        **kwargs,
    ):
        rows, columns = raster.shape
        x = cell_axis("dimension", columns, window=windows[0])
        y = cell_axis("position", rows, inverted=inverted, window=windows[1])
        return Figure("", ((Panel(x, y, (Heatmap(raster, levels, colormap, **kwargs), *marks)),),))

    return make


@pytest.fixture
def stack():
    """Return a maker of a Figure with a heatmap over a curve, positions across."""

    def make(raster, *, window=None, offset=0.0, bar=""):
        rows, columns = raster.shape
        x = cell_axis("position", columns, window=window)
        heatmap = Heatmap(raster, (-1.0, 1.0), "viridis", bar=bar)
        places = np.arange(columns, dtype=float)
        curve = Curve(Samples(places, np.sin(places / 5) + offset), "sine")
        return Figure(
            "",
            (
                (Panel(x, cell_axis("dimension", rows, inverted=True), (heatmap,), title="Cells"),),
                (Panel(x, Axis("value", "value", (-2.0, 2.0)), (curve,), title="Curve"),),
            ),
            heights=(2.0, 1.0),
        )

    return make


@pytest.fixture
def view(qtbot):
    """Return a shown FigureView of 600 × 400 pixels."""
    widget = FigureView(LIGHT)
    qtbot.addWidget(widget, before_close_func=lambda w: w.dispose())
    widget.resize(600, 400)
    with qtbot.waitExposed(widget):
        widget.show()
    return widget


class Mouse:
    """A mouse over the data of one panel; places are parts of its width and height."""

    def __init__(self, qtbot, view):
        self.qtbot = qtbot
        self.view = view
        self.viewport = view.findChild(QGraphicsView).viewport()

    def point(self, x, y, panel=0):
        seen = self.view.findChild(QGraphicsView).viewportTransform()
        rect = seen.mapRect(self.view.panels[panel].area.sceneBoundingRect())
        return QPoint(int(rect.x() + x * rect.width()), int(rect.y() + y * rect.height()))

    def move(self, x, y, panel=0):
        self.qtbot.mouseMove(self.viewport, self.point(x, y, panel))

    def click(self, x, y, panel=0):
        self.qtbot.mouseClick(self.viewport, Qt.MouseButton.LeftButton, pos=self.point(x, y, panel))

    def double_click(self, x, y, panel=0):
        at = self.point(x, y, panel)
        self.qtbot.mouseDClick(self.viewport, Qt.MouseButton.LeftButton, pos=at)
        self.qtbot.mouseRelease(
            self.viewport, Qt.MouseButton.LeftButton, pos=at
        )  # QTest keeps it down

    def drag(self, *places, panel=0, keys=Qt.KeyboardModifier.NoModifier, release=True):
        """Press at the first place, visit the others, release at the last."""
        points = [self.point(*place, panel) for place in places]
        button = Qt.MouseButton.LeftButton
        QTest.mousePress(self.viewport, button, keys, points[0])
        for at in points:
            where = QPointF(at), QPointF(self.viewport.mapToGlobal(at))
            moved = QMouseEvent(
                QEvent.Type.MouseMove, *where, Qt.MouseButton.NoButton, button, keys
            )
            QApplication.sendEvent(self.viewport, moved)
        if release:
            QTest.mouseRelease(self.viewport, button, keys, points[-1])

    def release(self, x, y, panel=0):
        self.qtbot.mouseRelease(
            self.viewport, Qt.MouseButton.LeftButton, pos=self.point(x, y, panel)
        )

    def wheel(self, x, y, notches=1, panel=0, sideways=0):
        at = QPointF(self.point(x, y, panel))
        turn = QPoint(120 * sideways, 120 * notches)
        event = QWheelEvent(
            at, QPointF(self.viewport.mapToGlobal(at.toPoint())), QPoint(), turn,
            Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(self.viewport, event)


@pytest.fixture
def mouse(qtbot, view):
    """Return a mouse over `view`."""
    return Mouse(qtbot, view)


@pytest.fixture
def pixels():
    """Return a function from a view to its picture, shape (height, width, 3)."""

    def taken(view):
        image = view.grab().toImage()
        image = image.convertToFormat(image.Format.Format_RGB888)
        rows = np.frombuffer(image.constBits(), np.uint8).reshape(
            image.height(), image.bytesPerLine()
        )
        return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).copy()

    return taken


@pytest.fixture
def data_pixels(pixels):
    """Return a function from a view to the picture of one panel's data, or of a table."""

    def taken(view, panel=0):
        shown = view.panels[panel]
        is_table = isinstance(shown, TablePanel)
        rect = shown.table.geometry() if is_table else shown.area.sceneBoundingRect().toRect()
        return pixels(view)[rect.top() : rect.bottom() + 1, rect.left() : rect.right() + 1]

    return taken


@pytest.fixture
def rgb():
    """Return a function from ``#RRGGBB`` to three numbers."""
    return lambda name: QColor(name).getRgb()[:3]


@pytest.fixture
def cells(view):
    """Return a list of the cells that the view reports as pointed at."""
    reported = []
    view.hovered.connect(lambda cells, _: reported.append(cells))
    return reported
