"""The public Python API: its names, and how little is loaded until one of them is used."""

import inspect
import json
import subprocess
import sys
from pathlib import Path
from types import FunctionType

import numpy as np
import pydantic
import pytest
from matplotlib.figure import Figure
from PIL import Image

import peviewer as pv
from peviewer.exporters.reading import open_file

ROOT = Path(pv.__file__).parents[1]
NAMES = (
    "Content Document DocumentError Sinusoidal animate code data deck export extend figure model pairwise panes "
    "presets schemes shift_matrix show"
).split()


def _loaded_after(code):
    """Return the modules that a fresh Python has loaded after `code`."""
    program = f"import sys\n{code}\nprint(*sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_every_name_is_there_sorted_says_what_it_is_and_is_completed():
    assert pv.__all__ == sorted(pv.__all__)
    assert set(NAMES) <= set(pv.__all__)
    assert {name for name in dir(pv) if not name.startswith("__")} == set(pv.__all__)
    assert [name for name in pv.__all__ if not (getattr(pv, name).__doc__ or "").strip()] == []


def _public_members():
    """Return every public method and property of the classes that peviewer exports, by a name for the test."""
    values = [getattr(pv, name) for name in pv.__all__]
    for owner in values:
        if not isinstance(owner, type):
            continue
        names = set().union(*map(vars, owner.__mro__))
        for name in sorted(names):
            if _is_public_member(owner, name):
                yield f"{owner.__name__}.{name}", getattr(owner, name)


def _is_public_member(owner, name):
    kind = next(kind for kind in owner.__mro__ if name in vars(kind))
    is_ours = kind.__module__.startswith("peviewer.")
    is_method = isinstance(vars(kind)[name], FunctionType | property | classmethod)
    return is_ours and is_method and not name.startswith("_")


def test_every_public_method_says_what_it_does():
    members = dict(_public_members())
    expected = {"Document.edited", "Rope.frequencies", "Sinusoidal.table", "T5.buckets"}
    assert expected <= members.keys()
    said = {name: inspect.getdoc(member) or "" for name, member in members.items()}
    assert [name for name, text in said.items() if not text.strip()] == []


@pytest.mark.slow
@pytest.mark.parametrize("imported", ["api.files", "exporters.picture"])
def test_export_is_a_plain_function_whatever_was_imported_before_and_after(imported):
    code = f"""
import types
import peviewer.{imported}
import peviewer as pv
assert type(pv.export) is types.FunctionType and pv.export.__doc__.startswith("Write a pane, or several")
assert pv.export is pv.api.files.export
before = pv.export
import peviewer.{imported}, peviewer.exporters.deck.slides, peviewer.cli.commands.export
assert pv.export is before and type(pv.exporters) is types.ModuleType
"""
    _loaded_after(code)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'peviewer' has no attribute 'Sinusodial'"):
        _ = pv.Sinusodial


def test_importing_peviewer_loads_next_to_nothing():
    loaded = _loaded_after("import peviewer")
    assert not loaded & {"PySide6", "matplotlib", "numpy", "pydantic"}


@pytest.mark.slow
def test_what_is_true_and_shown_loads_no_painter():
    code = (
        "import peviewer as pv; pv.Sinusoidal(length=5, dim=4).table(); pv.pairwise; pv.shift; pv.binary_table\n"
        "from peviewer import Document; Document.from_json(Document().to_json())\n"
        "from peviewer.figures.panes.catalog import PANES\n"
        "[pane.figure(Document()) for pane in PANES.values()]"
    )
    assert not _loaded_after(code) & {"PySide6", "matplotlib", "PIL"}


