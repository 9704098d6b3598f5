"""Small Figures with every mark, and what reading a file that cannot be trusted comes to."""

import pytest

from peviewer.document.document import DocumentError
from tests.made_figures import made
from tests.opened import read

__all__ = ["made"]


@pytest.fixture
def refuses(tmp_path):
    """Return a function that checks that a file of some bytes is refused for a cause, in one line that names it."""

    def _refuses(content, cause):
        path = tmp_path / "given.file"
        path.write_bytes(content)
        with pytest.raises(DocumentError, match=cause) as refused:
            read(path)
        assert str(path) in str(refused.value)
        assert "\n" not in str(refused.value)

    return _refuses
