"""The Export dialog: left what will be written, right the choices, below where it goes."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QHideEvent, QImage, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from peviewer.app.controls.fitting import fit
from peviewer.app.export.choices import ChoicesColumn
from peviewer.app.export.foot import Foot
from peviewer.app.export.preview import PreviewColumn
from peviewer.app.export.preview_player import PreviewPlayer
from peviewer.app.export.preview_queue import PreviewQueue
from peviewer.app.export.transfer import failure_text, unpacked
from peviewer.app.session.background import Job
from peviewer.app.session.session import Session
from peviewer.app.session.settings import Settings
from peviewer.document.document import Document
from peviewer.exporters.kinds.catalog import KINDS
from peviewer.exporters.kinds.kind import Description, Kind, Shown, Subject
from peviewer.figures.palette import Palette
from peviewer.figures.panes.pane import Pane
from peviewer.live.worker import Result, Worker

SIZE = QSize(1000, 680)
SMALLEST = QSize(720, 480)
BESIDE = 560  # pixels: in fewer the choices have all of them, and nothing is previewed


class ExportDialog(QDialog):
    """Everything that can be made of what the window shows; follows the window while it is open.

    Parameters
    ----------
    session : Session
        What is exported.
    settings : Settings
        Where the last choices are kept.
    panes : mapping of str to Pane
        The panes there are.
    palette : Palette
        The window's colours.
    parent : QWidget, optional
        The window.
    """

    copyRequested = Signal(object, object, object)
    """The kind, its subject and the choices to copy."""

    def __init__(
        self,
        session: Session,
        settings: Settings,
        panes: Mapping[str, Pane],
        palette: Palette,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("exportDialog")
        self.setWindowTitle("Export")
        self.setSizeGripEnabled(True)
        self._session, self._settings, self._palette = session, settings, palette
        kept = settings.choices.export
        self._choices: dict[str, Any] = {name: kind.remembered(kept.get(name, {})) for name, kind in KINDS.items()}
        self._kind: Kind = KINDS.get(settings.choices.export_kind, next(iter(KINDS.values())))
        self._moment = 0
        self._shown: tuple[object, Shown] | None = None
        self.preview_column = PreviewColumn(palette, self)
        self.choices_column = ChoicesColumn(KINDS, panes, palette, self)
        self.picker = self.choices_column.picker
        self.previews = PreviewQueue(self)
        self.player = PreviewPlayer(self)
        self._worker, self._export_pending = Worker(self), False
        self._descriptions: Result[tuple[tuple[Kind, Subject, Any], Description]] = Result(self._worker)
        self.foot = Foot(Path(settings.choices.folder or Path.home()), palette, self)
        self.target = self.foot.target
        self._lay_out()
        self._connect()
        self._is_sized = False

    def _lay_out(self) -> None:
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.preview_column, 1)
        middle.addWidget(self.choices_column)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(middle, 1)
        whole.addWidget(self.foot)

    def _connect(self) -> None:
        self.choices_column.kindChosen.connect(self.choose_kind)
        self.choices_column.panesChosen.connect(self._on_panes)
        self.choices_column.chosen.connect(self._choose)
        self.choices_column.refused.connect(self._fail)
        self._worker.ready.connect(self._show_description)
        self.previews.done.connect(self._show)
        self.previews.failed.connect(self._fail_to_show)
        self.previews.busyChanged.connect(self.preview_column.preview.set_busy)
        self.preview_column.momentChosen.connect(self._choose_moment)
        self.preview_column.playRequested.connect(self.toggle_playing)
        self.preview_column.zoomed.connect(self.player.pause)
        self.player.shown.connect(self._show_frame)
        self.player.waiting.connect(self.preview_column.set_caption)
        self.player.playingChanged.connect(self._show_playing)
        self.player.paused.connect(self._show_moment)
        self.player.failed.connect(self._fail_to_show)
        self.target.suffixTyped.connect(self._set_suffix)
        self.foot.copy_button.clicked.connect(lambda: self.copyRequested.emit(self._kind, self.subject, self.choices))
        self.foot.close_button.clicked.connect(self.reject)
        self.foot.export_button.clicked.connect(self.export)
        self._session.watch(self._named, lambda _: self._refresh(), when=self.isVisible)

    @property
    def kind(self) -> Kind:
        return self._kind

    @property
    def choices(self) -> Any:
        return self._choices[self._kind.name]

    def choices_of(self, kind: str) -> Any:
        return self._choices[kind]

    @property
    def subject(self) -> Subject:
        """What is exported."""
        return Subject(self._session.document, self.picker.chosen, self._palette.name, self._session.current_title)

    @property
    def job(self) -> Job | None:
        """The export under way, if any."""
        return self.foot.job

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.preview_column.setVisible(self.width() >= BESIDE)

    def open_on(self, pane: str, open_panes: Sequence[str], kind: str = "") -> None:
        """Show the dialog for a pane; of a kind, or the last one."""
        self.picker.set_open_panes(open_panes)
        self.picker.choose([pane])
        self._choices = {name: KINDS[name].for_another(choices) for name, choices in self._choices.items()}
        self.choose_kind(kind or self._kind.name)
        fit(self, self.size() if self._is_sized else SIZE, SMALLEST)  # again: the window may be on another screen
        self._is_sized = True
        self.show()
        self.raise_()
        self.activateWindow()
        play = self.preview_column.play_button  # there Space plays; Enter exports, wherever the focus is
        (play if play.isVisible() else self.foot.export_button).setFocus()

    def choose_kind(self, name: str) -> None:
        self._kind = KINDS[name]
        self._moment = 0
        self.foot.show_text("")
        self.choices_column.show_kind(self._kind)
        self.preview_column.set_plays(self._kind.plays)
        self.foot.copy_button.setVisible(self._kind.copies)
        self._refresh()

    def set_palette(self, palette: Palette) -> None:
        self._palette = palette
        for part in (self.preview_column, self.picker, self.foot.line):
            part.set_palette(palette)
        if self.isVisible():
            self._refresh()

    def _choose(self, kind: str, name: str, value: object) -> None:
        self._choices[kind] = KINDS[kind].edited(self._choices[kind], name, value)
        self.foot.show_text("")
        self._refresh()

    def _on_panes(self, _names: object) -> None:
        self.foot.show_text("")
        self._refresh()

    def _named(self, document: Document) -> object:
        return document, self._session.current_title

    def _set_suffix(self, suffix: str) -> None:
        choices = self._kind.with_suffix(self.choices, suffix)
        if choices is None:
            self.target.complete()
        else:
            self._choices[self._kind.name] = choices
            self._refresh()

    def _refresh(self) -> None:
        """Bring the form, the file's name and the preview up to date."""
        self._export_pending = False
        self.player.clear()
        self.picker.set_document(self.subject.document)
        kind, subject, choices = asked = self._kind, self.subject, self.choices
        self._descriptions.request(asked, lambda: (asked, kind.description(subject, choices)), like=asked)
        self._show_description()
        self._request_preview()

    def _show_description(self) -> None:
        """Show the description of the choices: now, or as soon as it has been computed."""
        self._descriptions.collect()
        if (description := self._description) is None:
            return
        self.choices_column.show_choices(self._kind, self.choices, description)
        self.target.suggest(description.suggested, self._kind.suffix(self.choices))
        moment = min(self._moment, description.moments - 1)
        self.preview_column.set_moments(description.moments, moment)
        if moment != self._moment:
            self._show_moment(moment)
        if self._export_pending:
            self.export()

    @property
    def _description(self) -> Description | None:
        """The description of the current choices, once it has been computed."""
        asked, description = self._descriptions.value or (None, None)
        return description if asked == (self._kind, self.subject, self.choices) else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Play or pause by Space, where nothing that has the focus takes it."""
        play = self.preview_column.play_button
        if event.key() == Qt.Key.Key_Space and play.isVisible() and play.isEnabled():
            self.toggle_playing()
        else:
            super().keyPressEvent(event)

    def toggle_playing(self) -> None:
        """Play the clip in the preview, or pause."""
        if self.player.playing:
            self.player.pause()
            return
        kind, subject, choices = self._kind, self.subject, self.choices
        self.previews.stop()
        room = self.preview_column.preview.picture.room()
        self.player.play(lambda: kind.playback(subject, choices), room, self._moment)

    def _show_playing(self, playing: bool) -> None:
        self.preview_column.set_playing(playing=playing)
        self.preview_column.preview.set_busy(playing)  # until there is a frame

    def _show_frame(self, moment: int, image: QImage, caption: str) -> None:
        self._moment = moment
        self.preview_column.preview.set_busy(False)
        self.preview_column.show_frame(moment, image, caption)

    def _choose_moment(self, moment: int) -> None:
        """Show a moment that was chosen: what plays stops there."""
        self.player.pause()
        self._show_moment(moment)

    def _show_moment(self, moment: int) -> None:
        self._moment = moment
        self._request_preview()

    def _request_preview(self) -> None:
        kind, subject, choices, moment = self._kind, self.subject, self.choices, self._moment
        request = kind, subject, choices

        def work() -> tuple[object, Shown, QImage]:
            shown = kind.preview(subject, choices, moment)
            return request, shown, unpacked(shown.picture)  # here: a large one takes long

        self.previews.request(work)

    def _show(self, found: tuple[object, Shown, QImage]) -> None:
        if not self.isVisible():
            return
        request, shown, image = found
        self._shown = request, shown
        self.preview_column.show_preview(shown, image)

    def _fail_to_show(self, error: Exception) -> None:
        self._shown = None
        self.preview_column.caption.clear()
        self._fail(failure_text(error))

    def _fail(self, text: str) -> None:
        self.foot.show_text(text, failed=True)

    def export(self) -> None:
        """Write the file, off the window's thread; as soon as it is known what it is called."""
        self._export_pending = self._description is None
        if self._export_pending:
            self.foot.show_text("Computing …")
            return
        self.target.complete()
        target = self.target.path
        if self.job is not None or not self.target.may_write(target):
            return
        self.remember()
        kind, subject, choices = self._kind, self.subject, self.choices
        shown = self._shown
        ready = shown[1].ready if shown is not None and shown[0] == (kind, subject, choices) else b""
        self.foot.run(lambda work: kind.write(subject, choices, target, work, ready), target)

    def remember(self) -> None:
        """Keep the choices for the next time."""
        lasting = {name: KINDS[name].for_another(choices) for name, choices in self._choices.items()}
        kept = {name: choices.model_dump(mode="json") for name, choices in lasting.items()}
        self._settings.remember(export=kept, export_kind=self._kind.name, folder=str(self.target.folder))

    def reject(self) -> None:
        """Stop the export under way; close if there is none."""
        if self.job is not None:
            self.foot.cancel()
        else:
            self.remember()
            super().reject()

    def hideEvent(self, event: QHideEvent) -> None:
        """Free the picture, which has many megabytes."""
        super().hideEvent(event)
        if not event.spontaneous():  # as where the window is minimised
            self._shown, self._export_pending = None, False
            self.previews.stop()
            self.player.clear()
            self.preview_column.clear()

    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()
        self.reject()

    def finish(self) -> None:
        """Stop the threads, before the application ends."""
        self.previews.end()
        self.player.finish()
        self._worker.close()
        self.foot.finish()
