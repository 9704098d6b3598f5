"""A table of one's own: its numbers as NumPy has them, its file known again, and what it is refused for."""

import os

import numpy as np
import pytest

import peviewer as pv
from peviewer.document.document import Document, DocumentError
from peviewer.exporters.code import code
from peviewer.model.between.position_matrices import PairwiseRaster
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.learned import Learned
from peviewer.model.encodings.tables.arrays import as_scheme
from peviewer.model.stored import entry
from peviewer.model.stored.loading import ChangedError, file_table
from tests.made_tables import save_safetensors

TABLE = np.random.default_rng(3).standard_normal((40, 7)).astype(np.float32)
NUMBERS = TABLE.astype(np.float64)


@pytest.fixture
def path(tmp_path):
    np.save(tmp_path / "table.npy", TABLE)
    return tmp_path / "table.npy"


def test_rows_that_are_dimensions_are_turned(path):
    for turned in (
        Learned(TABLE.T, rows="dimensions"),
        Learned(np.asfortranarray(TABLE.T), rows="dimensions"),
    ):
        assert np.array_equal(turned.table(), NUMBERS)
    learned = Learned(path, rows="dimensions")
    assert np.array_equal(learned.table(), NUMBERS.T)


@pytest.mark.parametrize("pitch", [1.0, 2.0, 2.5, 40 / 3])
def test_a_pixel_is_the_mean_of_its_cells(pitch):
    centres = pitch * (np.arange(int(40 / pitch)) + 0.5) - 0.5
    fine = np.repeat(NUMBERS, 60, axis=0)  # each row in sixty parts
    expected = [
        fine[round(60 * (c + 0.5 - pitch / 2)) : round(60 * (c + 0.5 + pitch / 2))].mean(axis=0)
        for c in centres
    ]
    raster = Learned(TABLE).raster()
    actual = raster.sample(centres, np.arange(7))
    assert np.allclose(actual, expected, atol=1e-6)


def test_a_view_of_too_many_cells_is_an_even_sample_and_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr("peviewer.model.encodings.stored.MOST_CELLS", 400)
    monkeypatch.setattr("peviewer.model.encodings.stored.SAMPLED", 64)
    ramp = np.arange(4000.0)[:, None] * np.ones(4)
    raster = Learned(ramp).raster()
    actual = raster.sample([999.5, 2999.5], np.arange(4))
    assert raster.averaged == "mean of a sample"
    assert np.allclose(actual[:, 0], [999.5, 2999.5], atol=200 / 8)


@pytest.mark.parametrize("metric", ["euclidean", "sse", "cosine", "dot"])
def test_comparisons_are_those_of_the_numbers(metric):
    table = Learned(TABLE)
    expected = pv.pairwise(NUMBERS, metric)
    assert np.allclose(pv.pairwise(table, metric), expected, atol=1e-9)
    assert np.allclose(pv.profile(table, 5, metric), expected[5], atol=1e-9)
    pairwise_raster = PairwiseRaster(Embedded(table), metric)
    actual = pairwise_raster.exact(range(40), range(40))
    assert np.allclose(actual, expected, atol=1e-9)


def test_claims_are_measured():
    actual = {claim.name: claim for claim in pv.properties(TABLE)}
    norms = np.linalg.norm(NUMBERS, axis=1)
    assert not actual["constant-norm"].holds
    assert np.isclose(actual["constant-norm"].value, norms.mean())
    expected = np.abs(NUMBERS).max()
    assert np.isclose(actual["bounded"].value, expected)
    apart = np.linalg.norm(NUMBERS[:, None] - NUMBERS[None], axis=2) + 1e9 * np.eye(40)
    assert np.isclose(actual["unique"].value, apart.min())
    assert actual["unique"].holds
    assert actual["extends"].verdict == "informs", "no table goes on, so that none fails by it"
    assert actual["extends"].value == 39
    assert "linear-shift" not in actual
    twice = NUMBERS.copy()
    twice[30] = twice[4]
    assert not pv.properties(twice)["unique"].holds
    assert "positions 4 and 30" in pv.properties(twice)["unique"].detail


def test_an_array_is_part_of_a_session():
    document = Document(encoding=Learned(TABLE, first=7))
    assert Document.from_json(document.to_json()) == document
    table = Document.from_json(document.to_json()).encoding.table()
    assert np.array_equal(table, NUMBERS)


@pytest.mark.parametrize(
    "data", ["x", "<f4 2 2 AAAA", "<f4 9999 9999 eJw=", "|O 1 1 eJw=", "<f4 1 1 ????"]
)
def test_numbers_that_were_tampered_with_are_refused(data):
    with pytest.raises(ValueError, match="no array that was embedded"):
        Learned(data=data)


