"""The numbers that decide between schemes, and the largest differences between two schemes."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from peviewer.base.numbers import number
from peviewer.model.between.attention import Attended
from peviewer.model.between.lag_curves import spaced_lags
from peviewer.model.between.lag_sums import Array
from peviewer.model.between.neighbours import Looked, mean_step, repeated_rows
from peviewer.model.between.score import TurnedScore, least_base, reach
from peviewer.model.embedded import Embedded
from peviewer.model.encodings.bases.attending import Attending
from peviewer.model.encodings.bases.tabled import Tabled
from peviewer.model.encodings.grids.axial_rope import AxialRope
from peviewer.model.encodings.grids.gridded import ByOffset, Gridded, PatchTable
from peviewer.model.encodings.grids.swin import Swin
from peviewer.model.encodings.lagged import Lagged
from peviewer.model.encodings.learned import Learned
from peviewer.model.encodings.own import Lagged as OwnLagged
from peviewer.model.encodings.rope import Rope
from peviewer.model.encodings.scheme import Scheme
from peviewer.model.encodings.turning import Paired, Turning
from peviewer.model.sampling.combined import DifferenceRaster, largest
from peviewer.model.structure.sample import table_sample
from peviewer.model.structure.sinusoids import FEWEST_POSITIONS, fit
from peviewer.model.turning.frequencies import turns_within
from peviewer.model.turning.precision import BFLOAT16

# The bias that is listed is that of a key this many positions back.
BIAS_LAG = 100
# The most lags that are computed to find the largest difference.
MOST_LAGS = 4096
# The most lags × pairs that are computed to find the largest difference.
MOST_TERMS = 2**22
PLACEHOLDER = "placeholder"


class Quantity(NamedTuple):
    """A number with its key in files and its text; nan if there is none: the text then says why."""

    key: str
    value: float
    text: str


class CommonSize(NamedTuple):
    """The size up to which schemes in one list are computed: that of the longest scheme."""

    length: int
    # The bias that is listed is that of a key so far back; 0 if no bias is listed.
    back: int
    # The number of places along each axis of a grid, with the axis's name.
    sides: tuple[tuple[str, int], ...]

    @classmethod
    def of(cls, schemes: Sequence[Scheme]) -> "CommonSize":
        """Return the size up to which some schemes are computed together."""
        length = max(scheme.length for scheme in schemes)
        back = min(BIAS_LAG, length - 1)
        sides: dict[str, int] = {}
        for scheme in schemes:
            if not isinstance(scheme, Gridded):
                continue
            for name, side in zip(scheme.axis_names, scheme.grid, strict=True):
                sides[name] = max(side, sides.get(name, 0))
        return cls(length, back, tuple(sides.items()))


# Pictures, explanations and files use the same numbers.
@lru_cache(maxsize=16)
def quantities(scheme: Scheme, size: CommonSize) -> dict[str, Quantity]:
    """Return the numbers of a scheme by their keys, computed up to the common size.

    Numbers that only stand for learned ones have no value.
    """
    made_by_rule = {quantity.key: quantity for quantity in _of_rule(scheme, size)}
    may_be_learned = {quantity.key: quantity for quantity in _of_what_may_be_learned(scheme, size)}
    if scheme.is_placeholder:
        may_be_learned = {key: Quantity(key, np.nan, PLACEHOLDER) for key in may_be_learned}
    return made_by_rule | may_be_learned


def _of_rule(scheme: Scheme, size: CommonSize) -> Iterator[Quantity]:
    sides = scheme.grid if isinstance(scheme, Gridded) else (scheme.length,)
    yield Quantity("length", scheme.length, " × ".join(map(number, sides)))
    if isinstance(scheme, Paired):
        yield from _of_pairs(scheme, size.length)
    if isinstance(scheme, AxialRope):
        yield from _of_axes(scheme, dict(size.sides))


def _counted(key: str, count: int) -> Quantity:
    return Quantity(key, count, number(count))


def _of_pairs(scheme: Paired, length: int) -> Iterator[Quantity]:
    """Yield the numbers of pairs that turn with the position, within a length."""
    yield _counted("pairs", scheme.pairs)
    turns = turns_within(scheme.frequencies(), length)
    yield _counted("slow", int((turns < 1).sum()))
    if isinstance(scheme, Rope) and not scheme.trained:
        yield Quantity("trained", np.nan, "not given")
    elif isinstance(scheme, Rope):
        yield _counted("trained", scheme.trained)
        yield _counted("never", scheme.pairs_with_new_angles(length))
    if (score := _score(scheme, length)) is not None:
        [start] = score.at(np.zeros(1)).tolist()
        for key, level in (("half", start / 2), ("reach", 0.0)):
            reached = reach(score, level, length)
            yield Quantity(key, reached.value, reached.text(length))
    if isinstance(scheme, Rope):
        yield from _of_scaling(scheme, length)
    positions = range(scheme.first, scheme.first + length)
    yield _counted("bfloat16", BFLOAT16.distinct(positions))


def _of_scaling(scheme: Rope, length: int) -> Iterator[Quantity]:
    """Yield what tells scalings apart: neighbours, the factor of scores, the least base."""
    frequencies = scheme.frequencies()
    apart = float(2 * np.sqrt(np.square(np.sin(frequencies / 2)).mean()))
    yield Quantity("resolution", apart, number(apart, 4))
    factor = scheme.attention_factor**2
    yield Quantity("temperature", factor, number(factor, 4))
    if scheme.scaling == "none":
        least = least_base(scheme.from_zero.model_copy(update={"length": length}))
        if least is not None:
            yield Quantity("least_base", least, number(least, 3))


def _score(scheme: Scheme, length: int) -> TurnedScore | None:
    """Return the score with the same product in all pairs; None without pairs or positions."""
    if not isinstance(scheme, Paired) or scheme.dim < 2 or length < 2:
        return None
    return TurnedScore(scheme.from_zero)


def _of_axes(scheme: AxialRope, sides: dict[str, int]) -> Iterator[Quantity]:
    """Yield the numbers of pairs that turn along the axes of a grid; `sides` are its places."""
    yield _counted("pairs", scheme.pairs)
    turned_by = scheme.turned_by()
    places = np.array([sides[name] for name in scheme.axis_names])
    turns = turns_within(scheme.frequencies(), places[turned_by])
    yield _counted("slow", int((turns < 1).sum()))
    for axis, name in enumerate(scheme.axis_names):
        count = int((turned_by == axis).sum())
        yield _counted(f"pairs_{name}", count)
        offsets = np.arange(sides[name], dtype=np.float64)
        scores_of_other_axes = 1 - count / scheme.pairs
        scores = scheme.along(axis, offsets) + scores_of_other_axes
        yield _first(f"half_{name}", scores <= 0.5)


def _first(key: str, is_reached: NDArray[np.bool_]) -> Quantity:
    """Return the quantity `key`: the first offset from 0 at which `is_reached` is true."""
    if not is_reached.any():
        return Quantity(key, np.nan, "none")
    return _counted(key, int(is_reached.argmax()))


def _of_what_may_be_learned(scheme: Scheme, size: CommonSize) -> Iterator[Quantity]:
    """Yield the numbers of biases and tables, which follow from a rule or are learned."""
    if isinstance(scheme, Lagged) and size.back and _is_known(scheme, size.back):
        biases = scheme.by_lag(np.array([-float(size.back)]))
        yield _strongest("lost", biases)
    if isinstance(scheme, Swin):
        yield _strongest("strongest", scheme.table())
    if isinstance(scheme, Attending) and _is_known(scheme, size.length - 1):
        attended = Attended(scheme.from_zero, size.length - 1, 0)
        spans = attended.spans().effective.tolist()
        yield Quantity("nearest", min(spans), number(min(spans), 3))
        yield Quantity("farthest", max(spans), number(max(spans), 3))
    if isinstance(scheme, Tabled):
        yield from _of_rows(scheme)


def _is_known(scheme: Scheme, back: int) -> bool:
    """Whether the bias `back` positions back is known; a user's code has no longer lags."""
    return not isinstance(scheme, OwnLagged) or back < scheme.length


