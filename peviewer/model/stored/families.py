"""The tables of positions of known models: their names in checkpoints, and their layouts."""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from math import isqrt

from peviewer.base.numbers import number
from peviewer.base.refusals import refused


@dataclass(frozen=True)
class Layout:
    """How a model's table of positions is laid out."""

    # The model, as "GPT-2"; empty where it is not known.
    family: str

    # How many rows at the beginning are no positions.
    extra_rows: int = 0

    # The table's peculiarities, in a sentence or two.
    note: str = ""

    # Rows and columns of patches; (0, 0) where there are none, or they are not known.
    grid: tuple[int, int] = (0, 0)

    # Whether its positions are patches of a picture.
    of_patches: bool = False

    # Whether the grid is only guessed: the square with as many patches.
    is_guessed: bool = False

    # The position, or the offset, of the first row.
    first: int = 0
    # Whether its model's code resizes it by taking the nearest row.
    takes_nearest: bool = False


LIKE_POSITIONS = re.compile(
    r"(?<![a-z])(pos(?![ts])|pe$)|position|wpe|freqs_cis|(time|temporal)_embed", re.IGNORECASE
)
TURNS = re.compile(r"(?<!\bpos_emb\.)inv_freq|rope_?\.?freqs")
"""Found in names of RoPE's frequencies; Transformer-XL's are frequencies of sines."""
VECTORS_BY_LAG = re.compile(r"(^|\.)(emb_rel_k|distance_embedding\.weight)$")
"""Found in names of vectors by lag that queries are multiplied by, such as VITS's and BERT's."""
COUNTED_BACK = re.compile(r"distance_embedding\.weight$")
"""Found in names of vectors by lag whose rows count query minus key."""
NO_POSITIONS = re.compile(r"(class|cls)_?token")
_NO_TABLES = (
    (
        r"gaussian_matrix$",
        "has random waves, which coordinates are multiplied by: no row is a position",
    ),
    (
        r"(relative_position_index|attention_bias_idxs)$",
        "says which bias two places get, and has no numbers of its own",
    ),
    (r"position_ids$", "only counts positions"),
    (
        r"pos_bias_[uv]$|[ru]_[rw]_bias$",
        "has a number for each head and dimension: no row is a position",
    ),
    (
        r"rel_embeddings(\.weight)?$",
        "has a vector for every distance, which projections of its model compare with others",
    ),
    (
        r"(linear_pos|pos_proj|pos_(key|q|query)_proj)\.(weight|bias)$",
        "is a projection that positions go through",
    ),
    (
        r"pos_conv_embed\b.*|pos_embed\.conv.*|\bcpe\b.*",
        "is a convolution that positions come from",
    ),
    (
        r"(time|pos)_(embed|embedding|emb)\.(\d+|linear_\d+|proj|mlp)\b.*",
        "is a layer that positions go through",
    ),
)
"""Names of arrays that are no tables of positions, and what they are."""
# Found in names of any array: they tell which model a file belongs to.
TELLING = (
    "encoder.embed_positions",
    "encoder.conv1",
)


def why_no_table(key: str) -> str:
    """Return why an array whose name is of a known kind cannot be shown, as text after the name.

    The result is usually empty.
    """
    return next((why for pattern, why in _NO_TABLES if re.search(pattern, key)), "")


def known_layout(key: str, length: int, keys: Collection[str] = ()) -> Layout | None:
    """Return the layout of a table by its name in a checkpoint, or None.

    The other `keys` of the checkpoint help to tell it.
    """
    # This test is quick: a file may have hundreds of thousands of names.
    if not LIKE_POSITIONS.search(key):
        return None
    for pattern, layout_of in _BY_LENGTH:
        if re.search(pattern, key):
            return layout_of(length, keys)
    for pattern, family, note in _KNOWN:
        if re.search(pattern, key):
            if note == _PATCHES:
                return _patches(family, length)
            return Layout(family, note=note, takes_nearest=note == _FRAMES)
    return None


