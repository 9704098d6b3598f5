"""The view: which panes are shown, where, zoomed to what, in which colours."""

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np
from pydantic import field_validator

from peviewer.base.files import resource
from peviewer.base.parameters import Parameters, parameter
from peviewer.document.arrangement import FORM, Split, checked, even, names
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.turning import Paired
from peviewer.model.sampling.raster import Reduce

Interval = tuple[float, float]
"""The lower and the upper end of a range."""

ColourRange = Literal["full", "seen"] | Interval
"""A range of colours: that of all possible values, that of the visible ones, or two typed ends."""

# The prefix for the second side of a matrix that has the same quantity along both sides.
OTHER = "other "

# The largest typed end of a range of colours: larger ones overflow single precision.
MOST_COLOURED = 1e30

# Data of both signs have a diverging colormap then, as the theme has it; others have viridis.
USUAL_COLORMAP = "diverging"

_OWN_COLORMAPS = {
    USUAL_COLORMAP: "Usual",
    "grey": "Grey",
    "grey-reversed": "Grey, reversed",
    "viridis": "Viridis",
    "cividis": "Cividis (colour-blind safe)",
}
with np.load(resource("colormaps", "matplotlib.npz")) as _tables:
    _MATPLOTLIB = sorted({*_tables.files} - {*_OWN_COLORMAPS}, key=str.lower)
_REVERSIBLE = sorted([*_MATPLOTLIB, "grey", "viridis", "cividis"], key=str.lower)
_REVERSED = [f"{name}_r" for name in _REVERSIBLE]

# peviewer's own colour maps, and all of matplotlib's by their names there.
COLORMAPS = (*_OWN_COLORMAPS, *_MATPLOTLIB, *_REVERSED)
Colormap = Literal[(*COLORMAPS,)]  # type: ignore[valid-type]  # a file names them


class View(Parameters):
    """How panes are shown."""

    panes: tuple[str, ...] = parameter(
        ("encoding", "shift", "binary", "distance"),
        title="Panes",
        help="Which panes are open.",
        hidden=True,
        form="names of panes, as in shift,clocks",
    )
    arrangement: Split | None = parameter(
        None,
        title="Arrangement",
        hidden=True,
        form=FORM,
        help="Where the panes are and how large. By default all panes get equal space.",
    )
    maximised: str = parameter(
        "",
        title="Maximised pane",
        hidden=True,
        form="the name of a pane, or nothing",
        help="The pane that fills the window.",
    )
    colormap: Colormap = parameter(
        USUAL_COLORMAP,
        title="Colours",
        labels={name: name for name in COLORMAPS} | _OWN_COLORMAPS,
        groups={
            "Recommended": [*_OWN_COLORMAPS],
            "Of matplotlib": _MATPLOTLIB,
            "Reversed": _REVERSED,
        },
        form=f"one of {', '.join(_OWN_COLORMAPS)} or a colormap of matplotlib, "
        "as in magma or RdBu_r",
        help="How numbers become colours: diverging is the usual choice, viridis where numbers "
        "have one sign; magma or RdBu_r are two of matplotlib.",
    )
    transposed: bool = parameter(
        False,
        title="Positions across",
        needs=(Tabled, Paired),
        help="Draw positions along the horizontal axis, dimensions down.",
    )
    raw: bool = parameter(
        False,
        title="Raw samples",
        seldom=True,
        help="Where several cells share a pixel, show one of them instead of their mean. This "
        "gives the moiré of naive subsampling.",
    )
    linked: bool = parameter(
        True,
        title="Link zoom",
        seldom=True,
        help="Zooming one pane zooms every pane along the same quantity.",
    )
    square: bool = parameter(
        True,
        title="Square cells",
        hidden=True,
        help="Draw every cell of a matrix of positions as a square, where the pane has room.",
    )
    zoom: dict[str, Interval] = parameter(
        {},
        title="Zoom",
        help="The range of each quantity that is shown.",
        hidden=True,
        form='windows [low, high] by what runs along an axis, as in {"position": [0, 64]}',
    )
    levels: dict[str, ColourRange] = parameter(
        {},
        title="Colour range",
        hidden=True,
        help="The range of colours of each pane's heatmaps: full, seen, or [low, high]. By default "
        "it is that of the data.",
        form='full, seen or [low, high] by pane, as in {"distance": "seen"}',
    )

    @field_validator("panes", mode="before")
    @classmethod
    def _named_in_a_row(cls, panes: object) -> object:
        """Take names with commas between, as ``--panes`` does."""
        if not isinstance(panes, str):
            return panes
        typed_names = [name.strip() for name in panes.split(",")]
        return [name for name in typed_names if name]

    @property
    def reduce(self) -> Reduce:
        return "nearest" if self.raw else "mean"

    @field_validator("arrangement")
    @classmethod
    def _sound(cls, arrangement: Split | None) -> Split | None:
        return arrangement and checked(arrangement)

    def arranged(self, panes: Sequence[str]) -> Split:
        """Return the user's arrangement, or the default one if a pane has no place in it."""
        if self.arrangement is None or not set(panes) <= set(names(self.arrangement)):
            return even(panes)
        return self.arrangement

    @field_validator("zoom")
    @classmethod
    def _windows(cls, zoom: dict[str, Interval]) -> dict[str, Interval]:
        for quantity, (low, high) in zoom.items():
            are_finite = math.isfinite(low) and math.isfinite(high)
            if not are_finite or low >= high:
                raise ValueError(f"a window [low, high] with low < high for {quantity!r}")
        return zoom

    @field_validator("levels")
    @classmethod
    def _ranges(cls, levels: dict[str, ColourRange]) -> dict[str, ColourRange]:
        for pane, chosen in levels.items():
            if isinstance(chosen, tuple) and not is_distinguishable(*chosen):
                raise ValueError(
                    f"full, seen, or a range [low, high] for {pane!r}, low < high by a millionth "
                    f"of them at least, and both from {-MOST_COLOURED:g} to {MOST_COLOURED:g}"
                )
        return levels


def is_distinguishable(low: float, high: float) -> bool:
    """Whether numbers between the ends of a range of colours differ in single precision."""
    size = max(abs(low), abs(high))
    return size <= MOST_COLOURED and high - low >= max(1e-30, 1e-6 * size)
