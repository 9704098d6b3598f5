"""What stands on the screen is what a new view of the same Figure paints: of every pane, after edits of all kinds."""

from random import Random

import pytest

from peviewer.document.document import Document, DocumentError
from peviewer.document.fields import compare_with
from peviewer.figures.palette import DARK, LIGHT
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import DEFAULT, preset, presets
from peviewer.model.encodings.catalog import SCHEMES
from tests.screen import different_pixels, settle, standing
from tests.served import served

NAMES = list(PANES)
SIZES = (520, 360), (430, 400)

B = {"base": 100, "heads": 3, "bucket_count": 8, "values": "ramp"}
"""What B has otherwise, by the field that its scheme has."""
WINDOWS = {
    "position": (60.0, 90.0),
    "pair": (2.0, 9.0),
    "lag": (-20.0, 30.0),
    "dimension": (3.0, 20.0),
}
EDITS = {
    "base": {"encoding.base": 500.0, "encoding.heads": 4},
    "layout": {"encoding.layout": "concatenated"},
    "marks": {"cursor.position": 31, "cursor.head": 2, "shift.phi": 12.66},
    "size": {"encoding.length": 150, "encoding.dim": 64, "encoding.first": 40},
    "transposed": {"view.transposed": True},
    "difference": {"compare.shows": "difference"},
    "zoomed": {"compare.against": None, "view.zoom": WINDOWS},
    "odd": {"view.zoom": {}, "encoding.dim": 7},
}
STEPS = (
    *("base", "layout", "undone", "marks", "dark", "size", "transposed", "resized"),
    *("compared", "difference", "zoomed", "odd", "scheme", "first"),
)


# ---- a new view


@pytest.fixture
def new_view(qtbot, qapp, patient):
    """Return a function that shows a view in a window of its own, at a place in it, closed at the end."""
    from PySide6.QtCore import QPoint
    from PySide6.QtWidgets import QWidget

    from peviewer.live.view import FigureView

    windows = []  # kept by nothing else

    def new_view(palette, size, at=None, like=None):
        window, at = QWidget(), at or QPoint(0, 0)
        windows.append(window)
        view = FigureView(palette, window)
        qtbot.addWidget(window, before_close_func=lambda _: view.dispose())
        if like is not None:
            window.setStyleSheet(like.styleSheet())
            window.setPalette(like.palette())
            window.setFont(like.font())
        view.move(at)
        view.resize(*size)
        window.resize(at.x() + size[0], at.y() + size[1])
        with qtbot.waitExposed(window):
            window.show()
        return view

    return new_view


def wrong_pixels(view, new):
    """Return how many pixels of a view stand otherwise than those of a new one with the same Figure, and where."""
    new.set_type_scale(view.type_scale)
    new.set_figure(view.figure())
    settle(new)
    differs = different_pixels(standing(view), standing(new))
    new.dispose()
    new.window().close()
    if not len(differs):
        return ""
    return (
        f"{len(differs)} pixels from {differs.min(axis=0)} to {differs.max(axis=0)} (down, across)"
    )


# ---- one view


def edited(name, document, step):
    """Return the Document of the next step, as far as its scheme has the fields."""
    if step == "compared":
        field = next(field for field in B if hasattr(document.encoding, field))
        return compare_with(document, f"{field}={B[field]}")
    if step == "scheme":
        return of_another_scheme(name, document)
    try:
        return document.edited(
            {path: value for path, value in EDITS[step].items() if path in document.paths()}
        )
    except DocumentError:  # an odd number of dimensions, where a scheme has none
        return document


def of_another_scheme(name, document):
    others = [scheme for scheme in SCHEMES if scheme != document.encoding.scheme]
    for scheme in others[::-1]:
        try:
            other = document.edited({"encoding.scheme": scheme})
        except DocumentError:
            continue
        if PANES[name].serves(other):
            return other
    return document


@pytest.mark.parametrize("name", NAMES)
def test_a_view_stands_as_a_new_one_after_every_edit(new_view, name):
    size = SIZES[0]
    palette = LIGHT
    view = new_view(palette, size)
    first = served(name, Document())
    documents = [first]
    found = {}
    for step in STEPS:
        if step == "dark":
            palette = DARK
            view.set_palette(palette)
        elif step == "resized":
            size = SIZES[1]
            view.window().resize(*size)
            view.resize(*size)
        elif step in ("undone", "first"):
            documents.append(documents[-2] if step == "undone" else first)
        else:
            documents.append(edited(name, documents[-1], step))
        figure = PANES[name].figure(documents[-1])
        view.set_figure(figure)
        settle(view)
        if wrong := wrong_pixels(view, new_view(palette, size)):
            found[step] = wrong
    assert found == {}


