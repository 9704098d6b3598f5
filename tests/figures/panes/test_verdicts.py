"""What panes say of a claim is what `peviewer check` finds of it, and the number is the same."""

import json

import pytest

from peviewer.base.words import measured
from peviewer.cli.main import main
from peviewer.document.document import Document
from peviewer.figures.grammar import Rule
from peviewer.figures.panes.catalog import PANES

TABLES = [
    {"encoding.length": length, "encoding.dim": dim, "content.kind": kind, "shift.operator": operator, "shift.phi": 7.0}
    for length, dim, kind, operator in (
        (30, 8, "none", "own"), (30, 64, "ones", "own"), (30, 64, "none", "flipped"), (30, 511, "none", "own"),
        (400, 17, "normal", "flipped"), (400, 64, "normal", "own"),
    )
]  # fmt: skip


@pytest.fixture
def check(capsys):
    def checked(*arguments):
        """Return each claim's verdict and number, of A where there is a B, as the command gives them."""
        main(["check", "--json", *arguments])
        found = json.loads(capsys.readouterr().out)
        return {claim["name"]: (claim["verdict"], claim["value"]) for claim in
                (found["a"] if isinstance(found, dict) else found)}  # fmt: skip

    return checked


def rules(figure):
    return [mark.label for panel in figure.panels for mark in panel.marks if isinstance(mark, Rule)]


@pytest.mark.parametrize("changes", TABLES, ids=lambda changes: "-".join(map(str, changes.values())))
def test_panes_of_a_table_say_what_a_check_finds(check, changes):
    document, found = (
        Document().edited(changes),
        check("--set", *(f"{path}={value}" for path, value in changes.items())),
    )
    assert PANES["properties"].figure(document).panels[0].marks[0].verdicts == tuple(
        {"holds": True, "fails": False}.get(verdict) for verdict, _ in found.values()
    )
    for metric, claim in (("euclidean", "distance-by-lag"), ("dot", "dot-by-lag")):
        shown = document.edited({"pairwise.metric": metric})
        alike = PANES["distance"].explanation(shown).startswith("Every diagonal has one colour")
        assert found[claim][0] == ("holds" if alike else "fails"), claim
    steps = [label for label in rules(PANES["distance"].figure(document)) if label.startswith("neighbours")]
    verdict, value = found["constant-step"]
    known = ("fails", []), ("holds", [f"neighbours: {measured(value, 5)}"])
    near = (document.encoding.length, document.encoding.dim) == (30, 511)  # they differ by no more than rounding does
    assert (verdict, steps) in (*known, *([("undecided", [])] if near else []))
    norm = PANES["statistics"].explanation(document).startswith("Every vector has the same norm")
    assert found["constant-norm"][0] == ("holds" if norm else "fails")
    if document.encoding.dim % 2:
        assert "linear-shift" not in found or found["linear-shift"][0] == "fails"
        return
    moved = "That is not the table moved" not in PANES["shift"].explanation(document)
    assert found["linear-shift"][0] == ("holds" if moved else "fails")
    ways = PANES["operator"].figure(document.edited({"view.panes": ["operator"]})).panels[-1].marks[0]
    assert set(ways.verdicts) <= {moved, None}
