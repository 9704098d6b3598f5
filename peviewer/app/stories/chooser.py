"""The chooser: all steps and presets in a list that is searched, and beside it a picture of the one pointed at."""

import html
from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QHideEvent, QPainter, QPixmap
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from peviewer.app.controls.search_popup import SearchPopup, SearchRow
from peviewer.app.gallery.thumbnails import SIZE, Thumbnails, Wanted
from peviewer.base.words import match_score
from peviewer.document.document import Document
from peviewer.figures.palette import Palette
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import Preset, groups
from peviewer.figures.stories import Place, places, stories
from peviewer.live.text import bound, unbroken, wrapped

WIDEST, HIGHEST, TOP, MARGIN = 900, 620, 44, 12
ROW, HEADING, LIST = 52, 32, 400
SMALL = QSize(60, 40)
HINT = "Search stories and presets"
NOTHING = "No step and no preset has these words."
OTHERS = "Other presets"
_CHOICE = Qt.ItemDataRole.UserRole


@dataclass(frozen=True)
class Choice:
    """A step of a story, or a preset that is in none."""

    name: str
    title: str
    line: str
    do: str
    group: str
    what: Place | Preset

    @property
    def document(self) -> Document:
        """What it opens."""
        return self.what.step.document if isinstance(self.what, Place) else self.what.document

    @property
    def wanted(self) -> Wanted:
        """The picture of its first pane."""
        document = self.document
        return Wanted(self.name, PANES[document.view.panes[0]], document)


def choices() -> Iterator[Choice]:
    """Yield the steps, story by story, and then the presets that are in no story."""
    told = {place.step.preset for place in places()}
    for place in places():
        title = f"{place.number}  {place.title}"
        yield Choice(place.key, title, place.look, place.do, place.story.title, place)
    for group, members in groups().items():
        for preset in members:
            if preset.name not in told:
                yield Choice(preset.name, preset.title, preset.description, preset.hint, f"{OTHERS}: {group}", preset)


