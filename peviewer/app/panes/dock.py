"""One pane in its dock: listens to the session, draws only when seen and only what it reads."""

import html
import sys
import traceback
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QEnterEvent,
    QFont,
    QHideEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QLabel, QStackedWidget, QWidget

from peviewer.app.look.parts import in_column
from peviewer.app.look.themes import BODY_PX, shown_palette
from peviewer.app.look.type_size import factor
from peviewer.app.panes.area import Dock
from peviewer.app.panes.colour_range import ColourRange, coloured_mark
from peviewer.app.panes.explanation import Explanation
from peviewer.app.panes.header import PaneHeader, flip_title
from peviewer.app.panes.menu import PaneMenu
from peviewer.app.panes.pointing import Pointing
from peviewer.app.panes.type_size import type_scale
from peviewer.app.panes.zoom import is_zoomed, unzoomed, zoomed
from peviewer.app.session.session import CANCELLED, Session
from peviewer.base.numbers import number
from peviewer.document.animation import field_specification
from peviewer.document.document import Document
from peviewer.figures.compare.texts import scheme_names
from peviewer.figures.panes.pane import Pane
from peviewer.figures.readout import cell_name
from peviewer.live.view import FigureView
from peviewer.model.stored.loading import ChangedError

LINKS = (
    Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
)


