"""The Terms pane: its matrices add up, its lines join equal rows, and what it says is so off the default."""

import numpy as np
import pytest

from peviewer.document.document import Document
from peviewer.figures.alt_text import alt_text
from peviewer.figures.grammar import Path
from peviewer.figures.panes.catalog import pane

TERMS = pane("terms")
DOG = Document().edited({"encoding.sentence": "dog bites man", "encoding.dim": 8})


def terms(**changes):
    """Return a Document whose changed fields are those of the pane, unless they name a section."""
    paths = {
        (name.replace("__", ".") if "__" in name else f"terms.{name}"): value
        for name, value in changes.items()
    }
    return DOG.edited(paths)


def matrices(document):
    """Return the matrix of each panel by the key that it has in files."""
    heatmaps = [panel.heatmap for panel in TERMS.figure(document).panels]
    return {heatmap.key: heatmap.raster.values for heatmap in heatmaps if heatmap}


def lines(document):
    """Return the rows that lines join, here and there."""
    [panel] = [panel for panel in TERMS.figure(document).panels if panel.bare]
    return [mark.y for mark in panel.marks if isinstance(mark, Path)]


@pytest.mark.parametrize("mask", ["none", "causal"])
@pytest.mark.parametrize(
    ("scheme", "count"),
    [("sinusoidal", 4), ("rope", 1), ("alibi", 2), ("t5", 2), ("shaw", 2), ("transformer_xl", 4)],
)
def test_terms_of_one_range_of_colours_add_up_to_what_the_softmax_takes(scheme, count, mask):
    document = terms(encoding__scheme=scheme, mask=mask, matrices="drawn")
    figure = TERMS.figure(document)
    shown = matrices(document)
    weights = shown.pop("weights")
    scores = shown.pop("scores")
    assert len(shown) == (count if count > 1 else 0)
    if count > 1:
        is_seen = np.isfinite(scores)
        assert np.allclose(sum(shown.values())[is_seen], scores[is_seen], rtol=1e-12)
        assert is_seen.sum() == (6 if mask == "causal" else 9)
        heatmaps = [panel.heatmap for panel in figure.panels[:-1]]
        assert len({(heatmap.levels, heatmap.colormap) for heatmap in heatmaps}) == 1
        expected = ["+ "] * (count - 1)
        assert [panel.title[:2] for panel in figure.panels[1:-2]] == expected
        assert figure.panels[-2].title == "= score"
    assert np.allclose(weights.sum(axis=1), 1)


def test_without_positions_or_mask_each_word_is_joined_with_itself():
    """And a second “the” with its own row, not with the first one's."""
    document = terms(encoding__scheme="none", shows="outputs")
    expected = [(0.0, 2.0), (1.0, 1.0), (2.0, 0.0)]
    assert sorted(lines(document)) == expected
    chosen = document.edited({"terms.order": "chosen", "terms.places": (1.0, 7.0, 1.0, 2.5)})
    expected = [(0.0, 1.0), (1.0, 0.0), (2.0, 2.0)]
    assert sorted(lines(chosen)) == expected
    words = [panel.y.words[1] for panel in TERMS.figure(chosen).panels]
    assert words[0] == ("dog", "bites", "man")
    assert words[2] == ("bites", "dog", "man")
    said = alt_text(TERMS.figure(document))
    assert "3 of 3 equal" in said
    assert "3 lines between rows at the left and at the right." in said
    repeated = document.edited({"encoding.sentence": "the cat sat on the mat"})
    expected = [(float(row), 5.0 - row) for row in range(6)]
    assert sorted(lines(repeated)) == expected
    for changes in ({"terms.mask": "causal"}, {"encoding.scheme": "sinusoidal"}):
        assert lines(document.edited(changes)) == []


def outputs_text(**changes):
    return TERMS.explanation(terms(shows="outputs", **changes))


def test_what_tells_two_orders_apart_is_named():
    same = "The outputs are the same rows in another order, to rounding ("
    assert outputs_text(encoding__scheme="none").startswith(same)
    assert "Nothing here tells one order" in outputs_text(encoding__scheme="none")
    assert "The causal mask alone" in outputs_text(encoding__scheme="none", mask="causal")
    assert "The causal mask alone" in outputs_text(encoding__scheme="alibi", mask="causal")
    assert "Positions tell the two" in outputs_text()
    assert "Positions and the causal mask" in outputs_text(mask="causal")
    alibi = outputs_text(encoding__scheme="alibi")
    assert alibi.startswith(same)
    assert "cannot tell a sentence from its reverse" in alibi
    assert "Exchanging the first two words alone would change 3 of the rows" in alibi
    chosen = outputs_text(encoding__scheme="alibi", order="chosen", places=(1.0,))
    assert "0 of 3. Positions tell the two orders apart" in chosen
    longer = outputs_text(
        encoding__scheme="shaw", encoding__farthest=0, encoding__sentence="a b c d"
    )
    assert "Nothing here tells one order" in longer
    assert outputs_text(order="written").startswith("Both orders are the same")


