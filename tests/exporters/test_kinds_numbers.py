"""What each kind of export offers, shows and writes, for several subjects and choices, is what is kept."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from pydantic import ValidationError

from peviewer.base.parameters import Parameters
from peviewer.document.document import Document
from peviewer.document.fields import compare_with, with_several
from peviewer.exporters.kinds.catalog import KINDS
from peviewer.exporters.kinds.choices import Subject
from peviewer.exporters.picture import Rendered
from tests.asked import Asked, chosen, plain
from tests.numbers import check, numbers_in

SMALL = Document().edited(
    {"encoding.length": 40, "encoding.dim": 12, "encoding.first": -5, "shift.phi": 4.5}
)
ZOOM = {"position": (2.5, 19.5), "encoding/dimension": (0.5, 7.5), "dimension": (1.5, 4.5)}
SUBJECTS = {
    "one": Subject(SMALL, ("distance",), title="Mine"),
    "zoomed": Subject(SMALL.edited({"view.zoom": ZOOM}), ("encoding",), "dark"),
    "four": Subject(SMALL, ("shift", "distance", "waves", "encoding"), "dark"),
    "compared": Subject(compare_with(SMALL, "base=50"), ("vectors", "similarity")),
    "several": Subject(with_several(SMALL, "dim=8,12,16"), ("waves",)),
    "heads": Subject(SMALL.edited({"encoding.scheme": "alibi"}), ("bias",)),
    "grid": Subject(SMALL.edited({"encoding.scheme": "sincos"}), ("tiles", "encoding", "table")),
    "not shown": Subject(SMALL, ("bias",)),
}
PAGES = (
    {"positions": "3:9", "part": "matrix", "title": "Seen", "transparent": True},
    {"positions": "9:3"},
    {"part": "another", "columns": 2, "colormap": "magma", "caption": False},
    {"size": "4k", "theme": "slide-dark", "font_size": 30},
    {"size": "nature-double", "theme": "paper", "dimensions": ":4", "pairs": "1:3"},
    {"size": "pixels", "width": 700, "height": 2000, "marks": False},
    {"size": "inches", "wide": 6.5, "high": 1.25, "dpi": 200, "theme": "paper"},
)
CHOICES = {
    "picture": ({"format": "svg"}, {"format": "pdf", "size": "single", "theme": "paper"}, *PAGES),
    "clip": (
        {"format": "gif", "transparent": True, "seconds": 2, "fps": 10, "loop": "once"},
        {"format": "html", "path": "encoding.base", "start": 10, "stop": 500, "loop": "again"},
        {"path": "encoding.base", "start": 10, "stop": 10},
        {"path": "encoding.trained"},
        {"path": "pairwise.metric"},
        {"path": "cursor.position", "start": 3, "stop": 99},
        {"format": "gif", "fps": 120},
        *PAGES,
    ),
    "data": (
        {"format": "npz"},
        {"format": "npy", "array": "profile", "positions": "3:9"},
        {"format": "csv", "array": "profile"},
        {"format": "csv", "array": "another", "dimensions": "2:5"},
        {"format": "csv", "array": "marks"},
        {"positions": "9:3"},
    ),
    "code": (
        {"framework": "torch", "operator": True},
        {"framework": "jax", "figure": True},
        {"operator": True, "figure": True},
    ),
    "deck": (
        {"source": "chosen", "format": "pdf", "clips": True},
        {"source": "shift", "clips": True, "size": "4:3", "font_size": 40},
        {"theme": "paper", "size": "single", "transparent": True, "title": "Seen"},
        {"size": "pixels", "width": 1000, "height": 1500, "theme": "slide-dark"},
        {"size": "inches", "wide": 6.5, "high": 1.25, "colormap": "magma"},
        {"source": "another"},
    ),
}
MOST_LISTED = 8
"""Longer lists, as of all fields that move, are counted."""
EDITS = (
    ("size", "single"), ("theme", "slide-dark"), ("font_size", 20.0), ("size", "4k"), ("size", "inches"),
    ("theme", "paper"), ("size", "540p"), ("path", "encoding.base"), ("start", 7.0), ("stop", 90.0),
    ("path", "cursor.position"),
    ("format", "pdf"), ("format", "gif"), ("width", 50), ("columns", 3), ("source", "steps"),
)  # fmt: skip
MADE = {
    "peviewer.exporters.kinds.picture.rendered": Rendered(b"12345", ("the legend",)),
    "peviewer.exporters.clip.frames.frame_picture": b"123",
    "peviewer.exporters.deck.slide_page.slide_page": SimpleNamespace(png=lambda: b"1"),
    "peviewer.exporters.kinds.clip.write_clip": None,
    "peviewer.exporters.kinds.data.write_data": None,
    "peviewer.exporters.kinds.deck.write_deck": None,
    "peviewer.exporters.kinds.picture.write": None,
    "peviewer.exporters.kinds.code.write": None,
}


def said(error):
    """Return which kind an error is and, where the words are ours, its numbers."""
    numbers = [] if isinstance(error, ValidationError) else numbers_in(str(error))
    return {"refused": type(error).__name__, "numbers": numbers}


def described(choices, subject):
    """Return what the fields of a kind offer: values in their order, numbers of labels, and what is in force."""
    fields = choices.fields(subject)
    options = {
        name: [[value, *numbers_in(label)] for value, label in values.items()]
        for name, values in fields.options.items()
        if len(values) <= MOST_LISTED
    }
    return {
        "name": fields.suggested,
        "options": options,
        "counts": {name: len(values) for name, values in fields.options.items()},
        "hidden": sorted(fields.hidden),
        "effective": {name: rounded(value) for name, value in fields.effective.items()},
        "units": fields.units,
        "moments": fields.moments,
        "of panes": fields.of_panes,
    }


def rounded(value):
    return float(f"{value:.6g}") if isinstance(value, float) else plain(value)


def shown(choices, subject):
    """Return what the preview shows: numbers of its caption and its text, and what was asked of the painter."""
    moment = choices.fields(subject).moments // 3
    with Asked(MADE) as asked:
        made = choices.check(subject, moment)
    return {
        "caption": [made.caption.partition(" ")[0], *numbers_in(made.caption)],
        "text": [len(made.text.splitlines()), *numbers_in(made.text)[:12]],
        "missing": bool(made.missing),
        "ground": made.ground,
        "painted": calls(asked, subject),
    }


def written(choices, subject):
    """Return what is asked of what writes the file."""
    with Asked(MADE) as asked:
        choices.write(subject, Path(f"a.{choices.format}"))
    return calls(asked, subject)


def calls(asked, subject):
    return {
        name: [part(value, subject) for value in (*values, *named_values.values())]
        for name, (values, named_values) in asked.calls.items()
    }


def part(value, subject):
    """Return an argument: of a Document what is not the subject's, of others what is not by default."""
    if isinstance(value, Document):
        changed = sorted(value.changed_paths(subject.document))
        return {path: plain(value.get(path)) for path in changed}
    if isinstance(value, bytes):
        return len(value)
    if isinstance(value, Parameters):
        fields = chosen(value)
        fields.pop("document", None)
        return fields
    if isinstance(value, Path):
        return value.name
    return plain(value)


