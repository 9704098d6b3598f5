"""What the five seed documents draw or print: each has a preset, whose panes show it."""

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
        matrix[2 * pair : 2 * pair + 2, 2 * pair : 2 * pair + 2] = [
            [math.cos(angle), math.sin(angle)],
            [-math.sin(angle), math.cos(angle)],
        ]
    return matrix


def marks(figure, kind):
    return [mark for panel in figure.panels for mark in panel.marks if isinstance(mark, kind)]


def cells(heatmap):
    rows, columns = heatmap.raster.shape
    return heatmap.raster.sample(np.arange(rows), np.arange(columns), "nearest")


def equal(heatmap, expected, off=1e-5):
    return heatmap.raster.shape == expected.shape and np.allclose(
        cells(heatmap), expected, rtol=0, atol=off
    )


def close(value, expected, off=1e-9):
    return np.shape(value) == np.shape(expected) and np.allclose(value, expected, rtol=0, atol=off)


def points(curve, low, high, pixels=100_000):
    x, y = curve.series.sample(low, high, pixels)
    inside = (x >= low) & (x <= high)
    return x[inside], y[inside]


def windows(panel):
    return {axis.quantity: axis.window for axis in (panel.x, panel.y)}


def row_of(figure, start):
    """Return the row of a listing that starts with a text."""
    rows = [row for listing in marks(figure, Listing) for row in listing.rows]
    return next(row for row in rows if row[0].startswith(start))


def verdict(figure, start):
    pairs = [
        pair
        for listing in marks(figure, Listing)
        for pair in zip(listing.rows, listing.verdicts, strict=True)
    ]
    return next(holds for row, holds in pairs if row[0].startswith(start))


def heat(expected, off=1e-5, **looks):
    """Return whether the first heatmap has the numbers that a function gives, and looks so.

    Across says its axes.
    """

    def check(figure):
        first = marks(figure, Heatmap)[0]
        panel = figure.panels[0]
        seen = {"across": panel.x.quantity, "windows": (panel.x.window, panel.y.window), "colormap": first.colormap,
                "levels": first.levels}  # fmt: skip
        return equal(first, expected(), off) and {name: seen[name] for name in looks} == looks

    return check


def listed(expected, decimals, rows=None):
    """Return whether the table of numbers has those that a function gives."""

    def check(figure):
        (numbers,) = marks(figure, Numbers)
        wanted = expected()
        shown = numbers.raster.exact(rows or range(len(wanted)), range(wanted.shape[1]))
        return numbers.decimals == decimals and close(shown, wanted)

    return check


def bits(positions, count):
    """Return a counter, one row a bit."""
    return np.array([[t >> b & 1 for t in range(positions)] for b in range(count)])


def seed_1():
    return table(50, 100, endpoint=True)


# ---- 000: sinusoids and binary counters


def steps_are_equal(figure):
    step = float(row_of(figure, "Neighbours")[1])
    return abs(step - 3.67198566) < 5e-5 and verdict(figure, "Neighbours") is True


def distances_of_64(figure):
    matrix = marks(figure, Heatmap)[0]
    panel = figure.panels[0]
    rows = table(64, 500)
    distances = np.linalg.norm(rows[:, None] - rows[None, :], axis=2)
    shown = matrix.raster.sample(np.arange(64), np.arange(64), "nearest")
    zoomed = panel.x.window == panel.y.window == FIRST_64
    return close(shown, distances, 1e-5) and matrix.colormap == GREYS and zoomed


def eight_rows_of_64(figure):
    strips = marks(figure, Heatmap)[0]
    curves = marks(figure, Curve)
    zoomed = all(panel.x.window == FIRST_64 for panel in figure.panels)
    halves = [(curve.y0, curve.color) for curve in curves]
    return (
        equal(strips, table(8, 500))
        and halves == [(t, side) for t in range(8) for side in ("sine", "cosine")]
        and zoomed
    )


def eight_waves(figure):
    expected = table(32, 500)
    for panel, column in zip(figure.panels, [7, 8, 15, 16, 23, 24, 31, 32], strict=True):
        curves = of(panel, Curve)
        x, y = points(next(curve for curve in curves if curve.style == "points"), 0, 31, 2000)
        if (
            panel.x.window != (-0.5, 31.5)
            or not close(y, expected[x.astype(int), column], 1e-5)
            or len(x) != 32
        ):
            return False
    return True


# ---- 001: tensor2tensor and relative positions


def rates_on_a_log_axis(figure):
    panel = figure.panels[0]
    curve = next(
        mark for mark in panel.marks if isinstance(mark, Curve) and mark.label == "endpoint"
    )
    _, rates = points(curve, 0, 49)
    return (
        panel.y.log
        and panel.x.limits == (-0.5, 49.5)
        and close(rates, (1 / 10_000) ** np.linspace(0, 1, 50))
    )


def angles_in_degrees(figure):
    (heatmap,) = marks(figure, Heatmap)
    expected = np.degrees(np.arange(50)[:, None] * 1e-4 ** np.linspace(0, 1, 50)) % 360
    apart = np.abs(cells(heatmap) - expected)
    cyclic = heatmap.colormap == "phases" and heatmap.levels == (0, 360)
    return cyclic and float(np.minimum(apart, 360 - apart).max()) < 1e-3


def _cosines(rows):
    norms = np.linalg.norm(rows, axis=1)
    return rows @ rows.T / np.outer(norms, norms)


