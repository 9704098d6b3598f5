"""The command line: what it prints, what it writes, and one clear line for every bad input."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import peviewer as pv
from peviewer.cli.main import COMMANDS, main
from peviewer.document.document import Document
from peviewer.document.fields import with_several
from peviewer.figures.panes.catalog import PANES
from peviewer.figures.presets import FIRST, presets
from peviewer.model.encodings.catalog import SCHEMES
from tests.opened import read
from tests.plain_sines import plain_sines

ROOT = Path(__file__).resolve().parents[2]
SMALL = ["--size", "640x480"]
CLAIMS = (
    "unique bounded deterministic extends constant-norm constant-step distance-by-lag dot-by-lag symmetric monotone "
    "linear-shift orthogonal position-free row-mean least-cosine still-dims"
).split()
# The operator that many programs get wrong: made for sines beside cosines, applied to pairs.
WRONG = ["--preset", "endpoint", "--set", "shift.phi=-10", "--set", "shift.operator=concatenated"]


def run(*arguments, code=None, **more):
    """Run peviewer in a fresh process, or Python on `code`."""
    command = (
        [sys.executable, "-c", code] if code else [sys.executable, "-m", "peviewer", *arguments]
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **more.pop("env", {})}
    return subprocess.run(
        command, capture_output=True, text=True, env=environment, cwd=ROOT, timeout=60, **more
    )


def refused(capsys, *arguments):
    """Return the one line that refuses the arguments."""
    assert main([str(argument) for argument in arguments]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("peviewer: ")
    assert output.err.count("\n") == 1
    assert output.err.endswith("\n")
    return output.err


def size_of(picture):
    with Image.open(picture) as opened:
        return opened.size


def rows(capsys, *command):
    assert main(list(command)) == 0
    return [line.split("\t") for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize("command", ["panes", "presets", "schemes"])
def test_a_list_has_a_name_a_tab_and_a_description_a_line(capsys, command):
    found = rows(capsys, command)
    expected = list({"panes": PANES, "presets": presets(), "schemes": SCHEMES}[command])
    assert [row[0] for row in found] == expected
    assert all(len(row) == 2 + (command == "presets") and row[1] for row in found)
    if command == "presets":
        assert [row[2] for row in found] == [preset.group for preset in presets().values()]


def test_the_help_lists_every_command_and_where_the_rest_is_listed(capsys):
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    assert all(f"\n  {name} " in text for name in COMMANDS)


def test_the_help_of_a_command_names_its_words_and_every_flag(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    for command in COMMANDS:
        assert main([command, "--help"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0].startswith(f"usage: peviewer {command} ")
        assert len(lines) <= 64
        assert max(map(len, lines)) <= 100


def test_fields_are_listed_with_what_they_do_and_may_be(capsys):
    known = dict(rows(capsys, "fields"))
    assert set(Document().paths()) <= set(known)
    assert known["encoding.dim"].endswith("A whole number from 1 to 65\u2009536; default 256.")
    assert "encoding.heads" in known  # of another scheme


@pytest.mark.parametrize("command", ["fields", "presets", "sizes"])
def test_on_a_terminal_a_list_is_a_table_that_fits_it(capsys, monkeypatch, command):
    whole = rows(capsys, command)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "80")
    assert main([command]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    assert " ".join(" ".join(lines).split()) == " ".join(" ".join(map(" ".join, whole)).split())


@pytest.mark.parametrize(
    ("pane", "there", "not_there"),
    [("waves", "waves.step", "pairwise.metric"), ("distance", "pairwise.metric", "encoding.heads"),
     ("bias", "encoding.heads", "encoding.base"), ("vectors", "content.seed", "shift.phi")],
)  # fmt: skip
def test_the_fields_of_a_pane_are_those_that_change_it(capsys, pane, there, not_there):
    known = dict(rows(capsys, "fields", pane))
    assert there in known
    assert [*dict(rows(capsys, "fields", there))] == [there]
    assert not_there not in known


REFUSED_STEPS = (
    (["--story", "chosing"], "'chosing' is not a story; did you mean choosing?"),
    (
        ["--story", "steps:4"],
        "steps:4 is not allowed: the step must be a whole number from 1 to 3",
    ),
    (
        ["--story", "steps", "--preset", "steps"],
        "--preset and --story exclude each other: give one of them",
    ),
)


def test_a_step_of_a_story_is_listed_and_shown(capsys, tmp_path):
    assert ["shift:4", "One shift, five ways: d² products or 2d", "start-cost"] in rows(
        capsys, "stories"
    )
    assert main(["data", "encoding", "-o", str(tmp_path / "a.csv"), "--story", "steps"]) == 0
    assert main(["data", "encoding", "-o", str(tmp_path / "b.csv"), "--preset", "steps"]) == 0
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
    capsys.readouterr()
    for words, error in REFUSED_STEPS:
        assert main(["check", *words]) == 2
        assert capsys.readouterr().err == f"peviewer: {error}\n"


def test_inches_and_dpi_make_the_size(tmp_path):
    target = tmp_path / "a.png"
    status = main(
        [
            "export",
            "encoding",
            "-o",
            str(target),
            "--inches",
            "3x2",
            "--dpi",
            "150",
            "--transparent",
        ]
    )
    assert status == 0
    with Image.open(target) as picture:
        assert picture.size == (450, 300)
        assert picture.convert("RGBA").getpixel((0, 0))[3] == 0


def test_a_picture_is_made_from_a_preset_with_fields_set_and_opens_again(tmp_path):
    first = tmp_path / "a.svg"
    second = tmp_path / "b.svg"
    sets = ["--set", "encoding.length=1e3", "--set", "shift.phi=-2.5", "--set", "pairwise.metric=cosine",
            "--set", 'view.zoom={"position": [0, 40]}', "--set", "view.raw=true"]  # fmt: skip
    assert main(["export", "distance", "-o", str(first), "--preset", "steps", *sets, *SMALL]) == 0
    expected = presets()["steps"].document.edited(
        {"encoding.length": 1000, "shift.phi": -2.5, "pairwise.metric": "cosine",
         "view.zoom": {"position": (0, 40)}, "view.raw": True}
    )  # fmt: skip
    assert read(first) == expected
    assert main(["export", "distance", "-o", str(second), "--session", str(first), *SMALL]) == 0
    assert second.read_bytes() == first.read_bytes()


def checked(capsys, *arguments):
    """Return the exit status of a check and its claims by name."""
    status = main(["check", "--json", *arguments])
    return status, {claim["name"]: claim for claim in json.loads(capsys.readouterr().out)}


def test_a_check_has_the_claims_in_order_with_their_numbers_as_lines_or_as_json(capsys):
    sets = ["--set", "encoding.length=1000", "--set", "encoding.dim=500"]
    assert main(["check", *sets]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines] == CLAIMS
    signs = {line.split()[1]: line[0] for line in lines}
    assert set(signs.values()) == {"✓", "·"}
    expected = {"monotone", "row-mean", "least-cosine", "still-dims"}
    assert {name for name in CLAIMS if signs[name] == "·"} == expected
    step = next(line for line in lines if "constant-step" in line)
    assert "3.67198566" in step
    assert "distance between neighbours" in step
    status, claims = checked(capsys, *sets)
    assert status == 0
    assert list(claims) == CLAIMS
    assert all(
        list(claim) == ["name", "holds", "value", "detail", "verdict"] for claim in claims.values()
    )
    assert claims["constant-step"]["value"] == pytest.approx(3.67198566, abs=1e-8)
    assert claims["unique"]["verdict"] == "holds"
    assert claims["unique"]["holds"] is True
    assert claims["monotone"]["verdict"] == "informs"
    assert claims["monotone"]["holds"] is None


@pytest.mark.parametrize(
    ("form", "words"), [("%.18e", "equal to rounding"), ("%.4f", "equal to 4 decimals")]
)
def test_a_check_of_a_perfect_table_ends_with_0_and_of_a_wrong_one_with_1(
    capsys, tmp_path, form, words
):
    table = plain_sines(range(4000, 4060), 32)
    np.savetxt(tmp_path / "right.csv", table, fmt=form, delimiter=",")
    table[30, 3] += 1e-2
    np.savetxt(tmp_path / "wrong.csv", table, fmt=form, delimiter=",")
    status, claims = checked(capsys, "--table", str(tmp_path / "right.csv"))
    assert status == 0
    assert words in claims["constant-step"]["detail"]
    assert claims["extends"]["verdict"] == "informs"
    status, claims = checked(capsys, "--table", str(tmp_path / "wrong.csv"))
    assert status == 1
    assert claims["constant-step"]["verdict"] == "fails"


REFUSED_ASSIGNMENTS = [
    (
        "encoding.dim=0",
        "encoding.dim = 0 is not allowed: it must be a whole number from 1 to 65 536",
    ),
    ("encoding.dim=many", "encoding.dim = many is not allowed: it must be a whole number"),
    ("encoding.dim=" + "9" * 5000, "encoding.dim = 999"),
    ("encoding.dim=1\n2", "encoding.dim = 1 2 is not allowed"),
    ("encoding.scheme=sinusoid", "did you mean sinusoidal?"),
    ("encoding.lenght=5", "encoding.lenght is not a field; did you mean encoding.length?"),
    ("colour=red", "colour is not a field; did you mean view.colormap?"),
    (
        "seed=3",
        "seed is not one field: it could be content.seed or terms.seed or score.seed",
    ),
    (
        "heads=4",
        "heads is a field of alibi, kerple, sandwich, t5, shaw, not of sinusoidal: choose the scheme too",
    ),
    ("encoding.dim", "must be KEY=VALUE"),
    ("=5", "must be KEY=VALUE"),
]


@pytest.mark.parametrize("words", [["export", "shift", "-o", "a.png"], []])
def test_a_bad_field_is_refused_as_it_was_typed(capsys, tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    for assignment, line in REFUSED_ASSIGNMENTS:
        assert line in refused(capsys, *words, "--set", assignment)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("assignments", "line"),
    [
        (["scheme=rope", "fast=0.5"], "encoding.slow = 1 is not allowed: it must be at most fast"),
        (["scheme=sincos", "rows=1000000000"], "encoding.length = 14000000000 is not allowed"),
    ],
)
def test_a_field_that_is_wrong_because_of_another_one_is_named(capsys, assignments, line):
    assert line in refused(capsys, "check", "--set", *assignments)


WRONG_USES = [
    (["exprot"], "no command exprot; did you mean export?"),
    (["shift"], "no command shift; for the pane: peviewer export shift -o shift.png"),
    (["export", "shift", "a.png"], "'a.png' is one word too many: a file is named by -o a.png"),
    (
        ["export", "shift", "table", "-o", "a.png"],
        "panes have commas between, as in shift,table",
    ),
    (["export", "shift", "-o", "a.png", "--dim", "32"], "--set dim="),
    (
        ["check", "--scheme", "rope"],
        "--scheme names a file of Python: rope is chosen by --set scheme=rope",
    ),
    (
        ["export", "shift", "-o", "a.png", "--width", "9"],
        "both are set by --size, as in 1920x1080",
    ),
    (
        ["export", "shift", "-o", "a.png", "--d-model", "9"],
        "fields are set by --set encoding.dim=…",
    ),
    (["animate", "-o", "a.gif", "--frames", "9"], "did you mean --seconds?"),
    (["export", "shift", "-o", "a.gif"], "one of .png, .svg, .pdf; .gif is written by animate"),
    (
        ["export", "encoding", "-o", "a.png", "--several", "dim=8,16"],
        "are drawn by frequencies, distance, ",
    ),
    (
        ["export", "score", "-o", "a.png", "--several", "dim=8,16", "--against", "dim=8"],
        "exclude each other",
    ),
    (["export", "shift,", "-o", "a.png"], "'' is not a pane; there are: encoding, vectors"),
    (["fields", "no.dim"], "'no' is not a pane"),
    (["--nonsense"], "--nonsense is no flag of peviewer (see peviewer --help)"),
    (["check", "--session", "bad.peview"], "cannot open bad.peview: not a peviewer session"),
    (["check", "--jsno"], "--jsno is no flag of peviewer check; did you mean --json?"),
    (["export", "shift"], "-o FILE is missing: name what to write"),
    (["export", "shift", "-o"], "--output needs FILE"),
    (["data", "-o", "a.npy"], "PANE is missing: name what to take the numbers of"),
    (["check", "--json=yes"], "--json takes no value"),
    (
        ["check", "--set", "dim=8", "layuot=flipped"],
        "layuot is not a field; did you mean layout?",
    ),
    (["export", "shfit", "-o", "a.png"], "'shfit' is not a pane; did you mean shift?"),
    (["export", "shift", "-o", "a.xyz"], "the extension must be one of .png, .svg, .pdf"),
    (
        ["export", "shift", "-o", "a.png", "--theme", "darkk"],
        "one of slide-light, slide-dark, paper; did you mean slide-dark?",
    ),
    (["export", "shift", "-o", "a.png", "--size", "big"], "as in 1920x1080"),
    (
        ["export", "shift", "-o", "a.png", "--inches", "6x4", "--dpi", "many"],
        "dpi = 'many' is not allowed: it must be a finite number from 20 to 2 400",
    ),
    (
        ["export", "shift", "-o", "a.png", "--columns", "2.5"],
        "columns = '2.5' is not allowed: it must be a whole number from 1 to 1, the number of panes",
    ),
    (
        ["export", "shift", "-o", "a.png", "--preset", "shift", "--session", "b"],
        "exclude each other",
    ),
    (
        ["export", "shift", "-o", "/dev/full"],
        "cannot write /dev/full: a device is no place for a picture",
    ),
    (
        ["export", "shift", "-o", "nowhere/a.png"],
        "cannot write nowhere/a.png: there is no folder",
    ),
    (["none.peview"], "cannot open none.peview: No such file or directory"),
    (["bad.peview", "--preset", "shift"], "exclude each other"),
    (["--theme", "blue"], "theme = 'blue' is not allowed: it must be one of light, dark"),
    (["export", "shift,", "-o", "a.png"], "'' is not a pane"),
    (["export", "shift", "-o", "a.png", "--font-size", "1"], "font_size = 1 "),
    (["export", "shift,binary", "-o", "a.png", "--columns", "0"], "columns = 0 "),
    (
        ["deck", "-o", "a.pptx", "--story", "steps", "--panes", "shift"],
        "--story brings its own",
    ),
    (
        ["deck", "-o", "a.pptx", "--story", "steps", "--set", "shift.phi=1"],
        "give it without --set",
    ),
    (["deck", "-o", "a.pptx", "--size", "640x100"], "size = 640x100 is not allowed for slides"),
    (["deck", "-o", "a.pptx", "--theme", "paper"], "not allowed for a deck"),
    (["animate", "-o", "a.gif", "--fps", "60"], "fps = 60 is not allowed for .gif"),
    (["animate", "-o", "a.gif", "--animate", "encoding.bas"], "did you mean encoding.base?"),
    (
        ["animate", "-o", "a.gif", "--loop", "period"],
        "loop = 'period' is not allowed: it must be one of once, ",
    ),
    (
        ["animate", "-o", "a.gif", "--from", "x"],
        "start = 'x' is not allowed: it must be a finite number",
    ),
    (["animate", "-o", "a.mp4", "--transparent"], "transparent is not allowed for .mp4"),
]


def test_wrong_use_is_refused_in_one_line_and_writes_nothing(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.peview").write_text("not JSON")
    for arguments, line in WRONG_USES:
        assert line in refused(capsys, *arguments)
        assert os.listdir(tmp_path) == ["bad.peview"]


@pytest.mark.slow
def test_a_full_disk_under_a_list_is_one_line():
    with open("/dev/full", "w") as full:
        done = subprocess.run([sys.executable, "-m", "peviewer", "panes"], stdout=full, stderr=subprocess.PIPE,
                              text=True, cwd=ROOT, timeout=60, check=False)  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == "peviewer: No space left on device\n"


@pytest.mark.slow
def test_what_a_small_picture_leaves_out_is_noted_in_one_line_that_is_no_error(tmp_path, capsys):
    target = tmp_path / "a.png"
    assert main(["export", "distance", "-o", str(target), "--size", "240x200"]) == 0
    assert capsys.readouterr().err == f"peviewer: note: {target} has no room for the formula\n"
    with pytest.warns(UserWarning, match="has no room for the formula"):
        pv.export(panes="distance", target=target, size=(240, 200))
    figure = pv.figure(panes="distance", size=(640, 480))
    assert figure.left_out == ()


NO_QT = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("PySide6", "shiboken6"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Blocked())
"""


