"""What a pane is: a name, what it reads of the Document, and how it is drawn as a Figure."""

from collections.abc import Callable
from dataclasses import dataclass

from peviewer.document.document import Document
from peviewer.figures.grammar import Figure


@dataclass(frozen=True)
class Pane:
    """One live view of the Document; everything else about it follows from this record.

    Attributes
    ----------
    name : str
        Its name on the command line and in sessions: ``"distance"``.
    title : str
        Its name in the window, in sentence case.
    summary : str
        One line for the command line and tooltips.
    explain : str
        Two or three sentences saying what to look for.
    formula : str
        One formula as text, shown under the explanation.
    reads : callable
        Document → the part of it the picture depends on, comparable with ``==``.
    draw : callable
        Document → Figure, pure.
    choices : tuple of str
        Fields of the Document offered in its header: ``("pairwise.metric",)``.
    """

    name: str
    title: str
    summary: str
    explain: str
    formula: str
    reads: Callable[[Document], object]
    draw: Callable[[Document], Figure]
    choices: tuple[str, ...] = ()
