"""What is compared with a table takes its size, through every door."""

import numpy as np
import pytest

import peviewer as pv
from peviewer.api.arguments import document_from_arguments
from peviewer.document.document import Document
from peviewer.document.fields import compare_with

TABLE = pv.Table(np.random.default_rng(0).normal(size=(512, 64)))
GRID = pv.Table(np.random.default_rng(0).normal(size=(6 * 8, 66)), patch_rows=6)


def chosen_beside(table, scheme):
    """Return the scheme that is chosen once a table is pinned as B."""
    pinned = Document(encoding=table).edited({"compare.against": table})
    return pinned.edited({"encoding.scheme": scheme}).encoding


@pytest.mark.parametrize("scheme", ["sinusoidal", "tensor2tensor", "timestep", "rope", "xpos"])
def test_a_scheme_chosen_beside_a_pinned_table_has_its_size(scheme):
    chosen = chosen_beside(TABLE, scheme)
    assert chosen.length == 512
    assert chosen.dim == 64


def test_so_has_one_that_is_chosen_after_a_scheme_without_dimensions():
    pinned = Document(encoding=TABLE).edited({"compare.against": TABLE})
    biases = pinned.edited({"encoding.scheme": "alibi"})
    assert biases.encoding.length == 512
    chosen = biases.edited({"encoding.scheme": "sinusoidal"}).encoding
    assert chosen.dim == 64


def test_what_the_user_chose_stays():
    pinned = Document(encoding=TABLE).edited({"compare.against": TABLE})
    longer = pinned.edited({"encoding.scheme": "sinusoidal", "encoding.length": 600})
    assert longer.edited({"encoding.scheme": "rope"}).encoding.length == 600
    document = compare_with(Document(encoding=TABLE), "scheme=rope,dim=32")
    assert document.compare.against.dim == 32


def test_a_scheme_over_a_grid_has_the_grid_of_the_table():
    assert chosen_beside(GRID, "sincos").grid == (6, 8)
    nearest_multiple_of_4 = 64
    assert chosen_beside(GRID, "axial_rope").extent == (6, 8, nearest_multiple_of_4)
    assert chosen_beside(GRID, "swin").grid == (6, 8)


def test_one_that_is_named_as_b_has_its_size():
    against = compare_with(Document(encoding=TABLE), "scheme=sinusoidal").compare.against
    assert against.shape == (512, 64)


def test_a_scheme_in_python_whose_size_was_not_given_has_its_size():
    assert pv.compare(TABLE, pv.Sinusoidal()).b.shape == (512, 64)
    assert pv.compare(pv.Sinusoidal(length=100), TABLE).a.shape == (100, 64)
    document = document_from_arguments(TABLE, {"against": pv.Sinusoidal(base=50.0)})
    expected = pv.Sinusoidal(length=512, dim=64, base=50.0)
    assert document.compare.against == expected


def test_two_rules_and_two_tables_keep_their_sizes():
    rules = pv.compare(pv.Sinusoidal(), pv.Rope())
    assert rules.a.dim == 256
    assert rules.b.dim == 128
    tables = pv.compare(TABLE, GRID)
    assert tables.a.shape == (512, 64)
    assert tables.b.shape == (48, 66)


def test_the_example_of_a_table_gives_no_size():
    example = Document().edited({"encoding.scheme": "learned"})
    assert example.encoding.dim == 64
    assert example.edited({"encoding.scheme": "sinusoidal"}).encoding.dim == 256


def test_another_example_chosen_beside_a_grid_stays_as_it_is():
    assert chosen_beside(GRID, "alibi").length == 48
    pinned = Document().edited({"compare.against": GRID})
    assert pinned.edited({"encoding.scheme": "learned"}).encoding.rows == "positions"
