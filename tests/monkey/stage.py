"""A real window in a home of its own, whose ways out of the process are answered at random: dialogs, drags, Quit."""

import contextlib
import gc
from collections.abc import Iterator
from pathlib import Path
from random import Random
from unittest.mock import patch

import shiboken6
from pyqtgraph.util.garbage_collector import GarbageCollector
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QDrag
from PySide6.QtWidgets import QFileDialog, QMessageBox

from peviewer.app.look.themes import Appearance
from peviewer.app.session.session import Session
from peviewer.app.session.settings import Settings
from peviewer.app.window.several_values import SeveralValues
from peviewer.app.window.window import MainWindow
from peviewer.document.document import Document
from peviewer.exporters.formats import formats
from peviewer.exporters.kinds.catalog import KINDS
from peviewer.exporters.kinds.choices import Subject
from peviewer.exporters.picture import export
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import DEFAULT, preset, presets
from peviewer.paper.style import Style

SIZE = (1280, 800)


@contextlib.contextmanager
def stage(random: Random, folder: Path) -> Iterator[MainWindow]:
    """Show the window on the default preset; files are found and written in `folder` alone."""
    files = _files(folder)
    settings = Settings(folder / "config")
    settings.remember(folder=str(folder / "out"))
    chosen = preset(DEFAULT)
    window = MainWindow(Session(chosen.document, chosen.title), settings, Appearance("light"))
    window.resize(*SIZE)
    window.show()
    gc.collect()  # or the pages that were painted before would stay
    collecting = gc.isenabled()
    garbage = GarbageCollector()
    with _answered(random, files, folder):
        yield window
        garbage.timer.stop()
        if collecting:
            gc.enable()
        window.close_without_asking()
        window.finish()
        shiboken6.delete(window)  # as the program does: Qt can crash at the end otherwise
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _files(folder: Path) -> list[Path]:
    """Return what can be opened and dropped: good, broken, missing, exported."""
    (folder / "out").mkdir()
    for name, text in {
        "broken.peview": "{",
        "later.peview": '{"peviewer": 99}',
        "a.json": "[1, 2]",
    }.items():
        (folder / name).write_text(text)
    for name in list(presets())[:4]:
        (folder / f"{name}.peview").write_text(preset(name).document.to_json())
    shown = Document().edited({"encoding.length": 33, "shift.phi": 2.5})
    export(PANES["encoding"].figure(shown), folder / "a.png", document=shown, style=Style(400, 300))
    return [*sorted(path for path in folder.iterdir() if path.is_file()), folder / "missing.peview"]


@contextlib.contextmanager
def _answered(random: Random, files: list[Path], folder: Path) -> Iterator[None]:
    def saved(_dialog: QFileDialog) -> list[str]:
        return [str(folder / random.choice(["kept.peview", "other.peview", "no folder/a.peview"]))]

    def press(box: QMessageBox) -> None:
        random.choice(box.buttons()).click()

    def typed(dialog: SeveralValues) -> None:
        name = dialog.field.itemData(random.randrange(dialog.field.count()))
        dialog.field.set_value(name)
        dialog.field.edited.emit(name, "")
        for text in random.sample(["8", "x", "9", "99"], 3):
            dialog.line.setText(text)
            dialog.line.textEdited.emit(text)
            dialog.add_button.click()

    buttons = QMessageBox.StandardButton
    answers = [
        (QFileDialog, "exec", lambda _dialog: random.random() < 0.7),
        (QFileDialog, "selectedFiles", saved),
        (
            QFileDialog,
            "getOpenFileName",
            lambda *_: (str(random.choice(files)) if random.random() < 0.8 else "", ""),
        ),
        (SeveralValues, "exec", typed),
        (
            QFileDialog,
            "getSaveFileName",
            lambda *_: (random.choice(["", str(folder / "out" / "a")]), ""),
        ),
        (QMessageBox, "exec", press),
        (QMessageBox, "question", lambda *_: random.choice([buttons.Discard, buttons.Cancel])),
        (QDrag, "exec", lambda drag, *_: drag.deleteLater()),  # as Qt does once it was dropped
    ]
    with contextlib.ExitStack() as stack:
        for owner, name, answer in answers:
            stack.enter_context(patch.object(owner, name, answer))
        yield


def write_each_format(folder: Path) -> None:
    """Write a small file of every format that can be had here."""
    folder.mkdir()
    subject = Subject(Document().edited({"encoding.length": 8, "encoding.dim": 8}), ("shift",))
    for name, kind in KINDS.items():
        short = kind.remembered({"size": "pixels", "width": 640, "height": 480, "seconds": 0.1})
        for suffix in formats(name):
            if (choices := short.with_suffix(suffix)) is not None:
                choices.write(subject, folder / f"{name}.{suffix}")
