"""Formulas leave nothing behind: matplotlib keeps the letters of each that it sets."""

import ctypes
import gc
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from matplotlib import font_manager
from matplotlib.mathtext import MathTextParser

from peviewer.paper.page.painter import painting, settings
from peviewer.paper.style import Style
from peviewer.paper.typography.fonts import LOOKED_UP


class _Heap(ctypes.Structure):
    """Of <malloc.h>: what the C library has handed out stands in ``uordblks``, in bytes."""

    _fields_ = [(name, ctypes.c_size_t) for name in
                "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()]  # fmt: skip


def in_use():
    gc.collect()
    asked = ctypes.CDLL(None).mallinfo2
    asked.restype = _Heap
    return asked().uordblks


@pytest.mark.skipif(sys.platform != "linux" or not hasattr(ctypes.CDLL(None), "mallinfo2"), reason="asks glibc")
@pytest.mark.parametrize("font", ["sans", "serif", "DejaVu Serif"])
def test_the_letters_of_formulas_go_with_the_page(font):
    def page(number):
        with painting(settings(Style(font=font))):
            for formula in range(12):
                MathTextParser("agg").parse(rf"$x_{{{number}}} + \mathbf{{M}}({formula})$")

    for number in range(3):
        page(number)
    before = in_use()
    for number in range(3, 9):
        page(number)
    assert in_use() - before < 150_000


def test_of_many_sizes_it_is_forgotten_which_font_was_found():
    with painting(settings(Style())):
        for size in range(LOOKED_UP + 1):
            font_manager.findfont(font_manager.FontProperties(size=8 + size / 100))
        assert font_manager.fontManager._findfont_cached.cache_info().currsize > LOOKED_UP
    assert font_manager.fontManager._findfont_cached.cache_info().currsize < LOOKED_UP


def test_fonts_and_set_formulas_which_hold_theirs_are_kept_for_the_thread_alone_that_painted_last():
    def paint():
        with painting(settings(Style())):
            MathTextParser("agg").parse(r"$\mathbf{M}(\varphi)\, x_3$")
        return font_manager._get_font.cache_info().currsize, MathTextParser._parse_cached.cache_info().currsize

    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(1) as other:
        first, second = one.submit(paint).result(60), other.submit(paint).result(60)
    assert first == second
    assert first[0] > 1
    assert first[1] == 1
