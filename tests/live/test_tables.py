"""Tables: numbers read a screenful at a time, texts with their verdicts.

What is pointed at, marked and copied.
"""

import math
from dataclasses import dataclass, field, replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QTextDocument
from PySide6.QtWidgets import QApplication

from peviewer.document.document import Document
from peviewer.figures.grammar import Axis, Figure, Listing, Numbers, Panel
from peviewer.figures.palette import DARK, LIGHT, colormap
from peviewer.figures.panes.catalog import PANES
from peviewer.live.tables.listing import row_edges
from peviewer.live.tables.numbers import ROW, NumbersTable
from peviewer.live.view import FigureView
from peviewer.model.sampling.raster import Raster
from tests.live.texts import written


@dataclass(frozen=True)
class Grid(Raster):
    """Cell (r, c) holds r + c / 100,000, or a constant; `calls` has what was asked for."""

    rows: int = 100
    columns: int = 20
    constant: float | None = None
    calls: list = field(default_factory=list, compare=False)

    @property
    def shape(self):
        return self.rows, self.columns

    def sample(self, rows, columns, reduce="mean"):
        raise NotImplementedError

    def exact(self, rows, columns):
        self.calls.append((rows, columns))
        if self.constant is not None:
            return np.full((len(rows), len(columns)), self.constant)
        return np.array(rows)[:, None] + np.array(columns) / 100_000


def numbers(cells, *, window=None, first=0, **kwargs):
    rows, columns = cells.shape
    y = Axis(
        "position",
        "position *t*",
        (first - 0.5, first + rows - 0.5),
        window,
        cursor="position",
        whole=True,
    )
    x = Axis("dimension", "dimension *j*", (-0.5, columns - 0.5), cursor="dimension", whole=True)
    panel = Panel(x, y, (Numbers(cells, row0=first, **kwargs),), title="Table")
    return Figure("", ((panel,),))


def listing(*rows, verdicts=(), columns=("Claim", "What it is")):
    axis = Axis("value", "", (0, 1))
    panel = Panel(axis, axis, (Listing(columns, rows, verdicts),))
    return Figure("", ((panel,),))


def table_of(view, panel=0):
    return view.panels[panel].table


def corner(table):
    index = table.indexAt(QPoint(1, 1))
    return index.row(), index.column()


def cell_center(table, row, column):
    return table.visualRect(table.model().index(row, column)).center()


def press_copy(table):
    table.setFocus()
    event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    QApplication.sendEvent(table, event)
    return QGuiApplication.clipboard().text()


def select(qtbot, table, start, stop):
    places = [cell_center(table, *cell) for cell in (start, stop)]
    viewport = table.viewport()
    qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=places[0])
    qtbot.mouseMove(viewport, places[1])
    qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=places[1])


def test_a_window_far_beyond_a_table_shows_its_last_rows(qtbot):
    """Of two tables at other positions, both stand at the window of one."""
    view = FigureView(LIGHT)
    qtbot.addWidget(view)
    view.resize(600, 400)
    view.set_figure(numbers(Grid(), window=(10.0**15, 10.0**15 + 40), first=7))
    view.show()
    table = table_of(view)
    bar = table.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0


@pytest.mark.nightly
def test_an_enormous_table_opens_and_scrolls_to_its_last_cell_by_reading_a_screenful(view):
    cells = Grid(10_000_000, 65_536)
    view.set_figure(numbers(cells))
    view.grab()
    table = table_of(view)
    for bar in (table.verticalScrollBar(), table.horizontalScrollBar()):
        bar.setValue(bar.maximum())
    view.grab()
    rect = table.viewport().rect()
    index = table.indexAt(rect.bottomRight() - QPoint(2, 2))
    assert index.row() == 9_999_999
    assert index.column() == 65_535
    assert max(len(rows) * len(columns) for rows, columns in cells.calls) < 10_000
    assert cells.calls[-1][0].stop == 10_000_000
    assert cells.calls[-1][1].stop == 65_536
    assert table.model().headerData(9_999_999, Qt.Orientation.Vertical) == "t = 9\u2009999\u2009999"


def test_a_hidden_table_reads_nothing(qtbot, qapp):
    cells = Grid()
    view = FigureView(LIGHT)
    qtbot.addWidget(view, before_close_func=lambda w: w.dispose())
    view.set_figure(numbers(cells))
    view.set_crosshair({"position": 50})
    view.set_figure(numbers(cells, decimals=2))
    qapp.processEvents()
    assert cells.calls == []


