import json

import pytest

from peviewer.app.session.settings import RECENT, Settings


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "config"


def broken(folder, text):
    folder.mkdir()
    (folder / "settings.json").write_text(text)
    return Settings(folder)


def test_choices_are_remembered(folder):
    Settings(folder).remember(theme="dark", folder="/tmp")
    again = Settings(folder)
    assert (again.choices.theme, again.choices.folder, again.complaint) == ("dark", "/tmp", "")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"theme": "pink"}', '{"recent": 3}', "\0" * 9])
def test_a_broken_file_is_set_aside_and_named(folder, text):
    settings = broken(folder, text)
    assert settings.choices.theme == "system"
    assert str(folder / "settings.json.broken") in settings.complaint
    assert "\n" not in settings.complaint
    assert (folder / "settings.json.broken").read_text() == text
    settings.remember(theme="light")
    assert Settings(folder).complaint == ""


def test_recent_sessions_are_few_latest_first_and_each_once(folder, tmp_path):
    settings = Settings(folder)
    for number in (*range(RECENT + 3), 5):
        settings.remember_recent(tmp_path / f"{number}.peview")
    names = json.loads((folder / "settings.json").read_text())["recent"]
    assert names[0] == str(tmp_path / "5.peview")
    assert len(names) == len(set(names)) == RECENT


def test_settings_that_cannot_be_kept_are_a_complaint_only(tmp_path):
    (tmp_path / "config").write_text("a file where the folder should be")
    settings = Settings(tmp_path / "config")
    settings.remember(theme="dark")
    assert settings.choices.theme == "dark"
    assert settings.complaint
