"""Make the README's pictures: the real window as it first opens, the shift playing in it, and eight panes.

``python -m tests.pictures`` writes them into resources/pictures, ``--into FOLDER`` elsewhere.
"""

import argparse
import io
import json
import os
import tempfile
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QBuffer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

PICTURES = Path(__file__).parents[1] / "resources" / "pictures"
WINDOW, CLIP, PANES_SHEET = "window.png", "shift.gif", "panes.png"
SCREEN = {
    "name": "a",
    "x": 0,
    "y": 0,
    "width": 1600,
    "height": 1000,
    "logicalDpi": 96,
    "dpr": 1,
}  # of a laptop
SIZE = 1440, 900
WIDTH = 760  # of the clip
FRAMES, FPS, TO = 32, 12, 32.0  # of the clip, and how far φ goes and comes back
COLOURS = 256
PRESETS = {
    "waves": "waves",
    "clocks": "rotation",
    "frequencies": "rope-llama-3",
    "score": "rope-score",
    "bias": "alibi",
    "spectrum": "structure",
    "attention": "sentence-attention",
    "tiles": "tiles-mae",
}
"""Eight panes that the first window does not show, each with what it is drawn of."""
TILE = 480, 320  # of each of them, in pixels
ACROSS = 4
TILE_TYPE = 18.0


def main(folder: Path) -> None:
    """Make all of them."""
    from peviewer.app.look.themes import Appearance
    from peviewer.app.session.session import Session
    from peviewer.app.session.settings import Settings
    from peviewer.app.window.window import MainWindow
    from peviewer.figures.presets import FIRST, preset

    with tempfile.TemporaryDirectory() as home:
        screen = Path(home) / "screen.json"
        screen.write_text(json.dumps({"screens": [SCREEN]}), encoding="utf-8")
        os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={screen}"
        app = QApplication([])
        opened = preset(FIRST)
        window = MainWindow(
            Session(opened.document, opened.title), Settings(Path(home)), Appearance("light")
        )
        window.resize(*SIZE)
        window.show()
        picture(window).save(folder / WINDOW, optimize=True)
        window.invitation.hide()
        frames = []
        for frame in range(FRAMES):
            there_and_back = 1 - abs(2 * frame / FRAMES - 1)
            window.session.edit({"shift.phi": round(TO * there_and_back, 2)}, undoable=False)
            frames.append(
                picture(window).resize(
                    (WIDTH, round(WIDTH * SIZE[1] / SIZE[0])), Image.Resampling.LANCZOS
                )
            )
        write_clip(frames, folder / CLIP)
        window.close_without_asking()
        window.finish()
        app.processEvents()
    sheet_of_panes().save(folder / PANES_SHEET, optimize=True)


def sheet_of_panes() -> Image.Image:
    """Return eight panes as they are exported, side by side."""
    from peviewer.figures.panes.catalog import PANES
    from peviewer.figures.presets import preset
    from peviewer.paper.page.painter import paint
    from peviewer.paper.style import Style

    width, height = TILE
    style = Style(width, height, font_size=TILE_TYPE, formula="none", marks=False)
    sheet = Image.new("RGB", (ACROSS * width, len(PRESETS) // ACROSS * height))
    for number, (pane, name) in enumerate(PRESETS.items()):
        row, column = divmod(number, ACROSS)
        page = paint(PANES[pane].figure_for_file(preset(name).document), style)
        file = io.BytesIO()
        page.savefig(file, format="png", dpi=style.dpi, facecolor=style.ground)
        sheet.paste(Image.open(file).convert("RGB"), (column * width, row * height))
    return sheet.quantize(COLOURS, dither=Image.Dither.NONE)


def picture(window) -> Image.Image:
    """Return what the window shows once nothing in it is being computed."""
    for _ in range(200):
        QApplication.processEvents()
        if not any(dock.view.is_pending for dock in window.docks.values()):
            break
    QApplication.processEvents()
    shown = window.grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    shown.save(buffer, "PNG")
    return Image.open(io.BytesIO(bytes(buffer.data()))).convert("RGB")


def write_clip(frames: list[Image.Image], path: Path) -> None:
    """Write a GIF with one palette for all frames, so that what stands still stays still."""
    palette = frames[0].quantize(COLOURS, dither=Image.Dither.NONE)
    shown = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    shown[0].save(
        path, save_all=True, append_images=shown[1:], duration=1000 // FPS, loop=0, optimize=False
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=PICTURES)
    main(parser.parse_args().into)
