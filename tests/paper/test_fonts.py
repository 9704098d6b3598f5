"""Formulas leave nothing behind: matplotlib keeps the letters of each that it sets."""

import ctypes
import gc
import sys

import pytest
from matplotlib.mathtext import MathTextParser

from peviewer.paper.page.painter import painting, settings
from peviewer.paper.style import Style


class _Heap(ctypes.Structure):
    """Of <malloc.h>: what the C library has handed out stands in ``uordblks``, in bytes."""

    _fields_ = [(name, ctypes.c_size_t) for name in
                "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()]  # fmt: skip


def in_use():
    gc.collect()
    asked = ctypes.CDLL(None).mallinfo2
    asked.restype = _Heap
    return asked().uordblks


@pytest.mark.slow
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
