"""Files of numbers: exact, streamed, whole or not at all, and each opens again as its Document."""

import csv
import json
import os
import re
import tracemalloc
from collections import namedtuple
from pathlib import Path

import numpy as np
import pytest

import peviewer as pv
from peviewer.base.files import ExportError
from peviewer.cli.main import main
from peviewer.document.document import Document, DocumentError
from peviewer.document.fields import compare_with, with_several
from peviewer.exporters.data import content as data_content
from peviewer.exporters.data import files
from peviewer.exporters.data import write as data
from peviewer.exporters.data.write import write_data
from peviewer.figures.panes.catalog import pane
from peviewer.model.between.pairwise import pairwise
from tests.opened import read

ROOT = Path(__file__).resolve().parents[3]
SMALL = Document().edited(
    {
        "encoding.length": 30,
        "encoding.dim": 12,
        "encoding.first": 5,
        "cursor.position": 5,
        "shift.phi": 2.5,
    }
)
TABLE = SMALL.encoding.table()


@pytest.fixture
def written(tmp_path):
    """Return what writes a pane's numbers and gives the file back."""

    def write(name, kind, document=SMALL, **more):
        target = tmp_path / f"{name}.{kind}"
        write_data(pane(name), document, target, **more)
        assert os.listdir(tmp_path) == [target.name]
        return target

    return write


def rows(target):
    with target.open(encoding="utf-8", newline="") as file:
        assert file.readline().startswith('# peviewer {"peviewer": 2')
        return list(csv.reader(line for line in file if not line.startswith("#")))


def test_a_part_of_a_pane_has_its_own_numbers_alone(written):
    with np.load(written("distance.profile", "npz")) as alone:
        expected = {"document", "about", "profile", "marks"}
        assert {key.partition(".")[0] for key in alone} == expected
        assert np.array_equal(alone["profile.y"], pairwise(SMALL.encoding)[0])


def test_a_npy_or_csv_holds_the_array_that_is_asked_for(written):
    moved = np.load(written("shift", "npy", array="shifted"))
    table = SMALL.encoding.table(np.arange(5, 35) + 2.5)
    np.testing.assert_allclose(moved, table, atol=1e-13)


def test_a_npz_says_what_each_array_is(written):
    with np.load(written("distance", "npz")) as found:
        assert Document.from_json(str(found["document"])) == SMALL
        about = json.loads(str(found["about"]))
        expected = ["distance", "profile", "marks"]
        assert [part["key"] for part in about["arrays"]] == expected
        expected = {"quantity": "position", "label": "position t"}
        assert about["arrays"][0]["axes"]["rows"] == expected
        assert np.array_equal(found["distance"], pairwise(SMALL.encoding))
        expected = list(range(5, 35))
        assert found["distance.rows"].tolist() == expected
        expected = list(range(5, 35))
        assert found["profile.x"].tolist() == expected
        assert np.array_equal(found["profile.y"], found["distance"][0])


def test_a_csv_has_coordinates_and_numbers_that_read_back_exactly(written):
    header, *lines = rows(written("encoding", "csv"))
    assert header == ["position", *map(str, range(12))]
    expected = [str(position) for position in range(5, 35)]
    assert [line[0] for line in lines] == expected
    assert np.array_equal(np.array(lines, dtype=float)[:, 1:], TABLE)


def test_a_csv_of_curves_names_each_with_its_axes(written):
    header, *lines = rows(written("similarity", "csv"))
    assert header == ["curve", "x", "y"]
    assert lines[0][:2] == ["similarity", "5.0"]
    assert len(lines) == 4 * 30


def test_a_csv_of_a_table_has_its_columns_and_says_what_they_are(written):
    target = written("frequencies", "csv")
    header, *lines = rows(target)
    assert header[:4] == ["pair", "frequency", "wavelength", "turns"]
    assert lines[0][:2] == ["0", "1.0"]
    said = target.read_text(encoding="utf-8").splitlines()[1]
    assert said.startswith(
        "# pairs: pair = pair i, frequency = ω (rad/position), wavelength = λ (positions)"
    )


@pytest.mark.parametrize("piece", [5, 12, 100])
def test_strips_and_pieces_join_without_a_seam(written, monkeypatch, piece):
    monkeypatch.setattr(data_content, "STRIP", 40)  # three rows
    for module in (data_content, files):
        monkeypatch.setattr(module, "PIECE", piece)
    table = np.load(written("encoding", "npy"))
    assert table.dtype == np.float64
    np.testing.assert_allclose(table, TABLE, atol=1e-13)
    written("encoding", "npy").unlink()
    _, *lines = rows(written("encoding", "csv"))
    expected = [str(position) for position in range(5, 35)]
    assert [line[0] for line in lines] == expected
    np.testing.assert_allclose(np.array(lines, dtype=float)[:, 1:], TABLE, atol=1e-13)


