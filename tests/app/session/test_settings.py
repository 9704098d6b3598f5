import json

import pytest

from peviewer.app.session.settings import MAX_RECENT, Settings


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
    assert again.choices.theme == "dark"
    assert again.choices.folder == "/tmp"
    assert again.complaint == ""


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
    for number in (*range(MAX_RECENT + 3), 5):
        settings.remember_recent(tmp_path / f"{number}.peview")
    names = json.loads((folder / "settings.json").read_text())["recent"]
    assert names[0] == str(tmp_path / "5.peview")
    assert len(names) == len(set(names)) == MAX_RECENT


def test_settings_that_cannot_be_saved_are_said_once_and_taken_back_once_they_can(tmp_path):
    obstacle = tmp_path / "config"
    obstacle.write_text("a file where the folder should be")
    settings = Settings(obstacle)
    complaints = []
    settings.savingFailed.connect(complaints.append)

    settings.remember(theme="dark")
    settings.remember(theme="light")
    obstacle.unlink()
    settings.remember(theme="dark")

    first, last = complaints
    assert first.startswith("The settings could not be saved: ")
    assert last == ""


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        (
            '{"theme": "pink"}',
            "theme = 'pink' is not allowed: it must be 'system', 'light' or 'dark'",
        ),
        ('{"type_size": 99}', "type_size = 99 is not allowed: it must be less than or equal to 10"),
        ("{", "Invalid JSON: EOF while parsing an object at line 1 column 1"),
    ],
)
def test_settings_that_cannot_be_read_name_the_field_and_what_is_allowed(folder, text, cause):
    assert broken(folder, text).complaint.endswith(f".broken: {cause}")
