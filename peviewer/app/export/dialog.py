"""The Export dialog: the preview at the left, the choices at the right, and the result below."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QHideEvent, QImage, QResizeEvent
from PySide6.QtWidgets import QDialog, QWidget

from peviewer.app.controls.choice import Segments
from peviewer.app.controls.fitting import ScrollColumn, fit
from peviewer.app.export.foot import Foot
from peviewer.app.export.form import Form, PaneMenu
from peviewer.app.export.naming import ask_for_file
from peviewer.app.export.preview import MARGIN, Preview
from peviewer.app.export.transfer import decoded_image
from peviewer.app.look.parts import in_column, in_row
from peviewer.app.look.themes import shown_palette
from peviewer.app.session.session import Session
from peviewer.app.session.settings import Settings
from peviewer.app.session.waiting import failure_text
from peviewer.exporters.kinds.catalog import KINDS
from peviewer.exporters.kinds.choices import Subject
from peviewer.exporters.kinds.kind import Description, Kind, Shown
from peviewer.live.job import Job
from peviewer.live.worker import Result, Worker

SIZE = QSize(1000, 680)
MIN_SIZE = QSize(720, 480)

# The least width of a dialog with a preview; in a narrower one the choices take all of it.
MIN_WIDTH_WITH_PREVIEW = 560

# The width of the choices, in pixels.
CHOICES_WIDTH = 332


class ExportDialog(QDialog):
    """Exports what the window shows, and follows the window while it is open."""

    # Emitted with a line that says what was written.
    exported = Signal(str)

    def __init__(self, session: Session, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("exportDialog")
        self.setWindowTitle("Export")
        self.setSizeGripEnabled(True)
        self.session = session
        self._settings = settings
        remembered_choices = settings.choices.export
        self.choices_by_kind: dict[str, Kind] = {
            name: kind.remembered(remembered_choices.get(name, {})) for name, kind in KINDS.items()
        }
        self.kind = KINDS.get(settings.choices.export_kind, next(iter(KINDS.values())))
        self._page = 0
        self.job: Job | None = None
        self.worker = Worker(self)
        self._descriptions: Result[tuple[object, Description]] = Result(self.worker)
        self.previews: Result[tuple[object, Shown, QImage]] = Result(self.worker)
        self._expectations: Result[tuple[object, str]] = Result(self.worker)
        self._lay_out()
        self._connect()
        self._is_sized = False

    def _lay_out(self) -> None:
        self.preview = Preview(self)
        self.kinds = Segments({name: kind.label for name, kind in KINDS.items()}, "Kind of export")
        self.panes = PaneMenu()
        side = QWidget(self)
        side.setObjectName("exportSide")
        side.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        side.setFixedWidth(CHOICES_WIDTH)
        self._scrolled = ScrollColumn((), (0, 14, 0, MARGIN), 18, side)
        in_column(
            self.kinds,
            self.panes,
            (self._scrolled, 1),
            inside=side,
            margins=(MARGIN, MARGIN, MARGIN, 0),
        )
        # They have their parent from the start: with each change of it Qt styles all that is inside
        # once more.
        self.forms = {
            name: Form(kind, kind.groups, self._scrolled.inside) for name, kind in KINDS.items()
        }
        for form in self.forms.values():
            self._scrolled.add(form)
        self._foot = Foot(self)
        self.line = self._foot.line
        self.cancel_button = self._foot.cancel_button
        self.export_button = self._foot.export_button
        middle = in_row((self.preview, 1), side, spacing=0)
        in_column((middle, 1), self._foot, inside=self, margins=(0, 0, 0, 0), spacing=0)

    def _connect(self) -> None:
        self.kinds.edited.connect(lambda kind, _key: self.choose_kind(kind))
        self.panes.changed.connect(lambda _names: self._refresh())
        for name, form in self.forms.items():
            form.chosen.connect(partial(self._choose, name))
            form.refused.connect(partial(self._foot.say, failed=True))
        self.worker.ready.connect(self._show_results)
        self.preview.pageChosen.connect(self._show_page)
        self.cancel_button.clicked.connect(self.cancel)
        self.export_button.clicked.connect(self.export)
        self.session.watch(
            lambda document: (document, self.session.current_title),
            lambda _: self._refresh(),
            when=self.isVisible,
        )

    @property
    def choices(self) -> Kind:
        return self.choices_by_kind[self.kind.name]

    @property
    def subject(self) -> Subject:
        return Subject(
            self.session.document,
            self.panes.chosen,
            shown_palette().name,
            self.session.current_title,
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.preview.setVisible(self.width() >= MIN_WIDTH_WITH_PREVIEW)

    def open_on(self, pane: str, kind: str = "") -> None:
        """Show the dialog for a pane; of a kind, or the last one."""
        self.panes.choose([pane])
        self.choices_by_kind = self._choices_for_another()
        self.choose_kind(kind or self.kind.name)
        # The size is fitted each time, because the window may be on another screen.
        fit(self, self.size() if self._is_sized else SIZE, MIN_SIZE)
        self._is_sized = True
        self.show()
        self.raise_()
        self.activateWindow()
        self.export_button.setFocus()
        self._show_results()

    def choose_kind(self, name: str) -> None:
        self.kind = KINDS[name]
        self._page = 0
        self.kinds.set_value(name)
        self.panes.choose(self.panes.chosen, several=self.kind.several)
        for kind, form in self.forms.items():
            form.setVisible(kind == name and form.isVisibleTo(self))
        self._scrolled.verticalScrollBar().setValue(0)
        self._refresh()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.isVisible():
            # Qt sends this also where all colours stay, so what an export has said stays, too.
            self._update()

    def _choose(self, kind: str, name: str, value: object) -> None:
        self.choices_by_kind[kind] = self.choices_by_kind[kind].edited(name, value)
        self._refresh()

    @property
    def _current_request(self) -> tuple[Kind, Subject]:
        return self.choices, self.subject

    def _refresh(self) -> None:
        """Show the present choices, and remove the message about the last export."""
        if self.job is None:
            self._foot.say("")
        self._update()

    def _update(self) -> None:
        self.panes.set_document(self.session.document)
        request = self._current_request
        choices, subject = request
        self._request(self._descriptions, request, lambda: (request, choices.fields(subject)))
        self._request_preview()
        self._show_results()

    def _request_preview(self) -> None:
        choices, subject = self._current_request
        page = self._page
        request = choices, subject, page

        def preview() -> tuple[object, Shown, QImage]:
            shown = choices.check(subject, page)
            # Decoded here, beside the window: a large picture takes long.
            return request, shown, decoded_image(shown.picture)

        self.preview.busy.start()
        self._request(self.previews, request, preview)

    def _request(self, result: Result[Any], request: object, work: Callable[[], object]) -> None:
        try:
            result.request(request, work)
        except Exception as error:
            self._fail(error)

    @property
    def description(self) -> Description | None:
        request, description = self._descriptions.value or (None, None)
        return description if request == self._current_request else None

    def _show_results(self) -> None:
        for result in (self._descriptions, self.previews, self._expectations):
            try:
                result.collect()
            except Exception as error:
                self._fail(error)
        self.export_button.setEnabled(self.description is not None and self.job is None)
        if (description := self.description) is not None:
            self._describe(description)
        if self.previews.value is None or not self.isVisible():
            return
        request, shown, image = self.previews.value
        if request == (*self._current_request, self._page):
            self.preview.show_preview(shown, image)
            self._show_expectation(shown)

    def _show_expectation(self, shown: Shown) -> None:
        request = self._current_request
        self._request(self._expectations, request, lambda: (request, shown.expectation()))
        answered_request, text = self._expectations.value or (None, "")
        if text and answered_request == request:
            self.preview.set_caption(f"{shown.caption} · {text}")

    def _describe(self, description: Description) -> None:
        form = self.forms[self.kind.name]
        if description.units is not None:
            form.set_units(description.units)
        form.set_options(description.options)
        form.set_choices(self.choices, description.effective, description.hidden)
        form.show()
        self.panes.setVisible(description.of_panes)
        self._page = min(self._page, description.moments - 1)
        self.preview.set_pages(description.moments, self._page)

    def _show_page(self, page: int) -> None:
        self._page = page
        self._request_preview()
        self._show_results()

    def _fail(self, error: Exception) -> None:
        self.preview.clear()
        self._foot.say(failure_text(error), failed=True)

    def export(self) -> None:
        if (description := self.description) is None or self.job is not None:
            return
        choices, subject = self._current_request
        suffix = f".{choices.format}"
        folder = Path(self._settings.choices.folder or Path.home())
        target = ask_for_file(description.suggested, choices, folder, self)
        if target is None:
            return
        changed_choices = choices.with_suffix(target.suffix)
        if changed_choices is None:
            target = target.with_name(f"{target.name}{suffix}")
            if target.exists():
                text = f"{target.name} is there already: name it with its extension"
                return self._foot.say(text, failed=True)
        else:
            choices = changed_choices
            self.choices_by_kind[choices.name] = choices
            self._refresh()
        self._remember(target.parent)
        self._run(partial(choices.write, subject, target), target)

    def _run(self, work: Callable[[], object], target: Path) -> None:
        job = self.job = Job(work, f"Exporting {target.name}", self)
        job.done.connect(
            lambda _: self._finish_export(f"Exported {target.name} to {target.parent}")
        )
        job.failed.connect(lambda error: self._finish_export(failure_text(error), failed=True))
        job.cancelled.connect(lambda: self._finish_export("Cancelled: nothing was written"))
        job.progressed.connect(self._show_progress)
        self._foot.follow(job)
        job.start()

    def _show_progress(self, share: float, seconds: float) -> None:
        if self.job is None:
            return
        _, expectation = self._expectations.value or (None, "")
        size, _, _ = expectation.partition(",")
        self._foot.show_progress(self.job, size, share, seconds)

    def _finish_export(self, text: str, *, failed: bool = False) -> None:
        self.job = None
        self._foot.show_work(under_way=False)
        self.export_button.setFocus()
        self._foot.say(text, failed=failed)
        if not failed:
            self.exported.emit(text)

    def cancel(self) -> None:
        if self.job is not None:
            self._foot.say("Stopping…")
            self.cancel_button.setEnabled(False)
            self.job.cancel()

    def _remember(self, folder: Path | None = None) -> None:
        remembered_choices = {
            name: choices.model_dump(mode="json")
            for name, choices in self._choices_for_another().items()
        }
        remembered_folder = {} if folder is None else {"folder": str(folder)}
        self._settings.remember(
            export=remembered_choices, export_kind=self.kind.name, **remembered_folder
        )

    def _choices_for_another(self) -> dict[str, Kind]:
        return {name: choices.for_another() for name, choices in self.choices_by_kind.items()}

    def reject(self) -> None:
        if self.job is not None:
            self.cancel()
        else:
            self._remember()
            super().reject()

    def hideEvent(self, event: QHideEvent) -> None:
        """Free the picture, which takes many megabytes."""
        super().hideEvent(event)
        # The event is spontaneous when the window is minimised.
        if not event.spontaneous():
            self.worker.cancel()
            for result in (self._descriptions, self.previews, self._expectations):
                result.drop()
            self.previews.value = None
            self.preview.clear()

    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()
        self.reject()

    def finish(self) -> None:
        self.worker.close()
        if self.job is not None:
            self.job.cancel()
            self.job.wait()
