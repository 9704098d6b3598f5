"""Arrays read back from each kind of file, equal to what was written."""

import gzip
import math
import os
import pickle
import zipfile
from argparse import Namespace
from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from peviewer.model.encodings.learned import Learned
from peviewer.model.stored.entry import TableError, as_numbers
from peviewer.model.stored.reading import choices, chosen, contents
from tests.made_tables import bfloat16, pickled_dict, save_safetensors, save_torch, tensor

TABLE = np.random.default_rng(0).standard_normal((5, 3)).astype(np.float32)
WIDE = np.linspace(-2, 2, 12).reshape(4, 3)


def read(path, key=""):
    choice = chosen(path, key)
    return as_numbers(choice.load(), choice.entry.kind)


def written(folder, kind):
    path = folder / f"table.{kind}"
    if kind == "npy":
        np.save(path, TABLE)
    elif kind == "npz":
        np.savez(path, table=TABLE)
    elif kind == "csv":
        np.savetxt(path, TABLE, delimiter=",")
    elif kind == "safetensors":
        save_safetensors(path, {"table": TABLE})
    else:
        save_torch(path, {"table": TABLE})
    return path


@pytest.mark.parametrize("kind", ["npy", "npz", "csv", "safetensors", "pt"])
def test_each_kind_of_file_gives_the_numbers_back(tmp_path, kind):
    expected = TABLE.astype(np.float64)
    assert np.array_equal(read(written(tmp_path, kind)), expected)


def test_a_table_of_columns_first_is_read_as_rows(tmp_path):
    np.save(tmp_path / "a.npy", np.asfortranarray(TABLE))
    np.savez(tmp_path / "b.npz", table=np.asfortranarray(TABLE))
    expected = TABLE.astype(np.float64)
    assert np.array_equal(read(tmp_path / "a.npy"), expected)
    expected = TABLE.astype(np.float64)
    assert np.array_equal(read(tmp_path / "b.npz"), expected)


def test_bfloat16_and_half_precision_are_read(tmp_path):
    half = WIDE.astype(np.float16)
    save_safetensors(tmp_path / "a.safetensors", {"b": bfloat16(WIDE), "h": half}, {"b": "BF16"})
    save_torch(tmp_path / "a.pt", {"b": bfloat16(WIDE), "h": half})
    np.save(tmp_path / "a.npy", bfloat16(WIDE).view("V2"))  # as JAX saves it
    np.savez_compressed(tmp_path / "a.npz", b=bfloat16(WIDE).view("V2"))
    cut = (WIDE.astype(np.float32).view(np.uint32) & 0xFFFF0000).view(np.float32)
    expected = cut.astype(np.float64)
    assert np.array_equal(read(tmp_path / "a.npy"), expected)
    expected = cut.astype(np.float64)
    assert np.array_equal(read(tmp_path / "a.npz", "b"), expected)
    for path in (tmp_path / "a.safetensors", tmp_path / "a.pt"):
        expected = cut.astype(np.float64)
        assert np.array_equal(read(path, "b"), expected)
        expected = half.astype(np.float64)
        assert np.array_equal(read(path, "h"), expected)
        assert chosen(path, "b").entry.kind == "bfloat16"


@pytest.mark.parametrize("kind", [np.int8, np.int64, np.uint16, bool])
def test_whole_numbers_are_read(kind, tmp_path):
    table = (np.arange(6).reshape(3, 2) % 2).astype(kind)
    np.save(tmp_path / "a.npy", table)
    expected = table.astype(np.float64)
    assert np.array_equal(read(tmp_path / "a.npy"), expected)


COUNTED = "counts by 1"
NAMED = "names the positions"


TEXTS_OF_TABLES = [
    ("x;y\n0.5;2\n3;-4\n", ""),
    ("0.5\t2\n3\t-4\n", ""),
    ("# made by hand\n0.5 2\n3 -4\n# end\n", ""),
    ('"x";"y"\n0,5;2\n3;-4,0\n', ""),
    ("# made by hand\n,x,y\n0,0.5,2\n1,3,-4\n", COUNTED),
    ("pos\t0\t1\n7\t0.5\t2\n8\t3\t-4\n", COUNTED),
    (";0;1\n1;0,5;2\n2;3;-4\n", COUNTED),
    ("0,0.5,2\n1,3,-4\n", COUNTED),
    (",pos,0,1\n0,7,0.5,2\n1,8,3,-4\n", COUNTED),
    ('word,0,1\n"the, a",0.5,2\n"5",3,-4\n', NAMED),
    ("the 0.5 2\ncat 3 -4\n", NAMED),
]


