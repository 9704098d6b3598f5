"""What every test relies on: no window on the screen, one pixel a pixel, nobody's own settings."""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["QT_SCALE_FACTOR"] = "1"
os.environ["QT_ENABLE_HIGHDPI_SCALING"] = "0"

import pytest


@pytest.fixture(autouse=True)
def _own_settings(tmp_path_factory, monkeypatch):
    home = tmp_path_factory.mktemp("home")
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, str(home / variable.lower()))


@pytest.fixture
def session(qapp):
    """Return a Session on the default Document."""
    from peviewer.app.session import Session

    return Session(title="Test")
