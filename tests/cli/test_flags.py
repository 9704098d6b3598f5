"""What is set from the command line, by short names and several at once, and flags made from declarations."""

import json
import math
import shlex

import numpy as np
import pytest
from pptx import Presentation

from peviewer.base.specification import specification
from peviewer.cli.commands.catalog import COMMANDS, command
from peviewer.cli.flags import FLAG_NAMES, add_fields, add_style, given_fields
from peviewer.cli.main import main, window_parser
from peviewer.cli.opening import open_document
from peviewer.cli.parser import Parser
from peviewer.exporters.clip.range import ClipRange
from peviewer.exporters.deck.slides import Source
from peviewer.exporters.kinds.code import CodeChoices
from peviewer.exporters.kinds.data import Data
from peviewer.figures.presets import FIRST, preset
from peviewer.paper.sizing import Sizing
from peviewer.paper.style import Style
from tests.opened import read


def numbers(tmp_path, *words):
    """Return the Document of numbers that are written."""
    assert main(["data", "-o", str(tmp_path / "a.csv"), *words]) == 0
    return read(tmp_path / "a.csv")


def test_a_field_is_set_by_its_name_alone(tmp_path):
    shown = numbers(
        tmp_path, "bias", "--set", "scheme=alibi", "--set", "heads=4", "--set", "cursor.head=2"
    )
    assert shown.encoding.scheme == "alibi"
    assert shown.encoding.heads == 4
    assert shown.get("cursor.head") == 2
    assert numbers(tmp_path, "distance", "--set", "metric=cosine").pairwise.metric == "cosine"


FIELDS_BEFORE_AND_BEHIND_THE_PANE = (
    ["--set", "base=100", "dim=64", "shift"],
    ["shift", "--set", "base=100", "dim=64"],
    ["--set=base=100", "dim=64", "shift"],
    ["--set", "base=100", "--array", "shifted", "shift", "--set", "encoding.dim=64"],
)


def test_several_fields_follow_one_flag_and_what_has_no_sign_of_equality_is_the_pane(tmp_path):
    for words in FIELDS_BEFORE_AND_BEHIND_THE_PANE:
        shown = numbers(tmp_path, *words, "--preset", "shift")
        assert shown.encoding.base == 100
        assert shown.encoding.dim == 64


@pytest.mark.parametrize(
    "words",
    [["scheme=alibi,heads=4"], ["scheme=alibi", "heads=4"], ["scheme=alibi,encoding.heads=4"]],
)
def test_what_is_compared_is_said_with_commas_or_spaces(capsys, words):
    assert main(["check", "--json", "--against", *words]) == 0
    short = json.loads(capsys.readouterr().out)["b"]
    assert main(["check", "--json", "--set", *words[0].split(",")[:1], "encoding.heads=4"]) == 0
    assert short == json.loads(capsys.readouterr().out)


def test_values_that_begin_as_flags_do_are_values():
    parser = Parser("peviewer")
    parser.add("--positions")
    parser.add("--from", dest="start", type=float)
    parser.add("--bare", action="store_true")
    chosen = parser.read(["--positions", "-10:20", "--from", "-1e3", "--bare"])
    assert chosen.positions == "-10:20"
    assert chosen.start == -1000
    assert chosen.bare is True


def test_a_npy_says_why_it_has_no_session(tmp_path, capsys):
    file = str(tmp_path / "n.npy")
    assert main(["data", "encoding", "-o", file, "--set", "length=4", "dim=2"]) == 0
    assert main(["check", "--session", file]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"peviewer: cannot open {file}: a .npy holds one array and no session")
    assert ".npz and .csv do" in said


def opened(*words):
    return open_document(window_parser().read(words), in_window=True)


def test_the_window_opens_on_the_panes_of_a_scheme_that_is_set_unless_panes_are(tmp_path):
    bias = ("bias", "attention")
    set_ = opened("--set", "scheme=alibi")
    assert set_[0].view.panes == bias
    assert set_[1] == "ALiBi"
    assert opened("--preset", "steps", "--set", "length=7")[1] == preset("steps").title
    named = opened("--set", "scheme=alibi", 'panes=["deciding"]')
    assert named[0].view.panes == ("deciding",)
    beside = opened("--against", "scheme=alibi")
    assert beside[0].view.panes == preset("shift").document.view.panes
    path = tmp_path / "mine.peview"
    path.write_text(preset("shift").document.to_json(), encoding="utf-8")
    session = opened(str(path), "--set", "scheme=alibi")
    assert session[0].view.panes == bias
    assert session[1] == "mine.peview"
    assert (
        numbers(tmp_path, "bias", "--set", "scheme=alibi").view == preset("shift").document.view
    ), "a file names its pane"


