"""What a deck is asked to show."""

import pytest

from peviewer.base.words import UnknownName
from peviewer.document.document import Document, DocumentError
from peviewer.exporters.deck.slides import Source
from peviewer.figures.panes.catalog import PANES
from peviewer.model.encodings.catalog import SCHEMES

OPEN = Document().edited({"view.panes": ["waves", "shift"]})


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        (Source(), ["waves", "shift"]),
        (Source(panes="binary,encoding"), ["binary", "encoding"]),
        (Source(panes=["binary"]), ["binary"]),
    ],
)
def test_slides_are_of_the_panes_that_are_named_or_else_open(source, shown):
    assert [slide.pane.name for slide in source.slides(OPEN)] == shown


def test_slides_of_another_scheme_are_of_open_panes_that_show_it_and_of_its_own():
    for scheme in [scheme for scheme in SCHEMES if scheme != "sinusoidal"]:
        document = Document().edited({"view.panes": ("encoding", "shift"), "encoding.scheme": scheme})
        shown = [slide.pane.name for slide in Source().slides(document)]
        assert shown
        assert all(PANES[name].shows_any(document) for name in shown)
        if scheme == "learned":
            assert shown == ["encoding", "distance", "spectrum", "similarity"]
        if scheme == "alibi":
            assert shown == list(document.encoding.panes)


def test_an_unknown_pane_is_refused():
    with pytest.raises(UnknownName, match="'nix' is not a pane"):
        Source(panes="shift,nix").slides(OPEN)


@pytest.mark.parametrize(
    ("source", "beside", "refusal"),
    [
        (Source(story="steps", panes="shift"), {}, "--story brings .* give it without --panes$"),
        (Source(story="steps"), {"preset": "shift", "session": "a"}, "give it without --preset and --session$"),
    ],
)
def test_a_story_goes_with_nothing_else_that_says_what_to_show(source, beside, refusal):
    with pytest.raises(DocumentError, match=refusal):
        source.check(beside, lambda name: f"--{name}")
    source.model_copy(update={"story": None}).check(beside)
