"""Code for PyTorch and JAX makes what that for NumPy makes, where these are installed: they are in no extra.

``pip install torch jax`` and run this file; it is skipped else.
"""

import re

import numpy as np
import pytest

from peviewer.document.document import DocumentError
from peviewer.exporters.code import code
from peviewer.figures.presets import preset, presets
from peviewer.model.encodings.turning import Turning


def made(document, framework):
    """Return what each function of the code returns as it is called without arguments; None where there is no code."""
    try:
        program = code(document, framework, operator=isinstance(document.encoding, Turning))
    except DocumentError:
        return None
    names = {}
    exec(program, names)
    return {name: names[name]() for name in re.findall(r"^def (\w+)", program, re.MULTILINE)}


def arrays(returned):
    several = isinstance(returned, tuple | list)
    return [array for one in returned for array in arrays(one)] if several else [np.asarray(returned, dtype=float)]


@pytest.mark.parametrize("framework", ["torch", "jax"])
def test_each_framework_makes_the_same(framework):
    pytest.importorskip(framework)
    for name in presets():
        document = preset(name).document
        if document.encoding.length > 5_000:  # some tables of biases would not be held in memory
            document = document.edited({"encoding.length": 50})
        expected, found = made(document, "numpy"), made(document, framework)
        assert (found is None) == (expected is None), name
        for function, returned in (expected or {}).items():
            for one, other in zip(arrays(returned), arrays(found[function]), strict=True):
                size = max(1, np.abs(one[np.isfinite(one)]).max())
                assert np.allclose(one, other, rtol=0, atol=1e-5 * size), (name, function)
