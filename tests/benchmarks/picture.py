"""The growth curve as a picture, drawn by peviewer's own painter."""

from math import log10
from pathlib import Path

import numpy as np

from peviewer.document.document import Document
from peviewer.exporters.picture import export
from peviewer.figures.grammar import Axis, Curve, Figure, Panel, Rule
from peviewer.model.sampling.series import Samples
from peviewer.paper.style import Style


def draw(growth: list[tuple[int, float]], target: Path) -> None:
    """Draw the milliseconds of a frame over the length of the table."""
    powers = np.array([log10(length) for length, _ in growth])
    times = np.array([1e3 * seconds for _, seconds in growth])
    length = Axis(
        "length", "positions *L*, as powers of ten", (powers[0] - 0.2, powers[-1] + 0.2), whole=True
    )
    frame = Axis("time", "one φ step (ms)", (0.0, 20.0))
    marks = (
        Rule("y", 1000 / 60, "60 frames a second", dashed=True),
        Curve(Samples(powers, times), "four panes", "accent"),
        Curve(Samples(powers, times), "", "accent", "points"),
    )
    figure = Figure("A frame costs what its pixels cost", ((Panel(length, frame, marks),),))
    export(figure, target, document=Document(), style=Style(900, 420))
