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

# What may be set of the axes of a page and lasts where they are painted anew.
LASTING = ("title", "xlabel", "ylabel", "xlim", "ylim")
# Where axes are until their page is laid out.
ANYWHERE = (0.1, 0.1, 0.8, 0.8)


class _Painted(NamedTuple):
    """What axes had when they were painted: all that others have later is a user's."""

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
        self._painted: dict[Any, _Painted] = {}
        # The axes by the kind of their panel, in the order of the panels, and those without one.
        self._kinds: dict[Axes, object] = {}
        self._spare_axes: list[Axes] = []
        self._changes: dict[Axes, _Painted] = {}

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

    def take_apart(self) -> None:
        """Remove what was painted, and note what a user has changed."""
        own_parts = self._painted[self].artists
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
        self._painted = {owner: _look_of(owner) for owner in (self, *self._kinds)}
        for axes, changes in self._changes.items():
            if axes in self._kinds:
                _give(axes, changes)
        self._changes = {}

    def _changes_of(self, axes: Axes) -> _Painted:
        before = self._painted[axes]
        settings = {
            name: value for name, value in _settings_of(axes) if value != before.settings[name]
        }
        return _Painted(_look_of(axes).artists - before.artists, settings)

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


def _look_of(owner: Any) -> _Painted:
    """Return what a page or its axes have now."""
    settings = dict(_settings_of(owner)) if isinstance(owner, Axes) else {}
    return _Painted(frozenset(owner.get_children()), settings)


def _settings_of(axes: Axes) -> Iterator[tuple[str, Any]]:
    for name in LASTING:
        yield name, getattr(axes, f"get_{name}")()


def _give(axes: Axes, changes: _Painted) -> None:
    for artist in changes.artists:
        if isinstance(artist, Axes):
            axes.add_child_axes(artist)
        else:
            axes.add_artist(artist)
    axes.set(**changes.settings)
