"""A process of its own, with settings of its own."""

import os
from pathlib import Path

import pytest


@pytest.fixture
def root():
    """The folder that holds the project."""
    return Path(__file__).parents[2]


@pytest.fixture
def environment(tmp_path, root):
    """Settings of its own, and Qt's own choice of platform where a display is there."""
    own = {
        name: str(tmp_path / name)
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")
    }
    environment = {**os.environ, **own, "PYTHONPATH": str(root), "PYTHONUNBUFFERED": "1"}
    if environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"):
        environment.pop("QT_QPA_PLATFORM", None)
    return environment
