"""A table with more columns than rows: what its rows are is asked, once, above the panes."""

import numpy as np
import pytest

TABLE = np.random.default_rng(3).standard_normal((12, 5)).astype(np.float32)


@pytest.mark.slow
def test_an_answer_says_what_the_rows_are_and_so_does_the_parameter_and_another_table_ends_the_question(
    small_window, qapp, tmp_path
):
    np.save(tmp_path / "wide.npy", TABLE.T)
    np.save(tmp_path / "tall.npy", TABLE)
    window, asking = small_window, small_window.table_question
    for end, shown in (
        (asking.buttons["positions"].click, TABLE.T),
        (asking.buttons["dimensions"].click, TABLE),
        (lambda: window.session.edit({"encoding.rows": "dimensions"}), TABLE),
        (lambda: window.files.open(tmp_path / "tall.npy"), TABLE),
    ):
        assert not asking.isVisible()
        window.files.open(tmp_path / "wide.npy")
        qapp.processEvents()
        assert asking.isVisible()
        assert asking.label.text() == window.session.document.encoding.question
        end()
        qapp.processEvents()
        assert np.array_equal(window.session.document.encoding.table(), shown)
    assert not asking.isVisible()
