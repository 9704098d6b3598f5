"""What every pane keeps: drawn or one sentence, live and on paper, as A and B, in files, in words that are so."""

import re
from math import isfinite

import numpy as np
import pytest

from peviewer.base.specification import specification
from peviewer.document.document import Document, DocumentError
from peviewer.document.fields import compare_with
from peviewer.exporters.data.write import write_data
from peviewer.figures.alt_text import alt_text
from peviewer.figures.grammar import Curve, Heatmap, Listing, Note
from peviewer.figures.palette import DARK, channels
from peviewer.figures.panes.catalog import PANES
from peviewer.model.encodings.catalog import SCHEMES
from tests.live.texts import canvas_of, collisions, written
from tests.opened import read
from tests.served import served, with_layers

EVERY_PANE = pytest.mark.parametrize("name", list(PANES))

# Off the default: turned, of odd and tiny sizes, far out, with content, as a query and key, as
# biases.
OFF_DEFAULT = {
    "turned and odd": {"encoding.dim": 7, "encoding.first": -20, "view.transposed": True, "view.raw": True},
    "one number": {"encoding.dim": 1},
    "one pair": {"encoding.dim": 2, "encoding.length": 7},
    "one position": {"encoding.length": 1, "encoding.first": 7, "binary.bits": 1},
    "two positions, far out": {"encoding.length": 2, "encoding.first": 9 * 10**15, "encoding.dim": 4},
    "enormous": {"encoding.length": 10_000_000, "encoding.dim": 64},
    "content": {"content.kind": "normal", "content.scaled": True, "encoding.layout": "flipped"},
    "words": {"encoding.sentence": "one two One three", "encoding.length": 9, "encoding.first": -1,
              "content.kind": "words", "vectors.shows": "parts", "shift.phi": 2.0},
    "words without a sentence": {"content.kind": "words", "vectors.shows": "parts"},
    "a turn a position": {"encoding.scheme": "timestep", "encoding.dim": 2, "encoding.scale": 6.2831853},
    "lone rotary pair": {"encoding.scheme": "rope", "encoding.dim": 2, "encoding.scaling": "linear"},
    "part of two pairs": {"encoding.scheme": "rope", "encoding.dim": 4, "encoding.rotated": "part",
                          "encoding.length": 20, "encoding.trained": 8},
    "slow rotary pair": {"encoding.scheme": "rope", "encoding.dim": 2, "encoding.length": 3},
    "one slow pair of three": {"encoding.scheme": "rope", "encoding.dim": 6, "encoding.base": 30.0,
                               "encoding.length": 50},
    "none above": {"encoding.scheme": "rope", "encoding.dim": 2, "encoding.length": 9, "encoding.trained": 8,
                   "encoding.scaling": "linear"},
    "lossy": {"encoding.scheme": "xpos", "encoding.length": 2, "encoding.dim": 2},
    "one head": {"encoding.scheme": "alibi", "encoding.heads": 1, "encoding.length": 2},
    "one bucket in use": {"encoding.scheme": "t5", "encoding.length": 1},
    "few buckets": {"encoding.scheme": "t5", "encoding.bucket_count": 4, "encoding.max_distance": 3,
                    "encoding.length": 2},
}  # fmt: skip

THINGS = "positions|turns|pairs|heads|rows|numbers|biases|distances|dimensions|lags|keys|claims"
ONE_OF_SEVERAL = re.compile(
    rf"(?<![\d.,\u2009×])1 (?:{THINGS})\b|\bof 1 (?:{THINGS})\b|\b1 of 1 pair"
)
PLURAL = "(?:are|have|come|complete|hold)"
VERB = re.compile(  # "0 of 1 bias of head 1 are", "1 of 64 pairs, shaded, come", "1 of the buckets hold"
    rf"\bof 1 \w+( of [a-z]+ \w+| never)? {PLURAL}\b"
    rf"|(?<![\d\u2009.,])1 of (the \w+|\d+ \w+( of [a-z]+ \w+| never)?)(, [^,.]*,)? {PLURAL}\b"
    r"|\b1 distance have\b|\b(all|the) 1\b|\b1, fast|\bat 0 of the\b|\bfrom (\S+) to \6 (across|downwards)",
    re.IGNORECASE,
)


