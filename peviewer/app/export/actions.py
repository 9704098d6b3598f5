"""Exports of the panes: the Export dialog, and copies.

The exporters take long to load, so they are loaded when something is first exported.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QWidget

from peviewer.app.export.transfer import PNG, decoded_image, mime_data, release
from peviewer.app.look.themes import shown_palette
from peviewer.app.session.session import Session
from peviewer.app.session.settings import Settings
from peviewer.app.session.waiting import Busy, failure_text
from peviewer.live.job import Job

if TYPE_CHECKING:
    from peviewer.app.export.dialog import ExportDialog


class ExportActions(QObject):
    """Exports the session's panes with the last choices made in the dialog."""

    # Emitted with a line that says what was done, or what could not be done.
    reported = Signal(str)
    failed = Signal(str)

    def __init__(self, session: Session, settings: Settings, busy: Busy, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._settings = settings
        self.busy = busy
        self._window = window
        self._dialog: ExportDialog | None = None
        self._copied: QMimeData | None = None

    @property
    def dialog(self) -> "ExportDialog":
        if self._dialog is None:
            from peviewer.app.export.dialog import ExportDialog

            self._dialog = ExportDialog(self._session, self._settings, self._window)
            self._dialog.exported.connect(self.reported)
        return self._dialog

    def open(self, pane: str, kind: str = "") -> None:
        self.dialog.open_on(pane, kind)

    def copy(self, pane: str, kind: str = "picture") -> None:
        """Put a pane on the clipboard, with the last choices made in the dialog."""
        from peviewer.exporters.kinds.catalog import KINDS
        from peviewer.exporters.kinds.choices import Subject
        from peviewer.exporters.kinds.kind import clipboard_formats

        if self.busy.job:
            self.failed.emit("Another picture is being made: wait for it, or cancel it")
            return
        if self._dialog:
            choices = self._dialog.choices_by_kind[kind].for_another()
        else:
            choices = KINDS[kind].remembered(self._settings.choices.export.get(kind, {}))
        subject = Subject(
            self._session.document, (pane,), shown_palette().name, self._session.current_title
        )
        title = subject.pane.title

        def work() -> tuple[Mapping[str, bytes], QImage]:
            forms = clipboard_formats(choices, subject)
            # Decoded here, beside the window: a large picture takes long.
            return forms, decoded_image(forms.get(PNG, b""))

        job = Job(work, f"Copying {title}…", self)
        job.done.connect(lambda copied: self._to_clipboard(title, *copied))
        job.failed.connect(lambda error: self.failed.emit(failure_text(error)))
        job.cancelled.connect(lambda: self.reported.emit("Cancelled: nothing was copied"))
        self.busy.run(job)

    def finish(self) -> None:
        if self._copied is not None:
            release(self._copied)
        if self._dialog is not None:
            self._dialog.finish()

    def _to_clipboard(self, title: str, forms: Mapping[str, bytes], image: QImage) -> None:
        self._copied = mime_data(forms, image)
        QGuiApplication.clipboard().setMimeData(self._copied)
        if PNG not in forms:
            self.reported.emit("Copied the code")
        elif image.isNull():
            self.reported.emit(f"Copied {title} as PNG and SVG")
        else:
            self.reported.emit(f"Copied {title}, {image.width()} × {image.height()} pixels and SVG")
