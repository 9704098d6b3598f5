"""Configurations of 34 models, cut down to what bears on positions: what each says, by independent code."""

import json
from pathlib import Path

import pytest

import peviewer as pv
from peviewer.document.document import DocumentError

FOLDER = Path(__file__).parents[2] / "data" / "configurations"

# By file: fields of the scheme, how many pairs turn, and the frequency of the last one.
TURNING = {
    "bailing": ({"length": 32_768, "trained": 32_768, "share": 0.5}, 32, 2.5259e-6),
    "deepseek4": ({"dim": 64, "layout": "interleaved", "factor": 16, "attention": 1}, 32, 5.6805e-7),
    "ernie45": ({"layout": "interleaved"}, 64, 2.4551e-6),
    "gemma3_12b": ({"dim": 256, "length": 131_072, "scaling": "linear", "factor": 8}, 128, 1.3925e-7),
    "gemma3_1b_v5": ({"dim": 256, "length": 32_768}, 128, 1.1140e-6),
    "gemma4": ({"dim": 512, "rotated": "proportional"}, 64, 0.033376),
    "glm_hf": ({"layout": "interleaved", "share": 0.5}, 32, 1.3335e-4),
    "gpt_neox_no_share": ({"share": 0.25, "layout": "concatenated"}, 12, 2.1544e-4),
    "hunyuan": ({"scaling": "ntk", "factor": 1000}, 64, 1.1548e-7),
    "kimik2_0905": ({"layout": "interleaved", "fast": 1, "slow": 1, "trained": 4096}, 32, 4.3822e-7),
    "llama4": ({"length": 10_000_000, "trained": 8192, "layout": "interleaved"}, 64, 1.5345e-7),
    "minicpm3": ({"scaling": "longrope", "factor": 1, "attention": 0}, 16, 1.7783e-4),
    "mistral4": ({"dim": 64, "layout": "interleaved"}, 32, 1.0418e-6),
    "modernbert": ({"base": 160_000, "length": 8192}, 32, 9.0888e-6),
    "moonshine": ({"layout": "interleaved", "dim": 36}, 16, 1.7783e-4),
    "mpt_rope": ({"scaling": "linear", "factor": 2}, 32, 6.6676e-5),
    "nomic15": ({"scaling": "dynamic", "trained": 2048, "length": 8192}, 32, 1.7728e-4),
    "phi2": ({"share": 0.4}, 16, 1.7783e-4),
    "phi_no_share": ({"share": 0.5}, 20, 1.5849e-4),
    "phimoe": ({"scaling": "longrope", "attention": 1.243163121016122, "trained": 4096}, 64, 3.5532e-6),
    "proportional": ({"rotated": "proportional", "scaling": "linear", "factor": 8}, 32, 1.5512e-4),
    "qwen1": ({"scaling": "doubling", "trained": 8192, "length": 32_768}, 64, 1.6497e-5),
    "roformer": ({"layout": "interleaved", "length": 1536}, 32, 1.3335e-4),
    "smollm3": ({"trained": 65_536}, 64, 2.5451e-7),
    "yi200k": ({"trained": 200_000, "length": 200_000}, 64, 1.2864e-7),
}  # fmt: skip
# By file: the last frequency of B, and how many layers have A, B and none.
LAYERS = {
    "gemma3_12b": (1.0746e-4, 8, 40, 0),
    "gemma3_1b_v5": (1.0746e-4, 4, 22, 0),
    "gemma4": (1.0746e-4, 1, 5, 0),
    "deepseek4": (1.3335e-4, 41, 2, 0),
    "modernbert": (1.3335e-4, 8, 14, 0),
    "llama4": (None, 36, 0, 12),
    "smollm3": (None, 27, 0, 9),
}


def read(name):
    return pv.read_config(FOLDER / f"{name}.json")


@pytest.mark.parametrize("name", TURNING)
def test_pairs_turn_as_those_of_the_model(name):
    fields, pairs, last = TURNING[name]
    scheme = read(name).encoding
    assert {field: getattr(scheme, field) for field in fields} == fields
    assert len(scheme.frequencies()) == pairs
    expected = pytest.approx(last, rel=5e-5)
    assert scheme.frequencies()[-1] == expected


