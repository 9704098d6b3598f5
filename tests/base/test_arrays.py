"""Numbers of other libraries as arrays: a tensor is stood in for by what PyTorch's has of methods."""

import re

import numpy as np
import pytest

from peviewer.api.comparison import compare
from peviewer.base.arrays import number_array, plain_array
from peviewer.model.between.pairwise import pairwise, profile
from peviewer.model.encodings.learned import Table
from peviewer.model.encodings.sinusoidal import Sinusoidal
from peviewer.model.shifting import shift

ROWS = np.random.default_rng(0).standard_normal((6, 4)).astype(np.float32)


class Tensor:
    """It becomes an array as PyTorch's does: on the processor, without a gradient, of a type that NumPy has."""

    def __init__(self, dtype, ready=(), is_sparse=False):
        self.dtype = f"torch.{dtype}"
        self.ready = frozenset(ready)
        self.is_sparse = is_sparse

    def _with(self, done, dtype=None):
        return Tensor(
            dtype or self.dtype.removeprefix("torch."), {*self.ready, done}, self.is_sparse
        )

    def detach(self):
        return self._with("detached")

    def cpu(self):
        return self._with("here")

    def float(self):
        return self._with("", "float32")

    def __array__(self, dtype=None, copy=None):
        if (
            self.is_sparse
            or not self.ready >= {"detached", "here"}
            or self.dtype != "torch.float32"
        ):
            raise RuntimeError(
                "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead."
            )
        return ROWS if dtype is None else ROWS.astype(dtype)


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float8_e4m3fn"])
def test_a_parameter_of_a_model_is_its_numbers_everywhere(dtype):
    given = Tensor(dtype)
    assert np.array_equal(plain_array(given), ROWS)
    assert np.array_equal(np.asarray(Table(given)), ROWS)
    assert np.array_equal(pairwise(given), pairwise(ROWS))
    assert np.array_equal(profile(given, 2), profile(ROWS, 2))
    encoding = Sinusoidal(length=6, dim=4)
    expected = shift(ROWS, encoding, 1.5)
    assert np.array_equal(shift(given, encoding, 1.5), expected)


@pytest.mark.parametrize("method", ["detach", "cpu"])
def test_an_array_with_one_method_of_a_tensor_alone_is_read_as_it_is(method):
    array = type("Array", (), {method: None, "__array__": lambda *_arguments, **_more: ROWS})()

    assert np.array_equal(plain_array(array), ROWS)


MASKED = np.ma.masked_array(ROWS, np.asarray(ROWS) > np.min(ROWS))


@pytest.mark.parametrize(
    "given", ["wpe.npy", [[1, 2], [3]], [[1j, 2]], None, MASKED, Tensor("float32", is_sparse=True)]
)
def test_what_is_no_array_of_numbers_is_said_in_one_line(given):
    for use in (
        number_array,
        lambda _, given: pairwise(given),
        lambda _, given: shift(given, Sinusoidal(dim=2), 1.0),
    ):
        with pytest.raises(
            ValueError, match=re.escape("table is not allowed: it must be an array of real numbers")
        ):
            use("table", given)


def test_numbers_that_are_masked_are_not_shown_and_rows_of_unlike_lengths_are_said():
    with pytest.raises(
        ValueError, match=r"^the array cannot be read: some of its numbers are masked: fill them"
    ):
        Table(MASKED)
    assert np.array_equal(np.asarray(Table(np.ma.masked_array(ROWS, False))), ROWS)
    with pytest.raises(
        ValueError, match=r"^the array cannot be read: its rows have different lengths$"
    ):
        Table([[1.0, 2.0], [3.0]])
    with pytest.raises(
        ValueError, match=r"^the array cannot be read: its rows have different lengths$"
    ):
        compare([[1.0, 2.0], [3.0]], Table(ROWS))
