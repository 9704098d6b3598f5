import pytest
from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt

from peviewer.app.window.geometry import first_geometry
from peviewer.app.window.window import MainWindow


def open_shape(window):
    return {name: dock.geometry().getRect() for name, dock in window.docks.items() if not dock.isHidden()}


@pytest.mark.slow
def test_the_window_comes_back_as_it_was_left(qapp, open_window):
    size = 800, 700  # no larger than the screen of the tests
    window = open_window(size=size)
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, window.parameters)
    qapp.processEvents()
    before = open_shape(window), window.size(), window.parameters.geometry()
    window.close()
    again = open_window(size=size)
    assert (open_shape(again), again.size(), again.parameters.geometry()) == before


@pytest.mark.slow
def test_an_unusable_arrangement_gives_way_to_the_first_one(qapp, open_window, tmp_path):
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "window.ini").write_text("[General]\ndocks=@ByteArray(nonsense)\ngeometry=7\n")
    window = open_window()
    assert all(dock.seen for dock in window.docks.values())
    assert window.parameters.width() == 300


@pytest.mark.slow
def test_reset_arrangement_puts_everything_back(qapp, open_window):
    window = open_window()
    before = open_shape(window), window.parameters.width()
    window.docks["binary"].close()
    window.area.close_pane("shift")
    window.parameters.close()
    window.reset_arrangement()
    qapp.processEvents()
    assert (open_shape(window), window.parameters.width()) == before


@pytest.mark.slow
def test_reset_arrangement_takes_the_parameters_back_that_were_torn_off(qapp, open_window):
    window = open_window()
    window.parameters.setFloating(True)
    window.reset_arrangement()
    qapp.processEvents()
    assert not window.parameters.isFloating()
    assert window.dockWidgetArea(window.parameters) == Qt.DockWidgetArea.LeftDockWidgetArea


@pytest.mark.slow
def test_floating_parameters_of_the_last_time_are_shown_above_the_window_not_behind_it(qtbot, qapp, open_window):
    window = open_window(panes=("encoding",))
    window.parameters.setFloating(True)
    window.close()
    shown = Shown()
    qapp.installEventFilter(shown)
    again = open_window(panes=("encoding",))
    assert again.parameters.isFloating()
    qtbot.waitUntil(lambda: shown.parts[-1:] == ["dock-parameters"])
    assert "window" in shown.parts
    assert again.parameters.isVisible()
    assert not again.collapsed_sidebar.isVisible()


class Shown(QObject):
    """Writes down in which order the window and its parameters are shown."""

    def __init__(self):
        super().__init__()
        self.parts = []

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Show and watched.objectName() in ("window", "dock-parameters"):
            self.parts.append(watched.objectName())
        return False


def test_a_first_window_is_within_its_screen():
    for screen in (QRect(0, 0, 1024, 600), QRect(1920, 40, 1280, 760), QRect(0, 0, 3840, 2160)):
        assert screen.contains(first_geometry(screen))
    assert first_geometry(QRect(0, 0, 1920, 1080)).size().toTuple() == (1440, 900)


@pytest.mark.slow
def test_on_a_screen_too_narrow_for_both_the_panes_go_before_the_parameters(open_window, monkeypatch):
    usual = MainWindow.minimumSizeHint
    # The screen of the tests is 800 pixels wide.
    monkeypatch.setattr(MainWindow, "minimumSizeHint", lambda window: QSize(900, 300) if narrow else usual(window))
    narrow = True
    window = open_window()
    assert not window.parameters.isVisible()
    assert all(dock.seen for dock in window.docks.values())
    window.parameters.toggleViewAction().trigger()
    assert window.parameters.isVisible()
    assert window.parameters.isFloating()
    window.close()
    narrow = False
    again = open_window()
    assert again.parameters.isVisible()
    assert not again.parameters.isFloating()


@pytest.mark.slow
def test_parameters_that_the_user_hid_stay_hidden(open_window):
    window = open_window()
    window.parameters.close()
    window.close()
    assert not open_window().parameters.isVisible()
