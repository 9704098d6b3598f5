"""How the frames of a clip become a file: declared once for the window, the command line and Python."""

from peviewer.base.parameters import Parameters, parameter

# What a film has where nobody says, and the quality from which on WebP loses nothing.
USUAL, LOSSLESS = 80, 100


class Filming(Parameters):
    """How good a clip is."""

    quality: int | None = parameter(
        None, title="Quality", ge=1, le=100,
        help=f"Of MP4 and WebM (at first {USUAL}) and of WebP (at first {LOSSLESS}, without loss): less is smaller.",
    )  # fmt: skip


def rate_factor(quality: int | None, usual: int, steps: float, worst: int) -> int:
    """Return an encoder's own measure of quality, where more is worse: `usual` at the usual quality.

    Examples
    --------
    >>> [rate_factor(quality, 17, 0.4, 51) for quality in (None, 80, 100, 1)]
    [17, 17, 9, 49]
    """
    return max(0, min(worst, round(usual + steps * (USUAL - (USUAL if quality is None else quality)))))
