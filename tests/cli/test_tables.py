"""``--table FILE[:KEY]`` on the command line."""

import numpy as np
import pytest

from peviewer.cli.main import main
from peviewer.exporters.reading import is_table

TABLE = np.random.default_rng(3).standard_normal((12, 5))


@pytest.fixture
def archive(tmp_path):
    np.savez(tmp_path / "two.npz", left=TABLE, right=2 * TABLE)
    return tmp_path / "two.npz"


def test_a_pane_of_a_table_is_exported_and_reopened(archive, tmp_path):
    assert main(["export", "distance", "--table", f"{archive}:right", "-o", str(tmp_path / "a.png")]) == 0
    again = ["data", "encoding", "--session", str(tmp_path / "a.png"), "-o", str(tmp_path / "a.npy")]
    assert main(again) == 0
    assert np.array_equal(np.load(tmp_path / "a.npy"), 2 * TABLE)


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ("{0}", "two.npz has 2 arrays of unknown names: choose one, as in two.npz:left: left, right"),
        ("{0}:middle", "two.npz has no array middle; there are: left, right"),
        ("{0}.npy", "two.npz.npy cannot be read: No such file or directory"),
    ],
)
def test_what_is_no_table_is_one_line_and_2(archive, table, why, capsys, tmp_path):
    assert main(["export", "distance", "--table", table.format(archive), "-o", str(tmp_path / "a.png")]) == 2
    said = capsys.readouterr().err
    assert said.strip().endswith(why)
    assert said.count("\n") == 1
    assert not (tmp_path / "a.png").exists()


def test_an_export_with_a_session_is_no_table(tmp_path, archive):
    exported = tmp_path / "b.npz"
    assert main(["data", "encoding", "-o", str(exported)]) == 0
    assert main(["data", "encoding", "-o", str(tmp_path / "b.csv")]) == 0
    assert not is_table(str(exported))
    assert not is_table(str(tmp_path / "b.csv"))
    assert not is_table("a.peview")
    assert is_table(str(archive))
    assert is_table(f"{archive}:left")
    assert is_table(str(tmp_path / "missing.npy"))
