import json
import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from peviewer.app.session.autosave import Saved, new, take
from peviewer.document.arrangement import even
from peviewer.document.sessions import FORMAT
from peviewer.figures.presets import Document  # with the panes, which declare sections of it
from peviewer.model.encodings.learned import Learned

SAVED = Saved(
    document=Document().edited(
        {
            "encoding.dim": 64,
            "view.zoom": {"position": (0, 9)},
            "view.arrangement": even(["shift", "encoding"]),
        }
    ),
    baseline=Document().edited({"encoding.dim": 32}),
    title="One",
    file="/tmp/one.peview",
    geometry={"width": "300"},
)


def kept(folder, *titles):
    """Write one file a title, the last one last, each of a window that nobody has open."""
    for order, title in enumerate(titles):
        file = new(folder)
        file.write_saved(SAVED.model_copy(update={"title": title}))
        file.close()
        os.utime(file.path, (order, order))


def test_the_next_start_takes_over_what_was_changed_last(tmp_path):
    kept(tmp_path, "one", "two")
    first = take(tmp_path)
    second = take(tmp_path)
    third = take(tmp_path)
    assert first.saved.title == "two"
    assert first.complaint == ""
    assert first.saved.document == SAVED.document
    assert second.saved.title == "one"
    assert third.saved is None
    assert len({found.autosave.path for found in (first, second, third)}) == 3


def test_the_window_that_was_closed_last_comes_back_even_if_unchanged(tmp_path):
    early = new(tmp_path)
    late = new(tmp_path)
    for stamp, (file, title) in enumerate(((early, "closed last"), (late, "changed last"))):
        file.write_saved(SAVED.model_copy(update={"title": title}))
        os.utime(file.path, (stamp, stamp))
    late.close()
    early.write_saved(SAVED.model_copy(update={"title": "closed last"}))
    early.close()
    assert take(tmp_path).saved.title == "closed last"


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"document": 3}', SAVED.to_json().replace('"dim": 64', '"dim": -1'),
                                  SAVED.model_copy(update={"file": "a\0"}).to_json()])  # fmt: skip
def test_a_broken_file_is_set_aside_and_named_and_the_one_before_is_taken(tmp_path, text):
    kept(tmp_path, "one", "two")
    newest = max(tmp_path.glob("*.json"), key=lambda path: path.stat().st_mtime)
    newest.write_text(text)
    found = take(tmp_path)
    assert found.saved.title == "one"
    assert f"is now {newest}.broken" in found.complaint
    assert (tmp_path / f"{newest.name}.broken").read_text() == text


LATER_FORMAT = SAVED.to_json().replace(f'"peviewer": {FORMAT}', '"peviewer": 999')
LATER_SCHEME = (
    SAVED.model_copy(update={"version": "999.0"}).to_json().replace('"sinusoidal"', '"of tomorrow"')
)


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        (LATER_FORMAT, "another version of peviewer wrote this session (format 999"),
        (LATER_SCHEME, "encoding.scheme = 'of tomorrow' is not allowed"),
    ],
)
def test_what_a_later_version_kept_is_left_to_it_and_the_one_before_is_taken(
    tmp_path, text, unknown
):
    kept(tmp_path, "one", "two")
    newest = max(tmp_path.glob("*.json"), key=lambda path: path.stat().st_mtime)
    newest.write_text(text)

    found = take(tmp_path)

    assert found.saved.title == "one"
    assert f"is kept for that in {newest}: {unknown}" in found.complaint
    assert newest.read_text() == text
    assert not list(tmp_path.glob("*.broken"))


def test_only_the_last_few_are_kept(tmp_path):
    kept(tmp_path, *"012345678")
    take(tmp_path)
    titles = {json.loads(path.read_text())["title"] for path in tmp_path.glob("*.json")}
    assert titles == set("45678")


def test_what_cannot_be_written_is_said_once_and_taken_back_once_it_can(qtbot, tmp_path):
    obstacle = tmp_path / "file"
    obstacle.write_text("")
    autosave = new(obstacle)
    complaints = []
    autosave.complaintChanged.connect(complaints.append)

    autosave.write_saved(SAVED)
    autosave.write_saved(SAVED)
    obstacle.unlink()
    autosave.write_saved(SAVED)

    assert complaints == [
        f"What is open is not kept for the next start: File exists, {obstacle}",
        "",
    ]


def test_it_is_written_once_the_changes_end(qtbot, tmp_path):
    file = new(tmp_path)
    asked = []
    file.source = lambda: asked.append(1) or SAVED
    file.schedule()
    file.schedule()
    assert not file.path.exists()
    qtbot.waitUntil(file.path.exists, timeout=5000)
    assert asked == [1]
    assert Saved.from_json(file.path.read_text("utf-8")) == SAVED


@pytest.fixture
def table(tmp_path):
    """The file of a table that a window showed, which is closed."""
    np.save(tmp_path / "old.npy", np.arange(12.0).reshape(4, 3))
    document = Document(encoding=Learned(tmp_path / "old.npy")).edited({"cursor.position": 2})
    file = new(tmp_path / "open")
    saved = Saved(document=document, baseline=document, title="old.npy", geometry={"width": "300"})
    file.write_saved(saved)
    file.close()
    return tmp_path / "old.npy"


def test_what_was_open_is_kept_where_its_table_is_not_there_and_comes_back_with_it(table, tmp_path):
    folder = tmp_path / "open"
    (kept_file,) = folder.glob("*.json")
    away = table.rename(tmp_path / "new.npy")
    taken = take(folder)
    assert taken.saved is None
    assert (taken.autosave.path == kept_file) is False
    assert taken.complaint == f"{table} is not there: what was open last is kept in {kept_file}"
    taken.autosave.close()
    away.rename(table)
    assert take(folder).saved.document.encoding.path == str(table)


def test_a_table_that_was_saved_anew_is_shown_as_it_is_now_and_the_rest_comes_back(table, tmp_path):
    np.save(table, np.ones((6, 3)))
    taken = take(tmp_path / "open")
    assert taken.complaint.startswith("old.npy has changed since it was last shown here")
    assert taken.saved.title == "old.npy"
    assert taken.saved.geometry == {"width": "300"}
    for document in (taken.saved.document, taken.saved.baseline):
        assert document.encoding.extent == (6, 3)
        assert document.cursor.position == 2


def test_files_are_read_where_that_is_waited_for_and_not_on_the_windows_thread(
    table, tmp_path, opened_on
):
    (kept_file,) = (tmp_path / "open").glob("*.json")
    times_before = [len(opened_on(path)) for path in (table, kept_file)]

    def wait(read):
        with ThreadPoolExecutor(1, thread_name_prefix="reading") as threads:
            return threads.submit(read).result()

    np.save(table, np.ones((6, 3)))
    assert take(tmp_path / "open", wait=wait).saved.title == "old.npy"
    threads = [
        opened_on(path)[before:]
        for path, before in zip((table, kept_file), times_before, strict=True)
    ]
    assert set(threads[0][1:]) == set(threads[1]) == {"reading_0"}, "after np.save"
