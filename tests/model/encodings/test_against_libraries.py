"""Numbers of schemes against those of the libraries they are of, where these are installed: they are in no extra.

``pip install torch transformers timm diffusers`` and run this file; what is not there is skipped,
as are parts that another version does not have.
"""

from importlib import import_module
from types import SimpleNamespace

import numpy as np
import pytest

from peviewer.figures.presets import preset
from peviewer.model.encodings.alibi import Alibi
from peviewer.model.encodings.grids.axial_rope import AxialRope
from peviewer.model.encodings.grids.sincos import Sincos
from peviewer.model.encodings.grids.swin import Swin
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.t5 import T5
from peviewer.model.encodings.timestep import Timestep

torch = pytest.importorskip("torch")

# The tolerance for what a library computes in single precision.
SINGLE = 3e-7


def of(module, name):
    """Return a part of a library; the test is skipped where there is none."""
    try:
        return getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        pytest.skip(str(error))


def places(rows, columns):
    """Return row and column of every place, row by row."""
    axes = np.meshgrid(np.arange(rows), np.arange(columns), indexing="ij")
    return np.stack(axes, axis=-1).reshape(-1, 2)


def assert_equal(actual, expected, tolerance=1e-14):
    assert np.allclose(actual, expected, rtol=0, atol=tolerance)


def assert_turned(turned, cosines, sines, twice):
    """Hold cosines and sines of a library against angles, which `twice` brings to its columns."""
    assert_equal(twice(np.cos(turned)), cosines, SINGLE)
    assert_equal(twice(np.sin(turned)), sines, SINGLE)


def in_halves(waves):
    return np.hstack([waves] * 2)


def side_by_side(waves):
    return np.repeat(waves, 2, axis=1)


def angles(scheme):
    """Return the angle of every pair at every place."""
    return scheme.frequencies() * scheme.places(scheme.positions)[:, scheme.turned_by()]


@pytest.mark.parametrize("interleaved", [False, True])
def test_two_axes_are_those_of_timm(interleaved):
    build = of("timm.layers", "build_sincos2d_pos_embed")
    expected = build([3, 5], 24, interleave_sin_cos=interleaved)
    layout = "concatenated" if interleaved else "functions"
    scheme = Sincos(rows=3, columns=5, dim=24, order="rows", layout=layout)
    assert_equal(scheme.table(), expected, SINGLE)


def test_two_axes_are_those_of_mae():
    """transformers says that the authors swapped h and w: so the halves change places."""
    module = "transformers.models.vit_mae.modeling_vit_mae"
    build = of(module, "build_2d_sinusoidal_position_embedding")
    down, across = build(3, 5, 24, dtype=torch.float64).chunk(2, dim=-1)
    expected = torch.cat([across, down], dim=-1)
    scheme = Sincos(rows=3, columns=5, dim=24)
    assert np.allclose(scheme.table(), expected, atol=1e-14)


@pytest.mark.parametrize("normalize", [True, False])
def test_two_axes_are_those_of_detr(normalize):
    module = of("transformers.models.detr.modeling_detr", "DetrSinePositionEmbedding")
    build = module(12, normalize=normalize)
    channels_first = build(torch.Size([1, 24, 3, 5]), torch.device("cpu"), torch.float64)[0]
    expected = channels_first.permute(1, 2, 0).reshape(15, 24)
    scheme = Sincos(rows=3, columns=5, dim=24, order="rows", layout="interleaved", offset=1)
    if normalize:
        scheme = scheme.replace(span="unit", epsilon=1e-6, times="2pi")
    assert_equal(scheme.table(), expected)


def test_three_axes_are_those_of_cogvideox():
    build = of("diffusers.models.embeddings", "get_3d_sincos_pos_embed")
    expected = build(32, (5, 3), 4, output_type="pt").reshape(60, 32)
    scheme = Sincos(axes=3, frames=4, rows=3, columns=5, dim=32, shares=(2, 3, 3))
    assert_equal(scheme.table(), expected)


def test_pairs_turn_as_in_pixtral():
    make_config = of("transformers", "PixtralVisionConfig")
    config = make_config(hidden_size=64, num_attention_heads=4, head_dim=16)
    module = "transformers.models.pixtral.modeling_pixtral"
    build = of(module, "PixtralVisionRotaryEmbedding")(config)
    cosines, sines = build(torch.zeros(1), torch.tensor(places(4, 5)))
    axial_rope = AxialRope(rows=4, columns=5, dim=16, sharing="alternating")
    turned = angles(axial_rope)
    assert_turned(turned, cosines, sines, in_halves)


def test_pairs_turn_as_in_eva_02():
    module = of("timm.layers", "RotaryEmbeddingCat")
    build = module(16, in_pixels=False, feat_shape=[4, 5], ref_feat_shape=[4, 5])
    sines, cosines = build.get_embed().chunk(2, dim=-1)
    axial_rope = AxialRope(rows=4, columns=5, dim=16)
    turned = angles(axial_rope)
    assert_turned(turned, cosines, sines, side_by_side)


