"""The heading of a group of parameters, which folds its rows."""

from collections.abc import Sequence

from PySide6.QtCore import Qt

from peviewer.app.look.icons import icon
from peviewer.app.look.parts import HeaderButton
from peviewer.app.look.themes import shown_palette
from peviewer.app.look.type_size import set_sizes


class Heading(HeaderButton):
    """A title with a small arrow before it; it is checked while its group is open."""

    def __init__(self, title: str, name: str, folds: str) -> None:
        super().__init__("unfold", title, revealed=True)
        self._title = title
        self._folds = folds
        self._changed = ""
        self.setObjectName(name)
        self.setCheckable(True)
        # With this icon the title is in line with the labels of its rows.
        set_sizes(self, icon=13)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.toggled.connect(self._describe)
        self.setChecked(True)

    def set_changed(self, titles: Sequence[str]) -> None:
        """Set the titles of fields that are not at their defaults.

        A dot says that there are some.
        """
        if (changed := ", ".join(titles)) != self._changed:
            self._changed = changed
            self._describe()

    def show_icon(self) -> None:
        palette = shown_palette()
        # A checked button's icon would have the accent's colour; the heading's has not.
        self.setIcon(icon(self._icon_name, palette, palette.secondary))

    def _describe(self) -> None:
        is_open = self.isChecked()
        lines = [f"{'Fold' if is_open else 'Show'} {self._folds}"]
        if self._changed:
            lines.append(f"Not at their defaults: {self._changed}")
        self.rename("unfold" if is_open else "next", "\n".join(lines))
        self.setAccessibleDescription(lines[-1])
        self.setAccessibleName(self._folds)
        self.set_words(f"{self._title} •" if self._changed else self._title)