def _strongest(key: str, biases: Array) -> Quantity:
    """Return the bias that is farthest from 0."""
    strongest = float(biases.flat[np.abs(biases).argmax()])
    return Quantity(key, strongest, number(strongest, 3))


def _of_rows(scheme: Tabled) -> Iterator[Quantity]:
    """Yield the numbers of a table: neighbours' distance, equal rows, what sinusoids explain."""
    grid = _known_grid(scheme)
    names = ("t", "y", "x")[-len(grid) :] if grid else ()
    for axis, name in enumerate(names):
        if grid[axis] > 1:
            yield _looked(f"step_{name}", mean_step(scheme, grid, axis))
    if not grid and scheme.length > 1:
        yield _looked("step", mean_step(scheme, (scheme.length,), 0))
    if (repeated := repeated_rows(scheme)) is not None and scheme.length > 1:
        yield _looked("equal", repeated._replace(value=int(repeated.value)))
    if (share := _explained(scheme)) is not None:
        yield share


def _known_grid(scheme: Tabled) -> tuple[int, ...]:
    """Return the grid of a table whose positions are patches.

    Return an empty tuple if positions are no patches, or if the grid is only guessed.
    """
    if not isinstance(scheme, PatchTable):
        return ()
    is_guessed = isinstance(scheme, Learned) and scheme.is_grid_guessed
    return () if is_guessed else scheme.grid