@pytest.mark.slow
def test_export_works_where_qt_is_not_installed(tmp_path):
    exports = [
        ["export", "encoding", "-o", str(tmp_path / f"a.{kind}"), *SMALL] for kind in ("png", "pdf")
    ]
    done = run(
        code=NO_QT
        + f"from peviewer.cli.main import main; sys.exit(any([main(words) for words in {exports!r}]))"
    )
    assert done.returncode == 0
    assert done.stderr == ""
    assert len(os.listdir(tmp_path)) == 2


@pytest.mark.slow
def test_what_needs_neither_qt_nor_matplotlib_loads_neither():
    commands = [["--version"], ["--help"], ["panes"], ["presets"], ["schemes"], ["check"]]
    first = f"import peviewer; from peviewer.cli.main import main; [main(words) for words in {commands!r}]"
    code = f"import sys, json; {first}; print(json.dumps(sorted({{n.partition('.')[0] for n in sys.modules}})))"
    loaded = json.loads(run(code=code).stdout.splitlines()[-1])
    assert "peviewer" in loaded
    assert not {"PySide6", "shiboken6", "matplotlib"} & set(loaded)


@pytest.mark.parametrize(
    "words", [["panes"], ["presets"], ["fields", "score"], ["stories"], ["sizes"]]
)
def test_a_list_is_written_as_json_with_the_same_texts(words, capsys):
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert main([*words, "--json"]) == 0
    objects = json.loads(capsys.readouterr().out)
    assert ["\t".join(texts.values()) for texts in objects] == lines