def test_names_work_together():
    encoding = pv.Sinusoidal(
        length=200, dim=256, base=10_000.0, schedule="paper", layout="interleaved", first=0
    )
    table = encoding.table()
    assert table.shape == (200, 256)
    assert encoding.frequencies().shape == encoding.wavelengths().shape == (128,)
    assert encoding.angles().shape == (200, 128)
    assert encoding.raster().shape == (200, 256)
    positions = np.array([0.5, 1e6])
    assert encoding.table(positions=positions).shape == (2, 256)
    turned = table @ pv.shift_matrix(encoding, 7).T
    assert np.allclose(turned, pv.shift(table, encoding, 7), atol=1e-12)
    profile = pv.profile(encoding, position=20, metric="dot")
    assert np.allclose(pv.pairwise(encoding, "dot")[20], profile)
    assert np.allclose(pv.pairwise(table), pv.pairwise(encoding), atol=1e-6)
    assert pv.lag_profile(encoding, [1, 2.5], metric="cosine").shape == (2,)
    assert pv.binary_table(100, bits=10).shape == (100, 10)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "pixels"),
    [
        ({"dpi": 50}, (500, 300)),
        ({"figsize": (4, 3), "dpi": 200}, (800, 600)),
        ({"size": (500, 400)}, (500, 400)),
        ({"size": "square"}, (1080, 1080)),
        ({"inches": "4x3", "dpi": 150}, (600, 450)),
    ],
)
def test_a_figure_takes_a_size_as_matplotlib_does_or_as_an_export(given, pixels):
    page = pv.figure(ENCODING, "encoding", **given)
    assert tuple(page.bbox.size.astype(int)) == pixels


def test_a_size_of_a_figure_is_given_once_and_in_a_form_that_is_known():
    with pytest.raises(
        ValueError, match=r"^figsize and size exclude each other: give one of them$"
    ):
        pv.figure(ENCODING, "encoding", figsize=(4, 3), size=(400, 300))
    with pytest.raises(ValueError, match=r"^figsize = 'big' is not allowed"):
        pv.figure(ENCODING, "encoding", figsize="big")


def test_a_figure_of_nothing_known_is_refused():
    with pytest.raises(ValueError, match="is not a pane"):
        pv.figure(pv.Sinusoidal(), "encodng")
    with pytest.raises(ValueError, match="colour"):
        pv.figure(pv.Sinusoidal(), "encoding", colour="red")


ENCODING = pv.Sinusoidal(length=30, dim=16)
SETS = ["--set", "encoding.length=30", "--set", "encoding.dim=16", "--set", "shift.phi=3"]


@pytest.mark.filterwarnings("ignore:.* has no room for")  # they are small
@pytest.mark.slow
def test_python_writes_what_the_command_line_writes(tmp_path, capsys):
    from peviewer.cli.main import main

    theirs = tmp_path / "theirs"
    ours = tmp_path / "ours"
    theirs.mkdir()
    ours.mkdir()
    page = ["--size", "640x600", "--no-title", "--theme", "slide-dark", "--columns", "1"]
    assert main(["export", "encoding,shift", "-o", str(theirs / "a.png"), *page, *SETS]) == 0
    look = {"size": "640x600", "title": False, "theme": "slide-dark", "columns": 1}
    pv.export(ENCODING, ["encoding", "shift"], ours / "a.png", preset="shift", phi=3, **look)
    assert main(["data", "shift", "-o", str(theirs / "a.csv"), *SETS]) == 0
    pv.data(ENCODING, "shift", ours / "a.csv", preset="shift", phi=3)
    for name in ("a.png", "a.csv"):
        assert (ours / name).read_bytes() == (theirs / name).read_bytes(), name
    assert main(["code", "--operator", *SETS]) == 0
    assert pv.code(ENCODING, preset="shift", operator=True, phi=3) == capsys.readouterr().out


def test_what_was_exported_can_be_exported_again(tmp_path):
    first = pv.export(ENCODING, "encoding", tmp_path / "a.png", size="480x360", phi=3)
    again = pv.data(pane="shift", target=tmp_path / "a.csv", session=first)
    assert again.read_bytes() == pv.data(ENCODING, "shift", tmp_path / "b.csv", phi=3).read_bytes()