def test_pairs_turn_as_in_qwen2_vl():
    config = of("transformers", "Qwen2VLTextConfig")(
        hidden_size=512,
        num_attention_heads=4,
        num_key_value_heads=4,
        rope_parameters={
            "rope_type": "default",
            "rope_theta": 1e6,
            "mrope_section": [16, 24, 24],
        },
    )
    build = of("transformers.models.qwen2_vl.modeling_qwen2_vl", "Qwen2VLRotaryEmbedding")(config)
    scheme = AxialRope(frames=2, rows=3, columns=4, dim=128, base=1e6, sharing="sections")
    coordinates = scheme.places(scheme.positions).T.astype(int)
    cosines, sines = build(torch.zeros(1), torch.tensor(coordinates)[:, None, :])
    assert_turned(angles(scheme), cosines[0], sines[0], in_halves)


def test_the_index_is_that_of_swin():
    expected = of("timm.layers", "gen_relative_position_index")((3, 4))
    # The key's place less the query's.
    offsets = places(3, 4)[None, :] - places(3, 4)[:, None]
    swin = Swin(rows=3, columns=4)
    indices = swin.indices(offsets[..., 0], offsets[..., 1])
    assert np.array_equal(indices, expected)


@pytest.mark.parametrize("both", [True, False])
def test_the_buckets_are_those_of_t5(both):
    lags = np.arange(-1000, 1000)
    bucket = of("transformers.models.t5.modeling_t5", "T5Attention")._relative_position_bucket
    expected = bucket(torch.tensor(lags), both, 32, 128)
    assert np.array_equal(T5(bidirectional=both).buckets(lags), expected)


@pytest.mark.parametrize("heads", [8, 12])
def test_the_slopes_are_those_of_bloom(heads):
    build = of("transformers.models.bloom.modeling_bloom", "build_alibi_tensor")
    actual = build(torch.ones(1, 2), heads, torch.float64)[:, 0, 1]
    slopes = Alibi(heads=heads).slopes()
    assert np.allclose(slopes, actual, rtol=1e-6)


@pytest.mark.parametrize(("flipped", "shift"), [(False, 1.0), (True, 0.0)])
def test_time_steps_are_those_of_diffusers(flipped, shift):
    build = of("diffusers.models.embeddings", "get_timestep_embedding")
    expected = build(torch.arange(50), 32, flip_sin_to_cos=flipped, downscale_freq_shift=shift)
    layout = "flipped" if flipped else "concatenated"
    scheme = Timestep(length=50, dim=32, layout=layout, freq_shift=shift)
    # Angles of 49 rad in single precision.
    assert_equal(scheme.table(), expected, 1e-5)


LONG = tuple(preset("rope-phi-3.5").document.encoding.long_factors)
CASES = {
    "linear": (Rope(dim=128, scaling="linear", factor=8.0), {"rope_type": "linear", "factor": 8.0}),
    "dynamic": (
        Rope(dim=128, scaling="dynamic", factor=2.0, trained=2048, length=10_000),
        {"rope_type": "dynamic", "factor": 2.0},
    ),
    "yarn": (
        Rope(dim=128, base=1e6, scaling="yarn", factor=4.0, trained=32_768, length=131_072),
        {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32_768},
    ),
    "llama3": (
        Rope(dim=128, base=5e5, scaling="llama3", factor=8.0, trained=8192, slow=1.0, fast=4.0, length=131_072),
        {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
         "original_max_position_embeddings": 8192},
    ),
    "proportional": (
        Rope(dim=128, rotated="proportional", share=0.25),
        {"rope_type": "proportional", "partial_rotary_factor": 0.25},
    ),
    "longrope": (
        Rope(dim=96, scaling="longrope", factor=32.0, trained=4096, length=131_072, long_factors=LONG),
        {"rope_type": "longrope", "factor": 32.0, "original_max_position_embeddings": 4096,
         "long_factor": list(LONG), "short_factor": [1.0] * 48},
    ),
}  # fmt: skip


def reference(functions, scheme, parameters):
    """Return transformers' frequencies and attention factor.

    The configuration is one that old and new versions read.
    """
    given = {"rope_theta": scheme.base, **parameters}
    is_dynamic = given["rope_type"] == "dynamic"
    config = SimpleNamespace(
        hidden_size=32 * scheme.dim,
        num_attention_heads=32,
        head_dim=scheme.dim,
        partial_rotary_factor=1.0,
        max_position_embeddings=scheme.trained if is_dynamic else scheme.length,
        original_max_position_embeddings=scheme.trained,
        rope_theta=scheme.base,
        rope_scaling=given,
        rope_parameters=given,
        standardize_rope_params=lambda: None,
    )
    make_frequencies = functions[given["rope_type"]]
    frequencies, factor = make_frequencies(config, "cpu", seq_len=scheme.length)
    # Of the pairs that turn.
    return np.trim_zeros(np.asarray(frequencies, dtype=np.float64)), factor


@pytest.mark.parametrize("name", CASES)
def test_frequencies_and_attention_factors_are_those_of_transformers(name):
    scheme, parameters = CASES[name]
    functions = of("transformers.modeling_rope_utils", "ROPE_INIT_FUNCTIONS")
    if name not in functions:
        pytest.skip(f"this version of transformers has no {name}")
    frequencies, factor = reference(functions, scheme, parameters)
    # It works in single precision.
    assert scheme.frequencies() == pytest.approx(frequencies, rel=2e-6)
    assert scheme.attention_factor == pytest.approx(factor, rel=1e-12)
