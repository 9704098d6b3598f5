"""The tables of positions of known models: the names they have in checkpoints, and how each is laid out."""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from math import isqrt
from typing import Literal

from peviewer.base.parameters import refused
from peviewer.base.words import number


@dataclass(frozen=True)
class Layout:
    """How a model's table of positions is laid out."""

    family: str  # the model, as "GPT-2"; empty where it is not known
    apart: int = 0  # rows at the beginning that are no positions
    note: str = ""  # its quirks, in a sentence or two
    grid: tuple[int, int] = (0, 0)  # rows and columns of patches; of none, or where they are not known, (0, 0)
    of_patches: bool = False
    is_guessed: bool = False  # whether its grid is only the square that has as many patches


LIKE_POSITIONS = re.compile(r"(?<![a-z])(pos(?![ts])|pe$)|position|wpe|freqs_cis", re.IGNORECASE)
TURNS = re.compile(r"(?<!\bpos_emb\.)inv_freq|rope_?\.?freqs")
"""In a name: the frequencies of RoPE; those of Transformer-XL are of sines."""
NO_POSITIONS = re.compile(r"(class|cls)_?token")
TELLING = "encoder.embed_positions", "encoder.conv1"  # in the name of any array: whose model a file is


def known_layout(key: str, length: int, keys: Collection[str] = ()) -> Layout | None:
    """Return the layout of a table by its name in a checkpoint, whose other `keys` tell more; None if it is unknown."""
    if not LIKE_POSITIONS.search(key):  # quick for most names, of which a file may have hundreds of thousands
        return None
    for pattern, layout_of in _BY_LENGTH:
        if re.search(pattern, key):
            return layout_of(length, keys)
    for pattern, family, note in _KNOWN:
        if re.search(pattern, key):
            return _patches(family, length) if note == _PATCHES else Layout(family, note=note)
    return None


def layout_of_grid(layout: Layout | None, length: int, rows: int, origin: str = "as set") -> Layout | None:
    """Return the layout of a table of patches in so many rows (0: the layout itself); first rows may be no patches."""
    if not rows:
        return layout
    if rows > length:
        raise ValueError(refused("patch_rows", rows, f"the table has {length} rows"))
    columns, apart = divmod(length, rows)
    first = {0: "", 1: "Its first row is no patch, and left out; "}.get(
        apart, f"Its first {number(apart)} rows are no patches, and left out; "
    )
    note = f"{first}{_grid_text(rows, columns)}, {origin}."
    return Layout(layout.family if layout else "", apart, note, (rows, columns), of_patches=True)


def _grid_text(rows: int, columns: int) -> str:
    return f"{number(rows * columns)} patches, read row by row as a grid of {number(rows)} × {number(columns)}"


@dataclass(frozen=True)
class BiasTable:
    """A learned table that is added to scores: a number for every bucket or offset in each head, none a position."""

    scheme: Literal["t5", "swin"]
    title: str  # the model, as in a list of arrays
    window: int = 0  # for offsets: its rows, which are as many as its columns
    apart: int = 0  # rows at the end that belong to a class token


def bias_table(key: str, rows: int) -> BiasTable | None:
    """Return the kind of a table of biases by its name and number of rows; None if it is none."""
    if key.endswith("relative_attention_bias.weight"):
        return BiasTable("t5", "T5’s biases")
    if key.endswith("relative_position_bias_table"):
        for apart, title in ((0, "Swin’s biases"), (3, "BEiT’s biases")):
            if window := window_of(rows - apart):
                return BiasTable("swin", title, window, apart)
    return None


def window_of(offsets: int) -> int:
    """Return the side M of the square window that has (2M − 1)² offsets; 0 if there is none."""
    side = isqrt(max(0, offsets))
    return (side + 1) // 2 if side * side == offsets and side % 2 else 0


def _offset_two(length: int) -> bool:
    """Whether the length is a power of two plus 2, which suggests two rows before position 0."""
    return length > 2 and (length - 2) & (length - 3) == 0


