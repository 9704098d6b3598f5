"""What only one of two compared schemes can show is said for all panes in one sentence a reason."""

import pytest

from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.panes.one_sided import one_sided_sentences


def sentences(names, a="sinusoidal", b="sinusoidal", **changes):
    document = Document().edited({"encoding.scheme": a})
    against = document.edited({"encoding.scheme": b}).encoding
    compared = document.edited({"compare.against": against, **changes})
    return one_sided_sentences(compared, [PANES[name] for name in names])


FOUR = ("encoding", "shift", "binary", "distance")


@pytest.mark.parametrize(
    ("a", "b", "names", "said"),
    [
        ("rope", "sinusoidal", FOUR,
         "RoPE has no vectors: Encoding, Shift, Binary and Distance show B only."),
        ("sinusoidal", "rope", ("encoding",), "RoPE has no vectors: Encoding shows A only."),
        ("sinusoidal", "alibi", ("clocks", "bias"),
         "ALiBi has no pairs that turn: Clocks shows A only. "
         "Sinusoidal has no weights by lag: Bias shows B only."),
        ("learned", "sinusoidal", ("binary",), "Table has no pairs that turn: Binary shows B only."),
        ("sinusoidal", "tensor2tensor", FOUR, ""),
    ],
)  # fmt: skip
def test_panes_with_one_reason_are_in_one_sentence(a, b, names, said):
    assert sentences(names, a, b) == said


def test_what_neither_shows_or_what_draws_both_itself_is_not_named():
    assert sentences(("bias", "deciding"), "rope", "sinusoidal") == ""


def test_every_pane_says_why_it_shows_nothing_of_a_scheme_without_positions():
    said = sentences(PANES, "none", "sinusoidal")
    assert "numbers for it" not in said


def test_a_figure_of_one_side_is_without_a_note_on_screen_and_has_it_in_files():
    document = Document().edited({"encoding.scheme": "rope"})
    document = document.edited({"compare.against": Document().encoding})
    figure = PANES["encoding"].figure(document)
    assert any(panel.is_sentence for panel in figure.panels)
    for shown in figure.flips:
        assert shown.side == "B"
        assert not any(panel.is_sentence for panel in shown.panels)
        assert shown.panels[0].title == PANES["encoding"].figure(Document()).panels[0].title
