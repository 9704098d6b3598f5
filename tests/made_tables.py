"""Small files of tables, as NumPy, safetensors and PyTorch write them, made byte by byte."""

import json
import struct
import zipfile
from pathlib import Path

import numpy as np

_STORAGES = {"<f4": "FloatStorage", "<f8": "DoubleStorage", "<f2": "HalfStorage", "<u2": "BFloat16Storage",
             "<c8": "ComplexFloatStorage", "<c16": "ComplexDoubleStorage"}  # fmt: skip


def bfloat16(numbers):
    """Return the upper halves of numbers in single precision, cut off."""
    return (np.asarray(numbers, np.float32).view(np.uint32) >> 16).astype(np.uint16)


def save_safetensors(path: Path, arrays, kinds=()):
    """Write arrays as safetensors does; `kinds` names the types that NumPy has no word for."""
    names = {
        "float32": "F32",
        "float64": "F64",
        "float16": "F16",
        "uint16": "U16",
        "int64": "I64",
        "bool": "BOOL",
    }
    header = {"__metadata__": {"format": "pt"}}
    data = b""
    for key, array in arrays.items():
        raw = np.ascontiguousarray(array).tobytes()
        kind = dict(kinds).get(key) or names[array.dtype.name]
        header[key] = {
            "dtype": kind,
            "shape": list(array.shape),
            "data_offsets": [len(data), len(data) + len(raw)],
        }
        data += raw
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)
    return path


def _text(words: str) -> bytes:
    return b"X" + struct.pack("<I", len(words.encode())) + words.encode()


def _number(value: int) -> bytes:
    return b"J" + struct.pack("<i", value)


def _numbers(values) -> bytes:
    return b"(" + b"".join(map(_number, values)) + b"t"


def tensor(key, count, shape, strides=None, offset=0, storage="FloatStorage") -> bytes:
    """Return the opcodes of a tensor."""
    if strides is None:
        strides = [int(np.prod(shape[place + 1 :])) for place in range(len(shape))]
    place = (
        b"("
        + _text("storage")
        + f"ctorch\n{storage}\n".encode()
        + _text(key)
        + _text("cpu")
        + _number(count)
    )
    place += b"tQ"
    rest = b"\x89ccollections\nOrderedDict\n)R"
    return (
        b"ctorch._utils\n_rebuild_tensor_v2\n("
        + place
        + _number(offset)
        + _numbers(shape)
        + _numbers(strides)
        + rest
        + b"tR"
    )


def pickled_dict(items) -> bytes:
    """Return a pickle of a dictionary whose values are opcodes."""
    return b"\x80\x02}(" + b"".join(_text(key) + value for key, value in items.items()) + b"u."


def save_torch(path: Path, arrays, bfloat16_keys=(), pickled=None):
    """Write arrays as PyTorch does since 1.6."""
    items = {}
    storages = {}
    for place, (key, array) in enumerate(arrays.items()):
        storage = _STORAGES[array.dtype.str]
        items[key] = tensor(str(place), array.size, array.shape, storage=storage)
        storages[str(place)] = np.ascontiguousarray(array).tobytes()
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("archive/data.pkl", pickled or pickled_dict(items))
        archive.writestr("archive/byteorder", "little")
        for key, raw in storages.items():
            archive.writestr(f"archive/data/{key}", raw)
    return path