def test_numbers_are_written_with_their_decimals_and_true_minus_signs(view):
    view.set_figure(numbers(Grid(constant=-0.12345), decimals=3))
    model = table_of(view).model()
    assert model.data(model.index(0, 0)) == "−0.123"
    assert model.data(model.index(0, 0), Qt.ItemDataRole.ToolTipRole) == "−0.12345"
    assert model.headerData(7, Qt.Orientation.Vertical) == "t = 7"
    tip = model.headerData(7, Qt.Orientation.Vertical, Qt.ItemDataRole.ToolTipRole)
    assert tip == "<html>position <i>t</i> 7</html>"


def test_a_new_zoom_puts_its_first_cell_into_the_corner_an_old_one_scrolls_nothing(view):
    cells = Grid(1000, 200)
    view.set_figure(numbers(cells, first=100, window=(299.5, 400.5)))
    view.grab()
    table = table_of(view)
    assert corner(table) == (200, 0)
    table.verticalScrollBar().setValue(3)
    view.set_figure(numbers(cells, first=100, window=(299.5, 400.5), decimals=2))
    assert corner(table) == (3, 0)
    view.set_figure(numbers(cells, first=100, window=(599.5, 700.5)))
    assert corner(table) == (500, 0)
    view.set_figure(numbers(cells, first=100))
    assert corner(table) == (0, 0)


@pytest.mark.parametrize("scale", [1.0, 1.7])
def test_a_table_keeps_its_first_cell_where_its_columns_become_wider(view, scale):
    first_row = 12
    first_column = 11
    view.set_figure(numbers(Grid(columns=60), levels=(-1.0, 1.0)))
    table = table_of(view)
    narrow = table.columns.defaultSectionSize()
    table.verticalScrollBar().setValue(first_row)
    table.horizontalScrollBar().setValue(first_column)

    view.set_figure(numbers(Grid(columns=60), levels=(-1e5, 1e5)))
    view.set_type_scale(scale)

    assert table.columns.defaultSectionSize() > narrow
    assert corner(table) == (first_row, first_column)


def test_the_cursor_is_marked_and_scrolled_to_unless_the_pointer_is_here(
    qtbot, view, data_pixels, rgb
):
    view.set_figure(numbers(Grid(10_000_000, 500), first=10))
    table = table_of(view)
    view.set_crosshair({"position": 5_000_000, "dimension": 300})
    row, column = cell = 4_999_990, 300
    assert table.viewport().rect().contains(cell_center(table, *cell))
    assert table.pointed == cell
    shown = data_pixels(view)
    y = cell_center(table, row, column).y() + table.viewport().y()
    lines = (
        np.all(shown[y - ROW // 2 - 2 : y + ROW // 2 + 3] == rgb(LIGHT.secondary), axis=2).mean(
            axis=1
        )
        > 0.7
    )
    assert lines.sum() == 2, "above and below"
    before = corner(table)
    qtbot.mouseMove(table.viewport(), QPoint(60, 60))
    view.set_crosshair({"position": 10, "dimension": 0})
    assert corner(table) == before
    view.set_crosshair({})
    assert table.pointed == (-1, -1)


def test_hovering_tells_the_cell_in_the_axes_own_numbers(qtbot, view):
    view.set_figure(numbers(Grid(1000, 200), first=100, window=(150, 160)))
    table = table_of(view)
    reported = []
    gone = []
    view.hovered.connect(lambda cells, _: reported.append(cells))
    view.left.connect(lambda: gone.append(True))
    qtbot.mouseMove(table.viewport(), cell_center(table, 52, 2))
    qtbot.mouseMove(table.viewport(), cell_center(table, 52, 2) + QPoint(2, 1))
    assert reported == [{"position": 152, "dimension": 2}]
    QApplication.sendEvent(table, QEvent(QEvent.Type.Leave))
    assert gone == [True]


@pytest.mark.parametrize(
    "figure", [numbers(Grid()), listing(("odd", "a claim"), ("even", "another"))]
)
def test_a_click_and_a_double_click_are_reported_as_in_every_panel(qtbot, view, figure):
    view.set_figure(figure)
    viewport = table_of(view).viewport()
    reported = []
    where = QPoint(60, 40)
    view.pressed.connect(lambda: reported.append("pressed"))
    view.doubleClicked.connect(lambda: reported.append("doubleClicked"))
    qtbot.mouseClick(viewport, Qt.MouseButton.RightButton, pos=where)
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=where)
    qtbot.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=where)
    qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=where)  # it keeps it down
    qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=where)
    qtbot.mouseMove(viewport, where + QPoint(200, 30))
    qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=where + QPoint(200, 30))
    assert reported == ["pressed", "doubleClicked"]