class Chooser(SearchPopup):
    """Opens a step or a preset; it is shown over the window until one is chosen, or the focus is elsewhere.

    Parameters
    ----------
    palette : Palette
        The colours to begin with.
    parent : QWidget
        The window it is shown in.
    """

    chosen = Signal(object)
    """A :class:`Place`, or a preset."""

    def __init__(self, palette: Palette, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("chooser")
        self._pictures: dict[str, QPixmap] = {}
        self._small: dict[str, QPixmap] = {}
        self._shown: Choice | None = None
        self.thumbnails = Thumbnails(palette, self)
        self.thumbnails.drawn.connect(self._on_drawn)
        self._draw_timer = QTimer(self, singleShot=True, interval=60)
        self._draw_timer.timeout.connect(self._draw)
        self.search.setPlaceholderText(HINT)
        self.search.setAccessibleName(HINT)
        self.search.setClearButtonEnabled(True)
        self.list.setAccessibleName("Steps and presets")
        self.list.setMouseTracking(True)
        self.list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.list.setItemDelegate(_Row(self._small, self.list))
        self.picture = QLabel()
        self.picture.setFixedSize(SIZE)
        self.setAccessibleName("Stories and presets")
        self.text = QLabel(wordWrap=True, alignment=Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.text.setTextFormat(Qt.TextFormat.RichText)
        self._lay_out()
        self.list.itemEntered.connect(lambda item: self._show(item.data(_CHOICE)))
        self.list.currentItemChanged.connect(lambda item: self._show(item.data(_CHOICE) if item else None))
        self.list.verticalScrollBar().valueChanged.connect(lambda _: self._draw_timer.start())
        self.hide()

    def _lay_out(self) -> None:
        left, right = QVBoxLayout(), QVBoxLayout()
        left.setSpacing(8)
        left.addWidget(self.search)
        left.addWidget(self.list, 1)
        right.setSpacing(10)
        right.addWidget(self.picture)
        right.addWidget(self.text, 1)
        line = QHBoxLayout(self)
        line.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        line.setSpacing(16)
        line.addLayout(left, 1)
        line.addLayout(right)

    def open(self, name: str) -> None:
        """Show it, with nothing searched for and a step or preset chosen; where it is open, close it."""
        if self.isVisible():
            self.dismiss()
            return
        self._fill()
        self.open_search()
        rows = self.rows()
        current = next((item for item in rows if item.data(_CHOICE).name == name), rows[0])
        self.list.setCurrentItem(current)
        self.list.scrollToItem(current, QListWidget.ScrollHint.PositionAtCenter)
        self._draw_timer.start()

    def place(self) -> None:
        """Place it at the top of the window, centred, as large as there is room for."""
        room = self._window.size() - QSize(2 * MARGIN, TOP + 2 * MARGIN)
        size = QSize(WIDEST, HIGHEST).boundedTo(room)
        self.picture.setVisible(size.width() >= SIZE.width() + LIST // 2)
        self.text.setVisible(self.picture.isVisibleTo(self))
        self.setGeometry(QRect((self._window.width() - size.width()) // 2, TOP, size.width(), size.height()))

    def set_palette(self, palette: Palette) -> None:
        """Draw in other colours."""
        self._pictures.clear()
        self._small.clear()
        self.thumbnails.set_palette(palette)
        if self.isVisible():
            self._draw_timer.start()

    def finish(self) -> None:
        """Stop drawing; call before the application ends."""
        self._draw_timer.stop()
        self.thumbnails.finish()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._draw_timer.stop()
        self.thumbnails.stop()

    def _fill(self) -> None:
        """Make the rows, once, when they are first shown: the window opens sooner."""
        if self.list.count():
            return
        summaries = {story.title: story.summary for story in stories().values()}
        group = ""
        for choice in choices():
            if choice.group != group:
                group = choice.group
                heading = QListWidgetItem(group)
                heading.setFlags(Qt.ItemFlag.NoItemFlags)
                heading.setToolTip(wrapped(summaries.get(group, "")))
                self.list.addItem(heading)
            item = QListWidgetItem(choice.title)
            item.setData(_CHOICE, choice)
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, choice.line)
            self.list.addItem(item)

    def rows(self) -> list[QListWidgetItem]:
        """Return the rows that can be chosen and are shown."""
        items = [self.list.item(row) for row in range(self.list.count())]
        return [item for item in items if item.data(_CHOICE) and not item.isHidden()]

    @property
    def found(self) -> list[Choice]:
        """What is listed."""
        return [item.data(_CHOICE) for item in self.rows()]

    def search_for(self, typed: str) -> None:
        """List what fits what is typed, below the headings of what is listed."""
        shown = set()
        rows = [self.list.item(row) for row in range(self.list.count())]
        for item in rows:
            if choice := item.data(_CHOICE):
                name = choice.what.step.preset if isinstance(choice.what, Place) else choice.name
                fits = bool(match_score(typed, choice.title, f"{choice.line} {choice.group} {name}"))
                item.setHidden(not fits)
                shown |= {choice.group} if fits else set()
        for item in rows:
            if not item.data(_CHOICE):
                item.setHidden(item.text() not in shown)
        items = self.rows()
        self.list.setCurrentItem(items[0] if items else None)  # type: ignore[arg-type]  # None: no row
        if not items:
            self._show(None)
        self._draw_timer.start()

    def _show(self, choice: Choice | None) -> None:
        """Show a choice beside the list."""
        if choice is None and self.found:
            return  # the pointer is at a heading
        self._shown = choice
        # The focus stays in the search: what Up and Down come to is read out there.
        self.search.setAccessibleDescription(f"{choice.title}. {choice.group}. {choice.line}" if choice else NOTHING)
        self.picture.setAccessibleName(f"Picture: {choice.title}" if choice else "No picture")
        if choice is None:
            self.picture.clear()
            self.text.setText(NOTHING)
            return
        self.picture.setPixmap(self._pictures.get(choice.name, QPixmap()))
        lines = [unbroken(bound(html.escape(line))) for line in (choice.line, choice.do) if line]
        title, group = html.escape(choice.title), html.escape(choice.group)
        self.text.setText(f"<p><b>{title}</b></p><p>{'<br>'.join(lines)}</p><p><small>{group}</small></p>")
        self._draw_timer.start()

    def _draw(self) -> None:
        """Draw the one that is shown, then those whose rows can be seen."""
        seen = self.list.viewport().rect()
        rows = [item.data(_CHOICE) for item in self.rows() if seen.intersects(self.list.visualItemRect(item))]
        first = [self._shown] if self._shown else []
        self.thumbnails.draw_each(choice.wanted for choice in [*first, *rows] if choice.name not in self._pictures)

    def _on_drawn(self, name: str, picture: QPixmap) -> None:
        self._pictures[name] = picture
        self._small[name] = _scaled(picture, SMALL, self.devicePixelRatioF())
        if self._shown and self._shown.name == name:
            self.picture.setPixmap(picture)
        self.list.viewport().update()

    def choose_current(self) -> None:
        """Open what is chosen."""
        item = self.list.currentItem()
        if item and (choice := item.data(_CHOICE)):
            self.hide()
            self.chosen.emit(choice.what)


def _scaled(picture: QPixmap, size: QSize, ratio: float) -> QPixmap:
    """Return a picture in a size, sharp on a screen of so many pixels a pixel."""
    if picture.isNull():
        return picture
    smooth = Qt.TransformationMode.SmoothTransformation
    made = picture.scaled((size.toSizeF() * ratio).toSize(), Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
    made.setDevicePixelRatio(ratio)
    return made


class _Row(SearchRow):
    """A heading; or a small picture, a title and the beginning of what to look for."""

    def __init__(self, pictures: dict[str, QPixmap], parent: QListWidget) -> None:
        super().__init__(parent)
        self._pictures = pictures

    def sizeHint(self, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(100, ROW if index.data(_CHOICE) else HEADING)

    def draw(
        self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex, inks: tuple[QColor, QColor]
    ) -> None:
        """Draw the heading or the choice of a row."""
        choice: Choice | None = index.data(_CHOICE)
        font = QFont(painter.font())
        font.setWeight(QFont.Weight.DemiBold if choice is None else QFont.Weight.Medium)
        side = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        if choice is None:
            painter.setFont(font)
            painter.setPen(inks[0])
            painter.drawText(rect.adjusted(8, 4, -8, 0), side, str(index.data()))
            return
        small = QRect(rect.left() + 6, rect.top() + (ROW - SMALL.height()) // 2, SMALL.width(), SMALL.height())
        if (picture := self._pictures.get(choice.name)) and not picture.isNull():
            painter.drawPixmap(small, picture)
        words = rect.adjusted(SMALL.width() + 16, 7, -8, -7)
        upper, lower = words.adjusted(0, 0, 0, -words.height() // 2), words.adjusted(0, words.height() // 2, 0, 0)
        plain = QFont(painter.font())
        for room, own, ink, text in ((upper, font, inks[0], choice.title), (lower, plain, inks[1], choice.line)):
            painter.setFont(own)
            painter.setPen(ink)
            shown = QFontMetrics(own).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(room, side, shown)
