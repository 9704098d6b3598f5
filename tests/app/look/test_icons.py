import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QAbstractButton

from peviewer.app.look import icons
from peviewer.app.look.icons import app_icon, icon
from peviewer.figures.palette import DARK, LIGHT, contrast

NAMES = (
    "play pause step-back step-forward loop bounce once reset-view maximise restore copy export explain "
    "link theme undo redo folder close drag float parameters compare swap"
).split()


def inked(drawn, *, size=20, ratio=1.0, mode=QIcon.Mode.Normal, state=QIcon.State.Off):
    """Return the colours of the pixels that are fully covered."""
    image = drawn.pixmap(QSize(size, size), ratio, mode, state).toImage()
    pixels = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return {colour.name().upper() for colour in pixels if colour.alpha() == 255}


def alike(colours, expected):
    """Whether all colours are the expected one, up to the rounding of a covered pixel."""
    return bool(colours) and all(contrast(colour, expected) < 1.02 for colour in colours)


@pytest.mark.parametrize("name", NAMES)
def test_every_icon_is_drawn_in_the_colours_of_the_theme(qapp, name):
    for palette in (LIGHT, DARK):
        drawn = icon(name, palette)
        assert alike(inked(drawn, ratio=2.0), palette.secondary)
        assert alike(inked(drawn, ratio=2.0, state=QIcon.State.On), palette.accent)


@pytest.mark.slow
@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda palette: palette.name)
def test_every_button_that_is_an_icon_stands_out_from_its_ground(open_window, qapp, palette):
    """Three to one, as for all that is no text; a button that waits for the pointer is shown by it."""
    window = open_window()
    window.appearance.choose(palette.name)
    for dock in window.docks.values():
        dock.header.reveal(True)
    qapp.processEvents()
    buttons = [button for button in window.findChildren(QAbstractButton) if button.isVisible() and button.isEnabled()]
    bare = [button for button in buttons if not button.icon().isNull() and not button.text()]
    assert {"Close the parameters", "Let the parameters float", "Close encoding"} <= {
        button.accessibleName() for button in bare
    }
    for button in bare:
        shown = button.grab().toImage()
        colours = {shown.pixelColor(x, y).name() for x in range(shown.width()) for y in range(shown.height())}
        ground = shown.pixelColor(shown.width() // 2, 2).name()
        assert max(contrast(colour, ground) for colour in colours) >= 3, button.accessibleName()
    window.appearance.choose("light")  # Qt's own looks of icons are made of the application's colours


def test_a_disabled_icon_is_paler(qapp):
    for state in (QIcon.State.Off, QIcon.State.On):
        disabled = inked(icon("play", LIGHT), mode=QIcon.Mode.Disabled, state=state)
        assert disabled
        assert max(contrast(colour, LIGHT.panel) for colour in disabled) < contrast(LIGHT.secondary, LIGHT.panel) / 2


def test_an_icon_that_is_on_stays_in_the_accent_under_the_pointer(qapp):
    assert alike(inked(icon("loop", DARK), ratio=2.0, mode=QIcon.Mode.Active, state=QIcon.State.On), DARK.accent)


@pytest.mark.parametrize("size", [16, 20])
def test_icons_have_all_the_pixels_of_a_dense_screen(qapp, size, monkeypatch):
    monkeypatch.setattr(icons, "_ratios", lambda: (1, 2))
    icon.cache_clear()
    pixmap = icon("copy", DARK).pixmap(QSize(size, size), 2.0)
    assert pixmap.width() == 2 * size


def test_the_icon_of_the_application_is_in_colour_at_every_size(qapp):
    for size in (16, 32, 256):
        assert len(inked(app_icon(), size=size)) > 10


def test_an_unknown_icon_is_named(qapp):
    with pytest.raises(FileNotFoundError, match=r"icons/spoon\.svg"):
        icon("spoon", LIGHT)