# ---- the window

ACTS = 60
TOGETHER = 4  # panes
VALUES = {
    "encoding.scheme": (
        "sinusoidal",
        "rope",
        "alibi",
        "timestep",
        "t5",
        "sincos",
        "xpos",
        "kerple",
    ),
    "encoding.base": (100.0, 500.0, 1e4, 1e6),
    "encoding.length": (20, 60, 200, 1000),
    "encoding.dim": (7, 8, 32, 64, 256),
    "encoding.layout": ("interleaved", "concatenated", "flipped"),
    "encoding.schedule": ("paper", "endpoint"),
    "encoding.first": (0, -7, 40),
    "cursor.position": (0, 5, 17, 50, 199),
    "cursor.head": (1, 2),
    "shift.phi": (0.0, 12.66, -3.3, 100.0),
    "shift.operator": ("own", "interleaved", "concatenated"),
    "pairwise.metric": ("euclidean", "dot", "cosine"),
    "content.kind": ("none", "normal"),
    "compare.shows": ("both", "difference"),
    "view.transposed": (True, False),
    "view.raw": (True, False),
    "view.square": (True, False),
}
SHOWN = {"dark": "dark", "light": "light", "large": (1440, 900), "small": (1000, 640)}


def act(window, chance):
    """Do something at random to what a window shows; return what it was."""
    from peviewer.app.session.session import Session

    session: Session = window.session
    kind = chance.choices(
        ("edit", "preset", "undo", "redo", "look", "compare", "zoom"), (8, 2, 2, 1, 2, 1, 1)
    )[0]
    if kind == "preset":
        chosen = chance.choice([*presets().values()])
        panes = session.document.view.panes
        session.open(
            chosen.document.edited({"view.panes": panes, "view.arrangement": None}), chosen.title
        )
        return f"preset {chosen.name}"
    if kind in ("undo", "redo"):
        getattr(session.undo_stack, kind)()
        return kind
    if kind == "look":
        name = chance.choice([*SHOWN])
        window.resize(*SHOWN[name]) if name in ("large", "small") else window.choose_theme(name)
        return name
    if kind == "compare":
        field = next((field for field in B if hasattr(session.document.encoding, field)), None)
        is_alone = session.document.compare.against is None and field is not None
        other = (
            compare_with(session.document, f"{field}={B[field]}").compare.against
            if is_alone
            else None
        )
        session.edit({"compare.against": other})
        return kind
    if kind == "zoom":
        name = chance.choice([*WINDOWS])
        session.edit({"view.zoom": chance.choice([{}, {name: WINDOWS[name]}])}, undoable=False)
        return f"zoom {name}"
    path = chance.choice([path for path in VALUES if path in session.document.paths()])
    value = chance.choice(VALUES[path])
    session.edit({path: value})
    return f"{path}={value}"


@pytest.fixture
def window(qtbot, themed, tmp_path, patient):
    from peviewer.app.look.themes import Appearance
    from peviewer.app.session.session import Session
    from peviewer.app.session.settings import Settings
    from peviewer.app.window.window import MainWindow

    def end(window):
        window.close_without_asking()
        window.finish()

    chosen = preset(DEFAULT)
    session = Session(chosen.document, chosen.title)
    window = MainWindow(session, Settings(tmp_path), Appearance("light"))
    qtbot.addWidget(window, before_close_func=end)
    window.resize(*SHOWN["large"])
    with qtbot.waitExposed(window):
        window.show()
    return window


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, len(NAMES), TOGETHER))
def test_every_pane_of_a_window_stands_as_a_new_view_of_its_figure(window, new_view, first):
    from PySide6.QtCore import QPoint

    from peviewer.app.look.themes import shown_palette

    chance = Random(first)
    names = NAMES[first : first + TOGETHER]
    found = {}
    window.session.edit({"view.panes": tuple(names), "view.arrangement": None})
    seen = {}
    for number in range(ACTS):
        done = act(window, chance)
        settle(*(dock.view for dock in window.docks.values()))
        for name in window.area.shown:
            view = window.docks[name].view
            assert view.figure() == PANES[name].figure(window.session.document), (
                number,
                done,
                name,
            )
            shown = view.figure(), view.size(), shown_palette(), standing(view).tobytes()
            if (
                not view.isVisible() or seen.get(name) == shown
            ):  # else a sentence why there is no figure
                continue
            seen[name] = shown
            new = new_view(
                shown_palette(), view.size().toTuple(), view.mapTo(window, QPoint(0, 0)), window
            )
            if wrong := wrong_pixels(view, new):
                found[number, done, name] = wrong
    assert found == {}
