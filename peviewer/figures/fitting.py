"""Fitting a Figure into its space: which parts are hidden, how rows share it, on how many lines its panels stand."""

import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from peviewer.base.sharing import share_length
from peviewer.base.words import unstarred
from peviewer.figures.grammar import Axis, Figure, Listing, Panel, Words

Part = Literal[
    "far numbers", "fact", "formula", "legend", "spare rows", "tables beside", "tables", "axis titles", "panel titles",
    "curve names",
]  # fmt: skip

HIDING_ORDER: tuple[Part, ...] = (
    "far numbers",
    "fact",
    "formula",
    "legend",
    "axis titles",
    "panel titles",
)
"""Each is hidden whole, in every panel of a picture; the first matters least."""


SCREEN_STEPS: tuple[frozenset[Part], ...] = tuple(
    frozenset(HIDING_ORDER[hidden:]) for hidden in range(len(HIDING_ORDER) + 1)
)
"""The parts that are shown in a window, step by step as there is less space."""

_BEFORE_LEGEND = SCREEN_STEPS[: HIDING_ORDER.index("legend")]
_BEFORE_AXIS_TITLES = SCREEN_STEPS[: HIDING_ORDER.index("axis titles") + 1]


def _with(steps: Iterable[frozenset[Part]], *more: Part) -> list[frozenset[Part]]:
    return [parts.union(more) for parts in steps]


PAPER_STEPS: tuple[frozenset[Part], ...] = (
    *_with(_BEFORE_LEGEND, "curve names", "tables", "spare rows", "tables beside"),
    *_with(_BEFORE_AXIS_TITLES, "curve names", "tables", "spare rows"),
    *_with(_BEFORE_AXIS_TITLES, "curve names", "tables"),
    *_with(SCREEN_STEPS, "curve names"),
    frozenset(),
)
"""The parts that are shown on a page, step by step as there is less space. A reader cannot enlarge a page as a window:
so tables beside other panels first move below them, and spare rows, then tables, are hidden before any title. Each of
these makes space for what was hidden earlier, which is then shown again. Names of curves go last: only the legend says
of which encoding each is."""


def width_shares(row: Sequence[Panel]) -> list[float]:
    """Return how panels share the width of a row: by their own shares, or by their extent if all are drawn to scale."""
    return [panel.x.extent if all(one.square for one in row) else panel.share for panel in row]


def shares_with_room(shares: Sequence[float], have_room: Sequence[bool]) -> list[float]:
    """Return the shares with 0 for panels without room for their texts, unless no panel has room."""
    with_room = [share if room else 0.0 for share, room in zip(shares, have_room, strict=True)]
    return with_room if any(with_room) else list(shares)


Sizes = list[list[tuple[float, float]]]


def square_cell_sizes(
    rows: Sequence[Sequence[Panel]], sizes: Sequence[Sequence[tuple[float, float]]]
) -> Sizes:
    """Return the widths and heights of data areas, reduced where cells are to be square.

    A panel that is too wide is narrowed with those above and below it, which stay aligned;
    one that is too high is lowered alone.
    """
    square: Sizes = [list(row) for row in sizes]
    places = [(row, k, panel.y.extent / panel.x.extent) for row, panels in enumerate(rows)
              for k, panel in enumerate(panels) if panel.square_cells]  # fmt: skip
    for row, place, shape in places:
        width, height = square[row][place]
        if height >= width * shape:
            continue
        for other, line in enumerate(rows):
            if len(line) == len(rows[row]) and not line[place].is_sentence:
                square[other][place] = (
                    min(square[other][place][0], height / shape),
                    square[other][place][1],
                )
    for row, place, shape in places:
        width, height = square[row][place]
        square[row][place] = width, min(height, width * shape)
    return square


EVEN = (
    1.3  # the widest gap between texts along an axis, in the narrowest: otherwise they look uneven
)


