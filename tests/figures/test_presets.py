"""Presets: each loads under its stable name and draws in every pane."""

import pytest

from peviewer.base.words import UnknownName
from peviewer.document.document import Document, DocumentError
from peviewer.figures import presets as module
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import DEFAULT, groups, preset, presets

NAMES = ["shift", "paper", "first-64", "endpoint", "binary", "steps"]


def test_names_are_stable():
    assert set(NAMES) <= set(presets())
    assert next(iter(presets())) == DEFAULT == "shift"


def test_each_is_told_in_words():
    for name, found in presets().items():
        assert found.name == name
        assert found.title
        assert found.description.endswith((".", "!"))
        assert found.group
        assert found.document.view.panes
        assert set(found.document.view.panes) <= set(PANES)
    assert len({found.title for found in presets().values()}) == len(presets())


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("first-64", {"encoding.length": 1000, "encoding.dim": 500, "binary.bits": 10}),
        ("endpoint", {"encoding.length": 50, "encoding.dim": 100, "encoding.schedule": "endpoint"}),
        ("binary", {"encoding.length": 100, "encoding.dim": 512, "encoding.base": 1e6, "binary.bits": 10}),
        ("steps", {"encoding.length": 10, "encoding.dim": 6}),
        ("shift", {"encoding.length": 200, "encoding.dim": 256, "shift.phi": 100}),
        ("paper", {"encoding.dim": 512, "encoding.base": 1e4}),
    ],
)
def test_each_sets_what_its_source_shows(name, fields):
    document = preset(name).document
    assert {path: document.get(path) for path in fields} == fields


def test_groups_hold_every_preset_once_in_one_stretch():
    names = [preset.name for members in groups().values() for preset in members]
    assert names == list(presets())
    assert list(groups()) == [
        "Shift and linearity",
        "The original paper",
        "Sinusoids and binary counters",
        "Tensor2tensor and relative positions",
        "Positions as tokens",
        "Step by step",
        "Schemes",
    ]


def test_the_default_opens_the_four_standard_panes():
    assert preset(DEFAULT).document.view.panes == ("encoding", "shift", "binary", "distance")


def test_the_first_is_zoomed_to_64_by_64():
    zoom = preset("first-64").document.view.zoom
    assert zoom == {"position": (-0.5, 63.5), "dimension": (-0.5, 63.5)}


@pytest.mark.parametrize("pane", PANES)
@pytest.mark.parametrize("name", presets())
def test_each_draws_in_every_pane(name, pane):
    figure = PANES[pane].figure(preset(name).document)
    assert figure.name == pane
    assert figure.panels


@pytest.mark.parametrize("name", presets())
def test_each_survives_json(name):
    document = preset(name).document
    assert Document.from_json(document.to_json()) == document


def test_an_unknown_name_is_refused_with_a_suggestion():
    with pytest.raises(UnknownName, match=r"^'papr' is not a preset; did you mean paper\?$"):
        preset("papr")
    with pytest.raises(UnknownName, match="is not a preset; there are: shift, overlay"):
        preset("x")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "resource", lambda *parts: tmp_path)
    presets.cache_clear()
    yield tmp_path
    presets.cache_clear()


_HEAD = 'title = "{0}"\ndescription = "One."\ngroup = "Mine"\norder = {1}\n'


def test_a_preset_is_one_file(folder):
    (folder / "b.toml").write_text(_HEAD.format("B", 2) + "[document.encoding]\ndim = 4\n")
    (folder / "a.toml").write_text(_HEAD.format("A", 3) + "[document.encoding]\ndim = 8\n")
    assert list(presets()) == ["b", "a"]
    assert presets()["a"].document == Document().edited({"encoding.dim": 8})


def test_a_preset_that_sets_what_is_not_allowed_is_named(folder):
    (folder / "bad.toml").write_text(_HEAD.format("Bad", 1) + "[document.encoding]\ndim = 0\n")
    with pytest.raises(DocumentError, match=r"^preset bad: encoding.dim = 0 is not allowed"):
        presets()
