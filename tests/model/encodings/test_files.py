"""A file of one's own: its one class is a scheme, and what is wrong with it is one line that names file and line."""

import json
import os
import re

import numpy as np
import pytest

from peviewer.cli.main import main
from peviewer.document.document import Document, DocumentError
from peviewer.model.encodings.catalog import SCHEMES
from peviewer.model.encodings.files import load_scheme

CODE = '''from __future__ import annotations

import numpy as np
import peviewer as pv


class MyRamp(pv.extend.Tabled):
    """A ramp for every dimension."""

    dim: int = 4
    slope: float = 0.5

    def table(self, positions):
        return self.slope * positions[:, None] * np.ones(self.dim)
'''


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "my_ramp.py"
    path.write_text(CODE, "utf-8")
    yield path
    SCHEMES.pop("my-ramp", None)


def test_its_class_is_a_scheme_of_which_a_session_names_the_file(file):
    load_scheme(file)
    document = Document().edited(
        {"encoding.scheme": "my-ramp", "encoding.slope": 2, "encoding.length": 3}
    )
    expected = [[0] * 4, [2] * 4, [4] * 4]
    assert np.array_equal(np.asarray(document.encoding), expected)
    assert json.loads(document.to_json())["encoding"]["source"] == str(file)
    assert Document.from_json(document.to_json()) == document


def test_a_session_never_runs_the_file_that_it_names(file):
    load_scheme(file)
    document = Document().edited({"encoding.scheme": "my-ramp"})
    text = document.to_json()
    edited_document = Document().edited({"compare.against": "scheme=my-ramp"})
    compared = edited_document.to_json()
    del SCHEMES["my-ramp"]
    for session in (text, compared):
        with pytest.raises(
            DocumentError,
            match=r"its encoding is code of .*my_ramp.py, which runs only where it is",
        ):
            Document.from_json(session)


def test_a_session_that_names_a_file_never_opens_with_the_class_of_another(file, tmp_path):
    other = tmp_path / "other" / "my_ramp.py"
    other.parent.mkdir()
    other.write_text(CODE.replace("positions[:, None]", "-positions[:, None]"), "utf-8")
    load_scheme(file)
    document = Document().edited({"encoding.scheme": "my-ramp"})
    text = document.to_json()
    del SCHEMES["my-ramp"]
    load_scheme(other)
    with pytest.raises(
        DocumentError, match=f"its encoding is code of {file}, which runs only where it is named"
    ):
        Document.from_json(text)
    with pytest.raises(
        ValueError,
        match=f"^my_ramp.py: there is a scheme my-ramp already, of {other}: call the class",
    ):
        load_scheme(file)
    file.unlink()  # it was moved
    assert Document.from_json(text).encoding.source == str(other)


def test_loaded_again_it_is_as_the_file_is_now(file):
    load_scheme(file)
    file.write_text(CODE.replace("0.5", "3.0"), "utf-8")
    load_scheme(file)
    assert SCHEMES["my-ramp"]().slope == 3


WRONG = [
    ("class", "clas", ", line 7: SyntaxError: invalid syntax"),
    ("import numpy as np", "raise SystemExit(3)", ", line 3: SystemExit: 3"),
    ("np.ones(self.dim)", "np.ones(9)", ": table gave an array of 200 × 9; it must be 200 × 4"),
    ("slope: float = 0.5", "slope: float", ": MyRamp.slope needs a value to begin with"),
    (
        "pv.extend.Tabled",
        "pv.Sinusoidal",
        " must have one class that derives from Tabled, Turning, Rotating or Lagged",
    ),
    ("MyRamp", "Rope", ": there is a scheme rope already: call the class Rope otherwise"),
    ("slope: float = 0.5", "slope: dict = {}", ": MyRamp.slope is of a type that no control shows"),
    (
        "slope: float = 0.5",
        "formula: float = 0.5",
        ": MyRamp.formula is what schemes have already, and no field",
    ),
    (
        "slope: float = 0.5",
        "slope: Nope = 0.5",
        ": PydanticUserError: `MyRamp` is not fully defined",
    ),
    (
        "dim: int = 4",
        "dim: int = -4",
        ": dim = -4 is not allowed: it must be a whole number from 1",
    ),
    (
        "def table(self",
        "def tables(self",
        ": a class that derives from Tabled needs a method table",
    ),
    ("return", "self.dim = 3; return", ", line 14: AttributeError: dim cannot be set: replace"),
    ("return", "raise ValueError('x' * 999); return", ", line 14: ValueError: xxx"),
]


@pytest.mark.parametrize(("old", "new", "why"), WRONG)
@pytest.mark.filterwarnings("ignore:Field name")
def test_what_is_wrong_with_it_is_one_line_that_names_the_file_and_changes_nothing(
    file, old, new, why
):
    load_scheme(file)
    before = dict(SCHEMES)
    file.write_text(CODE.replace(old, new, 1), "utf-8")
    with pytest.raises(ValueError, match=f"^my_ramp.py{re.escape(why)}") as actual:
        load_scheme(file)
    assert len(str(actual.value)) < 300
    assert "\n" not in str(actual.value)
    assert before == SCHEMES


def test_a_pipe_is_refused_and_not_waited_for(tmp_path):
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are none here")
    os.mkfifo(tmp_path / "pipe.py")
    with pytest.raises(ValueError, match=r"pipe\.py: it is not an ordinary file$"):
        load_scheme(tmp_path / "pipe.py")


def test_a_file_that_is_not_there_is_named():
    with pytest.raises(ValueError, match=r"cannot open /nowhere/mine.py: No such file"):
        load_scheme("/nowhere/mine.py")


@pytest.mark.slow
def test_the_command_line_shows_it_and_opens_its_exports_where_it_is_named_again(
    file, capsys, tmp_path
):
    picture = str(tmp_path / "a.svg")
    numbers = tmp_path / "a.npy"
    status = main(
        [
            "export",
            "encoding",
            "-o",
            picture,
            "--scheme",
            str(file),
            "--set",
            "slope=2",
            "length=2",
        ]
    )
    assert status == 0
    del SCHEMES["my-ramp"]
    again = ["data", "encoding", "-o", str(numbers), "--session", picture]
    assert main(again) == 2
    actual = capsys.readouterr().err.splitlines()
    assert actual == [
        f"peviewer: cannot open {picture}: its encoding is code of {file}, "
        f"which runs only where it is named: add --scheme {file}"
    ]
    assert main([*again, "--scheme", str(file)]) == 0
    expected = [[0] * 4, [2] * 4]
    assert np.array_equal(np.load(numbers), expected)


def test_what_it_prints_goes_to_stderr_and_leaves_the_output_whole(file, capsys):
    file.write_text(
        CODE.replace("return", "print('in it'); return").replace(
            "class", "print('at once')\n\nclass"
        )
    )
    assert main(["check", "--json", "--scheme", str(file)]) in (0, 1)
    printed = capsys.readouterr()
    assert json.loads(printed.out)
    assert {"at once", "in it"} <= set(printed.err.splitlines())