def test_what_is_set_alone_begins_with_the_first_view_and_is_called_by_its_encoding():
    first = preset(FIRST).document
    assert opened("--set", "length=37")[:2] == (first.edited({"encoding.length": 37}), "Sinusoidal")
    assert opened("--against", "base=100")[1] == "Sinusoidal"
    assert opened("--preset", "paper", "--set", "length=37")[1] == preset("paper").title, (
        "which the session looks for"
    )


@pytest.mark.parametrize(
    ("typed", "panes"),
    [
        ("operator", ("operator",)),
        ("shift, clocks", ("shift", "clocks")),
        ('["score"]', ("score",)),
        ("[]", ()),
    ],
)
def test_panes_that_are_set_are_names_with_commas_or_a_list(typed, panes):
    assert opened("--set", f"view.panes={typed}")[0].view.panes == panes


@pytest.mark.parametrize(
    ("typed", "refused"),
    [
        ("view.panes=opertor", "view.panes = opertor is not allowed; did you mean operator?"),
        ('view.panes=["shift","clock"]', "view.panes = clock is not allowed; did you mean clocks?"),
        ("view.maximised=dist", "view.maximised = dist is not allowed; did you mean distance?"),
        (
            "view.panes=5",
            "view.panes = 5 is not allowed: it must be names of panes, as in shift,clocks",
        ),
    ],
)
def test_a_pane_that_is_none_is_refused_in_one_line(typed, refused, capsys):
    assert main(["check", "--set", typed]) == 2
    assert capsys.readouterr().err == f"peviewer: {refused}\n"


def test_a_position_that_is_not_there_is_said_in_a_line(capsys):
    assert main(["check", "--set", "length=60", "position=10000"]) == 0
    assert (
        capsys.readouterr().err
        == "peviewer: note: Position t = 10\u2009000 is none of 0 to 59: 59 is shown\n"
    )
    assert main(["check", "--set", "length=12", "position=11"]) == 0
    assert main(["check", "--set", "length=12"]) == 0
    assert capsys.readouterr().err == ""


TITLES_OF_DECKS = (
    (["--preset", "rope-llama-2"], "RoPE of LLaMA 2"),
    (["--preset", "rope-llama-2", "--set", "base=500"], "RoPE of LLaMA 2, changed"),
    (["--preset", "rope-llama-2", "--set", "scheme=alibi"], "ALiBi"),
    (["--set", "length=37"], "Sinusoidal"),
)


def test_a_deck_is_called_by_what_it_shows(tmp_path):
    target = tmp_path / "a.pptx"
    for words, title in TITLES_OF_DECKS:
        status = main(
            [
                "deck",
                "score" if "alibi" not in str(words) else "bias",
                "-o",
                str(target),
                *words,
            ]
        )
        assert status == 0
        assert Presentation(str(target)).core_properties.title == title


@pytest.mark.parametrize("model", [Style, Sizing, Source, ClipRange, Data, CodeChoices])
def test_every_field_has_a_flag_that_says_what_it_does(model):
    parser = Parser("peviewer")
    add_fields(parser, model, list(model.model_fields))
    text = " ".join(parser.format_help().split())
    for name, field in model.model_fields.items():
        assert f"--{FLAG_NAMES.get(name, name).replace('_', '-')}" in text
        assert " ".join(field.description.rstrip(".").split())[1:].split(" ", 1)[-1][:30] in text


def test_the_help_of_a_flag_lists_what_may_follow_it():
    parser = Parser("peviewer")
    add_fields(parser, Style, ["theme"])
    themes = specification(Style, "theme").choices
    text = " ".join(parser.format_help().split())
    assert f": {themes[0]}, {themes[1]} or {themes[2]} (default: {themes[0]})" in text


def test_what_was_not_given_is_left_to_the_declaration():
    parser = Parser("peviewer")
    add_fields(parser, ClipRange, list(ClipRange.model_fields))
    assert given_fields(parser.read([]), ClipRange) == {}
    words = ["--from", "2", "--fps", "12.5", "--loop", "bounce"]
    expected = {"start": 2.0, "fps": 12.5, "loop": "bounce"}
    assert given_fields(parser.read(words), ClipRange) == expected


