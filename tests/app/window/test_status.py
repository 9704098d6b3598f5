"""Messages in the status bar and above the panes: none is written over another, or lost."""

import pytest

from peviewer.app.session.autosave import Saved
from peviewer.app.window import status as status_module
from peviewer.app.window.status import HINT
from peviewer.document.document import Document


@pytest.fixture
def hurried_window(monkeypatch, open_window):
    """Return a window whose messages stay for a short time only."""
    monkeypatch.setattr(status_module, "LEAST_SHOWN_MS", 30)
    monkeypatch.setattr(status_module, "SHOWN_MS", 90)
    return open_window(panes=("encoding",))


def test_messages_take_the_place_of_the_readout_one_after_another(qtbot, hurried_window):
    status = hurried_window.status
    for text in ("one", "two"):
        status.show_text(text)

    shown = [status.readout.text()]
    while shown[-1] != HINT:
        qtbot.waitUntil(lambda: status.readout.text() != shown[-1])
        shown.append(status.readout.text())
    assert shown == ["one", "two", HINT]
    assert not status.currentMessage(), "Qt would write it over the readout"


def test_pointing_at_a_pane_writes_nothing_over_a_message(small_window):
    small_window.status.show_text("one")
    small_window.docks["encoding"].view.hovered.emit({"position": 37, "dimension": 12}, ())

    assert small_window.status.readout.text() == "one"


def test_of_many_messages_the_first_and_the_last_three_are_shown(qtbot, hurried_window):
    status = hurried_window.status
    for count in range(9):
        status.show_text(str(count))

    shown = [status.message]
    while shown[-1]:
        qtbot.waitUntil(lambda: status.message != shown[-1])
        shown.append(status.message)
    assert shown == ["0", "6", "7", "8", ""]


@pytest.fixture
def hindered_window(open_window, tmp_path):
    """Return a window whose settings were broken, and that cannot keep what is open as a file is in the way."""
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.json").write_text("{")
    (tmp_path / "open").write_text("")
    document = Document().edited({"view.panes": ("encoding",)})
    return open_window(saved=Saved(document=document, baseline=document))


def test_what_is_wrong_at_the_start_is_all_said(qtbot, hindered_window):
    qtbot.waitUntil(hindered_window.autosave_notice.isVisible)

    assert "settings.json.broken" in hindered_window.read_settings_notice.label.text()
    assert hindered_window.autosave_notice.label.text().startswith(
        "What is open is not kept for the next start"
    )
    assert hindered_window.read_settings_notice.isVisible()


def test_what_stays_wrong_is_said_until_its_notice_is_closed(qtbot, hindered_window, tmp_path):
    qtbot.waitUntil(hindered_window.autosave_notice.isVisible)
    hindered_window.files.save_to(tmp_path / "works.peview")
    assert hindered_window.read_settings_notice.isVisible()

    hindered_window.read_settings_notice.close_button.click()
    assert not hindered_window.read_settings_notice.isVisible()
    assert hindered_window.autosave_notice.isVisible()


def test_what_was_mended_is_said_no_longer(qtbot, hindered_window, tmp_path):
    qtbot.waitUntil(hindered_window.autosave_notice.isVisible)
    (tmp_path / "open").unlink()
    hindered_window.session.edit({"encoding.length": 50})

    qtbot.waitUntil(hindered_window.autosave_notice.isHidden)


def test_settings_that_cannot_be_saved_are_said(small_window, tmp_path):
    (tmp_path / "config").write_text("a file where the folder should be")
    small_window.choose_theme("dark")

    assert small_window.saved_settings_notice.isVisible()
    assert small_window.saved_settings_notice.label.text().startswith(
        "The settings could not be saved"
    )
