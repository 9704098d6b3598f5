"""How light a colour is, and which ink is read on it: WCAG 2, for colours and for whole tables of them."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

# Above this luminance black has the greater contrast: (L + .05)² > 1.05 · .05.
_EVEN = 0.179


def luminance(colors: ArrayLike) -> NDArray[np.float64]:
    """Return the relative luminance of colours, from 0 to 1.

    Parameters
    ----------
    colors : array_like, shape (…, 3)
        sRGB, each channel from 0 to 255.

    Returns
    -------
    ndarray, shape (…)

    Examples
    --------
    >>> luminance([[0, 0, 0], [0, 255, 0], [255, 255, 255]])
    array([0.    , 0.7152, 1.    ])
    """
    share = np.asarray(colors, dtype=np.float64) / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    weighted: NDArray[np.float64] = linear @ np.array([0.2126, 0.7152, 0.0722])
    return weighted


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, ``#RRGGBB``, from 1 to 21.

    Examples
    --------
    >>> contrast("#FFFFFF", "#000000")
    21.0
    """
    darker, lighter = sorted(float(luminance(channels(color))) for color in (one, other))
    return round((lighter + 0.05) / (darker + 0.05), 3)


def takes_black(colors: ArrayLike) -> NDArray[np.bool_]:
    """Return whether black is read more easily than white on colours of shape (…, 3).

    Examples
    --------
    >>> takes_black([[255, 240, 200], [10, 60, 90]])
    array([ True, False])
    """
    return luminance(colors) > _EVEN


def channels(color: str) -> tuple[int, int, int]:
    """Return the red, green and blue of ``#RRGGBB``.

    Examples
    --------
    >>> channels("#2B66E3")
    (43, 102, 227)
    """
    red, green, blue = bytes.fromhex(color.removeprefix("#"))
    return red, green, blue
