import pytest

from peviewer.app.export.cause import cause


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ValueError("width = 3 is not allowed"), "Width = 3 is not allowed"),
        (MemoryError(), "There is not enough memory for this: choose a smaller size"),
        (KeyError("a\nb"), "This could not be made: 'a\\nb'"),
        (RuntimeError(), "This could not be made: RuntimeError"),
    ],
)
def test_a_cause_is_one_line(error, said):
    assert cause(error) == said
