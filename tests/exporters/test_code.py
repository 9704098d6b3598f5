"""Code that is pasted elsewhere builds what is shown here."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from peviewer.cli.main import main
from peviewer.document.document import Document, DocumentError
from peviewer.document.fields import compare_with
from peviewer.exporters.code import FRAMEWORKS, code
from peviewer.figures.panels.table import table_levels
from peviewer.figures.presets import presets
from peviewer.model.encodings.turning import Turning
from peviewer.model.shifting import shift_matrix

LAYOUTS = ["interleaved", "concatenated", "flipped"]
settings.register_profile("code", deadline=None, max_examples=60)

documents = st.builds(
    lambda even, **fields: Document().edited({
        **{path.replace("_", ".", 1): value for path, value in fields.items()},
        "encoding.dim": 2 * even,
    }),
    even=st.integers(1, 20),
    encoding_length=st.integers(1, 40),
    encoding_base=st.sampled_from([1.5, 1e4, 1e12]) | st.floats(1.01, 1e12),
    encoding_schedule=st.sampled_from(["paper", "endpoint"]),
    encoding_layout=st.sampled_from(LAYOUTS),
    encoding_first=st.integers(-3000, 3000),
    encoding_sentence=st.sampled_from(["", "The cat, the dog’s; THE end", " ".join("abab" * 11)]),
    content_kind=st.sampled_from(["none", "ones", "words"]),
    content_seed=st.integers(0, 2**31),
    content_scaled=st.booleans(),
    shift_phi=st.floats(-100, 100),
    shift_operator=st.sampled_from(["own", *LAYOUTS]),
)  # fmt: skip


def run(document, framework="numpy", **asked):
    names = {}
    exec(code(document, framework, **asked), names)  # what a user does with it
    return names


def odd(document):
    return document.edited({"encoding.dim": document.encoding.dim - 1})


@settings(settings.get_profile("code"))
@given(documents)
def test_the_numpy_code_builds_the_table(document):
    for some in (document, odd(document)):
        table = run(some)["positional_encoding"]()
        expected = (some.encoding.length, some.encoding.dim)
        assert table.shape == expected
        np.testing.assert_allclose(table, some.embedded.table(), rtol=0, atol=1e-11)


@settings(settings.get_profile("code"))
@given(documents)
def test_the_numpy_code_builds_the_shift_matrix_for_the_chosen_layout(document):
    matrix = run(document, operator=True)["shift_matrix"]()
    made = document.encoding.model_copy(update={"layout": document.operator})
    np.testing.assert_allclose(matrix, shift_matrix(made, document.shift.phi), rtol=0, atol=1e-12)


@pytest.mark.parametrize("changes", [{}, {"content.scaled": True}, {"content.deviation": "inverse-root"},
                                     {"encoding.first": -7, "content.seed": 9}, {"encoding.length": 4100},
                                     {"encoding.dim": 2060, "encoding.length": 9}])  # fmt: skip
def test_random_content_is_that_of_the_app_number_by_number(changes):
    document = Document().edited({"content.kind": "normal", **changes})
    table = run(document)["positional_encoding"]()
    expected = document.embedded.table()
    np.testing.assert_allclose(table, expected, rtol=0, atol=1e-6 * np.abs(expected).max())


@pytest.fixture
def pictures(monkeypatch):
    """Paint off the screen, and shut what was painted."""
    import matplotlib as mpl
    import matplotlib.pyplot as plt

    monkeypatch.setattr(plt, "show", lambda: None)
    with mpl.rc_context():
        plt.switch_backend("agg")
        yield plt
        plt.close("all")


@pytest.mark.parametrize(
    ("transposed", "fields"),
    [(False, {"encoding.first": -7, "encoding.dim": 9}), (True, {"content.kind": "ones"})],
)
def test_the_figure_code_shows_the_table_where_the_pane_does(pictures, transposed, fields):
    document = Document().edited({"encoding.length": 20, "view.transposed": transposed, **fields})
    figure = run(document, figure=True)["figure"]
    figure.canvas.draw()
    (image,) = figure.axes[0].images
    table = document.embedded.table()
    np.testing.assert_allclose(image.get_array(), table.T if transposed else table, atol=1e-12)
    first = document.encoding.positions[0]
    last = document.encoding.positions[-1]
    positions = (first - 0.5, last + 0.5)
    dimensions = (-0.5, document.encoding.dim - 0.5)
    x, y = (positions, dimensions) if transposed else (dimensions, positions)
    assert figure.axes[0].get_xlim() == x
    expected = y[::-1]
    assert figure.axes[0].get_ylim() == expected
    assert image.get_clim() == table_levels(document)


def returned_by(document, framework):
    """Return what each function of the code returns as it is called without arguments.

    Nothing where there is none.
    """
    try:
        program = code(document, framework, operator=isinstance(document.encoding, Turning))
    except DocumentError:
        return {}
    names = {}
    exec(program, names)
    functions = re.findall(r"^def (\w+)", program, re.MULTILINE)
    returned = {name: names[name]() for name in functions if not name.startswith("rotate")}
    if "rotate" in functions:
        table = returned["rotary_tables"]
        vectors = table[0][..., np.zeros(document.encoding.dim, dtype=int)]
        returned["rotate"] = names["rotate"](vectors, table)
    return returned


def arrays(returned):
    several = isinstance(returned, tuple | list)
    return (
        [array for one in returned for array in arrays(one)]
        if several
        else [np.asarray(returned, dtype=float)]
    )


@pytest.mark.parametrize("framework", ["torch", "jax"])
def test_other_frameworks_build_of_every_preset_what_numpy_does_in_single_precision(framework):
    pytest.importorskip(
        framework
    )  # they are in no extra: ``pip install torch jax`` and run this file
    for name, preset in presets().items():
        document = preset.document
        if document.encoding.length > 5_000:  # some tables of biases would not be held in memory
            document = document.edited({"encoding.length": 50})
        expected = returned_by(document, "numpy")
        found = returned_by(document, framework)
        assert found.keys() == expected.keys(), name
        for function, returned in expected.items():
            for one, other in zip(arrays(returned), arrays(found[function]), strict=True):
                size = max(1, np.abs(one[np.isfinite(one)]).max())
                np.testing.assert_allclose(
                    one, other, rtol=0, atol=1e-5 * size, err_msg=f"{name} {function}"
                )


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_the_code_is_short_and_fits_a_page(framework):
    document = Document().edited({"encoding.first": 5, "content.kind": "normal", "content.scaled": True,
                                  "shift.operator": "flipped", "encoding.schedule": "endpoint"})  # fmt: skip
    lines = code(document, framework, operator=True, figure=True).splitlines()
    assert len(lines) <= 42
    assert len(code(document, framework, operator=True).splitlines()) <= 32
    assert max(map(len, lines)) <= 120


@pytest.mark.parametrize(
    "other", ["base=50,length=9", "scheme=alibi,length=9", "scheme=kerple,length=9"]
)
def test_what_is_compared_is_built_by_a_function_of_its_own(other):
    edited_document = Document().edited({"encoding.length": 12})
    document = compare_with(edited_document, other)
    names = run(document)
    expected = document.encoding.table()
    assert np.allclose(names["positional_encoding"](), expected)
    built = names.get("positional_encoding_b") or names["attention_bias"]
    b = document.compare.against
    assert np.allclose(built(), b.table() if hasattr(b, "table") else _bias(b))


def _bias(scheme):
    places = np.arange(scheme.length)
    return scheme.by_lag(np.ravel(places - places[:, None])).reshape(
        -1, scheme.length, scheme.length
    )


def test_what_cannot_be_written_as_code_is_said_in_one_line():
    with pytest.raises(
        DocumentError,
        match="framework = 'tensorflow' is not allowed: it must be one of numpy, torch",
    ):
        code(Document(), "tensorflow")
    with pytest.raises(
        DocumentError,
        match=r"encoding.dim = 5 is not allowed: it must be even, or no M\(φ\) exists",
    ):
        code(Document().edited({"encoding.dim": 5}), operator=True)


def test_the_command_prints_the_code_or_writes_it(capsys, tmp_path):
    asked = ["code", "--preset", "wrong-operator", "--set", "encoding.dim=16", "--operator"]
    assert main(asked) == 0
    printed = capsys.readouterr().out
    assert "classic bug" in printed
    assert main([*asked, "-o", str(tmp_path / "pe.py")]) == 0
    assert (tmp_path / "pe.py").read_text(encoding="utf-8") == printed
    assert main(["code", "-o", str(tmp_path / "pe.png")]) == 2
    assert "the extension must be one of .py" in capsys.readouterr().err


def test_the_picture_has_the_colours_of_the_pane():
    document = Document().edited({"view.levels": {"encoding": (0.0, 0.5)}})
    said = code(document, figure=True)
    assert 'cmap="viridis", vmin=0.0, vmax=0.5' in said
