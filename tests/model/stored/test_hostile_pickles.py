"""Pickles that are made to do harm: each ends in one line, with little time and memory."""

import json
import pickle
import random
import struct
import subprocess
import sys
import zipfile

import numpy as np
import pytest

from peviewer.base.work import Cancelled, cancellable
from peviewer.model.stored.entry import TableError
from peviewer.model.stored.reading import choices, chosen

TABLE = np.zeros((2, 2), np.float32)
MEMORY = 200 * 2**20  # bytes beyond what the program has once it has started
PATIENCE = 60  # seconds for all files together: a single one that hangs takes longer

# Opens each file that it is given, and prints one line for each.
OPEN_ALL = """
import json, resource, sys
from pathlib import Path
from peviewer.model.stored.entry import TableError
from peviewer.model.stored.reading import chosen

pages = int(Path("/proc/self/statm").read_text().split()[0])
most = pages * resource.getpagesize() + int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_AS, (most, most))
for name in sys.argv[2:]:
    try:
        answer = f"opened, of shape {chosen(Path(name)).load().shape}"
    except TableError as error:
        answer = str(error)
    print(json.dumps([Path(name).stem, answer]), flush=True)
"""


def whole(opcodes):
    return b"\x80\x04" + opcodes + b"."


def in_dictionary(value):
    return whole(b"}" + text(b"w") + value + b"s")


def text(letters):
    return b"X" + struct.pack("<I", len(letters)) + letters


def counts(values):
    return b"(" + b"".join(b"\x8a\x08" + struct.pack("<q", value) for value in values) + b"t"


PLACE = text(b"0")
START = b"K\0"
SHAPE = counts([2, 2])
STRIDES = counts([2, 1])


def tensor(key=PLACE, offset=START, shape=SHAPE, strides=STRIDES):
    """Return the opcodes of a tensor whose parts are opcodes."""
    storage = b"(" + text(b"storage") + b"ctorch\nFloatStorage\n" + key + text(b"cpu") + b"K\x04tQ"
    rest = b"\x89ccollections\nOrderedDict\n)RtR"
    return b"ctorch._utils\n_rebuild_tensor_v2\n(" + storage + offset + shape + strides + rest


NUMBER_OF_MANY_DIGITS = b"\x8b" + struct.pack("<i", 10**7) + b"\1" * 10**7
DOUBLED_TUPLE = b")" + b"2\x86" * 60  # of itself twice, sixty times
LONG_TEXT = text(b"x" * 2**20)
MANY = 100_000
TWELVE_LISTS = b"".join(b"](" + b"h%c" % kept * 100 + b"eq%c" % (kept + 1) for kept in range(12))

NO_NAME_OF_NUMBERS = (
    "{} has no table to show: w has numbers that are named by neither a text nor a whole number"
)
NO_COUNTS = "{} has no table to show: w is broken: its offset, its shape and its strides must be whole numbers from 0 on"
UNFOLDED = "{} has no table to show: w unfolds to more than 256 MiB, of which no more is read here: save it by np.save"
NO_TENSOR = "{} cannot be read: it has no tensor"
CUT_OFF = (
    "{} cannot be read: it has no tensor in its first 32 levels, of a name of at most 300 letters"
)
NO_PICKLE = "{} cannot be read: it is no pickle of tensors that can be read"

