"""What a widget writes: every text it paints, with the rectangle in which it stands and how much of it is seen."""

from itertools import combinations
from typing import NamedTuple

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPaintDevice, QPaintEngine, QTransform
from PySide6.QtWidgets import QGraphicsView, QWidget

from peviewer.live.marks.dials import widest_name
from peviewer.live.marks.line_names import name_size
from peviewer.live.text import paragraph, text_line

SLACK = 1.0  # pixels: what letters lean over, and what halves are rounded to


def forget_sizes():
    """Measure texts anew: the application's font is another one."""
    for measure in (text_line, paragraph, name_size, widest_name):
        measure.cache_clear()


class Text(NamedTuple):
    """A piece of text in one font."""

    words: str
    rect: QRectF
    seen: QRectF

    @property
    def is_cut(self):
        """Whether some of it is painted where it is not seen."""
        return not self.seen.adjusted(-SLACK, -SLACK, SLACK, SLACK).contains(self.rect)


class _Recorder(QPaintEngine):
    def __init__(self, paper):
        super().__init__(QPaintEngine.PaintEngineFeature.AllFeatures)
        self.paper = paper

    def begin(self, _device):
        return True

    def end(self):
        return True

    def type(self):
        return QPaintEngine.Type.User

    def updateState(self, _state):
        pass

    def _ignore(self, *_):
        pass

    drawPixmap = drawImage = drawPath = drawPolygon = drawLines = drawRects = drawEllipse = (
        drawPoints
    ) = _ignore

    def drawTextItem(self, at, item):
        painter = self.painter()
        scaled = painter.deviceTransform() * QTransform.fromScale(
            1 / self.paper.ratio, 1 / self.paper.ratio
        )
        seen = QRectF(0, 0, self.paper.size.width(), self.paper.size.height())
        if painter.hasClipping():
            seen &= scaled.mapRect(painter.clipBoundingRect())
        rect = QRectF(at.x(), at.y() - item.ascent(), item.width(), item.ascent() + item.descent())
        if item.text().strip():
            self.paper.texts.append(
                Text(item.text().replace("\xa0", " "), scaled.mapRect(rect), seen)
            )


class Paper(QPaintDevice):
    """Something to paint on that keeps the texts and nothing else."""

    def __init__(self, size, ratio=1):
        super().__init__()
        self.size = size
        self.ratio = ratio
        self.texts = []
        self._recorder = _Recorder(self)

    def paintEngine(self):
        return self._recorder

    def metric(self, metric):
        kinds = QPaintDevice.PaintDeviceMetric
        return {
            kinds.PdmWidth: self.size.width() * self.ratio,
            kinds.PdmHeight: self.size.height() * self.ratio,
            kinds.PdmDepth: 32,
            kinds.PdmDevicePixelRatio: self.ratio,
            kinds.PdmDevicePixelRatioScaled: round(self.ratio * self.devicePixelRatioFScale()),
        }.get(metric, 96)


def canvas_of(view):
    return view.findChild(QGraphicsView)


def written(widget, ratio=1):
    """Return every text that a widget paints."""
    paper = Paper(widget.size(), ratio)
    QWidget.render(widget, paper)  # QGraphicsView has one of its own
    return paper.texts


def collisions(texts):
    """Return the pairs of texts that stand on each other."""
    inner = [(text.words, text.rect.adjusted(SLACK, SLACK, -SLACK, -SLACK)) for text in texts]
    return [(a, b) for (a, one), (b, other) in combinations(inner, 2) if one.intersects(other)]
