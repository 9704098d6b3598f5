"""Editors of a choice: a combo box, or a few segments beside one another."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QCursor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPaintEvent,
    QPalette,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QComboBox,
    QFrame,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionComboBox,
    QStylePainter,
)

from peviewer.app.look.parts import in_row

# The width of the arrow and the padding, as in resources/window.qss.
FRAME = 38

# By how many pixels a text may be wider than Qt measures.
BLUR = 2

# The most choices that an open list shows; more are scrolled.
MOST_LISTED = 30

# How many characters of padding a segment has, and how many characters all segments may have.
_SEGMENT_PADDING = 4
_MOST_CHARACTERS = 40


class DropDown(QComboBox):
    """A combo box that takes the focus only by Tab.

    With the focus of a click, Space would open its list instead of playing.
    """

    # A choice was made from the open list, by the mouse or by Return.
    finished = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._is_listed = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        # Fusion's own delegate draws no ::item:selected of the style sheet.
        self.setItemDelegate(QStyledItemDelegate(self))
        self.activated.connect(self._finish)

    def add_heading(self, text: str) -> None:
        self.addItem(text)
        row = self.count() - 1
        self.setItemData(row, self.heading_font(), Qt.ItemDataRole.FontRole)
        # The role of the item's flags has no name.
        self.setItemData(row, Qt.ItemFlag.NoItemFlags, Qt.ItemDataRole.UserRole - 1)

    def heading_font(self) -> QFont:
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def shortened(self, text: str, _room: int) -> str:
        return text

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the box with its choice shortened to fit.

        Overriding ``initStyleOption`` instead crashed: Qt also calls it for hit tests.
        """
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        if self.currentIndex() < 0 and self.placeholderText():
            option.currentText = self.placeholderText()
            palette = QPalette(option.palette)
            palette.setBrush(QPalette.ColorRole.ButtonText, palette.placeholderText())
            option.palette = palette
        room = self.width() - FRAME + BLUR
        option.currentText = self.shortened(option.currentText, room)
        painter = QStylePainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.Text))
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def showPopup(self) -> None:
        self._is_listed = True
        super().showPopup()

    def hidePopup(self) -> None:
        """Close the list.

        Also reset the hover look: Qt sends no leave event if the pointer has left meanwhile.
        """
        super().hidePopup()
        if not self.rect().contains(self.mapFromGlobal(QCursor.pos())):
            self.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._is_listed = False
        super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            self._is_listed = False
            super().wheelEvent(event)
        else:
            event.ignore()

    def _finish(self) -> None:
        if self._is_listed:
            self._is_listed = False
            self.finished.emit()


class ChoiceBox(DropDown):
    """A combo box of a field's choices, by label; `groups` has the choices below each heading."""

    # Emitted with the user's choice, and an empty key.
    edited = Signal(object, str)

    def __init__(
        self,
        labels: Mapping[str, str],
        name: str,
        groups: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        super().__init__()
        self._groups = groups or {}
        self.setAccessibleName(name)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(6)
        self.offer(labels)
        self.activated.connect(lambda _: self.edited.emit(self.value(), ""))

    def value(self) -> str:
        return str(self.currentData())

    def set_value(self, choice: str) -> None:
        self.setCurrentIndex(self.findData(choice))

    def offer(self, labels: Mapping[str, str]) -> None:
        rows = [row for row in range(self.count()) if self.itemData(row) is not None]
        if {self.itemData(row): self.itemText(row) for row in rows} == labels:
            return
        self.clear()
        for heading, choices in (self._groups or {"": list(labels)}).items():
            if heading:
                self.add_heading(heading)
            for choice in choices:
                self.addItem(labels[choice], choice)
        if self._groups:
            self.setMaxVisibleItems(min(self.count(), MOST_LISTED))
        # In Qt's style Fusion a list could otherwise be as high as the screen.
        if self.count() > MOST_LISTED:
            self.setStyleSheet("QComboBox { combobox-popup: 0 }")

    def showPopup(self) -> None:
        """Make the list as wide as its longest choice and heading.

        Qt does not measure the headings' font.
        """
        headings = QFontMetrics(self.heading_font())
        widths = [self.view().sizeHintForColumn(0), *map(headings.horizontalAdvance, self._groups)]
        self.view().setMinimumWidth(max(widths) + FRAME)
        super().showPopup()

    def shortened(self, text: str, room: int) -> str:
        metrics = self.fontMetrics()
        short = text if metrics.horizontalAdvance(text) <= room else text.partition(" (")[0]
        return metrics.elidedText(short, Qt.TextElideMode.ElideRight, room)


class Segments(QFrame):
    """A few exclusive choices as buttons beside one another.

    They fill what room they have by the lengths of their labels; `spread` says so. Otherwise each
    is as wide as it is.
    """

    # Emitted with the user's choice, and an empty key.
    edited = Signal(object, str)

    def __init__(self, labels: Mapping[str, str], name: str, *, spread: bool = True) -> None:
        super().__init__()
        self.setObjectName("segments")
        self.setAccessibleName(name)
        self.buttons: dict[str, QAbstractButton] = {}
        group = QButtonGroup(self)
        line = in_row(inside=self, margins=(2, 2, 2, 2), spacing=2)
        for choice, label in labels.items():
            button = self.buttons[choice] = QPushButton(label, autoDefault=False)
            button.setCheckable(True)
            button.setAccessibleName(f"{name}: {label}")
            button.setMinimumWidth(1)
            button.clicked.connect(lambda _=False, choice=choice: self.edited.emit(choice, ""))
            group.addButton(button)
            line.addWidget(button, len(label) + _SEGMENT_PADDING if spread else 0)

    @staticmethod
    def have_room(labels: Mapping[str, str]) -> bool:
        character_count = sum(len(label) + _SEGMENT_PADDING for label in labels.values())
        return 0 < character_count <= _MOST_CHARACTERS

    def value(self) -> str:
        return next((choice for choice, button in self.buttons.items() if button.isChecked()), "")

    def set_value(self, choice: str) -> None:
        self.buttons[choice].setChecked(True)
