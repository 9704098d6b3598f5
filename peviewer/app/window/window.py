"""The main window: its parts, and the connections between them."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QMoveEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QMainWindow, QMenu, QMessageBox, QWidget

from peviewer.app.export.actions import ExportActions
from peviewer.app.look.icons import icon
from peviewer.app.look.parts import in_column, in_row
from peviewer.app.look.themes import Appearance, apply_style_sheet
from peviewer.app.look.type_size import factor, resize, window_factor
from peviewer.app.panes.area import PaneArea
from peviewer.app.panes.arrangement_sync import ArrangementSync
from peviewer.app.panes.dock import PaneDock
from peviewer.app.panes.flipping import Flipping
from peviewer.app.panes.header import PaneChoice
from peviewer.app.panes.moment import Moment
from peviewer.app.panes.pointing import Pointing
from peviewer.app.panes.type_size import stepped
from peviewer.app.session.autosave import Autosave, Saved
from peviewer.app.session.files import SessionFiles
from peviewer.app.session.session import Session
from peviewer.app.session.settings import Settings
from peviewer.app.transport.animated_field import AnimatedField
from peviewer.app.transport.player import LONGEST_WAIT_MS, Player
from peviewer.app.transport.transport import Transport
from peviewer.app.window import comparison, menus, story_guide
from peviewer.app.window.adding import Adding
from peviewer.app.window.command_palette import CommandPalette
from peviewer.app.window.commands import Finder
from peviewer.app.window.comparison import ComparisonStrip
from peviewer.app.window.description import Description
from peviewer.app.window.drawn_colours import DrawnColours
from peviewer.app.window.geometry import WindowGeometry
from peviewer.app.window.help_dialogs import about, shortcuts_page, symbols_page
from peviewer.app.window.keyboard_focus import CurrentPane, move_focus
from peviewer.app.window.menus import add, shortcuts
from peviewer.app.window.parameters_dock import CollapsedSidebar, ParametersDock, VisibleFields
from peviewer.app.window.presentation.presentation import Presentation
from peviewer.app.window.status import Status
from peviewer.app.window.story_guide import StoryGuide
from peviewer.app.window.strips import Invitation, Notice, TableQuestion
from peviewer.app.window.transition import Transition
from peviewer.figures.palette import Palette
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.panes.pane import Pane
from peviewer.figures.presets import FIRST, preset
from peviewer.live.pending import PATIENCE_MS

# Pixels beside and between the parts of the middle.
MARGIN = 8


class MainWindow(QMainWindow):
    """Parameters on the left, the panes in the middle, the transport below them."""

    closed = Signal()
    autosave: Autosave | None = None
    """None while Qt moves a window before it is made."""
    commands: CommandPalette | None = None
    """The palette is made when it is first asked for."""

    def __init__(
        self,
        session: Session,
        settings: Settings,
        appearance: Appearance,
        autosave: Autosave | None = None,
        restored: Saved | None = None,
    ) -> None:
        super().__init__()
        self.setObjectName("window")
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose)
        self.setAcceptDrops(True)
        self.session = session
        self.settings = settings
        self.appearance = appearance
        session.setParent(self)
        self.pointing = Pointing(session, self)
        self.docks: dict[str, PaneDock] = {}
        self.moment = Moment(self.docks, self)
        self.flipping = Flipping(self, self.docks)
        self.area = PaneArea(self._dock)
        self.adding = Adding(session, self.area, self)
        self.add_button = menus.add_button(self.adding.open_sheet)
        self.arrangement_sync = ArrangementSync(session, self.area, self)
        self.animated_field = AnimatedField(session, self)
        self.player = Player(
            session,
            parent=self,
            chosen=lambda: self.animated_field.path,
            is_shown=lambda: self.moment.is_shown,
            track_of=lambda _path: self.animated_field.track,
            begins_anew=lambda: session.place is not None and self.animated_field.is_as_opened,
        )
        self.transport = Transport(session, self.animated_field, self.player)
        self.notice = Notice()
        # What stays wrong has a notice of its own for each cause, which no other message replaces.
        self.read_settings_notice = Notice()
        self.saved_settings_notice = Notice()
        self.autosave_notice = Notice()
        # The description comes last: what hides beside it has left its room when it is shown, or
        # all panes would be laid out twice.
        self.invitation = Invitation(session, settings, self)
        self.table_question = TableQuestion(session, self)
        self.comparison_strip = ComparisonStrip(session, self)
        self.description = Description(session, settings, self)
        self.status = Status(session, self.pointing)
        self.files = SessionFiles(session, settings, self)
        self.export_actions = ExportActions(session, settings, self.status.busy, self)
        self.autosave = autosave
        self._asks_on_close = True
        self._discarded = False
        self._lay_out()
        # It hears of a step before the panes do.
        self.transition = Transition(self, session, self._is_complete)
        self.geometry_store = WindowGeometry(self, self.parameters, settings)
        self.guide = StoryGuide(
            session,
            self.area,
            self.docks,
            self.parameters,
            self.transport,
            self.player,
            self.animated_field,
            self,
        )
        self._fill_menus()
        self._connect()
        self._set_palette(appearance.palette)
        self.arrangement_sync.follow()
        self._set_type_size(settings.choices.pane_type_size)
        self.geometry_store.restore(restored.geometry if restored else None)
        if restored and restored.file:
            self.files.restore(Path(restored.file))
        self._update_title()
        if restored and restored.document != preset(FIRST).document:
            self.status.show_start_fresh()
        if autosave:
            self._follow_with_autosave(autosave)
        self.read_settings_notice.set_fact(settings.complaint)
        settings.savingFailed.connect(self.saved_settings_notice.set_fact)

    def _follow_with_autosave(self, autosave: Autosave) -> None:
        autosave.source = self.saved
        autosave.complaintChanged.connect(self.autosave_notice.set_fact)
        for signal in (self.session.changed, self.parameters.toggleViewAction().toggled):
            signal.connect(lambda *_: autosave.schedule())
        # A table that was opened comes back, whatever happens next.
        QTimer.singleShot(0, autosave, autosave.write)

    def saved(self) -> Saved:
        session = self.session
        path = self.files.path
        return Saved(
            document=session.document,
            baseline=session.baseline,
            title=session.title,
            step=session.step,
            file=str(path.absolute()) if path else "",
            geometry=self.usual_geometry
            if self.presentation.is_on
            else self.geometry_store.state(),
            closed=False,
        )

    def _dock(self, name: str) -> PaneDock:
        pane = PANES[name]
        choices = [PaneChoice(self.session, path) for path in pane.choices]
        for choice in choices:
            choice.finished.connect(self.current_pane.focus)
        dock = self.docks[name] = PaneDock(pane, self.session, self.pointing, choices)
        self.moment.add(dock)
        dock.set_type_size(self.settings.choices.pane_type_size)
        dock.asked.connect(self._do)
        self.drawn_colours.add(dock)
        dock.reported.connect(self._on_reported)
        dock.header.choicesChanged.connect(lambda: self.visible_fields.update())
        dock.header.choicesChanged.connect(lambda: self.guide.highlight.update_soon())
        return dock

    def _do(self, what: str, name: str) -> None:
        if what in ("copy", "code"):
            self.copy(name, "picture" if what == "copy" else what)
        elif what in ("export", "data"):
            self.export(name, "" if what == "export" else what)
        elif what == "maximise":
            self.area.toggle(name)
        else:
            self.current_pane.click(name)

    def make_type_larger(self, steps: int) -> None:
        """Make the type of the whole window larger by so many steps; 0 for the usual size."""
        size = stepped(self.settings.choices.pane_type_size, steps)
        self.settings.remember(pane_type_size=size)
        for dock in self.docks.values():
            dock.set_type_size(size)
        growth = self._set_type_size(size)
        width = round(growth * self.parameters.width())
        self.resizeDocks([self.parameters], [width], Qt.Orientation.Horizontal)

    def _set_type_size(self, size: float) -> float:
        """Let the type around the panes be so many times as large as usual, as far as it fits.

        Return how many times as large as before it is.
        """
        former_factor = factor()
        self.appearance.set_type_factor(window_factor(size, self.screen().availableSize()))
        apply_style_sheet(self, self.appearance.palette)
        growth = factor() / former_factor
        if growth != 1:
            resize(self)
            self.parameters.panel.show_type_size()
            # Children without texts keep their sizes, and so do not ask for another place.
            self.area.place_again()
        return growth

    def _lay_out(self) -> None:
        self.parameters = ParametersDock(self.session, self.settings)
        self.collapsed_sidebar = CollapsedSidebar(self.parameters)
        strips = (
            self.read_settings_notice,
            self.saved_settings_notice,
            self.autosave_notice,
            self.notice,
            self.invitation,
            self.table_question,
            self.comparison_strip,
            self.description,
        )
        central = QWidget(focusPolicy=Qt.FocusPolicy.ClickFocus)
        column = in_column(*strips, (self.area, 1), self.transport, spacing=MARGIN)
        in_row(
            self.collapsed_sidebar,
            (column, 1),
            inside=central,
            margins=(0, 0, MARGIN, 0),
            spacing=0,
        )
        self.current_pane = CurrentPane(self.area, self.docks, central)
        self.setCentralWidget(central)
        central.setFocus()
        self.setStatusBar(self.status)
        self.preset_chooser = self.parameters.chooser
        self.visible_fields = VisibleFields(
            self.session, self.parameters.panel, self.area, self.docks
        )
        self.drawn_colours = DrawnColours(self.parameters.panel, self.area, self.docks, self)
        self.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, self.parameters)
        self.presentation = Presentation(
            self,
            self.session,
            self.settings,
            self.area,
            self.arrangement_sync,
            self.transport,
            central,
            column,
            [*strips, self.collapsed_sidebar],
        )

    def _fill_menus(self) -> None:
        bar = self.menuBar()
        bar.setAccessibleName("Menus")
        bar.setCornerWidget(self.add_button)
        file = bar.addMenu("&File")
        menus.fill_file(file, self.session, self.files, self.settings)
        menus.fill_exports(file, self.export, self.copy, lambda: self.current)
        file.addSeparator()
        add(file, "&Quit", self.close, "Ctrl+Q")
        menus.fill_edit(bar.addMenu("&Edit"), self.session)
        self._fill_view(bar.addMenu("&View"))
        menus.fill_play(bar.addMenu("&Play"), self.session, self.animated_field, self.transport)
        comparison.fill_menu(bar.addMenu("&Compare"), self.session, self.files)
        story_guide.fill_menu(bar.addMenu("&Stories"), self.session, self.guide)
        presets = bar.addMenu("P&resets")
        menus.fill_presets(presets, self.guide.open_preset)
        self.preset_chooser.menu = presets
        guide = bar.addMenu("&Help")
        menus.fill_explanations(guide.addMenu("&Explain"), self.explain)
        add(guide, "Take the &tour", self.guide.start_tour)
        add(guide, "&Find a command…", self.find_command, "Ctrl+K")
        add(guide, "&Symbols", lambda: symbols_page(self).open())
        add(guide, "&Keyboard shortcuts", lambda: shortcuts_page(shortcuts(bar), self).open(), "F1")
        add(guide, "&About peviewer", lambda: about(self).open())

    def _fill_view(self, menu: QMenu) -> None:
        add(menu, "&Add pane…", self.adding.open_sheet, "Ctrl+T")
        menus.fill_go(menu.addMenu("&Go to"), self.area, self.current_pane, self.parameters.enter)
        menus.fill_maximise(menu, self.area, lambda: self.current)
        menu.addSeparator()
        menu.addAction(self.parameters.toggleViewAction())
        menu.addAction(self.description.action)
        menu.addSeparator()
        add(
            menu,
            "&Zoom to all",
            lambda: self.session.edit({"view.zoom": {}}, undoable=False),
            "Ctrl+0",
        )
        menus.fill_type(menu, self.make_type_larger)
        menu.addSeparator()
        menus.fill_theme(menu.addMenu("T&heme"), self.appearance, self.choose_theme)
        # The menu of this entry is hidden while panes are presented.
        self.addAction(add(menu, "Prese&nt", self.present, "F5"))
        add(menu, "&Full screen", self.toggle_full_screen, "F11")

    def _connect(self) -> None:
        self.status.fresh.clicked.connect(self.start_fresh)
        self.parameters.reload_button.clicked.connect(self.files.schemes.reload)
        self.description.stepped.connect(self.guide.move_step)
        self.description.storyChosen.connect(self.guide.open_place)
        self.description.formulaAsked.connect(self.guide.explain)
        self.comparison_strip.offered.connect(self.area.reveal)
        self.comparison_strip.b_held.connect(self.flipping.show_b)
        self.invitation.start.clicked.connect(self.guide.start_tour)
        self.guide.opened.connect(self.current_pane.focus)
        for controls in (self.parameters, self.transport):
            controls.finished.connect(self.current_pane.focus)
        self.area.focusHidden.connect(self.current_pane.focus)
        self.area.maximisedChanged.connect(self._on_maximised)
        self.adding.dismissed.connect(self.current_pane.focus)
        self.adding.emptied.connect(self._set_empty)
        self.area.revealed.connect(self.current_pane.click)
        self.player.started.connect(lambda: self.moment.set_patience(LONGEST_WAIT_MS))
        self.player.stopped.connect(lambda: self.moment.set_patience(PATIENCE_MS))
        self.appearance.changed.connect(self.transition.end)
        self.appearance.changed.connect(self._set_palette)
        self.appearance.changed.connect(lambda palette: apply_style_sheet(self, palette))
        self.session.opened.connect(self._update_title)
        self.session.watch(lambda _: self._named, lambda _: self._update_title())
        self.arrangement_sync.reported.connect(self.status.show_text)
        self.session.undo_stack.cleanChanged.connect(self._update_title)
        self.files.recentChanged.connect(self._update_title)
        self.session.stepStarting.connect(self.notice.hide)
        self.files.noted.connect(lambda text: self.notice.show_text(text, failed=False))
        self.files.offered.connect(self._offer_parts)
        self.files.asked.connect(self.table_question.ask)
        for part in (self.files, self.export_actions):
            part.reported.connect(self._on_reported)
            part.failed.connect(self.notice.show_text)

    def _is_complete(self) -> bool:
        """Whether panes and controls show the Document as it is now."""
        is_building = self.parameters.panel.building.is_under_way
        return self.session.is_announced and self.moment.is_complete and not is_building

    def _offer_parts(self, path: Path, parts: list[str]) -> None:
        """Offer other parts of a configuration beside what is said of the one that is shown."""
        for part in parts:
            self.notice.offer(part, partial(self.files.open_part, path, part))

    def _set_empty(self, is_empty: bool) -> None:
        """Let nothing be played while no pane is open."""
        self.transport.setEnabled(not is_empty)
        for action in self.transport.actions():
            action.setEnabled(not is_empty)
        if is_empty:
            self.player.stop()

    @property
    def current(self) -> Pane:
        return self.current_pane.pane

    def export(self, name: str = "", kind: str = "") -> None:
        """Open the Export dialog on a pane, the current one if none is named.

        For a kind of export, or the last one.
        """
        self.export_actions.open(name or self.current.name, kind)

    def copy(self, name: str = "", kind: str = "picture") -> None:
        self.export_actions.copy(name or self.current.name, kind)

    def explain(self, name: str) -> None:
        self.guide.explain(name)

    def find_command(self) -> None:
        if self.commands is None:
            finder = Finder(self.session, self.menuBar(), self.area.reveal, self.guide)
            self.commands = CommandPalette(finder, self)
            self.commands.dismissed.connect(self.current_pane.focus)
        self.commands.open()

    def present(self) -> None:
        if self.presentation.is_on:
            self.presentation.end()
        else:
            self.usual_geometry = self.geometry_store.state()
            self.presentation.begin()

    def start_fresh(self) -> None:
        self.guide.open_preset(preset(FIRST))

    def choose_theme(self, choice: str) -> None:
        self.appearance.choose(choice)
        self.settings.remember(theme=choice)

    def toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _set_palette(self, palette: Palette) -> None:
        self.add_button.setIcon(icon("add", palette))
        self.transport.show_icons()
        for dock in self.docks.values():
            dock.refresh()

    def _on_maximised(self, name: str) -> None:
        for known, dock in self.docks.items():
            dock.header.set_maximised(known == name)

    def _on_reported(self, text: str) -> None:
        self.notice.hide()
        self.status.show_text(text)

    @property
    def _named(self) -> str:
        """A file's name, which has a star where it is not saved, or what is open and its size."""
        if self.files.path:
            return self.files.path.name
        return self.session.named_with_size

    def _update_title(self) -> None:
        self.setWindowTitle(f"{self._named}[*] – peviewer")
        self.setWindowModified(self.files.unsaved)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.geometry_store.settle()
        self.collapsed_sidebar.setHidden(self.parameters.toggleViewAction().isChecked())

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        if self.autosave:
            self.autosave.schedule()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.centralWidget():
            # Qt resizes a window before it is made, too.
            self.description.fit(self.height())
        if self.commands:
            self.commands.place()
        if self.autosave:
            self.autosave.schedule()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave by Escape what is on top.

        That is the presentation, else the pinned cursor, the maximised pane, the full screen.
        """
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif not self.presentation.escape():
            if self.pointing.pinned:
                self.pointing.release()
            elif self.area.maximised:
                self.area.restore()
            else:
                self.setWindowState(self.windowState() & ~Qt.WindowState.WindowFullScreen)

    def focusNextPrevChild(self, forward: bool) -> bool:
        return move_focus(self, forward=forward)

    def changeEvent(self, event: QEvent) -> None:
        """Let the panes catch up when the window comes back from being minimised."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            for dock in self.docks.values():
                dock.refresh()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _dropped_file(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        if path := _dropped_file(event):
            event.acceptProposedAction()
            # Opening may ask something: the drag ends first.
            QTimer.singleShot(0, self, lambda: self.files.open(path))

    def close_without_asking(self) -> None:
        self._asks_on_close = False
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about a session file with changes, keep the arrangement, and close."""
        if self._asks_on_close and self.files.unsaved and not self._save_or_discard():
            event.ignore()
            return
        if self.presentation.is_on:
            self.presentation.end()
        self.geometry_store.keep()
        if self.autosave:
            saved = self.saved()
            held = {"document": self.files.saved_document} if self._discarded else {}
            self.autosave.write_saved(saved.model_copy(update={**held, "closed": True}))
        self.player.stop()
        event.accept()
        self.closed.emit()

    def _save_or_discard(self) -> bool:
        kinds = QMessageBox.StandardButton
        answer = QMessageBox.question(
            self,
            "Save session",
            f"Save the changes to {self.files.title}?",
            kinds.Save | kinds.Discard | kinds.Cancel,
        )
        self._discarded = answer == kinds.Discard
        return self._discarded or (answer == kinds.Save and self.files.save())

    def finish(self) -> None:
        if job := self.status.busy.job:
            job.cancel()
            job.wait()
        self.export_actions.finish()
        for dock in self.docks.values():
            dock.dispose()
        if self.autosave:
            self.autosave.close()
        self.session.close()


def _dropped_file(event: QDropEvent) -> Path | None:
    urls = event.mimeData().urls()
    return Path(urls[0].toLocalFile()) if len(urls) == 1 and urls[0].isLocalFile() else None
