"""What leads through stories and presets, and the ring around the control to use."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from peviewer.app.panes.area import PaneArea
from peviewer.app.panes.dock import PaneDock
from peviewer.app.session.session import Session
from peviewer.app.stories.highlight import Highlight
from peviewer.app.transport.animated_field import AnimatedField
from peviewer.app.transport.player import Player
from peviewer.app.transport.transport import Transport
from peviewer.app.window.description import STEPS
from peviewer.app.window.menus import add, summarised
from peviewer.app.window.parameters_dock import ParametersDock, open_preset
from peviewer.figures.presets import Preset
from peviewer.figures.stories import TOUR, Place, place, stories


class StoryGuide(QObject):
    """Opens steps and presets, and points at what a step asks to use."""

    opened = Signal()  # a step or preset was opened here: the picture is to have the focus

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
        self._session, self._area, self._docks, self._parameters = session, area, docks, parameters
        self._transport, self._animated = transport, animated
        self.highlight = Highlight(session, self._control_of, lambda: player.playing, window)
        for changed in (area.shownChanged, animated.changed):
            changed.connect(lambda *_: self.highlight.update_soon())

    def open_preset(self, preset: Preset) -> None:
        open_preset(self._session, preset)
        self.opened.emit()

    def open_place(self, place: Place) -> None:
        self._session.open_place(place)
        self.opened.emit()

    def move_step(self, by: int) -> None:
        if self._session.move_step(by):
            self.opened.emit()

    def _control_of(self, path: str) -> QWidget | None:
        """Return the control of a field that can be seen: in a pane's header, in the parameters, or what plays it."""
        for name in self._area.shown:
            dock = self._docks.get(name)
            if dock and path in dock.visible_fields:
                return dock.header.choices[dock.pane.choices.index(path)]
        panel = self._parameters.panel
        if panel.offers(path) and self._parameters.isVisible():
            return panel.unfold(path)
        return self._transport.scrubber if path == self._animated.path else None

    def start_tour(self) -> None:
        self.open_place(place(TOUR))


def fill_menu(menu: QMenu, session: Session, guide: StoryGuide) -> None:
    for story in stories().values():
        add(menu, summarised(story.title, story.summary), partial(guide.open_place, Place(story, 1)))
    menu.addSeparator()
    ways = {by: add(menu, f"&{words}", partial(guide.move_step, by), keys) for by, (_, words, keys) in STEPS.items()}

    def enable() -> None:
        for by, entry in ways.items():
            entry.setEnabled(bool(session.place and session.place.moved(by)))

    session.opened.connect(enable)
    enable()
