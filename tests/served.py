"""Documents that a pane can serve: as they are, with a scheme that gives what the pane shows, or with layers."""

from peviewer.document.document import DocumentError
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import Document
from peviewer.model.encodings.alibi import Alibi
from peviewer.model.encodings.catalog import SCHEMES


def scheme_for(name, document=None):
    """Return the first scheme that a pane serves, the Document's own if it can be."""
    document = document or Document()
    wanted = [document.encoding.scheme, *SCHEMES]
    return next(scheme for scheme in wanted if issubclass(SCHEMES[scheme], PANES[name].needs))


def with_layers(document):
    """Return a Document whose encoding is the rule of two layers of a model.

    Of the others one has none.
    """
    return document.edited(
        {
            "layers.rules": (document.encoding, Alibi(length=60)),
            "layers.indices": (0, 1, -1, 0),
            "layers.windows": (0, 16, 0, 0),
            "layers.source": "config.json",
        }
    )


def served(name, document):
    """Return a Document, with another scheme where the pane needs one."""
    if name == "layers":
        return with_layers(document)
    scheme = scheme_for(name, document)
    if scheme == document.encoding.scheme:
        return document
    try:
        return document.edited({"encoding.scheme": scheme})
    except DocumentError:  # an odd number of dimensions, or more than a head has
        return document.edited({"encoding.scheme": scheme, "encoding.dim": 64})


def flags(name):
    """Return the flags that choose a scheme which a pane serves."""
    scheme = scheme_for(name)
    return [] if scheme == Document().encoding.scheme else ["--set", f"encoding.scheme={scheme}"]
