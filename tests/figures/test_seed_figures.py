"""What the five seed documents draw or print: each has a preset, whose panes show it."""

import itertools
import math

import numpy as np
import pytest

from peviewer.figures.grammar import Curve, Heatmap, Listing, Numbers
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import preset, presets
from tests.figures.drawn import of

GREYS = "grey-reversed"
PALE = "diverging"
FIRST_64 = (-0.5, 63.5)

# The frequencies of fifty pairs whose last has the base for its wavelength, over 2π.
RATES_TO_THE_END = 1e-4 ** np.linspace(0, 1, 50)

# The sine, the cosine and the columns of each pair at position 3, as they are listed.
SINES_AND_COSINES_OF_3 = [
    ("0.141", "−0.990", "0, 1"),
    ("0.139", "0.990", "2, 3"),
    ("0.006", "1.000", "4, 5"),
]


def table(length, dim, base=10_000.0, endpoint=False):
    """Return the interleaved table by the plain formula."""
    pairs = np.arange(dim // 2)
    rates = base ** (-pairs / (dim // 2 - 1)) if endpoint else base ** (-2 * pairs / dim)
    angles = np.arange(length)[:, None] * rates[None, :]
    return np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(length, dim)


def rotations(phi, dim=256):
    """Return M(φ) for interleaved columns, one 2×2 block a pair."""
    matrix = np.zeros((dim, dim))
    for pair in range(dim // 2):
        angle = phi * 10_000.0 ** (-2 * pair / dim)
        sine = math.sin(angle)
        cosine = math.cos(angle)
        columns = slice(2 * pair, 2 * pair + 2)
        matrix[columns, columns] = [[cosine, sine], [-sine, cosine]]
    return matrix


def marks(figure, kind):
    all_marks = itertools.chain.from_iterable(panel.marks for panel in figure.panels)
    return [mark for mark in all_marks if isinstance(mark, kind)]


def cells(heatmap):
    rows, columns = heatmap.raster.shape
    return heatmap.raster.sample(np.arange(rows), np.arange(columns), "nearest")


def close(value, expected, off=1e-9):
    if np.shape(value) != np.shape(expected):
        return False
    return np.allclose(value, expected, rtol=0, atol=off)


def equal(heatmap, expected, off=1e-5):
    return close(cells(heatmap), expected, off)


def points(curve, low, high, pixels=100_000):
    x, y = curve.series.sample(low, high, pixels)
    inside = (x >= low) & (x <= high)
    return x[inside], y[inside]


def windows(panel):
    return {axis.quantity: axis.window for axis in (panel.x, panel.y)}


def row_of(figure, start):
    """Return the row of a listing that starts with a text."""
    rows = itertools.chain.from_iterable(listing.rows for listing in marks(figure, Listing))
    return next(row for row in rows if row[0].startswith(start))


def verdict(figure, start):
    for listing in marks(figure, Listing):
        for row, holds in zip(listing.rows, listing.verdicts, strict=True):
            if row[0].startswith(start):
                return holds
    raise AssertionError(f"no row starts with {start}")


def heat(expected, off=1e-5, **looks):
    """Return whether the first heatmap has the numbers that a function gives, and looks so.

    Across says its axes.
    """

    def check(figure):
        first = marks(figure, Heatmap)[0]
        panel = figure.panels[0]
        seen = {}
        seen["across"] = panel.x.quantity
        seen["windows"] = (panel.x.window, panel.y.window)
        seen["colormap"] = first.colormap
        seen["levels"] = first.levels
        looks_so = all(seen[name] == look for name, look in looks.items())
        return looks_so and equal(first, expected(), off)

    return check


def listed(expected, decimals, rows=None):
    """Return whether the table of numbers has those that a function gives."""

    def check(figure):
        (numbers,) = marks(figure, Numbers)
        wanted = expected()
        shown_rows = rows or range(len(wanted))
        shown = numbers.raster.exact(shown_rows, range(wanted.shape[1]))
        return numbers.decimals == decimals and close(shown, wanted)

    return check


def bits(positions, count):
    """Return a counter, one row a bit."""
    bit = np.arange(count)[:, None]
    return np.arange(positions)[None, :] >> bit & 1


def seed_1():
    return table(50, 100, endpoint=True)


# ---- 000: sinusoids and binary counters


def steps_are_equal(figure):
    step = float(row_of(figure, "Neighbours")[1])
    holds = verdict(figure, "Neighbours") is True
    return holds and abs(step - 3.67198566) < 5e-5


def distances_of_64(figure):
    matrix = marks(figure, Heatmap)[0]
    panel = figure.panels[0]
    rows = table(64, 500)
    differences = rows[:, None] - rows[None, :]
    distances = np.linalg.norm(differences, axis=2)
    first_64 = np.arange(64)
    shown = matrix.raster.sample(first_64, first_64, "nearest")
    is_zoomed = panel.x.window == panel.y.window == FIRST_64
    return is_zoomed and matrix.colormap == GREYS and close(shown, distances, 1e-5)


def eight_rows_of_64(figure):
    strips = marks(figure, Heatmap)[0]
    is_zoomed = all(panel.x.window == FIRST_64 for panel in figure.panels)
    halves = [(curve.y0, curve.color) for curve in marks(figure, Curve)]
    expected = list(itertools.product(range(8), ("sine", "cosine")))
    return is_zoomed and halves == expected and equal(strips, table(8, 500))


def is_wave(panel, expected):
    """Return whether a panel shows the numbers of a column as points, and nothing further out."""
    curve = next(curve for curve in of(panel, Curve) if curve.style == "points")
    x, y = points(curve, 0, 31, 2000)
    is_zoomed = panel.x.window == (-0.5, 31.5)
    return is_zoomed and len(x) == 32 and close(y, expected[x.astype(int)], 1e-5)


def eight_waves(figure):
    columns = table(32, 500).T[[7, 8, 15, 16, 23, 24, 31, 32]]
    return all(map(is_wave, figure.panels, columns)) and len(figure.panels) == len(columns)


# ---- 001: tensor2tensor and relative positions


def rates_on_a_log_axis(figure):
    panel = figure.panels[0]
    curve = next(curve for curve in of(panel, Curve) if curve.label == "endpoint")
    _, rates = points(curve, 0, 49)
    has_axes = panel.y.log and panel.x.limits == (-0.5, 49.5)
    return has_axes and close(rates, RATES_TO_THE_END)


def raw_angles():
    return np.arange(50)[:, None] * RATES_TO_THE_END


def angles_in_degrees(figure):
    (heatmap,) = marks(figure, Heatmap)
    expected = np.degrees(raw_angles()) % 360
    apart = np.abs(cells(heatmap) - expected)
    greatest = float(np.minimum(apart, 360 - apart).max())
    is_cyclic = heatmap.colormap == "phases" and heatmap.levels == (0, 360)
    return is_cyclic and greatest < 1e-3


def _cosines(rows):
    norms = np.linalg.norm(rows, axis=1)
    return rows @ rows.T / np.outer(norms, norms)


def dots_and_squares(ones):
    def check(figure):
        rows = ones + table(50, 100, endpoint=True)
        dots = rows @ rows[20]
        squares = ((rows - rows[20]) ** 2).sum(axis=1)
        drawn = [points(curve, 0, 49, 2000)[1] for curve in marks(figure, Curve)]
        has_dots = any(close(y, dots, 1e-3) for y in drawn)
        has_squares = any(close(y, squares, 1e-3) for y in drawn)
        return has_dots and has_squares

    return check


def row_statistics(figure):
    """Norms and means of the rows, and the least of their similarities."""
    rows = 1 + table(50, 100, endpoint=True)
    expected = {
        "All rows have one norm": np.linalg.norm(rows, axis=1).mean(),
        "Mean of a row": rows.mean(),
        "Least cosine similarity": _cosines(rows).min(),
    }
    shown = [float(row_of(figure, name)[1]) for name in expected]
    return close(shown, list(expected.values()), 5e-4)


def whole_matrix(figure):
    return figure.panels[figure.names.index("matrix")].heatmap


def matrix_for_other_columns(figure):
    """[sin | cos] halves: four diagonals, the upper right one −10 steps' sines."""
    heatmap = whole_matrix(figure)
    rates = 1e-4 ** np.linspace(0, 1, 50)
    cosines = np.diag(np.cos(-10 * rates))
    sines = np.diag(np.sin(-10 * rates))
    return equal(heatmap, np.block([[cosines, sines], [-sines, cosines]]))


def ten_back(figure):
    before, after = marks(figure, Heatmap)
    is_moved = close(cells(after)[10:], cells(before)[:-10], 1e-5)
    return is_moved and after.colormap == PALE and equal(before, seed_1())


def misses(text):
    def check(figure):
        difference = row_of(figure, "A shift is linear")[1]
        holds = verdict(figure, "A shift is linear")
        return difference == text and holds is False

    return check


def overlay_misses(text):
    def check(figure):
        overlay = figure.panels[-1]
        return overlay.fact == f"largest difference {text}" and "misses" in overlay.title

    return check


def _joined(sines, cosines):
    """Return the numbers of two curves, by the column that each is drawn at."""
    columns = np.append(sines[0], cosines[0])
    values = np.append(sines[1], cosines[1])
    return values[np.argsort(columns)]


def both_rows(figure):
    """Return the row that is reached and the turned one, each of its sines and its cosines."""
    curves = [curve.series.exact(0, 1000) for curve in marks(figure.only("row"), Curve)]
    return _joined(*curves[:2]), _joined(*curves[2:])


def exact_to_rounding(figure):
    direct, turned = both_rows(figure)
    is_exact = len(direct) == 100 and close(turned, direct, 1e-14)
    return is_exact and "lands on" in figure.panels[-1].title


# ---- 002: positions as tokens


def three_wavelengths(figure):
    expected = {"first": "6.28", "second": "6.63", "last": "5\u2009953\u2009"}
    return all(text in " ".join(row_of(figure, name)) for name, text in expected.items())


def rotation_by_one(figure):
    texts = [getattr(mark, "texts", ()) for mark in marks(figure, object)]
    words = {text.strip() for text in itertools.chain.from_iterable(texts)}
    return {"+0.5403", "+0.8415", "−0.8415", "*Mᵢ*(*φ*)"} <= words


# ---- 003: step by step


def denominators(figure):
    shown = [row_of(figure, str(pair))[1] for pair in range(3)]
    return shown == ["1.000", "21.544", "464.159"]


def sines_and_cosines(figure):
    """The row of position 3: its sines, its cosines, and the columns they are flattened to."""
    rows = [row_of(figure, str(pair)) for pair in range(3)]
    shown = [row[3:6] for row in rows]
    return list(map(tuple, shown)) == SINES_AND_COSINES_OF_3


def four_criteria(figure):
    claims = ("Every position", "Extends", "Values stay", "The same every time")
    return all(verdict(figure, claim) is True for claim in claims)


# ---- 004: shift and linearity


def moved_by_100(figure):
    before, after = marks(figure, Heatmap)
    rows = table(300, 256)
    return equal(before, rows[:200]) and equal(after, rows[100:])


def row_100(figure):
    strip = marks(figure, Heatmap)[0]
    drawn_at = {curve.y0 for curve in marks(figure, Curve)}
    return drawn_at == {100} and equal(strip, table(200, 256)[100:101])


def overlaid_on_row_100(figure):
    direct, turned = both_rows(figure)
    expected = table(200, 256)[100]
    return close(direct, expected, 1e-12) and close(turned, direct, 1e-12)


def sines_of_100():
    """Return the sine and the cosine of every pair's angle at position 100."""
    angles = 100 * 10_000.0 ** (-2 * np.arange(128) / 256)
    return np.sin(angles), np.cos(angles)


def packed(figure):
    _, _, first, second = marks(figure, Heatmap)
    sines, cosines = sines_of_100()
    has_first = equal(first, np.stack([cosines, sines]))
    return has_first and equal(second, np.stack([-sines, cosines]))


def two_vectors(figure):
    curves = [curve for curve in marks(figure, Curve) if "*v*" in curve.quantity + curve.label]
    on_diagonal, above, below = (curve.series.exact(0, 256)[1] for curve in curves)
    sines, cosines = sines_of_100()
    has_cosines = close(on_diagonal, np.repeat(cosines, 2))
    return has_cosines and close(above, sines) and close(below, -sines)


# ---- the table


# Seed, preset, pane, and what is to be seen there.
SHOWN = [
    (0, "four-by-eight", "binary", heat(lambda: bits(4, 4))),
    (0, "four-by-eight", "table", listed(lambda: table(4, 8), 2)),
    (0, "equal-steps", "properties", steps_are_equal),
    (0, "counter-64", "binary", heat(lambda: bits(1000, 64), colormap="ink", across="position")),
    (
        0,
        "thousand",
        "encoding",
        heat(lambda: table(1000, 500).T, colormap=GREYS, windows=(None, None)),
    ),
    (
        0,
        "first-64",
        "encoding",
        heat(lambda: table(1000, 500).T, colormap=GREYS, windows=(FIRST_64, FIRST_64)),
    ),
    (0, "first-64", "distance", distances_of_64),
    (0, "equal-steps", "distance", distances_of_64),
    (0, "eight-rows", "vectors", eight_rows_of_64),
    (0, "waves", "waves", eight_waves),
    (1, "angle-rates", "frequencies", rates_on_a_log_axis),
    (1, "angle-rates", "frequencies", angles_in_degrees),
    (
        1,
        "raw-angles",
        "frequencies",
        heat(raw_angles, 1e-4),
    ),
    (1, "endpoint", "encoding", heat(seed_1, colormap=PALE, levels=(-1, 1))),
    (1, "ones", "encoding", heat(lambda: 1 + seed_1(), colormap=PALE)),
    (1, "ones", "distance", heat(lambda: _cosines(1 + seed_1()))),
    (1, "endpoint", "distance", heat(lambda: _cosines(seed_1()))),
    (1, "ones", "properties", row_statistics),
    (1, "nearby", "similarity", dots_and_squares(0)),
    (1, "nearby-ones", "similarity", dots_and_squares(1)),
    (1, "wrong-operator", "operator", matrix_for_other_columns),
    (1, "endpoint", "shift", ten_back),
    (1, "endpoint", "shift", exact_to_rounding),
    (1, "wrong-operator", "shift", overlay_misses("2.41")),
    (1, "wrong-operator-ones", "properties", misses("4.8073")),
    (1, "wrong-operator-ones", "shift", overlay_misses("4.81")),
    (
        2,
        "tokens",
        "encoding",
        heat(lambda: table(100, 512, 1e6), colormap="viridis", across="dimension"),
    ),
    (
        2,
        "tokens-across",
        "encoding",
        heat(lambda: table(100, 512, 1e6).T, windows=(None, (-0.5, 199.5))),
    ),
    (2, "token-rows", "vectors", heat(lambda: table(3, 512, 1e6))),
    (2, "token-rows", "table", listed(lambda: table(513, 512, 1e6)[512:], 4, range(512, 513))),
    (2, "wavelengths", "frequencies", three_wavelengths),
    (2, "binary", "binary", heat(lambda: bits(100, 10))),
    (2, "rotation", "clocks", rotation_by_one),
    (3, "steps", "table", denominators),
    (3, "steps", "table", sines_and_cosines),
    (3, "steps", "table", listed(lambda: table(10, 6), 3)),
    (3, "module", "encoding", heat(lambda: table(12, 512))),
    (3, "criteria", "properties", four_criteria),
    (4, "shift", "encoding", heat(lambda: table(200, 256))),
    (4, "shift", "shift", moved_by_100),
    (4, "overlay", "vectors", row_100),
    (4, "overlay", "shift", overlaid_on_row_100),
    (4, "operator", "operator", lambda figure: equal(whole_matrix(figure), rotations(100))),
    (4, "operator", "operator", packed),
    (4, "operator", "operator", two_vectors),
]


@pytest.mark.parametrize("seed", range(5))
def test_its_preset_opens_its_pane_which_shows_it(seed):
    of_seed = [shown for shown in SHOWN if shown[0] == seed]
    for _, name, pane, check in of_seed:
        opened = preset(name)
        assert pane in opened.document.view.panes, name
        figure = PANES[pane].figure(opened.document)
        assert check(figure), (name, pane, check)


def test_every_pane_is_opened_by_a_preset():
    opened = set()
    for chosen in presets().values():
        opened.update(chosen.document.view.panes)
    needs_a_model = {"layers"}
    assert opened == set(PANES) - needs_a_model