@pytest.mark.parametrize(
    ("choices", "cause"),
    [
        ({"colour": "red"}, "colour is not a field"),
        ({"phi": float("nan")}, "shift.phi = nan is not allowed"),
        ({"size": "big"}, "size = 'big' is not allowed: it must be WIDTHxHEIGHT"),
        (
            {"size": (10, 400)},
            "width = 10 is not allowed: it must be a whole number from 100 to 16\u2009384",
        ),
        ({"size": "480x360", "inches": "6x4"}, "size and inches exclude each other"),
        (
            {"theme": "grey"},
            "theme = 'grey' is not allowed: it must be one of slide-light, slide-dark, paper",
        ),
        (
            {"font_size": 1},
            "font_size = 1 is not allowed: it must be a finite number from 4 to 200",
        ),
        ({"columns": 9}, "columns = 9 is not allowed"),
        ({"preset": "shfit"}, "did you mean shift"),
        ({"preset": "shift", "session": "a"}, "exclude each other"),
    ],
)
def test_wrong_choices_are_value_errors_that_name_the_field_and_what_is_allowed(
    choices, cause, tmp_path
):
    with pytest.raises(ValueError, match=cause):
        pv.export(panes="shift", target=tmp_path / "a.png", **{"encoding": ENCODING, **choices})
    assert not list(tmp_path.iterdir())


WRONG_PROPERTIES = [
    (
        {"content": "one"},
        "content = 'one' is not allowed: it must be one of none, ones, normal, words",
    ),
    (
        {"operator": "x"},
        "operator = 'x' is not allowed: it must be one of own, interleaved, concatenated, flipped",
    ),
    ({"phi": float("nan")}, "phi = nan is not allowed: it must be a finite number"),
    ({"phi": float("-inf")}, "phi = -inf is not allowed: it must be a finite number"),
]


def test_properties_take_the_words_of_the_command_line_and_refuse_others_in_one_line():
    given = pv.properties(ENCODING, content=pv.Content(kind="ones"))
    assert pv.properties(ENCODING, content="ones") == given
    assert not given["bounded"].holds
    assert pv.properties(ENCODING, operator="own") == pv.properties(ENCODING)
    for wrong, message in WRONG_PROPERTIES:
        with pytest.raises(ValueError, match=f"^{message}$"):
            pv.properties(ENCODING, **wrong)


def test_a_check_and_properties_shift_by_the_same_where_nothing_is_asked_for(capsys):
    from peviewer.cli.main import main

    assert main(["check", "--json", "--set", "encoding.length=30", "--set", "encoding.dim=16"]) == 0
    theirs = {claim["name"]: claim["detail"] for claim in json.loads(capsys.readouterr().out)}
    assert {claim.name: claim.detail for claim in pv.properties(ENCODING)} == theirs
    assert theirs["linear-shift"].endswith("φ = 100")


def test_a_name_goes_to_the_pane_that_is_drawn_unless_it_could_mean_several(tmp_path):
    from tests.opened import read

    def chosen(pane, **choices):
        return read(pv.data(ENCODING, pane, tmp_path / "a.csv", **choices))

    assert chosen("vectors", count=3).get("vectors.count") == 3
    both = chosen("clocks", pair=5, count=2)
    assert both.get("clocks.pair") == 5
    assert both.get("clocks.count") == 2
    assert both.get("vectors.count") == 8
    assert chosen("encoding", **{"cursor.pair": 5}).cursor.pair == 5
    with pytest.raises(ValueError, match=r"vectors.count or waves.count$"):
        pv.export(ENCODING, "vectors,waves", tmp_path / "a.png", count=2)
    with pytest.raises(ValueError, match=r"did you mean cursor\.pair"):
        pv.figure(ENCODING, "encoding", **{"cursor.pear": 5})


@pytest.mark.parametrize(
    ("length", "first", "row"), [(1, 0, 0), (7, 0, 6), (200, 0, 20), (50, 100, 0), (50, -90, 49)]
)
def test_a_profile_has_a_position_to_be_taken_from_at_every_length(length, first, row):
    encoding = pv.Sinusoidal(length=length, dim=8, first=first)
    table = encoding.table()
    np.testing.assert_allclose(pv.profile(encoding), table @ table[row], atol=1e-12)
    row_of_array = table[min(20, length - 1)]
    np.testing.assert_allclose(pv.profile(table), table @ row_of_array, atol=1e-12)


