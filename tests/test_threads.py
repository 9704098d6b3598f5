"""Pages of matplotlib from several threads: they wait for one another, and are what one thread alone makes."""

import io
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from matplotlib.artist import Artist
from matplotlib.figure import Figure

import peviewer as pv
from peviewer.base.work import Cancelled, cancellable
from peviewer.paper import in_axes
from peviewer.paper.page import painter
from peviewer.paper.painting import painting

ENCODING = pv.Sinusoidal(length=30, dim=12)
# Matplotlib keeps formulas by their size, so that only those of a new resolution are set anew.
RESOLUTIONS = range(61, 69)


def saved_page(dpi):
    page = pv.figure(ENCODING, "encoding", figsize=(5, 4), dpi=dpi)
    file = io.BytesIO()
    page.savefig(file, format="png")
    return file.getvalue()


def test_pages_of_eight_threads_are_those_of_one():
    barrier = threading.Barrier(len(RESOLUTIONS))

    def begin_together(dpi):
        barrier.wait()
        return saved_page(dpi)

    with ThreadPoolExecutor(len(RESOLUTIONS)) as threads:
        pages = list(threads.map(begin_together, RESOLUTIONS))

    assert pages[::7] == [saved_page(dpi) for dpi in RESOLUTIONS[::7]]


@pytest.fixture
def may_others_paint():
    """Return a list, and a function that adds to it whether another thread may paint now."""
    answers = []

    def paint():
        try:
            with cancellable(lambda: True), painting({}):
                answers.append(True)
        except Cancelled:
            answers.append(False)

    def ask(*_):
        other = threading.Thread(target=paint)
        other.start()
        other.join()

    return answers, ask


def test_others_may_paint_where_nobody_does(may_others_paint):
    answers, ask = may_others_paint
    ask()

    assert answers == [True]


def test_others_wait_while_a_page_is_laid_out(may_others_paint, monkeypatch):
    answers, ask = may_others_paint
    fitted_page = painter.fitted_page
    monkeypatch.setattr(painter, "fitted_page", lambda *arguments: ask() or fitted_page(*arguments))
    pv.figure(ENCODING, "encoding")

    assert answers == [False]


def test_others_wait_while_a_page_is_drawn(may_others_paint):
    answers, ask = may_others_paint
    page = pv.figure(ENCODING, "encoding")
    probe = page.add_artist(Artist())
    probe.draw = ask
    page.canvas.print_figure(io.BytesIO(), format="png")

    # matplotlib draws a page that has a layout engine once more before, without pixels.
    assert answers == [False, False]


def test_others_wait_while_a_page_is_written(may_others_paint):
    answers, ask = may_others_paint
    file = type("Probe", (io.BytesIO,), {"write": ask})()
    figure = pv.figure(ENCODING, "encoding", figsize=(4, 3))
    figure.savefig(file, format="rgba")

    assert answers == [False]


def test_others_wait_while_axes_of_ones_own_are_drawn_into(may_others_paint, monkeypatch):
    answers, ask = may_others_paint
    monkeypatch.setattr(in_axes, "draw_in", ask)
    pv.figure(ENCODING, "encoding", ax=Figure().subplots())

    assert answers == [False]
