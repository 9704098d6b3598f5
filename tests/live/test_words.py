"""Words in place of the numbers of positions: along an axis as many as have room, and before the rows of a table."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import Qt

from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES


def test_as_many_words_stand_along_an_axis_as_have_room(view, table, stack):
    figure = stack(table(np.zeros((3, 12))))
    axis = replace(figure.panels[0].x, limits=(10**15 - 0.5, 10**15 + 11.5))
    for words, shown in [(list("abcdefghijkl"), {12}), (["internationalization"] * 12, {3, 4})]:
        named = replace(axis, words=(10**15, tuple(words)))
        view.set_figure(replace(figure, rows=tuple((replace(panel, x=named),) for [panel] in figure.rows)))
        texts = [text for *_, text in view.panels[1].bottom.placed()]
        assert len(texts) in shown
        assert set(texts) <= {*"abcdefghijkl", "international…"}


def test_a_table_has_the_words_before_its_rows(view):
    changes = {"encoding.sentence": "the cat internationalization", "encoding.dim": 4, "encoding.length": 4}
    view.set_figure(PANES["table"].figure(Document().edited(changes)))
    rows = view.panels[0].table.rows
    named = [str(rows.model().headerData(row, Qt.Orientation.Vertical)) for row in range(4)]
    assert named == ["t = 0, “the”", "t = 1, “cat”", "t = 2, “international…”", "t = 3"]
    assert rows.width() > rows.fontMetrics().horizontalAdvance(named[2])