def test_a_block_is_copied_with_every_digit(qtbot, view):
    view.set_figure(numbers(Grid(), decimals=1))
    table = table_of(view)
    select(qtbot, table, (1, 1), (2, 3))
    with qtbot.waitSignal(view.copied) as copied:
        assert press_copy(table) == "1.00001\t1.00002\t1.00003\n2.00001\t2.00002\t2.00003"
    assert copied.args == [6]
    with qtbot.waitSignal(view.pressed):
        qtbot.keyClick(table, Qt.Key.Key_Return)


def test_what_is_selected_in_any_of_the_tables_can_be_copied(qtbot, view):
    first = numbers(Grid()).rows[0]
    second = numbers(Grid()).rows[0]
    figure = Figure("", (first, second), (1.0, 1.0))
    view.set_figure(figure)
    assert [action.isEnabled() for action in view.cell_actions] == [False]
    select(qtbot, table_of(view, 1), (1, 1), (1, 2))
    (action,) = view.cell_actions
    action.trigger()
    assert action.isEnabled() is True
    assert QGuiApplication.clipboard().text() == "1.00001\t1.00002"
    view.set_figure(Figure("", (first, numbers(Grid(), decimals=2).rows[0]), (1.0, 1.0)))
    assert table_of(view, 1).has_selection, "where only the numbers are others the selection stays"


def test_too_large_a_block_is_not_copied(view):
    cells = Grid(10_000_000, 65_536)
    view.set_figure(numbers(cells))
    QGuiApplication.clipboard().setText("before")
    table = table_of(view)
    table.selectAll()
    cells.calls.clear()
    assert press_copy(table) == "before"
    assert cells.calls == []


def test_keys_that_move_in_the_table_are_not_handled_as_shortcuts(view):
    view.set_figure(numbers(Grid()))
    for key, is_kept in (
        (Qt.Key.Key_Right, True),
        (Qt.Key.Key_Home, True),
        (Qt.Key.Key_Space, False),
    ):
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, Qt.KeyboardModifier.NoModifier)
        event.ignore()
        QApplication.sendEvent(table_of(view), event)
        assert event.isAccepted() is is_kept, key


@pytest.mark.parametrize(("value", "ink"), [(-1.0, "white"), (0.0, "black")])
def test_coloured_cells_have_their_colour_and_a_readable_number(view, data_pixels, rgb, value, ink):
    view.set_figure(numbers(Grid(constant=value), colormap="diverging"))
    shown = data_pixels(view)[40:80, 120:240]
    ground = colormap("RdBu")[min(255, int((value + 1) * 128))]
    assert np.all(shown == ground, axis=2).mean() > 0.5
    assert np.all(np.abs(shown.astype(int) - rgb(ink)) < 60, axis=2).any()


def test_verdicts_are_signs_in_their_colours(view, data_pixels, rgb):
    view.set_palette(DARK)
    for verdict, signs in ((True, [True, False]), (False, [False, True]), (None, [False, False])):
        view.set_figure(listing(("unique", "all rows differ"), verdicts=(verdict,)))
        shown = data_pixels(view).astype(int)
        actual = [
            np.all(abs(shown - rgb(color)) < 40, axis=2).sum() > 5
            for color in (DARK.holds, DARK.fails)
        ]
        assert actual == signs


def test_a_hairline_ends_each_row_that_is_whole_and_no_other(view, data_pixels, rgb):
    view.set_figure(listing(*(("a claim", "what it is"),) * 5))
    edges = row_edges(view.panels[0].table.document())
    columns_end = math.ceil(view.panels[0].table.document().idealWidth())
    columns = data_pixels(view)[:, :columns_end]
    assert columns_end < data_pixels(view).shape[1], "the table is as wide as its columns"
    lined = (columns == rgb(LIGHT.raised)).all(axis=(1, 2))
    assert [y + 1 for y in np.flatnonzero(lined)] == edges[2:]
    titles = (columns == rgb(LIGHT.line)).all(axis=(1, 2))
    assert [y + 1 for y in np.flatnonzero(titles)] == edges[1:2]


