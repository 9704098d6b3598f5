"""What tests of panes share: the panels that a pane draws of a changed Document, and the marks of a panel."""

from peviewer.document.document import Document
from peviewer.figures.panes.catalog import pane


def panels(name, changes=()):
    return pane(name).figure(Document().edited(dict(changes))).panels


def of(panel, kind):
    """Return the marks of a kind."""
    return [mark for mark in panel.marks if isinstance(mark, kind)]
