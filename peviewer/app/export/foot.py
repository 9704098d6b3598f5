"""The foot of the Export dialog: the progress and the result of an export, and its buttons."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from peviewer.app.export.preview import MARGIN
from peviewer.app.look.parts import in_row
from peviewer.app.look.themes import shown_palette
from peviewer.app.session.waiting import JobBar
from peviewer.base.work import time_left
from peviewer.live.job import Job


class Foot(QWidget):
    """A line of text between a bar of progress and the buttons Cancel and Export."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("exportFoot")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.line = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._bar = JobBar()
        self._bar.setFixedWidth(160)
        self.cancel_button = QPushButton("Cancel", autoDefault=False)
        self.export_button = QPushButton("Export…")
        in_row(
            self._bar,
            (self.line, 1),
            self.cancel_button,
            self.export_button,
            inside=self,
            margins=(MARGIN, 12, MARGIN, 14),
            spacing=12,
        )
        self.show_work(under_way=False)

    def say(self, text: str, *, failed: bool = False) -> None:
        self.line.setText(text)
        palette = shown_palette()
        self.line.setStyleSheet(f"color: {palette.fails if failed else palette.secondary}")

    def show_work(self, *, under_way: bool) -> None:
        """Show the bar and Cancel while an export is under way, in which none can be started."""
        for part in (self._bar, self.cancel_button):
            part.setVisible(under_way)
        self.cancel_button.setEnabled(True)
        self.export_button.setEnabled(not under_way)

    def follow(self, job: Job) -> None:
        """Show a job that is about to start."""
        self.show_work(under_way=True)
        self._bar.follow(job)
        self.say(job.text)
        self.cancel_button.setFocus()

    def show_progress(self, job: Job, size: str, share: float, seconds: float) -> None:
        """Say how much of a job is done, and how long the rest takes, unless it was cancelled."""
        if self.cancel_button.isEnabled():
            facts = (job.text, size, f"{share:.0%}", time_left(seconds))
            self.say(" · ".join(filter(None, facts)))