def test_cells_that_begin_with_a_verdict_have_its_colour(view, data_pixels, rgb):
    view.set_palette(DARK)
    for text, colours in (("✓\u00a01", [True, False]), ("✗\u00a063", [False, True])):
        view.set_figure(listing(("unique", text)))
        shown = data_pixels(view).astype(int)
        actual = [
            np.all(abs(shown - rgb(color)) < 40, axis=2).sum() > 5
            for color in (DARK.holds, DARK.fails)
        ]
        assert actual == colours


def test_numbers_end_in_one_column_below_their_title_and_words_begin_in_one(view):
    columns = "way", "products", "time"
    view.set_figure(listing(("a", "16384", "31"), ("longer", "8", "unbuilt"), columns=columns))
    places = {text.words: text.rect for text in written(table_of(view))}
    for said in (("products", "16384", "8"), ("time", "31", "unbuilt")):
        assert np.ptp([places[text].right() for text in said]) <= 2, said
    assert places["a"].left() == places["longer"].left()


def test_the_last_column_wraps_in_the_room_there_is(view):
    text = "a long sentence that says why this claim does not hold " * 3
    view.set_figure(listing(("claim", "short"), ("claim", text)))
    table = table_of(view)
    assert not [words for words in written(table) if words.is_cut]
    _, titles, *ends = row_edges(table.document())
    assert ends[1] - ends[0] > 1.8 * (ends[0] - titles)
    assert table.horizontalScrollBar().maximum() == 0
    view.resize(330, 400)
    assert row_edges(table.document())[-1] > ends[-1]


@pytest.mark.parametrize(("height", "scrolled"), [(303, 7), (309, 10_000)])
def test_no_row_of_a_listing_is_cut_in_half_by_the_lower_edge(view, height, scrolled):
    view.resize(500, height)
    view.set_figure(listing(*[(f"claim {k}", "2") for k in range(60)], columns=("Claim", "Number")))
    view.grab()
    table = table_of(view)
    table.verticalScrollBar().setValue(scrolled)
    shown = table.viewport().grab().toImage()
    high = table.viewport().height()
    ends = [end - table.verticalScrollBar().value() for end in row_edges(table.document())[2:]]
    last = max(end for end in ends if end <= high)
    below = {shown.pixelColor(x, y).name() for y in range(last, high) for x in range(shown.width())}
    assert below <= {LIGHT.panel.lower()}
    above = {
        shown.pixelColor(x, y).name() for y in range(last - 20, last) for x in range(shown.width())
    }
    assert len(above) > 2
    assert scrolled < 10_000 or last == ends[-1]