def spread_texts(
    places: Sequence[float],
    widths: Sequence[float],
    length: float,
    gap: float,
    most: int | None = None,
) -> list[tuple[int, float]]:
    """Return which of some texts along an axis are shown, the first and the last among them, and where each begins.

    They are evenly spread, as many as fit without touching, at most `most`; those at the ends are
    moved inwards.

    >>> spread_texts([5, 20, 30, 40, 55], [12] * 5, 60, 4), spread_texts([0, 50, 100], [8] * 3, 15, 4)
    ([(0, 0), (2, 24.0), (4, 48)], [])
    """
    inside = [k for k, at in enumerate(places) if 0 <= at <= length]
    starts = {k: max(0, min(places[k] - widths[k] / 2, length - widths[k])) for k in inside}
    for count in range(min(len(inside), most or len(inside)), 1, -1):
        some = [inside[round(n * (len(inside) - 1) / (count - 1))] for n in range(count)]
        apart = [after - before for before, after in itertools.pairwise(some)]
        if max(apart) > EVEN * min(apart):
            continue
        if all(
            starts[k] + widths[k] + gap <= starts[after] for k, after in itertools.pairwise(some)
        ):
            return [(k, starts[k]) for k in some]
    return []


MOST_CLOCKS, FEW_CLOCKS = (
    10,
    3,
)  # in a row; more clocks without names are better than fewer with them
ENDLESS = 1e9  # pixels


def spread_clocks(
    centres: Sequence[float], width: float, radius: float, name: float, gap: float
) -> tuple[list[int], bool]:
    """Return which of some small clocks in a row are shown, evenly spread, and whether with names at the right."""

    def spread(beside: float) -> list[int]:
        inside = [k for k, x in enumerate(centres) if radius <= x <= width - radius - beside]
        places = [centres[k] + beside / 2 for k in inside]
        sizes = [2 * radius + beside] * len(inside)
        return [
            inside[k] for k, _ in spread_texts(places, sizes, ENDLESS, gap, MOST_CLOCKS)
        ] or inside[:1]

    named, unnamed = spread(gap + name), spread(0.0)
    has_names = len(named) >= min(FEW_CLOCKS, len(unnamed))
    return (named if has_names else unnamed), has_names


LETTER_WIDTH = 0.6  # average, of the font size
NEARLY_LARGEST = 0.9  # of the largest scale, above which a drawing counts as equally large

_Rows = tuple[tuple["Panel", ...], ...]


class _Fit(NamedTuple):
    labels_fit: bool
    unit: float  # length of one unit of the axes, in the smallest drawing
    covered: float


def fit_drawings(figure: Figure, width: float, height: float, size: float, line: float) -> Figure:
    """Return a Figure with those variants of its drawings that fill a space of `width` × `height`.

    There the smallest font has `size`, and the title of a panel takes a `line`. All drawings of a
    row take the same variant, and square ones that are side by side may also be one below the
    other. Of all candidates, labels fit if they can; then the smallest drawing is as large as
    possible; then the drawings cover as much as possible.
    """
    if figure.spare or not any(panel.variants for panel in figure.panels):
        return figure
    fits = [
        (_measure_fit(candidate, width, height, size, line), candidate)
        for candidate in _candidates(figure)
    ]
    readable = max(fit.labels_fit for fit, _ in fits)
    unit = max(fit.unit for fit, _ in fits if fit.labels_fit == readable)
    large = [
        pair
        for pair in fits
        if pair[0].labels_fit == readable and pair[0].unit >= NEARLY_LARGEST * unit
    ]
    return max(large, key=lambda pair: pair[0].covered)[1]


def _candidates(figure: Figure) -> Iterator[Figure]:
    """Yield all combinations of the variants of a Figure's rows, the declared one first."""
    for chosen in itertools.product(*map(_row_variants, figure.rows)):
        rows = tuple(row for rows in chosen for row in rows)
        heights = tuple(
            high / len(rows)
            for rows, high in zip(chosen, figure.heights, strict=True)
            for _ in rows
        )
        yield replace(figure, rows=rows, heights=heights)


