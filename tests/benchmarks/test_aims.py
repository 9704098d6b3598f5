import pytest

from tests.benchmarks import __main__ as benchmarks
from tests.benchmarks.measure import Row


@pytest.mark.parametrize(
    ("value", "aim", "missed"),
    [
        (1.5, "≤ 1.5", False),
        (1.51, "≤ 1.5", True),
        (150, "< 150", True),
        (5000, "≥ 5000", False),
        (9, "≥ 10", True),
        (9, "", False),
    ],
)
def test_an_aim_is_met_up_to_its_limit(value, aim, missed):
    assert Row("a ratio", value, "×", aim).missed is missed


@pytest.mark.parametrize(("value", "status", "said"), [(2, 0, ""), (7, 1, "aim missed: frames: 7.00 ms, not ≤ 5\n")])
def test_a_missed_aim_fails_the_run_and_says_which(value, status, said, monkeypatch, capsys):
    monkeypatch.setattr(benchmarks, "SUBJECTS", {"frames": lambda: [Row("frames", value, "ms", "≤ 5")], "start": None})
    monkeypatch.setattr("sys.argv", ["benchmarks", "--only", "frames"])
    assert benchmarks.main() == status
    output = capsys.readouterr()
    assert output.err == said
    assert f"{value}.00 ms" in output.out
