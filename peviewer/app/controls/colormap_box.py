"""The choice of a colormap, each with a swatch of its colours."""

from collections.abc import Mapping, Sequence

import numpy as np
from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QIcon, QImage, QPainter, QPixmap

from peviewer.app.controls.choice import ChoiceBox
from peviewer.app.look.themes import shown_palette
from peviewer.app.look.type_size import scaled
from peviewer.document.view import USUAL_COLORMAP
from peviewer.figures.palette import colormap, themed_colormap

# The size of a swatch in pixels of usual type, and pixels between it and its name.
SWATCH = QSize(36, 14)
_GAP = 8


def swatch(names: Sequence[str], size: QSize) -> QPixmap:
    """Return the colours of some colormaps, one below the other, from left to right."""
    result = QPixmap(size)
    result.fill(Qt.GlobalColor.transparent)
    band_height = size.height() / len(names)
    with QPainter(result) as painter:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for place, name in enumerate(names):
            colours = np.ascontiguousarray(colormap(name))
            count = len(colours)
            image = QImage(colours.tobytes(), count, 1, 3 * count, QImage.Format.Format_RGB888)
            top = round(place * band_height)
            bottom = round((place + 1) * band_height)
            painter.drawImage(result.rect().adjusted(0, top, 0, bottom - size.height()), image)
    return result


class ColormapBox(ChoiceBox):
    """A combo box of colormaps; the usual one is called by the colormaps that are drawn for it."""

    def __init__(
        self, labels: Mapping[str, str], name: str, groups: Mapping[str, Sequence[str]]
    ) -> None:
        self._drawn: tuple[str, ...] = (USUAL_COLORMAP,)
        super().__init__(labels, name, groups)
        self._usual_label = labels[USUAL_COLORMAP]
        self.setIconSize(QSize(scaled(SWATCH.width()), scaled(SWATCH.height())))
        self._show_usual()

    def set_drawn(self, names: Sequence[str]) -> None:
        """Say which colormaps are drawn where the usual one is chosen."""
        if names and tuple(names) != self._drawn:
            self._drawn = tuple(names)
            self._show_usual()

    def set_value(self, choice: str) -> None:
        super().set_value(choice)
        self._add_swatch(self.currentIndex())

    def showPopup(self) -> None:
        """Draw all swatches, which nothing needs before."""
        for row in range(self.count()):
            self._add_swatch(row)
        super().showPopup()

    def changeEvent(self, event: QEvent) -> None:
        """Draw the colours of another theme, or swatches of another size."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self.setIconSize(QSize(scaled(SWATCH.width()), scaled(SWATCH.height())))
            for row in range(self.count()):
                self.setItemIcon(row, QIcon())
            self._show_usual()
            self._add_swatch(self.currentIndex())

    def shortened(self, text: str, room: int) -> str:
        """Return the longest of a choice's names that has room beside its swatch."""
        room_for_text = room - self.iconSize().width() - _GAP
        names = [text]
        if self.value() == USUAL_COLORMAP:
            names.append(self._drawn_names())
        fitting = (
            name for name in names if self.fontMetrics().horizontalAdvance(name) <= room_for_text
        )
        return next(fitting, super().shortened(text, room_for_text))

    def _show_usual(self) -> None:
        row = self.findData(USUAL_COLORMAP)
        self.setItemText(row, f"{self._usual_label} ({self._drawn_names()})")
        self.setItemIcon(row, QIcon())
        self._add_swatch(row)
        self.update()

    def _drawn_names(self) -> str:
        return ", ".join(themed_colormap(name, shown_palette()) for name in self._drawn)

    def _add_swatch(self, row: int) -> None:
        choice = self.itemData(row)
        if choice is None or not self.itemIcon(row).isNull():
            return
        names = self._drawn if choice == USUAL_COLORMAP else (str(choice),)
        themed_names = [themed_colormap(name, shown_palette()) for name in names]
        self.setItemIcon(row, QIcon(swatch(themed_names, self.iconSize())))
