"""A picture without marks: nothing is marked, named in a legend or spoken of; the data stay as they were."""

import re

import pytest

from peviewer.figures.alt_text import alt_text
from peviewer.figures.grammar import Band, Diagonal, Rule
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import presets
from peviewer.figures.unmarked import unmarked, without_marks_told
from peviewer.paper.page.visible_parts import wanted
from peviewer.paper.style import Style

SPOKEN = re.compile(r"\b(marked|shaded|dashed line)\b", re.IGNORECASE)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", PANES)
def test_no_mark_is_left_nor_word_of_one_and_all_data_are(name):
    pane, taken = PANES[name], 0
    for preset in presets().values():
        if not pane.shows_any(preset.document):
            continue
        figure = pane.figure(preset.document)
        bare = unmarked(figure)
        for panel, whole in zip(bare.panels, figure.panels, strict=True):
            marking = [mark for mark in panel.marks if isinstance(mark, Rule | Diagonal | Band)]
            assert all(isinstance(mark, Rule) and (mark.at, mark.label) == (0.0, "") for mark in marking), preset.name
            assert (panel.x, panel.y) == (whole.x, whole.y)
            kept = [mark for mark in whole.marks if not isinstance(mark, Rule | Diagonal | Band)]
            assert [mark for mark in panel.marks if not isinstance(mark, Rule)] == kept
            taken += len(whole.marks) - len(panel.marks)
        said = f"{alt_text(bare)} {without_marks_told(pane.explanation(preset.document, hints=False))}"
        assert not SPOKEN.search(said), preset.name
    assert bool(taken) == (name in {"encoding", "shift", "binary", "distance", "similarity", "bias", "attention",
                                    "statistics", "precision", "frequencies", "scaling", "score"})  # fmt: skip


def test_a_style_without_marks_leaves_them_out():
    figure = PANES["encoding"].figure(presets()["shift"].document)
    assert len(wanted(figure, Style()).panels[0].marks) == 3
    assert len(wanted(figure, Style(marks=False)).panels[0].marks) == 1