def test_a_file_is_known_again_and_one_that_changed_is_not(path):
    text = Document(encoding=Learned(path)).to_json()
    os.utime(path, (1, 1))
    table = Document.from_json(text).encoding.table()
    assert np.array_equal(table, NUMBERS)
    np.save(path, TABLE + 1)
    with pytest.raises(DocumentError, match=r"its table .*table.npy has changed since$"):
        Document.from_json(text)
    path.unlink()
    with pytest.raises(DocumentError, match=r"table.npy cannot be read: No such file"):
        Document.from_json(text)


def test_a_file_that_changed_is_not_read_again_for_a_table_that_was_let_go(path):
    table = Learned(path)
    np.save(path, TABLE + 1)
    file_table.cache_clear()  # as where others were opened since
    with pytest.raises(ChangedError, match=r"table.npy has changed on disk since it was opened$"):
        table.table()


@pytest.mark.parametrize("rows", ["positions", "dimensions"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_a_file_that_is_too_large_to_be_read_whole_is_mapped(monkeypatch, tmp_path, order, rows):
    monkeypatch.setattr(entry, "MOST_READ", 100)
    np.save(tmp_path / "large.npy", np.asarray(TABLE[None], order=order))
    table = Learned(tmp_path / "large.npy", rows=rows)
    expected = NUMBERS if rows == "positions" else NUMBERS.T
    places = np.array([1, 2, 5, 3])
    assert np.array_equal(table.table(), expected)
    assert np.array_equal(table.cells(places, np.array([4, 1])), expected[places][:, [4, 1]])
    assert table.table(positions=[]).shape == (0, table.dim)


def test_an_open_table_whose_file_changes_is_edited_and_read_again(path):
    document = Document(encoding=Learned(path))
    np.save(path, TABLE[:30] + 1)
    edited = document.edited({"encoding.first": 3})
    assert np.array_equal(edited.encoding.table(), NUMBERS)
    again = edited.edited({"encoding.fingerprint": ""}).encoding
    assert again.first == 3
    assert again.length == 30
    expected = (TABLE[:30] + 1).astype(np.float64)
    assert np.array_equal(again.table(), expected)


def test_another_file_brings_its_own_size_and_array(path, tmp_path):
    learned = Learned(path, rows="dimensions", first=3)
    document = Document(encoding=learned)
    np.savez(tmp_path / "b.npz", only=np.ones((3, 2)))
    edited_document = document.edited({"encoding.path": str(tmp_path / "b.npz")})
    other = edited_document.encoding
    assert other.length == 3
    assert other.dim == 2
    assert other.key == "only"
    assert other.rows == "positions"
    assert other.first == 3
    back = document.edited({"encoding.scheme": "sinusoidal"}).encoding
    assert back.length == 7
    assert back.dim == 40
    actual = document.edited(
        {"encoding.scheme": "learned", "encoding.path": str(path)}
    ).encoding.length
    assert actual == 40


def test_a_table_can_be_shown_in_part_and_never_has_more_than_it_has():
    document = Document(encoding=Learned(TABLE))
    with pytest.raises(
        DocumentError, match=r"encoding.length = 41 is not allowed: the table has 40"
    ):
        document.edited({"encoding.length": 41})
    with pytest.raises(DocumentError, match=r"encoding.dim = 3 is not allowed: the table has 7"):
        document.edited({"encoding.dim": 3})
    part = document.edited({"encoding.length": 30}).edited({"encoding.first": 5})
    assert np.array_equal(part.encoding.table(), NUMBERS[:30])
    assert part.encoding.raster().shape == (30, 7)
    assert Document.from_json(part.to_json()) == part
    assert document.edited({"encoding.rows": "dimensions"}).encoding.length == 7


def test_rows_that_are_no_positions_are_left_out(tmp_path):
    numbers = np.random.default_rng(0).standard_normal((1, 50, 4)).astype(np.float32)
    vit = save_safetensors(
        tmp_path / "v.safetensors", {"vit.embeddings.position_embeddings": numbers}
    )
    table = Learned(vit)
    expected = numbers[0, 1:].astype(np.float64)
    assert np.array_equal(table.table(), expected)
    assert (
        "class token’s, and left out; 49 patches, read row by row as a grid of 7 × 7"
        in table.remarks
    )


@pytest.mark.parametrize(
    ("rows", "left_out", "message"),
    [
        (193, 1, "Its first row is no patch, and left out; 192 patches, read row by row as a grid"),
        (192, 0, ", float32. 192 patches, read row by row as a grid of 12 × 16, as set."),
        (197, 5, "Its first 5 rows are no patches, and left out; 192 patches"),
    ],
)
def test_a_grid_of_patches_can_be_set_where_it_is_no_square_or_another(
    tmp_path, rows, left_out, message
):
    numbers = np.random.default_rng(0).standard_normal((1, rows, 4)).astype(np.float32)
    path = save_safetensors(tmp_path / "v.safetensors", {"pos_embed": numbers})
    learned = Learned(np.zeros((24, 2)), patch_rows=4)
    assert learned.grid == (4, 6)
    table = Learned(path, patch_rows=12)
    assert table.grid == (12, 16)
    assert table.length == 192
    expected = numbers[0, left_out:].astype(np.float64)
    assert np.array_equal(table.table(), expected)
    assert message in table.remarks
    guessed = Document(encoding=Learned(path))
    edited = guessed.edited({"encoding.patch_rows": 12})
    assert edited.encoding == table
    assert Document.from_json(edited.to_json()) == edited
    assert edited.edited({"encoding.patch_rows": 0}) == guessed


def test_more_columns_than_rows_are_asked_about_unless_the_table_is_known(tmp_path):
    assert "more columns than rows" in Learned(TABLE.T).remarks
    assert "more columns than rows" not in Learned(TABLE).remarks
    known = save_safetensors(tmp_path / "a.safetensors", {"wpe.weight": TABLE.T})
    assert "more columns than rows" not in Learned(known).remarks


def test_the_code_of_a_file_makes_its_numbers(path, tmp_path):
    np.savez(tmp_path / "b.npz", pos_embed=np.arange(20.0).reshape(1, 5, 4))
    np.save(
        tmp_path / "turned.npy", np.exp(1j * np.outer(np.arange(9), [1, 0.1])).astype(np.complex64)
    )
    for table in (
        Learned(path), Learned(path, rows="dimensions"), Learned(tmp_path / "b.npz"), Learned(path, first=5),
        Learned(path, length=9), Learned(tmp_path / "turned.npy"),
    ):  # fmt: skip
        for content in ({}, {"content.kind": "normal"}):
            document = Document(encoding=table).edited(content)
            made = {}
            exec(code(document), made)
            expected = document.embedded.table()
            assert np.allclose(made["positional_encoding"](), expected)


def test_what_numpy_does_not_read_has_no_code_and_says_why(tmp_path):
    np.save(tmp_path / "a.npy", np.ones((9, 3), np.uint16).view("V2"))  # as of bfloat16
    save_safetensors(tmp_path / "a.safetensors", {"wpe.weight": TABLE})
    for given, why in (
        (TABLE, "an array is no file"),
        (tmp_path / "a.safetensors", "NumPy does not read a.safetensors"),
        (tmp_path / "a.npy", "NumPy does not read a.npy"),
    ):
        with pytest.raises(DocumentError, match=why):
            code(Document(encoding=Learned(given)))


def test_ten_gigabytes_are_shown_at_the_cost_of_what_is_looked_at(tmp_path):
    file = tmp_path / "large.npy"
    # few rows are looked at: a disk may read some megabytes around each
    rows = 40_000
    columns = 65_536
    with file.open("wb") as made:
        np.lib.format.write_array_header_1_0(
            made, {"descr": "<f4", "fortran_order": False, "shape": (rows, columns)}
        )
        begin = made.tell()
        made.truncate(begin + 4 * rows * columns)
        made.seek(begin + 4 * columns * 1000)
        made.write(np.full(columns, 2.5, np.float32).tobytes())
    table = Learned(file)
    assert table.table([1000])[0, 5] == 2.5
    actual = table.raster().sample(np.linspace(0, rows - 1, 50), np.arange(0, columns, 600.0)).shape
    assert actual == (50, 110)


def test_the_words_in_the_index_of_a_data_frame_name_the_positions():
    class Frame:
        """As much of a DataFrame as NumPy and peviewer ask for."""

        def __init__(self, index):
            self.index = index

        def __array__(self, dtype=None, copy=None):
            return np.eye(3)

    expected = ("the", "cat", "sat")
    assert as_scheme(Frame(["the", "cat", "sat"])).words == expected
    frame = Frame([0, 1, 2])
    assert as_scheme(frame).words == ()
    assert as_scheme(Frame(["the cat", "sat", "on"])).words == ()
    assert as_scheme(np.eye(3).tolist()).words == ()


@pytest.mark.parametrize("arguments", [{"path": ""}, {"path": "", "key": "wpe"}])
def test_an_empty_path_is_no_table_and_none_at_all_is_the_example(arguments):
    with pytest.raises(
        ValueError,
        match=r"^path = '' is not allowed: it must be a file of a table: .*, or an array$",
    ):
        pv.Table(**arguments)
    with pytest.raises(ValueError, match=r"^path = '' is not allowed"):
        pv.Table("")
    assert pv.Table().is_placeholder


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ("%.6f", "written to 6 decimals"),
        ("%.3e", "written to 4 digits"),
        ("%.9g", "written in single precision"),
        ("%.18e", "text"),
    ],
)
def test_of_a_text_its_digits_are_told_and_not_the_type_it_is_read_into(tmp_path, form, told):
    numbers = np.random.default_rng(0).standard_normal((9, 3)).astype(np.float32)
    if form == "%.18e":
        numbers = np.random.default_rng(0).standard_normal((9, 3))
    np.savetxt(tmp_path / "a.txt", numbers, fmt=form)
    assert Learned(tmp_path / "a.txt").remarks == f"a.txt, {told}."
    np.save(tmp_path / "a.npy", numbers)
    assert Learned(tmp_path / "a.npy").remarks == f"a.npy, {numbers.dtype}."
