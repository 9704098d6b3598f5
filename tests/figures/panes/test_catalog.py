"""All panes alike: pure, complete in what they read, and drawn for every Document."""

from dataclasses import replace

import pytest

from peviewer.base.parameters import specification
from peviewer.base.words import UnknownName
from peviewer.document.document import Document, DocumentError
from peviewer.figures.grammar import Axis, Figure, Heatmap, Rule
from peviewer.figures.palette import PALETTES, colormap, themed_colormap
from peviewer.figures.panes.catalog import PANES, pane
from peviewer.figures.presets import preset
from peviewer.model.encodings.catalog import SCHEMES
from tests.served import served

ALIBI = Document().edited({"encoding.scheme": "alibi", "encoding.heads": 6})
EVERY_PANE = pytest.mark.parametrize("name", PANES)
DRAWN = {name: served(name, Document()) for name in PANES}
BASES = {
    "default": Document(),
    "odd": Document().edited({"encoding.dim": 7, "encoding.first": -20, "view.transposed": True}),
    "first-64": preset("first-64").document,
    "raw": Document().edited({"view.raw": True, "view.colormap": "grey", "pairwise.metric": "cosine"}),
    "tiny": Document().edited({"encoding.length": 1, "encoding.dim": 1, "binary.bits": 1}),
    "alibi": ALIBI,
    "alibi-far": ALIBI.edited({"encoding.length": 10_000_000, "encoding.first": -7, "bias.head": 3}),
    "t5": Document().edited({"encoding.scheme": "t5", "encoding.first": -7}),
    "rope": Document().edited({"encoding.scheme": "rope", "encoding.rotated": "part", "encoding.length": 5000}),
    "llama": Document().edited({"encoding.scheme": "rope", "encoding.scaling": "llama3", "encoding.first": -50}),
    "timestep": Document().edited({"encoding.scheme": "timestep", "encoding.dim": 6}),
    "huge": Document().edited({"encoding.length": 10_000_000, "encoding.dim": 65_536}),
}
WINDOWS = [
    {"position": (2.0, 10.0)},
    {"dimension": (1.0, 3.0)},
    {"bit": (0.0, 3.0)},
    {"pair": (0.0, 2.0)},
    {"lag": (-2.0, 3.0)},
    {"value": (-0.5, 0.5)},
    *({f"{name}/position": (3.0, 9.0)} for name in PANES),
]


def _alternatives(document, path):
    section, _, name = path.partition(".")
    spec, value = specification(type(getattr(document, section)), name), document.get(path)
    if name == "zoom":
        return WINDOWS
    if spec.kind == "bool":
        return [not value]
    if spec.kind == "choice":
        return [choice for choice in spec.choices if choice != value]
    if spec.kind in ("int", "float"):
        return [other for other in (value + 1, value - 1, value + 5) if spec.minimum < other <= spec.maximum]
    return []


@pytest.mark.sampled(12)
@pytest.mark.parametrize(
    ("base", "name"),
    [(base, name) for k, base in enumerate(BASES) for j, name in enumerate(PANES) if k == 0 or (j + k) % 2],
)
def test_what_a_pane_does_not_read_does_not_change_its_picture(name, base):
    document = BASES[base]
    before = PANES[name].figure(document)
    for path in document.paths():
        for value in _alternatives(document, path):
            try:
                after = document.edited({path: value})
            except DocumentError:  # an odd number of dimensions, where a scheme has none
                continue
            if PANES[name].read(after) == PANES[name].read(document):
                assert PANES[name].figure(after) == before, f"{name} draws {path} = {value} but does not read it"


@pytest.mark.sampled
@EVERY_PANE
@pytest.mark.parametrize("base", BASES)
def test_drawing_twice_gives_equal_figures(name, base):
    document = BASES[base]
    again = Document.from_json(document.to_json())
    assert PANES[name].figure(document) == PANES[name].figure(again)
    assert PANES[name].read(document) == PANES[name].read(again)


