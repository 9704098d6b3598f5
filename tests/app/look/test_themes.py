import pytest
from PySide6.QtGui import QPalette, QPixmapCache
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialogButtonBox, QLabel, QLineEdit, QListWidget

from peviewer.app.look import themes
from peviewer.base.files import resource
from peviewer.figures.palette import DARK, LIGHT, contrast

GROUNDS = ("window", "panel", "raised")
both = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])


@both
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("role", ["text", "secondary"])
def test_words_can_be_read_on_every_ground(palette, role, ground):
    assert contrast(getattr(palette, role), getattr(palette, ground)) >= 4.5


@both
@pytest.mark.parametrize("ground", ["window", "panel"])
@pytest.mark.parametrize("role", ["accent", "holds", "fails"])
def test_coloured_words_can_be_read_where_they_are_used(palette, role, ground):
    assert contrast(getattr(palette, role), getattr(palette, ground)) >= 4.5


@both
def test_words_on_the_accent_can_be_read(palette):
    assert contrast(palette.on_accent, palette.accent) >= 4.5


@both
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("role", ["accent", "mark", "holds", "fails"])
def test_controls_and_marks_stand_out_from_every_ground(palette, role, ground):
    assert contrast(getattr(palette, role), getattr(palette, ground)) >= 3


@both
@pytest.mark.parametrize("ground", GROUNDS)
def test_outlines_stand_out_from_every_ground(palette, ground):
    assert contrast(themes.outline(palette), getattr(palette, ground)) >= 3


@both
def test_every_colour_of_the_style_sheet_is_filled_in(palette):
    assert "@" not in themes.style_sheet(palette)


@both
def test_drawn_arrows_and_checks_have_the_colours_of_the_theme(palette):
    assert palette.secondary in resource("icons", f"arrow-{palette.name}.svg").read_text()
    assert palette.on_accent in resource("icons", f"check-{palette.name}.svg").read_text()


def pixel(widget, x, y):
    return widget.grab().toImage().pixelColor(x, y).name().upper()


def test_a_theme_recolours_what_is_on_screen_in_both_directions(themed, qtbot):
    label, box = QLabel("Words"), QCheckBox("Choice")
    box.setChecked(True)
    for widget in (label, box):
        qtbot.addWidget(widget)
        widget.resize(80, 24)
    for palette in (LIGHT, DARK, LIGHT):
        themes.apply(themed, palette)
        assert pixel(label, 79, 0) == palette.window
        assert pixel(box, 2, 12) == palette.accent
        assert themed.palette().color(QPalette.ColorRole.Text).name().upper() == palette.text


def test_body_words_have_the_size_and_figures_of_the_design(themed):
    themes.apply(themed, LIGHT)
    assert themed.font().pixelSize() == 13
    assert themes.interface_font().featureTags()


def test_little_is_kept_of_what_qt_has_drawn(themed):
    QPixmapCache.setCacheLimit(10 * themes.PIXMAP_CACHE_KB)
    themes.apply(themed, LIGHT)
    assert QPixmapCache.cacheLimit() == themes.PIXMAP_CACHE_KB


def test_figures_are_of_equal_width(themed):
    from PySide6.QtGui import QFontMetricsF

    metrics = QFontMetricsF(themes.interface_font())
    assert len({metrics.horizontalAdvance(digit * 8) for digit in "0123456789"}) == 1


def test_a_check_mark_is_drawn(themed, qtbot):
    themes.apply(themed, LIGHT)
    box = QCheckBox()
    qtbot.addWidget(box)
    box.setChecked(True)
    image = box.grab().toImage()
    colours = {image.pixelColor(x, y).name().upper() for x in range(16) for y in range(image.height())}
    assert LIGHT.on_accent in colours


def test_a_combo_box_has_its_arrow(themed, qtbot):
    themes.apply(themed, DARK)
    box = QComboBox()
    qtbot.addWidget(box)
    box.resize(100, 26)
    image = box.grab().toImage()
    right = {image.pixelColor(x, y).name().upper() for x in range(78, 96) for y in range(6, 20)}
    assert max(contrast(colour, DARK.panel) for colour in right) > 4.5


def test_a_dialogs_close_button_has_an_icon_of_our_own(themed, qtbot):
    for palette in (LIGHT, DARK):
        themes.apply(themed, palette)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        qtbot.addWidget(buttons)
        buttons.show()
        image = buttons.button(QDialogButtonBox.StandardButton.Close).icon().pixmap(16, 16).toImage()
        pixels = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
        strongest = max(pixels, key=lambda pixel: pixel.alpha())
        assert contrast(strongest.name(), palette.on_accent) < 1.02


@pytest.mark.parametrize("kind", [QLineEdit, QListWidget])
def test_what_is_said_before_anything_is_typed_and_below_a_title_can_be_read(themed, qtbot, kind):
    for palette in (LIGHT, DARK):
        themes.apply(themed, palette)
        widget = kind()
        qtbot.addWidget(widget)
        widget.show()
        colour = widget.palette().placeholderText().color()
        assert colour.alpha() == 255
        assert contrast(colour.name(), palette.panel) >= 4.5
