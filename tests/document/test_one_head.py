"""One head for all panes that show one, whichever name it is given by."""

import pytest

from peviewer.document.animation import animation_range, field_specification, shown_value
from peviewer.document.document import Document, DocumentError
from peviewer.figures.panes import catalog as catalog  # the panes declare their sections

ALIBI = Document().edited({"encoding.scheme": "alibi"})


def heads(document):
    return document.get("bias.head"), document.get("attention.head")


@pytest.mark.parametrize("path", ["bias.head", "attention.head"])
def test_either_name_sets_the_head_of_both(path):
    assert heads(ALIBI.edited({path: 5})) == (5, 5)
    assert heads(Document(**{path.partition(".")[0]: {"head": 5}})) == (5, 5)


def test_the_one_that_is_refused_is_the_one_that_was_named():
    with pytest.raises(DocumentError, match=r"attention\.head = 0 is not allowed"):
        ALIBI.edited({"attention.head": 0})


def test_a_step_back_takes_both_back():
    after = ALIBI.edited({"bias.head": 5})
    assert heads(after.edited({"bias.head": 1, "attention.head": 1}, alone=True)) == (1, 1)


@pytest.mark.parametrize(("changes", "heads"), [
    ({"encoding.scheme": "alibi"}, 8), ({"encoding.scheme": "alibi", "encoding.heads": 12}, 12),
    ({"encoding.scheme": "t5"}, 1), ({"encoding.scheme": "rope"}, 8),
    ({"encoding.scheme": "rope", "attention.vectors": "equal"}, 1),
    ({"encoding.scheme": "alibi", "compare.against": "scheme=alibi,heads=10"}, 10),
])  # fmt: skip
def test_controls_say_the_last_head_where_a_later_one_is_chosen_as_figures_do_and_play_no_further(changes, heads):
    document = Document().edited({**changes, "bias.head": 16})
    for path in ("bias.head", "attention.head"):
        assert document.get(path) == 16, "with more heads it counts again"
        assert shown_value(field_specification(document, path), document, path) == heads
        assert animation_range(document, path) == (1, heads)