def _row_variants(row: tuple[Panel, ...]) -> Iterator[_Rows]:
    """Yield the rows that may take the place of one row."""
    count = min(len(panel.variants) for panel in row)
    alike = [row, *(tuple(panel.variants[k] for panel in row) for k in range(count))]
    yield from ((panels,) for panels in alike)
    if len(row) > 1 and all(panel.square for panel in row):
        yield from (tuple((panel,) for panel in panels) for panels in alike)


def _measure_fit(figure: Figure, width: float, height: float, size: float, line: float) -> _Fit:
    room = height - sum(
        line for row in figure.rows if any(panel.title or panel.fact for panel in row)
    )
    drawn = {k: row for k, row in enumerate(figure.rows) if all(panel.square for panel in row)}
    wide = {k: sum(panel.x.extent for panel in row) for k, row in drawn.items()}
    tall = {k: max(panel.y.extent for panel in row) for k, row in drawn.items()}
    filled = {k: width / wide[k] * tall[k] for k in drawn}
    talls = share_length(max(0.0, room), figure.heights, maxima=filled)
    units = {k: min(width / wide[k], talls[k] / tall[k]) for k in drawn}
    labels_fit = all(
        _labels_fit(panel, units[k], size) for k, row in drawn.items() for panel in row
    )
    covered = sum(units[k] ** 2 * wide[k] * tall[k] for k in drawn)
    return _Fit(labels_fit, min(units.values()), covered)


def _labels_fit(panel: Panel, unit: float, size: float) -> bool:
    words = [mark for mark in panel.marks if isinstance(mark, Words) and mark.room]
    return all(
        LETTER_WIDTH * size * len(unstarred(text)) <= (mark.room or 0) * unit
        for mark in words
        for text in mark.texts
    )


PanelGrid = tuple[tuple[bool, ...], ...]


def panel_grid(figure: Figure) -> PanelGrid:
    """Return for each panel of a Figure, row by row, whether it is drawn to scale."""
    return tuple(tuple(panel.square for panel in row) for row in figure.rows)


def worst_cases(figures: Iterable[Figure]) -> dict[PanelGrid, Figure]:
    """Return one Figure for each grid of panels, with the longest text and the largest numbers of all at each place.

    A page that is laid out for it has room for all of them.
    """
    alike: defaultdict[PanelGrid, list[Figure]] = defaultdict(list)
    for figure in figures:
        alike[panel_grid(figure)].append(figure)
    return {key: _worst_case(some) for key, some in alike.items()}


def _worst_case(figures: Sequence[Figure]) -> Figure:
    panels = iter(
        [_worst_panel(some) for some in zip(*(figure.panels for figure in figures), strict=True)]
    )
    return replace(
        figures[0],
        title=_longest(figure.title for figure in figures),
        formula=max((figure.formula for figure in figures), key=len),
        caption=_longest(figure.caption for figure in figures),
        rows=tuple(tuple(next(panels) for _ in row) for row in figures[0].rows),
    )


def _worst_panel(panels: Sequence[Panel]) -> Panel:
    fullest = max(panels, key=_text_length)
    return replace(
        fullest,
        x=max((panel.x for panel in panels), key=_label_room),
        y=max((panel.y for panel in panels), key=_label_room),
        title=_longest(panel.title for panel in panels),
        fact=_longest(panel.fact for panel in panels),
    )


def _text_length(panel: Panel) -> tuple[int, int]:
    rows = [row for mark in panel.marks if isinstance(mark, Listing) for row in mark.rows]
    named = panel.legend_marks if panel.legend else ()
    return sum(len(cell) for row in rows for cell in row), sum(
        len(unstarred(mark.label)) for mark in named
    )


def _label_room(axis: Axis) -> tuple[int, float]:
    return len(axis.label), max(map(abs, axis.limits))


def _longest(texts: Iterable[str]) -> str:
    return max(texts, key=lambda text: len(unstarred(text)))


