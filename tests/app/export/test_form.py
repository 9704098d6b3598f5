"""A form: each group below its heading."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from peviewer.app.export.form import Form
from peviewer.export.kinds.catalog import KINDS


@pytest.fixture(params=["picture", "clip", "deck"])
def form(request, qtbot, themed):
    kind = KINDS[request.param]
    made = Form(kind.choices, kind.groups)
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_a_heading_stands_at_the_left_above_its_lines(form):
    for heading in form.findChildren(QLabel, "group"):
        group = heading.parentWidget().findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        lines = [part for part in group if part is not heading and part.isVisible()]
        assert lines
        assert heading.x() == min(line.x() for line in lines)
        assert all(heading.geometry().bottom() < line.y() for line in lines)
