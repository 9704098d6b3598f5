"""What was closed has a way back that can be seen."""

from peviewer.app.session.autosave import Saved, new
from peviewer.app.session.session import Session
from peviewer.document.document import Document
from peviewer.figures.presets import DEFAULT, preset


def test_closed_parameters_leave_a_button_that_brings_them_back(window):
    assert not window.way_back.isVisible()
    window.parameters.close()
    assert window.way_back.isVisible()
    assert not window.way_back.description.isVisible()
    window.description.closing.click()
    assert window.way_back.description.isVisible()
    window.way_back.description.click()
    assert window.description.isVisible()
    window.way_back.parameters.click()
    assert window.parameters.isVisible()
    assert not window.way_back.isVisible()


def test_a_closed_description_leaves_a_button_beside_the_preset(window):
    describing = window.parameters.head.describing
    assert not describing.isVisible()
    window.description.closing.click()
    assert describing.isVisible()
    describing.click()
    assert window.description.isVisible()
    assert not describing.isVisible()


def test_reset_everything_is_as_on_first_launch_and_undo_brings_back_what_was_shown(qapp, window):
    session = window.session
    session.edit({"encoding.dim": 64})
    window.area.close_pane("binary")
    shown = session.document
    window.parameters.close()
    window.choose_theme("dark")
    window.description.closing.click()
    window.reset_everything()
    qapp.processEvents()
    assert session.document == preset(DEFAULT).document
    assert window.settings.choices.theme == "system"
    assert window.parameters.isVisible()
    assert window.description.isVisible()
    session.undo_stack.undo()
    assert session.document == shown


def restored(window, tmp_path, qtbot, **more):
    """Open a second window on what the first one would have kept."""
    from peviewer.app.look.themes import Appearance
    from peviewer.app.session.settings import Settings
    from peviewer.app.window.window import MainWindow

    fields = {"document": Document().edited({"encoding.dim": 64}), "baseline": Document(), "title": "Mine", **more}
    saved = Saved(**fields)
    session = Session(saved.document, saved.title, baseline=saved.baseline)
    file = new(tmp_path / "open")
    made = MainWindow(session, Settings(tmp_path / "two"), Appearance("light"), autosave=file, restored=saved)
    qtbot.addWidget(made, before_close_func=lambda window: (window.leave(), window.finish()))
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_what_was_restored_says_so_until_something_changes_and_can_be_left(qtbot, tmp_path, window):
    made = restored(window, tmp_path, qtbot)
    assert made.status.fresh.isVisible()
    made.status.fresh.click()
    assert made.session.document == preset(DEFAULT).document
    qtbot.waitUntil(lambda: not made.status.fresh.isVisible())
    made.session.undo_stack.undo()
    assert made.session.document.encoding.dim == 64
    assert made.files.changed


def test_a_restored_session_file_that_holds_something_else_is_unsaved(qtbot, tmp_path, window):
    path = tmp_path / "one.peview"
    path.write_text(Document().to_json())
    made = restored(window, tmp_path, qtbot, file=str(path), title=path.name)
    assert made.files.path == path
    assert made.files.unsaved
    made.files.save()
    assert not made.files.unsaved
    assert Document.from_json(path.read_text()).encoding.dim == 64


def test_a_window_keeps_what_it_shows_when_it_is_closed(qtbot, tmp_path, window):
    made = restored(window, tmp_path, qtbot)
    made.session.edit({"encoding.dim": 32})
    made.area.close_pane("shift")
    made.close()
    kept = Saved.from_json(made.autosave.path.read_text("utf-8"))
    assert kept.document == made.session.document
    assert kept.document.encoding.dim == 32
    assert set(kept.geometry) == {"geometry", "docks", "width", "narrow"}
