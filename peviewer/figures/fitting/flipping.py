"""Whether A and B have room beside each other, or take turns in one place."""

from collections.abc import Sequence

from peviewer.figures.fitting.sharing import width_shares
from peviewer.figures.fitting.squares import BAR_WIDTH
from peviewer.figures.grammar import Figure, Panel

# The room beside a panel, where marks have their names, in heights of a title's line.
SPACE_BESIDE = 4.2
# The room above and below a panel, in the same unit.
SPACE_ABOVE = 3.8

# The least side of a heatmap that is shown beside another one, in pixels.
LEAST_COPY = 120


def flips(figure: Figure, shaped: Figure, width: float, height: float, line: float) -> bool:
    """Whether a view of a size in pixels shows one side of a comparison at a time.

    It does where the user chose that, or where a heatmap would be too small in `shaped`, the Figure
    with the variants and the order of panels for that size. `line` is the height of a title's line.
    """
    if not figure.flips:
        return False
    return figure.flips_by_choice or _smallest_copy(shaped, width, height, line) < LEAST_COPY


def _smallest_copy(figure: Figure, width: float, height: float, line: float) -> float:
    """Return the approximate least side of the heatmaps that each encoding has its own of."""
    all_shares = sum(figure.heights)
    data_height = height - SPACE_ABOVE * line * len(figure.rows)
    sides: list[float] = []
    for row, share in zip(figure.rows, figure.heights, strict=True):
        row_height = data_height * share / all_shares
        for panel, panel_width in zip(row, _data_widths(row, width, line), strict=True):
            if panel.owner and panel.heatmap is not None:
                sides += _sides(panel, panel_width, row_height)
    return min(sides, default=LEAST_COPY)


def _data_widths(row: Sequence[Panel], width: float, line: float) -> list[float]:
    bars = [panel for panel in row if panel.heatmap is not None and panel.heatmap.bar is not None]
    free_width = width - line * (SPACE_BESIDE * len(row) + BAR_WIDTH * len(bars))
    shares = width_shares(row)
    return [free_width * share / sum(shares) for share in shares]


def _sides(panel: Panel, width: float, height: float) -> tuple[float, float]:
    if not panel.square_cells:
        return width, height
    unit = min(width / panel.x.extent, height / panel.y.extent)
    return unit * panel.x.extent, unit * panel.y.extent
