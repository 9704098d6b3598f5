"""Biases by offset: of which window of attention they are, and which number two places get."""

from math import prod

import numpy as np
import pytest

from peviewer.model.stored.entry import Entry
from peviewer.model.stored.windows import bias_table, by_offset, window_of_places, windows_of


def entry(array):
    return Entry(array.shape, array.dtype.name, lambda: array)


def swin_index(*window):
    """Return the index of the authors' code for windows with or without frames: of the query less the key."""
    places = np.stack(np.meshgrid(*map(range, window), indexing="ij")).reshape(len(window), -1)
    relative = places[:, :, None] - places[:, None, :]
    index = 0
    for axis, side in enumerate(window):
        index = index * (2 * side - 1) + relative[axis] + side - 1
    return index


@pytest.mark.parametrize(
    ("offsets", "windows"),
    [
        (169, [(7, 7)]),
        (15, [(2, 3), (3, 2)]),
        (2535, [(8, 7, 7), (20, 33), (33, 20)]),
        (13 * 25, [(7, 3, 3), (7, 13), (13, 7)]),
        (343, [(4, 4, 4), (4, 25), (25, 4)]),
        (17, []),
    ],
)
def test_the_windows_of_so_many_offsets_come_the_likeliest_first(offsets, windows):
    found = list(windows_of(offsets))
    assert found[: len(windows)] == windows
    assert all(prod(2 * side - 1 for side in window) == offsets for window in found)


def test_the_index_of_a_rectangular_window_is_that_of_the_query_less_the_key():
    index = swin_index(2, 3)
    expected = [7, 6, 5, 2, 1, 0]
    assert index[0].tolist() == expected
    expected = [14, 13, 12, 9, 8, 7]
    assert index[5].tolist() == expected


@pytest.mark.parametrize("window", [(2, 3), (3, 2), (8, 7, 7), (20, 33)])
def test_the_index_beside_a_table_tells_its_window(window):
    index = swin_index(*window)
    shape = (prod(2 * side - 1 for side in window), 2)
    arrays = {
        "attn.relative_position_bias_table": entry(np.zeros(shape)),
        "attn.relative_position_index": entry(index),
    }
    table = bias_table("attn.relative_position_bias_table", shape, arrays)
    assert table.is_told
    biases = np.arange(2.0 * shape[0]).reshape(2, -1)
    fitting = [each for each in table.windows if by_offset(biases, table, each, index) is not None]
    assert fitting == [window]
    assert np.array_equal(by_offset(biases, table, window, index), biases)


@pytest.mark.parametrize(
    ("key", "shape", "windows", "is_told", "apart"),
    [
        ("relative_position_bias_table", (169, 3), [(7, 7)], True, 0),
        ("relative_position_bias_table", (732, 12), [(14, 14)], True, 3),
        ("relative_position_bias_table", (18, 12), [(2, 3), (3, 2)], False, 3),
        ("b.relative_position_bias_table", (15, 1), [(2, 3), (3, 2)], False, 0),
        ("relative_position_bias_table", (12, 3, 5), [(2, 3)], True, 0),
        ("natten.rpb", (4, 13, 13), [(7, 7)], True, 0),
        ("attention_biases", (4, 196), [(14, 14)], True, 0),
        ("attention_biases", (4, 6), [(2, 3), (1, 6), (3, 2), (6, 1)], False, 0),
    ],
)
def test_the_name_and_the_sides_tell_the_window_or_which_it_may_be(
    key, shape, windows, is_told, apart
):
    table = bias_table(key, shape, {})
    assert [*table.windows] == windows
    assert table.is_told == is_told
    assert table.extra_rows == apart


NAMES_OF_OTHER_ARRAYS = [
    ("wpe.weight", (169, 3)),
    ("natten.rpb", (4, 12, 13)),
    ("rel_pos_h", (27, 64)),
    ("attention_biases", (4, 3, 3)),
]


def test_other_names_and_sides_are_no_biases_by_offset():
    for key, shape in NAMES_OF_OTHER_ARRAYS:
        assert bias_table(key, shape, {}) is None


def test_biases_by_distance_have_one_number_for_all_signs_of_an_offset():
    window = (2, 3)
    numbers = np.arange(6.0)[None]
    table = bias_table("attention_biases", (1, 6), {})
    of_offsets = by_offset(numbers, table, window, None).reshape(3, 5)
    for down in (-1, 0, 1):
        for right in (-2, -1, 0, 1, 2):
            expected = 3 * abs(down) + abs(right)
            assert of_offsets[down + 1, right + 2] == expected


def test_the_index_of_levit_counts_distances_as_they_come_and_is_followed():
    side = 4
    places = [(row, column) for row in range(side) for column in range(side)]
    numbers_of_distances = {}
    index = np.zeros((side**2, side**2), dtype=np.int64)
    for query, (row, column) in enumerate(places):
        for key, (other_row, other_column) in enumerate(places):
            distance = abs(row - other_row), abs(column - other_column)
            index[query, key] = numbers_of_distances.setdefault(distance, len(numbers_of_distances))
    biases = np.random.default_rng(0).standard_normal((2, side**2))
    shuffled = np.random.default_rng(1).permutation(side**2)
    arrays = {"attention_biases": entry(biases), "attention_bias_idxs": entry(shuffled[index])}
    table = bias_table("attention_biases", biases.shape, arrays)
    found = by_offset(biases, table, (side, side), shuffled[index]).reshape(2, 7, 7)
    for (down, right), number in numbers_of_distances.items():
        assert np.array_equal(found[:, 3 - down, 3 + right], biases[:, shuffled[number]])


def test_an_index_that_is_of_no_window_is_none():
    arrays = {"relative_position_index": entry(np.arange(36).reshape(6, 6))}
    table = bias_table("relative_position_bias_table", (15, 1), arrays)
    index = arrays["relative_position_index"].load()
    actual = [by_offset(np.zeros((1, 15)), table, each, index) for each in table.windows]
    assert actual == [None] * 2


def test_numbers_of_the_key_less_the_query_are_turned_round():
    table = bias_table("natten.rpb", (1, 3, 5), {})
    numbers = np.arange(15.0)[None]
    expected = [list(range(14, -1, -1))]
    assert by_offset(numbers, table, (2, 3), None).tolist() == expected


@pytest.mark.parametrize("window", [(2, 3), (3, 2), (4, 4)])
def test_the_window_of_biases_of_places_is_found(window):
    biases = np.random.default_rng(2).standard_normal((3, prod(2 * side - 1 for side in window)))
    of_places = biases[:, swin_index(*window)]
    assert window_of_places(of_places) == window
    of_places[1, 0, 2] += 1
    assert window_of_places(of_places) is None
