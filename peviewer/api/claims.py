"""The claims made for an encoding, in the sentences of the pane Properties."""

from functools import wraps
from typing import Any

from numpy.typing import ArrayLike

from peviewer.document.document import Document
from peviewer.figures.panes.claims.properties import claim_texts
from peviewer.model.claims.properties import Properties
from peviewer.model.claims.properties import properties as tried
from peviewer.model.content import NO_CONTENT, Content
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.tables.arrays import as_scheme


@wraps(tried)
def properties(encoding: Scheme | ArrayLike, **choices: Any) -> Properties:
    scheme = as_scheme(encoding)
    claims = tried(scheme, **choices)
    content = choices.get("content", NO_CONTENT)
    if not isinstance(content, Content):
        content = Content(kind=content)
    claims.sentences = claim_texts(Document(encoding=scheme, content=content))
    return claims
