"""A table that is too large to be read whole, and whose file changes while it is shown."""

import numpy as np
import pytest

from peviewer.model.encodings.learned import Learned
from peviewer.model.stored import loading
from peviewer.model.stored.file_rows import ChangedError, FileRows

TABLE = np.arange(60.0).reshape(15, 4)


@pytest.fixture(params=["C", "F"])
def large(tmp_path, monkeypatch, request):
    """Return the file of a table of which rows are read whenever they are looked at."""
    monkeypatch.setattr(loading, "MOST_READ", 8)
    loading.file_numbers.cache_clear()
    loading.file_table.cache_clear()
    np.save(tmp_path / "a.npy", np.asarray(TABLE, order=request.param))
    return tmp_path / "a.npy"


def test_rows_and_columns_of_a_large_file_are_those_of_the_array(large):
    table = Learned(large)
    assert isinstance(table.stored.stored, FileRows)
    assert np.array_equal(table.table(), TABLE)
    assert np.array_equal(table.table(positions=[14, 3, 3, 0]), TABLE[[14, 3, 3, 0]])
    assert np.array_equal(table.cells([2, 9], np.array([3, 1])), TABLE[[2, 9]][:, [3, 1]])
    assert np.array_equal(table.replace(rows="dimensions").table(), TABLE.T)


@pytest.mark.parametrize("after", [TABLE[:2], TABLE + 1, TABLE[:, :2]])
def test_a_file_that_changes_is_never_shown_as_the_old_one(large, after):
    table = Learned(large)
    assert table.table(positions=[14])[0, 0] == 56
    np.save(large, after)
    with pytest.raises(ChangedError, match=r"has (changed on disk|become shorter) since it was opened"):
        table.table(positions=[14])
