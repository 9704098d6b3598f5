"""The names of fields in other libraries, papers and configurations."""

from collections.abc import Iterable

# The names elsewhere, by the field's name here.
_ELSEWHERE = {
    "length": "l max_len max_length max_seq_len seq_len seq_length n_positions num_positions "
              "context_length block_size max_position_embeddings",
    "dim": "d d_model dimension dimensions embed_dim embedding_dim hidden_size head_dim depth "
           "n_embd",
    "base": "n theta rope_theta base_freq max_period temperature",
    "heads": "num_heads n_heads n_head num_attention_heads",
    "bucket_count": "buckets num_buckets relative_attention_num_buckets",
    "sentence": "words text tokens labels",
    "phi": "delta k",
    "position": "t query",
    "colormap": "cmap color colour colors colours palette",
    "font_size": "fontsize",
    "theme": "style dark background",
    "inches": "figsize",
    "size": "width height resolution",
    "seconds": "duration frames n_frames",
    "fps": "interval frame_rate rate",
    "target": "format file filename path",
}  # fmt: skip
_USUAL_NAMES = {
    other_name: name
    for name, other_names in _ELSEWHERE.items()
    for other_name in other_names.split()
}


def usual_name(name: str, known_names: Iterable[str]) -> str | None:
    """Return the known name of what other programs call `name`; None if there is none.

    >>> usual_name("d_model", ["encoding.base", "encoding.dim"])
    'encoding.dim'
    >>> usual_name("--figsize", ["--size", "--inches"])
    '--inches'
    """
    usual = _USUAL_NAMES.get(_bare(name))
    return next((known_name for known_name in known_names if _bare(known_name) == usual), None)


def _bare(name: str) -> str:
    """Return the name of a field from its path or its flag."""
    return name.rpartition(".")[2].lstrip("-").replace("-", "_").lower()
