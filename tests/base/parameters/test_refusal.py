"""Refused values leave nothing behind."""

import gc
import weakref

import pytest

from peviewer.document.against import against
from peviewer.document.document import Document, DocumentError
from peviewer.exporters.clip.clip import Clip, ClipError
from peviewer.figures.panes.catalog import PANES

REFUSED = {
    "a field": lambda: Document().edited({"encoding.base": 1.0}),
    "a field of another scheme": lambda: Document().edited({"encoding.scheme": "rope", "encoding.base": 1.0}),
    "an encoding to compare with": lambda: against(Document(), "base=1"),
    "a clip": lambda: Clip(PANES["encoding"], Document(), "encoding.base", 1, 5),
}


class Witness:
    """Held by a call, as a Document and its pictures are."""


def held(build):
    """Return a reference to what a call held that knew of a refusal, as one does that tells another thread of it."""
    witness = Witness()
    with pytest.raises((DocumentError, ClipError)) as raised:
        build()
    error = raised.value
    assert error
    return weakref.ref(witness)


@pytest.mark.parametrize("build", REFUSED.values(), ids=REFUSED)
def test_what_a_call_held_that_knew_of_a_refusal_is_let_go_of(build):
    witness = held(build)
    gc.collect()
    assert witness() is None
