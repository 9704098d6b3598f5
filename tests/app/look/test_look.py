"""Icons and themes: the colours they are drawn in, and that words and controls stand out from every ground."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QIcon
from PySide6.QtWidgets import QAbstractButton

from peviewer.app.controls.choice import ChoiceBox
from peviewer.app.look import themes
from peviewer.app.look.icons import icon
from peviewer.base.files import resource
from peviewer.base.shipped_type import SHIPPED_FAMILY
from peviewer.figures.palette import DARK, LIGHT, contrast

BOTH = LIGHT, DARK


def pixels(image):
    return [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]


@pytest.fixture
def family_where_the_system_names(qapp, monkeypatch):
    """Return the family of the window's type on a system that names this one."""
    interface_font = themes.interface_font.__wrapped__

    def family(named):
        monkeypatch.setattr(QFontDatabase, "systemFont", lambda _role: QFont(named))
        return QFontInfo(interface_font()).family()

    return family


def test_the_window_is_in_the_systems_type_where_it_is_there(family_where_the_system_names):
    assert family_where_the_system_names("DejaVu Serif") == "DejaVu Serif"


def test_the_window_is_in_the_shipped_type_where_the_system_names_none_that_is_there(
    family_where_the_system_names, monkeypatch
):
    monkeypatch.setattr(themes, "_DESKTOP_FAMILIES", ("Not there either",))
    assert family_where_the_system_names("Not there") == SHIPPED_FAMILY


def test_the_window_is_in_a_desktops_type_before_the_shipped(
    family_where_the_system_names, monkeypatch
):
    monkeypatch.setattr(themes, "_DESKTOP_FAMILIES", ("Not there either", "DejaVu Serif"))
    assert family_where_the_system_names("Not there") == "DejaVu Serif"


def colours_of(image):
    return {pixel.name().upper() for pixel in pixels(image)}


def inked(drawn, *, size=20, mode=QIcon.Mode.Normal, state=QIcon.State.Off):
    """Return the colours of the pixels that are covered most."""
    found = pixels(drawn.pixmap(QSize(size, size), 2.0, mode, state).toImage())
    most = max(pixel.alpha() for pixel in found)
    assert most > 100, "something is drawn"
    return {pixel.name().upper() for pixel in found if pixel.alpha() == most}


def alike(colours, expected):
    """Whether all colours are the expected one, up to the rounding of a covered pixel."""
    return all(contrast(colour, expected) < 1.02 for colour in colours)


def test_every_icon_is_drawn_in_the_colours_of_the_theme(qapp):
    drawings = [
        file
        for file in resource("icons").iterdir()
        if "currentColor" in file.read_text(encoding="utf-8")
    ]
    assert len(drawings) > 20
    for drawing in drawings:
        for palette in BOTH:
            drawn = icon(drawing.stem, palette)
            assert alike(inked(drawn), palette.secondary), drawing.stem
            assert alike(inked(drawn, state=QIcon.State.On), palette.accent), drawing.stem


@pytest.mark.slow
def test_every_button_that_is_an_icon_stands_out_from_its_ground(open_window, qapp):
    """Three to one, as for all that is no text.

    A button that waits for the pointer is shown by it.
    """
    window = open_window(panes=("encoding",))
    window.docks["encoding"].header.reveal(True)
    for theme in (
        "dark",
        "light",
    ):  # last light: Qt's own looks of icons are made of the application's colours
        window.appearance.choose(theme)
        qapp.processEvents()
        buttons = [
            found
            for found in window.findChildren(QAbstractButton)
            if found.isVisible() and found.isEnabled()
        ]
        bare = [button for button in buttons if not button.icon().isNull() and not button.text()]
        assert {"Close the parameters", "Close Encoding"} <= {
            button.accessibleName() for button in bare
        }
        for button in bare:
            shown = button.grab().toImage()
            ground = shown.pixelColor(shown.width() // 2, 2).name()
            assert max(contrast(colour, ground) for colour in colours_of(shown)) >= 3, (
                theme,
                button.accessibleName(),
            )


@pytest.mark.parametrize("palette", BOTH, ids=lambda palette: palette.name)
def test_the_choice_that_an_open_list_is_at_is_marked_in_the_accent(open_window, qapp, palette):
    window = open_window(panes=("distance",))
    window.appearance.choose(palette.name)
    box = window.docks["distance"].header.findChild(ChoiceBox)
    box.showPopup()
    qapp.processEvents()
    assert palette.accent in colours_of(box.view().viewport().grab().toImage())
    box.hidePopup()


@pytest.mark.parametrize(("least", "roles", "grounds"), [
    (4.5, ("text", "secondary"), ("window", "panel", "raised")),
    (4.5, ("accent", "holds", "fails"), ("window", "panel")),
    (4.5, ("on_accent",), ("accent",)),
    (3, ("accent", "mark", "holds", "fails"), ("window", "panel", "raised")),
])  # fmt: skip
def test_words_can_be_read_and_controls_stand_out(least, roles, grounds):
    for palette in BOTH:
        for role in roles:
            for ground in grounds:
                assert contrast(getattr(palette, role), getattr(palette, ground)) >= least, (
                    palette.name,
                    role,
                    ground,
                )
        for ground in palette.window, palette.panel, palette.raised:
            assert contrast(themes.outline(palette), ground) >= 3
