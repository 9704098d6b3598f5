"""Claims about what acts on attention by the offset on a grid: turned pairs, and learned biases in a window."""

import numpy as np

from peviewer.base.words import in_number, in_unit, number
from peviewer.model.between.on_grid import offsets_along
from peviewer.model.claims.subject import Verdict
from peviewer.model.encodings.grids.gridded import ByOffset, Indexed, TurningByAxis
from peviewer.model.encodings.scheme import Array
from peviewer.model.sampling.grid import linspace_indices
from peviewer.model.turning.frequencies import turns_within

_PLACES = 64  # that a score is tried at
_ROUNDED = 1e-9  # larger than the rounding error of a score


def _every_offset(scheme: ByOffset) -> Array:
    """Return the numbers of all offsets within a frame, shape (rows, 2 rows − 1, 2 columns − 1)."""
    down, right = (offsets_along(scheme, axis) for axis in (-2, -1))
    return scheme.by_offset(*[0] * (len(scheme.grid) - 2), down[:, None], right)


def relative(scheme: TurningByAxis) -> Verdict:
    """Whether a score depends on the offset of query and key alone."""
    query, key = np.random.default_rng(1).standard_normal((2, scheme.pairs, 2)) @ [1, 1j]
    product = query.conj() * key / (np.linalg.norm(query) * np.linalg.norm(key))
    offset = [places // 3 for places in scheme.grid]
    fits = [linspace_indices(places - by, 4) for places, by in zip(scheme.grid, offset, strict=True)]
    queries = np.stack(np.meshgrid(*fits, indexing="ij"), axis=-1).reshape(-1, len(offset))[:_PLACES]
    by, rates = scheme.turned_by(), scheme.frequencies()
    turned = [np.exp(1j * rates * places[:, by]) for places in (queries, queries + offset)]
    scores = (turned[0].conj() * turned[1] * product).real.sum(axis=1)
    largest = float(np.ptp(scores))
    count = in_unit(number(len(queries)), "places")
    return largest <= _ROUNDED, largest, f"the largest difference between scores of one offset; {count} tried"


def norm_kept(scheme: TurningByAxis) -> Verdict:
    """Whether queries and keys keep their norm."""
    farthest = scheme.frequencies() * (np.array(scheme.grid) - 1)[scheme.turned_by()]
    largest = float(np.abs(np.abs(np.exp(1j * farthest)) - 1).max())
    return largest <= _ROUNDED, largest, "the largest relative change of the length of a pair"


def every_turn(scheme: TurningByAxis) -> Verdict:
    """Whether every pair completes a turn along its axis."""
    slow = int((turns_within(scheme.frequencies(), np.array(scheme.grid)[scheme.turned_by()]) < 1).sum())
    completes = in_number(slow, "completes", scheme.pairs)
    return slow == 0, slow, f"of {in_unit(number(scheme.pairs), 'pairs')} never {completes} one"


def extends(scheme: TurningByAxis) -> Verdict:
    """Whether pairs keep their frequencies on a grid twice as large."""
    larger = scheme.replace(**{name: min(128, 2 * getattr(scheme, name)) for name in scheme.sides_of(dict(scheme))})
    change = float(np.abs(larger.frequencies() / scheme.frequencies() - 1).max())
    return change == 0, change, "the largest relative change of a frequency on a grid twice as large"


def axes_alike(scheme: ByOffset) -> Verdict:
    """Whether an offset in rows counts the same as an equal offset in columns."""
    numbers = _every_offset(scheme)
    most = min(numbers.shape[1:]) // 2
    rows, columns = (size // 2 for size in numbers.shape[1:])
    square = numbers[:, rows - most : rows + most + 1, columns - most : columns + most + 1]
    apart = float(np.abs(square - square.transpose(0, 2, 1)).max())
    return apart <= _ROUNDED, apart, "the largest difference when rows and columns of an offset are exchanged"


def both_ways(scheme: Indexed) -> Verdict:
    """Whether keys at opposite offsets get the same bias."""
    numbers = _every_offset(scheme)
    apart = float(np.abs(numbers - numbers[:, ::-1, ::-1]).max())
    return apart == 0, apart, "the largest difference between the biases of an offset and its opposite"


def own_bias(scheme: Indexed) -> Verdict:
    """Whether every offset has a bias of its own in every head."""
    numbers = _every_offset(scheme)
    count = numbers[0].size
    fewest = min(len(np.unique(head)) for head in numbers)
    offsets, have = in_unit(number(count), "offsets"), in_number(count, "has")
    return fewest == count, fewest, f"the fewest different biases that {offsets} {have} in any one head"


def extends_no_further(scheme: Indexed) -> Verdict:
    """Whether a window one place larger has all its biases; it never has, as each bias is learned."""
    larger = (2 * scheme.grid[0] + 1) * (2 * scheme.grid[1] + 1)
    missing = larger - scheme.offset_count
    return False, missing, f"of {number(larger)} offsets in a window one place larger have no bias that was learned"