def test_texts_are_read_as_pandas_numpy_and_others_write_them(tmp_path):
    table = [[0.5, 2.0], [3.0, -4.0]]
    for text, left_out in TEXTS_OF_TABLES:
        (tmp_path / "a.csv").write_text(text, "utf-8")
        choice = chosen(tmp_path / "a.csv")
        assert choice.load().tolist() == table, text
        assert left_out in choice.note if left_out else not choice.note, text


def test_words_name_the_positions_and_positions_are_left_out(tmp_path):
    for text in (
        ",word,0,1\n0,the,0.5,2\n1,,3,-4\n",
        "word\tpos\t0\t1\nthe\t1\t0.5\t2\n5\t2\t3\t-4\n",
    ):
        (tmp_path / "a.csv").write_text(text)
        assert NAMED in chosen(tmp_path / "a.csv").note
        table = Learned(tmp_path / "a.csv")
        expected = [[0.5, 2.0], [3.0, -4.0]]
        assert table.table().tolist() == expected
        assert table.words in (("the", ""), ("the", "5"))
        assert Learned(tmp_path / "a.csv", rows="dimensions").words == ()


HEADED_TABLES = [
    ("0,1,2\n1.5,2,3\n", [[1.5, 2, 3]]),
    ("0,1,2\n3,4,5\n", [[0, 1, 2], [3, 4, 5]]),
    ("0,1\n0.84,0.54\n", [[0, 1], [0.84, 0.54]]),
]


def test_numbers_of_columns_above_fractions_are_names_and_above_whole_numbers_a_row(tmp_path):
    for text, table in HEADED_TABLES:
        (tmp_path / "a.csv").write_text(text)
        assert read(tmp_path / "a.csv").tolist() == table


FILES_BY_BEGINNING = [
    ("npy", "a.txt"),
    ("npz", "a.weights"),
    ("pt", "a.ckpt"),
    ("safetensors", "a.pt"),
    ("csv", "a.txt"),
    ("csv", "a"),
]


def test_what_a_file_begins_with_decides_and_not_its_name(tmp_path):
    for kind, name in FILES_BY_BEGINNING:
        written(tmp_path, kind).replace(tmp_path / name)
        assert np.array_equal(read(tmp_path / name), TABLE), name
    written(tmp_path, "csv")
    (tmp_path / "a.csv.gz").write_bytes(gzip.compress((tmp_path / "table.csv").read_bytes()))
    assert np.array_equal(read(tmp_path / "a.csv.gz"), TABLE)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("m.json", "--table open the configuration of a model"),
        ("m.gguf", "by gguf and numpy.save"),
        ("m.safetensors.index.json", "open the one"),
    ],
)
def test_kinds_that_are_not_read_say_what_to_do(tmp_path, name, why):
    (tmp_path / name).write_bytes(b"any")
    with pytest.raises(TableError, match=f"^{name} cannot be read: it is a file .*{why}"):
        choices(tmp_path / name)


@pytest.mark.parametrize("kind", [np.complex64, np.complex128])
def test_complex_numbers_of_unknown_names_are_read_as_their_angles(tmp_path, kind):
    turned = np.exp(1j * np.outer(np.arange(9), [1.0, 0.1])).astype(kind)
    np.savez(tmp_path / "a.npz", turns=turned)
    np.save(tmp_path / "a.npy", turned)
    save_torch(tmp_path / "a.pt", {"turns": turned})
    angles = [[math.atan2(number.imag, number.real) for number in row] for row in turned.tolist()]
    for name in ("a.npz", "a.npy", "a.pt"):
        assert np.allclose(read(tmp_path / name), angles, rtol=0, atol=1e-12), name
        assert "angles" in chosen(tmp_path / name).note


