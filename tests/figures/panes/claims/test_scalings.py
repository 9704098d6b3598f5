"""What base or scaling for my length: several scalings side by side, and lines for config.json."""

import json

import numpy as np
import pytest

import peviewer as pv
from peviewer.document.document import Document
from peviewer.document.fields import with_several
from peviewer.figures.panes.catalog import pane
from peviewer.figures.presets import preset
from peviewer.model.encodings.rotary.config_lines import config_lines

EIGHT = "scaling=none,linear,ntk,doubling,dynamic,yarn,llama3,yarn-paper"
EXPONENTS = np.arange(64) / 64  # of 64 pairs
LONG = {"scheme": "rope", "length": 32_768, "trained": 4096}


def rows_of(document):
    """Return the texts of the main listing by their first words, with usual spaces."""
    panel = pane("deciding").figure(document).panels[0]
    texts_by_title = {}
    for title, *texts in panel.marks[0].rows:
        texts_by_title[title] = [text.replace("\u2009", " ") for text in texts]
    return texts_by_title


def curves_of(panel):
    return [mark for mark in panel.marks if hasattr(mark, "series")]


def first_zero(frequencies, length):
    """Return the first lag at which the mean of cosines is 0 or less, by trying them all."""
    lags = np.arange(length)
    scores = np.cos(lags[:, None] * frequencies).mean(axis=1)
    return int(np.flatnonzero(scores <= 0)[0])


@pytest.mark.parametrize(("base", "lag"), [(1e2, 59), (1e3, 361), (1e4, 1707)])
def test_the_first_zero_of_a_score_is_that_of_the_threads(base, lag):
    frequencies = base**-EXPONENTS
    assert first_zero(frequencies, 2000) == lag

    document = Document(encoding={"scheme": "rope", "base": base, "length": 2000})
    shown_lag = rows_of(document)["score is 0 at lag"][0]
    assert shown_lag == f"{lag:,}".replace(",", " ")


def test_eight_scalings_of_one_factor_stand_side_by_side():
    rows = rows_of(preset("scalings").document)
    assert rows["angles never met within *L₀*"] == ["18", "0", "17", "3", "17", "0", "0", "0"]
    assert rows["least base without a score below 0"][0] == "630 000"


def neighbour_distance(frequencies):
    """Return how far neighbours are apart, where opposite positions are 2 apart."""
    half_chords = np.sin(frequencies / 2)
    mean_square = (half_chords**2).mean()
    return 2 * np.sqrt(mean_square)


def test_neighbours_come_closer_by_the_factor_of_linear_scaling():
    unscaled = 1e4**-EXPONENTS
    rows = rows_of(preset("scalings").document)
    distances = [float(text) for text in rows["neighbours apart, of 2"]]
    assert distances[0] == pytest.approx(neighbour_distance(unscaled), rel=1e-3)
    assert distances[1] == pytest.approx(neighbour_distance(unscaled / 8), rel=1e-3)


def test_yarn_multiplies_scores_by_the_square_of_its_attention_factor():
    attention_factor = 0.1 * np.log(8) + 1
    rows = rows_of(preset("scalings").document)
    shown_factor = float(rows["scores times *g*²"][5])
    assert shown_factor == pytest.approx(attention_factor**2, rel=1e-3)


def test_eight_values_are_shown_here_and_in_scaling_and_five_elsewhere():
    document = with_several(Document(encoding=LONG), EIGHT)
    assert len(rows_of(document)["positions"]) == 8
    scaling_panel = pane("scaling").figure(document).panels[0]
    curve_names = [curve.label for curve in curves_of(scaling_panel)]
    names_of_values = [name for name in curve_names if name != "before"]
    assert len(names_of_values) == 8
    score_panel = pane("score").figure(document).panels[0]
    assert len(curves_of(score_panel)) == 5


def test_the_own_value_stays_among_the_five_that_are_shown():
    document = with_several(Document(encoding={**LONG, "scaling": "llama3"}), EIGHT)
    assert "Llama 3" in pane("score").explanation(document)


@pytest.mark.parametrize("scaling", ["none", "linear", "ntk", "dynamic", "yarn", "llama3"])
def test_lines_for_a_configuration_give_the_same_frequencies_again(tmp_path, scaling):
    rope = pv.Rope(length=32_768, trained=4096, scaling=scaling, factor=8.0)
    model = {"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32}
    longest = {"max_position_embeddings": 32_768}
    configuration = {**model, **longest, **config_lines(rope)}
    path = tmp_path / "config.json"
    path.write_text(json.dumps(configuration))
    read_rope = pv.read_config(path).encoding.replace(length=32_768)
    assert read_rope.frequencies() == pytest.approx(rope.frequencies(), rel=1e-9)


def test_a_scaling_that_transformers_lacks_says_so():
    document = Document(encoding={**LONG, "scaling": "doubling"})
    panel = pane("deciding").figure(document).panels[1]
    [[text]] = panel.marks[0].rows
    assert text.endswith("(Qwen): transformers has no type for it")