@pytest.mark.parametrize("kind", ["npy", "csv"])
def test_the_window_narrows_what_is_written(written, kind):
    seen = SMALL.edited({"view.zoom": {"position": [9.5, 12.5], "dimension": [-0.5, 1.5]}})
    target = written("encoding", kind, seen, window=True)
    found = np.load(target) if kind == "npy" else np.array(rows(target)[1:], dtype=float)[:, 1:]
    np.testing.assert_allclose(found, TABLE[5:8, :2], atol=1e-13)


@pytest.mark.slow
def test_a_large_table_takes_little_memory(tmp_path):
    document = Document().edited({"encoding.length": 30_000, "encoding.dim": 512})
    target = tmp_path / "large.npz"
    tracemalloc.start()
    write_data(pane("encoding"), document, target)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert target.stat().st_size > 120_000_000
    assert peak < 60e6
    table = np.load(target)["table"]
    assert table.shape == (30_000, 512)
    np.testing.assert_allclose(
        table[29_990:], document.encoding.table(np.arange(29_990, 30_000)), atol=1e-10
    )


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["data", "encoding", "-o", "a.xyz"], "the extension must be one of .csv, "),
        (["data", "encodign", "-o", "a.npy"], "'encodign' is not a pane; did you mean encoding?"),
        (["data", "encoding", "-o", "nowhere/a.npy"], "there is no folder"),
        (
            ["data", "shift", "-o", "a.npy", "--array", "PE"],
            "no array 'PE', only shifted, table, row",
        ),
        (["data", "shift", "-o", "a.npz", "--array", "table"], "a .npz holds all arrays"),
        (
            ["data", "distance", "-o", "a.npz", "--set", "encoding.length=1000000"],
            "cannot write a.npz: distance, 1 000 000 × 1 000 000, would take 8 TB: "
            "choose fewer positions, as in positions = 0:1000",
        ),
    ],
)
def test_what_cannot_be_written_is_said_in_one_line(tmp_path, monkeypatch, capsys, arguments, line):
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert line in said.err
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(("kind", "shape"), [("csv", "200 × 200"), ("npz", "4 arrays")])
def test_what_much_data_needs_is_said_before_it_is_written(
    tmp_path, monkeypatch, capsys, kind, shape
):
    target = tmp_path / f"a.{kind}"
    command = ["data", "bias", "-o", str(target), "--set", "scheme=alibi", "length=200"]
    assert main(command) == 0
    assert capsys.readouterr().err == "", "little data needs no word"
    size = target.stat().st_size

    monkeypatch.setattr(data, "MANY", 1000)
    assert main(command) == 0
    [note] = capsys.readouterr().err.splitlines()
    start = (
        rf"peviewer: note: {shape}, about ([\d.]+) kB, written in \d+ s; for less, choose fewer "
    )
    [about] = re.findall(start, note)
    expected = pytest.approx(size / 1e3, rel=0.3)
    assert float(about) == expected


@pytest.mark.parametrize("kind", ["csv", "npz"])
def test_a_disk_too_small_is_known_before_the_work(tmp_path, monkeypatch, kind):
    disk = namedtuple("disk", "total used free")
    monkeypatch.setattr(data.shutil, "disk_usage", lambda folder: disk(1e9, 1e9, 500))
    with pytest.raises(
        ExportError, match=r"cannot write .*: it needs [\d.]+ kB, and 500 bytes are free there"
    ):
        write_data(pane("encoding"), SMALL, tmp_path / f"a.{kind}")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    "content",
    [
        b"# peviewer",
        b"# peviewer {}\n0,1\n",
        b'# peviewer {"peviewer": 2, "encoding": {"dim": 0}}\n',
        b"# peviewer " + b"x" * 3_000_000,
        b'{"document": ',
        b'{"document": {"peviewer": 1',
        b'{"document": ' + b"[" * 100_000,
        b"PK\x03\x04",
    ],
)
def test_a_file_of_numbers_is_not_trusted(tmp_path, content):
    (tmp_path / "a").write_bytes(content)
    with pytest.raises(DocumentError, match="cannot open"):
        read(tmp_path / "a")


@pytest.mark.parametrize("value", [np.array([1.0]), np.array("x" * 1_000_001), np.array("{}")])
def test_an_archive_of_numbers_is_not_trusted(tmp_path, value):
    np.savez(tmp_path / "a.npz", document=value)
    with pytest.raises(DocumentError, match="cannot open"):
        read(tmp_path / "a.npz")


