"""The matplotlib Figure that a page is."""

import io
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import FigureCanvasBase
from matplotlib.figure import Figure

from peviewer.paper.page.engine import PageEngine
from peviewer.paper.painting import painting

# The settings of axes that a user may have changed, and that are restored when the page is painted
# anew.
RESTORED_SETTINGS = ("title", "xlabel", "ylabel", "xlim", "ylim")
# Where axes are until their page is laid out.
ANYWHERE = (0.1, 0.1, 0.8, 0.8)


class _AxesState(NamedTuple):
    """The artists in axes, and some of their settings, at one time.

    What axes have later than when they were painted is a user's.
    """

    artists: frozenset[Artist]
    settings: dict[str, Any]


class PaperPage(Figure):
    """A matplotlib Figure that a notebook shows as a picture.

    ``settings`` are matplotlib's that it was painted with, and it is always drawn with, so that no
    style of a notebook changes it afterwards. ``left_out`` names what it has no room for. It is
    painted anew for another size or resolution. Axes of panels that it still shows then stay, with
    what a user has added to them.
    """

    settings: Mapping[Any, Any] = MappingProxyType({})

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._left_out: tuple[str, ...] = ()
        self._states_when_painted: dict[Any, _AxesState] = {}
        # The kind of panel that each axes show, in the order of the panels.
        self._kinds: dict[Axes, object] = {}
        # The axes of an earlier painting that no panel has taken again.
        self._spare_axes: list[Axes] = []
        # What a user has added to axes and changed of them, while the page is painted anew.
        self._changes: dict[Axes, _AxesState] = {}

    @property
    def left_out(self) -> tuple[str, ...]:
        self.fit()
        return self._left_out

    @left_out.setter
    def left_out(self, names: tuple[str, ...]) -> None:
        self._left_out = names

    def draw(self, renderer: Any) -> None:
        # Figure.draw looks for what it draws before it lets the engine work.
        self.fit()
        with painting(self.settings):
            super().draw(renderer)

    def savefig(self, *arguments: Any, **options: Any) -> None:
        self.fit()
        with painting(self.settings):
            super().savefig(*arguments, **options)

    def fit(self) -> None:
        """Paint the page anew if it has another size than when it was painted."""
        engine = self.get_layout_engine()
        if isinstance(engine, PageEngine):
            engine.execute(self)

    def tight_layout(self, **_distances: Any) -> None:
        """Fit the page to its size: its panels are as tight as their words allow already."""
        self.fit()

    def panel_axes(self, kind: object, **look: Any) -> Axes:
        """Return axes for the next panel of a kind: those that such a panel had, or new."""
        for axes in self._spare_axes:
            if self._kinds[axes] == kind:
                self._spare_axes.remove(axes)
                return axes
        axes = self.add_axes(ANYWHERE, **look)
        self._kinds[axes] = kind
        return axes

    def remove_painted_parts(self) -> None:
        """Remove what was painted, and note what a user has changed."""
        own_parts = self._states_when_painted[self].artists
        for artist in self.get_children():
            if artist in own_parts and artist is not self.patch and not isinstance(artist, Axes):
                artist.remove()
        self._spare_axes = [axes for axes in self.axes if axes in self._kinds]
        for axes in self._spare_axes:
            self._changes[axes] = self._changes_of(axes)
            axes.clear()
            axes.spines[:].set_visible(True)

    def finish(self) -> None:
        """Give the axes what a user had changed, and note what was painted."""
        for axes in self._spare_axes:
            axes.remove()
            del self._kinds[axes]
        self._spare_axes = []
        self._states_when_painted = {owner: _present_state(owner) for owner in (self, *self._kinds)}
        for axes, changes in self._changes.items():
            if axes in self._kinds:
                _restore_changes(axes, changes)
        self._changes = {}

    def _changes_of(self, axes: Axes) -> _AxesState:
        before = self._states_when_painted[axes]
        settings = {
            name: value for name, value in _settings_of(axes) if value != before.settings[name]
        }
        return _AxesState(_present_state(axes).artists - before.artists, settings)

    def release(self) -> None:
        """Drop images and pixels once it is written.

        Its parts refer to each other, and so stay until garbage is collected.
        """
        for axes in self.axes:
            for image in axes.get_images():
                image.remove()
        # A new canvas replaces the one that holds the pixels.
        FigureCanvasBase(self)

    def _repr_png_(self) -> bytes:
        """Return a picture.

        After ``%matplotlib inline`` a notebook makes its own, in the format chosen there.
        """
        file = io.BytesIO()
        colors = {"facecolor": "auto", "edgecolor": "none"}
        self.savefig(file, format="png", dpi=self.dpi, bbox_inches=None, **colors)
        return file.getvalue()


def _present_state(owner: Any) -> _AxesState:
    """Return what a page or its axes have now."""
    settings = dict(_settings_of(owner)) if isinstance(owner, Axes) else {}
    return _AxesState(frozenset(owner.get_children()), settings)


def _settings_of(axes: Axes) -> Iterator[tuple[str, Any]]:
    for name in RESTORED_SETTINGS:
        yield name, getattr(axes, f"get_{name}")()


def _restore_changes(axes: Axes, changes: _AxesState) -> None:
    for artist in changes.artists:
        if isinstance(artist, Axes):
            axes.add_child_axes(artist)
        else:
            axes.add_artist(artist)
    axes.set(**changes.settings)