def test_a_view_of_a_tensor_is_read_by_its_strides(tmp_path):
    numbers_there = np.arange(20, dtype=np.float32)
    turned = pickled_dict({"t": tensor("0", 20, (3, 4), (1, 3), offset=2)})
    save_torch(tmp_path / "a.pt", {"any": numbers_there}, pickled=turned)
    assert np.array_equal(read(tmp_path / "a.pt"), numbers_there[2:14].reshape(4, 3).T)


class Hostile:
    def __init__(self, made):
        self.made = made

    def __reduce__(self):
        return os.mkdir, (str(self.made),)


@pytest.mark.parametrize("protocol", range(6))
def test_a_pickle_of_no_tensors_is_refused_in_one_line_and_runs_nothing(tmp_path, protocol):
    hostile = pickle.dumps({"w": Hostile(tmp_path / "made")}, protocol)
    (tmp_path / "a.bin").write_bytes(hostile)
    save_torch(tmp_path / "a.pt", {"w": TABLE}, pickled=hostile)
    for name, why in (
        ("a.bin", "it is no .*: save its array by np.save"),
        ("a.pt", "it has no tensor"),
    ):
        with pytest.raises(TableError, match=f"{name} cannot be read: {why}$"):
            choices(tmp_path / name)
    assert not (tmp_path / "made").exists()


@dataclass
class Settings:
    rate: float = 0.1
    folder: Path = Path("runs")


def opcodes(thing, protocol):
    """Return the opcodes of an object, to be a value of a dictionary."""
    raw = pickle.dumps(thing, protocol)
    return raw[2:-1] if protocol > 1 else raw[:-1]


@pytest.mark.parametrize("protocol", [0, 1, 2, 3])
def test_tensors_beside_foreign_objects_are_read_and_nothing_is_run(tmp_path, protocol):
    namespace = Namespace(lr=1, settings=Settings())
    foreign = [
        namespace, Counter("abc"), defaultdict(list, a=[1]), date(2024, 1, 2), Settings,
        {1.5: 2, (1, 2): 3}, {"s": {1, 2}, "f": frozenset("ab")}, Fraction(1), np.float64(1),
        Hostile(tmp_path / "made"),
    ]  # fmt: skip
    inner = b"}(" + b"X\x09\x00\x00\x00pos_embed" + tensor("0", 15, (5, 3)) + b"u"
    items = {"model": inner} | {
        f"foreign {k}": opcodes(thing, protocol) for k, thing in enumerate(foreign)
    }
    save_torch(tmp_path / "c.pth", {"any": TABLE}, pickled=pickled_dict(items))
    assert [choice.key for choice in choices(tmp_path / "c.pth")] == ["model.pos_embed"]
    assert np.array_equal(read(tmp_path / "c.pth"), TABLE)
    assert not (tmp_path / "made").exists()


def test_torchscript_is_read_for_its_tensors_and_what_is_not_read_is_named(tmp_path):
    def module(items):
        return b"c__torch__.clip\nModule\n)\x81" + pickled_dict(items)[2:-1] + b"b"

    whole = module({
        "visual": module({"positional_embedding": tensor("0", 15, (5, 3)), "training": b"\x89"}),
        "freqs": tensor("0", 15, (5, 3), storage="QInt8Storage"),
        "scales": b"ctorch._utils\n_rebuild_qtensor\n(K\x01tR",
        "array": opcodes(TABLE, 2),
    })  # fmt: skip
    save_torch(tmp_path / "a.pt", {"any": TABLE}, pickled=b"\x80\x02" + whole + b".")
    actual = contents(tmp_path / "a.pt")
    assert list(actual.arrays) == ["visual.positional_embedding"]
    expected = {
        "freqs": "is of type QInt8, which is not read: save it as float32",
        "scales": "is quantized, which is not read: save it by dequantize()",
        "array": "is NumPy's, which is not read here: save it by np.save",
    }
    assert actual.refused == expected


