"""Where axes stand on a page, with the numbers and titles around them."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.backend_bases import RendererBase
    from matplotlib.transforms import BboxBase


def extent(axes: Axes, renderer: RendererBase) -> BboxBase:
    """Return where visible axes stand, with all around them."""
    with ticks_found_once([axes], renderer):
        found = axes.get_tightbbox(renderer)
    assert found is not None  # visible axes have an extent
    return found


@contextmanager
def ticks_found_once(several: Iterable[Axes], renderer: RendererBase) -> Iterator[None]:
    """Let axes that stay as they are find their ticks, and measure their numbers, once.

    Matplotlib finds the ticks of an axis three to five times to measure it, and again to draw it.
    """
    with ExitStack() as stack:
        for axes in several:
            if axes.get_visible():
                for axis in (axes.xaxis, axes.yaxis):
                    _find(axis, renderer, stack)
        yield


def _find(axis: Any, renderer: RendererBase, stack: ExitStack) -> None:
    ticks = axis._update_ticks()  # nothing public tells them
    numbers = axis._get_ticklabel_bboxes(ticks, renderer)
    stack.enter_context(_answered(axis, "_update_ticks", ticks))
    stack.enter_context(_answered(axis, "_get_ticklabel_bboxes", numbers))


@contextmanager
def _answered(axis: Axis, method: str, answer: object) -> Iterator[None]:
    """Let one axis answer at once what has been worked out."""
    setattr(axis, method, lambda *_asked: answer)
    try:
        yield
    finally:
        delattr(axis, method)
