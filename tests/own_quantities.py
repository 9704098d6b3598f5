"""The quantities that stories and presets state, computed anew.

None where a Document has no such thing.
"""

import re
from functools import lru_cache
from math import ceil, floor, log, pi

import numpy as np

from peviewer.base.words import in_singular
from peviewer.document.animation import field_specification, shown_value
from peviewer.document.document import Document
from tests.own_formulas import columns, frequencies

LARGEST_TABLE = 400, 100_000  # rows and cells
MOST_TRIED = 200  # rows that M(φ) is tried on; of more only some


def own_line(line, document):
    """Return a line with its numbers; None where one is missing."""
    named = re.findall(r"\{([\w.]+)\}", line)
    texts = {name: own_text(name, document) for name in named}
    if None in texts.values():
        return None
    return in_singular(re.sub(r"\{([\w.]+)\}", lambda match: texts[match[1]], line))


def own_text(name, document):
    if "." not in name:
        return OWN[name](document)
    value = document.get(name)
    if name.startswith("cursor."):
        value = shown_value(field_specification(document, name), document, name)
    return spaced(value)


def spaced(value, decimals=None):
    """Write a number with so many decimals.

    A real one with those that it has, up to four, or with two.
    """
    if decimals is None:
        wanted = (1, 2, 3, 4)
        exact = [count for count in wanted if round(value, count) == value]
        decimals = 0 if float(value).is_integer() else exact[0] if exact else 2
    return f"{value:,.{decimals}f}".replace("-", "−").replace(",", "\u2009")


def short(value):
    return spaced(round(float(value), 2))


# ---- pairs


def rates(document):
    """Return ω_i of all pairs that turn, in rad/position."""
    scheme = document.encoding
    if scheme.scheme == "rope":
        return rope_rates(scheme)
    return _table_rates(scheme)


@lru_cache
def _table_rates(scheme):
    return np.array([float(rate) for rate in frequencies(Document(encoding=scheme))])