def dots_and_squares(ones):
    def check(figure):
        rows = ones + table(50, 100, endpoint=True)
        expected = rows @ rows[20], ((rows - rows[20]) ** 2).sum(axis=1)
        drawn = [points(curve, 0, 49, 2000) for curve in marks(figure, Curve)]
        return all(
            any(len(y) == 50 and close(y, values, 1e-3) for x, y in drawn) for values in expected
        )

    return check


def row_statistics(figure):
    """Norms and means of the rows, and the least of their similarities."""
    rows = 1 + table(50, 100, endpoint=True)
    expected = {
        "All rows have one norm": np.linalg.norm(rows, axis=1).mean(),
        "Mean of a row": rows.mean(),
        "Least cosine similarity": _cosines(rows).min(),
    }
    return all(
        abs(float(row_of(figure, name)[1]) - value) < 5e-4 for name, value in expected.items()
    )


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
    rows = table(50, 100, endpoint=True)
    same = close(cells(after)[10:], cells(before)[:-10], 1e-5)
    return equal(before, rows) and same and after.colormap == PALE


def misses(text):
    def check(figure):
        return (
            row_of(figure, "A shift is linear")[1] == text
            and verdict(figure, "A shift is linear") is False
        )

    return check


def overlay_misses(text):
    fact = f"largest difference {text}"
    return lambda figure: figure.panels[-1].fact == fact and "misses" in figure.panels[-1].title


def both_rows(figure):
    """Return the row that is reached and the turned one, each of its sines and its cosines."""
    curves = [curve.series.exact(0, 1000) for curve in marks(figure.only("row"), Curve)]
    return [np.append(*(y for _, y in some))[np.argsort(np.append(*(x for x, _ in some)))]
            for some in (curves[:2], curves[2:])]  # fmt: skip


def exact_to_rounding(figure):
    direct, turned = both_rows(figure)
    return (
        len(direct) == 100
        and close(turned, direct, 1e-14)
        and "lands on" in figure.panels[-1].title
    )


# ---- 002: positions as tokens


def three_wavelengths(figure):
    rows = [" ".join(row_of(figure, name)) for name in ("first", "second", "last")]
    return all(
        text in row for text, row in zip(("6.28", "6.63", "5\u2009953\u2009"), rows, strict=True)
    )


def rotation_by_one(figure):
    words = {
        text.strip()
        for panel in figure.panels
        for mark in panel.marks
        for text in getattr(mark, "texts", ())
    }
    return {"+0.5403", "+0.8415", "−0.8415"} <= words and "*Mᵢ*(*φ*)" in words


# ---- 003: step by step


def denominators(figure):
    return [row_of(figure, str(pair))[1] for pair in range(3)] == ["1.000", "21.544", "464.159"]


def sines_and_cosines(figure):
    """The row of position 3: its sines, its cosines, and the columns they are flattened to."""
    rows = [row_of(figure, str(pair)) for pair in range(3)]
    sines = [row[3] for row in rows]
    cosines = [row[4] for row in rows]
    flat = [row[5] for row in rows] == ["0, 1", "2, 3", "4, 5"]
    return sines == ["0.141", "0.139", "0.006"] and cosines == ["−0.990", "0.990", "1.000"] and flat


def four_criteria(figure):
    claims = ("Every position", "Extends", "Values stay", "The same every time")
    return all(verdict(figure, claim) is True for claim in claims)


# ---- 004: shift and linearity


def moved_by_100(figure):
    before, after = marks(figure, Heatmap)
    return equal(before, table(200, 256)) and equal(after, table(300, 256)[100:])


def row_100(figure):
    return equal(marks(figure, Heatmap)[0], table(200, 256)[100:101]) and {
        mark.y0 for mark in marks(figure, Curve)
    } == {100}


def overlaid_on_row_100(figure):
    direct, turned = both_rows(figure)
    return close(direct, table(200, 256)[100], 1e-12) and close(turned, direct, 1e-12)


def packed(figure):
    _, _, first, second = marks(figure, Heatmap)
    angles = 100 * 10_000.0 ** (-2 * np.arange(128) / 256)
    expected = (
        np.stack([np.cos(angles), np.sin(angles)]),
        np.stack([-np.sin(angles), np.cos(angles)]),
    )
    return equal(first, expected[0]) and equal(second, expected[1])


def two_vectors(figure):
    a, above, below = (
        curve.series.exact(0, 256)[1]
        for curve in marks(figure, Curve)
        if "*v*" in curve.quantity + curve.label
    )
    angles = 100 * 10_000.0 ** (-2 * np.arange(128) / 256)
    return (
        close(a, np.repeat(np.cos(angles), 2))
        and close(above, np.sin(angles))
        and close(below, -np.sin(angles))
    )


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
        heat(lambda: np.arange(50)[:, None] * 1e-4 ** np.linspace(0, 1, 50), 1e-4),
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
    for _, name, pane, check in (shown for shown in SHOWN if shown[0] == seed):
        opened = preset(name)
        assert pane in opened.document.view.panes, name
        figure = PANES[pane].figure(opened.document)
        assert check(figure), (name, pane, check)


def test_every_pane_is_opened_by_a_preset():
    opened = {name for chosen in presets().values() for name in chosen.document.view.panes}
    needs_a_model = {"layers"}
    assert opened == set(PANES) - needs_a_model
