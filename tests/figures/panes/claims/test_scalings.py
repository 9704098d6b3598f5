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
LONG = {"scheme": "rope", "length": 32_768, "trained": 4096}


def rows_of(document):
    """Return the texts of the main listing by their first words, with usual spaces."""
    listing = pane("deciding").figure(document).panels[0].marks[0]
    return {row[0]: [text.replace("\u2009", " ") for text in row[1:]] for row in listing.rows}


def first_zero(frequencies, length):
    """Return the first lag at which the mean of cosines is 0 or less, by trying them all."""
    lags = np.arange(length)
    scores = np.cos(lags[:, None] * frequencies).mean(axis=1)
    return int(np.flatnonzero(scores <= 0)[0])


@pytest.mark.parametrize(("base", "lag"), [(1e2, 59), (1e3, 361), (1e4, 1707)])
def test_the_first_zero_of_a_score_is_that_of_the_threads(base, lag):
    assert first_zero(base ** (-np.arange(64) / 64), 2000) == lag
    rows = rows_of(Document(encoding={"scheme": "rope", "base": base, "length": 2000}))
    assert rows["score is 0 at lag"][0] == f"{lag:,}".replace(",", " ")


def test_eight_scalings_of_one_factor_stand_side_by_side():
    rows = rows_of(preset("scalings").document)
    assert rows["angles never met within *L₀*"] == ["18", "0", "17", "3", "17", "0", "0", "0"]
    assert rows["least base without a score below 0"][0] == "630 000"
    plain = 1e4 ** (-np.arange(64) / 64)
    expected = [2 * np.sqrt((np.sin(plain / by / 2) ** 2).mean()) for by in (1, 8)]
    apart = [float(text) for text in rows["neighbours apart, of 2"][:2]]
    assert apart == pytest.approx(expected, rel=1e-3)
    assert float(rows["scores times *g*²"][5]) == pytest.approx((0.1 * np.log(8) + 1) ** 2, rel=1e-3)  # fmt: skip


def test_eight_values_are_shown_here_and_in_scaling_and_five_elsewhere():
    document = with_several(Document(encoding=LONG), EIGHT)
    assert len(rows_of(document)["positions"]) == 8
    [panel, *_] = pane("scaling").figure(document).panels
    curves = [mark for mark in panel.marks if hasattr(mark, "series")]
    names = [curve.label for curve in curves if curve.label != "before"]
    assert len(names) == 8
    [score, *_] = pane("score").figure(document).panels
    assert len([mark for mark in score.marks if hasattr(mark, "series")]) == 5


def test_the_own_value_stays_among_the_five_that_are_shown():
    document = with_several(Document(encoding={**LONG, "scaling": "llama3"}), EIGHT)
    assert "Llama 3" in pane("score").explanation(document)


@pytest.mark.parametrize("scaling", ["none", "linear", "ntk", "dynamic", "yarn", "llama3"])
def test_lines_for_a_configuration_give_the_same_frequencies_again(tmp_path, scaling):
    rope = pv.Rope(length=32_768, trained=4096, scaling=scaling, factor=8.0)
    model = {"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32}
    longest = {"max_position_embeddings": 32_768}
    path = tmp_path / "config.json"
    path.write_text(json.dumps({**model, **longest, **config_lines(rope)}))
    read = pv.read_config(path).encoding.replace(length=32_768)
    assert read.frequencies() == pytest.approx(rope.frequencies(), rel=1e-9)


def test_a_scaling_that_transformers_lacks_says_so():
    document = Document(encoding={**LONG, "scaling": "doubling"})
    [[text]] = pane("deciding").figure(document).panels[1].marks[0].rows
    assert text.endswith("(Qwen): transformers has no type for it")
