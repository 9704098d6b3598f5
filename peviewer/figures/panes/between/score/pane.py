"""How a score of turned queries and keys falls with the lag: where it first comes to 0, and which base would do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from peviewer.figures.grammar import Figure
from peviewer.figures.panels.bare import noted
from peviewer.figures.panes.between.score.bound import bound, losses
from peviewer.figures.panes.between.score.curves import over_lag
from peviewer.figures.panes.between.score.reached import reached, tables
from peviewer.figures.panes.between.score.told import explain, formula, nothing
from peviewer.figures.panes.between.score.turned import Score, other_parts
from peviewer.figures.panes.pane import Pane
from peviewer.model.encodings.scheme import Paired

if TYPE_CHECKING:
    from peviewer.document.document import Document

_TITLE = "How a score falls with the lag"


def _draw(document: Document[Paired]) -> Figure:
    if document.encoding.dim < 2 or document.encoding.length < 2:
        return Figure(_TITLE, ((noted(nothing(document)),),))
    lossy = (losses(document),) if "loss" in other_parts(document.encoding) else ()
    below = bound(document), *lossy, reached(document)
    names = "score", "bound", *(["losses"] if lossy else []), "reach"
    return Figure(_TITLE, ((over_lag(document),), below), heights=(1.5, 1.0), spare=(1,), names=names)


def _hint(document: Document[Paired]) -> str:
    if document.encoding.dim < 2 or document.encoding.length < 2:
        return ""
    return "Play moves the line *φ* back; drag it to read the score."


PANE = Pane(
    name="score",
    title="Score",
    summary="the score of a turned query and key by their lag: where it falls to 0, and the base that keeps it above",
    shows="how scores of turned pairs fall with the lag",
    needs=Paired,
    reads=lambda document: (
        document.encoding,
        document.of(Score),
        document.shift.phi,
        document.view.raw,
    ),
    draw=_draw,
    explain=explain,
    hint=_hint,
    formula=formula,
    section=Score,
    choices=("score.vectors", "score.seed", "score.axis"),
    tables=tables,
    main="score",
    parts=("score", "bound", "losses", "reach"),
)
