"""How much of a page is blank: what lies outside the tight boxes of its plots and words."""

import numpy as np
from matplotlib.transforms import Bbox

from peviewer.paper.page.page import PaperPage

LARGEST_SHARE = 1 / 3
"""Less than a third of a picture is blank."""


def blank_share(page: PaperPage) -> float:
    """Return the share of a page, from 0 to 1, that no plot and no words cover."""
    page.fit()
    boxes = list(_boxes(page))
    across = np.unique([0.0, page.bbox.width, *(x for box in boxes for x in box.intervalx)])
    up = np.unique([0.0, page.bbox.height, *(y for box in boxes for y in box.intervaly)])
    covered = np.zeros((len(up) - 1, len(across) - 1), dtype=bool)
    for box in boxes:
        first_column, last_column = np.searchsorted(across, box.intervalx)
        first_row, last_row = np.searchsorted(up, box.intervaly)
        covered[first_row:last_row, first_column:last_column] = True
    areas = np.outer(np.diff(up), np.diff(across))
    return 1 - float(areas[covered].sum() / areas.sum())


def _boxes(page):
    """Yield the tight boxes of everything on a page, inside the page."""
    renderer = page.canvas.get_renderer()
    for artist in page.get_children():
        if artist is page.patch or not artist.get_visible():
            continue
        box = _box_of_content(artist, renderer) if artist in page.axes else None
        box = box or artist.get_tightbbox(renderer)
        inside = None if box is None else Bbox.intersection(box, page.bbox)
        if inside is not None:
            yield inside


def _box_of_content(axes, renderer):
    """Return the box around what is in axes without a frame, as of a drawing or a table of texts.

    Return None for axes with a frame, or with an image from edge to edge.
    """
    if axes.spines["left"].get_visible() or axes.get_images():
        return None
    children = [child for child in axes.get_children() if child is not axes.patch]
    boxes = [child.get_tightbbox(renderer) for child in children if child.get_visible()]
    drawn = [box for box in boxes if box is not None and box.width > 0 and box.height > 0]
    return Bbox.union(drawn) if drawn else None
