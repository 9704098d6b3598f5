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
SINGLE = 3e-7  # what is computed in single precision there


def of(module, name):
    """Return a part of a library; the test is skipped where there is none."""
    try:
        return getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        pytest.skip(str(error))


def places(rows, columns):
    """Return row and column of every place, row by row."""
    return np.stack(
        np.meshgrid(np.arange(rows), np.arange(columns), indexing="ij"), axis=-1
    ).reshape(-1, 2)


def angles(scheme):
    """Return the angle of every pair at every place."""
    return scheme.frequencies() * scheme.places(scheme.positions)[:, scheme.turned_by()]


@pytest.mark.parametrize("interleaved", [False, True])
def test_two_axes_are_those_of_timm(interleaved):
    actual = of("timm.layers", "build_sincos2d_pos_embed")(
        [3, 5], 24, interleave_sin_cos=interleaved
    )
    scheme = Sincos(
        rows=3,
        columns=5,
        dim=24,
        order="rows",
        layout="concatenated" if interleaved else "functions",
    )
    assert np.allclose(scheme.table(), actual, rtol=0, atol=SINGLE)


def test_two_axes_are_those_of_mae():
    """What transformers says of it: the authors swapped h and w, so the halves are put the other way round."""
    build = of(
        "transformers.models.vit_mae.modeling_vit_mae", "build_2d_sinusoidal_position_embedding"
    )
    down, across = build(3, 5, 24, dtype=torch.float64).chunk(2, dim=-1)
    assert np.allclose(
        Sincos(rows=3, columns=5, dim=24).table(), torch.cat([across, down], dim=-1), atol=1e-14
    )


@pytest.mark.parametrize("normalize", [True, False])
def test_two_axes_are_those_of_detr(normalize):
    build = of("transformers.models.detr.modeling_detr", "DetrSinePositionEmbedding")(
        12, normalize=normalize
    )
    actual = (
        build(torch.Size([1, 24, 3, 5]), torch.device("cpu"), torch.float64)[0]
        .permute(1, 2, 0)
        .reshape(15, 24)
    )
    scheme = Sincos(rows=3, columns=5, dim=24, order="rows", layout="interleaved", offset=1)
    if normalize:
        scheme = scheme.replace(span="unit", epsilon=1e-6, times="2pi")
    assert np.allclose(scheme.table(), actual, rtol=0, atol=1e-14)


def test_three_axes_are_those_of_cogvideox():
    actual = of("diffusers.models.embeddings", "get_3d_sincos_pos_embed")(
        32, (5, 3), 4, output_type="pt"
    )
    scheme = Sincos(axes=3, frames=4, rows=3, columns=5, dim=32, shares=(2, 3, 3))
    assert np.allclose(scheme.table(), actual.reshape(60, 32), rtol=0, atol=1e-14)


def test_pairs_turn_as_in_pixtral():
    config = of("transformers", "PixtralVisionConfig")(
        hidden_size=64, num_attention_heads=4, head_dim=16
    )
    build = of("transformers.models.pixtral.modeling_pixtral", "PixtralVisionRotaryEmbedding")(
        config
    )
    cosines, sines = build(torch.zeros(1), torch.tensor(places(4, 5)))
    turned = angles(AxialRope(rows=4, columns=5, dim=16, sharing="alternating"))
    assert np.allclose(np.hstack([np.cos(turned)] * 2), cosines, rtol=0, atol=SINGLE)
    assert np.allclose(np.hstack([np.sin(turned)] * 2), sines, rtol=0, atol=SINGLE)


def test_pairs_turn_as_in_eva_02():
    build = of("timm.layers", "RotaryEmbeddingCat")(
        16, in_pixels=False, feat_shape=[4, 5], ref_feat_shape=[4, 5]
    )
    sines, cosines = build.get_embed().chunk(2, dim=-1)
    turned = angles(AxialRope(rows=4, columns=5, dim=16))
    assert np.allclose(np.repeat(np.cos(turned), 2, axis=1), cosines, rtol=0, atol=SINGLE)
    assert np.allclose(np.repeat(np.sin(turned), 2, axis=1), sines, rtol=0, atol=SINGLE)