def test_schemes_are_called_as_people_call_them():
    t5 = pv.T5(bucket_count=32, max_distance=128, bidirectional=True)
    assert t5 == pv.T5(bucket_count=32)
    expected = [1, 0, 31]
    assert t5.buckets([-1, 0, 127]).tolist() == expected  # of transformers' T5Attention
    assert pv.Rope(scaling="yarn", factor=4).attention_factor == pytest.approx(1.1386294361)
    slopes = pv.Alibi(heads=2).slopes()
    assert slopes.tolist() == [2**-4, 2**-8]
    for name in ("rope", "alibi", "t5"):
        assert pv.Document(encoding={"scheme": name}).encoding.scheme == name
    assert pv.Kerple().by_lag([0, -5]).shape == pv.Sandwich().by_lag([0, -5]).shape == (8, 2)


# What picks some of twenty rows and eight columns, and what does not.
INDICES = [
    3,
    -1,
    np.int64(2),
    slice(3, 7),
    slice(None, None, -3),
    [1, 4],
    np.arange(20) % 2 == 0,
    (4, 2),
    (slice(2), slice(1, 4)),
    ([1, 2], -1),
]
WRONG_INDICES = [20, -21, "x", 1.5, (1, 2, 3), ([1, 2], [3, 4])]


def test_a_scheme_is_at_home_where_arrays_are():
    encoding = pv.Sinusoidal(length=20, dim=8, first=5)
    table = encoding.table()
    assert len(encoding) == 20
    assert np.array_equal(np.asarray(encoding), table)
    assert np.asarray(encoding, dtype=np.float32).dtype == np.float32
    for index in INDICES:
        assert encoding[index].shape == table[index].shape
        assert np.abs(encoding[index] - table[index]).max() < 1e-14
    for index in WRONG_INDICES:
        with pytest.raises(IndexError, match=r"index|indices|lists"):
            encoding[index]


WEIGHTS = np.arange(8.0)
CALCULATIONS = [
    lambda rows: rows + 1,
    lambda rows: 1 + rows,
    lambda rows: rows - 1,
    lambda rows: 1 - rows,
    lambda rows: rows * 2,
    lambda rows: WEIGHTS * rows,
    lambda rows: rows / 2,
    lambda rows: 2 / rows[1:],
    lambda rows: rows @ WEIGHTS,
    lambda rows: rows @ rows.T,
    lambda rows: -rows,
]


def test_a_scheme_with_a_table_is_calculated_with_and_walked_through_as_an_array():
    encoding = pv.Sinusoidal(length=300, dim=8, first=5)
    table = encoding.table()
    rows = list(encoding)
    np.testing.assert_allclose(rows, table, atol=1e-14)
    assert [word for word, _ in zip("abc", encoding, strict=False)] == ["a", "b", "c"]
    for calculate in CALCULATIONS:
        np.testing.assert_allclose(calculate(encoding), calculate(table), atol=1e-12)
    np.testing.assert_allclose(table.T @ encoding, table.T @ table, atol=1e-12)
    assert isinstance(encoding[3, 5], float)
    assert encoding[3, 5] == pytest.approx(table[3, 5])
    assert encoding.dtype == np.float64
    assert encoding.ndim == 2
    assert encoding.T.shape == (8, 300)


def test_a_scheme_without_a_table_has_no_rows():
    for scheme in (pv.Alibi(), pv.Rope()):
        with pytest.raises(TypeError, match=f"^{scheme.title} gives .*, and has no rows$"):
            list(scheme)


def test_a_part_of_a_table_that_would_not_fit_is_worked_out_alone():
    large = pv.Sinusoidal(length=10_000_000, dim=65_536)
    assert large[-2:, :3].shape == (2, 3)


def test_a_claim_is_found_by_its_name():
    found = pv.properties(pv.Sinusoidal(length=20, dim=8))
    assert found["unique"] is next(claim for claim in found if claim.name == "unique")
    with pytest.raises(ValueError, match="did you mean unique"):
        found["uniq"]