@pytest.mark.parametrize("flag", ["--help", "--version"])
def test_help_and_version_load_neither_numpy_nor_pydantic(flag):
    code = f"import sys; from peviewer.cli.main import main; main([{flag!r}]); print(*sys.modules)"
    loaded = set(run(code=code).stdout.splitlines()[-1].split())
    assert "peviewer.cli.main" in loaded
    assert not {"numpy", "pydantic"} & loaded


def test_the_window_opens_on_what_the_flags_ask_for(monkeypatch, tmp_path):
    opened = []
    monkeypatch.setattr(
        "peviewer.app.window.launch.launch",
        lambda *given, restore, step, new_table, path, saved: (
            opened.append((*given, restore, step, path, saved)) or 0
        ),
    )
    assert main(["--preset", "steps", "--set", "shift.phi=3", "--theme", "dark"]) == 0
    expected = presets()["steps"]
    assert opened == [
        (expected.document.edited({"shift.phi": 3}), expected.title, "dark", False, "", None, None)
    ]
    session = tmp_path / "mine.peview"
    session.write_text(Document().to_json(), encoding="utf-8")
    assert main([str(session)]) == 0
    assert opened[1] == (Document(), "mine.peview", None, False, "", session, Document())
    assert main(["--theme", "slide-dark"]) == 0
    first = presets()[FIRST]
    assert opened[2] == (first.document, first.title, "dark", True, "", None, None)
    assert main(["--story", "choosing:3"]) == 0
    chosen = presets()["choose-ntk"]
    assert opened[3] == (chosen.document, chosen.title, None, False, "choosing:3", None, None)
    assert main(["--several", "dim=8,16"]) == 0
    assert opened[4][0] == with_several(first.document, "dim=8,16")
    assert opened[4][3] is False, "what was open last is not restored in its place"