NAMES = {
    "numbers named by a tuple": (in_dictionary(tensor(key=DOUBLED_TUPLE)), NO_NAME_OF_NUMBERS),
    "numbers named by many digits": (
        in_dictionary(tensor(key=NUMBER_OF_MANY_DIGITS)),
        NO_NAME_OF_NUMBERS,
    ),
    "numbers of a long name": (
        in_dictionary(tensor(key=LONG_TEXT)),
        "{} has no table to show: w has no numbers in the file",
    ),
    "class named by tuples": (
        whole(DOUBLED_TUPLE + b"2\x93"),
        "{} cannot be read: a class of its pickle is named by something other than texts",
    ),
    "class of a long name": (
        whole(LONG_TEXT + b"q\0" + b"h\0h\0\x93" * MANY),
        "{} cannot be read: a class of its pickle has a name of more than 300 letters",
    ),
    "class of a name that is no line": (
        whole(text(b"torch") + text(b"a\nb") + b"\x93"),
        "{} cannot be read: a class of its pickle has a name with control characters",
    ),
    "key that is a tuple": (whole(b"}" + DOUBLED_TUPLE + tensor() + b"s"), NO_TENSOR),
    "key of many digits": (whole(b"}" + NUMBER_OF_MANY_DIGITS + tensor() + b"s"), NO_TENSOR),
    "key that is a dictionary": (whole(b"}}" + tensor() + b"s"), NO_TENSOR),
    "long keys of many dictionaries": (
        whole(
            LONG_TEXT + b"q\0}(" + b"".join(text(b"%d" % n) + b"}h\0}s" for n in range(MANY)) + b"u"
        ),
        NO_TENSOR,
    ),
    "long names of keys in one another": (
        whole((b"}" + text(b"k" * 200)) * 2 + tensor() + b"ss"),
        CUT_OFF,
    ),
}
TENSORS = {
    "offset of many digits": (in_dictionary(tensor(offset=NUMBER_OF_MANY_DIGITS)), NO_COUNTS),
    "offset below 0": (in_dictionary(tensor(offset=b"J\xff\xff\xff\xff")), NO_COUNTS),
    "stride below 0": (in_dictionary(tensor(strides=counts([-2, 1]))), NO_COUNTS),
    "shape of texts": (in_dictionary(tensor(shape=b"(" + text(b"2") * 2 + b"t")), NO_COUNTS),
    "shape of many axes": (in_dictionary(tensor(shape=counts([1] * MANY))), NO_COUNTS),
    "fewer strides than axes": (
        in_dictionary(tensor(strides=counts([1]))),
        "{} has no table to show: w is broken: its shape and its strides are of different lengths",
    ),
    "strides of 0": (
        in_dictionary(tensor(shape=counts([40_000, 65_536]), strides=counts([0, 0]))),
        UNFOLDED,
    ),
    "rows that overlap": (
        in_dictionary(tensor(shape=counts([2**27, 3]), strides=counts([0, 1]))),
        UNFOLDED,
    ),
    "huge strides": (
        in_dictionary(tensor(strides=counts([2**62, 2**62]))),
        "{} has no table to show: w reaches beyond its numbers",
    ),
}
LOOPS = {
    "list in itself": (whole(b"]q\0h\0a"), NO_TENSOR),
    "dictionary in itself": (whole(b"}q\0" + text(b"a") + b"h\0s"), NO_TENSOR),
    "object in itself": (whole(b"cmodule\nname\n)\x81q\0](h\0eb"), NO_TENSOR),
    "calls in one another": (
        whole(
            b"ctorch._tensor\n_rebuild_from_type_v2\nq\0(h\0N"
            + b"(h\0N" * 5000
            + b")"
            + b"t" * 5001
            + b"R"
        ),
        NO_PICKLE,
    ),
    "lists a hundred times in lists": (whole(b"]q\0" + TWELVE_LISTS), NO_TENSOR),
    "lists in one another": (whole(b"](" * MANY + b"e" * MANY), CUT_OFF),
    "tuples in one another": (whole(b")" + b"\x85" * MANY), CUT_OFF),
}
MUCH = {
    "many opcodes": (
        whole(b"}0" * 500_000),
        "{} cannot be read: its pickle has more than 1 000 000 opcodes",
    ),
    "many classes": (
        whole(b"cmodule\nname\n" * 20_001),
        "{} cannot be read: its pickle names classes more than 20 000 times",
    ),
    "many tensors": (
        whole(
            b"}("
            + b"K\0"
            + tensor()
            + b"q\0"
            + b"".join(text(b"%d" % n) + b"h\0" for n in range(1, 20_001))
            + b"u"
        ),
        "{} cannot be read: it has more than 20 000 tensors",
    ),
    "many items of an object": (
        whole(b"cmodule\nname\n)\x81" + b"".join(text(b"%d" % n) + b"Ns" for n in range(MANY))),
        NO_TENSOR,
    ),
    "many arguments over and over": (
        whole(
            b"ctorch._utils\n_rebuild_parameter\nq\0(" + b"N" * MANY + b"tq\1" + b"h\0h\1R0" * MANY
        ),
        "{} cannot be read: a call of its pickle has more than 16 arguments",
    ),
    "text of 4 EiB": (whole(b"\x8d" + struct.pack("<Q", 2**62)), NO_PICKLE),
    "large pickle": (
        whole(text(b"x" * 2**24)),
        "{} cannot be read: its pickle is larger than 16 MiB, of which no more is read",
    ),
}
HOSTILE = NAMES | TENSORS | LOOPS | MUCH