@pytest.mark.parametrize(
    ("name", "path", "value"),
    [
        ("encoding", "shift.operator", "flipped"),
        ("encoding", "pairwise.metric", "dot"),
        ("binary", "shift.operator", "flipped"),
        ("distance", "cursor.other", 5),
        ("distance", "cursor.bit", 3),
        ("shift", "cursor.other", 5),
        ("shift", "shift.speed", 3.0),
        ("shift", "binary.bits", 3),
        ("frequencies", "content.kind", "ones"),
        ("frequencies", "cursor.pair", 3),
        ("angles", "shift.phi", 3.0),
        ("waves", "cursor.position", 5),
        ("vectors", "shift.phi", 3.0),
        ("similarity", "shift.phi", 3.0),
        ("similarity", "cursor.other", 5),
        ("statistics", "shift.phi", 3.0),
        ("statistics", "cursor.position", 5),
    ],
)
def test_a_pane_stays_still_while_others_move(name, path, value):
    document = Document()
    assert PANES[name].read(document.edited({path: value})) == PANES[name].read(document)


@pytest.mark.sampled
@EVERY_PANE
@pytest.mark.parametrize("base", BASES)
def test_figures_are_sound(name, base):
    figure = PANES[name].figure(BASES[base])
    assert figure.name == name
    assert figure.title
    for panel in figure.panels:
        for axis in (panel.x, panel.y):
            assert axis.limits[0] < axis.limits[1]
            low, high = axis.shown
            assert axis.limits[0] <= low < high <= axis.limits[1]
            assert axis.cursor is None or axis.cursor in type(Document().cursor).model_fields
        for mark in panel.marks:
            if isinstance(mark, Heatmap):
                assert mark.levels[0] < mark.levels[1]
                rows, columns = mark.raster.shape
                assert panel.x.limits == (mark.x0 - 0.5, mark.x0 + columns - 0.5)
                assert panel.y.limits == (mark.y0 - 0.5, mark.y0 + rows - 0.5)
                for palette in PALETTES.values():
                    assert colormap(themed_colormap(mark.colormap, palette)).shape == (256, 3)


@EVERY_PANE
def test_a_pane_tells_what_it_is(name):
    found = pane(name)
    assert found.name == name
    assert found.title
    assert found.summary
    document = DRAWN[name]
    assert found.explanation(document).count(".") >= 2
    assert found.formula_text(document)
    for path in found.choices:
        Document().get(path)


def test_names_are_stable():
    assert {"encoding", "shift", "binary", "distance"} <= set(PANES)


def test_an_unknown_pane_is_refused_with_a_suggestion():
    with pytest.raises(UnknownName, match=r"^'distanc' is not a pane; did you mean distance\?$"):
        pane("distanc")


def test_a_figure_needs_a_height_for_every_row():
    with pytest.raises(ValueError, match="1 heights for 2 rows"):
        Figure("X", ((), ()))


def test_an_axis_shows_its_window_or_everything():
    assert Axis("position", "", (0, 9)).shown == (0, 9)
    assert Axis("position", "", (0, 9), (2, 3)).shown == (2, 3)


@pytest.mark.parametrize("whole", [pane for pane in PANES.values() if pane.parts])
def test_each_part_of_a_pane_can_be_shown_alone(whole):
    documents = [Document().edited({"encoding.scheme": scheme}) for scheme in SCHEMES]
    # Some parts are of some schemes only: one at least has them all.
    document = next(some for some in documents if set(whole.figure(some).names) == set(whole.parts))
    figure = whole.figure(document)
    for part in whole.parts:
        alone = pane(f"{whole.name}.{part}").figure_for_file(document)
        own = tuple(p for p, name in zip(figure.panels, figure.names, strict=True) if name == part)
        assert tuple(replace(p, legend=one.legend) for p, one in zip(alone.panels, own, strict=True)) == own
        others = [p for p in figure.panels if p not in own and p.legend]
        elsewhere = {mark.label for p in others for mark in p.legend_marks if not isinstance(mark, Rule)}
        unnamed = [mark for p in alone.panels if not p.legend for mark in p.legend_marks]
        # What another panel's legend names is named without it, too; a rule has its name beside it.
        assert elsewhere.isdisjoint(mark.label for mark in unnamed if not isinstance(mark, Rule)), part
        assert len(alone.heights) == len(alone.rows) > 0


def test_what_is_no_part_is_refused_in_one_line():
    with pytest.raises(UnknownName, match="'matix' is not a part of distance; did you mean matrix"):
        pane("distance.matix")
    with pytest.raises(UnknownName, match="not a part of encoding; there are none"):
        pane("encoding.heatmap")
    small = Document().edited({"encoding.dim": 8})
    with pytest.raises(DocumentError, match="Operator has no part blocks here"):
        pane("operator.blocks").figure_for_file(small)
    assert pane("operator.ways").figure_for_file(small).rows