def test_pairs_turn_as_in_qwen2_vl():
    sections = {"rope_type": "default", "rope_theta": 1e6, "mrope_section": [16, 24, 24]}
    config = of("transformers", "Qwen2VLTextConfig")(
        hidden_size=512, num_attention_heads=4, num_key_value_heads=4, rope_parameters=sections,
    )  # fmt: skip
    build = of("transformers.models.qwen2_vl.modeling_qwen2_vl", "Qwen2VLRotaryEmbedding")(config)
    scheme = AxialRope(frames=2, rows=3, columns=4, dim=128, base=1e6, sharing="sections")
    at = torch.tensor(scheme.places(scheme.positions).T.astype(int))[:, None, :]
    cosines, sines = build(torch.zeros(1), at)
    assert np.allclose(np.hstack([np.cos(angles(scheme))] * 2), cosines[0], rtol=0, atol=SINGLE)
    assert np.allclose(np.hstack([np.sin(angles(scheme))] * 2), sines[0], rtol=0, atol=SINGLE)


def test_the_index_is_that_of_swin():
    actual = of("timm.layers", "gen_relative_position_index")((3, 4))
    offsets = places(3, 4)[None, :] - places(3, 4)[:, None]  # the key's less the query's
    assert np.array_equal(Swin(rows=3, columns=4).indices(offsets[..., 0], offsets[..., 1]), actual)


@pytest.mark.parametrize("both", [True, False])
def test_the_buckets_are_those_of_t5(both):
    lags = np.arange(-1000, 1000)
    bucket = of("transformers.models.t5.modeling_t5", "T5Attention")._relative_position_bucket
    assert np.array_equal(
        T5(bidirectional=both).buckets(lags), bucket(torch.tensor(lags), both, 32, 128)
    )


@pytest.mark.parametrize("heads", [8, 12])
def test_the_slopes_are_those_of_bloom(heads):
    build = of("transformers.models.bloom.modeling_bloom", "build_alibi_tensor")
    actual = build(torch.ones(1, 2), heads, torch.float64)[:, 0, 1]
    assert np.allclose(Alibi(heads=heads).slopes(), actual, rtol=1e-6)


@pytest.mark.parametrize(("flipped", "shift"), [(False, 1.0), (True, 0.0)])
def test_time_steps_are_those_of_diffusers(flipped, shift):
    build = of("diffusers.models.embeddings", "get_timestep_embedding")
    actual = build(torch.arange(50), 32, flip_sin_to_cos=flipped, downscale_freq_shift=shift)
    scheme = Timestep(
        length=50, dim=32, layout="flipped" if flipped else "concatenated", freq_shift=shift
    )
    assert np.allclose(
        scheme.table(), actual, rtol=0, atol=1e-5
    )  # angles of 49 rad in single precision


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
    """Return transformers' frequencies and attention factor, of a configuration as old and new versions read it."""
    given = {"rope_theta": scheme.base, **parameters}
    config = SimpleNamespace(
        hidden_size=32 * scheme.dim, num_attention_heads=32, head_dim=scheme.dim, partial_rotary_factor=1.0,
        max_position_embeddings=scheme.trained if given["rope_type"] == "dynamic" else scheme.length,
        original_max_position_embeddings=scheme.trained, rope_theta=scheme.base, rope_scaling=given,
        rope_parameters=given, standardize_rope_params=lambda: None,
    )  # fmt: skip
    actual, factor = functions[given["rope_type"]](config, "cpu", seq_len=scheme.length)
    return np.trim_zeros(np.asarray(actual, dtype=np.float64)), factor  # of the pairs that turn


@pytest.mark.parametrize("name", CASES)
def test_frequencies_and_attention_factors_are_those_of_transformers(name):
    scheme, parameters = CASES[name]
    functions = of("transformers.modeling_rope_utils", "ROPE_INIT_FUNCTIONS")
    if name not in functions:
        pytest.skip(f"this version of transformers has no {name}")
    frequencies, factor = reference(functions, scheme, parameters)
    assert scheme.frequencies() == pytest.approx(
        frequencies, rel=2e-6
    )  # it works in single precision
    assert scheme.attention_factor == pytest.approx(factor, rel=1e-12)
