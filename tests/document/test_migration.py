"""Sessions of earlier formats: they mean what they meant."""

import json

import pytest

from peviewer.document.document import Document

ALONE, BESIDE = ["encoding", "score", "precision"], ["score", "bias"]
KEPT, TURNED = (10, 99), (-99, -10)


def session(panes, **more):
    zoom = {"lag": KEPT, "score/lag": KEPT, "bias/lag": KEPT, "position": KEPT}
    view = {"panes": panes, "zoom": zoom}
    return {"view": view, "cursor": {"lag": 37, "pinned": ["lag"]}, **more}


@pytest.mark.parametrize(
    ("written", "lag", "zoom"),
    [
        ({"peviewer": 1, **session(ALONE)}, -37, TURNED),
        ({"peviewer": 1, **session(BESIDE)}, 37, KEPT),
        ({"peviewer": 1, **session(["bias"])}, 37, KEPT),
        ({"peviewer": 1, **session(["bias"], made={"panes": ["score.bound"]})}, -37, TURNED),
        ({"peviewer": 2, **session(ALONE)}, 37, KEPT),
    ],
)
def test_lags_that_score_alone_showed_were_counted_back(written, lag, zoom):
    document = Document.from_json(json.dumps(written))
    assert (document.cursor.lag, document.view.zoom["lag"]) == (lag, zoom)
    assert document.view.zoom["score/lag"] == (TURNED if written["peviewer"] == 1 else KEPT)
    assert document.view.zoom["bias/lag"] == document.view.zoom["position"] == KEPT
    assert Document.from_json(document.to_json()) == document


@pytest.mark.parametrize("view", ["3", '{"panes": 3, "zoom": 3}', '{"panes": ["score", 3], "zoom": {"lag": "all"}}'])
def test_what_is_not_allowed_is_left_to_be_told(view):
    with pytest.raises(ValueError, match="view"):
        Document.from_json(f'{{"peviewer": 1, "view": {view}}}')
