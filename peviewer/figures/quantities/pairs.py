"""Quantities of pairs that turn: their frequencies, wavelengths and turns."""

from __future__ import annotations

from math import floor, pi

import numpy as np

from peviewer.base.numbers import number, plain
from peviewer.document.document import Document
from peviewer.figures.quantities.requirements import (
    NotHere,
    Quantity,
    count_text,
    encoding_of,
    percent_text,
    rounded,
    several_pairs_of,
    wavelength_text,
    whole_pairs_of,
)
from peviewer.model.encodings.turning import Paired, Turning


def _never_turning(document: Document) -> int:
    return encoding_of(document, Paired).never_turning_pairs


def _turning(document: Document) -> int:
    return encoding_of(document, Paired).pairs - _never_turning(document)


def _turning_share(document: Document) -> float:
    return _turning(document) / encoding_of(document, Paired).pairs


def _wavelength(document: Document, pair: int) -> float:
    return float(several_pairs_of(document).wavelengths()[pair])


def _pair_ratio(encoding: Paired) -> float:
    first, second = encoding.frequencies()[:2]
    return float(first / second)


def _short_of_limit(document: Document) -> str:
    """Return by how much the last wavelength is shorter than 2π·b."""
    limit = 2 * pi * document.get("encoding.base")
    return percent_text(1 - _wavelength(document, -1) / limit)


def _divisors(document: Document) -> str:
    texts = [rounded(1 / rate) for rate in several_pairs_of(document).frequencies()]
    if len(texts) > 4:
        texts = [*texts[:2], "…", texts[-1]]
        return " ".join(texts)
    return f"{', '.join(texts[:-1])} and {texts[-1]}"


def _move(document: Document, pair: int) -> str:
    """Return by how much a pair moves from one row to the next."""
    rate = whole_pairs_of(document).frequencies()[pair]
    return plain(2 * abs(np.sin(rate / 2)), 3)


def _last_shown_pair(document: Document) -> int:
    """Return the last pair that is drawn whole, of a table in which sine and cosine alternate."""
    encoding = whole_pairs_of(document)
    if encoding.layout != "interleaved":
        raise NotHere
    _, end = document.view.zoom.get("dimension", (-0.5, encoding.dim - 0.5))
    last = floor((end - 1) / 2)
    return min(max(last, 0), encoding.pairs - 1)


PAIRS: dict[str, Quantity] = {
    "pairs": lambda document: number(several_pairs_of(document).pairs),
    "pair_ratio": lambda document: rounded(_pair_ratio(several_pairs_of(document))),
    "first_wavelength": lambda document: wavelength_text(_wavelength(document, 0)),
    "last_wavelength": lambda document: wavelength_text(_wavelength(document, -1)),
    "short_of_limit": _short_of_limit,
    "divisors": _divisors,
    "slow_pairs": lambda document: count_text(
        _never_turning(document), encoding_of(document, Paired).pairs
    ),
    "turning": lambda document: number(_turning(document)),
    "turning_dimensions": lambda document: number(
        min(2 * _turning(document), encoding_of(document, Turning).dim)
    ),
    "unturned_share": lambda document: percent_text(1 - _turning_share(document)),
    "turning_share": lambda document: percent_text(_turning_share(document)),
    "first_move": lambda document: _move(document, 0),
    "last_shown_pair": lambda document: number(_last_shown_pair(document)),
    "last_shown_move": lambda document: _move(document, _last_shown_pair(document)),
}
