"""One luminance decides what is read on what, on screen and on paper."""

import numpy as np
import pytest

from peviewer.figures.contrast import contrast, luminance, takes_black
from peviewer.figures.palette import colormap


def test_contrast_is_the_one_of_wcag():
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.005)
    assert contrast("#FFFFFF", "#777777") == contrast("#777777", "#FFFFFF")


@pytest.mark.parametrize("name", ["RdBu", "berlin", "viridis", "cividis", "grey"])
def test_every_colour_gets_the_ink_that_stands_out_more(name):
    share = colormap(name) / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    grounds, letters = linear @ [0.2126, 0.7152, 0.0722], np.where(takes_black(colormap(name)), 0.0, 1.0)
    assert np.allclose(luminance(colormap(name)), grounds)
    high, low = np.maximum(grounds, letters), np.minimum(grounds, letters)
    assert ((high + 0.05) / (low + 0.05) >= 4.5).all()