def sound(figure, is_whole=True):
    """Assert that axes are ranges, colours too, and that what is drawn is drawn of numbers."""
    assert figure.title or not figure.panels
    for panel in figure.panels:
        for axis in (panel.x, panel.y):
            low, high = axis.limits
            assert isfinite(high - low)
            assert low <= axis.shown[0] < axis.shown[1] <= high
            assert axis.cursor is None or axis.cursor in type(Document().cursor).model_fields
        for mark in panel.marks:
            if isinstance(mark, Heatmap):
                assert mark.levels[0] < mark.levels[1]
                rows, columns = mark.raster.shape
                for axis, start, count in ((panel.x, mark.x0, columns), (panel.y, mark.y0, rows)):
                    assert (
                        not is_whole
                        or axis.limits[0] <= start - 0.5 < start + count - 0.5 <= axis.limits[1]
                    )
                some = np.arange(min(3, rows)), np.arange(min(3, columns))
                expected = (len(some[0]), len(some[1]))
                assert mark.raster.sample(*some).shape == expected
            elif isinstance(mark, Curve):
                x, y = mark.series.sample(*panel.x.shown, 100)
                assert len(x) == len(y)


@EVERY_PANE
def test_each_scheme_is_drawn_or_refused_in_one_sentence(name):
    pane = PANES[name]
    drawn = 0
    for scheme, kind in SCHEMES.items():
        short = {} if "length" in kind.derived_fields else {"encoding.length": 20}
        document = Document().edited({"encoding.scheme": scheme, **short})
        document = with_layers(document) if name == "layers" else document
        figure = pane.figure(document)
        said = pane.explanation(document)
        notes = [
            mark.text for panel in figure.panels for mark in panel.marks if isinstance(mark, Note)
        ]
        assert figure.name == name
        if isinstance(document.encoding, pane.needs):
            drawn += 1
            sound(figure)
            assert figure.title
            assert pane.reason_empty(document) == ""
            assert not notes or (name, scheme) == (
                "tiles",
                "learned",
            )  # an example whose rows are no patches
            assert pane.formula(document).mathtext == figure.formula
            assert pane.formula_text(document)
            assert said.count(".") >= 1 + (scheme == "sinusoidal")
            continue
        assert notes == [said] == [pane.reason_empty(document)]
        assert said == pane.caption(document) == pane.depends_on(document)
        assert said.startswith(f"{kind.title} gives {kind.gives}; {pane.title} shows ")
        assert said.count(".") == 1
        assert not pane.formula_text(document)
    assert drawn
    assert pane.summary


@pytest.mark.nightly
@EVERY_PANE
def test_off_the_default_it_is_drawn_and_one_is_not_several(name):
    pane = PANES[name]
    for case, changes in OFF_DEFAULT.items():
        document = Document().edited(changes | {"shift.phi": 6.2831853})
        figure = pane.figure(document)
        sound(figure)
        listed = [
            mark for panel in figure.panels for mark in panel.marks if isinstance(mark, Listing)
        ]
        rows = [" ".join(row) for listing in listed for row in listing.rows if name != "properties"]
        claims = [
            " ".join(row[1:]) for listing in listed for row in listing.rows if name == "properties"
        ]
        assert not any(VERB.search(claim) for claim in claims), case
        facts = [f"{panel.title} {panel.fact}" for panel in figure.panels]
        for said in (pane.explanation(document), alt_text(figure), figure.title, *facts, *rows):
            plain = said.replace("*", "")
            assert not re.search(r"\b(nan|inf|None)\b", plain), (case, said)
            assert not ONE_OF_SEVERAL.search(plain), (case, said)
            assert not VERB.search(plain), (case, said)


def alternatives(document, path):
    """Return other values of a field."""
    section, _, name = path.partition(".")
    spec = specification(type(getattr(document, section)), name)
    value = document.get(path)
    if name == "zoom":
        windows = {"position": (2.0, 10.0), "dimension": (1.0, 3.0), "bit": (0.0, 3.0), "pair": (0.0, 2.0),
                   "lag": (-2.0, 3.0), "value": (-0.5, 0.5), "distance/position": (3.0, 9.0)}  # fmt: skip
        return [{quantity: window} for quantity, window in windows.items()]
    if spec.kind == "bool":
        return [not value]
    if spec.kind == "choice":
        return [choice for choice in spec.choices if choice != value]
    if spec.kind in ("int", "float"):
        return [other for other in (value + 1, value - 1) if spec.minimum < other <= spec.maximum]
    return []


