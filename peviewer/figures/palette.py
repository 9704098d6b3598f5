"""Colours: the roles of each theme, colormaps of ``resources/colormaps``, contrast by WCAG 2."""

from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.files import resource
from peviewer.figures.grammar import Role

ThemeName = Literal["light", "dark"]

# The opacity of a shaded range of an axis.
SHADE_STRENGTH = 0.16

# The opacity of a wide pale line behind another line.
WIDE_STRENGTH = 0.45

# The opacity of a curve's band from the least to the greatest value of each point.
BAND_STRENGTH = 0.32

_CURVES_LIGHT = ("#2B66E3", "#0E7490", "#007A5A", "#B0508A", "#9A6A00", "#3A3F47")
_CURVES_DARK = ("#6AA3FF", "#22D3EE", "#4CC9A0", "#E79AC6", "#F0C24B", "#C7CCD4")

# The colours of values in order: one hue, each shade farther from the background than the last.
_ORDERED_LIGHT = ("#5A8CF0", "#4A77D2", "#3A62B3", "#2B4E95", "#1B3976", "#0B2458")
_ORDERED_DARK = ("#4A7FE0", "#6593E6", "#81A7EC", "#9CBAF3", "#B8CEF9", "#D3E2FF")

# The roles whose colour is the same in every pane, and the curve colours that are reserved for
# them.
_SHARED_COLORS: dict[Role, Role] = {"sine": "curve-2", "cosine": "curve-3", "reference": "curve-5"}


@dataclass(frozen=True)
class Palette:
    """The colours of one theme, as ``#RRGGBB``."""

    name: ThemeName
    # The background of the window, that of panels, and that of controls.
    window: str
    panel: str
    raised: str
    # Frames and the lines across plots.
    line: str
    # Texts, and those that matter less.
    text: str
    secondary: str
    # What is chosen, and the text on it.
    accent: str
    on_accent: str
    # Marks of positions, and the scheme B of a comparison.
    mark: str
    compared: str
    # The signs of claims that hold, and of those that fail.
    holds: str
    fails: str
    # The name of the colormap for numbers of both signs.
    diverging: str
    # The colours of curves, and of curves whose values have an order.
    curves: tuple[str, ...]
    ordered: tuple[str, ...]

    def role(self, role: Role) -> str:
        """Return the colour of a role, as ``#RRGGBB``."""
        role = _SHARED_COLORS.get(role, role)
        if role.startswith("curve-"):
            return self.curves[int(role.removeprefix("curve-"))]
        if role.startswith("ordered-"):
            return self.ordered[int(role.removeprefix("ordered-"))]
        colors = {
            "ink": self.text,
            "muted": self.secondary,
            "accent": self.accent,
            "mark": self.mark,
            "compared": self.compared,
        }
        return colors[role]


LIGHT = Palette(
    name="light",
    window="#F4F5F7",
    panel="#FFFFFF",
    raised="#ECEEF2",
    line="#D5DAE1",
    text="#1A1E24",
    secondary="#59626E",
    accent="#2B66E3",
    on_accent="#FFFFFF",
    mark="#9E5400",
    compared="#7E1D94",
    holds="#1A7F4B",
    fails="#C42B2B",
    diverging="RdBu",
    curves=_CURVES_LIGHT,
    ordered=_ORDERED_LIGHT,
)
DARK = Palette(
    name="dark",
    window="#14161A",
    panel="#1B1E24",
    raised="#262A33",
    line="#363C47",
    text="#E7E9EC",
    secondary="#9CA5B1",
    accent="#6AA3FF",
    on_accent="#0E1116",
    mark="#FFB454",
    compared="#C65CCA",
    holds="#4CC38A",
    fails="#FF7070",
    diverging="midnight",
    curves=_CURVES_DARK,
    ordered=_ORDERED_DARK,
)
PALETTES: dict[str, Palette] = dict(zip(get_args(ThemeName), (LIGHT, DARK), strict=True))


@cache
def colormap(name: str) -> NDArray[np.uint8]:
    """Return a colormap's table: one of ours, or one of matplotlib by its name there."""
    if name.endswith("_r"):
        return colormap(name.removesuffix("_r"))[::-1]
    folder = resource("colormaps")
    own_file = folder / f"{name}.csv"
    if own_file.exists():
        table = np.loadtxt(own_file, dtype=np.uint8, delimiter=",", comments="#")
    else:
        with np.load(folder / "matplotlib.npz") as tables:
            table = tables[name]
    table.setflags(write=False)
    return table


def colour_steps(
    values: NDArray[np.float32], levels: tuple[float, float]
) -> tuple[NDArray[np.uint8], NDArray[np.bool_] | None]:
    """Return the row of a colormap's table for each value, and which values are gaps.

    Rounding is the same on screen and on paper. The second result is None if there are no gaps.
    """
    low, high = levels
    span = (high - low) or 1.0
    # Values far outside a narrow range overflow.
    with np.errstate(over="ignore"):
        if 1e-30 < span < 1e30:
            steps: NDArray[np.floating] = values * np.float32(256 / span)
        else:
            # The factor is too large for single precision.
            steps = values.astype(np.float64) / span * 256
    steps -= low / span * 256
    np.clip(steps, 0, 255, out=steps)
    has_gaps = bool(steps.size) and bool(np.isnan(steps.min()))
    if not has_gaps:
        return steps.astype(np.uint8), None
    gaps = np.isnan(steps)
    steps[gaps] = 0
    return steps.astype(np.uint8), gaps


def themed_colormap(name: str, palette: Palette) -> str:
    """Return the file name of a colormap: ``"diverging"`` and ``"ink"`` depend on the theme."""
    themed = {
        "diverging": palette.diverging,
        "ink": "grey-reversed" if palette.name == "light" else "grey",
    }
    return themed.get(name, name)


# Above this luminance black has more contrast than white: (L + .05)² > 1.05 · .05.
_EVEN_LUMINANCE = 0.179


def luminance(colors: ArrayLike) -> NDArray[np.float64]:
    """Return the relative luminance of colours, from 0 to 1."""
    shares = np.asarray(colors, dtype=np.float64) / 255
    is_dark = shares <= 0.04045
    linear_shares = np.where(is_dark, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    luminances: NDArray[np.float64] = linear_shares @ np.array([0.2126, 0.7152, 0.0722])
    return luminances


def contrast(color: str, background: str) -> float:
    """Return the contrast of two colours, ``#RRGGBB``, from 1 to 21."""
    luminances = [float(luminance(channels(each))) for each in (color, background)]
    darker, lighter = sorted(luminances)
    return round((lighter + 0.05) / (darker + 0.05), 3)


def needs_black_text(colors: ArrayLike) -> NDArray[np.bool_]:
    """Return whether black has more contrast than white on colours of shape (…, 3)."""
    return luminance(colors) > _EVEN_LUMINANCE


def channels(color: str) -> tuple[int, int, int]:
    """Return the red, green and blue of ``#RRGGBB``."""
    red, green, blue = bytes.fromhex(color.removeprefix("#"))
    return red, green, blue