@pytest.mark.parametrize(
    ("size", "scrolled"), [((333, 231), (5, 3)), ((470, 247), (10_000, 10_000))]
)
def test_no_cell_of_a_table_of_numbers_is_cut_by_an_edge(view, size, scrolled):
    view.resize(*size)
    view.set_figure(numbers(Grid()))
    view.grab()
    table = table_of(view)
    for bar, value in zip(
        (table.verticalScrollBar(), table.horizontalScrollBar()), scrolled, strict=True
    ):
        bar.setValue(value)
    table.viewport().grab()
    cut = [text.words for text in written(table) if text.is_cut]
    assert cut == []
    cells = [text for text in written(table.viewport()) if text.words]
    wide = table.columns.defaultSectionSize()
    high = ROW
    assert (
        len(cells)
        >= (table.viewport().width() // wide - 1) * (table.viewport().height() // high - 1)
        > 0
    )


def test_measuring_a_listing_leaves_no_copy_of_its_text_behind(view):
    view.set_figure(listing(("unique", "so"), ("bounded", "not so")))
    table = table_of(view)
    for width in range(100, 120):
        assert table.whole_height(width) > 0
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert table.findChildren(QTextDocument) == [table.document()]


def test_a_number_with_thin_spaces_keeps_its_width_in_a_narrow_table(view):
    widths = []
    for text in ("32768", "32\N{THIN SPACE}768"):
        view.set_figure(listing((text,), columns=("L",)))
        document = table_of(view).document().clone(view)
        document.setTextWidth(1)
        widths.append(document.size().width())
    assert widths[1] > widths[0]


def test_rows_are_copied_with_their_signs_and_without_stars(view):
    view.set_figure(listing(("row *t*", "one\ntwo"), ("b", "c"), verdicts=(True, None)))
    table = table_of(view)
    table.selectAll()
    assert press_copy(table) == "\tClaim\tWhat it is\n✓\trow t\tone two\n\tb\tc"


@pytest.mark.parametrize("rows", [10, 100])
def test_one_table_leaves_the_other_what_it_needs(view, rows):
    above = numbers(Grid(rows, 4))
    below = listing(("a", "b"), ("c", "d"))
    view.set_figure(replace(above, rows=(*above.rows, *below.rows), heights=(1.0, 2.0)))
    scrolls = [table_of(view, panel).verticalScrollBar().maximum() > 0 for panel in (0, 1)]
    assert scrolls == [rows == 100, False]


def test_tables_are_between_panels_in_the_figures_heights(view, table, stack):
    figure = stack(table(np.zeros((9, 40))))
    sheet = numbers(Grid()).rows[0]
    rows = (*figure.rows, sheet)
    view.set_figure(replace(figure, rows=rows, heights=(2.0, 1.0, 1.5)))
    areas = [
        view.panels[0].area.sceneBoundingRect().toRect(),
        view.panels[1].area.sceneBoundingRect().toRect(),
    ]
    place = table_of(view, 2).geometry()
    assert areas[0].bottom() < areas[1].top() < areas[1].bottom() < place.top()
    assert place.bottom() <= view.height()
    assert view.panels[1].bottom.numbered
    assert view.panels[2].header.isVisible()


LONG = "a text that is wrapped on several lines, because nothing in a pane is as wide as this sentence is"


@pytest.mark.parametrize(
    ("rows", "width"),
    [(((LONG, "1.5", LONG), ("b", "2", "c")), 230), ((("a", "b", LONG),) * 3, 620)],
)
def test_the_first_row_of_a_listing_is_whole_below_a_plot_that_wants_the_height(
    qtbot, view, table, stack, rows, width
):
    view.resize(width, 420)
    below = listing(*rows, columns=("Name", "Value of this row", "What it is")).rows[0]
    figure = stack(table(np.zeros((9, 40))))
    view.set_figure(replace(figure, rows=(figure.rows[0], below), heights=(50.0, 1.0)))
    shown = table_of(view, 1)
    assert shown.height() < 350
    qtbot.waitUntil(lambda: not shown.horizontalScrollBar().isVisible())
    _, titles, first, *_ = row_edges(shown.document())
    assert shown.viewport().height() >= first > titles + 28


def test_another_kind_of_panel_takes_the_place_of_a_table(view, table, heat):
    view.set_figure(numbers(Grid()))
    assert isinstance(table_of(view), NumbersTable)
    heatmap = heat(table(np.zeros((4, 4))))
    view.set_figure(heatmap)
    assert not any(gone.isVisible() for gone in view.findChildren(NumbersTable))
    view.set_figure(listing(("a", "b")))
    assert table_of(view).isVisible()


@pytest.mark.parametrize(
    "figure", [numbers(Grid()), listing(("odd", "a claim"), ("even", "another"))]
)
def test_tables_are_written_as_large_as_everything_else(view, figure):
    view.resize(400, 300)
    view.set_figure(figure)
    sizes = []
    for scale in (1.0, 2.0, 1.0):
        view.set_type_scale(scale)
        sizes.append([text.rect.height() for text in written(table_of(view))][:4])
    assert sizes[1] == pytest.approx([2 * size for size in sizes[0]], abs=3)
    assert sizes[2] == sizes[0]


def test_a_table_has_the_words_before_its_rows(view):
    changes = {
        "encoding.sentence": "the cat internationalization",
        "encoding.dim": 4,
        "encoding.length": 4,
    }
    document = Document().edited(changes)
    figure = PANES["table"].figure(document)
    view.set_figure(figure)
    rows = view.panels[0].table.rows
    named = [str(rows.model().headerData(row, Qt.Orientation.Vertical)) for row in range(4)]
    assert named == ["t = 0, “the”", "t = 1, “cat”", "t = 2, “international…”", "t = 3"]
    assert rows.width() > rows.fontMetrics().horizontalAdvance(named[2])