WRONG = [
    lambda it: pv.figure(panes=it), lambda it: pv.figure(panes=["encoding", 5]), lambda it: pv.animate(panes=it),
    lambda it: pv.export(panes=it, target="x.png"),
    lambda it: pv.export(it, "shift", 5), lambda it: pv.export(it, "shift"),
    lambda it: pv.data(pane=it, target="x.npy"), lambda it: pv.data(pane="shift", target=5),
    lambda it: pv.deck(target=it), lambda it: pv.figure(None, "shift", preset=it),
    lambda it: pv.figure(None, "shift", session=it),
    lambda it: pv.shift_matrix(3, 1), lambda it: pv.shift_matrix(it, "x"), lambda it: pv.binary_table("x"),
    lambda it: pv.PaneWidget(it), lambda it: pv.Own(5), lambda it: pv.load_table(5), lambda it: pv.load_scheme(None),
    lambda it: pv.profile(np.eye(3), 1.5), lambda it: pv.profile(np.eye(3), "x"),
    lambda it: pv.lag_profile(it, [1j]), lambda it: pv.figure(panes=np.eye(9)), lambda it: pv.load_table(np.eye(9)),
    lambda it: pv.shift_matrix(it, np.eye(9)), lambda it: pv.binary_table(np.eye(9)), lambda it: it.table([1j]),
    lambda it: pv.figure(pv.Sinusoidal, "distance"), lambda it: pv.figure(np.cos, "distance"),
    lambda it: pv.figure(it, "distance", ax=np.eye(9)),
]  # fmt: skip