def answered(answer, choices, subject):
    try:
        return answer(choices, subject)
    except ValueError as error:
        return said(error)


def asked_of(choices, subject):
    return {
        "fields": answered(described, choices, subject),
        "check": answered(shown, choices, subject),
        "write": answered(written, choices, subject),
    }


def edits(kind):
    """Return what is chosen after edits that follow one another."""
    choices = kind.remembered({})
    for name, value in EDITS:
        if name not in kind.model_fields:
            continue
        try:
            choices = choices.edited(name, value)
        except ValueError as error:
            yield f"{name} {value}", said(error)
        else:
            yield f"{name} {value}", chosen(choices)
    yield "another subject", chosen(choices.for_another())


def cases(name):
    kind = KINDS[name]
    found = {}
    for called, subject in SUBJECTS.items():
        found[f"{name}/{called}"] = asked_of(kind.remembered({}), subject)
    for values in CHOICES[name]:
        called = " ".join(f"{field}={value}" for field, value in values.items())
        found[f"{name}/{called}"] = asked_of(kind.remembered(values), SUBJECTS["one"])
    found[f"{name}/edits"] = dict(edits(kind))
    return found


def all_cases():
    return {case: now for name in KINDS for case, now in cases(name).items()}


@pytest.mark.parametrize("name", KINDS)
def test_a_kind_of_export_offers_and_shows_what_is_kept(name):
    check("exporters/kinds", cases(name))
