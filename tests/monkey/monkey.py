"""The monkey: random acts on a real window, the same for the same seed, and what became of it."""

import contextlib
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TextIO

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from peviewer.app.look.icons import app_icon
from peviewer.app.panes.area import OpenPanes
from peviewer.app.panes.geometry import LEAST
from peviewer.app.window.window import MainWindow
from peviewer.document.arrangement import Part, Split, TabGroup
from peviewer.document.document import Document
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import DEFAULT, preset, presets
from peviewer.live.job import Job
from peviewer.live.worker import Worker
from tests.monkey.acts import ACTS
from tests.monkey.stage import SIZE, stage
from tests.monkey.watch import Complaints, complaints, in_use, resident, still_moving, widgets

WARM = 2_000
"""After so many actions everything that is made once has been made."""
RETURNS = 100
"""So many actions lie between two ways back: fewer steps than are kept."""
PATIENCE = 0.1  # seconds, for a file that is being written
NOT_UNDONE = ("view.zoom", "view.panes")
"""What no undo step remembers."""


@dataclass
class Report:
    """What a run was like."""

    actions: int = 0
    returns: int = 0
    exceptions: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    astray: list[str] = field(default_factory=list)
    """Where undo or redo led to another Document."""
    memory: dict[int, tuple[float, float]] = field(default_factory=dict)
    """Megabytes that are in use, and that the process has."""
    widgets: dict[int, Counter[str]] = field(default_factory=dict)
    slowest: tuple[float, str] = (0.0, "")

    @property
    def faults(self) -> list[str]:
        return [*self.exceptions, *self.warnings, *self.astray]


def run(seed: int, actions: int, folder: Path, log: Path | None = None) -> Report:
    """Let the monkey loose on a window of its own.

    `log` gets each action before its answer is awaited.
    """
    random = Random(seed)
    report = Report()
    with contextlib.ExitStack() as stack:
        written = stack.enter_context(log.open("w", buffering=1)) if log else None
        heard = stack.enter_context(complaints())
        window = stack.enter_context(stage(Random(seed), folder))
        monkey = _Monkey(window, random, report, written)
        for number in range(1, actions + 1):
            heard.action = f"action {number}"
            still_moving()
            monkey.act(heard)
            if number % RETURNS == 0:
                heard.action = f"the way back after {number} actions"
                monkey.there_and_back(number)
            if number in (WARM, actions) and actions >= WARM:
                monkey.rest()
                report.memory[number] = (in_use(), resident())
                report.widgets[number] = widgets()
        report.exceptions = heard.exceptions
        report.warnings = heard.warnings
    return report