def layout_of_grid(
    layout: Layout | None, length: int, rows: int, origin: str = "as set"
) -> Layout | None:
    """Return the layout of a table of patches on a grid with `rows` rows; with 0 the layout itself.

    The first rows may be no patches.
    """
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
    return (
        f"{number(rows * columns)} patches, read row by row as a grid of {number(rows)} × "
        f"{number(columns)}"
    )


def _offset_two(length: int) -> bool:
    """Whether the length is a power of two plus 2, which suggests two rows before position 0."""
    return length > 2 and (length - 2) & (length - 3) == 0


def _bert(length: int, keys: Collection[str]) -> Layout:
    if _offset_two(length):
        note = (
            "Its positions begin at row 2: 1 is the number of its padding token, whose row comes "
            "before."
        )
        return Layout("RoBERTa", 2, note)
    return Layout("BERT", note=_FROM_ZERO)


def _embed_positions(length: int, keys: Collection[str]) -> Layout:
    if _offset_two(length):
        family = "BART" if any(TELLING[0] in key for key in keys) else "OPT"
        return Layout(
            family,
            2,
            "Its positions begin at row 2: two rows before them are left from a padding row.",
        )
    if any(TELLING[1] in key for key in keys) or length in (1500, 448):
        return _whisper(length, keys)
    return Layout("Encoder and decoder", note=_FROM_ZERO)


def _whisper(length: int, keys: Collection[str]) -> Layout:
    if length == 1500:
        return Layout(
            "Whisper’s encoder",
            note="It was not learned: sines, then cosines, are stored as numbers.",
        )
    return Layout("Whisper’s decoder", note=_FROM_ZERO)


def _offsets(length: int, keys: Collection[str]) -> Layout:
    note = (
        "Its rows are no positions but offsets along one side of a grid, the query’s place less "
        "the "
        "key’s; each row is multiplied by the query."
    )
    first = -(length // 2) if length % 2 else 0
    return Layout("Segment Anything or ViTDet", note=note, first=first)


def _patches(family: str, length: int) -> Layout:
    # None, a class token, and a distillation token or four registers beside it.
    for apart in (
        0,
        1,
        2,
        5,
    ):
        side = isqrt(max(0, length - apart))
        if side > 1 and side * side == length - apart:
            break
    else:
        note = (
            "Its patches are no square, so their grid is not guessed: set “Rows of patches” "
            "(patch_rows)."
        )
        return Layout(family, note=note, of_patches=True)
    first = {
        0: "It has no row of a class token",
        1: "Its first row is the class token’s, and left out",
    }.get(apart, f"Its first {apart} rows are the class and other tokens’, and left out")
    note = f"{first}; {_grid_text(side, side)}, guessed."
    return Layout(family, apart, note, (side, side), of_patches=True, is_guessed=True)


_FROM_ZERO = "One row a position, from 0."
_QUERIES = "One row for each learned query; their order means nothing."
_FRAMES = (
    "One row a frame. TimeSformer’s code resizes it to other numbers of frames by the nearest row."
)
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
    (r"(^|\.)decoder_pos_embed\.weight$", "ACT’s decoder", _QUERIES),
    (r"(^|[._])query_pos(_embed(ding)?)?(\.weight)?$", "DETR’s queries", _QUERIES),
    (r"(^|\.)pos_table$", "a transformer’s encoder or decoder", _STORED),
    (r"(^|[._])time_embed(dings?)?$", "TimeSformer’s time axis", _FRAMES),
    (r"(^|[._])temporal_embed(ding)?s?(\.weight)?$", "frames of a video", "One row a frame."),
)
"""Patterns of names, the models that have them, and their rows; the first match counts."""
_BY_LENGTH: tuple[tuple[str, Callable[[int, Collection[str]], Layout]], ...] = (
    (r"coder\.positional_embedding$", _whisper),
    (r"(^|\.)rel_pos_[hw]$", _offsets),
    (r"(^|\.)position_embeddings\.weight$", _bert),
    (r"(^|\.)embed_positions\.weight$", _embed_positions),
)
"""Patterns of names whose model also depends on the number of rows."""
