import pytest
from PySide6.QtWidgets import QLabel, QScrollArea

from peviewer.app.window.help_dialogs import Symbols
from peviewer.figures.symbols import symbols
from tests.app.window.test_actions import find


@pytest.fixture
def dialog(window):
    find(window, "Help", "Symbols").trigger()
    found = window.findChild(Symbols)
    assert found.isVisible()
    yield found
    found.close()


@pytest.mark.slow
def test_help_shows_every_symbol_with_what_it_is(dialog):
    said = [label.text() for label in dialog.findChildren(QLabel)]
    for title, rows in symbols().items():
        assert f"<b>{title}</b>" in said
        assert {known.symbol for known in rows} <= set(said)
    letters = [label for label in dialog.findChildren(QLabel) if label.text() in ("ω", "L₀", "B")]
    assert {label.text(): label.font().italic() for label in letters} == {"ω": True, "L₀": True, "B": False}
    assert (
        "the lag <i>s</i> − <i>t</i>, key less query; an axis that counts positions back counts <i>t</i> − <i>s</i>"
        in said
    )
    assert "Score, Clocks, What decides" in said


@pytest.mark.slow
def test_the_list_is_scrolled_downwards_only(dialog):
    page = dialog.findChild(QScrollArea)
    assert page.widget().width() <= page.viewport().width()