def test_what_is_there_by_itself_can_be_left_out():
    parser = Parser("peviewer")
    add_fields(parser, Style, ["caption", "title", "transparent"])
    expected = {"title": False, "caption": True, "transparent": True}
    assert (
        given_fields(parser.read(["--no-title", "--caption", "--transparent"]), Style) == expected
    )


@pytest.mark.parametrize("flag", ["preset", "story", "session", "table", "scheme", "several"])
def test_an_empty_value_is_refused_as_a_missing_one_is(flag, capsys):
    assert main(["check", f"--{flag}", ""]) == 2
    assert capsys.readouterr().err.startswith(f"peviewer: --{flag} needs ")


def test_a_folder_in_the_place_of_a_table_is_named(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    assert main(["check", "--table", "."]) == 2
    assert capsys.readouterr().err == "peviewer: . cannot be read: it is not an ordinary file\n"


def test_an_empty_word_is_no_command(capsys):
    assert main([""]) == 2
    assert capsys.readouterr().err.startswith("peviewer: no command '';")


def test_a_window_on_a_configuration_is_called_by_its_file(tmp_path):
    file = tmp_path / "config.json"
    file.write_text(
        json.dumps({"model_type": "llama", "hidden_size": 64, "num_attention_heads": 4})
    )
    chosen = window_parser().parse_args(["--table", str(file)])
    opened = open_document(chosen, in_window=True)
    assert opened.document.encoding.scheme == "rope"
    assert opened.title == "config.json"


def said_of(array, folder, capsys, *words):
    """Return what the command line says of an array that is saved."""
    path = folder / "model.npz"
    np.savez(path, **array)
    main(["check", "--table", str(path), *words])
    return capsys.readouterr().err


def test_what_only_the_user_knows_of_an_array_is_asked_until_it_is_set(tmp_path, capsys):
    biases = {"relative_position_bias_table": np.arange(30.0).reshape(15, 2)}
    asked = "a window of 2 × 3, as shown, or of 3 × 2. Set its sides if it is another"
    assert asked in said_of(biases, tmp_path, capsys)
    answered = said_of(biases, tmp_path, capsys, "--set", "rows=3", "columns=2")
    assert "These are Swin’s biases of 15 offsets" in answered
    assert asked not in answered


def test_rows_of_a_table_that_are_left_out_are_named(tmp_path, capsys):
    table = {"pos_embed": np.random.default_rng(0).standard_normal((1, 17, 8))}
    said = said_of(table, tmp_path, capsys)
    assert "Its first row is the class token’s, and left out" in said
    assert "a grid of 4 × 4" in said


@pytest.mark.parametrize(
    ("words", "marks"), [([], None), (["--marks"], True), (["--no-marks"], False)]
)
def test_a_field_that_the_theme_sets_is_switched_on_and_off(words, marks):
    parser = Parser("export")
    add_style(parser)
    assert parser.parse_args(words).marks is marks


@pytest.mark.parametrize("name", COMMANDS)
def test_help_ends_with_examples_that_are_understood(name, capsys):
    assert main([name, "--help"]) == 0
    _, _, listed = capsys.readouterr().out.partition("\nexamples:\n")
    examples = [shlex.split(line)[1:] for line in listed.strip().splitlines()]
    assert len(examples) in (2, 3)
    for command_name, *words in examples:
        assert command_name == name
        command(name).parser(name).read(words)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("−5", -5),
        ("−1\u2009000.5", -1000.5),
        ("pi/2", math.pi / 2),
        ("-2*pi", -2 * math.pi),
        ("3π/4", 2.35619449),
    ],
)
def test_a_number_is_read_as_messages_print_it_and_of_pi(typed, expected, tmp_path):
    document = numbers(tmp_path, "binary", "--set", f"shift.phi={typed}", "length=1\u2009000")
    assert document.shift.phi == pytest.approx(expected)
    assert document.encoding.length == 1000


def test_a_negative_multiple_of_pi_stands_behind_a_flag():
    arguments = (
        command("animate").parser("animate").read(["shift", "-o", "a.gif", "--from", "-pi/2"])
    )
    assert arguments.start == "-pi/2"


def test_pi_is_no_whole_number(capsys):
    assert main(["check", "--set", "length=pi"]) == 2
    assert "length = pi is not allowed: it must be a whole number" in capsys.readouterr().err


def test_data_have_no_flag_for_colours(capsys):
    assert main(["data", "encoding", "-o", "a.csv", "--colormap", "magma"]) == 2
    assert "--colormap is no flag of peviewer data" in capsys.readouterr().err