# In lines of a title: the room beside a panel, of a colour bar, and above and below a panel.
BESIDE, BAR, ABOVE = 2.6, 2.5, 3.2
# The declared order stays unless another one makes panels larger by this factor.
WORTH = 1.03


def break_square_rows(figure: Figure, width: float, height: float, line: float) -> Figure:
    """Return a Figure whose rows of panels with square cells are on as many lines as make these panels largest.

    A single one stands above the panel that follows it, or beside it on a wide page.
    """
    # A listing needs its whole height.
    if not any(map(_are_squares, figure.rows)) or any(panel.is_listing for panel in figure.panels):
        return figure
    sizes = [
        (_smallest_side(each, width, height, line), each)
        for each in (figure, *_square_lines(figure))
    ]
    largest, best = max(sizes, key=lambda size: size[0])
    return best if largest > 0 and largest >= WORTH * sizes[0][0] else figure


def _square_lines(figure: Figure) -> Iterator[Figure]:
    """Yield a Figure with ever fewer squares side by side, equally many on each line.

    Of one square above one other panel, unless that is a sentence, yield both side by side.
    """
    are_two = [len(row) for row in figure.rows] == [1, 1] and not figure.rows[1][0].is_sentence
    if are_two and [_are_squares(row) for row in figure.rows] == [True, False]:
        yield replace(
            figure, rows=(figure.rows[0] + figure.rows[1],), heights=(1.0,), spare=(), wide=()
        )
        return
    longest = max((len(row) for row in figure.rows if _are_squares(row)), default=1)
    for most in range(longest - 1, 0, -1):
        lines = [_broken(row, most) if _are_squares(row) else [row] for row in figure.rows]
        if any(len(some[0]) == most for some in lines if len(some) > 1):
            origins = [
                k for k, some in enumerate(lines) for _ in some
            ]  # the declared row that each is part of
            yield replace(
                figure,
                rows=tuple(row for some in lines for row in some),
                heights=tuple(figure.heights[k] for k in origins),
                spare=tuple(number for number, k in enumerate(origins) if k in figure.spare),
                wide=(),
            )


def _are_squares(row: Sequence[Panel]) -> bool:
    return False not in [panel.square_cells for panel in row]


def _broken(row: tuple[Panel, ...], most: int) -> list[tuple[Panel, ...]]:
    """Return a row on lines of `most` panels, each with a colour bar at its end; the row itself if they are uneven."""
    if len(row) % most or len(row) == most:
        return [row]
    return [_with_bar(row[start : start + most], row) for start in range(0, len(row), most)]


def _with_bar(line: tuple[Panel, ...], row: Sequence[Panel]) -> tuple[Panel, ...]:
    """Return a line of panels whose last one has the colour bar that it shared with another of the row."""
    heat = line[-1].heatmap
    if heat is None or heat.bar is not None:
        return line
    others = [
        other for panel in row if (other := panel.heatmap) is not None and other.bar is not None
    ]
    shared = [
        other.bar
        for other in others
        if (other.levels, other.colormap) == (heat.levels, heat.colormap)
    ]
    if not shared:
        return line
    marks = tuple(replace(mark, bar=shared[0]) if mark is heat else mark for mark in line[-1].marks)
    return (*line[:-1], replace(line[-1], marks=marks))


def _smallest_side(figure: Figure, width: float, height: float, line: float) -> float:
    """Return the approximate side length of the smallest square panel."""
    room = height - ABOVE * line * len(figure.rows)
    sides = []
    for row, share in zip(figure.rows, figure.heights, strict=True):
        bars = sum(panel.heatmap is not None and panel.heatmap.bar is not None for panel in row)
        wide = (width - line * (BESIDE * len(row) + BAR * bars)) / len(row)
        high = room * share / sum(figure.heights)
        sides += [min(wide / panel.x.extent, high / panel.y.extent) * max(panel.x.extent, panel.y.extent)
                  for panel in row if panel.square_cells]  # fmt: skip
    return max(0.0, min(sides, default=0.0))
