"""The words above the panes that are presented."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLabel, QWidget

from peviewer.app.look.parts import in_column, in_row
from peviewer.app.session.session import Session
from peviewer.app.window.description import TRY, on_lines, rich
from peviewer.figures.stories import AT_START
from peviewer.figures.wording import Caption
from peviewer.live.text import markup

# Pixels below it.
MARGIN = 8
# Pixels of type, which are multiplied by the size of type in a pane that is alone.
TITLE = 19
LOOK = 13
WHERE = 12
# The factor from one size of its type to the next smaller one.
SHRINKS = 0.95


class SlideHeading(QWidget):
    """The title of a step, what to look for and to try, and which step it is.

    Outside of a story it is a title alone.

    Its numbers are those of the Document; where they cannot be, the mark says of which Document
    they are.
    """

    def __init__(self) -> None:
        super().__init__()
        self.title = QLabel(wordWrap=True)
        self.look = QLabel(wordWrap=True)
        self.to_do = QLabel(wordWrap=True)
        self.mark = QLabel(AT_START)
        self.where = QLabel()
        # Otherwise a narrow window would grow.
        self.mark.setMinimumWidth(1)
        kept = self.mark.sizePolicy()
        # Where it comes the idea is not broken anew, and the panes stay.
        kept.setRetainSizeWhenHidden(True)
        self.mark.setSizePolicy(kept)
        names = {
            "slideTitle": self.title,
            "slideLook": self.look,
            "slideToDo": self.to_do,
            "slideWhere": self.where,
            "slideMark": self.mark,
        }
        for name, label in names.items():
            label.setObjectName(name)
            label.setTextFormat(Qt.TextFormat.RichText)
        top = Qt.AlignmentFlag.AlignTop
        head = in_row((self.title, 1), (self.where, 0, top), spacing=16)
        # Lines of the idea are short: the mark has room beside them.
        idea = in_row((self.look, 1), (self.mark, 0, top), spacing=16)
        self._column = in_column(
            head, idea, self.to_do, inside=self, margins=(0, 0, 0, MARGIN), spacing=6
        )
        self.hide()

    def show_words(self, session: Session) -> None:
        words = session.words
        place = session.place
        is_step = place is not None and words is not None
        shown = words if words and is_step else Caption(session.current_title, "", "")
        self.title.setText(rich(shown.title))
        self.look.setText(on_lines(shown.look))
        self.to_do.setText(TRY + rich(shown.do))
        for line in (self.look, self.to_do):
            line.setVisible(is_step)
        self.mark.setVisible(bool(shown.mark))
        self.where.setText(markup(place.text) if place and is_step else "")

    def fit(self, scale: float, width: int, most_height: int) -> None:
        """Have type of this scale, or the largest with which it is no higher than `most_height`."""
        self.set_scale(scale)
        while scale > 1.0 and self._column.heightForWidth(width) > most_height:
            scale *= SHRINKS
            self.set_scale(scale)

    def set_scale(self, scale: float) -> None:
        for label, pixels in (
            (self.title, TITLE),
            (self.look, LOOK),
            (self.to_do, LOOK),
            (self.mark, WHERE),
            (self.where, WHERE),
        ):
            font = QFont(label.font())
            font.setPixelSize(round(pixels * scale))
            font.setWeight(QFont.Weight.DemiBold if label is self.title else QFont.Weight.Normal)
            label.setFont(font)