def _looked(key: str, looked: Looked) -> Quantity:
    text = number(looked.value)
    return Quantity(
        key, looked.value, text if looked.is_of_all else f"{text} (of {number(looked.positions)})"
    )


def _explained(scheme: Tabled) -> Quantity | None:
    """Return the share of a table's variance that a sinusoid in each column explains.

    Return None where nothing varies. Columns of sines and cosines are sinusoids; those over a grid
    are none over its positions row by row.
    """
    if isinstance(scheme, Turning):
        return Quantity("sinusoids", 1.0, "100 %") if scheme.length >= FEWEST_POSITIONS else None
    if isinstance(scheme, Gridded) or scheme.length < FEWEST_POSITIONS:
        return None
    embedded = Embedded(scheme)
    sample = table_sample(embedded, consecutive=True)
    if not sample.centred.any():
        return None
    share = fit(embedded).explained
    rows, columns = sample.values.shape
    is_part = (rows, columns) != sample.size
    part = f" (of {number(rows)} × {number(columns)})" if is_part else ""
    return Quantity("sinusoids", share, f"{number(100 * share, 3)} %{part}")


class Difference(NamedTuple):
    """How far two schemes are apart at most, and at which lag.

    The lag is nan where the difference belongs to no lag.
    """

    key: str
    value: float

    # Whether everything that both schemes have was compared.
    is_of_all: bool
    lag: float = np.nan


@lru_cache(maxsize=16)
def differences(a: Scheme, b: Scheme) -> tuple[Difference, ...]:
    """Return the largest differences between what two schemes both give; none for placeholders."""
    if a.is_placeholder or b.is_placeholder:
        return ()
    found = _of_cells(a, b), _of_scores(a, b), _of_biases(a, b), _of_offsets(a, b)
    return tuple(difference for difference in found if difference is not None)


def _of_cells(a: Scheme, b: Scheme) -> Difference | None:
    """Return the largest difference of two tables' cells at common positions and dimensions."""
    if not isinstance(a, Tabled) or not isinstance(b, Tabled) or _known_grid(a) != _known_grid(b):
        return None
    first = max(a.first, b.first)
    stop = min(a.positions.stop, b.positions.stop)
    if first >= stop:
        return None
    common = stop - first, min(a.dim, b.dim)
    of_a = a.raster()
    of_b = b.raster()
    apart = DifferenceRaster(of_a, of_b, common, (first - a.first, 0), (first - b.first, 0))
    return Difference("cells", *largest(apart))


def _of_scores(a: Scheme, b: Scheme) -> Difference | None:
    length = max(a.length, b.length)
    score_a = _score(a, length)
    score_b = _score(b, length)
    if score_a is None or score_b is None:
        return None
    pairs = max(len(score_a.terms.rates), len(score_b.terms.rates), 1)
    most = min(MOST_LAGS, max(16, MOST_TERMS // pairs))
    back = spaced_lags(0, length - 1, most, by_octaves=True)
    return _largest_by_lag("score", score_a.at(back) - score_b.at(back), back, length)


def _of_biases(a: Scheme, b: Scheme) -> Difference | None:
    """Return the largest difference between the first heads' biases of keys before the query."""
    if not isinstance(a, Lagged) or not isinstance(b, Lagged):
        return None
    length = max(a.length, b.length)
    if not _is_known(a, length - 1) or not _is_known(b, length - 1):
        length = min(a.length, b.length)
    back = spaced_lags(0, length - 1, MOST_LAGS, by_octaves=True)
    apart = a.by_lag(-back)[0] - b.by_lag(-back)[0]
    return _largest_by_lag("bias", apart, back, length)


def _largest_by_lag(key: str, apart: Array, back: Array, length: int) -> Difference:
    """Return the largest of the differences `apart`, which are at keys `back` positions back."""
    sizes = np.abs(apart)
    farthest = int(sizes.argmax())
    value = float(sizes[farthest])
    lag = -float(back[farthest]) if value else np.nan
    return Difference(key, value, len(back) == length, lag)


def _of_offsets(a: Scheme, b: Scheme) -> Difference | None:
    """Return the largest difference by offset within one frame of two grids, of the first heads."""
    if not isinstance(a, ByOffset) or type(a) is not type(b) or not isinstance(b, ByOffset):
        return None
    rows = min(a.grid[-2], b.grid[-2])
    columns = min(a.grid[-1], b.grid[-1])
    offsets = np.arange(1 - rows, rows), np.arange(1 - columns, columns)
    apart = a.in_one_frame(*offsets)[0] - b.in_one_frame(*offsets)[0]
    return Difference("offsets", float(np.abs(apart).max()), True)
