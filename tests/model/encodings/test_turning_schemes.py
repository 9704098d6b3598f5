"""tensor2tensor's signal and the diffusion time step against their references, written anew.

And what turning gives.
"""

import math

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.model.encodings.tensor2tensor import Tensor2Tensor
from peviewer.model.encodings.timestep import Timestep


def timing_signal(length, channels, least, most):
    """tensor2tensor, ``common_attention.get_timing_signal_1d``, in plain loops."""
    count = channels // 2
    increment = math.log(most / least) / max(count - 1, 1)
    scales = [least * math.exp(-increment * i) for i in range(count)]
    return [
        [math.sin(t * s) for s in scales] + [math.cos(t * s) for s in scales] for t in range(length)
    ]


def timestep_embedding(steps, dim, *, flip, shift, scale, longest):
    """Diffusers, ``embeddings.get_timestep_embedding``, in plain loops."""
    half = dim // 2
    rates = [math.exp(-math.log(longest) * i / (half - shift)) for i in range(half)]
    rows = []
    for t in steps:
        sines = [math.sin(scale * t * r) for r in rates]
        cosines = [math.cos(scale * t * r) for r in rates]
        rows.append(cosines + sines if flip else sines + cosines)
    return rows


@pytest.mark.parametrize(
    ("channels", "least", "most"), [(8, 1, 1e4), (2, 1, 1e4), (64, 1, 50), (10, 2.5, 700)]
)
def test_tensor2tensor_is_its_timing_signal(channels, least, most):
    encoding = Tensor2Tensor(length=40, dim=channels, min_timescale=least, max_timescale=most)
    expected = timing_signal(40, channels, least, most)
    assert np.allclose(encoding.table(), expected, atol=1e-12)


@pytest.mark.parametrize(("flip", "layout"), [(False, "concatenated"), (True, "flipped")])
@pytest.mark.parametrize(("shift_", "scale"), [(1, 1), (0, 1), (0, 1000), (0.5, 3)])
def test_a_time_step_is_diffusers_embedding(flip, layout, shift_, scale):
    encoding = Timestep(
        length=30, dim=16, layout=layout, freq_shift=shift_, scale=scale, base=10_000
    )
    expected = timestep_embedding(
        range(30), 16, flip=flip, shift=shift_, scale=scale, longest=10_000
    )
    assert np.allclose(encoding.table(), expected, atol=1e-9)


def test_one_pair_alone_divides_by_nothing():
    timestep = Timestep(dim=2, freq_shift=1)
    assert timestep.frequencies().tolist() == [1]
    frequencies = Tensor2Tensor(dim=2).frequencies()
    assert frequencies.tolist() == [1]


def test_a_new_scheme_takes_its_own_defaults_where_nothing_was_chosen():
    taken = Document().edited({"encoding.scheme": "tensor2tensor"}).encoding
    assert taken == Tensor2Tensor()
    chosen = Document().edited({"encoding.layout": "flipped", "encoding.length": 7})
    expected = Timestep(length=7, layout="flipped")
    assert chosen.edited({"encoding.scheme": "timestep"}).encoding == expected


def test_a_largest_time_scale_of_one_has_no_schedule_of_the_paper_beside_it():
    assert set(Tensor2Tensor(dim=8).other_schedules()) == {"paper"}
    tensor2_tensor = Tensor2Tensor(dim=8, min_timescale=0.5, max_timescale=1.0)
    assert tensor2_tensor.other_schedules() == {}