class PaneDock(Dock):
    """A pane's header and its live Figure.

    While it cannot be seen it does nothing; when it is shown again, it catches up.
    """

    asked = Signal(str, str)
    """A request to the window, and the pane's name.

    The request is "activate", "copy", "code", "export", "data" or "maximise".
    """
    reported = Signal(str)
    """One line: what was done."""
    header: PaneHeader

    def __init__(
        self, pane: Pane, session: Session, pointing: Pointing, choices: Sequence[QWidget] = ()
    ) -> None:
        super().__init__(pane.title, PaneHeader(pane, choices))
        self.setObjectName(f"pane-{pane.name}")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.pane = pane
        self._type_size = 1.0
        self._presented = 0.0
        self._is_cancelled = False
        self._session = session
        self._pointing = pointing
        self.view = FigureView(shown_palette())
        self.view.setAccessibleName(f"{pane.title}, figure")
        self.note = QLabel(wordWrap=True, alignment=Qt.AlignmentFlag.AlignCenter)
        """Why there is no figure."""
        self.note.setMargin(24)
        self.note.setTextInteractionFlags(LINKS)
        self.note.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        for part in self.view.findChildren(QWidget):
            # Qt gives a drop to the innermost that accepts it: the window must get it.
            part.setAcceptDrops(False)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.view)
        self._pages.addWidget(self.note)
        self._explanation: Explanation | None = None
        self._range: ColourRange | None = None
        self._column = in_column(
            self.header, (self._pages, 1), inside=self, margins=(0, 0, 0, 0), spacing=0
        )
        self._connect()
        self._watch = session.watch(pane.depends_on, self._draw, when=lambda: self.seen)

    def _connect(self) -> None:
        self.header.asked.connect(self._do)
        self._session.opened.connect(self.header.fit)
        self.note.linkActivated.connect(lambda _: self._draw_again())
        self.view.made.connect(self._on_made)
        self.view.failed.connect(self._on_failed)
        self.view.cancelled.connect(self._on_cancelled)
        self.view.sideChanged.connect(self._show_sides)
        self.view.hovered.connect(self._pointing.hover)
        self.view.left.connect(self._pointing.leave)
        self.view.cell_name = lambda cells, readings: cell_name(
            self._session.document, cells, readings
        )
        self.view.pressed.connect(self._on_pressed)
        self.view.doubleClicked.connect(self._on_double_clicked)
        self.view.edited.connect(
            lambda field, value, key: self._session.edit({field: value}, merge=key)
        )
        self.view.zoomed.connect(self._on_zoomed)
        self.view.copied.connect(
            lambda cells: self.reported.emit(f"Copied {number(cells)} cell{'s' * (cells != 1)}")
        )
        self.view.keysTaken.connect(self._on_keys_taken)
        self.view.resetRequested.connect(self.reset_view)
        self._pointing.moved.connect(self._update_crosshair)

    def _do(self, what: str) -> None:
        own: dict[str, Callable[[], object]] = {
            "explain": lambda: self.explanation.toggle(),
            "close": self.close,
            "reset-view": self.reset_view,
            "more": lambda: self.open_menu(
                self.header.more.mapToGlobal(self.header.more.rect().bottomLeft())
            ),
        }
        own.get(what, lambda: self.asked.emit(what, self.pane.name))()

    @property
    def explanation(self) -> Explanation:
        """The strip with the explanation.

        Made when it is first needed, as most panes are never explained.
        """
        if self._explanation is None:
            self._explanation = Explanation(self.pane, self._session, self.view, self)
            self._explanation.shown.connect(self.header.set_explaining)
            self._column.insertWidget(1, self._explanation)
        return self._explanation

    @property
    def seen(self) -> bool:
        """Whether the pane can be seen: open, in front of its tabs, its window not minimised."""
        return self.isVisible() and not self.window().isMinimized()

    @property
    def focus_target(self) -> QWidget:
        """The widget that takes the focus: the figure, or the text shown instead of it."""
        return self.view if self._pages.currentWidget() is self.view else self.note

    @property
    def visible_fields(self) -> list[str]:
        choices = zip(self.pane.choices, self.header.choices, strict=False)
        return [path for path, choice in choices if choice in self.header.shown_choices]

    def refresh(self) -> None:
        """Catch up with the session, the theme and the cursor, if the pane can be seen."""
        if not self.seen:
            return
        self.view.set_palette(shown_palette())
        self._show_sides()
        self._watch.update(self._session.document)
        self._update_crosshair()

    def set_tabbed(self, tabbed: bool) -> None:
        self.header.set_tabbed(tabbed)

    def clear(self) -> None:
        """Free the panels: a pyqtgraph.PlotItem has about two megabytes.

        Shown again, it is drawn again.
        """
        self.view.clear()
        self._watch.forget()

    def dispose(self) -> None:
        if self._explanation:
            self._explanation.dispose()
        self.view.dispose()

    def _draw(self, document: Document) -> None:
        if self._is_cancelled:
            self._is_cancelled = False
            self._pages.setCurrentWidget(self.view)
        figure = self.pane.figure
        shown = document
        if self.pane.only_side(document) == "B":
            shown = document.compared_document or document
        serves = self.pane.serves(shown)
        # Only choices that would change the picture are offered.
        choices = self.pane.choices[: len(self.header.choices)]
        useful = [
            serves and shown.applies(path, field_specification(shown, path)) for path in choices
        ]
        self.header.set_useful(useful)
        made = (
            (lambda: figure(document).without_spare_columns)
            if self._presented
            else (lambda: figure(document))
        )
        self.view.make(made, quick=self.pane.is_quick(document))

    def _show_sides(self) -> None:
        """Say beside the title which of A and B is shown, where it is one of them."""
        document = self._session.document
        only_side = self.pane.only_side(document)
        if only_side:
            self.header.set_sides(f"{only_side} only", f"{only_side} only")
        elif self.view.side and document.compare.against is not None:
            names = scheme_names(document.encoding, document.compare.against)
            self.header.set_sides(
                flip_title(self.view.side, names), flip_title(self.view.side, ("", ""))
            )
        else:
            self.header.set_sides("", "")

    def _on_made(self) -> None:
        self._update_description()
        self._show_sides()
        self.header.set_zoomed(self._is_zoomed)
        document = self._session.document
        if self.pane.shows_any(document):
            self._pages.setCurrentWidget(self.view)
        else:
            self._say(self.pane.reason_empty(document))
        if self._explanation:
            self._explanation.follow()
        if self._range and self._range.isVisible():
            self._range.follow()

    def _update_description(self) -> None:
        figure = self.view.figure()
        words = [
            figure.title if figure else "",
            self._pointing.text() if self.view.hasFocus() else "",
        ]
        if (text := ". ".join(filter(None, words))) != self.view.accessibleDescription():
            self.view.setAccessibleDescription(text)

    @property
    def _is_zoomed(self) -> bool:
        return is_zoomed(self._session.document, self.pane.name, self.view.figure())

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, ChangedError):
            # The last picture stays.
            self.reported.emit(f"{error}: open it again to show it as it is now")
            return
        traceback.print_exception(error, file=sys.stderr)
        self._say(
            f"{self.pane.title} cannot be drawn: {html.escape(str(error))}. "
            "<a href='again'>Try again</a>."
        )

    def _draw_again(self) -> None:
        self.clear()
        self.refresh()

    def _say(self, why: str) -> None:
        self.note.setText(why)
        self._pages.setCurrentWidget(self.note)

    def _on_cancelled(self, is_empty: bool) -> None:
        self._is_cancelled = True
        if is_empty:
            self._say(f"{self.pane.title} was cancelled. <a href='again'>Compute it</a>.")
        self.reported.emit(CANCELLED)

    def enter(self) -> None:
        if self.focus_target is self.view:
            self.view.enter()
        else:
            self.focus_target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._explanation:
            self._explanation.fit(self.width(), self.height())
        self._scale_type()

    def set_type_size(self, size: float) -> None:
        self._type_size = size
        self._scale_type()

    def present(self, scale: float) -> None:
        if bool(scale) != bool(self._presented):
            # Spare columns may have appeared or gone.
            self._watch.forget()
        if scale != self._presented:
            self._presented = scale
            self.header.present(scale)
            font = QFont(self.note.font())
            font.setPixelSize(round(BODY_PX * (scale or factor())))
            self.note.setFont(font)
            self._scale_type()
            self.view.set_presented(bool(scale))
            self.refresh()

    def _scale_type(self) -> None:
        self.view.set_type_scale(self._presented or type_scale(self.size()) * self._type_size)

    def reset_view(self) -> None:
        self._session.edit(
            {"view.zoom": unzoomed(self._session.document, self.pane.name, self.view.figure())},
            undoable=False,
        )

    def choose_range(self) -> None:
        if self._range is None:
            self._range = ColourRange(self.pane, self._session, self.view.figure, self)
        self._range.show()
        self._range.raise_()
        self._range.follow()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self._do("activate")
        self.open_menu(event.globalPos())

    def open_menu_by_key(self) -> None:
        """Open the menu at the focused widget, or in the middle of the figure."""
        focused = self.focusWidget()
        place = focused if focused is not None and focused.hasFocus() else self.view
        self.open_menu(place.mapToGlobal(place.rect().center()))

    def open_menu(self, at: QPoint) -> None:
        """Open the menu of the pane at a place on the screen; it is made for this one time."""
        has_colours = coloured_mark(self.view.figure()) is not None
        menu = PaneMenu(self.pane.title, self.header.buttons, self)
        menu.add("Zoom to all", self.reset_view, self.header.reset.icon(), enabled=self._is_zoomed)
        menu.add(f"Colour range of {menu.pane_title}…", self.choose_range, enabled=has_colours)
        menu.addSeparator()
        for action in self.view.cell_actions:
            menu.add(action.text(), action.trigger, enabled=action.isEnabled())
        menu.add_buttons("copy")
        menu.add(f"Copy {menu.pane_title} as code", lambda: self._do("code"))
        menu.addSeparator()
        menu.add_buttons("export")
        menu.add(f"Export data of {menu.pane_title}…", lambda: self._do("data"))
        menu.addSeparator()
        menu.add_buttons("explain")
        menu.addSeparator()
        menu.add_buttons("maximise", "close")
        menu.popup(at)

    def _update_crosshair(self) -> None:
        if self.seen:
            self.view.set_crosshair(self._pointing.hovered, self._pointing.pinned)
            if self.view.hasFocus():
                self._update_description()

    def _on_pressed(self, on_cursor: bool) -> None:
        self._do("activate")
        self._pointing.click(self.view.clicked, on_cursor=on_cursor)

    def _on_keys_taken(self, taken: bool) -> None:
        self.header.reveal(taken)
        if taken:
            self._do("activate")

    def _on_double_clicked(self) -> None:
        # The first click of a double click was not meant for the cursor.
        self._pointing.undo_click()
        self._do("maximise")

    def _on_zoomed(self, windows: dict[str, tuple[float, float]]) -> None:
        zoom = zoomed(self._session.document, self.pane.name, self.view.figure(), windows)
        self._session.edit({"view.zoom": zoom}, undoable=False)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_cancelled:
            self.clear()
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self._range:
            self._range.hide()

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.header.reveal(True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.header.reveal(False)