def test_a_csv_and_a_npz_have_the_words_of_their_rows(written):
    archive = written("encoding", "npz", SMALL.edited({"encoding.sentence": "the cat sat"}))
    with np.load(archive) as found:
        assert found["table.words"].tolist() == ["the", "cat", "sat"]
    archive.unlink()
    document = SMALL.edited({"encoding.sentence": 'the "cat, sat', "encoding.length": 4})
    names = [row[:2] for row in rows(written("distance", "csv", document))]
    assert names == [["position", "word"], ["5", "the"], ["6", '"cat,'], ["7", "sat"], ["8", ""]]


def test_a_csv_has_the_matrix_of_a_and_of_b_in_the_columns_that_either_has(written):
    both = compare_with(SMALL.edited({"encoding.length": 3, "encoding.first": 0}), "dim=4,first=2")
    head, *lines = rows(written("encoding", "csv", both))
    assert head == ["array", "position", *map(str, range(12))]
    expected = [
        *(["table_a", str(position)] for position in (0, 1, 2)),
        *(["table_b", str(position)] for position in (2, 3, 4)),
    ]
    assert [line[:2] for line in lines] == expected
    of_a = [line[2:] for line in lines if line[0] == "table_a"]
    of_b = [line[2:] for line in lines if line[0] == "table_b"]
    expected = both.encoding.table()
    assert np.array_equal(np.array(of_a, float), expected)
    actual = np.array([line[:4] for line in of_b], float)
    assert np.array_equal(actual, both.compared_document.encoding.table())
    assert all(line[4:] == [""] * 8 for line in of_b)


def test_a_csv_has_the_rows_and_the_curves_of_each_of_several_values(written):
    document = with_several(SMALL, "base=50,100")
    head, *lines = rows(written("frequencies", "csv", document))
    assert head[:3] == ["array", "pair", "frequency"]
    for base in (10_000, 50, 100):
        key = f"pairs_b_{base:_}"
        frequencies = [float(line[2]) for line in lines if line[0] == key]
        assert frequencies == SMALL.encoding.replace(base=float(base)).frequencies().tolist(), key


def test_a_npz_names_the_arrays_of_each_of_several_values(written):
    with np.load(written("distance", "npz", with_several(SMALL, "dim=4,8"))) as arrays:
        for dim in (4, 8, 12):
            expected = pairwise(SMALL.encoding.replace(dim=dim))
            assert np.array_equal(arrays[f"distance_d_{dim}"], expected)
        assert "distance" not in arrays


def test_a_npy_of_a_and_b_needs_the_name_of_one_array(tmp_path, written):
    both = compare_with(SMALL, "dim=4")
    with pytest.raises(
        ExportError, match=r"a \.npy holds one array; choose distance_a or distance_b$"
    ):
        write_data(pane("distance"), both, tmp_path / "d.npy")
    expected = pairwise(both.compared_document.encoding)
    assert np.array_equal(np.load(written("distance", "npy", both, array="distance_b")), expected)


@pytest.mark.parametrize(
    ("part", "rows", "columns"),
    [
        ({"positions": "3:10"}, slice(3, 10), slice(None)),
        ({"dimensions": "2:5"}, slice(None), slice(2, 5)),
    ],
)
def test_numbers_asked_for_in_python_are_those_of_the_named_part(tmp_path, part, rows, columns):
    encoding = pv.Sinusoidal(length=20, dim=8)
    written_numbers = np.load(pv.data(encoding, "encoding", tmp_path / "a.npy", **part))

    assert np.array_equal(written_numbers, encoding.table()[rows, columns])


@pytest.mark.parametrize("name", ["waves", "vectors"])
def test_a_csv_names_chosen_columns_in_the_order_of_their_numbers(written, name):
    document = SMALL.edited({f"{name}.columns": "9, 4"})
    header, first_row, *_ = rows(written(name, "csv", document))
    position, ninth, fourth = map(float, first_row)
    assert header == ["position", "9", "4"]
    assert (ninth, fourth) == tuple(SMALL.encoding.table([position])[0, [9, 4]])


def test_a_csv_of_two_encodings_leaves_cells_empty_that_one_of_them_lacks(written):
    document = compare_with(SMALL, "dim=8").edited({"vectors.columns": "9, 4"})
    header, first_row, *others = rows(written("vectors", "csv", document))
    assert header == ["array", "position", "4", "9"]
    of_b = next(row for row in others if row[0] != first_row[0])
    assert "" not in first_row
    assert of_b[3] == ""
    assert float(of_b[2]) == document.compared_document.encoding.table([float(of_b[1])])[0, 4]