def plain_rates(scheme, base=None):
    """Return those of a RoPE before scaling."""
    width = scheme.dim
    count = width // 2
    if scheme.rotated == "part":
        count = max(1, int(scheme.share * width) // 2)
        width = 2 * count
    return np.array([(base or scheme.base) ** (-2 * i / width) for i in range(count)])


def rope_rates(scheme):
    before = plain_rates(scheme)
    if scheme.scaling == "linear":
        return before / scheme.factor
    if scheme.scaling in ("ntk", "dynamic"):
        return plain_rates(scheme, scaled_base(scheme))
    if scheme.scaling in ("yarn", "llama3"):
        shares = slowed_shares(scheme)
        return np.array(
            [
                rate * (1 - s) + rate / scheme.factor * s
                for rate, s in zip(before, shares, strict=True)
            ]
        )
    return before


def stretch(scheme):
    if scheme.scaling == "dynamic":
        return max(1.0, scheme.factor * scheme.length / scheme.trained - scheme.factor + 1)
    return scheme.factor


def scaled_base(scheme):
    return scheme.base * stretch(scheme) ** (scheme.dim / (scheme.dim - 2))


def slowed_shares(scheme):
    """Return how much of each pair's frequency YaRN or Llama 3 divides by the factor."""
    pairs = range(scheme.dim // 2)
    if scheme.scaling == "llama3":
        turns = scheme.trained * plain_rates(scheme) / (2 * pi)
        return [
            1 - min(1, max(0, (turn - scheme.slow) / (scheme.fast - scheme.slow))) for turn in turns
        ]
    ends = [scheme.dim * log(scheme.trained / (turns * 2 * pi)) / (2 * log(scheme.base))
            for turns in (scheme.fast, scheme.slow)]  # fmt: skip
    low = max(floor(ends[0]), 0)
    high = min(ceil(ends[1]), scheme.dim - 1)
    return [min(1, max(0, (pair - low) / (high - low))) for pair in pairs]


def region(document, low, high):
    """Return how many pairs are slowed by shares between two."""
    scheme = document.encoding
    if scheme.factor == 1:
        return None
    count = sum(low <= share <= high for share in slowed_shares(scheme))
    return f"{count} pairs"


def kept_by_yarn(document):
    yarn = document.edited(
        {"encoding.scaling": "yarn", "encoding.fast": 32.0, "encoding.slow": 1.0}
    )
    return region(yarn, 0, 0)


def wavelengths(document):
    return 2 * pi / rates(document)


def is_several(document):
    return len(rates(document)) > 1


def is_slow(rates, length):
    return rates * (length - 1) / (2 * pi) < 1


def slow_count(document):
    return int(is_slow(rates(document), document.encoding.length).sum())


def counted(count, pairs):
    return f"{count} of the {pairs} pairs {'is' if count == 1 else 'are'}" if pairs > 1 else None


def slow_in_training(document, base=None):
    scheme = document.encoding
    rates = plain_rates(scheme, base)
    return counted(int(is_slow(rates, scheme.trained).sum()), len(rates))


def turning(document):
    return len(rates(document)) - slow_count(document)


def percent(share):
    return f"{100 * share:.0f} %"


def wavelength(document, pair):
    value = wavelengths(document)[pair]
    return spaced(value, 2 if value < 1000 else 0) if is_several(document) else None


def ratio(document):
    first, second = rates(document)[:2]
    return short(first / second)


def divisors(document):
    texts = [short(1 / rate) for rate in rates(document)]
    if len(texts) < 2:
        return None
    if len(texts) > 4:
        return f"{texts[0]} {texts[1]} … {texts[-1]}"
    return ", ".join(texts[:-1]) + " and " + texts[-1]


# ---- rows


def table(document, positions):
    """Return PE at some positions, near enough 0 for the numbers of NumPy."""
    placed = columns(document)
    angles = positions[:, None] * rates(document)[[pair for pair, _ in placed]]
    return np.where([is_cosine for _, is_cosine in placed], np.cos(angles), np.sin(angles))


def rows(document):
    scheme = document.encoding
    made = table(document, np.arange(scheme.first, scheme.first + scheme.length, dtype=float))
    return made + (document.content.kind == "ones")


def is_even(document):
    return document.encoding.dim % 2 == 0


def is_small(document):
    scheme = document.encoding
    most_rows, most_cells = LARGEST_TABLE
    return scheme.length <= most_rows and scheme.length * scheme.dim <= most_cells


def neighbours(document, decimals):
    if not is_even(document):
        return None
    first, second = table(document, np.array([0.0, 1.0]))
    return spaced(np.linalg.norm(first - second), decimals)


def falling(document):
    if not is_even(document):
        return None
    similar = rows(document) @ rows(document)[0]
    rising = [lag for lag in range(1, len(similar)) if similar[lag] > similar[lag - 1]]
    return spaced(rising[0] - 1) if rising else None


def least_cosine(document):
    if not is_small(document):
        return None
    made = rows(document)
    norms = np.linalg.norm(made, axis=1)
    least = (made @ made.T / norms[:, None] / norms[None, :]).min()
    return f"{floor(least * 1000) / 1000:.3f}".replace("-", "−")


def quiet(document):
    """Return for each pair whether its sine and its cosine hardly move.

    The table is interleaved.
    """
    still = rows(document).std(axis=0) < 0.01
    return still[::2], still[1::2]


def quiet_pairs(document, sines):
    if not is_even(document) or not is_small(document):
        return None
    still_sines, still_cosines = quiet(document)
    slow = is_slow(rates(document), document.encoding.length)
    return spaced(int((slow & still_cosines & (still_sines == sines)).sum()))


def move(document, pair):
    rate = rates(document)[pair]
    step = np.hypot(np.sin(rate) - np.sin(0), np.cos(rate) - np.cos(0))
    return spaced(step, 3) if is_even(document) else None


def last_shown(document):
    _, end = document.view.zoom.get("dimension", (-0.5, document.encoding.dim - 0.5))
    shown = [j for j in range(document.encoding.dim) if j + 0.5 <= end]
    return max(0, (len(shown) // 2) - 1)


# ---- the shift


def matrix(document):
    """Return M(φ), made for the layout that is chosen."""
    layout = document.shift.operator
    dim = document.encoding.dim
    layout = document.encoding.layout if layout == "own" else layout
    half = dim // 2
    sines, cosines = {
        "interleaved": (np.arange(0, dim, 2), np.arange(1, dim, 2)),
        "concatenated": (np.arange(half), np.arange(half, dim)),
        "flipped": (np.arange(half, dim), np.arange(half)),
    }[layout]
    angles = rates(document) * document.shift.phi
    made = np.zeros((dim, dim))
    made[sines, sines] = made[cosines, cosines] = np.cos(angles)
    made[sines, cosines] = np.sin(angles)
    made[cosines, sines] = -np.sin(angles)
    return made


def content(document, positions):
    """Return what is added to rows at whole positions; random content is the model's own."""
    if document.content.kind == "normal":
        return document.content.rows(np.array(positions), document.encoding.dim)
    return 1.0 if document.content.kind == "ones" else 0.0


def errors(document, positions):
    """Return how far rows, turned, are off from the rows φ further on."""
    places = np.array(positions, dtype=float)
    phi = document.shift.phi
    nearest = np.floor(places + phi + 0.5).astype(int)
    before = table(document, places) + content(document, positions)
    after = table(document, places + phi) + content(document, nearest)
    return np.abs(before @ matrix(document).T - after).max(axis=1)


def reference(document):
    positions = document.encoding.positions
    return min(max(document.cursor.position, positions[0]), positions[-1])


def row_error(document):
    return spaced(errors(document, [reference(document)])[0], 3) if is_even(document) else None


def operator_error(document):
    phi = document.shift.phi
    positions = document.encoding.positions
    if not is_even(document) or abs(phi) > len(positions) - 1 or len(positions) > MOST_TRIED:
        return None
    inside = [t for t in positions if positions[0] <= t + phi <= positions[-1]]
    return spaced(errors(document, inside).max(), 3)


def shift_in_words(document):
    phi = document.shift.phi
    if not is_even(document):
        return None
    unit = "position" if abs(phi) == 1 else "positions"
    return f"{spaced(abs(phi))} {unit} {'back' if phi < 0 else 'on'}" if phi else "nowhere"


def even_only(value):
    return lambda document: spaced(value(document)) if is_even(document) else None


# ---- scores, precision, biases, bits


@lru_cache
def zero(scheme):
    """Return where the score of all pairs alike first falls to 0."""
    lags = np.arange(scheme.length)
    score = np.cos(lags[:, None] * rope_rates(scheme)).mean(axis=1)
    below = np.flatnonzero(score <= 0)
    return (below[0], score) if len(below) else (None, score)


def zero_text(scheme):
    lag, _ = zero(scheme)
    return (
        f"at none of {spaced(scheme.length)} positions"
        if lag is None
        else f"after {spaced(int(lag))} positions"
    )


def above_again(document):
    lag, score = zero(document.encoding)
    if lag is None:
        return None
    later = score[lag:]
    return f"{spaced(int((later > 0).sum()))} of the {spaced(len(later))} positions from there on"


def least_base(document):
    """Return 28 700 if all lags of it are at or above 0, and some of each smaller base of three digits are below."""
    scheme = document.encoding
    lags = np.arange(scheme.length)[:, None]

    def fails(base):
        return (np.cos(lags * plain_rates(scheme, base)).mean(axis=1) < 0).any()

    return spaced(28_700) if not fails(28_700.0) and fails(28_600.0) and fails(10_000.0) else None


def distinct(document):
    """Return how many positions are left where each has eight significant bits, ties to even."""
    places = np.array(document.encoding.positions, dtype=np.float32)
    bits = places.view(np.uint32)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    return spaced(len(np.unique(rounded)))


def turned(document):
    return 2 * len(plain_rates(document.encoding))


def times(value):
    return "twice" if value == 2 else f"{short(value)} times"


def slope(heads, head):
    return 2 ** (-8 * head / heads)


def next_head(document):
    heads = document.encoding.heads
    return (
        times(slope(heads, 1) / slope(heads, 2))
        if heads > 1 and log(heads, 2).is_integer()
        else None
    )


def needed_bits(document):
    last = document.encoding.positions[-1]
    return len(bin(last)) - 2 if last > 1 else None


def idle_bits(document):
    bits = document.get("binary.bits")
    needed = needed_bits(document)
    if needed is None:
        return None
    return (
        f"with {bits} some are alike"
        if bits < needed
        else f"so {bits - needed} of the {bits} stay 0"
    )


def bucket(distance, scheme):
    """Return T5's bucket of a distance on one side, as its authors' code has it."""
    side = scheme.bucket_count // 2
    exact = side // 2
    if distance < exact:
        return distance
    return min(
        side - 1,
        exact + int(log(distance / exact) / log(scheme.max_distance / exact) * (side - exact)),
    )


def buckets(document):
    scheme = document.encoding
    return [bucket(distance, scheme) for distance in range(2 * scheme.max_distance)]


def exact_lags(document):
    """Return up to which distance each has a bucket that no other has."""
    of = buckets(document)
    return spaced(next(distance for distance in range(len(of)) if of.count(of[distance]) > 1) - 1)


OWN = {
    "pairs": lambda document: spaced(len(rates(document))) if is_several(document) else None,
    "pair_ratio": lambda document: ratio(document) if is_several(document) else None,
    "first_wavelength": lambda document: wavelength(document, 0),
    "last_wavelength": lambda document: wavelength(document, -1),
    "short_of_limit": lambda document: percent(
        1 - wavelengths(document)[-1] / (2 * pi * document.encoding.base)
    ),
    "divisors": divisors,
    "slow_pairs": lambda document: counted(slow_count(document), len(rates(document))),
    "turning": lambda document: spaced(turning(document)),
    "turning_dimensions": lambda document: spaced(
        min(2 * turning(document), document.encoding.dim)
    ),
    "unturned_share": lambda document: percent(slow_count(document) / len(rates(document))),
    "turning_share": lambda document: percent(turning(document) / len(rates(document))),
    "first_move": lambda document: move(document, 0),
    "last_shown_pair": lambda document: spaced(last_shown(document)) if is_even(document) else None,
    "last_shown_move": lambda document: move(document, last_shown(document)),
    "neighbour_distance": lambda document: neighbours(document, 3),
    "exact_neighbour_distance": lambda document: neighbours(document, 8),
    "falling_lags": falling,
    "quiet_dimensions": lambda document: (
        spaced(int(np.sum(quiet(document)))) if is_even(document) and is_small(document) else None
    ),
    "quiet_pairs": lambda document: quiet_pairs(document, True),
    "half_quiet_pairs": lambda document: quiet_pairs(document, False),
    "least_cosine": least_cosine,
    "shifted_position": even_only(lambda document: reference(document) + document.shift.phi),
    "shift_in_words": shift_in_words,
    "played_from": lambda document: spaced(document.play.tracks["shift.phi"].start),
    "played_to": lambda document: spaced(document.play.tracks["shift.phi"].stop),
    "matrix_entries": even_only(lambda document: matrix(document).size),
    "operator_entries": even_only(lambda document: np.count_nonzero(matrix(document))),
    "packed_products": even_only(lambda document: 2 * document.encoding.dim),
    "row_error": row_error,
    "operator_error": operator_error,
    "stretched_length": lambda document: spaced(
        round(document.encoding.trained * document.encoding.factor)
    ),
    "slowed_step": lambda document: spaced(rates(document)[0], 3),
    "scaled_base": lambda document: spaced(scaled_base(document.encoding), 0),
    "stretch": lambda document: short(stretch(document.encoding)),
    "kept_pairs": lambda document: region(document, 0, 0),
    "blended_pairs": lambda document: region(document, 1e-9, 1 - 1e-9),
    "stretched_pairs": lambda document: region(document, 1, 1),
    "kept_by_yarn": kept_by_yarn,
    "attention_factor": lambda document: f"{0.1 * log(document.encoding.factor) + 1:.3f}",
    "slow_in_training": slow_in_training,
    "slow_count_b": lambda document: spaced(
        int(
            is_slow(
                plain_rates(document.encoding, document.compare.against.base),
                document.encoding.trained,
            ).sum()
        )
    ),
    "slow_with_usual_base": lambda document: slow_in_training(document, 10_000.0),
    "base_b": lambda document: spaced(document.compare.against.base),
    "zero_of_score": lambda document: zero_text(document.encoding),
    "zero_of_score_b": lambda document: zero_text(document.compare.against),
    "above_again": above_again,
    "least_base": least_base,
    "distinct_positions": distinct,
    "turning_pairs": lambda document: f"{turned(document) // 2} pairs",
    "turned_dimensions": lambda document: spaced(turned(document)),
    "still_dimensions": lambda document: spaced(document.encoding.dim - turned(document)),
    "turned_share": lambda document: percent(turned(document) / document.encoding.dim),
    "times_llama": lambda document: times(document.encoding.dim / 128),
    "steepest_loss": lambda document: f"{4 * slope(document.encoding.heads, 1):.4g}",
    "exact_lags": exact_lags,
    "last_bucket": lambda document: spaced(buckets(document).index(max(buckets(document)))),
    "offset_rows": lambda document: spaced(2 * document.encoding.rows - 1),
    "offset_columns": lambda document: spaced(2 * document.encoding.columns - 1),
    "next_head": next_head,
    "needed_bits": lambda document: str(needed_bits(document)) if needed_bits(document) else None,
    "idle_bits": idle_bits,
}
