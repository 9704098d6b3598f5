"""What lies over the parts of a page that move: frames and ticks, kept as the few pixels they cover."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

SOLID = 255


class Overlay:
    """The pixels of a transparent layer that are not empty; ``layer`` is RGBA, not premultiplied."""

    def __init__(self, layer: NDArray[np.uint8]) -> None:
        alpha = layer[..., 3].ravel()
        self._places = np.flatnonzero(alpha)
        own = layer.reshape(-1, 4)[self._places].astype(np.float32)
        self._colours, self._alpha = own[:, :3], own[:, 3:] / SOLID

    def cover(self, picture: NDArray[np.uint8], *, opaque: bool) -> None:
        """Lay the pixels over a picture; `opaque` says that the picture has no transparent ones."""
        flat = picture.reshape(-1, 4)
        below = flat[self._places].astype(np.float32)
        alpha = self._alpha
        if opaque:
            flat[self._places, :3] = (below[:, :3] + alpha * (self._colours - below[:, :3]) + 0.5).astype(np.uint8)
            return
        rest = below[:, 3:] / SOLID * (1 - alpha)
        total = alpha + rest
        below[:, :3] = (alpha * self._colours + rest * below[:, :3]) / total
        below[:, 3:] = SOLID * total
        flat[self._places] = (below + 0.5).astype(np.uint8)
