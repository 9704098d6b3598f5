"""Pictures without the marks of t, t + φ and the lag φ: what is left out, and what stays."""

import pytest

from peviewer.document.document import Document
from peviewer.figures.fitting.marks import without_marks
from peviewer.figures.grammar import Diagonal, Rule
from peviewer.figures.panes.catalog import PANES
from peviewer.paper.page.hiding import as_styled
from peviewer.paper.style import Style


def _marks(figure):
    """Return the field that each mark of a Figure moves, panel by panel."""
    return [
        [mark.moves for mark in panel.marks if isinstance(mark, Rule | Diagonal) and mark.moves]
        for panel in figure.panels
    ]


@pytest.mark.parametrize(
    ("pane", "left"),
    [
        ("encoding", [[]]),
        ("distance", [[], ["cursor.position"]]),
        ("similarity", None),
        ("binary", None),
    ],
)
def test_marks_are_left_out_but_for_t_where_the_title_names_it(pane, left):
    figure = without_marks(PANES[pane].figure(Document()))
    fields = _marks(figure)
    assert not any("shift.phi" in moved for moved in fields)
    if left is not None:
        assert fields == left
    for panel, moved in zip(figure.panels, fields, strict=True):
        assert "cursor.position" not in moved or "*t*" in panel.title


def test_the_rows_of_shift_stay():
    figure = PANES["shift"].figure(Document())
    assert without_marks(figure) == figure


def test_lines_of_the_data_stay():
    figure = PANES["distance"].figure(Document())
    kept = without_marks(figure).panels[1].marks
    assert [mark.label for mark in kept if isinstance(mark, Rule) and mark.color == "reference"]


@pytest.mark.parametrize(
    ("theme", "marks", "has_marks"),
    [
        ("slide-light", None, True),
        ("slide-dark", False, False),
        ("paper", None, False),
        ("paper", True, True),
    ],
)
def test_theme_paper_leaves_marks_out_unless_they_are_asked_for(theme, marks, has_marks):
    figure = PANES["encoding"].figure(Document())
    shown = as_styled(figure, Style(theme=theme, marks=marks))
    assert any(_marks(shown)) is has_marks
