"""Arguments of the functions in Python: what goes without saying, other names, open files, options."""

import io
import sys

import numpy as np
import pytest

import peviewer as pv
from peviewer.model.encodings.catalog import SCHEMES

ENCODING = pv.Sinusoidal(length=20, dim=8)
SMALL = (480, 360)


@pytest.mark.parametrize("scheme", [ENCODING, pv.Alibi(length=20), np.eye(9)])
def test_without_a_pane_the_one_that_suits_the_encoding_is_drawn(scheme):
    best = scheme.best_panes[0] if isinstance(scheme, tuple(SCHEMES.values())) else "encoding"
    texts = {axes.get_xlabel() for axes in pv.figure(scheme, size=SMALL).axes}
    assert texts == {axes.get_xlabel() for axes in pv.figure(scheme, best, size=SMALL).axes}


def test_data_without_a_file_are_the_arrays_of_an_npz(tmp_path):
    arrays = pv.data(ENCODING, "distance", metric="dot")
    written = np.load(pv.data(ENCODING, "distance", tmp_path / "a.npz", metric="dot"))
    expected = [name for name in written if name not in ("document", "about")]
    assert list(arrays) == expected
    for name, array in arrays.items():
        np.testing.assert_array_equal(array, written[name])
    np.testing.assert_allclose(arrays["distance"], pv.pairwise(ENCODING, "dot"), atol=1e-12)
    assert set(pv.data(ENCODING, "distance", array="profile")) == {"profile.x", "profile.y"}
    with pytest.raises(
        ValueError, match=r"^array = 'x' is not allowed: .* distance, profile, marks$"
    ):
        pv.data(ENCODING, "distance", array="x")


def test_an_open_file_gets_what_a_file_by_its_name_would_hold(tmp_path):
    for suffix in ("png", "svg"):
        target = pv.export(ENCODING, "encoding", tmp_path / f"a.{suffix}", size=SMALL)
        opened = io.BytesIO()
        assert pv.export(ENCODING, "encoding", opened, format=suffix, size=SMALL) is opened
        assert opened.getvalue() == target.read_bytes()
    text = pv.data(ENCODING, "encoding", io.StringIO())
    assert text.getvalue() == pv.data(ENCODING, "encoding", tmp_path / "a.csv").read_text("utf-8")
    with pytest.raises(
        ValueError, match=r"^format = 'xls' is not allowed: it must be one of csv, npz"
    ):
        pv.data(ENCODING, "encoding", io.BytesIO(), format="xls")
    with pytest.raises(
        ValueError, match=r"^format = 'svg' is not allowed: it is for open files; a path"
    ):
        pv.export(ENCODING, "encoding", tmp_path / "a.png", format="svg")


def test_several_values_are_given_as_a_mapping_or_as_they_are_typed(tmp_path):
    for name, several in (("a", {"dim": [8, 16]}), ("b", "dim=8,16")):
        pv.data(ENCODING, "score", tmp_path / f"{name}.csv", several=several)
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()


def test_colours_are_chosen_by_the_names_of_matplotlib():
    figure = pv.figure(ENCODING, "encoding", vmin=-0.5, cmap="magma")
    _, bar = figure.axes
    assert bar.get_ylim() == (-0.5, 1.0)
    ours = io.BytesIO()
    theirs = io.BytesIO()
    pv.export(ENCODING, "encoding", ours, size=SMALL, colormap="magma")
    pv.export(ENCODING, "encoding", theirs, size=SMALL, cmap="magma")
    assert ours.getvalue() == theirs.getvalue()
    for wrong, message in (
        ({"vmin": "a"}, "^vmin = 'a' is not allowed: it must be a finite number$"),
        ({"vmin": 2}, "^vmin = 2 is not allowed: it must be less than vmax, which is 1$"),
        ({"cmap": "grey", "colormap": "grey"}, "^cmap and colormap exclude each other"),
    ):
        with pytest.raises(ValueError, match=message):
            pv.figure(ENCODING, "encoding", **wrong)
    with pytest.raises(
        ValueError, match=r"^vmax is not allowed: score has no range of colours here$"
    ):
        pv.figure(ENCODING, "score", vmax=1)


def test_an_unknown_field_is_refused_with_those_of_the_encoding():
    message = r"^xyz is not a field; those of the encoding are length, dim, .*; peviewer fields lists all$"
    with pytest.raises(ValueError, match=message):
        pv.figure(ENCODING, "encoding", xyz=1)


def test_options_hold_for_all_figures_until_they_are_taken_back():
    plain = pv.figure(ENCODING, "encoding")
    with pv.options(theme="slide-dark", size=(640, 480)):
        dark = pv.figure(ENCODING, "encoding")
        other_size = pv.figure(ENCODING, "encoding", figsize=(3, 2))
        light = pv.figure(ENCODING, "encoding", theme="slide-light")
        assert repr(pv.options()) == "options(theme='slide-dark', size=(640, 480))"
        pv.options(size=None)
        assert repr(pv.options()) == "options(theme='slide-dark')"
    assert dark.bbox.size.tolist() == [640, 480]
    assert other_size.bbox.size.tolist() == [300, 200]
    assert dark.get_facecolor() == other_size.get_facecolor() != plain.get_facecolor()
    assert light.get_facecolor() == plain.get_facecolor()
    assert repr(pv.options()) == "options()"
    with pytest.raises(ValueError, match=r"^them is not an option; did you mean theme\?$"):
        pv.options(them="paper")
    with pytest.raises(ValueError, match=r"^theme = 'papr' is not allowed"):
        pv.options(theme="papr")
    assert repr(pv.options()) == "options()"


@pytest.mark.parametrize(
    ("module", "call", "message"),
    [
        ("av", lambda: pv.animate(ENCODING, seconds=0.1), "MP4 needs av: pip install av$"),
        (
            "pptx",
            lambda: pv.deck(ENCODING, "shift", "a.pptx"),
            "PowerPoint needs python-pptx: pip install python-pptx$",
        ),
        (
            "ipywidgets",
            lambda: pv.interact(ENCODING),
            "^interact needs ipywidgets: pip install ipywidgets$",
        ),
    ],
)
def test_a_library_that_is_missing_is_named_in_one_line(
    module, call, message, monkeypatch, tmp_path
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises((pv.ExportError, ImportError), match=message):
        call()