@pytest.mark.parametrize("name", LAYERS)
def test_layers_have_the_rules_of_the_model(name):
    last, *counts = LAYERS[name]
    found = read(name)
    assert [found.layers.indices.count(index) for index in (0, 1, -1)] == counts
    if last is None:
        assert found.other is None
    else:
        expected = pytest.approx(last, rel=5e-5)
        assert found.other.frequencies()[-1] == expected


@pytest.mark.parametrize(
    ("name", "scheme"),
    [
        ("marian", pv.Sinusoidal(length=512, dim=512, layout="concatenated")),
        ("m2m", pv.Sinusoidal(length=1024, dim=1024, layout="concatenated", schedule="endpoint", first=2)),
        ("dinov3", pv.AxialRope(rows=14, columns=14, dim=64, base=100, span="signed", offset=0.5, times="2pi")),
        ("pixtral", pv.AxialRope(rows=64, columns=64, dim=64, sharing="alternating")),
        ("vit_mae", pv.Sincos(rows=14, columns=14, dim=768)),
        ("detr", pv.Sincos(dim=256, order="rows", layout="interleaved", span="unit", offset=1, epsilon=1e-6,
                           times="2pi")),
        ("sd3_transformer", pv.Sincos(rows=64, columns=64, dim=1536, offset=64, scale=1 / 3)),
        ("glm46v", pv.AxialRope(dim=64, base=500_000, sharing="sections", frame_pairs=8, row_pairs=12,
                                layout="interleaved")),
    ],
)  # fmt: skip
def test_other_encodings_are_the_schemes_that_are_here(name, scheme):
    assert read(name).encoding == scheme


def test_sections_are_of_the_part_that_turns():
    found = read("glm46v")
    expected = pytest.approx(3.0139e-6, rel=5e-5)
    assert found.encoding.frequencies()[-1] == expected
    assert "64 of the 128 dimensions of a head turn: these are shown." in found.notes


def test_sixteen_periods_of_dinov3_run_from_1_to_75():
    scheme = read("dinov3").encoding
    periods = 2 * 3.141592653589793 / scheme.rates()[:16]
    expected = pytest.approx([1, 74.99], rel=1e-4)
    assert periods[[0, -1]] == expected


def test_a_model_with_relative_buckets_is_refused_by_what_it_has():
    with pytest.raises(DocumentError, match="256 logarithmic buckets") as refused:
        read("debertav3")
    assert "learns" not in str(refused.value)


@pytest.mark.parametrize(
    ("length", "base"), [(8192, 10_000), (16_384, 30_527.74), (32_768, 72_195.86)]
)
def test_qwen_s_base_grows_by_doublings(length, base):
    scheme = read("qwen1").encoding.replace(length=length)
    assert scheme.scaled_base() == pytest.approx(base, rel=1e-6)


@pytest.mark.parametrize(("length", "base"), [(512, 1000), (8192, 7453.48)])
def test_nomic_s_base_grows_beyond_what_was_trained(length, base):
    actual = read("nomic15").encoding.replace(length=length).scaled_base()
    assert actual == pytest.approx(base, rel=1e-6)


def test_hunyuan_s_base_is_stretched_by_alpha():
    expected = pytest.approx(11_158_840, rel=1e-6)
    assert read("hunyuan").encoding.scaled_base() == expected


def test_equal_factors_of_llama_3_are_a_step():
    scheme = read("llama4").encoding
    kept = scheme.frequencies() == scheme.unscaled_frequencies()
    assert kept.sum() == 35
    assert kept[:35].all()
    assert "max_position_embeddings is 10 485 760: 10 000 000 positions are shown." in [
        note.replace("\u2009", " ") for note in read("llama4").notes
    ]


def test_gemma_4_offers_its_tower_for_pictures():
    (note,) = [note for note in read("gemma4").notes if "vision_config" in note]
    assert note == "Its vision_config has Axial RoPE: open it as gemma4.json:vision_config."
    tower = pv.load_table(FOLDER / "gemma4.json", "vision_config")
    assert tower.scheme == "axial_rope"
    assert tower.base == 100


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.json")))
def test_every_configuration_is_read_from_a_mapping_too(name):
    config = json.loads((FOLDER / f"{name}.json").read_text())
    try:
        found = read(name)
    except DocumentError:
        assert name == "debertav3"
        return
    assert pv.read_config(config)[:3] == found[:3]