class _Monkey:
    def __init__(
        self, window: MainWindow, random: Random, report: Report, log: TextIO | None
    ) -> None:
        self._window = window
        self._random = random
        self._report = report
        self._log = log
        self._stack = window.session.undo_stack
        self._set_mark()

    def act(self, heard: Complaints) -> None:
        """Do one thing, and let the window answer."""
        [chosen] = self._random.choices([*ACTS], [*ACTS.values()])
        own = Random(
            self._random.random()
        )  # what a late answer changes of one act does not change all that follow
        start = time.perf_counter()
        try:
            done = chosen(self._window, own)
        except Exception as error:  # raised straight through Qt's own call
            heard.raised(error)
            done = chosen.__name__
        heard.action = f"action {self._report.actions + 1}, {done or 'nothing'}"
        if self._log:
            self._log.write(heard.action + "\n")
        self._answer()
        self._report.actions += 1
        encoding = self._window.session.document.encoding
        took = time.perf_counter() - start, f"{heard.action}, {encoding.scheme} {encoding.size}"
        self._report.slowest = max(self._report.slowest, took)
        self._end_export()

    def there_and_back(self, number: int) -> None:
        """Undo to the mark and to the start, and redo to the end: each is the Document that it was."""
        self._window.player.stop()
        last = _undone(self._window.session.document)
        end = self._stack.index()
        steps = [self._stack.command(step) for step in range(end)]
        if self._mark in steps:
            self._expect("the mark", steps.index(self._mark) + 1, self._marked)
        self._stack.setIndex(0)
        self._expect("the end", end, last)
        self._report.returns += 1
        self._set_mark()

    def _expect(self, name: str, index: int, wanted: dict[str, object]) -> None:
        self._stack.setIndex(index)
        found = _undone(self._window.session.document)
        if found != wanted:
            paths = sorted({*found, *wanted}, key=str)
            differing = [f"{path}: {wanted.get(path)} → {found.get(path)}" for path in paths
                         if found.get(path) != wanted.get(path)]  # fmt: skip
            self._report.astray.append(
                f"{self._report.actions} actions, {name}: {'; '.join(differing)}"
            )

    def _set_mark(self) -> None:
        """Open something, which no later step merges with."""
        chosen = preset(self._random.choice([*presets()]))
        self._window.session.open(chosen.document, chosen.title)
        self._mark = self._stack.command(self._stack.index() - 1)
        self._marked = _undone(chosen.document)
        self._answer()

    def rest(self) -> None:
        """Bring everything back to how it is at first: what remains is what a run has left behind."""
        window = self._window
        window.player.stop()
        dialog = window.export_actions.dialog
        dialog.cancel()  # or it would only stop its export instead of closing
        self._wait(
            lambda: (
                dialog.job is None and dialog.worker.job is None and window.status.busy.job is None
            )
        )
        for part in QApplication.topLevelWidgets():
            if (
                isValid(part) and part is not window and part.isVisible()
            ):  # one that was closed may take others along
                part.close()
        # What was cancelled ends by itself, and holds a page until then.
        self._wait(
            lambda: (
                not (
                    window.findChildren(Job)
                    or any(thread.daemon for thread in threading.enumerate())
                )
            )
        )
        dialog.panes.choose(["encoding"])
        QApplication.clipboard().clear()  # a picture that was copied is the user's
        window.showNormal()
        window.resize(*SIZE)
        if window.presentation.is_on:
            window.presentation.end()
        window.area.restore()
        chosen = preset(DEFAULT)
        window.session.open(chosen.document, chosen.title)
        self._settle()  # the parameters are those of the preset then
        self._make_all()
        window.session.edit(
            {"view.panes": ()}
        )  # of an open one the panels depend on its size and type
        window.parameters.show()
        for theme in (
            "dark",
            "light",
        ):  # whichever it was: Qt computes anew how each part looks in each of its states
            window.choose_theme(theme)
        self._settle()

    def _settle(self) -> None:
        self._answer()
        self._wait(
            lambda: (
                not any(
                    worker.pending or worker.job for worker in self._window.findChildren(Worker)
                )
            )
        )
        self._answer()

    def _make_all(self) -> None:
        """Show what is made once, where it is needed first: a run may not have come to it."""
        window = self._window
        for path in window.parameters.panel.paths():
            window.parameters.panel.control(path)
        for name in PANES:
            window.area.reveal(name)
            _ = window.docks[name].explanation
        for number in ("value", "start", "stop"):
            window.transport.type_number(number)
        window.transport.entry.close()
        window.comparison_strip.choose_button.menu().aboutToShow.emit()  # it is filled then
        window.find_command()
        window.find_command()
        app_icon()
        window.resize(2 * LEAST.width() * len(PANES), SIZE[1])
        beside = Split(True, tuple(TabGroup((name,), name) for name in PANES), (1.0,) * len(PANES))
        window.area.show_panes(OpenPanes(tuple(PANES), beside))
        self._settle()
        window.resize(*SIZE)

    def _answer(self) -> None:
        for _ in range(2):
            QApplication.processEvents()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def _wait(self, condition: Callable[[], bool], patience: float = 30.0) -> None:
        until = time.monotonic() + patience
        while not condition() and time.monotonic() < until:
            QTest.qWait(5)

    def _end_export(self) -> None:
        """Give a file a moment, and then cancel it: some would take hours."""
        dialog = self._window.export_actions.dialog
        if dialog.job is not None:
            self._wait(lambda: dialog.job is None, PATIENCE)
            dialog.cancel()


def _undone(document: Document) -> dict[str, object]:
    """Return what undo steps remember: of an arrangement which panes stand where, neither fronts nor shares."""
    found = {
        path: document.get(path) for path in document.paths() if not path.startswith(NOT_UNDONE)
    }
    arrangement = document.view.arrangement
    return {**found, "view.arrangement": None if arrangement is None else _standing(arrangement)}


def _standing(part: Part) -> tuple[object, ...]:
    return part.names if isinstance(part, TabGroup) else (part.across, *map(_standing, part.parts))