@pytest.mark.parametrize(
    ("words", "first_step"), [([], "start-here:1"), (["choosing:3"], "choosing:3")]
)
def test_a_presentation_begins_with_the_step_asked_for_or_the_tour(words, first_step, monkeypatch):
    steps = []
    monkeypatch.setattr(
        "peviewer.app.window.launch.launch",
        lambda *_given, step, present: steps.append((step, present)) or 0,
    )
    assert main(["present", *words]) == 0
    assert steps == [(first_step, True)]


@pytest.mark.slow
def test_no_display_is_one_line_and_2():
    bare = dict.fromkeys(("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"), "")
    done = run(env=bare)
    assert done.returncode == 2
    assert done.stderr.startswith("peviewer: ")
    assert "display" in done.stderr
    assert "peviewer export" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "command",
    [
        ["export", "distance", "-o", "{}/x.png"],
        ["export", "bias,shift", "-o", "{}/x.png"],
        ["animate", "--pane", "shift", "-o", "{}/x.gif", "--seconds", "0.1"],
        ["data", "table", "-o", "{}/x.npz"],
        ["deck", "-o", "{}/x.pptx", "--panes", "encoding"],
    ],
    ids=lambda command: command[0],
)
def test_a_pane_that_cannot_serve_a_scheme_makes_no_file_and_says_why(command, tmp_path, capsys):
    given = [part.format(tmp_path) for part in command]
    assert main([*given, "--set", "encoding.scheme=alibi"]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert told.startswith("peviewer: ALiBi gives a bias for every head and lag; ")
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_a_file_goes_into_a_pipe_in_the_format_that_is_asked_for(tmp_path, capfdbinary):
    words = ["--set", "encoding.length=20", "--set", "encoding.dim=8"]
    small = [*words, "--size", "320x240"]
    assert main(["export", "encoding", "-o", str(tmp_path / "a.svg"), *small]) == 0
    assert main(["export", "encoding", "-o", "svg:-", *small]) == 0
    assert capfdbinary.readouterr().out == (tmp_path / "a.svg").read_bytes()
    assert main(["export", "encoding", "-o", "-", *small]) == 0
    assert capfdbinary.readouterr().out.startswith(b"\x89PNG")
    assert main(["data", "encoding", "-o", "-", *words]) == 0
    assert capfdbinary.readouterr().out.startswith(b'# peviewer {"peviewer": 2')
    assert main(["export", "encoding", "-o", "foo:-", *words]) == 2
    said = capfdbinary.readouterr()
    assert said.out == b""
    assert said.err.startswith(b"peviewer: cannot write foo:-: the extension must be one of .png")
