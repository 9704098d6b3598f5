"""Colours: the roles of each theme, colormaps read from ``resources/colormaps``, and contrast as WCAG 2 has it."""

from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from peviewer.base.files import resource
from peviewer.figures.grammar import Role

ThemeName = Literal["light", "dark"]

SHADE_STRENGTH = 0.16  # of a shaded range of an axis
WIDE_STRENGTH = 0.45  # opacity of a wide pale line behind another
BAND_STRENGTH = (
    0.32  # opacity of a curve's band, from the least to the greatest value of each point
)

_CURVES_LIGHT = ("#2B66E3", "#0891B2", "#007A5A", "#B0508A", "#9A6A00", "#3A3F47")
_CURVES_DARK = ("#6AA3FF", "#22D3EE", "#4CC9A0", "#E79AC6", "#F0C24B", "#C7CCD4")

# These have the same colour in every pane, and no other curve has it.
_SHARED_COLORS: dict[Role, Role] = {"sine": "curve-2", "cosine": "curve-3", "reference": "curve-5"}


@dataclass(frozen=True)
class Palette:
    """The colours of one theme, as ``#RRGGBB``."""

    name: ThemeName
    window: str
    panel: str
    raised: str
    line: str
    text: str
    secondary: str
    accent: str
    on_accent: str
    mark: str
    compared: str
    holds: str
    fails: str
    diverging: str
    curves: tuple[str, ...]

    def role(self, role: Role) -> str:
        role = _SHARED_COLORS.get(role, role)
        if role.startswith("curve-"):
            return self.curves[int(role.removeprefix("curve-"))]
        return {"ink": self.text, "muted": self.secondary, "accent": self.accent, "mark": self.mark,
                "compared": self.compared}[role]  # fmt: skip


LIGHT = Palette(
    "light", "#F4F5F7", "#FFFFFF", "#ECEEF2", "#D5DAE1", "#1A1E24", "#59626E",
    "#2B66E3", "#FFFFFF", "#B86200", "#86198F", "#1A7F4B", "#C42B2B", "RdBu", _CURVES_LIGHT,
)  # fmt: skip
DARK = Palette(
    "dark", "#14161A", "#1B1E24", "#262A33", "#363C47", "#E7E9EC", "#9CA5B1",
    "#6AA3FF", "#0E1116", "#FFB454", "#C65CCA", "#4CC38A", "#FF7070", "midnight", _CURVES_DARK,
)  # fmt: skip
PALETTES: dict[str, Palette] = dict(zip(get_args(ThemeName), (LIGHT, DARK), strict=True))


@cache
def colormap(name: str) -> NDArray[np.uint8]:
    """Return a colormap's table: one of ours, or one of matplotlib by its name there."""
    if name.endswith("_r"):
        return colormap(name.removesuffix("_r"))[::-1]
    folder = resource("colormaps")
    if (own := folder / f"{name}.csv").exists():
        table = np.loadtxt(own, dtype=np.uint8, delimiter=",", comments="#")
    else:
        with np.load(folder / "matplotlib.npz") as tables:
            table = tables[name]
    table.setflags(write=False)
    return table


def colour_steps(
    values: NDArray[np.float32], levels: tuple[float, float]
) -> tuple[NDArray[np.uint8], NDArray[np.bool_] | None]:
    """Return the row of a colormap's table for each value, rounded alike on screen and on paper."""
    span = (levels[1] - levels[0]) or 1.0
    with np.errstate(over="ignore"):  # far outside a narrow range
        if 1e-30 < span < 1e30:
            index: NDArray[np.floating] = values * np.float32(256 / span)
        else:  # single precision holds no such factor
            index = values.astype(np.float64) / span * 256
    index -= levels[0] / span * 256
    np.clip(index, 0, 255, out=index)
    gaps = np.isnan(index) if index.size and np.isnan(index.min()) else None
    if gaps is not None:
        index[gaps] = 0
    return index.astype(np.uint8), gaps


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
    share = np.asarray(colors, dtype=np.float64) / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    weighted: NDArray[np.float64] = linear @ np.array([0.2126, 0.7152, 0.0722])
    return weighted


def contrast(color: str, background: str) -> float:
    """Return the contrast of two colours, ``#RRGGBB``, from 1 to 21."""
    darker, lighter = sorted(float(luminance(channels(each))) for each in (color, background))
    return round((lighter + 0.05) / (darker + 0.05), 3)


def needs_black_text(colors: ArrayLike) -> NDArray[np.bool_]:
    """Return whether black has more contrast than white on colours of shape (…, 3)."""
    return luminance(colors) > _EVEN_LUMINANCE


def channels(color: str) -> tuple[int, int, int]:
    """Return the red, green and blue of ``#RRGGBB``."""
    red, green, blue = bytes.fromhex(color.removeprefix("#"))
    return red, green, blue