@pytest.mark.nightly
@EVERY_PANE
def test_what_it_does_not_read_does_not_change_its_picture(name):
    pane = PANES[name]
    edited_document = Document().edited(
        {"encoding.length": 60, "encoding.dim": 12, "encoding.first": -7}
    )
    document = served(name, edited_document)
    before = pane.figure(document)
    read_before = pane.depends_on(document)
    figure = pane.figure(Document.from_json(document.to_json()))
    assert figure == before, "drawn twice it is the same"
    unread = 0
    for path in document.paths():
        for value in alternatives(document, path):
            try:
                after = document.edited({path: value})
            except DocumentError:  # an odd number of dimensions, where a scheme has none
                continue
            if pane.depends_on(after) == read_before:
                unread += 1
                assert pane.figure(after) == before, f"draws {path} = {value} but does not read it"
    assert unread


def two(name):
    """Return a Document of two schemes that the pane shows."""
    edited_document = Document().edited(
        {"encoding.length": 60, "encoding.dim": 16, "shift.phi": 7.0}
    )
    document = served(name, edited_document)
    field = next(
        field
        for field in ("base", "heads", "bucket_count", "values")
        if hasattr(document.encoding, field)
    )
    return compare_with(
        document,
        f"{field}={ {'base': 100, 'heads': 3, 'bucket_count': 8, 'values': 'ramp'}[field] }",
    )


@EVERY_PANE
def test_it_is_drawn_of_a_and_b_and_of_their_difference(name):
    pane = PANES[name]
    document = two(name)
    for shows in ("both", "difference"):
        chosen = document.edited({"compare.shows": shows})
        figure = pane.figure(chosen)
        sound(figure)
        assert figure.panels
        assert pane.depends_on(chosen) != pane.depends_on(chosen.without_comparison)
        assert alt_text(figure)
        assert re.search(r"\bB\b", pane.explanation(chosen))
    for scheme in ("sinusoidal", "xpos", "t5", "learned", "sincos", "swin"):
        mixed = compare_with(document.without_comparison, f"scheme={scheme}").edited(
            {"compare.shows": "difference"}
        )
        sound(pane.figure(mixed), is_whole=False)  # both are shown where both are
        assert alt_text(pane.figure(mixed.edited({"compare.shows": "both"})))
    other = document.edited(
        {"compare.against": Document().edited({"encoding.scheme": "alibi"}).encoding}
    )
    if not pane.draws_comparison_itself and not pane.serves(
        other.edited({"encoding.scheme": "alibi", "compare.against": None})
    ):
        actual = pane.figure(other).panels[-1].marks
        assert actual == (Note(f"B: {pane.reason_empty(other.compared_document)}"),)


def test_what_shows_b_alone_depends_on_a_too_which_its_title_names():
    pane = PANES["scaling"]
    document = compare_with(Document(), "scheme=rope")
    shorter = document.edited({"encoding.length": 60})
    assert pane.figure(shorter).title != pane.figure(document).title
    assert pane.depends_on(shorter) != pane.depends_on(document)


def colours(pixels):
    """Count colours, each as one number: rows of three bytes are far slower to sort."""
    return len(np.unique(pixels.astype(np.uint32) @ (1 << 16, 1 << 8, 1)))


@EVERY_PANE
def test_it_is_painted_live_and_no_word_is_cut(qtbot, patient, name):
    from peviewer.live.tables.panel import TablePanel
    from peviewer.live.view import FigureView

    view = FigureView(DARK)
    qtbot.addWidget(view, before_close_func=lambda shown: shown.dispose())
    view.resize(560, 380)
    figure = PANES[name].figure(two(name).without_comparison)
    view.set_figure(figure)
    with qtbot.waitExposed(view):
        view.show()
    texts = written(canvas_of(view), 2)
    assert [text.words for text in texts if text.is_cut] + collisions(texts) == []
    image = view.grab().toImage()
    image = image.convertToFormat(image.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    pixels = rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3)
    seen = 0
    for shown in view.panels:
        is_table = isinstance(shown, TablePanel)
        area = shown.table.geometry() if is_table else shown.area.sceneBoundingRect().toRect()
        if not is_table and not (shown.area.isVisible() and shown.panel.marks):
            continue  # an expression that has no room, or an empty place
        drawn = pixels[area.top() : area.bottom() + 1, area.left() : area.right() + 1]
        ground = (drawn == channels(DARK.panel)).all(axis=2).mean()
        assert ground < 0.5 or colours(drawn) > 2  # one colour covers most, as of an envelope
        seen += 1
    assert seen


@EVERY_PANE
def test_its_data_are_written_and_open_again(tmp_path, name):
    document = two(name).without_comparison
    target = tmp_path / "numbers.npz"
    write_data(PANES[name], document, target)
    assert read(target) == document
    with np.load(target, allow_pickle=False) as arrays:
        numbers = [arrays[key] for key in arrays if key not in ("document", "about")]
    assert any(part.size for part in numbers)
