"""What leads through stories and presets, and the ring around a control to use."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget
from shiboken6 import isValid

from peviewer.app.panes.area import PaneArea
from peviewer.app.panes.dock import PaneDock
from peviewer.app.session.session import Session
from peviewer.app.transport.animated_field import AnimatedField
from peviewer.app.transport.player import Player
from peviewer.app.transport.transport import Transport
from peviewer.app.window.description import STEPS
from peviewer.app.window.menus import add, summarised
from peviewer.app.window.parameters_dock import ParametersDock
from peviewer.document.document import DocumentError
from peviewer.figures.presets import Preset
from peviewer.figures.stories import TOUR, Place, place, stories

# pixels
ROUND = 6
WIDTH = 2
# pixels to the left and right, and above and below: less than what a header has on every side
BESIDE = 4
ABOVE = 1


class Ring(QWidget):
    """Drawn around a widget, over what it is in; clicks go through it."""

    def __init__(self, around: QWidget) -> None:
        followed = _followed(around)
        self._host = followed[-1].parentWidget() or around
        super().__init__(self._host)
        self.around = around
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for widget in followed:
            widget.installEventFilter(self)
        around.destroyed.connect(self.deleteLater)
        self._place()
        self.show()
        self.raise_()

    def _place(self) -> None:
        self.setGeometry(_outline(self.around, self._host))

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move) and isValid(self.around):
            self._place()
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().highlight(), WIDTH))
        inset = WIDTH / 2
        painter.drawRoundedRect(
            QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), ROUND, ROUND
        )


def _outline(around: QWidget, inside: QWidget) -> QRect:
    rect = QRect(around.mapTo(inside, QPoint()), around.size())
    return rect.adjusted(-BESIDE, -ABOVE, BESIDE, ABOVE)


def _followed(around: QWidget) -> list[QWidget]:
    """Return a widget and those around it.

    They end below the first in which a ring around it is not cut.
    """
    widgets = [around]
    parent = around.parentWidget()
    while parent and not parent.isWindow() and not parent.rect().contains(_outline(around, parent)):
        widgets.append(parent)
        parent = parent.parentWidget()
    return widgets


class Highlight(QObject):
    """Keeps a ring around the control of the step's field, until the field has another value.

    Where a step asks for several, the ring is around the first that was not used yet.
    """

    def __init__(
        self,
        session: Session,
        find: Callable[[str], QWidget | None],
        is_playing: Callable[[], bool],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._find = find
        self._ring: Ring | None = None
        self._is_playing = is_playing
        self._used: set[str] = set()
        self._last_values: dict[str, object] = {}
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._update)
        session.opened.connect(self._begin)
        session.watch(lambda document: (document, session.step), lambda _: self._on_changed())
        self._begin()

    @property
    def path(self) -> str:
        """The field that is to be used next; empty where there is none, or all were."""
        place = None if self._session.left_preset else self._session.place
        unused = [path for path in place.step.controls if path not in self._used] if place else []
        return unused[0] if unused else ""

    @property
    def control(self) -> QWidget | None:
        return self._ring.around if self._ring else None

    def update_soon(self) -> None:
        """Look for the control again, once all that is changing has changed."""
        self._timer.start()

    def _begin(self) -> None:
        self._used = set()
        self._last_values = {}
        if place := self._session.place:
            baseline = self._session.baseline
            self._last_values = {path: baseline.get(path) for path in place.step.controls}
        self.update_soon()

    def _on_changed(self) -> None:
        place = self._session.place
        if place and self.path:
            by_hand = not self._is_playing() or place.step.plays
            for path, last_value in self._last_values.items():
                value = self._value(path)
                if by_hand and value not in (None, last_value):
                    self._used.add(path)
                self._last_values[path] = value
        if self.path or self._ring is not None:
            self.update_soon()

    def _value(self, path: str) -> object:
        """Return the value of a field; None where another scheme has no such field."""
        try:
            return self._session.document.get(path)
        except DocumentError:
            return None

    def _update(self) -> None:
        path = self.path
        control = self._find(path) if path else None
        if control is self.control:
            return
        if self._ring:
            self._ring.hide()
            self._ring.deleteLater()
            self._ring = None
        if control:
            ring = self._ring = Ring(control)
            ring.destroyed.connect(lambda: self._forget(ring))

    def _forget(self, ring: Ring) -> None:
        if self._ring is ring:
            self._ring = None
            if isValid(self._timer):
                # Otherwise the window itself is being deleted.
                self.update_soon()


class StoryGuide(QObject):
    """Opens steps and presets, and points at what a step asks to use."""

    opened = Signal()
    """A step or preset was opened here: the picture is to have the focus."""

    def __init__(
        self,
        session: Session,
        area: PaneArea,
        docks: Mapping[str, PaneDock],
        parameters: ParametersDock,
        transport: Transport,
        player: Player,
        animated: AnimatedField,
        window: QMainWindow,
    ) -> None:
        super().__init__(window)
        self._session = session
        self._area = area
        self._docks = docks
        self._parameters = parameters
        self._transport = transport
        self._animated = animated
        self.highlight = Highlight(session, self._control_of, lambda: player.playing, window)
        session.opened.connect(parameters.panel.fold_back)
        for changed in (area.shownChanged, animated.changed, parameters.panel.building.finished):
            changed.connect(lambda *_: self.highlight.update_soon())

    def open_preset(self, preset: Preset) -> None:
        self._session.open(preset.document, preset.title)
        self.opened.emit()

    def open_place(self, place: Place) -> None:
        self._session.open_place(place)
        self.opened.emit()

    def move_step(self, by: int) -> None:
        if self._session.move_step(by):
            self.opened.emit()

    def _control_of(self, path: str) -> QWidget | None:
        """Return the control of a field that can be seen.

        It is what plays it, or in a pane's header, or in the parameters.
        """
        place = self._session.place
        if place and place.step.plays and path == self._animated.path:
            return self._transport.play_button
        for name in self._area.shown:
            dock = self._docks.get(name)
            if dock and path in dock.visible_fields:
                return dock.header.choices[dock.pane.choices.index(path)]
        panel = self._parameters.panel
        if panel.building.is_under_way:
            return self.highlight.control
        if panel.offers(path) and self._parameters.isVisible():
            return panel.unfold(path)
        return self._transport.scrubber if path == self._animated.path else None

    def explain(self, name: str) -> None:
        """Open the explanation of a pane, with its formula."""
        if name not in self._docks or not self._docks[name].seen:
            self._area.reveal(name)
        self._docks[name].explanation.start()

    def start_tour(self) -> None:
        self.open_place(place(TOUR))


def fill_menu(menu: QMenu, session: Session, guide: StoryGuide) -> None:
    for story in stories().values():
        add(
            menu, summarised(story.title, story.summary), partial(guide.open_place, Place(story, 1))
        )
    menu.addSeparator()
    ways = {
        by: add(menu, f"&{words}", partial(guide.move_step, by), keys)
        for by, (words, keys) in STEPS.items()
    }

    def enable() -> None:
        for by, entry in ways.items():
            entry.setEnabled(bool(session.place and session.place.moved(by)))

    session.opened.connect(enable)
    enable()
