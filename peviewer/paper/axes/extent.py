"""Where axes stand on a page, with the numbers and titles around them."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.backends.backend_agg import RendererAgg
    from matplotlib.transforms import BboxBase


def extent(axes: Axes, renderer: RendererAgg) -> BboxBase:
    """Return where visible axes stand, with all around them.

    Matplotlib finds the ticks of an axis four times to measure it, and measures their numbers twice; here it does so
    once.
    """
    with ExitStack() as stack:
        both: tuple[Any, ...] = axes.xaxis, axes.yaxis
        for axis in both:
            ticks = axis._update_ticks()  # nothing public tells them
            numbers = axis._get_ticklabel_bboxes(ticks, renderer)
            stack.enter_context(_answered(axis, "_update_ticks", ticks))
            stack.enter_context(_answered(axis, "_get_ticklabel_bboxes", numbers))
        found = axes.get_tightbbox(renderer)
    assert found is not None  # visible axes have an extent
    return found


@contextmanager
def _answered(axis: Axis, method: str, answer: object) -> Iterator[None]:
    """Let one axis answer at once what has been worked out."""
    setattr(axis, method, lambda *_asked: answer)
    try:
        yield
    finally:
        delattr(axis, method)