@pytest.mark.parametrize(
    "pickled",
    [
        b"\x80\x04\x8d" + (2**62).to_bytes(8, "little") + b".",  # a text of 4 EiB
        b"\x80\x02Nr\xff\xff\xff\xff.",  # something kept at place 2³²
        b"\x80\x02" + b"(" * 100 + b".",
        b"\x80\x02a.",
        b"\x80\x02}}Ks.",  # a key that is a dictionary
        b"\x80\x02" + b"N" * 10,  # no end
        b"",
    ],
)
def test_a_pickle_that_asks_for_much_is_refused_with_little(tmp_path, pickled):
    save_torch(tmp_path / "a.pt", {"w": TABLE}, pickled=pickled or b"\x80")
    with pytest.raises(TableError, match=r"a\.pt"):
        choices(tmp_path / "a.pt")


@pytest.mark.parametrize(
    "broken",
    [
        tensor("0", 15, (6, 3)),  # more than its storage has
        tensor("0", 15, (5, 3), offset=1),  # one number more
        tensor("0", 15, (5, 3), (2**20, 1)),
        tensor("9", 15, (5, 3)),  # no such storage
        tensor("0", 15, (5, 3), (-3, 1)),
    ],
)
def test_a_tensor_that_reaches_beyond_its_numbers_is_refused(tmp_path, broken):
    save_torch(tmp_path / "a.pt", {"w": TABLE}, pickled=pickled_dict({"w": broken}))
    with pytest.raises(
        TableError, match=r"a\.pt .*(w reaches beyond its numbers|w has no numbers|is broken)"
    ):
        chosen(tmp_path / "a.pt").load()


@pytest.mark.parametrize(
    ("kind", "cut"), [("npy", 0.02), ("npz", 0.2), ("safetensors", 0.6), ("pt", 0.999)]
)
def test_a_file_that_ends_early_is_refused_in_one_line(tmp_path, kind, cut):
    path = written(tmp_path, kind)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(cut * len(whole))])
    with pytest.raises(TableError, match=path.name) as actual:
        chosen(path).load()
    assert "\n" not in str(actual.value)


@pytest.mark.parametrize(
    ("array", "why"),
    [
        (np.zeros(7), "one axis"),
        (np.array(5.0), "no axis"),
        (
            np.zeros((2, 2), "datetime64[s]"),
            r"datetime64\[s\], which is not read: save it as float32",
        ),
        (np.array([["a"]]), "<U1"),
    ],
)
def test_an_array_that_is_no_table_is_refused_with_the_reason(tmp_path, array, why):
    np.save(tmp_path / "a.npy", array)
    with pytest.raises(TableError, match=why):
        chosen(tmp_path / "a.npy")


def test_a_huge_compressed_array_is_refused_before_it_is_unpacked(tmp_path):
    import io

    head = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        head, {"descr": "<f8", "fortran_order": False, "shape": (2**20, 2**15)}
    )
    with zipfile.ZipFile(tmp_path / "a.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x.npy", head.getvalue())
    with pytest.raises(TableError, match="x cannot be read: it ends too early"):
        chosen(tmp_path / "a.npz")


def test_several_unknown_arrays_are_listed_and_one_is_chosen(tmp_path):
    np.savez(tmp_path / "a.npz", left=TABLE, right=WIDE, row=np.zeros(3))
    with pytest.raises(
        TableError,
        match=r"has 2 arrays of unknown names: choose one, as in a\.npz:left: left, right",
    ):
        chosen(tmp_path / "a.npz")
    assert np.array_equal(read(tmp_path / "a.npz", "right"), WIDE)
    with pytest.raises(TableError, match="no array rigt; did you mean right"):
        chosen(tmp_path / "a.npz", "rigt")
    with pytest.raises(TableError, match=r"row of a\.npz has one axis"):
        chosen(tmp_path / "a.npz", "row")


def test_a_missing_file_is_said(tmp_path):
    for name in ("nothing.npy", "nothing"):
        with pytest.raises(TableError, match=rf"{name} cannot be read: No such file"):
            contents(tmp_path / name)


def test_a_pipe_is_refused_and_not_waited_for(tmp_path):
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are none here")
    os.mkfifo(tmp_path / "pipe.npy")
    with pytest.raises(TableError, match=r"pipe\.npy cannot be read: it is not an ordinary file"):
        choices(tmp_path / "pipe.npy")
