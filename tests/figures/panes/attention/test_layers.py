"""Layers: each layer in the colour of its rule, and what each rule is, as the configurations of models have it."""

from pathlib import Path

import numpy as np
import pytest

import peviewer as pv
from peviewer.document.document import Document, DocumentError
from peviewer.document.tables import open_table
from peviewer.exporters.data.arrays import arrays
from peviewer.figures.grammar import Band, Rule
from peviewer.figures.panes.catalog import follow_scheme, pane
from peviewer.figures.readout import readout_text
from tests.figures.drawn import of

PANE = pane("layers")
CONFIGURATIONS = Path(__file__).parents[3] / "data" / "configurations"
RULES = pv.Rope(dim=64, base=1e6), pv.Rope(dim=64, base=1e4), pv.Alibi(), pv.Rope(dim=64, base=77.0)


def opened(name):
    document, _ = open_table(Document(), str(CONFIGURATIONS / f"{name}.json"))
    return document


def with_rules(*indices, **fields):
    """Return a Document whose layers have some of four rules, the first of which is A and the second B."""
    layers = {"layers.rules": RULES, "layers.indices": indices} | fields
    return Document().opening(RULES[0]).edited({"compare.against": RULES[1], **layers})


def colors(document):
    """Return the colour of each layer in the strip."""
    bands = of(PANE.figure(document).panels[0], Band)
    by_layer = {round((band.low + band.high) / 2): band.color for band in bands}
    return [by_layer[layer] for layer in sorted(by_layer)]


def rows(document):
    """Return the listing's rows by what rules are called, with usual spaces."""
    listing = PANE.figure(document).panels[-1].marks[0]
    return [[text.replace("\u2009", " ") for text in row] for row in listing.rows]


def test_layers_of_gemma_are_coloured_by_their_two_rules():
    document = opened("gemma3_12b")
    is_full = [(layer + 1) % 6 == 0 for layer in range(48)]
    assert colors(document) == ["accent" if full else "compared" for full in is_full]
    of_a = [
        "A",
        "8",
        "5, 11, 17 … 47",
        "RoPE",
        "1 000 000",
        "Position interpolation (factor 8)",
        "256",
        "all",
    ]
    of_b = ["B", "40", "0, 1, 2 … 46", "RoPE", "10 000", "no scaling", "256", "1 024"]
    assert rows(document) == [of_a, of_b]
    labels = {mark.label for mark in PANE.figure(document).panels[0].legend_marks}
    assert labels == {"A: 8 layers", "B: 40 layers"}


def test_layers_without_positions_are_said_and_come_last():
    document = opened("smollm3")
    turning, without = rows(document)
    assert turning[:3] == ["A", "27", "0, 1, 2 … 34"]
    assert without == ["none", "9", "3, 7, 11 … 35", "–", "–", "–", "–", "all"]
    expected = ["accent", "accent", "accent", "muted", "accent"]
    assert colors(document)[:5] == expected
    assert "9 have no positions." in PANE.explanation(document)


def test_a_third_rule_is_said_and_a_click_makes_it_a():
    document = with_rules(0, 1, 2, 3, -1)
    expected = ["A", "B", "C", "D", "none"]
    assert [row[0] for row in rows(document)] == expected
    assert colors(document) == ["accent", "compared", "curve-2", "curve-3", "muted"]
    assert "C, D are compared with nothing here until made A." in PANE.explanation(document)
    third = document.edited({"cursor.layer": 3})
    assert third.encoding == RULES[3]
    assert colors(third) == ["curve-2", "compared", "curve-3", "accent", "muted"]


def test_one_rule_with_two_windows_has_a_row_for_each():
    document = with_rules(0, 0, 0, **{"layers.windows": (512, 0, 512)})
    expected = [("A", "2", "512"), ("A", "1", "all")]
    assert [(row[0], row[1], row[-1]) for row in rows(document)] == expected


def test_an_a_that_was_changed_is_no_rule_of_the_model():
    document = with_rules(0, 1)
    explanation = PANE.explanation(document.edited({"encoding.length": 9}))
    assert "has been changed" not in explanation
    changed = document.edited({"encoding.base": 3.0})
    assert colors(changed) == ["curve-2", "compared"]
    assert "A is no rule of the model: it has been changed." in PANE.explanation(changed)


def test_the_line_is_at_the_chosen_layer_and_moves_it():
    figure = PANE.figure(opened("gemma3_12b").edited({"cursor.layer": 7}))
    panel = figure.panels[0]
    [line] = of(panel, Rule)
    assert line.at == 7
    assert line.moves == "cursor.layer"
    assert panel.fact == "layer 7: A"  # which was B's: A and B have changed places
    assert panel.x.cursor == "layer"


def test_part_of_a_head_that_turns_is_said():
    assert [row[6] for row in rows(opened("gemma4"))] == ["512, 128 turn", "256"]
    others = with_rules(0, 2)
    expected = ["ALiBi", "–", "–", "–"]
    assert rows(others)[1][3:7] == expected


def test_files_have_a_row_for_each_layer():
    [layers] = [part for part in arrays(PANE, opened("gemma4")) if part.key == "layers"]
    expected = ["B"] * 5 + ["A"]
    assert list(layers.columns["rule"]) == expected
    expected = [1e4] * 5 + [1e6]
    assert list(layers.columns["base"]) == expected
    expected = [256] * 5 + [512]
    assert list(layers.columns["head_size"]) == expected
    expected = [1024] * 5 + [0]
    assert list(layers.columns["window"]) == expected
    expected = ["sliding_attention"] * 5 + ["full_attention"]
    assert list(layers.columns["kind"]) == expected
    [scaled] = [part for part in arrays(PANE, opened("gemma3_12b")) if part.key == "layers"]
    assert scaled.columns["factor"][5] == 8.0
    assert np.isnan(scaled.columns["factor"][0])


def test_a_layer_that_is_pointed_at_is_read_out():
    document = opened("gemma3_12b")
    said = readout_text(document, {"layer": 6}).replace("\u2009", " ")
    assert said == "layer 6 · B: RoPE · b = 10 000 · sees 1 024 positions"
    assert readout_text(opened("smollm3"), {"layer": 3}) == "layer 3 · no positions"
    assert readout_text(document, {"layer": 48}) == ""


def test_it_is_opened_with_a_model_whose_layers_differ_and_closed_with_its_end():
    before = Document()
    model = follow_scheme(before, opened("gemma3_12b"))
    assert "layers" in model.view.panes
    alike = follow_scheme(model, model.opening(pv.Rope()))
    assert "layers" not in alike.view.panes
    assert "layers" not in follow_scheme(before, opened("phi2")).view.panes


@pytest.mark.parametrize("document", [Document(), Document(encoding=pv.Rope())])
def test_without_such_a_model_it_says_what_is_missing(document):
    why = "Layers shows which layer has which rule: open the configuration of a model whose layers differ."
    assert PANE.explanation(document) == why
    with pytest.raises(DocumentError, match="open the configuration of a model"):
        PANE.figure_for_file(document)


def test_more_layers_than_could_be_told_apart_are_listed_alone():
    document = with_rules(*[0, 1] * 300)
    assert len(PANE.figure(document).panels) == 1
    assert [row[1] for row in rows(document)] == ["300", "300"]
