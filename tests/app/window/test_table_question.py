"""A table with more columns than rows: what its rows are is asked, once, above the panes."""

import numpy as np
import pytest

from peviewer.cli.main import main

TABLE = np.random.default_rng(3).standard_normal((12, 5)).astype(np.float32)


@pytest.fixture
def wide(tmp_path):
    np.save(tmp_path / "wide.npy", TABLE.T)
    return tmp_path / "wide.npy"


@pytest.mark.slow
@pytest.mark.parametrize("rows", ["positions", "dimensions"])
def test_an_answer_says_what_the_rows_are_and_ends_the_question(open_window, qapp, wide, rows):
    window = open_window()
    assert not window.table_question.isVisible()
    window.files.open(wide)
    qapp.processEvents()
    asking = window.table_question
    assert asking.isVisible()
    assert asking.label.text() == "wide.npy has more columns than rows, 5 × 12: what are its rows?"
    asking.buttons[rows].click()
    qapp.processEvents()
    assert not asking.isVisible()
    encoding = window.session.document.encoding
    assert np.array_equal(encoding.table(), TABLE if rows == "dimensions" else TABLE.T)


@pytest.mark.slow
def test_a_table_as_tables_are_is_not_asked_about_and_ends_the_question_about_another(
    open_window, qapp, wide, tmp_path
):
    window = open_window()
    window.files.open(wide)
    np.save(tmp_path / "tall.npy", TABLE)
    window.files.open(tmp_path / "tall.npy")
    qapp.processEvents()
    assert not window.table_question.isVisible()


@pytest.mark.slow
def test_what_is_set_among_the_parameters_ends_the_question(open_window, qapp, wide):
    window = open_window()
    window.files.open(wide)
    qapp.processEvents()
    window.session.edit({"encoding.rows": "dimensions"})
    qapp.processEvents()
    assert not window.table_question.isVisible()


def test_the_command_line_leaves_the_question_to_the_window(wide, monkeypatch, capsys):
    launched = []
    monkeypatch.setattr("peviewer.app.window.launch.launch", lambda *_, **more: launched.append(more["new_table"]) or 0)
    assert main([str(wide)]) == main([]) == 0
    assert launched == [True, False]
    assert capsys.readouterr().err == ""