def save(path, pickled):
    """Write a checkpoint of one run of four numbers, ``0``."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a/data.pkl", pickled)
        archive.writestr("a/data/0", TABLE.tobytes())
    return path


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """Return what is said of each hostile file by a program that has little memory, and is ended after a while."""
    if sys.platform != "linux":
        pytest.skip("a process has no limit on memory here")
    folder = tmp_path_factory.mktemp("hostile")
    paths = [save(folder / f"{name}.pt", pickled) for name, (pickled, _) in HOSTILE.items()]
    command = [sys.executable, "-c", OPEN_ALL, str(MEMORY), *paths]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True)
    return dict(map(json.loads, ended.stdout.splitlines()))


def assert_refused(answers, name):
    _, message = HOSTILE[name]
    assert answers[name].replace("\u2009", " ") == message.format(f"{name}.pt")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_a_pickle_is_a_short_text_or_a_number(answers, name):
    assert_refused(answers, name)


@pytest.mark.parametrize("name", TENSORS)
def test_a_tensor_is_refused_for_what_it_would_unfold_to(answers, name):
    assert_refused(answers, name)


@pytest.mark.parametrize("name", LOOPS)
def test_what_a_pickle_holds_again_and_again_is_searched_once(answers, name):
    assert_refused(answers, name)


@pytest.mark.parametrize("name", MUCH)
def test_a_pickle_that_asks_for_much_says_the_limit(answers, name):
    assert_refused(answers, name)


def nested(value, depth):
    """Return the opcodes of dictionaries in one another, the innermost with a value."""
    return (b"}" + text(b"n")) * depth + value + b"s" * depth


@pytest.mark.parametrize(
    ("key", "name"),
    [
        (text(b"weight"), "weight"),
        (b"K\7", "7"),
        (b"J\xff\xff\xff\xff", "-1"),
        (b"G" + struct.pack(">d", 0.5), "0.5"),
        (b"(" + text(b"layer") + b"K\0t", "layer.0"),
    ],
)
def test_keys_that_are_texts_numbers_or_flat_tuples_name_tensors(tmp_path, key, name):
    path = save(tmp_path / "a.pt", whole(b"}" + key + tensor() + b"s"))

    assert [choice.key for choice in choices(path)] == [name]


def test_a_tensor_is_found_thirty_two_levels_deep_and_no_deeper(tmp_path):
    deepest = save(tmp_path / "a.pt", whole(nested(tensor(), 32)))
    too_deep = save(tmp_path / "b.pt", whole(nested(tensor(), 33)))

    assert chosen(deepest).key == ".".join("n" * 32)
    with pytest.raises(TableError, match="no tensor in its first 32 levels"):
        chosen(too_deep)


def test_a_storage_that_unpacks_to_more_than_is_read_is_not_read(tmp_path):
    path = tmp_path / "a.pt"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a/data.pkl", in_dictionary(tensor()))
        archive.writestr("a/data/0", TABLE.tobytes())
        archive.getinfo("a/data/0").file_size = 2**28 + 1

    with pytest.raises(TableError, match="w is of more than 256 MiB"):
        chosen(path)


def test_a_checkpoint_with_the_other_order_of_bytes_is_refused(tmp_path):
    path = save(tmp_path / "a.pt", in_dictionary(tensor()))
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("a/byteorder", "big")

    with pytest.raises(TableError, match="the other order of bytes"):
        chosen(path)


def test_a_tensor_of_many_names_has_each(tmp_path):
    shared = tensor() + b"q\0"
    path = save(
        tmp_path / "a.pt", whole(b"}(" + text(b"first") + shared + text(b"second") + b"h\0u")
    )

    assert [choice.key for choice in choices(path)] == ["first", "second"]


def test_reading_a_pickle_ends_once_it_is_cancelled(tmp_path):
    path = save(tmp_path / "a.pt", in_dictionary(tensor()))

    with pytest.raises(Cancelled), cancellable(lambda: True):
        choices(path)


def checkpoint(path):
    """Write a small checkpoint as PyTorch does, with other objects beside its tensors."""
    others = pickle.dumps(
        {"epoch": 3, "names": ["a", ("b", 1.5)], "kinds": {complex, Exception}}, 2
    )[2:-1]
    return save(
        path, whole(b"}(" + text(b"model") + nested(tensor(), 2) + text(b"others") + others + b"u")
    )


def mutated(raw, random_numbers):
    """Return bytes that are changed in up to eight places, where some are left out or repeated, or that end early."""
    changed = bytearray(raw)
    for _ in range(random_numbers.randint(1, 8)):
        place = random_numbers.randrange(len(changed))
        length = random_numbers.choice([1, 1, 1, 4, 30])
        match random_numbers.choice(["change", "change", "flip", "drop", "repeat", "cut"]):
            case "change":
                changed[place] = random_numbers.randrange(256)
            case "flip":
                changed[place] ^= 1 << random_numbers.randrange(8)
            case "drop":
                del changed[place : place + length]
                changed = changed or bytearray(b".")
            case "repeat":
                changed[place:place] = changed[place : place + length]
            case "cut" if random_numbers.random() < 0.2:
                del changed[place + 1 :]
    return bytes(changed)


def opened(path):
    """Return the name of the file if its table can be opened, and otherwise why not."""
    try:
        chosen(path).load()
    except TableError as error:
        return str(error).replace("\u2009", " ")
    return path.name


@pytest.mark.parametrize("seed", range(4))
def test_a_pickle_with_changed_bytes_opens_or_is_refused_in_one_line(tmp_path, seed):
    random_numbers = random.Random(seed)
    with zipfile.ZipFile(checkpoint(tmp_path / "whole.pt")) as archive:
        pickled = archive.read("a/data.pkl")

    for _ in range(100):
        path = save(tmp_path / "a.pt", mutated(pickled, random_numbers))
        answer = opened(path)
        assert answer.isprintable()
        assert path.name in answer


@pytest.mark.parametrize("seed", range(4))
def test_a_checkpoint_with_changed_bytes_opens_or_is_refused_in_one_line(tmp_path, seed):
    random_numbers = random.Random(seed)
    raw = checkpoint(tmp_path / "whole.pt").read_bytes()

    for _ in range(100):
        path = tmp_path / "a.pt"
        path.write_bytes(b"PK\3\4" + mutated(raw, random_numbers)[4:])
        answer = opened(path)
        assert answer.isprintable()
        assert path.name in answer
