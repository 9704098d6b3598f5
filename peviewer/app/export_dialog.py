"""The Export dialog: left what will be written, right the choices, below where it goes."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QImage
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QScrollArea, QSlider, QVBoxLayout, QWidget

from peviewer.app.export_form import Form
from peviewer.app.export_inputs import Segments
from peviewer.app.export_job import ExportJob, cause
from peviewer.app.export_kind import Kind, Shown, Subject
from peviewer.app.export_kinds import KINDS
from peviewer.app.export_panes import PanePicker
from peviewer.app.export_preview import Painting, Preview
from peviewer.app.export_progress import ProgressLine
from peviewer.app.export_target import Target
from peviewer.app.session import Session
from peviewer.app.settings import Settings
from peviewer.figures.palette import Palette
from peviewer.figures.pane import Pane

SIZE = (1000, 680)
SMALLEST = (720, 480)
SIDE = 332
MARGIN = 16


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

    said = Signal(str)
    """What was written."""
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
        self._job: ExportJob | None = None
        self.kinds = Segments({name: kind.title for name, kind in KINDS.items()}, "Kind of export")
        self.picker = PanePicker(panes, palette)
        self.forms = {name: Form(kind.choices, kind.groups) for name, kind in KINDS.items()}
        self.preview = Preview(palette)
        self.painting = Painting(self)
        self.caption = QLabel()
        self.caption.setObjectName("exportCaption")
        self.zoom = QPushButton("Actual size", autoDefault=False)
        self.zoom.setCheckable(True)
        self.zoom.setObjectName("quiet")
        self.moment = QSlider(Qt.Orientation.Horizontal)
        self.moment.setAccessibleName("Moment")
        self.target = Target(Path(settings.choices.folder or Path.home()))
        self.line = ProgressLine(palette)
        self.copying = QPushButton("Copy", autoDefault=False)
        self.closing = QPushButton("Close", autoDefault=False)
        self.exporting = QPushButton("Export")
        self._lay_out()
        self._connect()
        self.resize(*SIZE)

    def _lay_out(self) -> None:
        self.setMinimumSize(*SMALLEST)
        under = QHBoxLayout()
        under.addWidget(self.moment, 1)
        under.addWidget(self.caption, 1)
        under.addWidget(self.zoom)
        left = QVBoxLayout()
        left.setContentsMargins(MARGIN, MARGIN, MARGIN, 10)
        left.setSpacing(8)
        left.addWidget(self.preview, 1)
        left.addLayout(under)
        choices = QWidget()
        choices.setObjectName("parameters")
        column = QVBoxLayout(choices)
        column.setContentsMargins(MARGIN, 14, MARGIN, MARGIN)
        column.setSpacing(18)
        column.addWidget(self.picker)
        for form in self.forms.values():
            column.addWidget(form)
        column.addStretch(1)
        scroll = QScrollArea(widgetResizable=True)
        scroll.setObjectName("exportChoices")
        scroll.setWidget(choices)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        head = QWidget()
        head.setObjectName("parameters")
        above = QVBoxLayout(head)
        above.setContentsMargins(MARGIN, MARGIN, MARGIN, 4)
        above.addWidget(self.kinds)
        side = QWidget()
        side.setObjectName("exportSide")
        side.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        side.setFixedWidth(SIDE)
        right = QVBoxLayout(side)
        right.setContentsMargins(1, 0, 0, 0)
        right.setSpacing(0)
        right.addWidget(head)
        right.addWidget(scroll, 1)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addLayout(left, 1)
        middle.addWidget(side)
        foot = QWidget()
        foot.setObjectName("exportFoot")
        foot.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        below = QVBoxLayout(foot)
        below.setContentsMargins(MARGIN, 12, MARGIN, 14)
        below.setSpacing(10)
        below.addWidget(self.target)
        last = QHBoxLayout()
        last.setSpacing(8)
        last.addWidget(self.line, 1)
        for button in (self.copying, self.closing, self.exporting):
            last.addWidget(button)
        below.addLayout(last)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(middle, 1)
        whole.addWidget(foot)
        self.exporting.setDefault(True)  # once it is in the dialog: only then does it stay so

    def _connect(self) -> None:
        self.kinds.chosen.connect(self.choose_kind)
        self.picker.changed.connect(lambda _: self._refresh())
        for name, form in self.forms.items():
            form.set_obstacles(KINDS[name].obstacles())
            form.edited.connect(self._edit)
            form.refused.connect(self._fail)
        self.painting.done.connect(self._show)
        self.painting.failed.connect(self._fail_to_show)
        self.painting.busyChanged.connect(self.preview.set_busy)
        self.zoom.toggled.connect(lambda actual: self.preview.picture.set_whole(not actual))
        self.moment.valueChanged.connect(self._see_moment)
        self.target.suffixTyped.connect(self._take_suffix)
        self.line.cancelled.connect(self.cancel)
        self.copying.clicked.connect(lambda: self.copyRequested.emit(self._kind, self.subject, self.choices))
        self.closing.clicked.connect(self.reject)
        self.exporting.clicked.connect(self.export)
        self._session.changed.connect(self._follow)

    @property
    def kind(self) -> Kind:
        """The kind of export."""
        return self._kind

    @property
    def choices(self) -> Any:
        """The choices of that kind."""
        return self._choices[self._kind.name]

    def choices_of(self, kind: str) -> Any:
        """Return the choices of a kind."""
        return self._choices[kind]

    @property
    def subject(self) -> Subject:
        """What is exported."""
        return Subject(self._session.document, self.picker.chosen, self._palette.name, self._session.title)

    @property
    def job(self) -> ExportJob | None:
        """The export under way, if any."""
        return self._job

    def open_on(self, pane: str, open_panes: Sequence[str], kind: str = "") -> None:
        """Show the dialog for a pane; of a kind, or the last one."""
        self.picker.offer(open_panes)
        self.picker.choose([pane])
        if self._job is None:
            self.line.say("")
        self.choose_kind(kind or self._kind.name)
        self.show()
        self.raise_()
        self.activateWindow()
        self.exporting.setFocus()

    def choose_kind(self, name: str) -> None:
        """Show the choices of a kind."""
        self._kind = KINDS[name]
        self._moment = 0
        self.kinds.set_value(name)
        for other, form in self.forms.items():
            form.setVisible(other == name)
        self.picker.set_several(self._kind.several)
        self.copying.setVisible(self._kind.copies)
        self._refresh()

    def set_palette(self, palette: Palette) -> None:
        """Follow the window's theme."""
        self._palette = palette
        for part in (self.preview, self.picker, self.line):
            part.set_palette(palette)
        if self.isVisible():
            self._refresh()

    def _edit(self, name: str, value: object) -> None:
        self._choices[self._kind.name] = self._kind.edited(self.choices, name, value)
        if self._job is None:
            self.line.say("")
        self._refresh()

    def _follow(self) -> None:
        if self.isVisible():
            self._refresh()

    def _take_suffix(self, suffix: str) -> None:
        choices = self._kind.with_suffix(self.choices, suffix)
        if choices is None:
            self.target.complete()
        else:
            self._choices[self._kind.name] = choices
            self._refresh()

    def _refresh(self) -> None:
        """Bring the form, the file's name and the preview up to date."""
        kind, subject, choices = self._kind, self.subject, self.choices
        try:
            effective, count = kind.effective(subject, choices), kind.moments(subject, choices)
            self.forms[kind.name].set_units(kind.units(subject, choices))
        except ValueError:  # choices that exclude each other: the preview, which fails too, says which
            effective, count = {}, 1
        self.picker.setVisible(kind.of_panes(choices))
        form = self.forms[kind.name]
        form.set_offered(kind.offered(subject, choices))
        form.set_choices(choices, effective, kind.hidden(subject, choices))
        self.target.suggest(kind.suggested(subject, choices), kind.suffix(choices))
        self.moment.setVisible(count > 1)
        self.moment.setMaximum(max(0, count - 1))
        self.moment.setValue(min(self._moment, count - 1))
        self._ask()

    def _see_moment(self, moment: int) -> None:
        self._moment = moment
        self._ask()

    def _ask(self) -> None:
        kind, subject, choices, moment = self._kind, self.subject, self.choices, self._moment
        wish = kind, subject, choices

        def work() -> tuple[object, Shown, QImage]:
            shown = kind.preview(subject, choices, moment)
            return wish, shown, QImage.fromData(shown.picture)  # here: a large one takes long to unpack

        self.painting.ask(work)

    def _show(self, found: tuple[object, Shown, QImage]) -> None:
        wish, shown, image = found
        self._shown = wish, shown
        self.preview.show_it(shown, image)
        self.caption.setText(shown.caption)
        self.zoom.setVisible(bool(shown.picture))

    def _fail_to_show(self, error: Exception) -> None:
        self._shown = None
        self.caption.setText("")
        self._fail(cause(error))

    def _fail(self, text: str) -> None:
        if self._job is None:
            self.line.say(text, failed=True)

    def export(self) -> None:
        """Write the file, off the window's thread."""
        self.target.complete()
        target = self.target.path
        if self._job is not None or not self.target.may_write(target):
            return
        self.remember()
        kind, subject, choices = self._kind, self.subject, self.choices
        shown = self._shown
        ready = shown[1].ready if shown is not None and shown[0] == (kind, subject, choices) else b""
        self._run(lambda tell: kind.write(subject, choices, target, tell, ready), target)

    def _run(self, work: Any, target: Path) -> None:
        job = self._job = ExportJob(work, self)
        job.done.connect(lambda _: self._end(f"Exported {target.name} to {target.parent}"))
        job.failed.connect(lambda error: self._end(cause(error), failed=True))
        job.cancelled.connect(lambda: self._end("Cancelled: nothing was written"))
        job.progressed.connect(self.line.progress)
        self.line.begin(f"Exporting {target.name}")
        if self.focusWidget() is self.exporting:
            self.line.cancel.setFocus()
        self.exporting.setEnabled(False)
        job.start()

    def _end(self, text: str, *, failed: bool = False) -> None:
        assert self._job is not None
        self._job.deleteLater()
        self._job = None
        self.exporting.setEnabled(True)
        if self.focusWidget() is self.line.cancel:
            self.exporting.setFocus()
        self.line.say(text, failed=failed)
        if not failed:
            self.said.emit(text)

    def cancel(self) -> None:
        """Stop the export under way; nothing is left of it."""
        if self._job is not None:
            self.line.end()
            self._job.cancel()

    def remember(self) -> None:
        """Keep the choices for the next time."""
        kept = {name: choices.model_dump(mode="json") for name, choices in self._choices.items()}
        self._settings.remember(export=kept, export_kind=self._kind.name, folder=str(self.target.folder))

    def reject(self) -> None:
        """Stop the export under way; close if there is none."""
        if self._job is not None:
            self.cancel()
        else:
            self.remember()
            super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close as by the button."""
        event.ignore()
        self.reject()

    def finish(self) -> None:
        """Let go of the threads, before the application ends."""
        self.painting.end()
        if self._job is not None:
            self._job.cancel()
            self._job.wait()