def test_how_many_parts_the_score_has_and_what_divides_it_follow_from_the_choices():
    beside = {"joined": "concatenated"}
    for changes, says in (
        ({}, "their product has four parts"),
        ({"matrices": "blocks"}, "one matrix, which has no blocks"),
        (beside, "no matrix mixes them: the product has two parts"),
        ({**beside, "matrices": "blocks"}, "the blocks of *W* do not mix them"),
        ({**beside, "matrices": "drawn"}, "full matrices *W* mix them: the product has four"),
        ({}, "divided by √8 = 2.83; the matrices *W* are left out"),
        (beside, "divided by √16 = 4;"),
        ({"encoding__dim": 100, "matrices": "drawn"}, "√64 = 8; the matrices *W* are drawn"),
        ({"encoding__scheme": "t5"}, "Products are not divided by √*D*, as T5 has it"),
        ({"encoding__scheme": "none"}, "no position enters it"),
        ({"encoding__scheme": "xpos"}, "query and key are turned by their positions"),
        ({"encoding__scheme": "swin"}, "the bias, which knows no word"),
        ({"encoding__scheme": "shaw"}, "which is clipped"),
        ({"encoding__scheme": "transformer_xl"}, "a sum of four"),
    ):
        document = terms(**changes)
        said = TERMS.explanation(document)
        assert says in said, changes
        parts = {"four": 4, "two": 2}
        for word, count in parts.items():
            if f"{word} parts" in said or f"a sum of {word}" in said:
                assert len(matrices(document)) == count + 2, changes


def test_the_largest_numbers_are_named():
    large = terms(encoding__dim=64, matrices="drawn", seed=3)
    shown = matrices(large)
    reaches = {key: float(np.abs(shown[key]).max()) for key in [*shown][:4]}
    named = max(reaches, key=reaches.get).replace("_", " · ")
    assert f"{named.capitalize()} reaches farthest, {max(reaches.values()):.3g}" in (
        TERMS.explanation(large)
    )
    weights = terms(shows="weights", mask="causal", matrices="drawn", seed=5)
    largest = np.unravel_index(matrices(weights)["weights"].argmax(), (3, 3))
    query, key = ("dog bites man".split()[place] for place in largest)
    assert f"of “{query}” for “{key}”" in TERMS.explanation(weights)
    assert "The mask hides later keys" in TERMS.explanation(weights)


def test_one_word_has_one_vector_and_without_a_sentence_each_position_has_its_own():
    document = terms(encoding__sentence="the cat the", encoding__scheme="none")
    content = matrices(document)["scores"]
    assert np.array_equal(content[0], content[2])
    assert not np.array_equal(content[0], content[1])
    positions = document.edited({"encoding.sentence": "", "encoding.length": 40})
    assert matrices(positions)["scores"].shape == (16, 16)
    assert len(np.unique(matrices(positions)["scores"].round(9))) > 100
    assert "These are the first 16 of 40 positions" in TERMS.explanation(positions)
    chosen = terms(content__kind="words", content__seed=4, encoding__sentence="the cat the")
    rows = chosen.embedded.content_rows(np.arange(3))
    assert np.array_equal(rows[0], rows[2])
    expected = rows @ rows.T / np.sqrt(8)
    assert np.allclose(matrices(chosen)["content_content"], expected)
    added = terms(content__kind="ones")
    expected = 8 / np.sqrt(8)
    assert np.allclose(matrices(added)["content_content"], expected)


def test_a_head_has_its_own_bias_and_its_own_drawn_matrices():
    for changes in ({"encoding__scheme": "alibi"}, {"encoding__scheme": "rope"}):
        document = terms(matrices="drawn", **changes)
        other = document.edited({"cursor.head": 3})
        assert not np.array_equal(matrices(document)["scores"], matrices(other)["scores"])


def test_files_have_the_words_in_both_orders_and_which_rows_are_equal():
    document = terms(encoding__scheme="none", shows="outputs", order="chosen", places=(2.0,))
    [table] = TERMS.tables(document)
    columns = table.columns
    assert list(columns["word"]) == ["man", "dog", "bites"]
    assert list(columns["position"]) == [2, 0, 1]
    assert list(columns["equal"]) == ["yes"] * 3
    assert max(columns["difference"]) < 1e-12


@pytest.mark.parametrize(
    ("joined", "matrices", "formula"),
    [
        ("added", "none", r"q = k = x + PE"),
        ("concatenated", "none", r"q = k = x\,|\,PE"),
        ("added", "drawn", r"q = (x + PE)\,W_q"),
        ("concatenated", "blocks", r"q = (x\,|\,PE)\,W_q"),
    ],
)
def test_the_formula_has_matrices_where_there_are_some(joined, matrices, formula):
    document = terms(joined=joined, matrices=matrices)
    mathtext = TERMS.formula(document).mathtext
    assert formula in mathtext
    assert ("W_" in mathtext) == (matrices != "none")
