"""Errors after which the program goes on: nobody sees them who does not ask, and who asks sees each."""

import logging
import threading
import zipfile

import pytest

from peviewer.app.session.autosave import new, take
from peviewer.app.session.settings import Settings
from peviewer.base.files import set_aside
from peviewer.base.work import Cancelled, cancellable, run_abandonable
from peviewer.cli.commands.catalog import COMMANDS, command
from peviewer.cli.main import main, window_parser
from peviewer.exporters.reading import open_file
from peviewer.live.job import Job
from peviewer.live.worker import Result, Worker
from peviewer.model.stored.entry import TableError
from peviewer.model.stored.reading import choices


@pytest.fixture
def logged(caplog):
    """Return a function that returns what was logged: what failed, and by which kind of error."""
    caplog.set_level(logging.DEBUG, logger="peviewer")
    return lambda: [(record.message, record.exc_info[0].__name__) for record in caplog.records]


@pytest.fixture
def broken_deck(tmp_path):
    path = tmp_path / "a.pptx"
    path.write_bytes(b"PK\3\4 and no archive")
    return path


def test_one_line_is_said_of_a_broken_file(capsys, broken_deck):
    assert main(["check", "--session", str(broken_deck)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_verbose_says_what_failed_before_that_line(capsys, broken_deck):
    assert main(["check", "--session", str(broken_deck), "--verbose"]) == 2

    first, *_, last = capsys.readouterr().err.splitlines()
    assert first == f"peviewer: {broken_deck} was not read as NPZ"
    assert last.startswith(f"peviewer: cannot open {broken_deck}: ")


def test_verbose_holds_for_one_command_only(capsys, broken_deck):
    main(["panes", "--verbose"])
    capsys.readouterr()
    main(["check", "--session", str(broken_deck)])

    assert len(capsys.readouterr().err.splitlines()) == 1


def test_every_command_and_the_window_can_be_verbose():
    parsers = [window_parser(), *(command(name).parser(name) for name in COMMANDS)]

    expected = [True] * (len(COMMANDS) + 1)
    assert ["--verbose" in parser.format_help() for parser in parsers] == expected


def test_what_is_wrong_inside_a_file_is_logged(logged, broken_deck, tmp_path):
    path = tmp_path / "a.pt"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a/data.pkl", b"\x80\x02a.")
    with pytest.raises(TableError):
        choices(path)
    assert open_file(broken_deck).why_no_session

    assert ("a pickle was not read to its end", "IndexError") in logged()
    assert (f"{path} was not read", "TableError") in logged()
    assert (f"{broken_deck} was not read as PowerPoint", "BadZipFile") in logged()


def test_what_could_not_be_restored_or_kept_is_logged(logged, tmp_path):
    broken = tmp_path / "open" / "a.json"
    broken.parent.mkdir()
    broken.write_text("{")
    (tmp_path / "file").write_text("")
    take(broken.parent).autosave.close()
    new(tmp_path / "file").close()
    set_aside(tmp_path / "missing")

    assert (f"{broken} was not read", "JSONDecodeError") in logged()
    assert (f"{broken} was not restored", "JSONDecodeError") in logged()
    assert (f"{tmp_path / 'file'} was not made", "FileExistsError") in logged()
    assert (f"{tmp_path / 'missing'} was not renamed", "FileNotFoundError") in logged()


def test_settings_that_were_not_read_or_written_are_logged(logged, tmp_path):
    settings_file = tmp_path / "settings.json"
    settings_file.write_text("{")
    settings = Settings(tmp_path)
    settings_file.mkdir()
    settings.remember(theme="dark")

    expected = [
        (f"{settings_file} was not read", "ValidationError"),
        (f"{settings_file} was not written", "ExportError"),
    ]
    assert logged() == expected


class FailsLate:
    """Work that fails once nobody waits for it any more."""

    def __init__(self):
        self.has_begun = threading.Event()
        self.is_dropped = threading.Event()

    def __call__(self):
        self.has_begun.set()
        assert self.is_dropped.wait(30)
        raise ZeroDivisionError


def test_work_that_fails_once_it_is_dropped_is_logged(qapp, logged):
    work = FailsLate()
    job = Job(work)
    job.start()
    assert work.has_begun.wait(30)
    job.drop()
    work.is_dropped.set()
    job.wait()

    assert logged() == [("work failed that nobody waits for", "ZeroDivisionError")]


def test_a_result_that_fails_once_another_is_wanted_is_logged(qtbot, logged, monkeypatch):
    monkeypatch.setattr("peviewer.live.worker.TURN_SECONDS", 0.0)
    worker = Worker()
    result = Result(worker)
    work = FailsLate()
    result.request("first", work)
    assert work.has_begun.wait(30)
    result.request("second", lambda: 2)
    work.is_dropped.set()
    qtbot.waitUntil(lambda: result.collect() == 2)
    worker.close()

    assert logged() == [("an outdated result failed", "ZeroDivisionError")]


def test_code_of_ones_own_that_fails_once_it_is_left_to_itself_is_logged(logged):
    work = FailsLate()
    with pytest.raises(Cancelled), cancellable(work.has_begun.is_set):
        run_abandonable(work, "own code")
    work.is_dropped.set()
    for thread in threading.enumerate():
        if thread.name == "own code":
            thread.join(30)

    assert logged() == [("work failed that nobody waits for", "ZeroDivisionError")]
