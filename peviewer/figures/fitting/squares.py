"""Panels with square cells: how large they are, and on how many lines they stand."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from peviewer.figures.grammar import Figure, Panel

Sizes = list[list[tuple[float, float]]]

# The room beside a panel, in heights of a title's line.
SPACE_BESIDE = 2.6

# The room of a colour bar, in the same unit.
BAR_WIDTH = 2.5

# The room above and below a panel, in the same unit.
SPACE_ABOVE = 3.2

# The declared order stays unless another one makes panels larger by this factor.
WORTHWHILE_GAIN = 1.03


def square_cell_sizes(
    rows: Sequence[Sequence[Panel]], sizes: Sequence[Sequence[tuple[float, float]]]
) -> Sizes:
    """Return the widths and heights of data areas, reduced for panels with square cells.

    A panel that is too wide is narrowed with those above and below it, which stay aligned;
    one that is too high is lowered alone.
    """
    square_sizes: Sizes = [list(row) for row in sizes]
    square_places = [
        (row, column)
        for row, panels in enumerate(rows)
        for column, panel in enumerate(panels)
        if panel.square_cells
    ]
    for row, column in square_places:
        panel = rows[row][column]
        shape = panel.y.extent / panel.x.extent
        width, height = square_sizes[row][column]
        if height < width * shape:
            _narrow_column(square_sizes, rows, len(rows[row]), column, height / shape)
    for row, column in square_places:
        panel = rows[row][column]
        shape = panel.y.extent / panel.x.extent
        width, height = square_sizes[row][column]
        square_sizes[row][column] = (width, min(height, width * shape))
    return square_sizes


def _narrow_column(
    sizes: Sizes, rows: Sequence[Sequence[Panel]], count: int, column: int, max_width: float
) -> None:
    """Narrow the panels in one column of all rows with `count` panels; sentences stay."""
    for row, panels in enumerate(rows):
        if len(panels) == count and not panels[column].is_sentence:
            width, height = sizes[row][column]
            sizes[row][column] = (min(width, max_width), height)


def break_square_rows(figure: Figure, width: float, height: float, line: float) -> Figure:
    """Return a Figure with square cells on as many lines as make its panels largest.

    A single square stands above the panel that follows it, or beside it on a wide page.
    """
    has_squares = any(_are_squares(row) for row in figure.rows)
    # A listing needs its whole height, so rows with one are not broken.
    if not has_squares or any(panel.is_listing for panel in figure.panels):
        return figure

    declared_side = _smallest_side(figure, width, height, line)
    best_figure = figure
    largest_side = declared_side
    for candidate in _square_lines(figure):
        side = _smallest_side(candidate, width, height, line)
        if side > largest_side:
            best_figure = candidate
            largest_side = side
    is_worthwhile = largest_side > 0 and largest_side >= WORTHWHILE_GAIN * declared_side
    return best_figure if is_worthwhile else figure


def _square_lines(figure: Figure) -> Iterator[Figure]:
    """Yield a Figure with ever fewer squares side by side, equally many on each line.

    If one square stands above one other panel that is no sentence, also yield both side by side.
    """
    if _is_square_above_other(figure):
        [[square], [other]] = figure.rows
        side_by_side = (square, other)
        yield replace(figure, rows=(side_by_side,), heights=(1.0,), spare_rows=(), wide=())
        return
    square_counts = [len(row) for row in figure.rows if _are_squares(row)]
    longest = max(square_counts, default=1)
    for count in range(longest - 1, 0, -1):
        all_lines = [_broken(row, count) for row in figure.rows]
        broken_rows = [lines for lines in all_lines if len(lines) > 1]
        if any(len(lines[0]) == count for lines in broken_rows):
            yield _on_lines(figure, all_lines)


def _is_square_above_other(figure: Figure) -> bool:
    if [len(row) for row in figure.rows] != [1, 1]:
        return False
    above, below = figure.panels
    return above.square_cells and not below.square_cells and not below.is_sentence


def _on_lines(figure: Figure, all_lines: Sequence[Sequence[tuple[Panel, ...]]]) -> Figure:
    """Return a Figure in which each row is replaced by its lines."""
    rows: list[tuple[Panel, ...]] = []
    heights: list[float] = []
    spare_rows: list[int] = []
    for declared_row, lines in enumerate(all_lines):
        if declared_row in figure.spare_rows:
            spare_rows += range(len(rows), len(rows) + len(lines))
        rows += lines
        heights += [figure.heights[declared_row]] * len(lines)
    return replace(
        figure, rows=tuple(rows), heights=tuple(heights), spare_rows=tuple(spare_rows), wide=()
    )


def _are_squares(row: Sequence[Panel]) -> bool:
    return all(panel.square_cells for panel in row)


def _broken(row: tuple[Panel, ...], count: int) -> list[tuple[Panel, ...]]:
    """Return a row of squares on lines of `count` panels, each with a colour bar at its end.

    A row stays whole if its lines would be uneven, or if it has other panels.
    """
    if not _are_squares(row) or len(row) % count or len(row) == count:
        return [row]
    starts = range(0, len(row), count)
    return [_with_bar(row[start : start + count], row) for start in starts]


def _with_bar(line: tuple[Panel, ...], row: Sequence[Panel]) -> tuple[Panel, ...]:
    """Return a line whose last panel has the colour bar that it shared with another of the row."""
    *first_panels, last_panel = line
    heatmap = last_panel.heatmap
    if heatmap is None or heatmap.bar is not None:
        return line
    for panel in row:
        other = panel.heatmap
        if other is None or other.bar is None:
            continue
        if (other.levels, other.colormap) == (heatmap.levels, heatmap.colormap):
            marks = list(last_panel.marks)
            marks[marks.index(heatmap)] = replace(heatmap, bar=other.bar)
            return (*first_panels, replace(last_panel, marks=tuple(marks)))
    return line


def _smallest_side(figure: Figure, width: float, height: float, line: float) -> float:
    """Return the approximate side length of the smallest square panel."""
    data_height = height - SPACE_ABOVE * line * len(figure.rows)
    all_shares = sum(figure.heights)
    sides: list[float] = []
    for row, share in zip(figure.rows, figure.heights, strict=True):
        bar_count = sum(_has_bar(panel) for panel in row)
        space_beside = line * (SPACE_BESIDE * len(row) + BAR_WIDTH * bar_count)
        panel_width = (width - space_beside) / len(row)
        panel_height = data_height * share / all_shares
        for panel in row:
            if panel.square_cells:
                across = panel.x.extent
                up = panel.y.extent
                unit = min(panel_width / across, panel_height / up)
                sides.append(unit * max(across, up))
    return max(0.0, min(sides, default=0.0))


def _has_bar(panel: Panel) -> bool:
    return panel.heatmap is not None and panel.heatmap.bar is not None