def _bert(length: int, keys: Collection[str]) -> Layout:
    if _offset_two(length):
        note = "Its positions begin at row 2: 1 is the number of its padding token, whose row comes before."
        return Layout("RoBERTa", 2, note)
    return Layout("BERT", note=_FROM_ZERO)


def _embed_positions(length: int, keys: Collection[str]) -> Layout:
    if _offset_two(length):
        family = "BART" if any(TELLING[0] in key for key in keys) else "OPT"
        return Layout(family, 2, "Its positions begin at row 2: two rows before them are left from a padding row.")
    if any(TELLING[1] in key for key in keys) or length in (1500, 448):
        return _whisper(length, keys)
    return Layout("Encoder and decoder", note=_FROM_ZERO)


def _whisper(length: int, keys: Collection[str]) -> Layout:
    if length == 1500:
        return Layout("Whisper’s encoder", note="It was not learned: sines, then cosines, are stored as numbers.")
    return Layout("Whisper’s decoder", note=_FROM_ZERO)


def _patches(family: str, length: int) -> Layout:
    for apart in (0, 1, 2, 5):  # none, a class token, and a distillation token or four registers beside it
        side = isqrt(max(0, length - apart))
        if side > 1 and side * side == length - apart:
            break
    else:
        note = "Its patches are no square, so their grid is not guessed: set “Rows of patches” (patch_rows)."
        return Layout(family, note=note, of_patches=True)
    first = {0: "It has no row of a class token", 1: "Its first row is the class token’s, and left out"}.get(
        apart, f"Its first {apart} rows are the class and other tokens’, and left out"
    )
    note = f"{first}; {_grid_text(side, side)}, guessed."
    return Layout(family, apart, note, (side, side), of_patches=True, is_guessed=True)


_FROM_ZERO = "One row a position, from 0."
_STORED = "It was not learned: sines and cosines are stored as numbers."
_PATCHES = "patches"
_KNOWN: tuple[tuple[str, str, str], ...] = (
    (r"(^|\.)wpe(\.weight)?$", "GPT-2", _FROM_ZERO),
    (r"vision_model\.embeddings\.position_embedding\.weight$", "CLIP’s image encoder", _PATCHES),
    (r"text_model\.embeddings\.position_embedding\.weight$", "CLIP’s text encoder", _FROM_ZERO),
    (r"visual\.positional_embedding$", "CLIP’s image encoder", _PATCHES),
    (r"^positional_embedding$", "CLIP’s text encoder", _FROM_ZERO),
    (r"(^|\.)position_embeddings$", "ViT or DINOv2", _PATCHES),
    (r"(image|vision)_encoder\.pos_embed$", "Segment Anything’s image encoder", _PATCHES),
    (r"(^|\.)pos_embed$", "timm’s ViT", _PATCHES),
    (r"(^|\.)encoder\.pos_embedding$", "torchvision’s ViT", _PATCHES),
    (r"(^|[./])pos_embedding$", "a ViT", _PATCHES),
    (r"(^|\.)pos_emb(\.emb)?(\.weight)?$", "minGPT or x-transformers", _FROM_ZERO),
    (r"(^|\.)decoder_pos_embed$", "MAE’s decoder", _PATCHES),
    (r"(^|\.)freqs_cis$", "a model with RoPE", "One row a position, one column a pair."),
    (r"(^|\.)pe$", "PyTorch’s tutorial", _STORED),
)
"""Names, the models that have them, and what their rows are; the first that fits first."""
_BY_LENGTH: tuple[tuple[str, Callable[[int, Collection[str]], Layout]], ...] = (
    (r"coder\.positional_embedding$", _whisper),
    (r"(^|\.)position_embeddings\.weight$", _bert),
    (r"(^|\.)embed_positions\.weight$", _embed_positions),
)
"""Names of which the length says more."""