def test_a_wrong_argument_is_one_line_that_names_it(qapp, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for wrong in WRONG:
        with pytest.raises(ValueError, match="is not allowed: ") as caught:
            wrong(pv.Sinusoidal(length=20, dim=8))
        assert len(str(caught.value)) < 200
        assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_data_come_first_and_fields_go_by_the_names_of_the_command_line(tmp_path):
    from tests.opened import read

    target = pv.data(ENCODING, "bias", tmp_path / "a.csv", scheme="alibi", heads=4, length=50)
    assert read(target).encoding == pv.Alibi(heads=4, length=50)
    for wrong in (
        lambda: pv.figure("shift", ENCODING),
        lambda: pv.data("shift", tmp_path / "b.csv", ENCODING),
    ):
        with pytest.raises(ValueError, match=r"the encoding comes first, then the panes"):
            wrong()


@pytest.mark.parametrize(
    ("write", "file"),
    [
        (pv.data, "a.gif"),
        (pv.data, Path("a.pptx")),
        *(
            (write, file)
            for write in (pv.export, pv.animate, pv.deck)
            for file in ("a.gif", "a.key", "shift.key")
        ),
    ],
)
def test_a_file_in_the_place_of_panes_is_known_as_one(write, file):
    with pytest.raises(
        ValueError, match=f'^panes are missing: .* export\\(encoding, "shift", "{file}"\\)'
    ):
        write(ENCODING, file)


def test_a_misspelt_part_of_a_pane_is_not_taken_for_a_file(tmp_path):
    with pytest.raises(ValueError, match="part of shift"):
        pv.deck(ENCODING, "shift.key", tmp_path / "a.pptx")


@pytest.mark.parametrize(
    ("name", "meant"), [("heatmap", "encoding"), ("softmax", "attention"), ("counter", "binary")]
)
def test_a_pane_is_suggested_by_a_word_that_says_what_it_shows(name, meant):
    with pytest.raises(ValueError, match=f"^'{name}' is not a pane; did you mean {meant}\\?$"):
        pv.figure(ENCODING, name)


@pytest.mark.parametrize("matplotlib_size", [{"figsize": (4, 3)}, {"figsize": [4, 3], "dpi": 150}])
def test_a_picture_is_written_in_the_inches_of_matplotlib(matplotlib_size, tmp_path):
    own_size = dict(matplotlib_size)
    own_size["inches"] = own_size.pop("figsize")
    sizes = []
    for size in (matplotlib_size, own_size):
        file = pv.export(ENCODING, "encoding", tmp_path / "a.png", **size)
        with Image.open(file) as picture:
            sizes.append(picture.size)
    assert sizes[0] == sizes[1]
    assert sizes[0][0] * 3 == sizes[0][1] * 4


def test_options_take_the_inches_of_matplotlib_too():
    with pv.options(figsize=(4, 3)):
        page = pv.figure(ENCODING, "encoding")
    assert page.get_size_inches().tolist() == [4, 3]


@pytest.mark.parametrize(
    ("write", "name", "meant"),
    [
        (pv.export, "width", "size"), (pv.export, "palette", "colormap"),
        (pv.export, "fontsize", "font_size"), (pv.deck, "captoin", "caption"),
        (pv.animate, "frames", "seconds"), (pv.animate, "interval", "fps"), (pv.animate, "max_len", "length"),
        (pv.data, "d_model", "dim"),
    ],
)  # fmt: skip
def test_what_other_libraries_call_so_is_answered_by_the_name_it_has_here(write, name, meant):
    with pytest.raises(ValueError, match=f"^{name} is not a field; did you mean {meant}\\?$"):
        write(ENCODING, "shift", "a.png", **{name: 3})
    with pytest.raises(ValueError, match=r"^theta is not a field; did you mean base\?$"):
        pv.Rope(theta=500_000.0)


def test_several_values_are_refused_where_no_pane_draws_their_curves():
    message = "^several is not allowed here: curves of several values are drawn by freq"
    with pytest.raises(ValueError, match=message):
        pv.figure(ENCODING, "encoding", several="dim=8,16")


def test_several_values_and_b_exclude_each_other():
    with pytest.raises(ValueError, match=r"^several and against exclude each other"):
        pv.figure(ENCODING, "score", several="dim=8,16", against="dim=8")


def test_a_scheme_has_what_a_user_looks_for():
    assert ENCODING.shape == ENCODING.table().shape == (30, 16)
    assert isinstance(ENCODING.plot(), Figure)
    assert str(ENCODING.replace(base=100.0)) == "Sinusoidal(length=30, dim=16, base=100.0)"
    names = set(dir(ENCODING))
    assert {"dim", "length", "frequencies", "plot", "replace", "shape", "table"} <= names
    assert not names & {"copy", "dict", "json", "ordered", "stem", "fields_kept_with"}
    assert [name for name in names if name.startswith(("_", "model_"))] == []
    assert ENCODING.replace(base=100.0) == pv.Sinusoidal(length=30, dim=16, base=100.0)
    with pytest.raises(ValueError, match="did you mean base"):
        ENCODING.replace(bas=3)
    message = r"^dim cannot be set: replace\(dim=64\) gives another scheme$"
    with pytest.raises(AttributeError, match=message):
        ENCODING.dim = 64
    with pytest.raises(AttributeError, match=r"^d_model is not a field; did you mean dim\?$"):
        ENCODING.d_model = 64
    with pytest.raises(IndexError, match=r"^index 30 is out of range: it must be from -30 to 29$"):
        ENCODING[30]
    assert dir(pv.model) == pv.model.__all__


def test_a_signature_is_short_and_names_what_goes_without_names_first():
    assert str(inspect.signature(pv.Sinusoidal)) == (
        "(length=200, dim=256, *, first=0, sentence='', at=(), layout='interleaved', base=10000.0, schedule='paper', least=0.1, greatest=10.0)"
    )
    assert str(inspect.signature(pv.T5)).startswith("(length=200, bucket_count=32, heads=1, *, ")
    assert str(inspect.signature(pv.AxialRope)).startswith(
        "(frames=8, rows=16, columns=16, dim=64, *"
    )
    assert str(inspect.signature(pv.Document)).startswith("(*, encoding={}, content={}, shift={}, ")
    assert pv.Document(encoding={}, shift={}) == pv.Document()


def test_a_dot_offers_what_a_user_calls_and_nothing_of_pydantic():
    rope = pv.Rope()
    names = set(dir(rope)) - set(pv.Rope.model_fields)
    assert {"rotate", "cos_sin", "frequencies", "by_lag", "replace", "plot"} <= names
    assert len(names) < 20


@pytest.mark.parametrize(
    "kind", [pv.Rope, pv.Sinusoidal, pv.Alibi, pv.Swin, pv.Document, pv.Content]
)
def test_a_class_offers_what_its_objects_do_but_the_fields(kind):
    made = kind()
    of_class = {name for name in dir(kind) if not name.startswith("__")}
    assert of_class == set(dir(made)) - set(kind.model_fields)
    assert not of_class & set(vars(pydantic.BaseModel))
    assert [name for name in dir(made) if not hasattr(made, name)] == []


def test_a_class_of_ones_own_offers_what_it_adds():
    class Ramp(pv.extend.Tabled):
        steep: float = 2.0

        def table(self, positions):
            return positions[:, None] * self.slope() * np.ones(self.dim)

        def slope(self):
            return self.steep

    assert {"steep", "slope", "table", "plot"} <= set(dir(Ramp()))


def test_a_document_is_saved_and_opened(tmp_path):
    encoding = {"scheme": "rope", "dim": 64}
    document = pv.Document(encoding=encoding, shift={"phi": 3.0})
    assert pv.Document.open(document.save(tmp_path / "a.peview")) == document
    picture = pv.export(pv.Rope(dim=64), "score", tmp_path / "a.png", size=(480, 360))
    assert pv.Document.open(picture).encoding == pv.Rope(dim=64)
    with pytest.raises(
        pv.DocumentError, match=r"^path = .* is not allowed: it must end in \.peview$"
    ):
        document.save(tmp_path / "a.png")


def test_each_kind_of_error_is_caught_by_its_public_name(tmp_path):
    encoding = pv.Sinusoidal(length=20, dim=8)
    no_file = tmp_path / "none.npy"
    with pytest.raises(pv.DocumentError):
        pv.figure(encoding, "shift", phi="far")
    with pytest.raises(pv.StyleError):
        pv.figure(encoding, "shift", theme="grey")
    with pytest.raises(pv.TableError):
        pv.load_table(no_file)
    with pytest.raises(pv.TableError):
        pv.Table(str(no_file))
    with pytest.raises(pv.ExportError):
        pv.data(encoding, "shift", tmp_path / "no" / "folder.csv")


def test_what_there_is_can_be_listed():
    assert {"encoding", "shift", "distance"} <= pv.panes().keys()
    assert {"paper", "rope-llama-3.1"} <= pv.presets().keys()
    assert {"sinusoidal", "rope", "alibi"} <= pv.schemes().keys()
    for listed in (pv.panes(), pv.presets(), pv.schemes()):
        assert all(listed.values())


@pytest.mark.parametrize(
    ("position", "written", "shown"), [(10_000, "10\u2009000", 59), (-5, "−5", 0)]
)
def test_a_position_that_is_not_there_is_warned_of_where_it_was_asked_for(
    position, written, shown, tmp_path
):
    encoding = pv.Sinusoidal(length=60, dim=8)
    line = f"^Position t = {written} is none of 0 to 59: {shown} is shown$"
    for draw in (
        lambda: pv.figure(encoding, "distance", position=position),
        lambda: pv.export(encoding, "distance", tmp_path / "a.png", position=position),
    ):
        with pytest.warns(UserWarning, match=line) as caught:
            draw()
        assert caught[0].filename == __file__


@pytest.mark.filterwarnings("ignore:.* has no room for")
def test_columns_are_those_asked_for_or_those_of_the_file_that_is_made_anew(tmp_path):
    encoding = pv.Sinusoidal(length=20, dim=16)
    panes = "encoding,shift"
    first = "a.png"
    second = "b.png"
    pv.export(encoding, panes, tmp_path / first, columns=1, size=(1600, 1800))
    assert open_file(tmp_path / first).made.columns == 1
    pv.export(target=tmp_path / second, session=tmp_path / first)
    assert open_file(tmp_path / second).made.columns == 1
    pv.export(target=tmp_path / second, session=tmp_path / first, columns=2)
    assert open_file(tmp_path / second).made.columns == 2
