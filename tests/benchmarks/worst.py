"""For each pane the random Document that is dearest to draw."""

import gc
import math
import os
import random
import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from peviewer.base.specification import Specification, specifications
from peviewer.document.document import Document, DocumentError
from peviewer.figures.panes.catalog import PANES
from peviewer.model.encodings.catalog import SCHEMES
from tests.benchmarks.measure import Row, fixed_loop, in_loops

if TYPE_CHECKING:
    from peviewer.live.view import FigureView

SIZE = 700, 520
SEED, DOCUMENTS = 8, 30
LONGEST = 2  # fixed loops
AGAIN = 4
_CACHE = type(lru_cache(len))


def rows() -> Iterator[Row]:
    """Yield two rows a pane: the longest that any of its Documents held the window's thread, or took to be complete."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    _app = QApplication.instance() or QApplication([])
    for name in PANES:
        chance = random.Random(f"{SEED} {name}")
        tried = [random_document(chance, name) for _ in range(DOCUMENTS)]
        times = [drawn(name, document) for document in tried]
        loop = fixed_loop()
        for index, (what, aim) in enumerate((("held", f"≤ {LONGEST}"), ("complete", ""))):
            seconds, worst = _worst(name, tried, [time[index] for time in times], index)
            told = f"number {worst} of seed {SEED}, {tried[worst].encoding.scheme}"
            yield in_loops(f"worst Document, {name}: {what}", seconds, loop, aim, told)


def _worst(name: str, tried: list[Document], times: list[float], index: int) -> tuple[float, int]:
    """Return the longest time and its Document: the longest are measured again, for others use the machine too."""
    dearest = sorted(range(len(tried)), key=times.__getitem__)[-AGAIN:]
    return max(
        (min(times[k], *(drawn(name, tried[k])[index] for _ in range(AGAIN))), k) for k in dearest
    )


def random_document(chance: random.Random, pane: str, *, compared: bool = True) -> Document:
    """Return a Document with every field at random that the pane can draw, of any size.

    Some compare two schemes.
    """
    other = None
    if compared and chance.random() < 0.3:
        other = random_document(chance, pane, compared=False).encoding
    while True:
        scheme = chance.choice(list(SCHEMES))
        try:
            document = Document().edited({"encoding.scheme": scheme})
            for section, parameters in document.sections().items():
                for field in specifications(type(parameters)):
                    if chance.random() < 0.75 and field.name not in ("scheme", "panes", "zoom"):
                        document = document.edited(
                            {f"{section}.{field.name}": _value(chance, field)}
                        )
            document = document.edited({"view.zoom": _zoom(chance, document, pane)})
            if other is not None:
                document = document.edited({"compare.against": other})
        except DocumentError:  # an odd d, where a scheme has none
            continue
        if PANES[pane].serves(document):
            return document


def _value(chance: random.Random, field: Specification) -> Any:
    """Return a value that a field allows: one of its ends, or any between, of every magnitude."""
    if field.kind == "bool":
        return chance.random() < 0.5
    if field.kind == "choice":
        return chance.choice(field.choices)
    if field.kind not in ("int", "float"):
        return field.default
    low = max(field.minimum, -1e9)
    high = min(field.maximum, 1e15)
    if chance.random() < 0.25:
        value = high
    elif low > 0 or field.scale == "log":
        low = max(low, 1e-2)
        value = math.exp(chance.uniform(math.log(low), math.log(high)))
    else:
        value = math.copysign(
            math.exp(chance.uniform(0, math.log(max(2.0, high)))), chance.uniform(low, high)
        )
    value = min(max(value, low), high)
    if field.name == "base":
        value = max(value, 1.001)
    return round(value) if field.kind == "int" else value


def _zoom(chance: random.Random, document: Document, pane: str) -> dict[str, tuple[float, float]]:
    """Return windows on some of the axes that a pane's Figure zooms."""
    zoom = {}
    for quantity, (low, size) in _extents(document).items():
        if chance.random() < 0.4:
            width = math.exp(chance.uniform(0, math.log(size + 1)))
            left = low + chance.random() * max(0.0, size - width)
            key = quantity if chance.random() < 0.5 else f"{pane}/{quantity}"
            zoom[key] = (left, left + width)
    return zoom


def _extents(document: Document) -> dict[str, tuple[float, float]]:
    scheme = document.encoding
    dim = getattr(scheme, "dim", 1)
    return {
        "position": (scheme.first, scheme.length),
        "dimension": (0, dim),
        "pair": (0, (dim + 1) // 2),
        "lag": (1 - scheme.length, 2 * scheme.length - 1),
    }


def drawn(name: str, document: Document) -> tuple[float, float]:
    """Draw a pane for the first time.

    Returns
    -------
    held, complete : float
        The longest CPU time of the window's thread at a stretch, and when the whole picture was
        there; in seconds.
    """
    from PySide6.QtCore import QEvent
    from PySide6.QtWidgets import QApplication

    for kept in gc.get_objects():
        if isinstance(kept, _CACHE):
            kept.cache_clear()
    view = _view()
    stretches = []

    def timed(action: Callable[[], object]) -> None:
        before = time.thread_time()
        action()
        stretches.append(time.thread_time() - before)

    start = time.perf_counter()
    timed(lambda: view.make(lambda: PANES[name].figure(document)))
    answers = True
    while answers or view.is_pending:
        timed(view.grab)
        answers = view.is_pending
        while view.is_pending:
            timed(QApplication.processEvents)
            time.sleep(0.001)
    complete = time.perf_counter() - start
    view.dispose()
    view.deleteLater()
    QApplication.sendPostedEvents(
        None, QEvent.Type.DeferredDelete
    )  # what it held is deleted later too
    return max(stretches), complete


def _view() -> "FigureView":
    from peviewer.figures.palette import LIGHT
    from peviewer.live.view import FigureView

    view = FigureView(LIGHT)
    view.resize(*SIZE)
    return view
